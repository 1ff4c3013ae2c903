/** What the codes of a font show that brings no glyphs of its own (ISO 32000-2 §9.6.5). */
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { nameOfCharacter } from './glyphNames.ts'
import { showsPictures } from './substituteChoices.ts'

/** Those of Latin letters, which agree on the codes of ASCII; the expert's is none of them. */
const latin = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding'])

export const asciiOf = (code: number): string | undefined => (code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : undefined)

const windows = new TextDecoder('windows-1252')

/** Undefined where the code has no letter, or several encodings call another one the same. */
function winAnsiOf(code: number): string | undefined {
  if (code < 0x80) return asciiOf(code)
  const letter = windows.decode(Uint8Array.of(code))
  return letter <= '\u00a0' || letter === '\u00ad' ? undefined : letter
}

/** The letter of each code, where the codes of ASCII show the letters of ASCII. */
export function lettersOf(pdf: PdfDocument, font: Dict, at: number): ((code: number) => string | undefined) | undefined {
  const descriptor = pdf.get(font, 'FontDescriptor', at)
  const base = pdf.get(font, 'BaseFont', at)
  const names = [base, (isDict(descriptor) ? pdf.get(descriptor, 'FontName', at) : null) ?? base]
  if (names.some((name) => showsPictures(nameOf(name) ?? 'Symbol'))) return undefined
  const encoding = pdf.get(font, 'Encoding', at)
  const basis = isDict(encoding) ? pdf.get(encoding, 'BaseEncoding', at) : encoding
  const differences = isDict(encoding) ? pdf.get(encoding, 'Differences', at) : null
  if (basis !== null && !latin.has(nameOf(basis) ?? '')) return undefined
  if (!keepAscii(isArray(differences) ? differences.map((item) => pdf.resolve(item, at)) : [])) return undefined
  return nameOf(basis) === 'WinAnsiEncoding' && differences === null ? winAnsiOf : asciiOf
}

/** Whether differences leave the codes of ASCII as they are. Readers take numbers that are not whole for one code or another. */
function keepAscii(differences: readonly Value[]): boolean {
  let code = 0
  return differences.every((item) => {
    if (isInteger(item)) code = item
    else {
      const name = nameOf(item)
      if (name === undefined || (code >= 0x20 && code < 0x7f && name !== nameOfCharacter(code))) return false
      code++
    }
    return true
  })
}
