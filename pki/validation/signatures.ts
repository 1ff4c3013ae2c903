import type { MacKey } from '#pki/cms/pdfMac.ts'
import type { Memo } from '#pki/once.ts'
import { DerError, parseFirst } from '#pki/der/read.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isWhite } from '#pki/pdf/characters.ts'
import { isSignature } from '#pki/pdf/cipher.ts'
import { isArray, isDict, isInteger, isRef, isString, nameOf, placeOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { fieldsOf, signedFieldsOnPages } from './form.ts'
import type { Field } from './form.ts'
import type { Finding, Forgery } from './report.ts'

/** A FieldMDP lock (ISO 32000-2 §12.8.2.4), as the signature that set it states it. */
export type Lock = { action: 'All' | 'Include' | 'Exclude'; fields: ReadonlySet<string> }

/** A signature or document time stamp as it stands in the file, before any cryptography. */
export type PlacedSignature = {
  field: string
  fieldObject: number
  /** Number of the signature dictionary's object; of one that stands in its field, that of the field below zero. */
  object: number
  kind: 'signature' | 'documentTimestamp'
  subFilter: string
  /** The bytes signed, [0, gap[0]) and [gap[1], end), where the ByteRange is sound. */
  gap: readonly [number, number]
  end: number
  /** So much white space follows that some readers do not find the end of the file. */
  isFilledUp: boolean
  /** Index of the revision signed; undefined where the signed bytes end elsewhere than a revision does. */
  revision: number | undefined
  /** Octets of /Contents, the padding included. */
  contents: Uint8Array
  /** DER of /Cert, which adbe.x509.rsa_sha1 has in place of a CMS. */
  certificates: Uint8Array[]
  certifies: 1 | 2 | 3 | null
  /** The strictest permission this signature sets, by DocMDP or by a field lock's /P. */
  permission: 1 | 2 | 3 | null
  locks: Lock[]
  claimed: { time?: string; name?: string; reason?: string; location?: string }
  /** Of a file that a MAC protects (ISO/TS 32004), which the signature may bring. */
  readonly macKey: MacKey | undefined
  readonly memo: Memo
  findings: Finding[]
  forgeries: Forgery[]
}

/** More revisions than honest files have; each costs a comparison per signature. */
export const maxSignatures = 100

/** The signed fields of the newest revision, the one that signs least first; of too many, one more than may be. @throws PdfError */
export function placedSignatures(pdf: PdfDocument, bytes: Uint8Array): PlacedSignature[] {
  const found: PlacedSignature[] = []
  const usedBy = new Map<number, PlacedSignature>()
  const fields = fieldsOf(pdf)
  const signed = fields.filter(({ type, dict }) => type === 'Sig' && dict.entries.has('V'))
  if (byteRangesIn(bytes, signed.length + 1) > signed.length)
    for (const field of signedFieldsOnPages(pdf, new Set(fields.map(({ number }) => number)))) fields.push(field)
  for (const field of fields) {
    if (field.type !== 'Sig') continue
    const value = field.dict.entries.get('V')
    const dict = pdf.resolve(value)
    if (!claimsToSign(dict)) continue
    const placed = place(pdf, bytes, field, value!, dict)
    const twin = placed.object > 0 ? usedBy.get(placed.object) : undefined
    if (twin) placed.forgeries.push('recycledSignatureField')
    usedBy.set(placed.object, placed)
    found.push(placed)
    if (found.length > maxSignatures) break
  }
  return found.sort((a, b) => a.end - b.end)
}

/** A number, a text or a dictionary of other things makes no signature of a field, for no reader; what is left of one is a signature that is malformed. */
const claimsToSign = (value: Value): value is Dict =>
  isDict(value) && (isSignature(value) || ['Filter', 'SubFilter', 'ByteRange'].some((key) => value.entries.has(key)))

/** How often the name stands in the file, up to `most`: a signature that no field leads to has one all the same. */
export function byteRangesIn(bytes: Uint8Array, most: number): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let at = file.indexOf('/ByteRange'); at >= 0 && count < most; at = file.indexOf('/ByteRange', at + 1)) count++
  return count
}

