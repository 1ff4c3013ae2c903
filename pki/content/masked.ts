/** What is drawn through a soft mask has to lie within the box of that: pdf.js shows what lies beside it, and others do not. */

import { Fault } from './fault.ts'
import { apply, boxAround, contains, cornersOf, grown, identity, multiply, scaleOf, transformed } from './matrix.ts'
import type { Box, Matrix, Point } from './matrix.ts'

const everything: Box = [-Infinity, -Infinity, Infinity, Infinity]
const nothing = boxAround([])
const unit: Box = [0, 0, 1, 1]
/** A line without a width is as thin as can be seen. */
const leastLine = 0.1
/** Points of a path by its operators; the last numbers of each are one. */
const segments = new Set(['m', 'l', 'c', 'v', 'y'])

type State = { readonly matrix: Matrix; readonly edge: Box; readonly lineWidth: number; readonly mask: Box | undefined }

/** Follows the places of one content. */
export class Masked {
  #state: State = { matrix: identity, edge: everything, lineWidth: 1, mask: undefined }
  readonly #saved: State[] = []
  #path = nothing
  #isEdge = false

  take(is: string, numbers: () => number[]): void {
    const { matrix } = this.#state
    if (is === 'q') this.#saved.push(this.#state)
    else if (is === 'Q') this.#state = this.#saved.pop() ?? this.#state
    else if (is === 'cm') this.#state = { ...this.#state, matrix: multiply(numbers() as unknown as Matrix, matrix) }
    else if (is === 'w') this.#state = { ...this.#state, lineWidth: numbers()[0]! }
    else if (is === 'W' || is === 'W*') this.#isEdge = true
    else if (is === 're') {
      const [x, y, width, height] = numbers() as [number, number, number, number]
      this.#reach(cornersOf([x, y, x + width, y + height]))
    } else if (segments.has(is)) {
      const given = numbers()
      this.#reach(Array.from({ length: given.length / 2 }, (_, i): Point => [given[2 * i]!, given[2 * i + 1]!]))
    }
  }

  /** @param frame of the mask's group, as it stands; undefined where there is no mask from here on */
  set mask(frame: Box | undefined) {
    this.#state = { ...this.#state, mask: frame && transformed(this.#state.matrix, frame) }
  }

  /** @param is the operator that paints it, or leaves it as it is @throws Fault */
  endPath(is: string): void {
    const { matrix, edge, lineWidth } = this.#state
    if (/^[Ff]/.test(is)) this.#require(this.#path)
    else if (is !== 'n') this.#require(grown(this.#path, (Math.max(lineWidth, leastLine) / 2) * scaleOf(matrix)))
    if (this.#isEdge) this.#state = { ...this.#state, edge: within(edge, this.#path) }
    ;[this.#path, this.#isEdge] = [nothing, false]
  }

  /** @param frame of what is drawn, as it stands; text and shadings fill what edges leave them @throws Fault */
  draw(frame: Box | undefined): void {
    this.#require(frame ? transformed(this.#state.matrix, frame) : everything)
  }

  /** An image. @throws Fault */
  drawImage(): void {
    this.draw(unit)
  }

  #reach(points: readonly Point[]): void {
    const [left, bottom, right, top] = boxAround(points.map((point) => apply(this.#state.matrix, point)))
    const path = this.#path
    this.#path = [Math.min(left, path[0]), Math.min(bottom, path[1]), Math.max(right, path[2]), Math.max(top, path[3])]
  }

  #require(area: Box): void {
    const { mask, edge } = this.#state
    if (!mask) return
    const seen = within(area, edge)
    const isSeen = seen[0] < seen[2] && seen[1] < seen[3]
    if (isSeen && !contains(mask, seen)) throw new Fault('something is drawn beside the mask that it is drawn through')
  }
}

/** What two boxes have in common. */
const within = (one: Box, other: Box): Box => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
]
