/**
 * What somebody sees who makes up the cross-reference of a file again, which readers do where they stumble. poppler does where a reference leads to nothing:
 * it takes each `5 0 obj` that stands in the file for an object, also inside of a string or a stream, and the last one of a number counts.
 */

import { once } from '#pki/once.ts'
import { isWrittenToTheLetter } from './asUsual.ts'
import { isDigit, isWhite } from './characters.ts'
import type { PdfDocument } from './document.ts'
import { PdfError, unreadable } from './error.ts'
import { eachReference } from './inside.ts'
import { latin1 } from './latin1.ts'
import { bytesAt } from './source.ts'
import type { Source } from './source.ts'
import type { Ref } from './values.ts'
import { refTo } from './views.ts'

export type Strays = {
  /** Whether one would be taken for an object that is in use. */
  readonly isInstead: boolean
  /** Whether an object would be missed: poppler looks for them where a line begins, and not in object streams. */
  readonly areMissed: boolean
  /** Numbers of those that no cross-reference knows. */
  readonly beside: ReadonlySet<number>
  /** Numbers of those that are free, and of which a table says so: poppler and PDFium find what they were before. */
  readonly freed: ReadonlySet<number>
  /** Where those stand that came after the first revision, and each `trailer` with a dictionary. */
  readonly later: readonly number[]
  readonly trailers: readonly number[]
}

/** More than anybody leaves behind, in the file and in what was appended to it. */
const mostStrays = 200_000
const mostLater = 1_000
/** Octets of objects that are held against one another. */
const mostCompared = 16 * 1024 * 1024

/** Heads of objects that are none for the file's cross-references. Looked for once in each file. */
export function straysIn(pdf: PdfDocument, source: Source): Strays {
  const known = pdf.memo.get(straysIn) as Strays | undefined
  const found = known ?? look(pdf, source)
  pdf.memo.set(straysIn, found)
  return found
}

/**
 * Whether who makes up the newest revision again finds other objects than it leads to, and has a reason to: a reference that leads to nothing, or
 * cross-references that are not written to the letter, over which MuPDF stumbles. A file within the file that is not packed is one head after the
 * other, and harms nobody without one.
 * @param references numbers of objects that something leads to. Left out, where a file was signed: they are looked for, and what would be missed is left alone
 * @throws PdfError where an object cannot be read
 */
export function isMadeUpOtherwise(pdf: PdfDocument, source: Source, references?: Iterable<number>): boolean {
  const { isInstead, areMissed, beside, freed } = straysIn(pdf, source)
  if (references && areMissed && missingIn(pdf).size > 0) return true
  if (isInstead) return missingIn(pdf).size > 0 || !pdf.revisions.every((revision) => isWrittenToTheLetter(source, revision))
  if (references && freed.size > 0) for (const number of references) if (freed.has(number)) return true
  if (beside.size > 0) for (const number of references ?? missingIn(pdf)) if (beside.has(number)) return true
  return false
}

/**
 * Whether poppler makes up the newest revision again, and so finds no object that stands in an object stream, or finds what it was before, and did not
 * do so of revision `from`.
 * @throws PdfError where an object cannot be read
 */
export const beganToBeMissed = (pdf: PdfDocument, from: number): boolean =>
  areMissedAt(pdf, pdf.revisions.length - 1) && !areMissedAt(pdf, from)

const known = once<PdfDocument, Map<number, boolean>>(() => new Map())
const areMissedAt = (pdf: PdfDocument, at: number): boolean =>
  known(pdf).getOrInsertComputed(at, () => {
    const entries = pdf.entries(at).values()
    return pdf.revisions[at]!.kind !== 'stream' && entries.some(({ type }) => type === 'packed') && missingIn(pdf, at).size > 0
  })

function look(pdf: PdfDocument, source: Source): Strays {
  const places = placesIn(pdf)
  const { eof: first } = pdf.revisions[0]!
  const entries = pdf.entries(pdf.revisions.length - 1)
  const freed = new Set<number>()
  let areMissed = pdf.xrefKind !== 'stream' && entries.values().some(({ type }) => type === 'packed')
  const strays = function* (start: number) {
    for (const head of headsIn(source, start))
      if (!isOneOf(places, head)) yield head
      else {
        if (pdf.xrefKind !== 'stream') for (const number of head.numbers) if (entries.get(number)?.type === 'free') freed.add(number)
        if (!head.beginsLine) areMissed ||= pdf.xrefKind === 'table'
      }
  }
  const taken = asTaken(pdf, source, strays(0))
  const later = strays(first).take(mostLater + 1)
  return { ...taken, areMissed, freed, later: later.map(({ start }) => start).toArray(), trailers: trailersIn(source, first) }
}

/** What becomes of the objects for somebody who takes the heads for theirs. */
function asTaken(pdf: PdfDocument, source: Source, heads: Iterable<Head>): Pick<Strays, 'isInstead' | 'beside'> {
  const entries = pdf.entries(pdf.revisions.length - 1)
  const beside = new Set<number>()
  let [strays, left] = [mostStrays, mostCompared]
  for (const { numbers, generation, start } of heads) {
    if (strays-- === 0) return { isInstead: true, beside }
    for (const number of numbers) {
      const entry = entries.get(number)
      if (!entry || entry.type === 'free') beside.add(number)
      else if (entry.type === 'packed') return { isInstead: true, beside }
      else if ((start > entry.offset || generation > entry.generation) && !isSame(refTo(number, entry), start))
        return { isInstead: true, beside }
    }
  }
  return { isInstead: false, beside }

  /** Aspose.PDF and PDFgear write an object twice, octet for octet; and pdf-lib a comment before one. */
  function isSame(ref: Ref, start: number): boolean {
    const place = placeOf(pdf, ref)
    if (!place) return true
    const [from, to] = place
    const length = to - from
    if (start > from && start - from < longestHead && besideNothing.test(latin1(bytesAt(source, from, start - from)))) return true
    if ((left -= length) < 0 || start + length > source.size) return false
    return Buffer.compare(bytesAt(source, from, length), bytesAt(source, start, length)) === 0
  }
}

