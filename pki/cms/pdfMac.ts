/**
 * The MAC that protects an encrypted PDF file from whoever cannot open it (ISO/TS 32004:2024): a CMS AuthenticatedData (RFC 5652 §9) over the
 * digest of what the file holds, under a key that is wrapped with one derived from the file's own. iText 9 writes it into every file that it encrypts as
 * PDF 2.0, and opens none that has lost it.
 */

import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync } from 'node:crypto'
import { children, DerError, expectTag, integerOf, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { context, contextPrimitive, element, integer, octetString, oid, sequence, setOf } from '#pki/der/write.ts'
import { algorithmOf, digestName } from '#pki/x509/algorithms.ts'

/** The file's key, and /KDFSalt of its encryption dictionary. */
export type MacKey = { readonly fileKey: Uint8Array; readonly salt: Uint8Array }

/** The unsigned attribute in which a signature brings the MAC of its revision. */
export const pdfMacAttribute = '1.0.32004.1.2'

const integrityInfo = '1.0.32004.1.0'
const keyDerivation = '1.0.32004.1.1'
const keyWrap = '2.16.840.1.101.3.4.1.45' // id-aes256-wrap
const authenticatedData = '1.2.840.113549.1.9.16.1.2'
const hmacWithSha256 = '1.2.840.113549.2.9'
const contentType = '1.2.840.113549.1.9.3'
const messageDigest = '1.2.840.113549.1.9.4'
/** CMSAlgorithmProtection (RFC 6211). */
const algorithmProtection = '1.2.840.113549.1.9.52'
const sha256 = oid('2.16.840.1.101.3.4.2.1')

/** Octets of a MAC that `writePdfMac` writes: one without a signature, and one with. */
export const pdfMacLength = { alone: 328, ofSignature: 362 } as const

const derived = ({ fileKey, salt }: MacKey, purpose: string | Uint8Array) => Buffer.from(hkdfSync('sha256', fileKey, salt, purpose, 32))
const wrappingKey = (key: MacKey) => derived(key, 'PDFMAC')
/** RFC 3394 §2.2.3.1. */
const wrapStart = Buffer.alloc(8, 0xa6)
const hmac = (key: Uint8Array, data: Uint8Array) => createHmac('sha256', key).update(data).digest()

/**
 * @param dataDigest SHA-256 of the file without the MAC, or without the signature that brings it
 * @param signatureDigest SHA-256 of that signature's value
 * @returns DER of the ContentInfo
 */
export function writePdfMac(key: MacKey, dataDigest: Uint8Array, signatureDigest?: Uint8Array): Uint8Array {
  const content = contentOf(dataDigest, signatureDigest)
  // nobody foresees it without the file's key, and each content has its own: that is what it takes, and no randomness
  const macKey = derived(key, content)
  const cipher = createCipheriv('id-aes256-wrap', wrappingKey(key), wrapStart)
  const wrapped = Buffer.concat([cipher.update(macKey), cipher.final()])
  const protection = sequence(sequence(sha256), context(2, oid(hmacWithSha256)))
  const attributes = [
    attribute(contentType, oid(integrityInfo)),
    attribute(messageDigest, octetString(hash('sha256', content, 'buffer'))),
    attribute(algorithmProtection, protection),
  ]
  const signed = setOf(...attributes)
  const carried = Uint8Array.from(signed)
  carried[0] = 0xa2
  const recipient = context(3, integer(0), context(0, oid(keyDerivation)), sequence(oid(keyWrap)), octetString(wrapped))
  const data = sequence(
    integer(0),
    setOf(recipient),
    sequence(oid(hmacWithSha256)),
    context(1, sha256),
    sequence(oid(integrityInfo), context(0, octetString(content))),
    carried,
    octetString(hmac(macKey, signed)),
  )
  return sequence(oid(authenticatedData), context(0, data))
}

const contentOf = (dataDigest: Uint8Array, signatureDigest?: Uint8Array) =>
  sequence(integer(0), octetString(dataDigest), ...(signatureDigest ? [contextPrimitive(0, signatureDigest)] : []))

const attribute = (type: string, value: Uint8Array) => sequence(oid(type), element(0x31, value))

/**
 * Whether a ContentInfo is the MAC of this file: made by somebody who can open it, over these digests and no other, with nothing beside it.
 * @param digestOf what is protected, by the digest's name
 * @param signature the value of the signature that brings the MAC, where one does
 * @throws DerError
 */
export function isPdfMacOf(contentInfo: Element, key: MacKey, digestOf: (name: string) => Uint8Array, signature?: Uint8Array): boolean {
  const [type, wrapped] = membersOf(contentInfo, 2)
  if (oidOf(type) !== authenticatedData) return false
  const [data] = childrenOf(expectTag(wrapped, 0xa0, 'AuthenticatedData'), 1)
  const [version, recipients, algorithm, digest, content, attributes, mac] = membersOf(data!, 7)
  if (integerOf(version) !== 0n || !isAlgorithm(algorithm!, hmacWithSha256)) return false
  const name = digestName(algorithmOf(retagged(expectTag(digest, 0xa1, 'digestAlgorithm'), 0x30)))
  const macKey = macKeyOf(childrenOf(expectTag(recipients, 0x31, 'recipientInfos'), 1)[0]!, key)
  if (!name || !macKey) return false
  const signed = retagged(expectTag(attributes, 0xa2, 'authAttrs'), 0x31)
  if (!isSame(hmac(macKey, signed.whole), expectTag(mac, 0x04, 'mac').contents)) return false
  const [contentIs, octets] = membersOf(content!, 2)
  const info = expectTag(childrenOf(expectTag(octets, 0xa0, 'eContent'), 1)[0], 0x04, 'eContent').contents
  if (oidOf(contentIs) !== integrityInfo || !areAttributesOf(signed, hash(name, info, 'buffer'), digest!)) return false
  return isSame(info, contentOf(digestOf(name), signature && hash(name, signature, 'buffer')))
}

/** The key that is wrapped for whoever knows the file's; undefined where it is for somebody else. */
function macKeyOf(recipient: Element, key: MacKey): Uint8Array | undefined {
  const [version, derivation, wrap, wrapped] = childrenOf(expectTag(recipient, 0xa3, 'PasswordRecipientInfo'), 4)
  if (integerOf(version) !== 0n || !isAlgorithm(retagged(expectTag(derivation, 0xa0, 'a key derivation'), 0x30), keyDerivation))
    return undefined
  const { contents } = expectTag(wrapped, 0x04, 'encryptedKey')
  if (!isAlgorithm(wrap!, keyWrap) || contents.length !== 40) return undefined
  try {
    const decipher = createDecipheriv('id-aes256-wrap', wrappingKey(key), wrapStart)
    return Buffer.concat([decipher.update(contents), decipher.final()])
  } catch {
    return undefined // wrapped with another key
  }
}

/** The three that there must be, and no other (RFC 5652 §9.2, RFC 6211 §2). */
function areAttributesOf(signed: Element, digestOfContent: Uint8Array, digest: Element): boolean {
  const protection = sequence(retagged(digest, 0x30).whole, context(2, oid(hmacWithSha256)))
  const expected = setOf(
    attribute(contentType, oid(integrityInfo)),
    attribute(messageDigest, octetString(digestOfContent)),
    attribute(algorithmProtection, protection),
  )
  return isSame(setOf(...children(signed).map(({ whole }) => whole)), expected)
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
const isAlgorithm = (one: Element, id: string) => isSame(one.whole, sequence(oid(id)))

/** The members of a SEQUENCE that has so many. @throws DerError */
const membersOf = (of: Element, count: number) => childrenOf(expectTag(of, 0x30, 'a SEQUENCE'), count)

function childrenOf(of: Element, count: number): Element[] {
  const all = children(of)
  if (all.length !== count) throw new DerError(`${all.length} members where there are ${count}`)
  return all
}

/** The same element under another tag. */
function retagged({ whole }: Element, tag: number): Element {
  const copy = Uint8Array.from(whole)
  copy[0] = tag
  return parse(copy)
}
