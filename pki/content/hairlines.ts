/**
 * What is filled and has no area. One rectangle without a height is a hairline to all readers. Of all else MuPDF fills nothing, poppler draws a
 * hairline, and so does PDFium, unless there are several in one path. Charts and tables have such lines; through a word, or a figure put together of
 * them, they are another page to some.
 */

import type { Mark } from './mark.ts'
import { apply, boxAround, cornersOf, grown, touches } from './matrix.ts'
import type { Box, Matrix, Point } from './matrix.ts'

/** On the page, in points: PDFium leaves out what is thinner. */
const thinnest = 0.005
const fills = new Set(['f', 'F', 'f*'])
const paints = new Set(['S', 's', 'B', 'B*', 'b', 'b*', 'n'])
const goesOn = new Set(['l', 'c', 'v', 'y'])

type Part = { readonly isRectangle: boolean; readonly points: Point[]; isFlat: boolean }

/** Follows the paths of one content. */
export class Hairlines {
  #parts: Part[] = []
  /** That some readers see. */
  readonly lines: Box[] = []

  take(is: string, numbers: () => number[], matrix: () => Matrix): void {
    if (is === 'm') this.#parts.push({ isRectangle: false, points: [apply(matrix(), numbers() as [number, number])], isFlat: true })
    else if (is === 're') this.#parts.push(rectangle(numbers() as [number, number, number, number], matrix()))
    else if (goesOn.has(is)) this.#goOn(numbers, matrix)
    else if (fills.has(is)) this.#fill()
    else if (paints.has(is)) this.#parts = []
  }

  #goOn(numbers: () => number[], matrix: () => Matrix): void {
    const part = this.#parts.at(-1)
    if (!part?.isFlat) return
    const given = numbers()
    for (let i = 0; i < given.length; i += 2) part.points.push(apply(matrix(), [given[i]!, given[i + 1]!]))
    part.isFlat = areInLine(part.points)
  }

  #fill(): void {
    const parts = this.#parts.filter(({ points }) => sizeOf(boxAround(points)) >= thinnest)
    this.#parts = []
    if (parts.length === 1 && parts[0]!.isRectangle) return
    for (const { isFlat, points } of parts) if (isFlat) this.lines.push(boxAround(points))
  }
}

function rectangle([x, y, width, height]: [number, number, number, number], matrix: Matrix): Part {
  const points = cornersOf([x, y, x + width, y + height]).map((corner) => apply(matrix, corner))
  return { isRectangle: true, points, isFlat: areInLine(points) }
}

/** Whether points lie on one line, as far as paper shows it. A part of many points that does is cut short. */
function areInLine(points: Point[]): boolean {
  const [from] = points as [Point]
  const far = points.reduce((most, point) => (distance(from, point) > distance(from, most) ? point : most), from)
  const length = distance(from, far)
  if (length < thinnest) return true
  const isFlat = points.every(
    ([x, y]) => Math.abs((far[0] - from[0]) * (y - from[1]) - (far[1] - from[1]) * (x - from[0])) / length < thinnest,
  )
  if (isFlat && points.length > mostPoints) points.splice(0, points.length, from, far)
  return isFlat
}
const mostPoints = 8

const distance = ([x, y]: Point, [toX, toY]: Point) => Math.hypot(toX - x, toY - y)
const sizeOf = ([left, bottom, right, top]: Box) => Math.max(right - left, top - bottom)

/** In points: the dust of charts is shorter; and lines of letters and figures are as long, where ticks of an axis are shorter and tables have longer ones. */
const dust = 1
const [shortest, longest] = [3, 15]
/** So many lines are no letter. */
const fewLines = 3
/** How much of a text's box lies around its letters, on each side. */
const aroundLetters = 0.3

/** Whether lines that not all readers see go through a text, or may be one. @param marks of the same content; undefined where they cannot be told */
export function changeText(lines: readonly Box[], marks: readonly Mark[] | undefined): boolean {
  const seen = lines.filter((line) => sizeOf(line) >= dust)
  const short = seen.filter((line) => sizeOf(line) >= shortest && sizeOf(line) <= longest)
  if (seen.length === 0) return false
  if (!marks || short.length > fewLines) return true
  const texts = marks
    .filter(({ kind, glyphs }) => kind === 'text' && glyphs > 0)
    .map(({ box }) => grown(box, -aroundLetters * breadthOf(box)))
  return seen.some((line) => texts.some((text) => touches(grown(line, thinnest), text)))
}

const breadthOf = ([left, bottom, right, top]: Box) => Math.min(right - left, top - bottom)
