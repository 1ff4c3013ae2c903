/**
 * Which glyph a code shows of a font that knows its glyphs by name, Type 1 or compact (ISO 32000-2 §9.6.5.2): the one that the encoding names, where the
 * font has that; otherwise the one of the font's own encoding, which readers heed, or not, by its flags. What is certain was found with fonts made by script.
 */
import { symbolic } from './fontFlags.ts'
import type { Encoding } from './glyphEncoding.ts'
import { characterOf, nameOfCharacter } from './glyphNames.ts'
import type { NamedFont } from './namedFont.ts'
import { standardNames } from './standardNames.ts'

type Surroundings = {
  /** Whether it stands in tables of OpenType, which some readers ask instead. */
  readonly hasTables: boolean
  /** What PDFium calls its glyphs by the name of the font alone. */
  readonly pictures: ((code: number) => string | undefined) | undefined
}

/** Of one font, asked by its codes. */
export class NamedChoices {
  readonly #font: NamedFont
  readonly #encoding: Encoding
  readonly #isSymbolic: boolean
  readonly #hasTables: boolean
  readonly #pictures: Surroundings['pictures']

  constructor(font: NamedFont, encoding: Encoding, flags: number, { hasTables, pictures }: Surroundings) {
    this.#font = font
    this.#encoding = encoding
    this.#isSymbolic = (flags & symbolic) !== 0
    this.#hasTables = hasTables
    this.#pictures = pictures
  }

  isInDoubt(code: number): boolean {
    const names = [this.#encoding.nameOf(code), this.#font.nameOf(code), standardNames(code)]
    return names.some((name) => name !== undefined && !this.#font.isWhole(name)) || this.#isOther(code) || this.#isOtherPicture(code)
  }

  #isOther(code: number): boolean {
    const { basis, isDifferent, nameOf } = this.#encoding
    const own = this.#font.nameOf(code)
    if (isDifferent(code) || basis === 'Windows' || basis === 'Macintosh') {
      const name = nameOf(code)
      if (name !== undefined && this.#font.outline(name)) return false
      // some readers go on to what the font or the standard has there, and some to another name of the character
      if (this.#isSeen(own) || this.#isSeen(standardNames(code))) return true
      return name !== undefined && aliasesOf(name).some((alias) => this.#isSeen(alias))
    }
    const standard = standardNames(code)
    if (basis === 'experts' || this.#hasTables) return this.#isSeen(own) || this.#isSeen(standard)
    if (this.#isSymbolic && basis === 'none') return own === undefined && this.#isSeen(standard)
    return !this.#isSame(own, standard)
  }

  /** PDFium heeds nothing else of Symbol and ZapfDingbats than differences. */
  #isOtherPicture(code: number): boolean {
    const { basis, isDifferent, nameOf } = this.#encoding
    if (!this.#pictures || isDifferent(code)) return false
    return !this.#isSame(basis === 'none' ? this.#font.nameOf(code) : nameOf(code), this.#pictures(code))
  }

  #isSeen(name: string | undefined): boolean {
    const outline = name === undefined ? undefined : this.#font.outline(name)
    return outline !== undefined && outline.length > this.#font.mostOfBlank
  }

  #isSame(one: string | undefined, other: string | undefined): boolean {
    if (!this.#isSeen(one) && !this.#isSeen(other)) return true
    const [first, second] = [one, other].map((name) => (name === undefined ? undefined : this.#font.outline(name)))
    return first !== undefined && second !== undefined && Buffer.compare(first, second) === 0
  }
}

/** Other names of the same character. */
function aliasesOf(name: string): string[] {
  const character = characterOf(name)
  if (character === undefined) return []
  return [nameOfCharacter(character), `uni${character.toString(16).toUpperCase().padStart(4, '0')}`].filter(
    (alias) => alias !== undefined && alias !== name,
  ) as string[]
}
