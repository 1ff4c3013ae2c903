/** Which marks of a page somebody reads, or would miss. */
import { grown, touches } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import type { Effort, Mark } from '#pki/content/marks.ts'

const isWhite = ({ kind, luminance, darkest = luminance, isMultiplied, isBlended }: Mark) =>
  kind !== 'image' && luminance !== undefined && darkest! >= 0.99 && !isMultiplied && !isBlended

const seen = new WeakMap<Mark, boolean>()

/** White on paper, which nobody sees: what it covers has left a mark of its own. On something dark it is seen, and where what follows brings it to light. */
export function isUnseen(marks: readonly Mark[], index: number, effort: Effort): boolean {
  const mark = marks[index]!
  return isWhite(mark) && !seen.getOrInsertComputed(mark, () => isOnDark(marks, index, effort) || isBlendedLater(marks, index, effort))
}

function isBlendedLater(marks: readonly Mark[], index: number, effort: Effort): boolean {
  if ((effort.left -= (marks.length - index) / 2) < 0) return true
  const { box } = marks[index]!
  return marks.some((one, i) => i > index && one.isBlended && touches(one.box, box))
}

function isOnDark(marks: readonly Mark[], index: number, effort: Effort): boolean {
  if ((effort.left -= index / 2) < 0) return true
  const { box } = marks[index]!
  const ground = marks.findLast((one, i) => i < index && touches(one.box, box) && (!isWhite(one) || isPaper(one, box)))
  return ground !== undefined && !isWhite(ground)
}

/** Whether all of a box has the white of a mark behind it. */
const isPaper = ({ isWhole = false, isClipped, isSheer, box: paper }: Mark, box: Box) =>
  isWhole && !isClipped && !isSheer && isInside(box, paper)

const isInside = (inner: Box, [left, bottom, right, top]: Box) =>
  inner[0] >= left && inner[1] >= bottom && inner[2] <= right && inner[3] <= top

/** Points: rules are not thicker. */
const thickest = 3
/** Lines of dashes, and rows of separators, that stand where something is to be written. */
const mostRows = 3

/** Whether rules within a box are letters or figures put together of lines, and not lines to write upon or frames around it. */
export function rulesWrite(rules: readonly Mark[], box: Box): boolean {
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  const around = grown(box, 2)
  const rows = new Set<string>()
  for (const { box: rule } of rules) {
    const [bottom, top] = [Math.round(rule[1]), Math.round(rule[3])]
    const spans = rule[2] - rule[0] >= 0.7 * width || rule[3] - rule[1] >= 0.7 * height
    if (spans || !isInside(rule, around)) continue
    const isLevel = rule[3] - rule[1] <= thickest
    const isUpright = rule[2] - rule[0] <= thickest
    if (!isLevel && !isUpright) return true // a letter's outline, or a stroke of one
    rows.add(isLevel ? `level ${bottom}` : `upright ${bottom} ${top}`)
  }
  return rows.size > mostRows
}
