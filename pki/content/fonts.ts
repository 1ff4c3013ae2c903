import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
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
  const first = get(font, 'FirstChar')
  const widths = get(font, 'Widths')
  const descriptor = get(font, 'FontDescriptor')
  const missing = isDict(descriptor) ? get(descriptor, 'MissingWidth') : null
  const isKnown = isArray(widths) && isInteger(first)
  const isEmbedded = isDict(descriptor) && ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor.entries.has(key))
  const isPlain = !isEmbedded && hasPlainLetters(pdf, font, at)
  const name = isPlain ? (nameOf(get(font, 'BaseFont')) ?? '') : ''
  return {
    codeLength: 1,
    advance: (code) => {
      if (!isKnown) {
        const width = standardWidth(name, code)
        return width === undefined ? [0, widest] : exact(width / 1000)
      }
      const width = pdf.resolve(widths[code - first], at)
      if (typeof width === 'number') return exact(width / 1000)
      return typeof missing === 'number' ? exact(missing / 1000) : [0, widest]
    },
    character: (code) => (isPlain ? letterOf(code) : undefined),
  }
}

/** A font that content names and nobody defines: readers take one of their own. */
export const missingFont: Font = { codeLength: 1, advance: () => [0, widest], character: (code) => letterOf(code) }

const letterOf = (code: number) => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined)
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

/** Fonts on people's machines that show pictures where others show letters. */
const signs = /Symbol|[DW]ingdings|Dingbats|Webdings|Marlett|MT ?Extra|MDL2|Icon|Emoji|Ornament|Bar ?code|Code ?(?:39|128)|EAN/i

/** Whether the codes of ASCII show the letters of ASCII: every Latin encoding of the format agrees on them. */
function hasPlainLetters(pdf: PdfDocument, font: Dict, at: number): boolean {
  if (signs.test(nameOf(pdf.get(font, 'BaseFont', at)) ?? 'Symbol')) return false
  const encoding = pdf.get(font, 'Encoding', at)
  if (!isDict(encoding)) return true
  const differences = pdf.get(encoding, 'Differences', at)
  let code = 0
  for (const item of isArray(differences) ? differences : []) {
    const value = pdf.resolve(item, at)
    if (isInteger(value)) code = value
    else {
      const name = nameOf(value)
      if (code >= 0x20 && code < 0x7f && name !== glyphNames[code]) return false
      code++
    }
  }
  return true
}

/** Adobe's names of the glyphs of ASCII, by code. */
const glyphNames: readonly (string | undefined)[] = [
  ...Array<undefined>(0x20).fill(undefined),
  ...'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash'.split(
    ' ',
  ),
  ...'zero one two three four five six seven eight nine colon semicolon less equal greater question at'.split(' '),
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ...'bracketleft backslash bracketright asciicircum underscore grave'.split(' '),
  ...'abcdefghijklmnopqrstuvwxyz',
  ...'braceleft bar braceright asciitilde'.split(' '),
]
