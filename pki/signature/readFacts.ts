/** Decides whether a file can be signed by appending to it, and reads what signing needs. */

import { hash } from 'node:crypto'
import { isDecryptedAlike } from '#pki/pdf/decryptedAlike.ts'
import { openPdf } from '#pki/pdf/document.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError, TooCostly } from '#pki/pdf/error.ts'
import { missedByPdfium } from '#pki/pdf/generations.ts'
import { isLinearizedOtherwise } from '#pki/pdf/linearized.ts'
import { isMadeUpOtherwise } from '#pki/pdf/strayHeads.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import type { Opener } from '#pki/pdf/password.ts'
import { defaultLimits, memory } from '#pki/pdf/source.ts'
import type { Source } from '#pki/pdf/source.ts'
import { areSupersededWhole } from '#pki/pdf/supersededObjects.ts'
import { isArray, isDict, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import { findActiveContent } from './activeContent.ts'
import { readAttachments } from './attachments.ts'
import type { ActiveContent } from './activeContent.ts'
import { faultOfContent } from './contents.ts'
import { refusal } from './facts.ts'
import type { DssFacts, EncryptionFacts, Refusal, RefusalCode, SignatureField, SigningFacts, StoredValue } from './facts.ts'
import { formKeys, readForm } from './formFields.ts'
import { hasItsMac } from './macs.ts'
import { pagesOfWidgets, readPages } from './pages.ts'
import { withOwnObjects } from './ownObjects.ts'
import { encryptionFacts } from './permissions.ts'
import { entriesOf, holderOf, itemsOf, pointerOf } from './raw.ts'
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
    if (error instanceof TooCostly) return refusal('TOO_COMPLEX', error.message, ['TOO_COSTLY'])
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
    if (dict.repeated) throw new PdfError('SYNTAX', `/${[...dict.repeated.keys()].join(', /')} stands twice in one dictionary`)
  if (document.revisions.some(({ isAmbiguous }) => isAmbiguous))
    throw new PdfError('XREF', 'readers differ about which cross-reference counts')
  const maxPages = options.maxPages ?? 5_000
  const found = findActiveContent(document)
  const { active } = found
  // what was signed already and is kept for longer stays as it is
  if (!options.renewal && isMadeUpOtherwise(document, source, found.references.keys()))
    throw new PdfError('XREF', 'readers that make up the cross-references again find other objects')
  if (!options.renewal && missedByPdfium(document).size > 0)
    throw new PdfError('XREF', 'an object has a lower generation than it had before, and some readers stay with the older')
  if (!options.renewal && !areSupersededWhole(document))
    throw new PdfError('OBJECT', 'an object stream holds what cannot be read beside objects that count')
  if (!options.renewal && found.hasOtherGeneration)
    throw new PdfError('XREF', 'an object is led to by another generation than it has, where some readers find it')
  if (!options.renewal && !isDecryptedAlike(document))
    return refusal('ENCRYPTED', 'readers decrypt the file differently', ['DECRYPTED_DIFFERENTLY'])
  const tree = readPages(document, maxPages, found.references)
  if (tree === undefined) return refusal('TOO_MANY_PAGES', `more than ${maxPages} pages`)
  const { pages, unwritten, nextObject } = tree
  if (pages.length === 0) return refusal('NO_PAGES', 'the file has no pages')
  const numbers = () => pages.map(({ pointer: [number] }) => number)
  if (isLinearizedOtherwise(document, source, numbers))
    throw new PdfError('XREF', 'readers that go by the beginning of the file find other pages')
  const drawn = options.renewal ? undefined : faultOfContent(document, pages, found.drawn)
  if (drawn) return refusal('BROKEN', drawn.fault, drawn.page === undefined ? ['CONTENT'] : ['CONTENT', `${drawn.page}`])
  if (!options.renewal && found.leadsToStandIn)
    throw new PdfError('OBJECT', 'an object is nothing but a reference, which few readers follow')
  for (const kind of options.allow ?? []) active.delete(kind)
  if (options.renewal) active.delete('LEFT_TO_READERS')
  if (active.size > 0) return refusal('ACTIVE_CONTENT', 'the file holds what a signer cannot see on its pages', [...active].sort())
  const acroForm = document.get(document.root, 'AcroForm')
  const form = isDict(acroForm) ? readForm(document, acroForm, pagesOfWidgets(pages)) : { others: [], fields: [], signatures: [] }
  if (unwritten.length > 0 && form.signatures.length > 0) throw new PdfError('TYPE', 'a page of a signed file has no number of its own')
  if (form.signatures.some(({ permission }) => permission === 1) && !options.renewal)
    return refusal('CERTIFIED_NO_CHANGES', 'the file is certified and its author allows no changes')
  if (!hasItsMac(document, source)) throw new PdfError('ENCRYPTION', 'the MAC that protects the file is not its own')
  const encryption = document.decryption && encryptionFacts(document.decryption, document.trailer.entries.has('AuthCode'))
  if (encryption && !mayBeSigned(encryption, form.fields)) return refusal('NOT_PERMITTED', 'the permissions of the file allow no signature')
  const reaching = form.signatures.find(({ byteRange }) => (byteRange[2] ?? 0) + (byteRange[3] ?? 0) > document.size)
  if (reaching) return refusal('SIGNATURE_WOULD_BREAK', 'an earlier signature covers bytes past the end of the file', [reaching.field])
  const last = source.window(source.size - 1, 1)
  const facts: SigningFacts = {
    signable: true,
    size: document.size,
    startxref: document.revisions.at(-1)!.startxref,
    xrefKind: document.xrefKind,
    endsInNewline: last.bytes[source.size - 1 - last.base!] === 0x0a,
    version: document.version,
    ...readClaims(document),
    structure: readStructure(document),
    trailer: entriesOf(document.trailer, 'the trailer', ofOneSection),
    encryption,
    nextObject,
    ...(unwritten.length > 0 && { unwritten }),
    root: pointerOf(document.rootRef),
    catalogue: entriesOf(document.root, 'the catalogue'),
    acroForm: isDict(acroForm) ? readAcroForm(document, acroForm, tree.numbers) : undefined,
    otherFields: form.others,
    hasOtherFields: found.hasOtherFields || form.others.length > 0,
    signatureFields: form.fields,
    signatures: form.signatures,
    pages,
    attachments: readAttachments(document),
    dss: readDss(document),
    revisions: document.revisions.length,
  }
  return withOwnObjects(document, facts, tree.numbers, found)
}

