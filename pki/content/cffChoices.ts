/**
 * Which glyph a code of a font in the Compact Font Format shows (ISO 32000-2 §9.6.5.2): by its name in the encoding, where the font has that, otherwise by the
 * font's own encoding, which readers heed, or not, by its flags. What is certain was found with fonts made by script.
 */
import type { Cff } from './cff.ts'
import type { Encoding } from './glyphEncoding.ts'
import { characterOf, nameOfCharacter } from './glyphNames.ts'
import { standardNames } from './standardNames.ts'

/** A flag of a font descriptor (ISO 32000-2 table 121). */
const symbolic = 4
/** Octets that end a glyph, and those of its width before them. */
const mostOfBlank = 4

/** Of one font, asked by its codes. */
export class CffChoices {
  readonly #font: Cff
  readonly #encoding: Encoding
  readonly #isSymbolic: boolean
  /** Whether it stands in tables of OpenType, which some readers ask instead. */
  readonly #hasTables: boolean

  constructor(font: Cff, encoding: Encoding, flags: number, hasTables: boolean) {
    this.#font = font
    this.#encoding = encoding
    this.#isSymbolic = (flags & symbolic) !== 0
    this.#hasTables = hasTables
  }

  isInDoubt(code: number): boolean {
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

  #isSeen(name: string | undefined): boolean {
    const outline = name === undefined ? undefined : this.#font.outline(name)
    return outline !== undefined && outline.length > mostOfBlank
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
