import { boxAround } from './matrix.ts'
import type { Box, Point } from './matrix.ts'
import { Unknown } from './tokens.ts'

/** One part of a path, closed as it is where it is filled. */
export type Area = {
  box: Box
  /** How much of its box the polygon of its points encloses; a curve stays within that of its own. */
  share: number
  /** Whether the polygon turns in one direction, and once. */
  isConvex: boolean
  points: readonly Point[]
}

/** What is drawn without a break: the points of its lines, and those that bend its curves. */
export type Part = { readonly points: readonly Point[]; readonly segments: number; readonly isCurved: boolean; readonly isClosed: boolean }

const mostPoints = 200_000

/** A path under construction (ISO 32000-2 §8.5.2). */
export class Path implements Part {
  readonly points: Point[] = []
  readonly #starts: number[] = []
  readonly #curved = new Set<number>()
  readonly #closed = new Set<number>()
  segments = 0

  begin(): void {
    this.#starts.push(this.points.length)
  }

  /** @throws Unknown */
  add(point: Point): void {
    this.points.push(point)
    if (this.points.length > mostPoints) throw new Unknown()
  }

  bend(): void {
    this.#curved.add(this.#starts.length - 1)
  }

  close(): void {
    this.#closed.add(this.#starts.length - 1)
  }

  get isCurved(): boolean {
    return this.#curved.size > 0
  }

  get isClosed(): boolean {
    return this.#closed.size > 0
  }

  /** What goes on before anything began belongs to no part: then the whole path is one. */
  parts(): readonly Part[] {
    if (this.#starts[0] !== 0) return [this]
    return this.#starts.map((start, i) => {
      const points = this.points.slice(start, this.#starts[i + 1])
      return { points, segments: points.length, isCurved: this.#curved.has(i), isClosed: this.#closed.has(i) }
    })
  }

  areas(): Area[] {
    return this.#starts.map((start, i) => {
      const points = this.points.slice(start, this.#starts[i + 1])
      const box = boxAround(points)
      const around = (box[2] - box[0]) * (box[3] - box[1])
      return { box, share: enclosed(points) / around, isConvex: isConvex(points), points }
    })
  }
}

/** By the lengths of the trapezia between its sides and the axis. */
function enclosed(points: readonly Point[]): number {
  let twice = 0
  for (const [i, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(i + 1) % points.length]!
    twice += x * nextY - nextX * y
  }
  return Math.abs(twice) / 2
}

/** Less of a turn is none, in radians: writers round. */
const straight = 0.02

function isConvex(points: readonly Point[]): boolean {
  const sides = points
    .map(([x, y], i) => {
      const [nextX, nextY] = points[(i + 1) % points.length]!
      return [nextX - x, nextY - y] as const
    })
    .filter(([x, y]) => x !== 0 || y !== 0)
  const turns = sides.map(([x, y], i) => {
    const [nextX, nextY] = sides[(i + 1) % sides.length]!
    return Math.atan2(x * nextY - y * nextX, x * nextX + y * nextY)
  })
  const isOneWay = turns.every((turn) => turn > -straight) || turns.every((turn) => turn < straight)
  return isOneWay && Math.abs(turns.reduce((all, turn) => all + turn, 0)) < 3 * Math.PI
}
