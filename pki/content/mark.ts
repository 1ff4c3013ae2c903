import type { Stream } from '#pki/pdf/values.ts'
import type { Box, Matrix } from './matrix.ts'
import type { Run } from './runs.ts'

export type Mark = {
  kind: 'text' | 'path' | 'image'
  box: Box
  /** Relative luminance of its colour, from 0 to 1; undefined where it has none of its own or it cannot be told. */
  luminance: number | undefined
  /** Whether what lies beneath stays to be seen: it is multiplied with it and not painted over (§11.3.5.2). */
  isMultiplied: boolean
  /** Whether it is mixed with what lies beneath by some other rule. */
  isBlended: boolean
  /** A line or a rectangle or two, as rules and frames are, in one colour. */
  isRule: boolean
  /** What a text says; undefined where it is not certain. */
  text: string | undefined
  /** How many glyphs it has. */
  glyphs: number
  /** Where a text stands. */
  run?: Run
  /** Whether a path is filled; others are lines. */
  isFilled: boolean
  /** Whether what lies beneath shines through, or may hide it. */
  isSheer: boolean
  /** The picture of an image, and where its unit square lies. */
  picture?: { stream: Stream; matrix: Matrix }
}
