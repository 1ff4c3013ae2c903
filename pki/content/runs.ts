import { apply } from './matrix.ts'
import type { Matrix, Point } from './matrix.ts'
import type { Clip } from './clips.ts'
import { missingFont } from './fonts.ts'
import type { Font } from './fonts.ts'

/** A text along its line. */
export type Run = {
  /** Where its first glyph begins, and where its last one ends at least. */
  from: Point
  to: Point
  /** The same at most, in a font like others. */
  reach: Point
  /** An em along the line, and across it. */
  along: Point
  up: Point
  /** What lets it be seen. */
  within: Clip
  /** Whether nobody defines its font. */
  isGuessed: boolean
}

const narrow = new Set("!'(),-./:;I[\\]`fijlrt{|}")
const kindOf = (character: string) => (narrow.has(character) ? 'narrow' : character >= '0' && character <= '9' ? 'digit' : 'other')

/** In ems: no glyph of the standard 14 fonts is narrower; and nobody reads one whose neighbour begins earlier. */
const widths = { narrow: [0.18, 0.1], digit: [0.5, 0.35], other: [0.35, 0.2] } as const

/** In ems, of fonts like Courier and Verdana. */
const broadest = { narrow: 0.6, digit: 0.65, other: 1 } as const

/** How far a glyph whose font states no width moves on: at least, and at most. */
export function usualWidths(character: string | undefined): readonly [number, number] {
  if (character === undefined) return [0, 1.1]
  if (character === ' ') return [0.25, broadest.narrow]
  const kind = kindOf(character)
  return [widths[kind][0], /[a-ln-vx-z]/.test(character) ? 0.7 : broadest[kind]]
}

/** Whether a glyph that moves on so far, in ems, leaves the next one room. */
export const leavesRoom = (character: string, ems: number) => ems >= (character === ' ' ? 0 : widths[kindOf(character)][1])

/** Ems by which a glyph may begin before the one that stands in front of it ends. */
export const mostKerning = 0.15

type Line = { from: number; to: number; most: number; em: Point; rise: number; clip: Clip; font: Font | undefined }

export function runOf(toPage: Matrix, { from, to, most, em, rise, clip, font }: Line): Run {
  const at = (x: number) => apply(toPage, [x, rise])
  const vector = ([x, y]: Point): Point => [toPage[0] * x + toPage[2] * y, toPage[1] * x + toPage[3] * y]
  const [along, up] = [vector([em[0], 0]), vector([0, em[1]])]
  return { from: at(from), to: at(to), reach: at(Math.max(to, most)), along, up, within: clip, isGuessed: font === missingFont }
}
