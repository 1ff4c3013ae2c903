/** Appends a signature or a document time stamp with an empty /Contents, ready to be hashed. */

import { encryptedBody } from './encrypted.ts'
import type { FieldLock, PageFacts, SignatureField, SigningFacts, StructureFacts, WrittenObject } from './facts.ts'
import { attachedMac } from './macs.ts'
import { pageBody } from './pages.ts'
import { assertMayAddFields, fieldToSign, nowhereOn, pageToSign } from './placement.ts'
import type { Place } from './placement.ts'
import { entryOf, reference, withEntry, writeDate, writeDict, writeText, zeroDigits } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'
import { RevisionWriter } from './revision.ts'
import { addWidget } from './structure.ts'

/** What a visible signature looks like: a Form XObject with all it needs. */
export type Appearance = {
  /** Complete indirect objects (`obj` to `endobj`) numbered upwards from `first`; `ref` is the form among them. */
  readonly objects: (first: number) => { readonly ref: number; readonly objects: readonly Uint8Array[] }
  /** Its /BBox, [0 0 width height]. */
  readonly width: number
  readonly height: number
}

export type SignatureOptions = Place & {
  readonly appearance?: Appearance
  readonly reason?: string
  readonly location?: string
  readonly name?: string
  /** What readers say of a new field in place of its name, to whoever does not see it (ISO 32000-2 table 226, /TU). */
  readonly label?: string
  /** Claimed time: /M of the signature dictionary, required in every baseline level (EN 319 142-1 §6.3, table 1), where CMS must not have signing-time. */
  readonly signedAt: Date
  /** Bytes kept for the CMS; it is padded with zeros to this. */
  readonly contentsLength: number
}

export type Prepared = {
  /** All that is appended; /Contents is zeros until `fillContents`. */
  readonly tail: Buffer
  /** Where the hexadecimal digits of /Contents stand in `tail`, the angle brackets around them: [start, end) includes those. */
  readonly gap: readonly [number, number]
  /** The facts of the file with the tail. */
  readonly after: SigningFacts
}

/**
 * Appends a signature. Nothing that stands in the file changes except the dictionaries that must name the new field.
 * @throws PlacementError
 */
export function prepareSignature(facts: SigningFacts, options: SignatureOptions): Prepared {
  const field = fieldToSign(facts, options)
  const lock = field?.lock
  const certify = options.certify ?? field?.certify
  const dictionary: RawEntries = [
    ['Type', '/Sig'],
    ['Filter', '/Adobe.PPKLite'],
    ['SubFilter', '/ETSI.CAdES.detached'],
    ['M', writeDate(options.signedAt)],
    ...textEntries({ Name: options.name, Reason: options.reason, Location: options.location }),
    ...referenceEntry(lock, certify),
  ]
  return append(facts, { ...options, certify, dictionary, existing: field, lock, timestamp: false })
}

/** Appends a document time stamp (ISO 32000-2 §12.8.5), always invisible. @throws PlacementError */
export function prepareTimestamp(facts: SigningFacts, contentsLength: number): Prepared {
  assertMayAddFields(facts)
  const taken = new Set([...facts.signatureFields.map(({ name }) => name), ...facts.otherFields])
  let count = 1
  while (taken.has(`Timestamp${count}`)) count++
  const dictionary: RawEntries = [
    ['Type', '/DocTimeStamp'],
    ['Filter', '/Adobe.PPKLite'],
    ['SubFilter', '/ETSI.RFC3161'],
  ]
  return append(facts, {
    fieldName: `Timestamp${count}`,
    label: `Document time stamp ${count}`,
    contentsLength,
    dictionary,
    timestamp: true,
  })
}

/** The tail with `contents` in its place, which is written into `tail` itself, once. @throws RangeError when it is longer than what was kept for it. */
export function fillContents({ tail, gap }: Prepared, contents: Uint8Array): Uint8Array {
  const room = (gap[1] - gap[0] - 2) / 2
  if (contents.length > room) throw new RangeError(`${contents.length} bytes of /Contents, ${room} kept`)
  tail.write(Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString('hex'), gap[0] + 1, 'latin1')
  return tail
}

