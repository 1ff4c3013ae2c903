/** What stands beside a signature's appearance, or stood beneath a field's: what is read with it, and what comes to light. */
import { transformed } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import type { Mark } from '#pki/content/marks.ts'
import { isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { marksIn } from './appearanceMarks.ts'
import { placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import type { Field } from './form.ts'
import { marksWithin, mayCover, rectangleOf } from './pageMarks.ts'

/** What an annotation shows, by its state where it has several. */
export function shownBy({ pdf }: Comparison, annotation: Dict, at: number): Stream | undefined {
  const appearances = pdf.get(annotation, 'AP', at)
  const normal = isDict(appearances) ? pdf.get(appearances, 'N', at) : null
  const state = isDict(normal) ? pdf.get(normal, nameOf(pdf.get(annotation, 'AS', at)) ?? 'Off', at) : normal
  return isStream(state) ? state : undefined
}

/** Whether a field hid with what it showed something that was written beneath it, which comes to light where that goes. */
export function hidWritten(comparison: Comparison, { dict, number }: Field): boolean {
  const { pdf, from } = comparison
  const shown = shownBy(comparison, dict, from)
  if (!shown || marksIn(comparison, shown, from)?.every(({ kind }) => kind === 'text')) return false
  return mayCover(comparison, comparison.pageOf(number), rectangleOf(pdf, dict, from), 'what was written', {
    self: number,
    isFilledIn: true,
  })
}

/**
 * Whether an appearance stands so close beside letters of the page that it is read with them: "000" behind "100". A field that waited for it stands
 * beside the words that say what it is for, and goes on with figures alone; so does what is no text.
 */
export function continuesText(comparison: Comparison, widget: Dict, isPrepared: boolean, self: number): boolean {
  const { pdf, to } = comparison
  const [shown, page] = [shownBy(comparison, widget, to), comparison.pageOf(self)]
  const place = shown && placeOf(comparison, shown, widget)
  if (!shown || !page || place === 'nowhere') return false
  const marks = marksIn(comparison, shown, to)
  const rectangle = rectangleOf(pdf, widget, to)
  if (!marks || !place) return !rectangle || isReadWith(comparison, page, beside(rectangle, farthest), false)
  return marks
    .filter(({ kind, text, isRule }) => (kind === 'text' ? text?.trim() !== '' : !isRule))
    .some((mark) => {
      const box = transformed(place.toPage, mark.box)
      const isText = mark.kind === 'text'
      return isReadWith(
        comparison,
        page,
        beside(box, Math.min(farthest, (isText ? em : 1) * (box[3] - box[1])), isText ? aroundLetters : 0),
        isText && !isPrepared,
      )
    })

  function isReadWith(...[, onPage, box, isAnyText]: [Comparison, typeof page & object, Box, boolean]): boolean {
    const found = marksWithin(comparison, onPage, box)
    return !found || found.some((mark) => mark.kind === 'text' && (isAnyText ? mark.text?.trim() !== '' : endsInFigures(mark, box)))
  }
}

/** Of a text's box: its letters are about two thirds of its height. */
const em = 0.65
const aroundLetters = 0.35
/** In points, beside what is no text. */
const farthest = 20

/** Along the line as far as the next word may stand. */
function beside([left, bottom, right, top]: Box, reach: number, share = 0): Box {
  const inset = share * (top - bottom)
  return [left - reach, bottom + inset, right + reach, top - inset]
}

const fewLetters = 3

/** Whether a text has figures, or nobody knows what, at the end that lies within a box. */
function endsInFigures({ text, box }: Mark, reach: Box): boolean {
  if (text === undefined) return true
  const isBefore = box[0] < reach[0]
  return /\p{Nd}/u.test(isBefore ? text.trimEnd().slice(-fewLetters) : text.trimStart().slice(0, fewLetters))
}
