import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { asciiOf, lettersOf } from './encodings.ts'
import { programKeys } from './fontProgram.ts'
import { standardWidth } from './standardWidths.ts'

/** How far a string moves on, and what it says (ISO 32000-2 §9.4.4, §9.6, §9.7). */
export type Font = {
  /** Bytes of one character code. */
  codeLength: 1 | 2
  /** In text space units at size 1: the least and the most that a code advances. */
  advance: (code: number) => readonly [number, number]
  /** The character of a code; undefined where it is not certain what the glyph shows. */
  character: (code: number) => string | undefined
}

/** No glyph of the standard 14 fonts is wider. */
const widest = 1.1
const mostWidths = 70_000

/**
 * A font as far as it places text: undefined where its glyphs may stand anywhere (Type 3, vertical writing, code maps of its own). Glyphs that the
 * font brings itself may be anything, whatever their codes say. @throws PdfError
 */
export function readFont(pdf: PdfDocument, font: Dict, at: number): Font | undefined {
  const get = (dict: Dict, key: string) => pdf.get(dict, key, at)
  const subtype = nameOf(get(font, 'Subtype'))
  if (subtype === 'Type0') {
    if (nameOf(get(font, 'Encoding')) !== 'Identity-H') return undefined
    const list = get(font, 'DescendantFonts')
    const descendant = isArray(list) ? pdf.resolve(list[0], at) : null
    if (!isDict(descendant)) return undefined
    const standing = get(descendant, 'DW')
    const widths = cidWidths(pdf, descendant, at)
    const other = typeof standing === 'number' ? standing : 1000
    return {
      codeLength: 2,
      advance: (code) => exact((widths.get(code) ?? other) / 1000),
      character: () => undefined,
    }
  }
  if (subtype !== 'Type1' && subtype !== 'TrueType' && subtype !== 'MMType1') return undefined
  const descriptor = get(font, 'FontDescriptor')
  const isEmbedded = isDict(descriptor) && programKeys.some((key) => descriptor.entries.has(key))
  const letters = isEmbedded ? undefined : lettersOf(pdf, font, at)
  const widths = widthsOf(pdf, font, at, letters ? (nameOf(get(font, 'BaseFont')) ?? '') : '')
  if (!widths) return undefined
  return {
    codeLength: 1,
    advance: (code) => {
      const width = widths.of(code)
      return width === undefined ? [0, widest] : exact(width / 1000)
    },
    character: (code) => (widths.areListed && widths.of(code) === undefined ? undefined : letters?.(code)),
  }
}

/** Of single bytes. A code that a list leaves out has no width to some readers. */
type Widths = { areListed: boolean; of: (code: number) => number | undefined }

/** Undefined where readers may take the width of one code for that of another. */
function widthsOf(pdf: PdfDocument, font: Dict, at: number, name: string): Widths | undefined {
  const [first, list, descriptor] = [pdf.get(font, 'FirstChar', at), pdf.get(font, 'Widths', at), pdf.get(font, 'FontDescriptor', at)]
  if (!isArray(list)) return { areListed: false, of: (code) => standardWidth(name, code) }
  if (first === null) return { areListed: true, of: () => undefined }
  if (!isInteger(first)) return undefined
  const missing = isDict(descriptor) ? pdf.get(descriptor, 'MissingWidth', at) : null
  const of = (code: number) => [pdf.resolve(list[code - first], at), missing].find((width) => typeof width === 'number')
  return { areListed: true, of }
}

/** A font that content names and nobody defines: readers take one of their own. */
export const missingFont: Font = { codeLength: 1, advance: () => [0, widest], character: asciiOf }

const exact = (width: number): readonly [number, number] => [width, width]

/** Widths by CID (ISO 32000-2 §9.7.4.3): `c [w …]` and `first last w`. */
function cidWidths(pdf: PdfDocument, font: Dict, at: number): Map<number, number> {
  const found = new Map<number, number>()
  const list = pdf.get(font, 'W', at)
  const items = isArray(list) ? list : []
  for (let i = 0; i < items.length && found.size < mostWidths;) {
    const [start, next] = [pdf.resolve(items[i], at), pdf.resolve(items[i + 1], at)]
    if (!isInteger(start)) break
    if (isArray(next)) {
      for (const [n, width] of next.entries()) {
        const value = pdf.resolve(width, at)
        if (typeof value === 'number') found.set(start + n, value)
      }
      i += 2
    } else {
      const width = pdf.resolve(items[i + 2], at)
      if (!isInteger(next) || typeof width !== 'number') break
      for (let code = start; code <= next && found.size < mostWidths; code++) found.set(code, width)
      i += 3
    }
  }
  return found
}