function place(pdf: PdfDocument, bytes: Uint8Array, field: Field, value: Value, dict: Dict): PlacedSignature {
  const placed: PlacedSignature = {
    field: field.name,
    fieldObject: field.number,
    object: isRef(value) ? value.number : -field.number,
    kind: 'signature',
    subFilter: '',
    gap: [0, 0],
    end: 0,
    isFilledUp: false,
    revision: undefined,
    contents: new Uint8Array(),
    certificates: [],
    certifies: null,
    permission: null,
    locks: [],
    claimed: {},
    macKey: pdf.decryption?.macKey,
    memo: new Map(),
    findings: [],
    forgeries: [],
  }
  // Syncfusion certifies with two lists of references, of which the strictest counts
  const twice = [...(dict.repeated?.keys() ?? [])].filter((key) => key !== 'Reference')
  if (twice.length > 0) {
    placed.findings.push({ code: 'signatureDictionaryMalformed', detail: `/${twice.join(', /')} twice` })
    placed.forgeries.push('universalSignatureForgery')
    return placed
  }
  const type = nameOf(pdf.get(dict, 'Type'))
  placed.subFilter = nameOf(pdf.get(dict, 'SubFilter')) ?? ''
  placed.kind = type === 'DocTimeStamp' || placed.subFilter === 'ETSI.RFC3161' ? 'documentTimestamp' : 'signature'
  if (!knownFormats.has(placed.subFilter) || (placed.kind === 'documentTimestamp') !== (placed.subFilter === 'ETSI.RFC3161'))
    placed.findings.push({ code: 'signatureFormatUnknown', detail: placed.subFilter })
  placed.certificates = certificatesOf(pdf, dict)
  readReferences(pdf, dict, placed)
  readFieldLock(pdf, field.dict, placed)
  placed.claimed = claimsOf(pdf, dict)
  readRange(pdf, bytes, dict, placed)
  return placed
}

const knownFormats = new Set(['ETSI.CAdES.detached', 'adbe.pkcs7.detached', 'adbe.pkcs7.sha1', 'adbe.x509.rsa_sha1', 'ETSI.RFC3161'])
const mostCertificates = 20

/**
 * The ByteRange must be [0 a b c] of integers in the dictionary itself; what it leaves out must be /Contents of this dictionary
 * exactly, hexadecimal digits of one case in angle brackets; and it must end where a revision does, the one that holds this dictionary.
 * One that leaves out some other place is what programs make that write a signed file anew, to save or compress it: nobody forged that.
 */
function readRange(pdf: PdfDocument, bytes: Uint8Array, dict: Dict, placed: PlacedSignature): void {
  const range = dict.entries.get('ByteRange')
  const contents = dict.entries.get('Contents')
  if (!isArray(range) || range.length !== 4 || !range.every(isInteger) || !isString(contents)) {
    placed.findings.push({ code: isString(contents) ? 'byteRangeMalformed' : 'contentsMalformed' })
    placed.forgeries.push('universalSignatureForgery')
    return
  }
  const [start, first, second, rest] = range as [number, number, number, number]
  const contentsAt = placeOf(dict, 'Contents')
  const isRange = start === 0 && first >= 0 && second >= first && rest >= 0
  const isOther = !contentsAt || first !== contentsAt[0] || second !== contentsAt[1]
  const isBeside = !contentsAt || first > contentsAt[0] || second < contentsAt[1] || second + rest > bytes.length
  if (isRange && isOther && isBeside && !standsAt(bytes, first, second, contents.bytes)) {
    placed.findings.push({ code: 'fileWrittenAnew' })
    placed.contents = contents.bytes
    return
  }
  if (!isRange || second + rest > bytes.length) {
    placed.findings.push({ code: 'byteRangeMalformed' })
    placed.forgeries.push(start === 0 && first >= 0 && second >= first ? 'universalSignatureForgery' : 'signatureWrappingAttack')
    return
  }
  placed.gap = [first, second]
  placed.end = second + rest
  if (isOther) {
    placed.findings.push({ code: 'byteRangeLeavesBytesOut' })
    // A dictionary past the end of what its ranges name was taken over from a signature that stood there before.
    placed.forgeries.push(contentsAt && contentsAt[0] >= placed.end ? 'recycledSignatureField' : 'signatureWrappingAttack')
    return
  }
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset + first, second - first).toString('latin1')
  if (!/^<(?:(?:[0-9a-f]{2})+|(?:[0-9A-F]{2})+)>$/.test(digits)) {
    placed.findings.push({ code: 'contentsMalformed' })
    return
  }
  placed.contents = contents.bytes
  placeRevision(pdf, bytes, contentsAt[0], placed)
}

/** Whether the same signature stands, in its digits, in the gap of the range: a dictionary elsewhere was taken over from there. */
function standsAt(bytes: Uint8Array, first: number, second: number, contents: Uint8Array): boolean {
  if (contents.length === 0 || first < 0 || second - first !== 2 * contents.length + 2) return false
  const digits = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', first + 1, second - 1)
  return digits.toLowerCase() === Buffer.from(contents).toString('hex')
}

function certificatesOf(pdf: PdfDocument, dict: Dict): Uint8Array[] {
  const value = pdf.get(dict, 'Cert')
  const items = isArray(value) ? value.slice(0, mostCertificates).map((item) => pdf.resolve(item)) : [value]
  return items.filter(isString).flatMap(({ bytes }) => certificatesIn(bytes))
}

/** The format wants a string for each certificate; OpenPDF writes the chain into one. */
function certificatesIn(bytes: Uint8Array): Uint8Array[] {
  const found: Uint8Array[] = []
  try {
    for (let rest = bytes; rest.length > 0 && found.length < mostCertificates; rest = rest.subarray(found.at(-1)!.length))
      found.push(parseFirst(rest).whole)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
  }
  return found
}

