/**
 * Letters that are squeezed, or slanted, until nobody can read them. FreeType takes no transformation that is nearly flat: PDFium shows such letters
 * upright and large, where other readers show a line, or nothing. It does so from 32 to 1, for letters of less than some fifty pixels.
 */

import { Fault } from './fault.ts'
import { identity, multiply, scaleOf, transformed } from './matrix.ts'
import type { Box, Matrix } from './matrix.ts'

/** How much longer one direction becomes than another, at most: of letters on a page, of those of a form with all that draws it, and of what is fitted into a rectangle. */
export const mostOfPage = 25
export const mostOfForm = 6
const mostOfFit = 5

/** How much longer a matrix makes the direction that it makes longest than the one that it makes shortest; 1 of what leaves no area, which nobody draws. */
export function squeezeOf([a, b, c, d]: Matrix): number {
  const area = Math.abs(a * d - b * c)
  if (area === 0) return 1
  const mean = (a * a + b * b + c * c + d * d) / (2 * area)
  return mean + Math.sqrt(Math.max(0, mean * mean - 1))
}

/** Of one that makes all directions longer alike, by how much. */
const turnOf = (matrix: Matrix) => ({ squeeze: squeezeOf(matrix), scale: scaleOf(matrix) / Math.SQRT2 })

/** Whether letters become another shape where a frame, turned by a matrix, is fitted into a place (ISO 32000-2 §12.5.5). */
export function isSqueezedInto(frame: Box, matrix: Matrix, place: Box): boolean {
  const [left, bottom, right, top] = transformed(matrix, frame)
  const fit: Matrix = [(place[2] - place[0]) / (right - left), 0, 0, (place[3] - place[1]) / (top - bottom), 0, 0]
  return squeezeOf(multiply(matrix, fit)) > mostOfFit
}

/** In points: poppler leaves out letters that are larger than some 1,400. */
export const largest = 1000

/** What of text some readers go on with in a form, and others begin anew: its width (`Tz`), how high it stands (`Ts`) and how far lines are apart (`TL`). */
const [width, rise, leading] = [1, 2, 4]
const all = width | rise | leading
const setBy: Readonly<Record<string, number>> = { Tz: width, Ts: rise, TL: leading, TD: leading }
const nextLines = new Set(['T*', "'", '"'])

/** What becomes of the letters of a form at most: how much they are squeezed, how large they are, and what they take from where the form is drawn. */
export type Letters = { squeeze: number; size: number; taken: number }
/** What becomes of what is drawn within; what of text is as it does not begin, and what is as it is further above. */
export type Turn = { readonly squeeze: number; readonly scale: number; readonly odd: number; readonly open: number }

type State = { readonly matrix: Matrix; readonly scale: number; readonly size: number; readonly set: number; readonly odd: number }

/** Follows what shapes the letters of one content. */
export class Shape {
  #state: State
  readonly #saved: State[] = []
  #line = identity
  #taken = 0

  constructor(matrix: Matrix = identity) {
    this.#state = { matrix, scale: 1, size: 0, set: 0, odd: 0 }
  }

  take(is: string, numbers: () => number[]): void {
    if (is === 'q') this.#saved.push(this.#state)
    else if (is === 'Q') this.#state = this.#saved.pop() ?? this.#state
    else if (is === 'cm') this.#state = { ...this.#state, matrix: multiply(numbers() as unknown as Matrix, this.#state.matrix) }
    else if (Object.hasOwn(setBy, is)) this.#set(is, numbers())
    else if (is === 'Tf') this.#state = { ...this.#state, size: numbers()[0]! }
    else if (nextLines.has(is)) this.#taken |= leading & ~this.#state.set
    else if (is === 'BT') this.#line = identity
    else if (is === 'Tm') this.#line = numbers().length === 6 ? (numbers() as unknown as Matrix) : identity
  }

  #set(is: string, numbers: readonly number[]): void {
    const { scale, set, odd } = this.#state
    const what = setBy[is]!
    const isOdd = numbers.at(-1) !== (what === width ? 100 : 0)
    this.#state = {
      ...this.#state,
      scale: what === width ? numbers[0]! / 100 : scale,
      set: set | what,
      odd: isOdd ? odd | what : odd & ~what,
    }
  }

  /** @param letters of a form, which are added to @throws Fault */
  show(letters: Letters | undefined): void {
    const { matrix, scale, size, set } = this.#state
    if (size === 0) return
    this.#taken |= (width | rise) & ~set
    if (letters) letters.taken |= this.#taken
    const turn = turnOf(multiply([scale, 0, 0, 1, 0, 0], multiply(this.#line, matrix)))
    const { squeeze } = turn
    const points = Math.abs(size) * turn.scale
    if (letters) [letters.squeeze, letters.size] = [Math.max(letters.squeeze, squeeze), Math.max(letters.size, points)]
    if (points > largest) throw new Fault('letters are larger than readers draw them')
    if (squeeze > mostOfPage) throw new Fault('letters are squeezed or slanted until they cannot be read')
  }

  /** What turns all that is drawn. */
  matrix = (): Matrix => this.#state.matrix

  /** What becomes of a form. @param own its matrix */
  ofForm(own: Matrix): Turn {
    const { matrix, set, odd } = this.#state
    return { ...turnOf(multiply(own, matrix)), odd, open: all & ~set }
  }
}
