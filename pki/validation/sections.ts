import { isWrittenAsUsual } from '#pki/pdf/asUsual.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { repeats } from '#pki/pdf/inside.ts'
import { memory } from '#pki/pdf/source.ts'
import { straysIn } from '#pki/pdf/strayHeads.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import type { Revision } from '#pki/pdf/revisions.ts'
import { trailersAlone } from '#pki/pdf/uses.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import type { Dict, IndirectObject, Value } from '#pki/pdf/values.ts'
import { refTo } from '#pki/pdf/views.ts'
import type { Entry } from '#pki/pdf/xref.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { formsOf } from './form.ts'
import { saysNothing } from './gaps.ts'
import type { Forgery } from './report.ts'

/** Later revisions consist of their own objects and nothing else, and their cross-references stay within them. @throws PdfError */
export function compareSections(comparison: Comparison): void {
  const { pdf, from, to } = comparison
  const first = pdf.revisions[from]!
  const old = pdf.entries(from)
  for (let i = from + 1; i <= to; i++) {
    const revision = pdf.revisions[i]!
    if (revision.isAmbiguous) comparison.report('crossReferenceHybrid', { forgery: 'hybridCrossReference' })
    const reused: Forgery = revision.kind === 'hybrid' ? 'hybridCrossReference' : 'shadowHideAndReplace'
    const begin = pdf.revisions[i - 1]!.eof // what stands from here to its `start` is white space
    const places: (readonly [number, number])[] = []
    for (const [number, entry] of revision.entries) {
      if (entry.type === 'packed') {
        const holder = revision.entries.get(entry.stream)
        if (holder?.type !== 'offset') comparison.report('objectReused', { object: number, forgery: reused })
        else if (repeats(packedIn(comparison, i, number))) comparison.report('objectChanged', { object: number })
        continue
      }
      if (entry.type !== 'offset') continue
      const isBetween = entry.offset === revision.between
      if (!isBetween && (entry.offset < begin || entry.offset > revision.xref)) {
        const before = old.get(number)
        const same = before?.type === 'offset' && before.offset === entry.offset && before.generation === entry.generation
        if (!same) comparison.report('objectReused', { object: number, forgery: reused })
      } else {
        const object = pdf.object(refTo(number, entry), i)
        if (object?.place && !isBetween) places.push(object.place)
        const isAgain = object !== null && statesFormAgain(comparison, object, i)
        if (number === pdf.rootRef.number) comparison.isFormBeside = isAgain
        if (object && repeats(object.value)) comparison.report(isAgain ? 'formUnjudged' : 'objectChanged', { object: number })
      }
    }
    const { hidden } = revision
    const isItsOwn = hidden && !isUsed(old.get(hidden.number)) && !isUsed(revision.entries.get(hidden.number))
    checkGaps(comparison, i, isItsOwn ? [...places, [hidden.offset, hidden.end]] : places)
    if (holdsStrays(comparison, i, places)) comparison.leftOpen ??= 'damaged'
    if (!isWrittenAsUsual(memory(comparison.bytes), revision) || givesBack(comparison.bytes, revision, old))
      comparison.leftOpen ??= 'damaged' // readers make up a file of what they find where they stumble
    compareTrailers(comparison, first.trailer, revision.trailer)
  }
}

/** Whether an object or a trailer stands inside of one of a revision's objects, or of its trailer: readers find it there that make up a file. */
function holdsStrays({ pdf, bytes }: Comparison, at: number, places: readonly (readonly [number, number])[]): boolean {
  const { later, trailers } = straysIn(pdf, memory(bytes))
  const { xref, startxref, eof } = pdf.revisions[at]!
  const isInside = (found: number) => (found >= xref && found < eof) || places.some(([from, to]) => found > from && found < to)
  return later.some(isInside) || trailers.filter(isInside).length > (xref === startxref ? 1 : 2)
}

const isUsed = (entry: Entry | undefined) => entry !== undefined && entry.type !== 'free'

/** Whether a hybrid's table frees what a table had in use, and its stream has it in use still: readers differ about that. What stands packed no table knows. */
function givesBack(bytes: Uint8Array, { kind, xref, eof, entries }: Revision, old: ReadonlyMap<number, Entry>): boolean {
  if (kind !== 'hybrid') return false
  let number = 0
  for (const [, first, , free] of latin1(bytes.subarray(xref, eof)).matchAll(/^(\d+) (\d+)(?: ([fn]))?\s*$/gm)) {
    if (free === undefined) number = Number(first)
    else if (free === 'f' && old.get(number)?.type === 'offset' && entries.get(number)?.type === 'offset') return true
    if (free !== undefined) number++
  }
  return false
}

