/** Coordinates of page content (ISO 32000-2 §8.3). */

/** [a b c d e f], applied to row vectors. */
export type Matrix = readonly [number, number, number, number, number, number]
/** [left, bottom, right, top]. */
export type Box = readonly [number, number, number, number]
export type Point = readonly [number, number]

export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First `a`, then `b`. */
export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[1] * b[2],
  a[0] * b[1] + a[1] * b[3],
  a[2] * b[0] + a[3] * b[2],
  a[2] * b[1] + a[3] * b[3],
  a[4] * b[0] + a[5] * b[2] + b[4],
  a[4] * b[1] + a[5] * b[3] + b[5],
]

export const apply = (m: Matrix, [x, y]: Point): Point => [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]

/** How much longer the longest vector of length 1 becomes. */
export const scaleOf = (m: Matrix): number => Math.hypot(Math.hypot(m[0], m[1]), Math.hypot(m[2], m[3]))

/** Undefined of one that leaves no area. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const area = a * d - b * c
  if (area === 0 || !Number.isFinite(area)) return undefined
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

export function boxAround(points: readonly Point[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    bottom = Math.min(bottom, y)
    right = Math.max(right, x)
    top = Math.max(top, y)
  }
  return [left, bottom, right, top]
}

/** One after the other, as one goes around. */
export const cornersOf = ([left, bottom, right, top]: Box): readonly Point[] => [
  [left, bottom],
  [right, bottom],
  [right, top],
  [left, top],
]

/** The box around a box that a matrix turned. */
export const transformed = (m: Matrix, box: Box): Box => boxAround(cornersOf(box).map((corner) => apply(m, corner)))

const isAlong = (along: number, across: number) => Math.abs(across) <= 1e-3 * Math.abs(along)
/** Which axis of the page a matrix takes the first axis to; undefined where it takes it to neither, or shears. */
export const axisOf = ([a, b, c, d]: Matrix): 0 | 1 | undefined =>
  isAlong(a, b) && isAlong(d, c) ? 0 : isAlong(b, a) && isAlong(c, d) ? 1 : undefined
/** Whether boxes stay boxes. */
export const isLevel = (m: Matrix): boolean => axisOf(m) !== undefined

export const contains = (outer: Box, [left, bottom, right, top]: Box): boolean =>
  left >= outer[0] - rounding && bottom >= outer[1] - rounding && right <= outer[2] + rounding && top <= outer[3] + rounding
/** In points. */
const rounding = 0.5

export const grown = ([left, bottom, right, top]: Box, by: number): Box => [left - by, bottom - by, right + by, top + by]

/** Whether two boxes have more than an edge in common. What is no number touches everything. */
export const touches = (a: Box, b: Box): boolean => !(a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3])
