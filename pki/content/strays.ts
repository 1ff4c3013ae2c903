import { identity } from './matrix.ts'
import type { Box, Matrix } from './matrix.ts'
import { isSqueezedInto } from './squeezed.ts'

/** An appearance (ISO 32000-2 §12.5.5): its /BBox, its /Matrix and the /Rect of its annotation, undefined where they are none, and whether that is a note. */
type Fitted = { frame: Box | undefined; matrix?: Matrix | undefined; place: Box | undefined; isNote: boolean }

/** As large as readers draw notes whatever rectangle they have, in points. */
export const largestIcon = 40

/**
 * Whether some reader draws an appearance elsewhere than in the rectangle of its annotation, into which it cannot be fitted. Chrome draws what has no
 * frame as large as it is, and letters of an annotation without a width or a height as large as it likes; MuPDF draws what has no rectangle over all of
 * the page, and a note without a width or a height as large as its frame is. Others draw nothing.
 * @param drawn what it may draw; asked only where that decides
 */
export function strays(
  { frame, matrix = identity, place, isNote }: Fitted,
  drawn: () => { something: boolean; letters: boolean },
): boolean {
  if (!frame || !place) return drawn().something
  if (isFlat(frame) || isNowhere(place)) return false
  if (!isFlat(place)) return isSqueezedInto(frame, matrix, place) && drawn().letters
  return isNote && !isIcon(frame) ? drawn().something : drawn().letters
}

export const isFlat = ([left, bottom, right, top]: Box): boolean => !(right > left && top > bottom)

/** Where signatures stand that are not to be seen: Acrobat gives them words all the same, of which Chrome shows a blot in the corner. */
const isNowhere = (place: Box) => place.every((number) => number === 0)

const isIcon = ([left, bottom, right, top]: Box) => right - left <= largestIcon && top - bottom <= largestIcon
