/** Text markup annotations (ISO 32000-2 §12.5.6.10): what they mark, and lines under text. Highlights have a file of their own. */

import { spansOf } from '#pki/content/letters.ts'
import type { Mark } from '#pki/content/marks.ts'
import { boxAround, contains, grown, isLevel, transformed } from '#pki/content/matrix.ts'
import type { Box, Point } from '#pki/content/matrix.ts'
import { isArray, isDict, isStream } from '#pki/pdf/values.ts'
import type { Dict, Ref } from '#pki/pdf/values.ts'
import { marksIn } from './appearanceMarks.ts'
import { placeOf } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { contentEffort, leavesItsRectangle, marksWithin } from './pageMarks.ts'

/** Four corners, in the order in which they stand there. */
export type Quad = readonly [Point, Point, Point, Point]
const mostQuads = 1_000
/** In points: writers round. */
const askew = 0.5

/** The areas that text markup names; undefined where they are none, too many, or lie askew. */
export function quadsOf({ pdf, to }: Comparison, dict: Dict): Quad[] | undefined {
  const list = pdf.get(dict, 'QuadPoints', to)
  const numbers = isArray(list) ? list.map((item) => pdf.resolve(item, to)).filter((one) => typeof one === 'number') : []
  if (!isArray(list) || numbers.length !== list.length || numbers.length % 8 !== 0) return undefined
  const quads = Array.from({ length: numbers.length / 8 }, (_, i) =>
    [0, 2, 4, 6].map((k): Point => [numbers[8 * i + k]!, numbers[8 * i + k + 1]!]),
  ) as unknown as Quad[]
  return quads.length > 0 && quads.length <= mostQuads && quads.every(isRectangle) ? quads : undefined
}

function isRectangle(quad: Quad): boolean {
  const [left, bottom, right, top] = boxAround(quad)
  const isAt = (x: number, y: number) => quad.some((corner) => Math.abs(corner[0] - x) <= askew && Math.abs(corner[1] - y) <= askew)
  return isAt(left, bottom) && isAt(right, bottom) && isAt(left, top) && isAt(right, top)
}

/** A line of text that an area marks. */
export type Line = {
  /** The axis of the page across which it runs. */
  across: 0 | 1
  /** What else of the page lies within the area, the line with it. */
  beneath: readonly Mark[]
}
/** Of the text's box, which is half as high again as its letters are large: how high an area over it may be, and has to be. */
const [leastHeight, mostHeight] = [0.3, 1.2]
/** Of an area's height: narrower, it could be read as a letter. */
const leastWidth = 0.4
/** So much of an area lies over letters, and so far it goes beyond them, in parts of its height. */
const [leastWritten, mostBeyond] = [0.5, 1.5]

/** The line of text along which an area lies; undefined where it lies along none, or beside it: there, areas could be read as signs. */
export function lineMarked(comparison: Comparison, page: Ref, box: Box): Line | undefined {
  const beneath = marksWithin(comparison, page, box)
  const along = beneath?.find(({ letters }) => letters)?.letters?.along
  if (!beneath || along === undefined) return undefined
  const across = along === 0 ? 1 : 0
  const marked = beneath.filter(({ box: own, letters }) => letters?.along === along && crossesMiddle(box, own, across))
  const [height, width] = [sizeOf(box, across), sizeOf(box, along)]
  const tallest = marked.reduce((most, { box: own }) => Math.max(most, sizeOf(own, across)), 0)
  if (height < leastHeight * tallest || height > mostHeight * tallest || width < leastWidth * height) return undefined
  const letters = marked.flatMap((one) => one.letters ?? [])
  const count = letters.reduce((all, { ends }) => all + ends.length, 0)
  if ((contentEffort(comparison.pdf).left -= count) < 0) return undefined
  return isOver(spansOf(letters), [box[along], box[along + 2]!], mostBeyond * height) ? { across, beneath } : undefined
}

const sizeOf = (box: Box, axis: 0 | 1) => box[axis + 2]! - box[axis]

/** What is left of a box without its edges: those of neighbouring lines overlap. */
export function coreOf(box: Box, across: 0 | 1): Box {
  const by = 0.15 * sizeOf(box, across)
  return across === 0 ? [box[0] + by, box[1], box[2] - by, box[3]] : [box[0], box[1] + by, box[2], box[3] - by]
}

