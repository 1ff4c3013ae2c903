/**
 * Which glyph a code of a TrueType font shows (ISO 32000-2 §9.6.5.4). The standard leaves it to tables of the font of which readers ask one or another:
 * that of Unicode by the character, that of Macintosh by the code or the character, that of symbols by the code, the names of glyphs. In an honest font they lead
 * to the same glyph. Where they do not, one reader shows 10 and the next 90. What is certain was found with fonts made by script.
 */
import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { characterOf, nameOfCharacter } from './glyphNames.ts'
import { macRoman, readTrueType } from './trueType.ts'
import type { CharacterMap, TrueType } from './trueType.ts'

/**
 * The codes of a font for which readers may show different glyphs, or some of them none; undefined where there is none.
 * @param font a font's dictionary @throws PdfError where its program cannot be unpacked
 */
export function codesInDoubt(document: PdfDocument, font: Dict): ReadonlySet<number> | undefined {
  if (nameOf(document.get(font, 'Subtype')) !== 'TrueType') return undefined
  const descriptor = document.get(font, 'FontDescriptor')
  if (!isDict(descriptor)) return undefined
  const program = ['FontFile2', 'FontFile3'].map((key) => document.get(descriptor, key)).find(isStream)
  if (!program) return undefined
  const tables = programsOf(document).getOrInsertComputed(program.start, () => readTrueType(document.data(program)))
  const flags = document.get(descriptor, 'Flags')
  const choice = tables && new Choice(tables, encodingOf(document, font), typeof flags === 'number' ? flags : 0)
  const codes = new Set(everyCode.filter((code) => choice?.isInDoubt(code) ?? true))
  return codes.size > 0 ? codes : undefined
}

/** Fonts may share a program, by where that stands. */
const programsOf = once<PdfDocument, Map<number, TrueType | undefined>>(() => new Map())

const everyCode = Array.from({ length: 256 }, (_, code) => code)

type Encoding = {
  /** What it calls the glyph of a code, and whether that is one of its differences. */
  readonly nameOf: (code: number) => string | undefined
  readonly isDifferent: (code: number) => boolean
  readonly basis: 'none' | 'Windows' | 'Macintosh' | 'standard' | 'other'
}

const windows = new TextDecoder('windows-1252')
const bases: Record<string, (code: number) => string | undefined> = {
  WinAnsiEncoding: (code) => windowsNames.get(code) ?? nameOfCharacter(windows.decode(Uint8Array.of(code)).codePointAt(0)!),
  MacRomanEncoding: (code) => nameOfCharacter(macRoman[code]!),
  StandardEncoding: (code) => standardNames.get(code) ?? (code < 0x7f ? nameOfCharacter(code) : undefined),
}

const kinds = new Map<string, Encoding['basis']>([
  ['WinAnsiEncoding', 'Windows'],
  ['MacRomanEncoding', 'Macintosh'],
  ['StandardEncoding', 'standard'],
])

/** Spaces and hyphens at which no line ends (the notes of annex D.2). */
const windowsNames = new Map([
  [0xa0, 'space'],
  [0xad, 'hyphen'],
])

/** Where Adobe's own encoding is not that of ASCII (ISO 32000-2 annex D.2). */
const standardNames = new Map<number, string>(
  [
    [0x27, 'quoteright'],
    [0x60, 'quoteleft'],
    [
      0xa1,
      'exclamdown cent sterling fraction yen florin section currency quotesingle quotedblleft guillemotleft guilsinglleft guilsinglright fi fl',
    ],
    [0xb1, 'endash dagger daggerdbl periodcentered'],
    [0xb6, 'paragraph bullet quotesinglbase quotedblbase quotedblright guillemotright ellipsis perthousand'],
    [0xbf, 'questiondown'],
    [0xc1, 'grave acute circumflex tilde macron breve dotaccent dieresis'],
    [0xca, 'ring cedilla'],
    [0xcd, 'hungarumlaut ogonek caron emdash'],
    [0xe1, 'AE'],
    [0xe3, 'ordfeminine'],
    [0xe8, 'Lslash Oslash OE ordmasculine'],
    [0xf1, 'ae'],
    [0xf5, 'dotlessi'],
    [0xf8, 'lslash oslash oe germandbls'],
  ].flatMap(([first, names]) => `${names}`.split(' ').map((name, i) => [Number(first) + i, name] as const)),
)

function encodingOf(document: PdfDocument, font: Dict): Encoding {
  const encoding = document.get(font, 'Encoding')
  const basis = nameOf(isDict(encoding) ? document.get(encoding, 'BaseEncoding') : encoding)
  const differences = new Map<number, string>()
  let code = 0
  const list = isDict(encoding) ? document.get(encoding, 'Differences') : null
  for (const item of isArray(list) ? list : []) {
    const value: Value = document.resolve(item)
    const name = nameOf(value)
    if (isInteger(value)) code = value
    else if (name !== undefined) differences.set(code++, name)
  }
  const base = bases[basis === undefined || !Object.hasOwn(bases, basis) ? 'StandardEncoding' : basis]!
  return {
    nameOf: (code) => differences.get(code) ?? base(code),
    isDifferent: (code) => differences.has(code),
    basis: basis === undefined ? 'none' : (kinds.get(basis) ?? 'other'),
  }
}

/** Flags of a font descriptor (ISO 32000-2 table 121). */
const [symbolic, nonsymbolic] = [4, 32]
/** Where fonts of symbols have their codes (ISO/IEC 14496-22 §5.2.1). */
const privateArea = 0xf000

