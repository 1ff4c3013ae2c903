/** Walks the form's field tree (ISO 32000-2 §12.7.4) and reads its signature fields and signatures. */

import { once } from '#pki/once.ts'
import { PdfError } from '#pki/pdf/error.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { expectDict, isArray, isDict, isInteger, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import type { FieldLock, Rectangle, SignatureFacts, SignatureField } from './facts.ts'
import { pointerOf, rawEntries } from './raw.ts'
import { readSeed } from './seedValues.ts'

/** What signing and validation read of one form. */
export const maxFields = 20_000
/** Characters of the full names of all fields: each begins with those of the fields above it. */
export const mostNamed = 8_000_000

/** A list of fields or widgets, of which a writer may have named one twice. */
export function onceEach(list: readonly Value[]): Value[] {
  const numbers = new Set<number>()
  return list.filter((item) => !isRef(item) || (!numbers.has(item.number) && numbers.add(item.number)))
}

/** What a form says besides its fields (ISO 32000-2 table 224). */
export const formKeys: ReadonlySet<string> = new Set(['NeedAppearances', 'SigFlags', 'CO', 'DR', 'DA', 'Q', 'XFA'])

type Form = { readonly others: string[]; readonly fields: SignatureField[]; readonly signatures: SignatureFacts[] }
type Inherited = { readonly name: string; readonly type: string | undefined; readonly depth: number }

/** `pageOf` maps a page's or a widget's object number to the page's index. @throws PdfError */
export function readForm(document: PdfDocument, acroForm: Dict, pageOf: ReadonlyMap<number, number>): Form {
  const form: Form = { others: [], fields: [], signatures: [] }
  const seen = new Set<number>()
  let nameLength = 0
  const visit = (value: Value, parent: Inherited) => {
    if (!isRef(value)) throw new PdfError('TYPE', 'a form field is not an indirect object')
    if (seen.has(value.number)) throw new PdfError('LOOP', 'a form field contains itself')
    if (seen.size >= maxFields) throw new PdfError('TOO_MANY_OBJECTS', 'more form fields than allowed')
    if (parent.depth > 32) throw new PdfError('TOO_DEEP', 'form fields are nested too deeply')
    seen.add(value.number)
    const dict = expectDict(document.resolve(value), 'a form field')
    const partial = document.get(dict, 'T')
    const name = isString(partial) ? (parent.name ? `${parent.name}.${textOf(partial)}` : textOf(partial)) : parent.name
    if ((nameLength += name.length) > mostNamed) throw new PdfError('TOO_LARGE', 'the names of the form fields are longer than allowed')
    const type = nameOf(document.get(dict, 'FT')) ?? parent.type
    const { children, named } = kidsOf(document, dict)
    for (const kid of named) visit(kid, { name, type, depth: parent.depth + 1 })
    if (named.length > 0) return
    if (type === 'Sig') readSignatureField(document, value, dict, name, children, pageOf, form)
    else form.others.push(name)
  }
  const roots = document.get(acroForm, 'Fields')
  for (const root of onceEach(isArray(roots) ? roots : []))
    if (!isNoField(document, root)) visit(root, { name: '', type: undefined, depth: 0 })
  form.signatures.sort((a, b) => (a.byteRange[2] ?? 0) + (a.byteRange[3] ?? 0) - (b.byteRange[2] ?? 0) - (b.byteRange[3] ?? 0))
  return form
}

/** The form that pypdf copies from another file names whatever has the fields' numbers in this one. Some readers take a stream for its dictionary. */
function isNoField(document: PdfDocument, item: Value): boolean {
  const value = document.resolve(item)
  return isStream(value) ? !['T', 'FT', 'Kids', 'V'].some((key) => value.dict.entries.has(key)) : isRef(item) && !isDict(value)
}

type Kids = { readonly children: readonly Value[]; readonly named: readonly Value[] }
/** Thousands of fields may name one list. */
const kidsByList = once<PdfDocument, Map<number, Kids>>(() => new Map())

function kidsOf(document: PdfDocument, dict: Dict): Kids {
  const list = dict.entries.get('Kids')
  const look = () => {
    const kids = document.resolve(list)
    const children = onceEach(isArray(kids) ? kids : [])
    return { children, named: children.filter((kid) => isNamed(document, kid)) }
  }
  return isRef(list) ? kidsByList(document).getOrInsertComputed(list.number, look) : look()
}

