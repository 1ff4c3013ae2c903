import { identity, transformed } from '#pki/content/matrix.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import { marksOf } from '#pki/content/marks.ts'
import type { Mark } from '#pki/content/marks.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, mayCover, rectangleOf } from './pageMarks.ts'

/** A text's box reaches beyond its letters; so much of its height, on each side, is none of them. */
const beside = 0.35

/**
 * Whether what an appearance draws stands over what was written on the page: text where its letters are, everything else with all of its box.
 * What shows nothing covers nothing; what cannot be told covers.
 */
export function coversWritten(comparison: Comparison, stream: Stream, widget: Dict, marks: readonly Mark[], self: number): boolean {
  const page = comparison.pageOf(self)
  const place = placeOf(comparison, stream, widget)
  if (!page || place === 'nowhere') return false // it is on no page, or has no extent there
  const boxes = marks.filter(({ text }) => text?.trim() !== '').map((mark) => coreOf(mark, place))
  return boxes.some((box) => box && mayCover(comparison, page, box, 'what was written', { self, isFilledIn: true }))
}

/** What an annotation's appearance draws, and what its paths enclose; undefined where it cannot be told. */
export function appearanceMarks({ pdf, to }: Comparison, stream: Stream): Mark[] | undefined {
  try {
    const resources = stream.dict.entries.get('Resources') ?? null
    return marksOf(pdf, to, { data: pdf.data(stream), resources, keepsAreas: true }, contentEffort(pdf))
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

type Placement = { frame: Box; toPage: Matrix }

/** The part of a mark that its frame lets be seen, on the page; undefined where that is none. */
function coreOf({ kind, box }: Mark, { frame, toPage }: Placement): Box | undefined {
  const [left, bottom] = [Math.max(box[0], frame[0]), Math.max(box[1], frame[1])]
  const [right, top] = [Math.min(box[2], frame[2]), Math.min(box[3], frame[3])]
  if (left >= right || bottom >= top) return undefined
  const [width, height] = [right - left, top - bottom]
  const [x, y] = kind === 'text' ? [Math.min(beside * height, 0.45 * width), beside * height] : [0, 0]
  return transformed(toPage, [left + x, bottom + y, right - x, top - y])
}

/** How an appearance's frame is fitted into the rectangle of its annotation (ISO 32000-2 §12.5.5, algorithm: appearance streams). */
export function placeOf({ pdf, to }: Comparison, { dict }: Stream, widget: Dict): Placement | 'nowhere' {
  const [frame, rect] = [boxAt(pdf.get(dict, 'BBox', to)), rectangleOf(pdf, widget, to)]
  const own = numbers(pdf.get(dict, 'Matrix', to))
  const matrix = own.length === 6 ? (own as unknown as Matrix) : identity
  if (!frame || !rect) return 'nowhere'
  const around = transformed(matrix, frame)
  const [width, height] = [around[2] - around[0], around[3] - around[1]]
  if (!(width > 0 && height > 0 && rect[2] > rect[0] && rect[3] > rect[1])) return 'nowhere'
  const [x, y] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height]
  const [a, b, c, d, e, f] = matrix
  const toPage: Matrix = [a * x, b * y, c * x, d * y, (e - around[0]) * x + rect[0], (f - around[1]) * y + rect[1]]
  return { frame, toPage }

  function numbers(value: ReturnType<typeof pdf.resolve>): number[] {
    return (isArray(value) ? value : []).map((item) => pdf.resolve(item, to)).filter((item) => typeof item === 'number')
  }

  function boxAt(value: ReturnType<typeof pdf.resolve>): Box | undefined {
    const corners = numbers(value)
    if (corners.length !== 4) return undefined
    const [left, bottom, right, top] = corners as [number, number, number, number]
    return [Math.min(left, right), Math.min(bottom, top), Math.max(left, right), Math.max(bottom, top)]
  }
}
