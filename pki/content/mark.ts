import type { Stream } from '#pki/pdf/values.ts'
import type { Clip } from './clips.ts'
import type { Letters } from './letters.ts'
import { contains } from './matrix.ts'
import type { Box, Matrix } from './matrix.ts'
import type { Area } from './path.ts'
import type { Run } from './runs.ts'

/** Something that content paints. */
export type Mark = {
  kind: 'text' | 'path' | 'image'
  box: Box
  /** Relative luminance of its colour, from 0 to 1; undefined where it has none of its own or it cannot be told. */
  luminance: number | undefined
  /** Of a text that is filled and outlined, in two colours, the other one. */
  darkest?: number | undefined
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
  /** Of a text along an axis of the page. */
  letters?: Letters | undefined
  /** Whether a path is filled; others are lines. */
  isFilled: boolean
  /** Whether a filled path is all of its box. */
  isWhole?: boolean
  /** On the page, of a line along a path; what paints what a path encloses has none. */
  lineWidth?: number
  isDashed?: boolean
  /** The parts of a path, where that was asked; then no luminance is known where the device's colours may be others. */
  areas?: readonly Area[] | undefined
  /** Whether what lies beneath shines through, or may hide it. */
  isSheer: boolean
  /** Whether less of it may be seen than it says. */
  isClipped: boolean
  /** The picture of an image, and where its unit square lies. */
  picture?: { stream: Stream; matrix: Matrix }
}

/** What marks are that say nothing. */
export const unwritten = { isRule: false, isFilled: false, text: undefined, glyphs: 0 }

/** Marks are cut where they leave a frame. */
export function cut(marks: readonly Mark[], frame: Clip): void {
  for (const mark of marks) if (typeof frame === 'string' || !contains(frame, mark.box)) mark.isClipped = true
}

/**
 * `isApart`, where what parts of a path leave free matters; `keepsAreas`, where content is judged by what its paths are and every colour and every restored state has to be certain; `isStrict`, where
 * content that readers draw in different ways is not told.
 */
export type Reading = { readonly isApart?: boolean; readonly keepsAreas?: boolean; readonly isStrict?: boolean }
