/** What somebody reads who looks at a field's appearance. */
import { touches } from '#pki/content/matrix.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import type { Effort, Mark } from '#pki/content/marks.ts'
import { mostKerning } from '#pki/content/runs.ts'
import type { Run } from '#pki/content/runs.ts'
import { isDict, isInteger } from '#pki/pdf/values.ts'
import type { Dict, Stream } from '#pki/pdf/values.ts'
import { boxOf, marksIn } from './appearanceMarks.ts'
import { coversWritten, placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, mayCover, rectangleOf } from './pageMarks.ts'

/** Letters of a smaller size, in points, are lines. */
const smallest = 2
/** Of relative luminance, between letters and what they stand on. */
const leastContrast = 0.2

/** The text of an appearance; undefined where it is not certain, cannot be seen, or more than text and its ground is drawn. */
export function textIn(comparison: Comparison, stream: Stream, widget: Dict, self: number): string | undefined {
  const { pdf, to } = comparison
  const box = boxOf(comparison, stream)
  const marks = marksIn(comparison, stream, to)
  if (!marks || !box || !marks.every(isTextOrGround)) return undefined
  const written = marks.filter(isWritten)
  if (!areReadInOrder(written.map(({ run }) => run!)) || !written.every(({ run }) => isWithin(run!, box))) return undefined
  if (!areSeen(marks, box, contentEffort(pdf)) || !areUpright(comparison, stream, widget, written)) return undefined
  const paths = marks.filter(({ kind }) => kind === 'path')
  const isPainted = paths.length > 0
  if (paths.some((path) => written.some((text) => isLikeLetter(path.box, text, box)))) return undefined
  if (isPainted && mayCover(comparison, comparison.pageOf(self), rectangleOf(pdf, widget, to), 'what was written', { self }))
    return undefined
  return coversWritten(comparison, stream, widget, marks, self) ? undefined : marks.map(({ text }) => text ?? '').join('')
}

/** A line in a line of text, as tall as its letters: a bar before "250". What separates the letters of a comb reaches from edge to edge. */
function isLikeLetter([left, bottom, right, top]: Box, { run }: Mark, frame: Box): boolean {
  const { from, up } = run!
  const [height, line] = [Math.min(top, frame[3]) - Math.max(bottom, frame[1]), from[1] + up[1] / 2]
  const isTall = right - left < height && height < 0.9 * (frame[3] - frame[1])
  return isTall && bottom < line && top > from[1] && height < 1.6 * up[1]
}

const isWritten = ({ text }: Mark) => text !== undefined && text.trim() !== ''

function isTextOrGround({ kind, isRule, isBlended, isSheer, text, luminance }: Mark): boolean {
  if (kind === 'image' || isBlended) return false
  if (kind === 'path') return isRule
  return text !== undefined && (text.trim() === '' || (luminance !== undefined && luminance <= 0.9 && !isSheer))
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

/** Whether all letters of a text stand within an appearance's frame and what the appearance lets be seen. */
function isWithin({ from, to, along, up, within }: Run, frame: Box): boolean {
  if (within === 'unknown') return false
  return [frame, ...(within === 'everything' ? [] : [within])].every(
    ([left, bottom, right, top]) =>
      from[0] >= left - 0.15 * along[0] &&
      to[0] <= right + 0.3 * along[0] &&
      from[1] >= bottom - 0.15 * up[1] &&
      from[1] + 0.5 * up[1] <= top,
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
    const beneath = grounds.slice(
      Math.max(
        0,
        grounds.findLastIndex((ground) => holds(ground.box, text, frame)),
      ),
    )
    return touching.every((i) => i < at) && beneath.every((ground) => isContrast(ground, text))
  })
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

/** Whether texts stand upright on the page, or as turned as their field says, and are as large as somebody can read. */
function areUpright(comparison: Comparison, stream: Stream, widget: Dict, written: readonly Mark[]): boolean {
  const place = placeOf(comparison, stream, widget)
  if (place === 'nowhere') return true
  if (!place) return false
  const { toPage } = place
  if (toPage[0] * toPage[3] - toPage[1] * toPage[2] <= 0) return false
  const turned = Math.round((Math.atan2(toPage[1], toPage[0]) * 180) / Math.PI)
  if (turned !== 0 && (turned - turnOf(comparison, widget)) % 360 !== 0) return false
  return written.every(({ run }) => lengthOf(toPage, run!.along) >= smallest && lengthOf(toPage, run!.up) >= smallest)
}

const lengthOf = ([a, b, c, d]: Matrix, [x, y]: readonly [number, number]) => Math.hypot(a * x + c * y, b * x + d * y)

function turnOf({ pdf, to }: Comparison, widget: Dict): number {
  const characteristics = pdf.get(widget, 'MK', to)
  const turn = isDict(characteristics) ? pdf.get(characteristics, 'R', to) : null
  return isInteger(turn) ? turn : 0
}
