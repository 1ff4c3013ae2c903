/**
 * Which field a widget is of: MuPDF and PDFium show none without a name and a kind, and PDFium shows one as what it found first under its name, such as a
 * box to be checked in the place of a text (ISO 32000-2 §12.7.4.1 and §12.7.4.2).
 */

import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isDict, isInteger, isRef, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { mostNamed } from './formFields.ts'

/** A field's full name, without parts that are empty, its /FT and /Ff, and /V where that is a name; all may come from above. */
export type Named = { readonly name: string; readonly kind: string | undefined; readonly flags: number; readonly state: string | undefined }
type Known = { readonly above: Map<number, Named>; readonly kinds: Map<string, string>; left: number }

const knownOf = once<PdfDocument, Known>(() => ({ above: new Map(), kinds: new Map(), left: mostNamed }))
const deepest = 32

/** @throws PdfError TOO_DEEP, TOO_LARGE */
export function fieldOf(document: PdfDocument, dict: Dict, depth = 0): Named {
  if (depth > deepest) throw new PdfError('TOO_DEEP', 'form fields are nested too deeply')
  const parent = dict.entries.get('Parent')
  const node = parent === undefined ? null : document.resolve(parent)
  const upwards = () => (isDict(node) ? fieldOf(document, node, depth + 1) : { name: '', kind: undefined, flags: 0, state: undefined })
  const known = knownOf(document)
  const above = isRef(parent) ? known.above.getOrInsertComputed(parent.number, upwards) : upwards()
  const part = document.get(dict, 'T')
  const text = isString(part) ? textOf(part) : ''
  const name = text && above.name ? `${above.name}.${text}` : text || above.name
  if ((known.left -= name.length) < 0) throw new PdfError('TOO_LARGE', 'the names of the form fields are longer than allowed')
  const [kind, flags, value] = ['FT', 'Ff', 'V'].map((key) => document.get(dict, key)) as [Value, Value, Value]
  return {
    name,
    kind: nameOf(kind) ?? above.kind,
    flags: isInteger(flags) ? flags : above.flags,
    state: nameOf(value) ?? above.state,
  }
}

/** Whether every field of the file that has a name is of one kind, as far as it was asked. */
export function isOfOneKind(document: PdfDocument, { name, kind }: Named): boolean {
  return name === '' || kind === undefined || knownOf(document).kinds.getOrInsert(name, kind) === kind
}
