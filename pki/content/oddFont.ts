import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isName, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { programKeys } from './fontProgram.ts'

/**
 * Whether something of a font, where it matters to no other reader, is of a kind for which one of them takes another font, or none: a program that is no
 * stream, names that are none, and, for pdf.js, a map to characters by a name that it does not know.
 * @param holder what has the descriptor: the font itself, or the descendant of a composite one
 */
export function isOddFont(document: PdfDocument, font: Dict, holder: Dict): boolean {
  if ([font, holder].some((dict) => isUnknownMap(document, dict))) return true
  if (nameOf(document.get(font, 'Subtype')) === 'Type3') return isOther(document, font, 'Resources', isDict)
  const descriptor = document.get(holder, 'FontDescriptor')
  if (!isDict(descriptor)) return false
  if (isOther(document, descriptor, 'FontName', (name) => isName(name) || isString(name))) return true
  return programKeys.some((key) => (descriptor.entries.get(key) ?? null) !== null && !isStream(document.get(descriptor, key)))
}

function isUnknownMap(document: PdfDocument, dict: Dict): boolean {
  const map = document.get(dict, 'ToUnicode')
  return isName(map) && !isIdentity(map)
}

/** The map of codes that are numbers themselves (ISO 32000-2 table 116). */
export const isIdentity = (map: Value) => ['Identity-H', 'Identity-V'].includes(nameOf(map) ?? '')

function isOther(document: PdfDocument, dict: Dict, key: string, isOfKind: (value: Value) => boolean): boolean {
  const value = document.get(dict, key)
  return value !== null && !isOfKind(value)
}