/** What a trailer says of its own section alone; all else is repeated with each (ISO 32000-2 §7.5.6). */
const ofOneSection = 'Size Prev XRefStm AuthCode Type Index W Filter DecodeParms Length F FFilter FDecodeParms DL'.split(' ')

const mayBeSigned = ({ mayAddFields, maySignFields }: EncryptionFacts, fields: readonly SignatureField[]) =>
  mayAddFields || (maySignFields && fields.some(({ signed }) => !signed))

/** PyPDF2 1.27 to 2.12 calls the document information the form, or the last page; what is signed with it gets a form of its own. */
function readAcroForm(document: PdfDocument, acroForm: Dict, tree: ReadonlySet<number>): SigningFacts['acroForm'] {
  const [holder, information] = [holderOf(document.root, 'AcroForm'), holderOf(document.trailer, 'Info')]
  const isElse = holder && (tree.has(holder[0]) || holder[0] === document.rootRef.number || holder[0] === information?.[0])
  const entries = entriesOf(acroForm, 'the form', ['Fields'])
  return {
    holder: isElse ? undefined : holder,
    entries: isElse ? entries.filter(([key]) => formKeys.has(key)) : entries,
    fields: isArray(document.get(acroForm, 'Fields')) ? itemsOf(document, acroForm, 'Fields') : { items: '' },
  }
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
    others: entriesOf(dss, 'the security store', ofStore),
  }
}

/** What is written anew with each revision of the store. */
const ofStore = ['Type', 'Certs', 'OCSPs', 'CRLs', 'VRI']

function storedValues(document: PdfDocument, dss: Dict, key: string): StoredValue[] {
  const value = document.get(dss, key)
  return (isArray(value) ? value : []).map((item) => {
    const stream = document.resolve(item)
    if (!isRef(item) || !isStream(stream)) throw new PdfError('TYPE', `/${key} of the security store holds something other than streams`)
    return { pointer: pointerOf(item), sha256: hash('sha256', document.data(stream), 'hex') }
  })
}
