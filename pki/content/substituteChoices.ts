/**
 * What a code shows of a font that the document does not bring: each reader has another one in its place (ISO 32000-2 §9.6.2). Those have the letters that
 * encodings name; where nothing is named, or what they do not know, one shows nothing and the next a letter. What is certain was found with fonts made by script.
 */
import { bases } from './glyphEncoding.ts'
import { nonsymbolic, symbolic } from './fontFlags.ts'
import type { Encoding } from './glyphEncoding.ts'
import { characterOf } from './glyphNames.ts'
import { pictureFonts } from './pictureFonts.ts'
import { everyCode, standardNames } from './standardNames.ts'

export type Substituted = {
  readonly kind: 'TrueType' | 'Type1' | 'MMType1'
  /** Whether it says what is to be copied. */
  readonly hasUnicode: boolean
  /** Of the font, and of its descriptor. */
  readonly names: readonly string[]
}

/** Fonts on people's machines that show pictures where others show letters. */
export const showsPictures = (name: string): boolean =>
  /Symbol|[DW]ingdings|Dingbats|Webdings|Marlett|MT ?Extra|MDL2|Icon|Emoji|Ornament|Sorts|Bar ?code|Code ?(?:39|128)|EAN/i.test(name)

/** Signs of the Macintosh that its encoding of the standard does not have, by their codes. */
const signsOfMacintosh = new Set([0x7f, 0xad, 0xb0, 0xb2, 0xb3, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbd, 0xc3, 0xc5, 0xc6, 0xd7, 0xf0])

/** Of one font, asked by its codes. */
export class SubstituteChoices {
  readonly #font: Substituted
  readonly #encoding: Encoding
  readonly #isSymbolic: boolean
  readonly #isNonsymbolic: boolean
  readonly #showsPictures: boolean

  constructor(font: Substituted, encoding: Encoding, flags: number) {
    this.#font = font
    this.#encoding = encoding
    this.#isSymbolic = (flags & symbolic) !== 0
    this.#isNonsymbolic = !this.#isSymbolic && (flags & nonsymbolic) !== 0
    this.#showsPictures = font.names.some(showsPictures)
  }

  isInDoubt(code: number): boolean {
    const { basis, isDifferent, nameOf } = this.#encoding
    const { kind } = this.#font
    if (this.#showsPictures) return !this.#isPicture(code)
    if (isDifferent(code)) return !this.#isKnown(nameOf(code)!, code)
    if (code < 0x20 || basis === 'Windows') return false
    if (basis === 'Macintosh') return signsOfMacintosh.has(code)
    if (basis === 'experts' || (kind === 'TrueType' && this.#isSymbolic && basis !== 'none')) return true
    if (code < 0x7f && code !== 0x27 && code !== 0x60) return false
    if (kind === 'TrueType' || this.#isSymbolic || basis === 'other') return true
    return code > 0xa0 && standardNames(code) === undefined
  }

  #isPicture(code: number): boolean {
    const { basis, isDifferent, nameOf } = this.#encoding
    const { kind, names } = this.#font
    const isOwn = pictureFonts.get(names[0] ?? '')
    if (!isOwn || names.some((name) => name !== names[0])) return false
    // what Word writes: a bullet, or the dot that PDFium has for it
    if (kind === 'TrueType') return this.#isSymbolic && basis === 'none' && names[0] === 'Symbol' && (code === 0x20 || code === 0xb7)
    if (isDifferent(code)) return isOwn(nameOf(code)!)
    return !this.#isNonsymbolic && !['Windows', 'Macintosh', 'experts'].includes(basis)
  }

  #isKnown(name: string, code: number): boolean {
    if (usual.has(name)) return true
    // where a reader has not such a letter, PDFium shows that of the text that is copied
    return name === '.notdef' ? code === 0x20 : !this.#font.hasUnicode && isKnown(name)
  }
}

/** The letters of Latin that all encodings of the standard know. */
const usual = new Set([
  ...everyCode.flatMap((code) => [
    standardNames(code),
    bases['WinAnsiEncoding']!(code),
    signsOfMacintosh.has(code) ? undefined : bases['MacRomanEncoding']!(code),
  ]),
  'minus',
])

/** Others of Latin, Greek and Cyrillic. Where a name says a number, or the letter is one of Arabic or Hebrew, some show what the code would be without it. */
const isKnown = (name: string) => !/^(?:uni|u[\dA-F]{4}|afii57|lozenge$)/.test(name) && characterOf(name) !== undefined
