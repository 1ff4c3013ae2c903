import { grown, touches } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import { largestIcon } from '#pki/content/strays.ts'
import { isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { AddedAnnotations } from './addedAnnotations.ts'
import { marksIn } from './appearanceMarks.ts'
import { isUnbounded } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, isTurned, leavesItsRectangle, mayCover, rectangleOf } from './pageMarks.ts'

/** In points. */
const usualIcon = 24
/** More could write a word. */
const mostPaths = 12
/** Where readers draw an icon: in the rectangle, or as large as they like from its upper left corner. */
const iconOf = ([left, bottom, right, top]: Box): Box => [left, Math.min(bottom, top - usualIcon), Math.max(right, left + usualIcon), top]
/** What stands closer to a text than this may be read as part of it, in points. */
const apart = 12

/** A note whose icon readers draw, or that has one of its own and stands apart. */
export function isNote(comparison: Comparison, dict: Dict, page: Ref): boolean {
  const { pdf, to } = comparison
  const box = rectangleOf(pdf, dict, to)
  if (!box || Math.max(...sizesOf(box)) > largestIcon || pdf.get(dict, 'Open', to) === true || isUnbounded(comparison, dict)) return false
  const appearance = pdf.get(dict, 'AP', to)
  if (standsInRow(comparison, page, box)) return false
  if (appearance === null) return isUsual(pdf.get(dict, 'Name', to)) && !mayCover(comparison, page, iconOf(box), 'everything')
  if (Math.max(...sizesOf(box)) > usualIcon || !isIcon(comparison, appearance, Math.min(...sizesOf(box)) > 0)) return false
  if (mayCover(comparison, page, grown(box, apart), 'everything')) return false
  return !leavesItsRectangle(comparison, dict, page) || isClearWhenSmall(comparison, page, box)
}

const sizesOf = ([left, bottom, right, top]: Box) => [right - left, top - bottom] as const

/** At half of the page's size, an icon that keeps its own takes twice the place, from its upper left corner; on a turned page in any direction. */
function isClearWhenSmall(comparison: Comparison, page: Ref, box: Box): boolean {
  const size = Math.max(...sizesOf(box))
  const [left, top] = [box[0], box[3]]
  const isUpright = !isTurned(comparison.pdf, page, comparison.to)
  const place: Box = isUpright ? [left, top - 2 * size, left + 2 * size, top] : grown([left, top, left, top], 2 * size)
  return size <= usualIcon && !mayCover(comparison, page, place, 'everything')
}

/** Those that readers draw as a leaf or a balloon (ISO 32000-2 table 175); crosses and circles strike out what they stand on. */
const usualIcons = new Set(['Comment', 'Note', 'Key', 'Help', 'NewParagraph', 'Paragraph', 'Insert'])
const isUsual = (name: Value) => name === null || usualIcons.has(nameOf(name) ?? '')

/** Icons are drawn in few strokes; letters and pictures could say something. MuPDF draws that of a note without an extent as large as its frame is. */
function isIcon(comparison: Comparison, appearance: Value, hasExtent: boolean): boolean {
  const normal = isDict(appearance) ? comparison.pdf.get(appearance, 'N', comparison.to) : null
  const marks = isStream(normal) ? marksIn(comparison, normal, comparison.to) : undefined
  return marks !== undefined && marks.length <= (hasExtent ? mostPaths : 0) && marks.every(({ kind }) => kind === 'path')
}

/** Whether another new note has a drawing so close that both may be read together, as the letters of a word are. */
function standsInRow(comparison: Comparison, page: Ref, [left, bottom, right, top]: Box): boolean {
  const notes = drawnNotes.on(comparison, page)
  if ((contentEffort(comparison.pdf).left -= notes.length / 8) < 0) return true
  const around: Box = [left - largestIcon, bottom - apart, right + largestIcon, top + apart]
  return notes.filter((one) => touches(one, around)).length > 1
}

/** The icons of new notes. */
const drawnNotes = new AddedAnnotations('Text', (comparison, dict) => {
  const box = rectangleOf(comparison.pdf, dict, comparison.to)
  return box ? [dict.entries.has('AP') ? box : iconOf(box)] : []
})

/** A window that is open stands before the page. */
export function isOpenOver(comparison: Comparison, popup: Value, page: Ref): boolean {
  const { pdf, to } = comparison
  return isDict(popup) && pdf.get(popup, 'Open', to) === true && mayCover(comparison, page, rectangleOf(pdf, popup, to), 'everything')
}
