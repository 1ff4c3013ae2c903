/** The parts of a path (ISO 32000-2 §8.5.2), as far as it matters whether they have a length and an area. */

import type { Box, Matrix } from './matrix.ts'

/** On the page, in points: what is shorter has no length, and what is thinner no area, which PDFium leaves out. */
const [shortest, thinnest] = [0.001, 0.005]
const goesOn = new Set(['l', 'c', 'v', 'y'])

/** One of them, on the page. Of one that has an area the box and what is farthest are no longer kept. */
export class PathPart {
  readonly isRectangle: boolean
  segments = 0
  /** Lines that meet others. */
  corners = 0
  hasArea = false
  readonly #x: number
  readonly #y: number
  #farX: number
  #farY: number
  #length = 0
  #left: number
  #bottom: number
  #right: number
  #top: number

  constructor(x: number, y: number, isRectangle: boolean) {
    this.isRectangle = isRectangle
    this.#x = this.#farX = this.#left = this.#right = x
    this.#y = this.#farY = this.#bottom = this.#top = y
  }

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x)
    this.#bottom = Math.min(this.#bottom, y)
    this.#right = Math.max(this.#right, x)
    this.#top = Math.max(this.#top, y)
    const length = Math.hypot(x - this.#x, y - this.#y)
    const across = Math.abs((this.#farX - this.#x) * (y - this.#y) - (this.#farY - this.#y) * (x - this.#x))
    if (across >= thinnest * Math.max(length, this.#length)) this.hasArea = across > 0
    if (length <= this.#length) return
    this.#farX = x
    this.#farY = y
    this.#length = length
  }

  get hasLength(): boolean {
    return this.hasArea || this.#length >= shortest
  }

  /** What one without an area covers. */
  get box(): Box {
    return [this.#left, this.#bottom, this.#right, this.#top]
  }
}

/** Follows the path of one content until it is painted. */
export class PathParts {
  #parts: PathPart[] = []

  take(is: string, numbers: () => number[], matrix: () => Matrix): void {
    if (is === 'm') this.#begin(numbers(), matrix(), false)
    else if (is === 're') this.#rectangle(numbers(), matrix())
    else if (goesOn.has(is)) this.#goOn(is, numbers, matrix)
  }

  /** Those of a path that is painted now, or left. */
  end(): readonly PathPart[] {
    const parts = this.#parts
    if (parts.length > 0) this.#parts = []
    return parts
  }

  #begin([x = 0, y = 0]: readonly number[], [a, b, c, d, e, f]: Matrix, isRectangle: boolean): PathPart {
    const part = new PathPart(a * x + c * y + e, b * x + d * y + f, isRectangle)
    this.#parts.push(part)
    return part
  }

  #rectangle(numbers: readonly number[], matrix: Matrix): void {
    const [x, y, width, height] = numbers as readonly [number, number, number, number]
    const part = this.#begin(numbers, matrix, true)
    part.segments = part.corners = 4
    addTo(part, matrix, x + width, y)
    addTo(part, matrix, x + width, y + height)
    addTo(part, matrix, x, y + height)
  }

  #goOn(is: string, numbers: () => number[], matrix: () => Matrix): void {
    const part = this.#parts.at(-1)
    if (!part) return
    part.segments++
    if (is === 'l') part.corners++
    if (part.hasArea) return
    const given = numbers()
    for (let i = 0; i + 1 < given.length; i += 2) addTo(part, matrix(), given[i]!, given[i + 1]!)
  }
}

const addTo = (part: PathPart, [a, b, c, d, e, f]: Matrix, x: number, y: number): void => part.add(a * x + c * y + e, b * x + d * y + f)
