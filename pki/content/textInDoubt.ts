import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { codesInDoubt } from './codesInDoubt.ts'
import { compositeTextInDoubt } from './compositeText.ts'
import { drawnCodeInDoubt } from './drawnFont.ts'
import { programsIn } from './fontProgram.ts'
import { isOddFont } from './oddFont.ts'
import { widthInDoubt } from './widthsInDoubt.ts'

/**
 * Whether readers may show different glyphs for a string of text, some of them none, or in different places. @param font a font's dictionary
 * @throws PdfError where its program cannot be unpacked
 */
export function textInDoubt(document: PdfDocument, font: Dict): (string: Uint8Array) => boolean {
  const kind = nameOf(document.get(font, 'Subtype'))
  if (kind === 'Type0') return compositeTextInDoubt(document, font)
  if (isOddFont(document, font, font)) return () => true
  const glyphs = kind === 'Type3' ? 'content' : bringsProgram(document, font) ? 'program' : 'none'
  const hasOtherWidth = widthInDoubt(document, font, glyphs)
  const isOther = kind === 'Type3' ? drawnCodeInDoubt(document, font) : inSet(codesInDoubt(document, font))
  return (string) => string.some((code) => isOther(code) || hasOtherWidth(code))
}

const inSet = (codes: ReadonlySet<number>) => (code: number) => codes.has(code)

function bringsProgram(document: PdfDocument, font: Dict): boolean {
  const descriptor = document.get(font, 'FontDescriptor')
  return isDict(descriptor) && programsIn(document, descriptor).length > 0
}
