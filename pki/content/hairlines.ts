/**
 * What is filled and has no area. One rectangle without a height is a hairline to all readers. Of all else MuPDF fills nothing, poppler draws a hairline,
 * and so does PDFium, unless there are several in one path. Charts and tables have such lines; through a word, or a figure put together of them, they are
 * another page to some.
 */

import type { Mark } from './mark.ts'
import { grown, touches } from './matrix.ts'
import type { Box } from './matrix.ts'
import type { PathPart } from './pathParts.ts'

/** Where a filled path has lines that some readers see, and others do not. */
export function hairlinesOf(parts: readonly PathPart[]): Box[] {
  const drawn = parts.filter(({ hasLength }) => hasLength)
  if (drawn.length === 1 && drawn[0]!.isRectangle) return []
  return drawn.filter(({ hasArea }) => !hasArea).map(({ box }) => box)
}

/** In points: the dust of charts is shorter; and lines of letters and figures are as long, where ticks of an axis are shorter and tables have longer ones. */
const dust = 1
const [shortest, longest] = [3, 15]
/** So many lines are no letter. */
const fewLines = 3
/** How much of a text's box lies around its letters, on each side. */
const aroundLetters = 0.3
const breadth = 0.01

/** Whether lines that not all readers see go through a text, or may be one. @param marks of the same content; undefined where they cannot be told */
export function changeText(lines: readonly Box[], marks: readonly Mark[] | undefined): boolean {
  const seen = lines.filter((line) => sizeOf(line) >= dust)
  const short = seen.filter((line) => sizeOf(line) >= shortest && sizeOf(line) <= longest)
  if (seen.length === 0) return false
  if (!marks || short.length > fewLines) return true
  const texts = marks
    .filter(({ kind, glyphs }) => kind === 'text' && glyphs > 0)
    .map(({ box }) => grown(box, -aroundLetters * thicknessOf(box)))
  return seen.some((line) => texts.some((text) => touches(grown(line, breadth), text)))
}

const sizeOf = ([left, bottom, right, top]: Box) => Math.max(right - left, top - bottom)
const thicknessOf = ([left, bottom, right, top]: Box) => Math.min(right - left, top - bottom)
