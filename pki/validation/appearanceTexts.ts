/** What somebody reads who looks at a field's appearance. */
import { insideOf, isFrame } from '#pki/content/frames.ts'
import { touches } from '#pki/content/matrix.ts'
import type { Box, Matrix, Point } from '#pki/content/matrix.ts'
import type { Effort, Mark } from '#pki/content/marks.ts'
import { mostKerning } from '#pki/content/runs.ts'
import type { Run } from '#pki/content/runs.ts'
import { isDict, isInteger } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { boxOf, marksIn } from './appearanceMarks.ts'
import { coversWritten, placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, isTurned, mayCover, rectangleOf } from './pageMarks.ts'

/** Letters of a smaller size, in points, are lines. */
const smallest = 2
/** Of relative luminance, between letters and what they stand on. */
const leastContrast = 0.2
/** Relative luminance of letters on paper. */
const lightest = 0.8
/** Of the sizes of letters, between any two of a text and between one's width and height. */
const [mostGrowth, mostStretch] = [1.5, 2]

/** The text of an appearance; undefined where it is not certain, cannot be seen, or more than text and its ground is drawn. */
export function textIn(comparison: Comparison, stream: Stream, widget: Dict, self: number): string | undefined {
  const { pdf, to } = comparison
  const box = boxOf(comparison, stream)
  const marks = marksIn(comparison, stream, to, true)
  if (!marks || !box || !marks.every(isTextOrGround)) return undefined
  const written = marks.filter(isWritten)
  const runs = written.map(({ run }) => run!)
  if (!areReadInOrder(runs) || !runs.every((run) => isWithin(run, box))) return undefined
  if (runs.some(({ isGuessed }) => isGuessed) && !runs.every(({ isGuessed }) => isGuessed)) return undefined
  if (!areSeen(marks, box, contentEffort(pdf)) || !areUpright(comparison, stream, widget, runs, self)) return undefined
  const paths = marks.filter(({ kind }) => kind === 'path')
  const corners = paths.reduce((all, { areas = [] }) => areas.reduce((sum, { points }) => sum + points.length, all), 0)
  if ((contentEffort(pdf).left -= (corners * (1 + runs.length)) / 8) < 0 || !paths.every((path) => isFrame(path, box, runs)))
    return undefined
  if (paths.length > 0 && mayCover(comparison, comparison.pageOf(self), rectangleOf(pdf, widget, to), 'what was written', { self }))
    return undefined
  return coversWritten(comparison, stream, widget, marks, self) ? undefined : marks.map(({ text }) => text ?? '').join('')
}

const isWritten = ({ text }: Mark) => text !== undefined && text.trim() !== ''

function isTextOrGround({ kind, isBlended, isSheer, text, luminance }: Mark): boolean {
  if (kind === 'image' || isBlended) return false
  return kind === 'path' || (text !== undefined && (text.trim() === '' || (luminance !== undefined && !isSheer)))
}

/** Whether texts that are drawn one after the other are read so: from left to right, line by line, and none over another. */
function areReadInOrder(runs: readonly Run[]): boolean {
  let [lineAbove, line, end] = [Infinity, Infinity, -Infinity]
  return runs.every(({ from: [x, y], to, along, up }) => {
    const [width, height] = [along[0], up[1]]
    const isUpright = width > 0 && height > 0 && Math.abs(along[1]) < 0.05 * width && Math.abs(up[0]) < 0.5 * height
    if (Math.abs(y - line) > mostKerning * height) [lineAbove, line, end] = [Math.min(line, lineAbove), y, -Infinity]
    const follows = x >= end - mostKerning * width && y + 0.6 * height <= lineAbove
    end = Math.max(end, to[0])
    return isUpright && follows
  })
}

/** In ems: so far letters may stand out of what lets them be seen, and so high they reach at least. */
const slack = { left: 0.15, right: 0.1, bottom: 0.02 }
const tallest = 0.72

/** Whether all letters of a text stand within an appearance's frame and what the appearance lets be seen. */
function isWithin({ from, reach, along, up, within }: Run, frame: Box): boolean {
  if (within === 'unknown') return false
  return [frame, ...(within === 'everything' ? [] : [within])].every(
    ([left, bottom, right, top]) =>
      from[0] >= left - slack.left * along[0] &&
      reach[0] <= right + slack.right * along[0] &&
      from[1] >= bottom - slack.bottom * up[1] &&
      from[1] + tallest * up[1] <= top,
  )
}