/** The two pieces of the tail that the signature covers. */
export const coveredParts = ({ tail, gap }: Prepared): [Uint8Array, Uint8Array] => [tail.subarray(0, gap[0]), tail.subarray(gap[1])]

const textEntries = (texts: Record<string, string | undefined>): RawEntries =>
  Object.entries(texts).flatMap(([key, text]) => (text ? [[key, writeText(text)] as const] : []))

/** What this signature forbids afterwards (ISO 32000-2 §12.8.2). */
function referenceEntry(lock: FieldLock | undefined, certify: 1 | 2 | 3 | undefined): RawEntries {
  const items: string[] = []
  const item = (method: string, parameters: string) =>
    items.push(`<</Type /SigRef /TransformMethod /${method} /TransformParams <</Type /TransformParams /V /1.2 ${parameters}>>>>`)
  if (certify) item('DocMDP', `/P ${certify}`)
  if (lock) {
    const fields = lock.action === 'All' ? '' : ` /Fields [${lock.fields.map(writeText).join(' ')}]`
    item('FieldMDP', `/Action /${lock.action}${fields}${lock.permission ? ` /P ${lock.permission}` : ''}`)
  }
  return items.length > 0 ? [['Reference', `[${items.join(' ')}]`]] : []
}

type Appended = Pick<SignatureOptions, 'fieldName' | 'label' | 'page' | 'rectangle' | 'appearance' | 'contentsLength' | 'certify'> & {
  readonly dictionary: RawEntries
  readonly existing?: SignatureField
  readonly lock?: FieldLock
  readonly timestamp: boolean
}

function append(facts: SigningFacts, options: Appended): Prepared {
  const writer = new RevisionWriter(facts)
  const signature = writer.reserve()
  const placed = options.existing
    ? signExisting(facts, writer, options, options.existing, signature)
    : addField(facts, writer, options, signature)
  if (facts.unwritten) writeBesides(writer, facts.unwritten)
  const catalogue = options.certify ? withEntry(placed.catalogue, 'Perms', `<</DocMDP ${reference(signature)}>>`) : placed.catalogue
  const form = writeForm({ ...facts, catalogue }, writer, placed.addedField, options.appearance !== undefined)
  if (form.catalogue !== facts.catalogue) writer.write(facts.root, writeDict(form.catalogue))
  // the signature dictionary goes last, so that all but the cross-reference section stands before it
  const opening = writer.length + `${signature[0]} ${signature[1]} obj\n`.length
  const head = `${encryptedBody(facts.encryption, signature, writeDict(options.dictionary)).slice(0, -2)}/ByteRange `
  const range = 'x'.repeat(byteRangeWidth)
  writer.writeAround(signature, `${head}${range}\n/Contents <`, zeroDigits(options.contentsLength * 2), '>>>')
  const { tail, next } = writer.finish(facts.encryption?.macSalt ? attachedMac(signature) : [])
  const rangeAt = opening + head.length
  const start = rangeAt + byteRangeWidth + '\n/Contents '.length
  const end = start + options.contentsLength * 2 + 2
  const byteRange = [0, facts.size + start, facts.size + end, tail.length - end]
  tail.write(`[${byteRange.join(' ')}]`.padEnd(byteRangeWidth), rangeAt, 'latin1')
  const signed = { ...placed.field, signed: true }
  const permission = [options.certify, options.lock?.permission].filter((stated) => stated !== undefined).toSorted()[0]
  return {
    tail,
    gap: [start, end],
    after: {
      ...facts,
      ...next,
      unwritten: undefined,
      catalogue: form.catalogue,
      acroForm: form.acroForm,
      pages: placed.pages,
      structure: placed.structure ?? facts.structure,
      signatureFields: options.existing
        ? facts.signatureFields.map((field) => (field === options.existing ? signed : field))
        : [...facts.signatureFields, signed],
      signatures: [
        ...facts.signatures,
        {
          field: options.fieldName,
          subFilter: options.timestamp ? 'ETSI.RFC3161' : 'ETSI.CAdES.detached',
          timestamp: options.timestamp,
          byteRange,
          permission,
          locks: options.lock ? [options.lock] : [],
        },
      ],
      revisions: facts.revisions + 1,
    },
  }
}

