import type { ShapedRun } from './fonts.ts'

/** A glyph that no font of ours has, drawn as a path in thousandths of an em above the baseline. */
export type DrawnGlyph = { advance: number; path: string }

export const riyalSign = '\u20c1'

/** The sign of the Saudi riyal (U+20C1, Unicode 17), after the Saudi Central Bank's published geometry. */
const riyal: DrawnGlyph = {
  advance: 710,
  path:
    '432 54 m 420 28 412 0 409 -30 c 659 23 l 671 49 679 78 682 108 c h ' +
    '659 182 m 671 209 679 237 682 267 c 487 225 l 487 305 l 659 342 l 671 368 679 396 682 426 c 487 385 l 487 671 l ' +
    '457 654 431 632 409 606 c 409 368 l 332 352 l 332 710 l 302 693 275 671 254 645 c 254 335 l 79 298 l 68 272 60 243 57 214 c ' +
    '254 255 l 254 155 l 43 110 l 31 84 23 56 20 26 c 241 73 l 259 76 274 87 284 102 c 325 162 l 329 168 332 176 332 184 c ' +
    '332 272 l 409 288 l 409 129 l h f',
}

/** Shown for a character that no face has: PDF/A forbids the fonts' own .notdef glyph. */
const missing: DrawnGlyph = { advance: 600, path: '60 0 480 700 re 110 50 380 600 re f*' }

export function drawnGlyph(character: string): DrawnGlyph {
  return character === riyalSign ? riyal : missing
}

/** The run that keeps the place of a drawn glyph in its line; it shows no glyph of a font. */
export const drawnRun = (glyph: DrawnGlyph): ShapedRun => ({ glyphs: [], advance: glyph.advance })