function placeRevision(pdf: PdfDocument, bytes: Uint8Array, at: number, placed: PlacedSignature): void {
  const index = pdf.revisions.findIndex(({ eof, end }) => placed.end >= eof && placed.end <= end)
  const revision = pdf.revisions[index]
  if (!revision) {
    placed.findings.push({ code: 'byteRangeEndsInsideRevision' })
    // A later writer that takes another line end breaks what was signed with the one before, and forges nothing.
    const isLineEnd = pdf.revisions.some(({ eof }) => placed.end > eof && placed.end <= eof + '\r\n'.length)
    if (!isLineEnd) placed.forgeries.push('signatureWrappingAttack')
    return
  }
  placed.revision = index
  // The dictionary must be of the very revision it signs: one that was taken over from an earlier file signs something else.
  if (at < revision.start || at >= revision.eof) {
    placed.findings.push({ code: 'byteRangeEndsInsideRevision' })
    placed.forgeries.push('recycledSignatureField')
  }
  placed.isFilledUp = bytes.length - Math.max(placed.end, pdf.revisions.at(-1)!.eof) > mostFilling
  const next = pdf.revisions[index + 1]
  for (let i = placed.end; i < (next ? revision.end : bytes.length); i++)
    if (!isWhite(bytes[i])) {
      placed.findings.push({ code: 'bytesAfterSignedRevision' })
      placed.forgeries.push('incrementalSavingAttack')
      break
    }
}

/**
 * Some readers look for the end of a file in its last 1,024 bytes (ISO 32000-1 Annex H.3, note 18), and else make up the file of whatever stands in it,
 * with what no cross-reference names. Disks fill up with zeros, and so can whoever wants that.
 */
const mostFilling = 900

function readReferences(pdf: PdfDocument, dict: Dict, placed: PlacedSignature): void {
  const lists = [dict.entries.get('Reference'), dict.repeated?.get('Reference')].map((list) => pdf.resolve(list))
  for (const item of lists.filter(isArray).flat()) {
    const transform = pdf.resolve(item)
    if (!isDict(transform)) continue
    const method = nameOf(pdf.get(transform, 'TransformMethod'))
    const parameters = pdf.get(transform, 'TransformParams')
    const stated = isDict(parameters) ? permissionOf(pdf.get(parameters, 'P')) : null
    if (method === 'DocMDP') placed.certifies = stricter(placed.certifies, stated ?? 2)
    if (method === 'FieldMDP' && isDict(parameters)) placed.locks.push(lockOf(pdf, parameters))
    const strictest = method === 'DocMDP' ? placed.certifies : stated
    if (strictest) placed.permission = stricter(placed.permission, strictest)
  }
}

const stricter = (known: 1 | 2 | 3 | null, stated: 1 | 2 | 3) => Math.min(known ?? 3, stated) as 1 | 2 | 3

/** The lock that was prepared in the field (ISO 32000-2 table 236) is in force where the signature states none: not every tool repeats it. */
function readFieldLock(pdf: PdfDocument, field: Dict, placed: PlacedSignature): void {
  const lock = pdf.get(field, 'Lock')
  if (!isDict(lock)) return
  if (placed.locks.length === 0) placed.locks.push(lockOf(pdf, lock))
  const permission = permissionOf(pdf.get(lock, 'P'))
  if (permission) placed.permission = Math.min(placed.permission ?? 3, permission) as 1 | 2 | 3
}

const permissionOf = (value: Value): 1 | 2 | 3 | null => (value === 1 || value === 2 || value === 3 ? value : null)

function lockOf(pdf: PdfDocument, parameters: Dict): Lock {
  const action = nameOf(pdf.get(parameters, 'Action'))
  const fields = pdf.get(parameters, 'Fields')
  return {
    // An action nobody knows locks everything: the narrower reading could be the wrong one.
    action: action === 'Include' || action === 'Exclude' ? action : 'All',
    fields: new Set((isArray(fields) ? fields : []).flatMap((field) => textsIn(pdf.resolve(field)))),
  }
}

const textsIn = (value: Value): string[] => (isString(value) ? [textOf(value)] : [])

/** More parts than the name of a field has, which is no deeper than the form. */
const mostParts = 64

/** Whether a lock covers the field, itself or by a parent's name. A name that could be anybody's child is locked. */
export function locksField({ action, fields }: Lock, name: string): boolean {
  if (action === 'All') return true
  let isListed = fields.has(name)
  let parts = 1
  for (let dot = name.lastIndexOf('.'); dot > 0 && !isListed; dot = name.lastIndexOf('.', dot - 1)) {
    if (++parts > mostParts) return true
    isListed = fields.has(name.slice(0, dot))
  }
  return isListed === (action === 'Include')
}

function claimsOf(pdf: PdfDocument, dict: Dict): PlacedSignature['claimed'] {
  const text = (key: string) => {
    const value = pdf.get(dict, key)
    return isString(value) ? textOf(value).slice(0, 1000) : undefined
  }
  return { time: text('M'), name: text('Name'), reason: text('Reason'), location: text('Location') }
}
