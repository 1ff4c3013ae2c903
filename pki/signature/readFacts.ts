/** Decides whether a file can be signed by appending to it, and reads what signing needs. */

import { hash } from 'node:crypto'
import { openPdf } from '#pki/pdf/document.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import type { Opener } from '#pki/pdf/password.ts'
import { defaultLimits, memory } from '#pki/pdf/source.ts'
import type { Source } from '#pki/pdf/source.ts'
import { expectDict, isArray, isDict, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { findActiveContent } from './activeContent.ts'
import { readAttachments } from './attachments.ts'
import type { ActiveContent } from './activeContent.ts'
import { refusal } from './facts.ts'
import type {
  DssFacts,
  EncryptionFacts,
  PageFacts,
  Rectangle,
  Refusal,
  RefusalCode,
  SignatureField,
  SigningFacts,
  StoredValue,
} from './facts.ts'
import { readForm, rectangleOf } from './formFields.ts'
import { encryptionFacts } from './permissions.ts'
import { pointerOf, rawEntries, writeValue } from './raw.ts'
import type { Pointer } from './raw.ts'
import { readStructure } from './structure.ts'

export type FactsOptions = {
  readonly maxBytes?: number
  readonly maxPages?: number
  /** Kinds that the caller's policy accepts although the signer does not see them on the pages. */
  readonly allow?: readonly ActiveContent[]
  /** Only archive time stamps will be added: a certification that allows no changes allows those (ISO 32000-2 §12.8.2.2.2). */
  readonly renewal?: boolean
  /** For an encrypted file: the user's password or the owner's. Left out, the empty one. */
  readonly opener?: Opener | undefined
}

/** The largest dictionary that signing repeats. */
const maxDictBytes = 256 * 1024

/** Reads `file` in memory or through windows. Never throws for anything the file contains. */
export function readSigningFacts(file: Uint8Array | Source, options: FactsOptions = {}): SigningFacts | Refusal {
  const source = file instanceof Uint8Array ? memory(file) : file
  const maxBytes = options.maxBytes ?? 512 * 1024 * 1024
  if (source.size > maxBytes) return refusal('TOO_LARGE', `${source.size} bytes, ${maxBytes} allowed`)
  try {
    const document = openPdf(source, defaultLimits, options.opener)
    return read(document, source, options)
  } catch (error) {
    if (error instanceof PdfError)
      return refusal(refusalOf(error), error.offset === undefined ? error.message : `${error.message} (offset ${error.offset})`, [
        error.code,
      ])
    throw error
  }
}

function refusalOf(error: PdfError): RefusalCode {
  switch (error.code) {
    case 'NOT_PDF':
      return 'NOT_PDF'
    case 'PASSWORD':
    case 'ENCRYPTION':
    case 'ENCRYPTION_UNKNOWN':
      return 'ENCRYPTED'
    case 'TOO_MANY_OBJECTS':
      return 'TOO_MANY_OBJECTS'
    case 'TOO_DEEP':
    case 'TOO_MANY_VALUES':
    case 'TOO_MANY_REVISIONS':
    case 'TOO_LARGE':
      return 'TOO_COMPLEX'
    default:
      return 'BROKEN'
  }
}

function read(document: PdfDocument, source: Source, options: FactsOptions): SigningFacts | Refusal {
  // a catalogue that every reader would not read alike must not be signed
  for (const dict of [document.root, document.trailer])
    if (dict.repeated) throw new PdfError('SYNTAX', `/${[...dict.repeated].join(', /')} stands twice in one dictionary`)
  if (document.revisions.some(({ isAmbiguous }) => isAmbiguous))
    throw new PdfError('XREF', 'the two cross-references of a hybrid file disagree about an object')
  const maxPages = options.maxPages ?? 5_000
  const pages = readPages(document, maxPages)
  if (pages === undefined) return refusal('TOO_MANY_PAGES', `more than ${maxPages} pages`)
  if (pages.length === 0) return refusal('NO_PAGES', 'the file has no pages')
  const active = findActiveContent(document)
  for (const kind of options.allow ?? []) active.delete(kind)
  if (active.size > 0) return refusal('ACTIVE_CONTENT', 'the file holds what a signer cannot see on its pages', [...active].sort())
  const acroForm = document.get(document.root, 'AcroForm')
  const form = isDict(acroForm) ? readForm(document, acroForm, pagesOfWidgets(pages)) : { others: [], fields: [], signatures: [] }
  if (form.signatures.some(({ permission }) => permission === 1) && !options.renewal)
    return refusal('CERTIFIED_NO_CHANGES', 'the file is certified and its author allows no changes')
  const encryption = document.decryption && encryptionFacts(document.decryption)
  if (encryption && !mayBeSigned(encryption, form.fields)) return refusal('NOT_PERMITTED', 'the permissions of the file allow no signature')
  const reaching = form.signatures.find(({ byteRange }) => (byteRange[2] ?? 0) + (byteRange[3] ?? 0) > document.size)
  if (reaching) return refusal('SIGNATURE_WOULD_BREAK', 'an earlier signature covers bytes past the end of the file', [reaching.field])
  const last = source.window(source.size - 1, 1)
  return {
    signable: true,
    size: document.size,
    startxref: document.revisions.at(-1)!.startxref,
    xrefKind: document.xrefKind,
    endsInNewline: last.bytes[source.size - 1 - last.base!] === 0x0a,
    version: document.version,
    ...readClaims(document),
    structure: readStructure(document),
    trailer: rawEntries(document.trailer).filter(([key]) => key === 'Root' || key === 'Info' || key === 'ID' || key === 'Encrypt'),
    encryption,
    nextObject: nextObject(document),
    root: pointerOf(document.rootRef),
    catalogue: entriesOf(document.root, 'the catalogue'),
    acroForm: isDict(acroForm) ? readAcroForm(document, acroForm) : undefined,
    otherFields: form.others,
    signatureFields: form.fields,
    signatures: form.signatures,
    pages,
    attachments: readAttachments(document),
    dss: readDss(document),
    revisions: document.revisions.length,
  }
}

const mayBeSigned = ({ mayAddFields, maySignFields }: EncryptionFacts, fields: readonly SignatureField[]) =>
  mayAddFields || (maySignFields && fields.some(({ signed }) => !signed))

function entriesOf(dict: Dict, what: string, without: readonly string[] = []) {
  if (dict.repeated) throw new PdfError('SYNTAX', `/${[...dict.repeated].join(', /')} stands twice in ${what}`)
  const entries = rawEntries(dict, without)
  if (entries.reduce((sum, [, text]) => sum + text.length, 0) > maxDictBytes)
    throw new PdfError('TOO_LARGE', `${what} is larger than signing repeats`)
  return entries
}

/** /Size, or one past the highest number in use where /Size is too low. */
function nextObject(document: PdfDocument): number {
  const size = document.trailer.entries.get('Size')
  let next = typeof size === 'number' ? size : 1
  for (const { entries } of document.revisions) for (const number of entries.keys()) if (number >= next) next = number + 1
  return next
}

const holderOf = (dict: Dict, key: string): Pointer | undefined => {
  const value = dict.entries.get(key)
  return isRef(value) ? pointerOf(value) : undefined
}

/** An array's items as they are written again, wherever the array stands. */
function itemsOf(document: PdfDocument, dict: Dict, key: string): { holder?: Pointer; items: string } {
  const value = document.get(dict, key)
  if (value === null) return { items: '' }
  if (!isArray(value)) throw new PdfError('TYPE', `/${key} is not an array`)
  return { holder: holderOf(dict, key), items: value.map(writeValue).join(' ') }
}

function readAcroForm(document: PdfDocument, acroForm: Dict): SigningFacts['acroForm'] {
  return {
    holder: holderOf(document.root, 'AcroForm'),
    entries: entriesOf(acroForm, 'the form', ['Fields']),
    fields: itemsOf(document, acroForm, 'Fields'),
  }
}

type Inherited = { readonly mediaBox: Rectangle | undefined; readonly cropBox: Rectangle | undefined; readonly rotation: number }

/** All pages in order, or undefined when there are more than `limit`. @throws PdfError */
export function readPages(document: PdfDocument, limit: number): PageFacts[] | undefined {
  const pages: PageFacts[] = []
  const seen = new Set<number>()
  const visit = (ref: Value, from: Inherited, depth: number): boolean => {
    if (!isRef(ref)) throw new PdfError('TYPE', 'a page is not an indirect object')
    if (seen.has(ref.number)) throw new PdfError('LOOP', 'the page tree contains itself')
    if (depth > 50) throw new PdfError('TOO_DEEP', 'the page tree is nested too deeply')
    seen.add(ref.number)
    if (seen.size > 4 * limit) return false
    const dict = expectDict(document.resolve(ref), 'a page')
    const rotate = document.get(dict, 'Rotate')
    const inherited: Inherited = {
      mediaBox: dict.entries.has('MediaBox') ? rectangleOf(document, document.get(dict, 'MediaBox')) : from.mediaBox,
      cropBox: dict.entries.has('CropBox') ? rectangleOf(document, document.get(dict, 'CropBox')) : from.cropBox,
      rotation: typeof rotate === 'number' ? rotate : from.rotation,
    }
    const kids = document.get(dict, 'Kids')
    if (isArray(kids)) return kids.every((kid) => visit(kid, inherited, depth + 1))
    pages.push(readPage(document, ref, dict, inherited))
    return pages.length <= limit
  }
  const tree = document.root.entries.get('Pages')
  if (document.resolve(tree) === null) return []
  return visit(tree ?? null, { mediaBox: undefined, cropBox: undefined, rotation: 0 }, 0) ? pages : undefined
}

function readPage(document: PdfDocument, ref: Ref, dict: Dict, { mediaBox, cropBox, rotation }: Inherited): PageFacts {
  const turned = ((rotation % 360) + 360) % 360
  if (turned !== 0 && turned !== 90 && turned !== 180 && turned !== 270) throw new PdfError('TYPE', 'a page is turned by an odd angle')
  checkContents(document, dict)
  return {
    pointer: pointerOf(ref),
    entries: entriesOf(dict, 'a page', ['Annots']),
    ...boxesOf(mediaBox, cropBox),
    ...unitOf(document, dict),
    rotation: turned,
    annotations: itemsOf(document, dict, 'Annots'),
  }
}

/** What readers show where a page does not say how large it is, or says that it is nothing: a sheet of US Letter. */
const letter: Rectangle = [0, 0, 612, 792]

/** As the browser's viewer takes it: what is no size counts as one. */
function unitOf(document: PdfDocument, page: Dict): Pick<PageFacts, 'userUnit'> {
  const unit = document.get(page, 'UserUnit')
  return typeof unit === 'number' && unit > 0 && unit !== 1 && Number.isFinite(unit) ? { userUnit: unit } : {}
}

/**
 * The crop box within the media box; one that leaves nothing of the page is passed over, and one that is no box is none, whatever stands above
 * (ISO 32000-2 §14.11.2.1 says nothing of either; this is what the browser's viewer shows).
 */
function boxesOf(stated: Rectangle | undefined, crop: Rectangle | undefined): Pick<PageFacts, 'mediaBox' | 'cropBox'> {
  const mediaBox = stated && hasArea(stated) ? stated : letter
  const cropBox: Rectangle =
    crop && hasArea(crop)
      ? [Math.max(crop[0], mediaBox[0]), Math.max(crop[1], mediaBox[1]), Math.min(crop[2], mediaBox[2]), Math.min(crop[3], mediaBox[3])]
      : mediaBox
  return { mediaBox, cropBox: hasArea(cropBox) ? cropBox : mediaBox }
}

const hasArea = ([left, bottom, right, top]: Rectangle) => left < right && bottom < top

/** One stream or an array of them (ISO 32000-2 table 31): what leads to itself, or elsewhere, no two readers show alike. @throws PdfError */
function checkContents(document: PdfDocument, page: Dict): void {
  const contents = document.get(page, 'Contents')
  const parts = isArray(contents) ? contents.map((part) => document.resolve(part)) : [contents]
  if (!parts.every((part) => part === null || isStream(part))) throw new PdfError('TYPE', '/Contents of a page is no stream')
}

/** Object number of every annotation and page to the page's index. */
function pagesOfWidgets(pages: readonly PageFacts[]): Map<number, number> {
  const map = new Map<number, number>()
  for (const [index, { pointer, annotations }] of pages.entries()) {
    map.set(pointer[0], index)
    for (const [, number] of annotations.items.matchAll(/(\d+)\s+\d+\s+R/g)) map.set(Number(number), index)
  }
  return map
}

/** The claims in the metadata (ISO 19005-1 §6.7.11, ISO 14289-1 §5); the claims only, not whether they hold. */
function readClaims(document: PdfDocument): Pick<SigningFacts, 'pdfa' | 'pdfua'> {
  const metadata = document.get(document.root, 'Metadata')
  if (!isStream(metadata) || metadata.length > 4 * 1024 * 1024) return {}
  // what is looked for is ASCII: without its zeros UTF-16 and UTF-32 read the same
  const xmp = latin1(document.data(metadata)).replaceAll('\0', '')
  const stated = (property: string) => new RegExp(`${property}\\s*(?:=\\s*["']|>)\\s*(\\w)`).exec(xmp)?.[1]
  const [part, conformance = '', accessible] = ['pdfaid:part', 'pdfaid:conformance', 'pdfuaid:part'].map(stated)
  return {
    ...(part && /[1-4]/.test(part) && { pdfa: { part: Number(part), conformance: conformance.toUpperCase() } }),
    ...(accessible && /[12]/.test(accessible) && { pdfua: Number(accessible) }),
  }
}

function readDss(document: PdfDocument): DssFacts | undefined {
  const dss = document.get(document.root, 'DSS')
  if (!isDict(dss)) return undefined
  const vri = document.get(dss, 'VRI')
  return {
    holder: holderOf(document.root, 'DSS'),
    certificates: storedValues(document, dss, 'Certs'),
    ocsps: storedValues(document, dss, 'OCSPs'),
    crls: storedValues(document, dss, 'CRLs'),
    vri: isDict(vri) ? entriesOf(vri, 'the VRI dictionary') : [],
  }
}

function storedValues(document: PdfDocument, dss: Dict, key: string): StoredValue[] {
  const value = document.get(dss, key)
  return (isArray(value) ? value : []).map((item) => {
    const stream = document.resolve(item)
    if (!isRef(item) || !isStream(stream)) throw new PdfError('TYPE', `/${key} of the security store holds something other than streams`)
    return { pointer: pointerOf(item), sha256: hash('sha256', document.data(stream), 'hex') }
  })
}
