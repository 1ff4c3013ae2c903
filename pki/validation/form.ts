import { PdfError } from '#pki/pdf/error.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { formKeys, maxFields, mostNamed, onceEach } from '#pki/signature/formFields.ts'
import { isArray, isDict, isRef, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { maxPages } from './pages.ts'

/** A terminal form field, or a widget below one, in one revision (ISO 32000-2 §12.7.4). */
export type Field = {
  /** Number of its object; 0 where it stands directly in its parent, which the standard does not allow. */
  number: number
  dict: Dict
  name: string
  type: string | undefined
  /** Whether the object is a widget whose field is its parent. */
  widgetOnly: boolean
  /** Which of the stated forms it belongs to (`formsOf`). */
  form: number
}

/** Every field and widget of the form, or of both where two are stated, in revision `at`. @throws PdfError */
export function fieldsOf(pdf: PdfDocument, at = pdf.revisions.length - 1): Field[] {
  const found: Field[] = []
  const seen = new Set<number>()
  let nameLength = 0
  const visit = (value: Value, form: number, parentName: string, parentType: string | undefined, depth: number) => {
    const dict = pdf.resolve(value, at)
    if (!isDict(dict)) return
    const number = isRef(value) ? value.number : 0
    if (number > 0 && seen.has(number)) throw new PdfError('LOOP', 'a form field stands in two others')
    if (found.length >= maxFields || depth > 32) throw new PdfError('TOO_MANY_OBJECTS', 'more form fields than the reader allows')
    seen.add(number)
    const partial = pdf.get(dict, 'T', at)
    const own = isString(partial) ? textOf(partial) : undefined
    const name = own === undefined ? parentName : parentName ? `${parentName}.${own}` : own
    if ((nameLength += name.length) > mostNamed)
      throw new PdfError('TOO_LARGE', 'the names of the form fields are longer than the reader allows')
    const type = nameOf(pdf.get(dict, 'FT', at)) ?? parentType
    found.push({ number, dict, name, type, widgetOnly: own === undefined && depth > 0, form })
    const kids = pdf.get(dict, 'Kids', at)
    for (const kid of onceEach(isArray(kids) ? kids : [])) visit(kid, form, name, type, depth + 1)
  }
  // jsPDF names the buttons of a group among the fields of the form, too
  const isWidgetOfField = (field: Value) => {
    const dict = pdf.resolve(field, at)
    return isRef(field) && isDict(dict) && !dict.entries.has('T') && dict.entries.has('Parent')
  }
  const root = pdf.resolve(pdf.rootAt(at), at)
  for (const [index, stated] of (isDict(root) ? formsOf(root) : []).entries()) {
    const form = pdf.resolve(stated, at)
    const roots = isDict(form) ? pdf.get(form, 'Fields', at) : null
    const inAnother = new Set(seen)
    const fields = onceEach(isArray(roots) ? roots : [])
    for (const field of fields)
      if (!(isRef(field) && inAnother.has(field.number)) && !isWidgetOfField(field)) visit(field, index, '', undefined, 0)
    for (const field of fields) if (isRef(field) && !seen.has(field.number)) visit(field, index, '', undefined, 0)
  }
  return found
}

/** The form that counts for us, and another one where some readers take that: node-signpdf adds its own to a catalogue that has one. */
export function formsOf({ entries, repeated }: Dict): Value[] {
  return [entries.get('AcroForm'), repeated?.get('AcroForm')].filter((form) => form !== undefined)
}

/** What a form says; all else that stands in its dictionary is of something else. */
export const isOfForm = (key: string): boolean => key === 'Fields' || formKeys.has(key)

/** The form, by its number, where it is the document information, the catalogue or a page as well, as PyPDF2 has it: each is judged by its own keys then. */
export function twofoldForm(pdf: PdfDocument, at: number): number | undefined {
  const root = pdf.resolve(pdf.rootAt(at), at)
  const form = isDict(root) ? root.entries.get('AcroForm') : undefined
  if (!isRef(form)) return undefined
  const information = pdf.revisions[at]!.trailer.entries.get('Info')
  if (isRef(information) && information.number === form.number) return form.number
  const dict = pdf.resolve(form, at)
  return isDict(dict) && isOfPages(dict) ? form.number : undefined
}

/** Whether what is called the form or the document information may be the catalogue, a page or a node of their tree. */
export const isOfPages = ({ entries }: Dict): boolean => ['Pages', 'Kids', 'Parent'].some((key) => entries.has(key))

/**
 * Signed fields that only a page's annotations lead to, in revision `at`: some writers forget to name a new field in the form, and readers find it
 * all the same. @throws PdfError
 */
export function signedFieldsOnPages(pdf: PdfDocument, known: ReadonlySet<number>, at = pdf.revisions.length - 1, most = maxPages): Field[] {
  const found: Field[] = []
  const [seen, met] = [new Set<number>(), new Set(known)]
  const root = pdf.resolve(pdf.rootAt(at), at)
  const open: Value[] = [isDict(root) ? (root.entries.get('Pages') ?? null) : null]
  for (let next = open.pop(); next !== undefined && seen.size < most; next = open.pop()) {
    const node = pdf.resolve(next, at)
    if (!isRef(next) || !isDict(node) || seen.has(next.number)) continue
    seen.add(next.number)
    const kids = pdf.get(node, 'Kids', at)
    for (const kid of isArray(kids) ? kids : []) open.push(kid)
    const list = node.entries.get('Annots')
    if (isRef(list) && met.has(list.number)) continue // pages may share one
    if (isRef(list)) met.add(list.number)
    const annotations = pdf.resolve(list, at)
    for (const item of isArray(annotations) ? annotations : []) {
      if (!isRef(item) || met.has(item.number)) continue
      met.add(item.number)
      const widget = pdf.resolve(item, at)
      if (!isDict(widget) || nameOf(pdf.get(widget, 'FT', at)) !== 'Sig' || !widget.entries.has('V')) continue
      const title = pdf.get(widget, 'T', at)
      found.push({ number: item.number, dict: widget, name: isString(title) ? textOf(title) : '', type: 'Sig', widgetOnly: false, form: 0 })
      if (found.length >= maxFields) return found
    }
  }
  return found
}

/** More levels than a form has. */
const mostLevels = 64

/** The names of the fields above one, the topmost first. */
export function namesAbove(name: string): string[] {
  const found: string[] = []
  for (let dot = name.indexOf('.'); dot > 0 && found.length < mostLevels; dot = name.indexOf('.', dot + 1)) found.push(name.slice(0, dot))
  return found
}
