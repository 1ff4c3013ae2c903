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

/** The box around a box that a matrix turned. */
export const transformed = (m: Matrix, [left, bottom, right, top]: Box): Box =>
  boxAround([apply(m, [left, bottom]), apply(m, [right, bottom]), apply(m, [left, top]), apply(m, [right, top])])

export const grown = ([left, bottom, right, top]: Box, by: number): Box => [left - by, bottom - by, right + by, top + by]

/** Whether two boxes have more than an edge in common. What is no number touches everything. */
export const touches = (a: Box, b: Box): boolean => !(a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3])
