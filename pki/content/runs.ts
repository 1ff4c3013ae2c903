import { apply } from './matrix.ts'
import type { Matrix, Point } from './matrix.ts'
import type { Clip } from './clips.ts'

/** A text along its line. */
export type Run = {
  /** Where its first glyph begins, and where its last one ends at least. */
  from: Point
  to: Point
  /** An em along the line, and across it. */
  along: Point
  up: Point
  /** What lets it be seen. */
  within: Clip
}

const narrow = new Set("!'(),-./:;I[\\]`fijlrt{|}")
const kindOf = (character: string) => (narrow.has(character) ? 'narrow' : character >= '0' && character <= '9' ? 'digit' : 'other')

/** In ems: no glyph of the standard 14 fonts is narrower; and nobody reads one whose neighbour begins earlier. */
const widths = { narrow: [0.18, 0.1], digit: [0.5, 0.35], other: [0.35, 0.2] } as const

/** How far a glyph whose font states no width moves on at least. */
export const leastWidth = (character: string | undefined) => (character === ' ' ? 0.25 : character ? widths[kindOf(character)][0] : 0)

/** Whether a glyph that moves on so far, in ems, leaves the next one room. */
export const leavesRoom = (character: string, ems: number) => ems >= (character === ' ' ? 0 : widths[kindOf(character)][1])

/** Ems by which a glyph may begin before the one that stands in front of it ends. */
export const mostKerning = 0.15

export function runOf(toPage: Matrix, [from, to]: readonly [number, number], em: Point, rise: number, within: Clip): Run {
  const vector = ([x, y]: Point): Point => [toPage[0] * x + toPage[2] * y, toPage[1] * x + toPage[3] * y]
  return { from: apply(toPage, [from, rise]), to: apply(toPage, [to, rise]), along: vector([em[0], 0]), up: vector([0, em[1]]), within }
}