/** Whether nothing that is painted after a text stands over it, and nothing before it has its colour. */
function areSeen(marks: readonly Mark[], frame: Box, effort: Effort): boolean {
  const [written, painted] = [indicesOf(marks, isWritten), indicesOf(marks, ({ kind }) => kind === 'path')]
  if ((effort.left -= (written.length * painted.length) / 8) < 0) return false
  return written.every((at) => {
    const text = marks[at]!
    const touching = painted.filter((i) => touches(marks[i]!.box, text.box))
    const grounds = touching.map((i) => marks[i]!).filter(({ isFilled }) => isFilled)
    const last = grounds.findLastIndex((ground) => holds(ground.box, text, frame))
    if (last < 0 && text.luminance! > lightest) return false
    const isSeen = touching.every((i) => i < at || isWithinBorder(text, marks[i]!))
    return isSeen && grounds.slice(Math.max(0, last)).every((ground) => isContrast(ground, text))
  })
}

/** Whether all of a text's letters stand inside of what is painted around them. */
function isWithinBorder({ run }: Mark, border: Mark): boolean {
  const inside = insideOf(border)
  return inside !== undefined && isWithin({ ...run!, within: 'everything' }, inside)
}

const indicesOf = (marks: readonly Mark[], are: (mark: Mark) => boolean) => [...marks.keys()].filter((i) => are(marks[i]!))

/** Whether all that is seen of a text stands within a ground. */
function holds([left, bottom, right, top]: Box, { run, box }: Mark, frame: Box): boolean {
  const { from, along, up } = run!
  const end = Math.min(box[2], frame[2]) - 0.3 * along[0]
  return from[0] >= left && end <= right && from[1] >= bottom && from[1] + 0.6 * up[1] <= top
}

const isContrast = (a: Mark, b: Mark) =>
  a.luminance !== undefined && b.luminance !== undefined && !a.isSheer && Math.abs(a.luminance - b.luminance) >= leastContrast

/** Whether texts stand upright on the page, or as turned as their field says, and not upside down, and can be read. */
function areUpright(comparison: Comparison, stream: Stream, widget: Dict, runs: readonly Run[], self: number): boolean {
  const place = placeOf(comparison, stream, widget)
  if (place === 'nowhere') return true
  if (!place) return false
  const { toPage } = place
  if (toPage[0] * toPage[3] - toPage[1] * toPage[2] <= 0) return false
  const turned = Math.round((Math.atan2(toPage[1], toPage[0]) * 180) / Math.PI)
  if (Math.abs(turned) === 180 && !isTurned(comparison.pdf, comparison.pageOf(self), comparison.to)) return false
  if (turned !== 0 && (turned - turnOf(comparison, widget)) % 360 !== 0) return false
  return haveOneSize(runs.map(({ along, up }) => [vector(toPage, along), vector(toPage, up)]))
}

/** Whether letters are as large as somebody can read, about as wide as high, hardly slanted, and one as large as another. */
function haveOneSize(letters: readonly (readonly [along: Point, up: Point])[]): boolean {
  let [least, most] = [Infinity, 0]
  return letters.every(([along, up]) => {
    const [width, height] = [Math.hypot(...along), Math.hypot(...up)]
    least = Math.min(least, height)
    most = Math.max(most, height)
    const isStraight = Math.abs(along[0] * up[0] + along[1] * up[1]) < 0.5 * width * height
    const isLegible = width >= smallest && height >= smallest && width <= mostStretch * height && height <= mostStretch * width
    return isStraight && isLegible && most <= mostGrowth * least
  })
}

const vector = ([a, b, c, d]: Matrix, [x, y]: Point): Point => [a * x + c * y, b * x + d * y]

function turnOf({ pdf, to }: Comparison, widget: Dict): number {
  const characteristics = pdf.get(widget, 'MK', to)
  const turn = isDict(characteristics) ? pdf.get(characteristics, 'R', to) : null
  return isInteger(turn) ? turn : 0
}
