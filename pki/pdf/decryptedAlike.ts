/**
 * Whether all readers decrypt a file alike. They agree on what writers write: one crypt filter for all strings and streams. Of what the standard
 * permits besides, PDFium takes no /Crypt filter of a stream into account and poppler no filter that strings do not have; and octets can be
 * chosen that are one page decrypted, and another as they stand.
 */

import type { PdfDocument } from './document.ts'
import { latin1 } from './latin1.ts'
import { usesOf } from './uses.ts'
import { isArray, isDict, isInteger, isName, isStream, isString, nameOf, rawOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** Of the newest revision; true of a file that is not encrypted. Looked for once in each file. */
export function isDecryptedAlike(pdf: PdfDocument): boolean {
  if (!pdf.decryption) return true
  const known = pdf.memo.get(isDecryptedAlike) as boolean | undefined
  const alike = known ?? (hasOneFilter(pdf) && areApartAlike(pdf))
  pdf.memo.set(isDecryptedAlike, alike)
  return alike
}

/** Octets of a key, which some writers count in bits. */
const lengths: Record<string, readonly number[]> = { V2: [16, 128], AESV2: [16, 128], AESV3: [32, 256] }

/** All values stand in the dictionary itself: PDFium follows no reference from some of them. The filters alone may be an object of their own. */
function hasOneFilter(pdf: PdfDocument): boolean {
  const dict = pdf.resolve(pdf.trailer.entries.get('Encrypt'))
  if (!isDict(dict)) return false
  const { entries } = dict
  if (!['V', 'R', 'P', 'Length'].every((key) => isWrittenAsInteger(dict, key))) return false
  const { revision } = pdf.decryption!.encryption
  if (!areOctetsAsLong(pdf, dict, revision)) return false
  if (revision < 4) return isInBits(entries.get('Length'))
  if ((entries.get('Length') ?? keyBits(revision)) !== keyBits(revision)) return false
  const [streams, strings, embedded] = ['StmF', 'StrF', 'EFF'].map((key) => entries.get(key))
  const filters = pdf.get(dict, 'CF')
  if (!isDict(filters) || filters.repeated || filters.entries.has('Identity') || !isTruth(entries.get('EncryptMetadata'))) return false
  const filter = pdf.get(filters, 'StdCF')
  if (!isDict(filter) || filter.repeated) return false
  const known = lengths[nameOf(filter.entries.get('CFM')) ?? '']
  const length = filter.entries.get('Length')
  if (!known || (length !== undefined && !known.some((one) => one === length))) return false
  // with an `Identity` for both, files within the file are all that is encrypted
  const name = nameOf(streams)
  if ((name !== 'StdCF' && name !== 'Identity') || nameOf(strings) !== name) return false
  return embedded === undefined || (isName(embedded) && (name === 'Identity' || embedded.name === name))
}

/**
 * Padded ones, which some writers have, keep MuPDF from opening the file, but for those that it takes the beginning of itself; so does an /ID that is
 * no pair, where the key comes from it.
 */
function areOctetsAsLong(pdf: PdfDocument, dict: Dict, revision: number): boolean {
  const identifiers = pdf.get(pdf.trailer, 'ID')
  if (revision < 5 && isArray(identifiers) && identifiers.length !== 2) return false
  return (revision < 5 ? ['O', 'U'] : ['OE', 'UE']).every((key) => {
    const value = pdf.get(dict, key)
    return isString(value) && value.bytes.length === 32
  })
}

/** PDFium and Firefox take no number of octets for one of bits. */
const isInBits = (length: Value | undefined) => length === undefined || (isInteger(length) && length >= 40)

/** poppler takes no `4.0` for a 4. */
function isWrittenAsInteger(dict: Dict, key: string): boolean {
  const raw = rawOf(dict, key)
  return raw === undefined || /^[+-]?\d+$/.test(latin1(raw))
}
const keyBits = (revision: number) => (revision === 4 ? 128 : 256)

const isTruth = (value: Value | undefined) => value === undefined || typeof value === 'boolean'

/** Streams that may be encrypted in another way than all, by their /Type, and what leads to them. */
const apart: Record<string, readonly string[]> = {
  Metadata: ['Metadata'],
  EmbeddedFile: ['F', 'UF', 'DOS', 'Mac', 'Unix', 'XFA', 'XFA[]'],
  XRef: [],
}

/** Whether each stream that not all readers decrypt like the others is nothing that a page is drawn with. */
function areApartAlike(pdf: PdfDocument): boolean {
  const found = new Map<number, readonly string[]>()
  const at = pdf.revisions.length - 1
  for (const { number, value } of pdf.objects(at, ignore)) {
    if (!isStream(value)) continue
    const type = nameOf(pdf.get(value.dict, 'Type')) ?? ''
    const uses = Object.hasOwn(apart, type) ? apart[type]! : undefined
    if (uses ? !isName(value.dict.entries.get('Type')) : hasFilterOfItsOwn(pdf, value.dict)) return false
    if (uses) found.set(number, uses)
  }
  if (found.size === 0) return true
  const uses = usesOf(pdf, at, (number) => found.has(number), ignore)
  return [...uses].every(([number, all]) => all.every((use) => !use.mayBeState && found.get(number)!.includes(use.key)))
}

/** Objects that cannot be read: nothing that is led to is one, or the file is refused for it. */
const ignore = () => {}

function hasFilterOfItsOwn(pdf: PdfDocument, dict: Dict): boolean {
  const filter = pdf.get(dict, 'Filter')
  return (isArray(filter) ? filter : [filter]).some((one) => nameOf(pdf.resolve(one)) === 'Crypt')
}
