import { PdfError, unreadable } from './error.ts'
import { eachReference } from './inside.ts'
import type { Revision } from './revisions.ts'
import { isArray, isDict, isName, isRef, isStream, isString } from './values.ts'
import type { IndirectObject, Ref, Stream, Value } from './values.ts'
import type { Entry } from './xref.ts'

/** What is asked of a file here, of `PdfDocument`. */
type Readable = {
  readonly revisions: readonly Revision[]
  resolve(value: Value, at: number): Value
  object(ref: Ref, at: number): IndirectObject | null
}

/** The revisions as a reader sees them that takes the last of two entries which one section has for an object. */
export const asLastSaid = (revisions: readonly Revision[]): Revision[] =>
  revisions.map((one) => (one.disputed.size > 0 ? { ...one, entries: new Map([...one.entries, ...one.disputed]) } : one))

/** Octets of streams that are held against one another. */
const mostCompared = 16 * 1024 * 1024

/**
 * Of two entries most readers take the first, and Chrome the last that names a place. Aspose.PDF ends one part of a section with the number that the
 * next begins with, and PDFgear appends an object twice: both lead to the same value, or nothing leads to the object, and all readers see the same.
 * @param last the same file with `asLastSaid`
 * @param octets of a stream, as they stand
 * @throws PdfError XREF where readers do not
 */
export function refuseDisputed(pdf: Readable, last: Readable, octets: (stream: Stream) => Uint8Array): void {
  const differing = new Set<number>()
  let left = mostCompared
  const isSameStream = (a: Stream, b: Stream) =>
    a.length === b.length && (left -= a.length) >= 0 && Buffer.compare(octets(a), octets(b)) === 0 && isSame(a.dict, b.dict)
  const areSame = ([a, b]: (Value | undefined)[]) => (isStream(a) && isStream(b) ? isSameStream(a, b) : isSame(a, b))
  for (const [at, { entries, disputed, hidden }] of pdf.revisions.entries())
    for (const [number, entry] of disputed) {
      const [generation = 0, ...others] = new Set([entries.get(number), entry].flatMap(generationsOf))
      const values = [pdf, last].map((file) => readIn(file, { kind: 'ref', number, generation }, at))
      const isAlone = number === hidden?.number && !values[0]
      if (others.length > 0 || !(isAlone || areSame(values))) differing.add(number)
    }
  if (differing.size > 0)
    eachLedTo(pdf, (number) => {
      if (differing.has(number)) throw new PdfError('XREF', `readers find two objects ${number}`)
    })
}

/** The number of each object that something leads to in any revision. @throws PdfError where an object cannot be read */
export function eachLedTo(pdf: Readable, found: (number: number) => void): void {
  // what a revision defines is looked at there, and not again in each that follows
  for (const [at, { trailer, entries }] of pdf.revisions.entries()) {
    eachReference(trailer, found)
    for (const [number, entry] of entries) {
      if (entry.type === 'packed') found(entry.stream)
      for (const generation of generationsOf(entry)) eachReference(pdf.object({ kind: 'ref', number, generation }, at)?.value, found)
    }
  }
}

export const generationOf = (entry: Entry): number => (entry.type === 'packed' ? 0 : entry.generation)
const generationsOf = (entry: Entry | undefined): number[] => (!entry || entry.type === 'free' ? [] : [generationOf(entry)])

/** Undefined where it cannot be read. */
function readIn(pdf: Readable, ref: Ref, at: number): Value | undefined {
  try {
    return pdf.resolve(ref, at)
  } catch (error) {
    if (error instanceof PdfError && unreadable.has(error.code)) return undefined
    throw error
  }
}

/** Nothing is the same that cannot be read. */
export function isSame(a: Value | undefined, b: Value | undefined): boolean {
  if (isRef(a)) return isRef(b) && a.number === b.number && a.generation === b.generation
  if (isName(a)) return isName(b) && a.name === b.name
  if (isString(a)) return isString(b) && Buffer.compare(a.bytes, b.bytes) === 0
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]))
  if (isDict(a))
    return (
      isDict(b) &&
      !a.repeated &&
      !b.repeated &&
      a.entries.size === b.entries.size &&
      [...a.entries].every(([key, value]) => isSame(value, b.entries.get(key)))
    )
  return a === b && a !== undefined
}
