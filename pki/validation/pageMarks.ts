import { once } from '#pki/once.ts'
import { marksOf } from '#pki/content/marks.ts'
import { mayEndInComment } from '#pki/content/tokens.ts'
import type { Effort, Mark } from '#pki/content/marks.ts'
import { Pictures } from '#pki/content/pictures.ts'
import type { DecodeJpeg } from '#pki/content/pictures.ts'
import { grown, touches } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isInteger, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { isUnseen, rulesWrite } from './writtenMarks.ts'

/** What reading the content of one file's pages may cost; beyond it nobody says that a place is empty. */
const effortOfFile = 6_000_000
const deepestTree = 50

/** An annotation that shows something; its number is 0 where it stands in the list itself. */
type Shown = { number: number; box: Box }
type Known = {
  effort: Effort
  marks: Map<string, readonly Mark[] | undefined>
  annotations: Map<string, readonly Shown[] | undefined>
  pictures: Pictures
}
export const contentEffort = (pdf: PdfDocument): Effort => knownOf(pdf).effort

const knownOf = once((pdf: PdfDocument): Known => ({
  effort: { left: effortOfFile },
  marks: new Map(),
  annotations: new Map(),
  pictures: new Pictures(pdf),
}))

/** From now on pictures that are JPEG files can be looked into. */
export function readJpegWith(pdf: PdfDocument, decodeJpeg: DecodeJpeg): void {
  knownOf(pdf).pictures = new Pictures(pdf, decodeJpeg)
}

/** The rectangle of an annotation in the space of its page, as a box; undefined where it has none. */
export function rectangleOf(pdf: PdfDocument, annotation: Dict, at: number): Box | undefined {
  const rect = pdf.get(annotation, 'Rect', at)
  const numbers = isArray(rect) ? rect.map((item) => pdf.resolve(item, at)) : []
  if (numbers.length !== 4 || !numbers.every((one) => typeof one === 'number')) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}

const marksByPage = once<Comparison, Map<number, readonly Mark[] | undefined>>(() => new Map())

/** What a page of the signed revision shows; undefined where it cannot be told. Asked thousands of times, it reads the page once. */
function marksOfPage(comparison: Comparison, page: Ref): readonly Mark[] | undefined {
  const pages = marksByPage(comparison)
  if (!pages.has(page.number)) pages.set(page.number, lookAtPage(comparison, page))
  return pages.get(page.number)
}

function lookAtPage(comparison: Comparison, page: Ref): readonly Mark[] | undefined {
  const { pdf, from } = comparison
  const dict = pdf.resolve(page, from)
  if (!isDict(dict)) return undefined
  const { effort, marks } = knownOf(pdf)
  const streams = streamsOf(pdf, pdf.get(dict, 'Contents', from), from)
  if (!streams) return undefined
  const key = `${page.number} ${streams.map(({ start }) => start).join()}`
  if (!marks.has(key)) marks.set(key, readPage(pdf, dict, streams, from, effort))
  return marks.get(key)
}

function streamsOf(pdf: PdfDocument, contents: Value, at: number) {
  const items = contents === null ? [] : isArray(contents) ? contents.map((item) => pdf.resolve(item, at)) : [contents]
  return items.every(isStream) ? items : undefined
}