/** All of them but those that the signature changed anyway. */
function writeBesides(writer: RevisionWriter, objects: readonly WrittenObject[]): void {
  const written = writer.numbers()
  for (const [pointer, body] of objects) if (!written.has(pointer[0])) writer.write(pointer, body)
}

/** Four numbers of up to twelve digits with their brackets and spaces. */
const byteRangeWidth = 44

type Placed = {
  readonly field: SignatureField
  readonly pages: readonly PageFacts[]
  readonly catalogue: RawEntries
  readonly structure?: StructureFacts
  readonly addedField?: Pointer
}

function signExisting(facts: SigningFacts, writer: RevisionWriter, options: Appended, field: SignatureField, signature: Pointer): Placed {
  const form = field.page === undefined ? undefined : writeAppearance(writer, facts.pages[field.page]!, options.appearance)
  const shown = (entries: RawEntries) => (form ? withEntry(entries, 'AP', `<</N ${reference(form)}>>`) : entries)
  const value = (entries: RawEntries) => withEntry(entries, 'V', reference(signature))
  if (!field.widget) {
    const entries = value(shown(field.entries))
    writer.write(field.pointer, writeDict(entries))
    return { field: { ...field, entries }, pages: facts.pages, catalogue: facts.catalogue }
  }
  const entries = value(field.entries)
  writer.write(field.pointer, writeDict(entries))
  const widget = { pointer: field.widget.pointer, entries: shown(field.widget.entries) }
  if (form) writer.write(widget.pointer, writeDict(widget.entries))
  return { field: { ...field, entries, widget }, pages: facts.pages, catalogue: facts.catalogue }
}

function addField(facts: SigningFacts, writer: RevisionWriter, options: Appended, signature: Pointer): Placed {
  const index = options.page ?? 0
  const page = pageToSign(facts, index, options.rectangle)
  const rectangle = options.rectangle ?? nowhereOn(page)
  const form = options.rectangle ? writeAppearance(writer, page, options.appearance) : facts.pdfa ? emptyAppearance(writer) : undefined
  const pointer = writer.reserve()
  // strict readers know no change of the tree after a signature: only a file that would cease to be PDF/UA grows one then
  const isTagged = options.rectangle && (facts.pdfua !== undefined || facts.signatures.length === 0)
  const tagged = isTagged ? facts.structure : undefined
  const entries: RawEntries = [
    ['Type', '/Annot'],
    ['Subtype', '/Widget'],
    ['FT', '/Sig'],
    ['T', writeText(options.fieldName)],
    ['TU', writeText(options.label ?? options.fieldName)],
    ['V', reference(signature)],
    ['F', '132'], // print, locked (ISO 32000-2 table 167); PDF/A demands print
    ['Rect', `[${rectangle.map(writeNumber).join(' ')}]`],
    ['P', reference(page.pointer)],
    ...(form ? [['AP', `<</N ${reference(form)}>>`] as const] : []),
    ...(facts.pdfua === 2 ? [['Contents', writeText(options.label ?? options.fieldName)] as const] : []), // ISO 14289-2 §8.10.2.3
    ...(tagged ? [['StructParent', String(tagged.nextKey)] as const] : []),
  ]
  writer.write(pointer, writeDict(entries))
  const items = `${page.annotations.items} ${reference(pointer)}`.trim()
  const { holder } = page.annotations
  const pageEntries = facts.pdfua && entryOf(page.entries, 'Tabs') !== '/S' ? withEntry(page.entries, 'Tabs', '/S') : page.entries // ISO 14289-1 §7.18.3
  if (holder) writer.write(holder, `[${items}]`)
  const changed = { ...page, entries: pageEntries, annotations: { holder, items } }
  if (!holder || pageEntries !== page.entries) writer.write(page.pointer, pageBody(changed))
  return {
    field: { name: options.fieldName, pointer, entries, signed: true, widgets: 1, rectangle, page: index },
    pages: facts.pages.with(index, changed),
    catalogue: facts.catalogue,
    structure: tagged && addWidget(writer, tagged, pointer, page.pointer),
    addedField: pointer,
  }
}

