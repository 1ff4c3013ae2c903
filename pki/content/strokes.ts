/**
 * Lines that readers draw in different ways (ISO 32000-2 §8.4.3, §8.5.3.2). One without a length is a dot where its ends are round, and with other ends to
 * PDFium alone: a point within an amount. Broad lines that turn within less than their breadth PDFium leaves open inside.
 */

import { Fault } from './fault.ts'
import { scaleOf } from './matrix.ts'
import type { Matrix } from './matrix.ts'
import type { PathPart } from './pathParts.ts'

/** On the page, in points: broader lines go straight on. */
const broadest = 30
/** Smaller dots are dust, as is a hairline of such a length. */
const [smallestDot, shortestHairline] = [0.8, 3]
const [butt, round, square] = [0, 1, 2]

/** Undefined where that is what draws the content has. */
export type Pen = { readonly width: number | undefined; readonly cap: number | undefined; readonly hasNoughts: boolean }

/** The most that the lines of a form are: dots by their breadth, as far as they would be seen, and those that turn. */
export type Lines = { dot: number; breadth: number }

/** @param scale how much larger all of it becomes @returns what is wrong */
export const faultOfLines = ({ dot, breadth }: Lines, scale = 1): string | undefined =>
  dot * scale >= smallestDot
    ? 'a line without a length is drawn'
    : breadth * scale > broadest
      ? 'a line is broader than readers turn it'
      : undefined

/** Follows the lines of one content. */
export class Strokes {
  #pen: Pen
  readonly #saved: Pen[] = []
  /** Of a font, where nothing says how large it becomes. */
  #isGlyph = false
  readonly #lines: Lines

  /** @param lines of a form, which are added to; that begins with the pen of what draws it */
  constructor(lines: Lines | undefined) {
    this.#pen = lines ? { width: undefined, cap: undefined, hasNoughts: false } : { width: 1, cap: butt, hasNoughts: false }
    this.#lines = lines ?? { dot: 0, breadth: 0 }
  }

  /** @param dashes those of an array */
  take(is: string, numbers: () => number[], dashes: () => number[]): void {
    if (is === 'q') this.#saved.push(this.#pen)
    else if (is === 'Q') this.#pen = this.#saved.pop() ?? this.#pen
    else if (is === 'w') this.#pen = { ...this.#pen, width: numbers()[0]! }
    else if (is === 'J') this.#pen = { ...this.#pen, cap: numbers()[0]! }
    else if (is === 'd') this.#pen = { ...this.#pen, hasNoughts: dashes().includes(0) }
    else if (is === 'd0' || is === 'd1') this.#isGlyph = true
  }

  change(pen: Partial<Pen>): void {
    this.#pen = { ...this.#pen, ...pen }
  }

  /** @throws Fault */
  paint(path: readonly PathPart[], matrix: Matrix): void {
    const { width = broadest, cap = square, hasNoughts } = this.#pen
    const breadth = this.#isGlyph ? shortestHairline : (width * scaleOf(matrix)) / Math.SQRT2
    const parts = path.filter(({ segments }) => segments > 0)
    const isDot = ({ hasLength, isRectangle }: PathPart) => !hasLength && (cap !== round || isRectangle)
    const lines = this.#lines
    if (parts.some(isDot)) lines.dot = Math.max(lines.dot, breadth * (cap === butt ? smallestDot / shortestHairline : 1))
    if (this.#pen.width !== undefined && parts.some(({ corners }) => corners > 1)) lines.breadth = Math.max(lines.breadth, breadth)
    const areDots = hasNoughts && (cap === square || (cap === butt && breadth >= shortestHairline))
    const fault = areDots ? 'dashes without a length have square ends' : faultOfLines(lines)
    if (fault !== undefined) throw new Fault(fault)
  }
}
