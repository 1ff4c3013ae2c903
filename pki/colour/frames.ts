import { Fault } from '#pki/content/fault.ts'
import { identity, transformed } from '#pki/content/matrix.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { numbersIn } from './numbers.ts'

/** What a form may fill of the space that it is drawn in (ISO 32000-2 §8.10.1). @throws Fault where it does not say */
export function frameOf(document: PdfDocument, form: Dict): Box {
  const box = numbersIn(document, document.get(form, 'BBox'))
  if (box?.length !== 4) throw new Fault('a form has no frame')
  return transformed(matrixOf(document, form), box as unknown as Box)
}

/** What the content of a form or a pattern is turned by. @throws Fault where that is something else */
export function matrixOf(document: PdfDocument, { entries }: Dict): Matrix {
  const matrix = numbersIn(document, document.resolve(entries.get('Matrix')))
  if (matrix && matrix.length !== 6) throw new Fault('a form is turned by no matrix')
  return (matrix as unknown as Matrix | undefined) ?? identity
}
