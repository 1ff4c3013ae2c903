/**
 * Which glyph a code of a TrueType font shows (ISO 32000-2 §9.6.5.4). The standard leaves it to tables of the font of which readers ask one or another:
 * that of Unicode by the character, that of Macintosh by the code or the character, that of symbols by the code, the names of glyphs. In an honest font they lead
 * to the same glyph. Where they do not, one reader shows 10 and the next 90. What is certain was found with fonts made by script.
 */
import { nonsymbolic, symbolic } from './fontFlags.ts'
import type { Encoding } from './glyphEncoding.ts'
import { bases } from './glyphEncoding.ts'
import { characterOf, nameOfCharacter } from './glyphNames.ts'
import { macRoman } from './trueType.ts'
import type { CharacterMap, TrueType } from './trueType.ts'

/** Where fonts of symbols have their codes (ISO/IEC 14496-22 §5.2.1). */
const privateArea = 0xf000

/** The tables that readers ask (ISO/IEC 14496-22 §5.2.1.2). */
type Kind = 'windows' | 'full' | 'symbols' | 'unicode' | 'apple'

function kindOf({ platform, encoding }: CharacterMap): Kind | undefined {
  if (platform === 0) return 'unicode'
  if (platform === 1) return encoding === 0 ? 'apple' : undefined
  if (platform !== 3) return undefined
  return encoding === 1 ? 'windows' : encoding === 10 ? 'full' : encoding === 0 ? 'symbols' : undefined
}

const appleCodes = new Map<string | undefined, number>(macRoman.map((character, code) => [nameOfCharacter(character), code]))
appleCodes.delete(undefined)

/** What a code may be looked up by. */
type Keys = { readonly code: number; readonly name: string | undefined; readonly character: number | undefined }

/** Of one font, asked by its codes. */
export class TrueTypeChoices {
  readonly #font: TrueType
  /** Of several tables of a kind, as fonts of Apple have them for each language, readers ask the first or the last. */
  readonly #maps: ReadonlyMap<Kind, readonly CharacterMap[]>
  readonly #encoding: Encoding
  readonly #isSymbolic: boolean
  readonly #isNonsymbolic: boolean
  readonly #isLatin: boolean

  constructor(font: TrueType, encoding: Encoding, flags: number) {
    this.#font = font
    const maps = Map.groupBy(font.maps, kindOf)
    maps.delete(undefined)
    this.#maps = new Map([...maps].map(([kind, all]) => [kind!, all.length > 1 ? [all[0]!, all.at(-1)!] : all]))
    this.#encoding = encoding
    this.#isSymbolic = (flags & symbolic) !== 0 && (flags & nonsymbolic) === 0
    this.#isLatin = encoding.basis === 'Windows' || encoding.basis === 'Macintosh'
    this.#isNonsymbolic = (flags & nonsymbolic) !== 0 && (flags & symbolic) === 0
  }

  isInDoubt(code: number): boolean {
    if (['experts', 'other'].includes(this.#encoding.basis) || this.#font.maps.length === 0) return true
    const { isBlank, isSame, isWhole } = this.#font
    const [first = 0, ...others] = this.#ways(code).map((glyph) => (isBlank(glyph) ? 0 : glyph))
    if (!isWhole(first)) return true
    return others.some((other) => other !== first && (other === 0 || first === 0 || !isSame(first, other)))
  }

  /** The glyphs that readers come to by the ways that they have; 0 where they find none. */
  #ways(code: number): readonly number[] {
    const { basis, isDifferent, nameOf } = this.#encoding
    const isNamed = isDifferent(code) || basis !== 'none' || !this.#isSymbolic
    const name = isNamed ? nameOf(code) : undefined
    const keys: Keys = { code, name, character: name === undefined ? undefined : characterOf(name) }
    if (this.#isNonsymbolic && (this.#isLatin || isDifferent(code))) return this.#byName(keys)
    if (this.#isSymbolic && !this.#has('windows', 'unicode', 'full')) return this.#bySymbol(keys)
    const symbols = this.#symbols(code)
    if (!isNamed && isFound(symbols)) return symbols
    return this.#byAll(keys)
  }

  #byName(keys: Keys): readonly number[] {
    const [windows, apple] = [this.#in('windows', keys.character), this.#apple(keys)]
    if (isFound(windows)) return windows
    if (this.#has('windows') || !isFound(apple)) return this.#byAll(keys)
    return [...this.#in('unicode', keys.character), ...apple, ...this.#in('full', keys.character).filter(Boolean), ...this.#named(keys)]
  }

  #bySymbol(keys: Keys): readonly number[] {
    const symbols = this.#symbols(keys.code)
    const apple = this.#encoding.basis === 'Macintosh' ? this.#apple(keys) : []
    return isFound(symbols) ? [...symbols, ...apple] : [...this.#in('apple', keys.code), ...apple, ...this.#named(keys)]
  }

  #byAll(keys: Keys): readonly number[] {
    const { code, name, character } = keys
    // PDFium takes the one encoding for the other
    const taken = this.#encoding.basis === 'Macintosh' && !this.#isNonsymbolic ? [characterOf(bases['WinAnsiEncoding']!(code) ?? '')] : []
    const characters = name === undefined ? [code] : [character, code, ...taken]
    const known = characters.flatMap((one) => [...this.#in('windows', one), ...this.#in('unicode', one)])
    const isPlain = this.#has('windows') && this.#isLatin && !this.#encoding.isDifferent(code)
    const apple = isPlain ? [] : [...(name === undefined ? [] : this.#apple(keys)), ...this.#in('apple', code)]
    const rare = [...this.#symbols(code), ...characters.flatMap((one) => this.#in('full', one)).filter(Boolean), ...this.#named(keys)]
    return this.#isAsked() ? [...known, ...apple, ...rare] : [0, ...known, ...apple, ...rare]
  }

  /** Whether all readers ask one of the font's tables. */
  #isAsked(): boolean {
    if (this.#has('windows', 'apple')) return true
    return this.#has('symbols') ? this.#isSymbolic : this.#has('unicode')
  }

  #has = (...kinds: readonly Kind[]) => kinds.some((kind) => this.#maps.has(kind))

  #in = (kind: Kind, key: number | undefined): number[] =>
    (this.#maps.get(kind) ?? []).map(({ glyph }) => (key === undefined ? 0 : glyph(key)))

  #apple = ({ name }: Keys) => this.#in('apple', appleCodes.get(name))

  #named = ({ name }: Keys) => [name === undefined ? 0 : this.#font.named(name)].filter(Boolean)

  /** In the private area, or where it should have been. */
  #symbols(code: number): number[] {
    const found = [privateArea + code, code].flatMap((key) => this.#in('symbols', key)).filter(Boolean)
    return found.length > 0 || !this.#has('symbols') ? found : [0]
  }
}

const isFound = (glyphs: readonly number[]) => glyphs.some((glyph) => glyph !== 0)
