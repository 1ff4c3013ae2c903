import { marksOf } from '#pki/content/marks.ts'
import type { Effort } from '#pki/content/marks.ts'
import { numbersIn } from '#pki/colour/numbers.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import { strays } from '#pki/content/strays.ts'
import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Stream, Value } from '#pki/pdf/values.ts'
import { rectangleOf } from './formFields.ts'

/** What is known of an appearance: whether it may draw anything, letters among it, and whether it draws thin lines at most. */
type Drawn = { something: boolean; letters: boolean; thinLines: boolean }
type Known = { effort: Effort; drawn: Map<number, Drawn> }

/** What reading appearances that do not fit may cost in one file; beyond it nobody says that one draws nothing. */
const effortOfFile = 1_000_000
const knownOf = once<PdfDocument, Known>(() => ({ effort: { left: effortOfFile }, drawn: new Map() }))

/** Whether every reader fits what an annotation draws into its rectangle. A file with something that strays shows it to some, and not to others. */
export function fitsItsRectangle(document: PdfDocument, appearance: Value, rectangle: Value, state: Value, isNote = false): boolean {
  const place = rectangleOf(document, rectangle)
  const frameOf = ({ dict }: Stream) => rectangleOf(document, document.get(dict, 'BBox'))
  const fits = (stream: Stream) =>
    !strays({ frame: frameOf(stream), matrix: turnOf(stream), place, isNote }, () => drawnBy(document, stream))
  const turnOf = ({ dict }: Stream) => numbersIn(document, document.get(dict, 'Matrix')) as unknown as Matrix | undefined
  return statesOf(document, appearance, state)?.every(fits) ?? false
}

/** Whether nothing is drawn, in whichever reader. */
export const drawsNothing = (document: PdfDocument, appearance: Value, state: Value): boolean =>
  statesOf(document, appearance, state)?.every((stream) => !drawnBy(document, stream).something) ?? false

/** Whether nothing is drawn but lines, as around a link. */
export const drawsThinLines = (document: PdfDocument, appearance: Value, state: Value): boolean =>
  statesOf(document, appearance, state)?.every((stream) => drawnBy(document, stream).thinLines) ?? false

/** What all readers show of an annotation; undefined where it brings nothing, or nothing for its state. */
export function shownBy(document: PdfDocument, appearance: Value, state: Value): Stream | undefined {
  const normal = isDict(appearance) ? document.get(appearance, 'N') : null
  const shown = isDict(normal) ? document.get(normal, nameOf(state) ?? '') : normal
  return isStream(shown) ? shown : undefined
}

/** What an annotation draws in its state, or in any where it names none; undefined where looking at them would cost too much. */
function statesOf(document: PdfDocument, appearance: Value, state: Value): Stream[] | undefined {
  const normal = isDict(appearance) ? document.get(appearance, 'N') : null
  const name = nameOf(state)
  const count = isDict(normal) && name === undefined ? normal.entries.size : 1
  if ((knownOf(document).effort.left -= count) < 0) return undefined
  const states = isDict(normal) ? (name === undefined ? [...normal.entries.values()] : [normal.entries.get(name) ?? null]) : [normal]
  return states.map((one) => document.resolve(one)).filter(isStream)
}

/** What cannot be told may be anything. */
function drawnBy(document: PdfDocument, stream: Stream): Drawn {
  const { effort, drawn } = knownOf(document)
  return drawn.getOrInsertComputed(stream.start, () => {
    const marks = marksIn()
    const thickest = thicknessOf(rectangleOf(document, document.get(stream.dict, 'BBox'))) / 3
    return {
      something: marks?.length !== 0,
      letters: marks?.some(({ kind }) => kind === 'text') ?? true,
      thinLines: marks?.every(({ kind, lineWidth }) => kind === 'path' && lineWidth !== undefined && lineWidth <= thickest) ?? false,
    }
  })

  function marksIn() {
    try {
      const content = { data: document.data(stream), resources: document.get(stream.dict, 'Resources') }
      return marksOf(document, document.revisions.length - 1, content, effort)
    } catch (error) {
      if (error instanceof PdfError) return undefined
      throw error
    }
  }
}

const thicknessOf = ([left, bottom, right, top]: Box = [0, 0, 0, 0]) => Math.min(right - left, top - bottom)
