import { identity, transformed } from '#pki/content/matrix.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import type { Mark } from '#pki/content/marks.ts'
import { isFlat, strays } from '#pki/content/strays.ts'
import { isArray, isDict, isName, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { boxOf, marksIn } from './appearanceMarks.ts'
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
  if (!page) return false
  if (isStray(comparison, stream, widget, () => marks)) return true
  if (place === 'nowhere') return false
  if (!place) return marks.length > 0
  const boxes = marks.filter(({ text }) => text?.trim() !== '').map((mark) => coreOf(mark, place))
  return boxes.some((box) => box && mayCover(comparison, page, box, 'what was written', { self, isFilledIn: true }))
}

type Placement = { frame: Box; toPage: Matrix }

/** The part of a mark that its frame lets be seen, on the page; undefined where that is none. */
function coreOf({ kind, box }: Mark, { frame, toPage }: Placement): Box | undefined {
  const [left, bottom] = [Math.max(box[0], frame[0]), Math.max(box[1], frame[1])]
  const [right, top] = [Math.min(box[2], frame[2]), Math.min(box[3], frame[3])]
  if (left >= right || bottom >= top) return undefined
  const seen: Box = [left, bottom, right, top]
  return transformed(toPage, kind === 'text' ? lettersWithin(seen) : seen)
}

/** The part of a text's box in which its letters stand. */
export function lettersWithin([left, bottom, right, top]: Box): Box {
  const [width, height] = [right - left, top - bottom]
  const [x, y] = [Math.min(beside * height, 0.45 * width), beside * height]
  return [left + x, bottom + y, right - x, top - y]
}

/** Whether a reader may draw an annotation beyond its rectangle, because it cannot fit it in, or as MuPDF nothing of its page, because it has no pictures. */
export function isUnbounded(comparison: Comparison, annotation: Dict): boolean {
  const { pdf, to } = comparison
  const [appearance, state] = [pdf.get(annotation, 'AP', to), pdf.get(annotation, 'AS', to)]
  if ((appearance !== null && !isDict(appearance)) || (state !== null && !isName(state))) return true
  const normal = isDict(appearance) ? pdf.get(appearance, 'N', to) : null
  if ((contentEffort(pdf).left -= isDict(normal) ? normal.entries.size : 1) < 0) return true
  const states = isDict(normal) ? [...normal.entries.values()] : [normal]
  return states.some((value) => {
    const stream = pdf.resolve(value, to)
    return isStream(stream) && isStray(comparison, stream, annotation, () => marksIn(comparison, stream, to))
  })
}

/** What cannot be told may be anything. */
function isStray(comparison: Comparison, stream: Stream, annotation: Dict, marksOf: () => readonly Mark[] | undefined): boolean {
  const { pdf, to } = comparison
  const isNote = nameOf(pdf.get(annotation, 'Subtype', to)) === 'Text'
  return strays(
    {
      frame: boxOf(comparison, stream),
      matrix: matrixOf(comparison, stream),
      place: rectangleOf(pdf, annotation, to),
      isNote,
    },
    () => {
      const marks = marksOf()
      return { something: marks?.length !== 0, letters: marks?.some(({ kind }) => kind === 'text') ?? true }
    },
  )
}

/**
 * How an appearance's frame is fitted into the rectangle of its annotation (ISO 32000-2 §12.5.5, algorithm: appearance streams); undefined where
 * one of them is not what the format says, and readers differ.
 */
export function placeOf(comparison: Comparison, stream: Stream, widget: Dict): Placement | 'nowhere' | undefined {
  const { pdf, to } = comparison
  const [frame, rect] = [boxOf(comparison, stream), rectangleOf(pdf, widget, to)]
  if ((rect && isFlat(rect)) || (frame && isFlat(frame))) return 'nowhere'
  const matrix = matrixOf(comparison, stream)
  if (!frame || !rect || !matrix) return undefined
  const around = transformed(matrix, frame)
  const [width, height] = [around[2] - around[0], around[3] - around[1]]
  if (!(width > 0 && height > 0)) return 'nowhere'
  const [x, y] = [(rect[2] - rect[0]) / width, (rect[3] - rect[1]) / height]
  const [a, b, c, d, e, f] = matrix
  const toPage: Matrix = [a * x, b * y, c * x, d * y, (e - around[0]) * x + rect[0], (f - around[1]) * y + rect[1]]
  return { frame, toPage }
}

function matrixOf({ pdf, to }: Comparison, { dict }: Stream): Matrix | undefined {
  const value = pdf.get(dict, 'Matrix', to)
  if (value === null) return identity
  const numbers = isArray(value) ? value.map((item) => pdf.resolve(item, to)) : []
  return numbers.length === 6 && numbers.every((one) => typeof one === 'number') ? (numbers as unknown as Matrix) : undefined
}
