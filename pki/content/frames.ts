/** Grounds, frames and rules of an appearance, which say nothing; any other path could be a letter, a sign or a stroke through a text. */
import type { Mark } from './mark.ts'
import { boxAround, grown, touches } from './matrix.ts'
import type { Box, Point } from './matrix.ts'
import type { Area } from './path.ts'
import type { Run } from './runs.ts'

/** Of the frame's width and height. */
const [leastGround, leastRule] = [0.7, 0.9]
/** In points, and of the frame's smaller side: so far a bevel and a rounded corner go in, and so broad is a border. */
const [deepest, deepestShare] = [5, 0.2]
const broadestRule = 2
const exactly = 0.01

/** Whether all parts of a path are such, and cross none of these texts. */
export function isFrame({ areas, lineWidth = 0, isDashed = false }: Mark, frame: Box, texts: readonly Run[]): boolean {
  const depth = Math.max(1, Math.min(deepest, deepestShare * Math.min(...sizesOf(frame))))
  if (!areas || lineWidth > depth) return false
  const letters = texts.map(({ from, to, up }): Box => [from[0], from[1] + 0.05 * up[1], to[0], from[1] + 0.7 * up[1]])
  const isClear = (a: Point, b: Point) => {
    const side = grown(boxAround([a, b]), lineWidth / 2)
    return letters.every((one) => !touches(side, one))
  }
  return areas.every((area) => {
    const { points } = area
    if (isAround(area, frame, depth)) return points.every((point, i) => isClear(point, points[(i + 1) % points.length]!))
    return !isDashed && isRule(area.box, lineWidth, frame, depth, texts)
  })
}

const sizesOf = ([left, bottom, right, top]: Box) => [right - left, top - bottom] as const

/** Whether a part keeps to the edges of its box, and that is about as large as the frame. */
function isAround({ box, points }: Area, frame: Box, depth: number): boolean {
  const [own, all] = [sizesOf(box), sizesOf(frame)]
  if (own[0] < leastGround * all[0] || own[1] < leastGround * all[1]) return false
  return points.every((point, i) => (edgesAt(point, box, depth) & edgesAt(points[(i + 1) % points.length]!, box, depth)) !== 0)
}

/** One bit for each edge that is so near. */
const edgesAt = ([x, y]: Point, [left, bottom, right, top]: Box, by: number) =>
  [x - left, y - bottom, right - x, top - y].reduce((bits, distance, i) => (distance <= by ? bits | (1 << i) : bits), 0)

/** A straight line or a strip of a border from edge to edge: across, where it crosses no letters, or down, as between the letters of a comb. */
function isRule(path: Box, lineWidth: number, frame: Box, depth: number, texts: readonly Run[]): boolean {
  const [[width, height], all, box] = [sizesOf(path), sizesOf(frame), grown(path, lineWidth / 2)]
  const isThin = (axis: 0 | 1) =>
    sizesOf(box)[axis] <= broadestRule || box[axis + 2]! <= frame[axis] + depth || box[axis] >= frame[axis + 2]! - depth
  if (height >= leastRule * all[1] && isThin(0)) return true
  if (width < leastRule * all[0] || !isThin(1)) return false
  return texts.every(({ from: [, y], up }) => box[3] <= y || box[1] >= y + 0.75 * up[1])
}

/** What a border lets be seen: the inside of its lines, where it is one rectangle. */
export function insideOf({ areas, box, lineWidth }: Mark): Box | undefined {
  const [area, another] = areas ?? []
  if (!area || another || lineWidth === undefined) return undefined
  const isCorner = (point: Point) => [3, 6, 9, 12].includes(edgesAt(point, area.box, exactly))
  return isAround(area, area.box, exactly) && area.points.every(isCorner) ? grown(box, -lineWidth) : undefined
}