function crossesMiddle(area: Box, text: Box, across: 0 | 1): boolean {
  const middle = (text[across] + text[across + 2]!) / 2
  const core = coreOf(area, across)
  return core[across] < middle && middle < core[across + 2]!
}

function isOver(spans: readonly (readonly [number, number])[], [from, to]: readonly [number, number], beyond: number): boolean {
  let [written, reached, first, last] = [0, from, Infinity, -Infinity]
  for (const [start, end] of spans) {
    written += Math.max(0, Math.min(end, to) - Math.max(start, reached))
    reached = Math.max(reached, end)
    first = Math.min(first, start)
    last = Math.max(last, end)
  }
  return written >= leastWritten * (to - from) && from >= first - beyond && to <= last + beyond
}

/** Readers draw the line at the third and the fourth corner, or so much of the height above it. */
const aboveEdge = 1 / 7
const broadestLine = 2
/** Of a text's box, from below: where its base line is about, and how high its letters reach. */
const [baseLine, tops] = [0.32, 0.75]

/** A line that runs below each text that it marks, and marks one: elsewhere it could be read as a stroke or a sign. */
export function isUnderText(comparison: Comparison, dict: Dict, page: Ref): boolean {
  const quads = quadsOf(comparison, dict)
  if (!quads || leavesItsRectangle(comparison, dict, page) || !isThin(comparison, dict)) return false
  if (!drawsLinesAlone(comparison, dict, quads.map(edgeOf))) return false
  return quads.every((quad) => {
    const box = boxAround(quad)
    const isAtBottom = quad.every(([, y], i) => Math.abs(y - (i < 2 ? box[3] : box[1])) <= askew)
    const line = lineMarked(comparison, page, box)
    if (!isAtBottom || line?.across !== 1) return false
    const [low, high] = [box[1], box[1] + aboveEdge * sizeOf(box, 1)]
    return line.beneath.every(({ kind, box: own }) => {
      const at = (part: number) => own[1] + part * sizeOf(own, 1)
      const isBelow = high <= at(baseLine)
      return kind !== 'text' || isBelow || (low >= at(tops) && !crossesMiddle(box, own, 1))
    })
  })
}

/** Where the line is that a reader draws at the lower edge, and a little around it: writers that draw it themselves do so in their own way. */
function edgeOf(quad: Quad): Box {
  const box = boxAround(quad)
  return grown([box[0], box[1], box[2], box[1] + aboveEdge * sizeOf(box, 1)], aroundEdge)
}
const aroundEdge = 1

/** Whether what an annotation brings along to be seen is nothing but thin lines, each at one of the edges; one that brings nothing readers draw so. */
function drawsLinesAlone(comparison: Comparison, dict: Dict, edges: readonly Box[]): boolean {
  const { pdf, to } = comparison
  const appearance = pdf.get(dict, 'AP', to)
  if (appearance === null) return true
  // the others are shown while a pointer is over it
  const isOne = isDict(appearance) && appearance.entries.size === 1
  const normal = isOne ? pdf.get(appearance, 'N', to) : null
  const place = isStream(normal) ? placeOf(comparison, normal, dict) : undefined
  const marks = isStream(normal) ? marksIn(comparison, normal, to) : undefined
  if (!place || place === 'nowhere' || !isLevel(place.toPage) || !marks || marks.length > mostQuads) return false
  if ((contentEffort(pdf).left -= (marks.length * edges.length) / 8) < 0) return false
  return marks.every(({ kind, isFilled, lineWidth, isClipped, box }) => {
    const drawn = transformed(place.toPage, box)
    const isLine = kind === 'path' && !isFilled && lineWidth !== undefined && !isClipped && sizeOf(drawn, 1) <= broadestLine
    return isLine && edges.some((edge) => contains(edge, drawn))
  })
}

function isThin({ pdf, to }: Comparison, dict: Dict): boolean {
  const [style, border] = [pdf.get(dict, 'BS', to), pdf.get(dict, 'Border', to)]
  const widths = [isDict(style) ? pdf.get(style, 'W', to) : null, isArray(border) ? pdf.resolve(border[2], to) : null]
  return widths.every((width) => width === null || (typeof width === 'number' && width <= broadestLine))
}