const writeNumber = (value: number) => String(Math.round(value * 1000) / 1000)

/** PDF/A-1 wants an appearance for every field (ISO 19005-1 §6.9), also for one that shows nothing. */
const emptyAppearance = (writer: RevisionWriter) => writer.addStream([...formEntries, ['BBox', '[0 0 0 0]']], new Uint8Array(0))

const formEntries: RawEntries = [
  ['Type', '/XObject'],
  ['Subtype', '/Form'],
]

function writeAppearance(writer: RevisionWriter, page: PageFacts, appearance: Appearance | undefined): Pointer | undefined {
  if (!appearance) return undefined
  const { ref } = writer.addComplete(appearance.objects)
  if (page.rotation === 0) return [ref, 0]
  // a turned page turns its annotations with it: the form turns back, and a viewer fits it to the rectangle (§12.5.5, algorithm 8.1)
  const matrix = { 90: '[0 1 -1 0 0 0]', 180: '[-1 0 0 -1 0 0]', 270: '[0 -1 1 0 0 0]' }[page.rotation]
  const entries: RawEntries = [
    ...formEntries,
    ['BBox', `[0 0 ${writeNumber(appearance.width)} ${writeNumber(appearance.height)}]`],
    ['Matrix', matrix],
    ['Resources', `<</XObject <</Signature ${ref} 0 R>>>>`],
  ]
  return writer.addStream(entries, Buffer.from('q /Signature Do Q', 'latin1'))
}

/** Names the new field in the form, which is made where there is none. */
function writeForm(
  facts: SigningFacts,
  writer: RevisionWriter,
  field: Pointer | undefined,
  isShown: boolean,
): Pick<SigningFacts, 'catalogue' | 'acroForm'> {
  const form = facts.acroForm ?? { entries: [], fields: { items: '' } }
  const { holder } = form.fields
  const items = field ? `${form.fields.items} ${reference(field)}`.trim() : form.fields.items
  // 3: signatures exist, and only appending keeps them (ISO 32000-2 table 225)
  const flags = Number(entryOf(form.entries, 'SigFlags') ?? 0) | 3
  const flagged = flags === Number(entryOf(form.entries, 'SigFlags')) ? form.entries : withEntry(form.entries, 'SigFlags', String(flags))
  // readers that draw every field anew draw nothing for a signature; where there is no other field, nothing else hangs on it (table 224)
  const isRedrawn = isShown && !facts.hasOtherFields && (entryOf(flagged, 'NeedAppearances') ?? 'false') !== 'false'
  const entries = isRedrawn ? withEntry(flagged, 'NeedAppearances', 'false') : flagged
  if (field && holder) writer.write(holder, `[${items}]`)
  const acroForm = { holder: form.holder, entries, fields: { holder, items } }
  const unchanged = entries === form.entries && (!field || holder)
  if (unchanged) return { catalogue: facts.catalogue, acroForm }
  const body = writeDict([...entries, ['Fields', holder ? reference(holder) : `[${items}]`]])
  if (!form.holder) return { catalogue: withEntry(facts.catalogue, 'AcroForm', body), acroForm }
  writer.write(form.holder, body)
  return { catalogue: facts.catalogue, acroForm }
}