function isNamed(document: PdfDocument, kid: Value): boolean {
  const dict = document.resolve(kid)
  return isDict(dict) && dict.entries.has('T')
}

function readSignatureField(
  document: PdfDocument,
  ref: Ref,
  dict: Dict,
  name: string,
  kids: readonly Value[],
  pageOf: ReadonlyMap<number, number>,
  form: Form,
): void {
  const widgetRef = kids.length === 0 ? ref : isRef(kids[0]) ? kids[0] : undefined
  if (!widgetRef) throw new PdfError('TYPE', 'a widget is not an indirect object')
  const widget = expectDict(document.resolve(widgetRef), 'a widget')
  const page = document.get(widget, 'P') === null ? undefined : widget.entries.get('P')
  const lock = document.get(dict, 'Lock')
  const value = document.get(dict, 'V')
  const seed = document.get(dict, 'SV')
  form.fields.push({
    name,
    pointer: pointerOf(ref),
    entries: rawEntries(dict),
    signed: value !== null,
    ...(widgetRef === ref ? {} : { widget: { pointer: pointerOf(widgetRef), entries: rawEntries(widget) } }),
    widgets: Math.max(1, kids.length),
    rectangle: rectangleOf(document, document.get(widget, 'Rect')) ?? [0, 0, 0, 0],
    ...(isHidden(document.get(widget, 'F')) && { isHidden: true as const }),
    page: pageOf.get(widgetRef.number) ?? (isRef(page) ? pageOf.get(page.number) : undefined),
    lock: isDict(lock) ? readLock(document, lock) : undefined,
    ...(isDict(seed) && readSeed(document, seed)),
  })
  if (isDict(value)) form.signatures.push(readSignature(document, name, value, isDict(lock) ? readLock(document, lock) : undefined))
}

const [hidden, noView] = [2, 32]
const isHidden = (flags: Value) => isInteger(flags) && (flags & (hidden | noView)) !== 0

/** `prepared` is the lock of the field itself, in force where the signature states none: not every tool repeats it. */
function readSignature(document: PdfDocument, field: string, dict: Dict, prepared: FieldLock | undefined): SignatureFacts {
  const range = document.get(dict, 'ByteRange')
  const references = document.get(dict, 'Reference')
  const permissions: (1 | 2 | 3)[] = prepared?.permission ? [prepared.permission] : []
  const locks: FieldLock[] = []
  for (const item of isArray(references) ? references : []) {
    const transform = expectDict(document.resolve(item), 'a signature reference')
    const parameters = document.get(transform, 'TransformParams')
    const method = nameOf(document.get(transform, 'TransformMethod'))
    if (method === 'DocMDP') permissions.push(permissionOf(isDict(parameters) ? document.get(parameters, 'P') : null) ?? 2)
    if (method === 'FieldMDP' && isDict(parameters)) locks.push(readLock(document, parameters))
  }
  return {
    field,
    subFilter: nameOf(document.get(dict, 'SubFilter')) ?? '',
    timestamp: nameOf(document.get(dict, 'Type')) === 'DocTimeStamp',
    byteRange: isArray(range) ? range.filter(isInteger) : [],
    permission: permissions.toSorted()[0],
    locks: locks.length === 0 && prepared ? [prepared] : locks,
  }
}

const permissionOf = (value: Value): 1 | 2 | 3 | undefined => (value === 1 || value === 2 || value === 3 ? value : undefined)

function readLock(document: PdfDocument, dict: Dict): FieldLock {
  const action = nameOf(document.get(dict, 'Action'))
  const fields = document.get(dict, 'Fields')
  const names = (isArray(fields) ? fields : []).map((field) => document.resolve(field)).filter(isString)
  return {
    // an action that is not known locks everything: the narrower reading could be wrong
    action: action === 'Include' || action === 'Exclude' ? action : 'All',
    fields: names.map(textOf),
    permission: permissionOf(document.get(dict, 'P')),
  }
}

/** Four numbers in any order of corners, set in order. */
export function rectangleOf(document: PdfDocument, value: Value): Rectangle | undefined {
  if (!isArray(value) || value.length !== 4) return undefined
  const numbers = value.map((item) => document.resolve(item))
  if (!numbers.every((item): item is number => typeof item === 'number' && Number.isFinite(item))) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