function readPage(pdf: PdfDocument, page: Dict, streams: NonNullable<ReturnType<typeof streamsOf>>, at: number, effort: Effort) {
  try {
    const newLine = Buffer.from('\n')
    const parts = streams.map((stream) => pdf.data(stream))
    if (parts.slice(0, -1).some(mayEndInComment)) return undefined
    const data = Buffer.concat(parts.flatMap((part) => [part, newLine]))
    return marksOf(pdf, at, { data, resources: inherited(pdf, page, 'Resources', at), isApart: true }, effort)
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** A page's own entry or that of the nearest node above it (ISO 32000-2 §7.7.3.4). */
function inherited(pdf: PdfDocument, page: Dict, key: string, at: number): Value {
  let node: Value = page
  for (let depth = 0; isDict(node) && depth < deepestTree; depth++) {
    const value = pdf.get(node, key, at)
    if (value !== null) return value
    node = pdf.get(node, 'Parent', at)
  }
  return null
}

const noZoom = 1 << 3
const noRotate = 1 << 4

/** Whether readers draw an annotation beyond its rectangle: as large at every magnification, or upright on a turned page (ISO 32000-2 §12.5.3). */
export function leavesItsRectangle({ pdf, to }: Comparison, annotation: Dict, page: Ref | undefined): boolean {
  const flags = pdf.get(annotation, 'F', to)
  if (!isInteger(flags) || (flags & (noZoom | noRotate)) === 0) return false
  return (flags & noZoom) !== 0 || isTurned(pdf, page, to)
}

export function isTurned(pdf: PdfDocument, page: Ref | undefined, at: number): boolean {
  const dict = page ? pdf.resolve(page, at) : null
  const turned = isDict(dict) ? inherited(pdf, dict, 'Rotate', at) : null
  return !isDict(dict) || (turned !== null && turned !== 0)
}

/** Annotations that are none of what was signed: the one that is judged, and with it those that were filled in as well. */
type Aside = { self?: number; isFilledIn?: boolean }

export type Beneath = 'everything' | 'what was written'

/**
 * Whether something within `box` may cover what the signed revision shows on a page: its content, and annotations that were there.
 * 'what was written' leaves out rules and frames, in which a place for a signature usually stands. What cannot be told counts as covered.
 */
export function mayCover(
  comparison: Comparison,
  page: Ref | undefined,
  box: Box | undefined,
  beneath: Beneath,
  { self, isFilledIn = false }: Aside = {},
): boolean {
  if (!page || !box || !comparison.existedBefore(page)) return true
  const marks = marksOfPage(comparison, page)
  const { effort, pictures } = knownOf(comparison.pdf)
  if (!marks || (effort.left -= marks.length / 8) < 0) return true
  const inner = grown(box, -0.5)
  const beneathIt = marks.filter((mark, i) => touches(mark.box, inner) && !isUnseen(marks, i, effort))
  const isOnlyRule = ({ kind, isRule }: Mark) => beneath === 'what was written' && kind === 'path' && isRule
  // Of a scanned page all is picture: what it covers of it may be blank paper.
  const counts = (mark: Mark) => (mark.picture ? !pictures.isPlainWithin(mark.picture, inner, comparison.from) : !isOnlyRule(mark))
  if (beneathIt.some(counts) || rulesWrite(beneathIt.filter(isOnlyRule), inner)) return true
  return coversAnnotation(comparison, page, inner, { self, isFilledIn })
}

/** What a page of the signed revision shows within a box; undefined where it cannot be told. */
export function marksWithin(comparison: Comparison, page: Ref, box: Box): Mark[] | undefined {
  if (!comparison.existedBefore(page)) return undefined
  const marks = marksOfPage(comparison, page)
  const { effort } = knownOf(comparison.pdf)
  if (!marks || (effort.left -= marks.length / 8) < 0) return undefined
  return marks.filter((mark) => touches(mark.box, box))
}

/** Whether a box has something in common with an annotation that the signed revision shows. */
export function coversAnnotation(comparison: Comparison, page: Ref, box: Box, { self, isFilledIn }: Aside = {}): boolean {
  const { effort } = knownOf(comparison.pdf)
  const shown = isFilledIn ? leftAsTheyWere(comparison, page) : annotationsOn(comparison, page)
  if (!shown || (effort.left -= shown.length / 8) < 0) return true
  return shown.some((one) => one.number !== self && touches(one.box, box))
}

function annotationsOn(comparison: Comparison, page: Ref): readonly Shown[] | undefined {
  const { effort, annotations } = knownOf(comparison.pdf)
  const key = `${page.number} ${comparison.from}`
  if (!annotations.has(key)) annotations.set(key, annotationsOf(comparison, page, effort))
  return annotations.get(key)
}

const leftByPage = once<Comparison, Map<number, readonly Shown[] | undefined>>(() => new Map())

/** Without those that changed: thousands of one field may have been filled in at once, and are looked through for each. */
function leftAsTheyWere(comparison: Comparison, page: Ref): readonly Shown[] | undefined {
  const pages = leftByPage(comparison)
  if (!pages.has(page.number))
    pages.set(
      page.number,
      annotationsOn(comparison, page)?.filter(({ number }) => !comparison.changed.has(number)),
    )
  return pages.get(page.number)
}

/** The annotations that a page of the signed revision shows; undefined where they are too many. */
function annotationsOf({ pdf, from }: Comparison, page: Ref, effort: Effort): Shown[] | undefined {
  const dict = pdf.resolve(page, from)
  const list = isDict(dict) ? pdf.get(dict, 'Annots', from) : null
  const found: Shown[] = []
  for (const item of isArray(list) ? list : []) {
    if ((effort.left -= 4) < 0) return undefined
    const annotation = pdf.resolve(item, from)
    if (!isDict(annotation)) continue
    const subtype = nameOf(pdf.get(annotation, 'Subtype', from))
    // A link shows nothing, nor does a field that has no appearance yet.
    if (subtype === 'Link' || subtype === 'Popup' || (subtype === 'Widget' && !annotation.entries.has('AP'))) continue
    const box = rectangleOf(pdf, annotation, from)
    if (box) found.push({ number: isRef(item) ? item.number : 0, box })
  }
  return found
}
