/** The MACs that protect what is appended to an encrypted file (ISO/TS 32004:2024), where its author wants them. */

import { createHash, hash } from 'node:crypto'
import { isPdfMacOf, pdfMacAttribute, pdfMacLength, writePdfMac } from '#pki/cms/pdfMac.ts'
import type { MacKey } from '#pki/cms/pdfMac.ts'
import { signedDataOf } from '#pki/cms/readSignedData.ts'
import { attempt, parseFirst } from '#pki/der/read.ts'
import { element, oid, sequence } from '#pki/der/write.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { bytesAt } from '#pki/pdf/source.ts'
import type { Source } from '#pki/pdf/source.ts'
import { isArray, isDict, isInteger, isString, nameOf } from '#pki/pdf/values.ts'
import type { EncryptionFacts } from './facts.ts'
import { reference, zeroDigits } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'

/** Room that a signature needs for the attribute, and for what it makes longer around it. */
export const macAttributeLength = pdfMacLength.ofSignature + 24

export const macKeyOf = (encryption: EncryptionFacts | undefined): MacKey | undefined =>
  encryption?.macSalt ? { fileKey: Buffer.from(encryption.key, 'hex'), salt: Buffer.from(encryption.macSalt, 'hex') } : undefined

/** What the trailer says of a MAC that stands in the signature of its revision. */
export const attachedMac = (signature: Pointer): RawEntries => [
  ['AuthCode', `<</MACLocation /AttachedToSig /SigObjRef ${reference(signature)}>>`],
]

/** @param covered SHA-256 of what the signature covers @param value of the signature @returns DER of an unsigned attribute */
export const macAttribute = (key: MacKey, covered: Uint8Array, value: Uint8Array): Uint8Array =>
  sequence(oid(pdfMacAttribute), element(0x31, writePdfMac(key, covered, hash('sha256', value, 'buffer'))))

/** Three numbers of up to twelve digits behind a zero, with their brackets and spaces. */
const rangeWidth = 44
const beforeRange = '<</MACLocation /Standalone /ByteRange '
const beforeMac = ' /MAC '

/** The same of a MAC that stands in the trailer itself, of a revision without a signature; zeros until `fillMac`. */
export const standaloneMac = (): RawEntries => [
  [
    'AuthCode',
    `${beforeRange}${'x'.repeat(rangeWidth)}${beforeMac}<${Buffer.from(zeroDigits(2 * pdfMacLength.alone)).toString('latin1')}>>>`,
  ],
]

/**
 * Writes the MAC into its place.
 * @param size of the file before
 * @param digestOf SHA-256 of the file before and what of `tail` it is given
 */
export function fillMac(tail: Buffer, size: number, key: MacKey, digestOf: (...parts: Uint8Array[]) => Uint8Array): void {
  const rangeAt = tail.lastIndexOf(beforeRange) + beforeRange.length
  const start = rangeAt + rangeWidth + beforeMac.length
  const end = start + 2 * pdfMacLength.alone + 2
  tail.write(`[0 ${size + start} ${size + end} ${tail.length - end}]`.padEnd(rangeWidth), rangeAt, 'latin1')
  const mac = writePdfMac(key, digestOf(tail.subarray(0, start), tail.subarray(end)))
  tail.write(Buffer.from(mac).toString('hex'), start + 1, 'latin1')
}

/**
 * Whether the MAC of the newest revision is right, where there is one: ours would hide that somebody changed the file who cannot open it.
 * @throws PdfError
 */
export function hasItsMac(document: PdfDocument, source: Source): boolean {
  const { decryption, trailer } = document
  const stated = trailer.entries.get('AuthCode')
  const key = decryption?.macKey
  if (!key || stated === undefined) return true
  const location = isDict(stated) ? nameOf(document.get(stated, 'MACLocation')) : undefined
  if (!isDict(stated) || (location !== 'Standalone' && location !== 'AttachedToSig')) return false
  const dict = location === 'Standalone' ? stated : document.get(stated, 'SigObjRef')
  if (!isDict(dict)) return false
  const [octets, range] = [document.get(dict, location === 'Standalone' ? 'MAC' : 'Contents'), document.get(dict, 'ByteRange')]
  if (!isString(octets) || !isArray(range) || range.length !== 4 || !range.every((n) => isInteger(n) && n >= 0)) return false
  const [start, first, second, rest] = range as [number, number, number, number]
  if (start !== 0 || second - first !== 2 * octets.bytes.length + 2 || second + rest !== document.size) return false
  const digestOf = (name: string) => digestAround(source, name, first, second)
  return attempt(() => isRight(octets.bytes, location === 'AttachedToSig', key, digestOf))[0] === true
}

function isRight(octets: Uint8Array, isSignature: boolean, key: MacKey, digestOf: (name: string) => Uint8Array): boolean {
  if (!isSignature) return isPdfMacOf(parseFirst(octets), key, digestOf)
  const [signer] = signedDataOf(parseFirst(octets)).signers
  const [value] = signer?.unsignedAttributes.get(pdfMacAttribute) ?? []
  return value !== undefined && isPdfMacOf(value, key, digestOf, signer!.signature)
}

const piece = 1024 * 1024

/** The digest of a file without what stands between two places. */
function digestAround(source: Source, name: string, from: number, to: number): Uint8Array {
  const state = createHash(name)
  for (const [start, end] of [
    [0, from],
    [to, source.size],
  ] as const)
    for (let at = start; at < end; at += piece) state.update(bytesAt(source, at, Math.min(piece, end - at)))
  return state.digest()
}