type Which = (map: CharacterMap) => boolean
const isWindows: Which = ({ platform, encoding }) => platform === 3 && encoding === 1
const isUnicode: Which = ({ platform }) => platform === 0
const isFull: Which = ({ platform, encoding }) => platform === 3 && encoding === 10
const isSymbols: Which = ({ platform, encoding }) => platform === 3 && encoding === 0
const isApple: Which = ({ platform, encoding }) => platform === 1 && encoding === 0

const appleCodes = new Map<string | undefined, number>(macRoman.map((character, code) => [nameOfCharacter(character), code]))
appleCodes.delete(undefined)

/** What a code may be looked up by. */
type Keys = { readonly code: number; readonly name: string | undefined; readonly character: number | undefined }

class Choice {
  readonly #font: TrueType
  readonly #encoding: Encoding
  readonly #isSymbolic: boolean
  readonly #isNonsymbolic: boolean
  readonly #isLatin: boolean

  constructor(font: TrueType, encoding: Encoding, flags: number) {
    this.#font = font
    this.#encoding = encoding
    this.#isSymbolic = (flags & symbolic) !== 0 && (flags & nonsymbolic) === 0
    this.#isLatin = encoding.basis === 'Windows' || encoding.basis === 'Macintosh'
    this.#isNonsymbolic = (flags & nonsymbolic) !== 0 && (flags & symbolic) === 0
  }

  isInDoubt(code: number): boolean {
    if (this.#encoding.basis === 'other' || this.#font.maps.length === 0) return true
    const { isBlank, isSame } = this.#font
    const [first = 0, ...others] = this.#ways(code).map((glyph) => (isBlank(glyph) ? 0 : glyph))
    return others.some((other) => other !== first && (other === 0 || first === 0 || !isSame(first, other)))
  }

  /** The glyphs that readers come to by the ways that they have; 0 where they find none. */
  #ways(code: number): readonly number[] {
    const { basis, isDifferent, nameOf } = this.#encoding
    const isNamed = isDifferent(code) || basis !== 'none' || !this.#isSymbolic
    const name = isNamed ? nameOf(code) : undefined
    const keys: Keys = { code, name, character: name === undefined ? undefined : characterOf(name) }
    if (this.#isNonsymbolic && (this.#isLatin || isDifferent(code))) return this.#byName(keys)
    if (this.#isSymbolic && !this.#has(isWindows, isUnicode, isFull)) return this.#bySymbol(keys)
    const symbols = this.#symbols(code)
    if (!isNamed && isFound(symbols)) return symbols
    return this.#byAll(keys)
  }

  #byName(keys: Keys): readonly number[] {
    const [windows, apple] = [this.#in(isWindows, keys.character), this.#apple(keys)]
    if (isFound(windows)) return windows
    if (this.#has(isWindows) || !isFound(apple)) return this.#byAll(keys)
    return [...this.#in(isUnicode, keys.character), ...apple, ...this.#in(isFull, keys.character).filter(Boolean), ...this.#named(keys)]
  }

  #bySymbol(keys: Keys): readonly number[] {
    const symbols = this.#symbols(keys.code)
    const apple = this.#encoding.basis === 'Macintosh' ? this.#apple(keys) : []
    return isFound(symbols) ? [...symbols, ...apple] : [...this.#in(isApple, keys.code), ...apple, ...this.#named(keys)]
  }

  #byAll(keys: Keys): readonly number[] {
    const { code, name, character } = keys
    // PDFium takes the one encoding for the other
    const taken = this.#encoding.basis === 'Macintosh' && !this.#isNonsymbolic ? [characterOf(bases['WinAnsiEncoding']!(code) ?? '')] : []
    const characters = name === undefined ? [code] : [character, code, ...taken]
    const known = characters.flatMap((one) => [...this.#in(isWindows, one), ...this.#in(isUnicode, one)])
    const isPlain = this.#has(isWindows) && this.#isLatin && !this.#encoding.isDifferent(code)
    const apple = isPlain ? [] : [...(name === undefined ? [] : this.#apple(keys)), ...this.#in(isApple, code)]
    const rare = [...this.#symbols(code), ...characters.flatMap((one) => this.#in(isFull, one)).filter(Boolean), ...this.#named(keys)]
    return this.#isAsked() ? [...known, ...apple, ...rare] : [0, ...known, ...apple, ...rare]
  }

  /** Whether all readers ask one of the font's tables. */
  #isAsked(): boolean {
    if (this.#has(isWindows, isApple)) return true
    return this.#has(isSymbols) ? this.#isSymbolic : this.#has(isUnicode)
  }

  #has = (...kinds: readonly Which[]) => this.#font.maps.some((map) => kinds.some((is) => is(map)))

  /** Of several tables of a kind, as fonts of Apple have them for each language, readers ask the first or the last. */
  #in(which: Which, key: number | undefined): number[] {
    const maps = this.#font.maps.filter(which)
    return [maps[0], maps.at(-1)].filter((map) => map !== undefined).map(({ glyph }) => (key === undefined ? 0 : glyph(key)))
  }

  #apple = ({ name }: Keys) => this.#in(isApple, appleCodes.get(name))

  #named = ({ name }: Keys) => [name === undefined ? 0 : this.#font.named(name)].filter(Boolean)

  /** In the private area, or where it should have been. */
  #symbols(code: number): number[] {
    const found = this.#font.maps.filter(isSymbols).flatMap(({ glyph }) => [glyph(privateArea + code), glyph(code)].filter(Boolean))
    return found.length > 0 || !this.#has(isSymbols) ? found : [0]
  }
}

const isFound = (glyphs: readonly number[]) => glyphs.some((glyph) => glyph !== 0)