const besideNothing = /^(?:[\0\s]|%[^\r\n]*[\r\n])*$/

/** Undefined where nothing can be read: a file of which anything leads there is refused for that. */
function placeOf(pdf: PdfDocument, ref: Ref): readonly [number, number] | undefined {
  try {
    return pdf.object(ref)?.place
  } catch (error) {
    if (error instanceof PdfError && unreadable.has(error.code)) return undefined
    throw error
  }
}

/** Where a cross-reference has an object, and which; `several`, or `any` where a section stands. */
function placesIn({ revisions }: PdfDocument): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  for (const { entries } of revisions)
    for (const [number, entry] of entries) {
      if (entry.type === 'offset') places.set(entry.offset, (places.get(entry.offset) ?? number) === number ? number : several)
    }
  for (const { startxref, xref, hidden } of revisions) for (const place of [startxref, xref, hidden?.offset ?? xref]) places.set(place, any)
  return places
}
const [any, several] = [-1, -2]

/** Whether a cross-reference has the object there that the head names, or leads to the white space before it. */
function isOneOf(places: ReadonlyMap<number, number>, { numbers, from, start }: Head): boolean {
  for (let place = start; place >= from; place--) {
    const number = places.get(place)
    if (number !== undefined) return number === any || numbers.includes(number)
  }
  return false
}

/** Numbers that references lead to where nothing is, or something of another generation. */
function missingIn(pdf: PdfDocument, at = pdf.revisions.length - 1): ReadonlySet<number> {
  const entries = pdf.entries(at)
  const missing = new Set<number>()
  const met = (number: number, generation: number) => {
    const entry = entries.get(number)
    if (entry?.type !== 'packed' && (entry?.type !== 'offset' || entry.generation !== generation)) missing.add(number)
  }
  eachReference(pdf.revisions[at]!.trailer, met)
  for (const { value } of pdf.objects(at, () => {})) eachReference(value, met)
  return missing
}

/** `5 0 obj`, as somebody finds it who looks for nothing else; the white space before it begins at `from`. */
type Head = {
  readonly numbers: readonly number[]
  readonly generation: number
  readonly from: number
  readonly start: number
  readonly beginsLine: boolean
}

const stepBytes = 1024 * 1024
/** Nobody looks for a number behind more white space, or for a dictionary. */
const longestHead = 600
const mostDigits = 10
const longLine = 200

/** Calls `found` wherever a word begins from `start` on, with the octets around it. */
function* placesOf(word: Buffer, source: Source, start: number): Generator<{ bytes: Buffer; at: number; base: number }> {
  for (let step = start; step < source.size; step += stepBytes) {
    const [base, end] = [Math.max(0, step - longestHead), Math.min(source.size, step + stepBytes + longestHead)]
    const text = source.window(base, end - base)
    const bytes = Buffer.from(text.bytes.buffer, text.bytes.byteOffset + base - text.base!, end - base)
    for (let at = bytes.indexOf(word, step - base); at >= 0 && base + at < step + stepBytes; at = bytes.indexOf(word, at + word.length))
      yield { bytes, at, base }
  }
}

function* headsIn(source: Source, start: number): Generator<Head> {
  for (const { bytes, at, base } of placesOf(Buffer.from('obj'), source, start)) {
    const generationEnd = endBefore(bytes, at, isWhite)
    const generation = endBefore(bytes, generationEnd, isDigit)
    const end = endBefore(bytes, generation, isWhite)
    const from = endBefore(bytes, end, isDigit)
    if (generation === generationEnd || end === generation || from === end) continue
    const digits = latin1(bytes.subarray(Math.max(from, end - mostDigits), end))
    // poppler reads 255 characters of a line at a time, and may begin in the middle of a number
    const begins = from - endBefore(bytes, from, isNoLineEnd) < longLine ? [0] : [...digits].keys().toArray()
    const space = endBefore(bytes, from, isWhite)
    yield {
      numbers: begins.map((begin) => Number(digits.slice(begin))),
      generation: Number(latin1(bytes.subarray(generation, generationEnd))),
      from: base + space,
      start: base + from,
      beginsLine: base + space === 0 || !bytes.subarray(space, from).every(isNoLineEnd),
    }
  }
}

/** Where what is of one kind begins, and ends at `at`. */
function endBefore(bytes: Uint8Array, at: number, isOfKind: (byte: number | undefined) => boolean): number {
  let begin = at
  while (begin > Math.max(0, at - longestHead) && isOfKind(bytes[begin - 1])) begin--
  return begin
}

const isNoLineEnd = (byte: number | undefined) => byte !== 10 && byte !== 13

const trailer = /^trailer[\0\s]*(?:%[^\r\n]*[\r\n][\0\s]*)*<</

function trailersIn(source: Source, start: number): number[] {
  const found: number[] = []
  for (const { bytes, at, base } of placesOf(Buffer.from('trailer'), source, start))
    if (trailer.test(latin1(bytes.subarray(at, at + longestHead))) && found.push(base + at) > mostLater) break
  return found
}
