import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { nameOfCharacter } from './glyphNames.ts'
import { everyCode, standardNames } from './standardNames.ts'
import { macRoman } from './trueType.ts'

/** What a font's dictionary calls the glyphs of its codes (ISO 32000-2 §9.6.5). */
export type Encoding = {
  /** What it calls the glyph of a code, and whether that is one of its differences. */
  readonly nameOf: (code: number) => string | undefined
  readonly isDifferent: (code: number) => boolean
  readonly basis: 'none' | 'Windows' | 'Macintosh' | 'standard' | 'experts' | 'other'
  /** Whether its differences hold something else than codes and names: readers go on behind it, or not. */
  readonly isBroken: boolean
}

/** Spaces and hyphens at which no line ends, and what has no letter (the notes of annex D.2). */
const oddNames = new Map([
  ...[0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d].map((code) => [code, 'bullet'] as const),
  [0xa0, 'space'],
  [0xad, 'hyphen'],
])

const windows = new TextDecoder('windows-1252')
const windowsNames = everyCode.map((code) => oddNames.get(code) ?? nameOfCharacter(windows.decode(Uint8Array.of(code)).codePointAt(0)!))
const macintoshNames = macRoman.map(nameOfCharacter)
export const bases: Record<string, (code: number) => string | undefined> = {
  WinAnsiEncoding: (code) => windowsNames[code],
  MacRomanEncoding: (code) => macintoshNames[code],
  StandardEncoding: standardNames,
}

const kinds = new Map<string, Encoding['basis']>([
  ['WinAnsiEncoding', 'Windows'],
  ['MacRomanEncoding', 'Macintosh'],
  ['StandardEncoding', 'standard'],
  ['MacExpertEncoding', 'experts'],
])

export function encodingOf(document: PdfDocument, font: Dict): Encoding {
  const encoding = document.get(font, 'Encoding')
  return known(document).getOrInsertComputed(encoding, () => read(document, encoding))
}

/** Fonts may share one. */
const known = once<PdfDocument, Map<Value, Encoding>>(() => new Map())

function read(document: PdfDocument, encoding: Value): Encoding {
  const basis = nameOf(isDict(encoding) ? document.get(encoding, 'BaseEncoding') : encoding)
  const differences = new Map<number, string>()
  let [code, isBroken] = [0, false]
  const list = isDict(encoding) ? document.get(encoding, 'Differences') : null
  for (const item of isArray(list) ? list : []) {
    const value: Value = document.resolve(item)
    const name = nameOf(value)
    if (isInteger(value)) code = value
    else if (name !== undefined) differences.set(code++, name)
    else isBroken = true
  }
  const base = bases[basis === undefined || !Object.hasOwn(bases, basis) ? 'StandardEncoding' : basis]!
  return {
    nameOf: (code) => differences.get(code) ?? base(code),
    isDifferent: (code) => differences.has(code),
    basis: basis === undefined ? 'none' : (kinds.get(basis) ?? 'other'),
    isBroken,
  }
}
