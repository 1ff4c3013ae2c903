import { isArray } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { apply, boxAround, cornersOf } from './matrix.ts'
import type { Box, Matrix, Point } from './matrix.ts'

type Shape = { readonly points: readonly Point[]; readonly segments: number; readonly isCurved: boolean }

/** What lets marks be seen (ISO 32000-2 §8.5.4): a box, everything, or some other shape. */
export type Clip = Box | 'everything' | 'unknown'

/** What is left of a clipping path where another one is added. */
export function narrowed(clip: Clip, path: Shape): Clip {
  if (clip === 'unknown' || !isUpright(path)) return 'unknown'
  const [left, bottom, right, top] = boxAround(path.points)
  if (clip === 'everything') return [left, bottom, right, top]
  return [Math.max(left, clip[0]), Math.max(bottom, clip[1]), Math.min(right, clip[2]), Math.min(top, clip[3])]
}

/** The frame of a form as a path; one that is none bounds nobody knows what. */
export function frameOf(frame: Value, matrix: Matrix): Shape {
  if (!isArray(frame) || frame.length !== 4 || !frame.every((one) => typeof one === 'number'))
    return { points: [], segments: 0, isCurved: false }
  return { points: cornersOf(frame as unknown as Box).map((corner) => apply(matrix, corner)), segments: 4, isCurved: false }
}

/** Whether a path is one rectangle along the axes. */
export function isUpright({ points, segments, isCurved }: Shape): boolean {
  if (isCurved || segments !== points.length || (segments !== 4 && segments !== 5)) return false
  const box = boxAround(points)
  const isClose = (a: number, b: number) => Math.abs(a - b) < 0.01
  return points.every(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!
    const isCorner = (isClose(x, box[0]) || isClose(x, box[2])) && (isClose(y, box[1]) || isClose(y, box[3]))
    return isCorner && (isClose(x, nextX) || isClose(y, nextY))
  })
}
