import { Fault } from '#pki/content/fault.ts'
import { identity, transformed } from '#pki/content/matrix.ts'
import type { Box, Matrix } from '#pki/content/matrix.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { numbersIn } from './numbers.ts'

/** What a form may fill of the space that it is drawn in (ISO 32000-2 §8.10.1). @throws Fault where it does not say */
export function frameOf(document: PdfDocument, form: Dict): Box {
  const [box, matrix] = ['BBox', 'Matrix'].map((key) => numbersIn(document, document.get(form, key)))
  if (box?.length !== 4 || (matrix && matrix.length !== 6)) throw new Fault('a form has no frame')
  return transformed((matrix ?? identity) as unknown as Matrix, box as unknown as Box)
}