/** A catalogue that states its form as the revision before it did, and another one besides, where forms may change. */
function statesFormAgain({ pdf, permissions, bytes }: Comparison, { number, value }: IndirectObject, revision: number): boolean {
  if (number !== pdf.rootRef.number || permissions.permission === 1) return false
  if (!isDict(value) || value.repeated?.size !== 1) return false
  const before = pdf.resolve(pdf.rootAt(revision - 1), revision - 1)
  const [forms, [, first]] = [isDict(before) ? formsOf(before) : [], formsOf(value)]
  if (first === undefined || forms.length !== 1 || !sameValue(forms[0], first, bytes)) return false
  return ![first, ...value.entries.values()].some(repeats)
}

/** An object of an object stream; null where it cannot be read, and nobody minds as long as nothing refers to it. */
function packedIn({ pdf }: Comparison, revision: number, number: number): Value {
  try {
    return pdf.object({ kind: 'ref', number, generation: 0 }, revision)?.value ?? null
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

/** Bytes between objects that no cross-reference leads to show up in readers that rebuild the file. */
function checkGaps(comparison: Comparison, at: number, places: (readonly [number, number])[]): void {
  const { start, xref: end } = comparison.pdf.revisions[at]!
  let next = start
  for (const [from, to] of [...places.toSorted((a, b) => a[0] - b[0]), [end, end] as const]) {
    if (next < from && !isHarmless(comparison, at, next, from))
      return comparison.report('bytesOutsideObjects', { forgery: 'incrementalSavingAttack' })
    next = Math.max(next, to)
  }
}

const isHarmless = (comparison: Comparison, ...gap: [at: number, start: number, end: number]): boolean =>
  saysNothing(comparison.bytes.subarray(gap[1], gap[2])) || isSaidAgain(comparison, ...gap) || isWrittenOver(comparison, ...gap)

/** Whether a gap holds nothing but an object as it is, octet for octet: iText 5 writes the contents of a page that it changes again, and leads nowhere to them. */
function isSaidAgain({ pdf, bytes }: Comparison, at: number, start: number, end: number): boolean {
  const text = latin1(bytes.subarray(start, end))
  const [, before, number, generation] = /^(\s*)(\d{1,10}) (\d{1,5}) obj\b/.exec(text) ?? []
  if (before === undefined) return false
  const place = pdf.object({ kind: 'ref', number: Number(number), generation: Number(generation) }, at)?.place
  // No more of the file is looked at than stands in the gap: there may be a gap in each of many revisions, and the object may be most of the file.
  if (!place || place[1] - place[0] > text.length) return false
  return text.slice(before.length).trimEnd() === latin1(bytes.subarray(...place)).trimEnd()
}

const mostWrittenOver = 65_536

/**
 * Whether a gap holds nothing but an object that the same revision writes once more behind it: the signer of Pdftools does that with the catalogue. Who
 * makes up a file of what stands in it takes the last.
 */
function isWrittenOver({ pdf, bytes }: Comparison, at: number, start: number, end: number): boolean {
  if (end - start > mostWrittenOver) return false
  const found = /^\s*(\d{1,10}) (\d{1,5}) obj\b([^]*)\bendobj\s*$/.exec(latin1(bytes.subarray(start, end)))
  if (!found || /obj|stream|xref|trailer|%/.test(found[3]!)) return false
  const entry = pdf.revisions[at]!.entries.get(Number(found[1]))
  return entry?.type === 'offset' && entry.generation === Number(found[2]) && entry.offset >= end
}

function compareTrailers(comparison: Comparison, before: Dict, after: Dict): void {
  const { pdf, to, bytes } = comparison
  const [root, next] = [before.entries.get('Root'), after.entries.get('Root')]
  // digitorus/pdfsign puts a new catalogue beside the one that there was
  if (!sameValue(root, next, bytes) && (!isRef(next) || comparison.existedBefore(next)))
    comparison.report('trailerChanged', { forgery: 'shadowHideAndReplace' })
  const isEncrypted = ({ entries }: Dict) => (entries.get('Encrypt') ?? null) !== null
  if (isEncrypted(before) !== isEncrypted(after) || repeats(after)) comparison.report('trailerChanged')
  if (!isEncrypted(before)) return
  comparison.explain(after.entries.get('Encrypt'), trailersAlone) // the reader took the file because all say the same
  // the keys of an encrypted file hang on its first identifier
  const ids = [before, after].map((trailer) => pdf.resolve(trailer.entries.get('ID'), to)).map((id) => (isArray(id) ? id[0] : null))
  if (ids[0] && !sameValue(ids[0], ids[1], bytes)) comparison.report('trailerChanged')
}
