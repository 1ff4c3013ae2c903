import { hash } from 'node:crypto'
import { children, DerError, expectTag, parse, Walk } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes, context, integer, octetString, oid, nullValue, sequence } from '#pki/der/write.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { readExtensions } from '#pki/x509/readExtensions.ts'

const hashIds = {
  sha1: oid('1.3.14.3.2.26'),
  sha256: oid('2.16.840.1.101.3.4.2.1'),
  sha384: oid('2.16.840.1.101.3.4.2.2'),
  sha512: oid('2.16.840.1.101.3.4.2.3'),
}
const hashLengths = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }
type HashAlgorithm = keyof typeof hashIds
const hashAlgorithms = Object.keys(hashIds) as HashAlgorithm[]

/** CertID (RFC 6960 §4.1.1). `der` is copied into the answer as it came. */
export type CertId = {
  der: Uint8Array
  hashAlgorithm: HashAlgorithm
  issuerNameHash: Uint8Array
  issuerKeyHash: Uint8Array
  /** Octets of the serial number's INTEGER. */
  serial: Uint8Array
}

export type OcspRequest = {
  ids: CertId[]
  /** The nonce extension's OCTET STRING contents, 1 to 128 octets (RFC 9654 §2.1). */
  nonce?: Uint8Array
}

export const mostOcspRequests = 16
export const mostOcspRequestOctets = 4096
const mostNonceOctets = 128

const version1 = context(0, integer(0))
/** As it may be written: the parameters are NULL or left out. */
const hashForms = hashAlgorithms.flatMap((name) => [
  { name, der: sequence(hashIds[name], nullValue) },
  { name, der: sequence(hashIds[name]) },
])

/**
 * Reads an OCSPRequest (RFC 6960 §4.1.1). A request's signature, which proves nothing we need, is ignored. Default values that are
 * written out, which DER forbids and some clients send, are understood: nothing rests on how a request is encoded.
 * @throws DerError where it is not canonical, asks for more than 16 certificates, has an odd nonce or an unknown critical extension.
 * The answer is then `ocspError('malformedRequest')`.
 */
export function readOcspRequest(der: Uint8Array): OcspRequest {
  if (der.length > mostOcspRequestOctets) throw new DerError('a request too large')
  const walk = new Walk(der)
  const end = walk.enter(der.length, 0x30, 'OCSPRequest')
  const tbsEnd = walk.enter(end, 0x30, 'TBSRequest')
  if (walk.tag(tbsEnd) === 0xa0 && !walk.passes(tbsEnd, version1)) throw new DerError('an unknown version')
  if (walk.tag(tbsEnd) === 0xa1) walk.skip(tbsEnd, 0xa1, 'requestorName')
  const listEnd = walk.enter(tbsEnd, 0x30, 'requestList')
  const ids: CertId[] = []
  while (walk.at < listEnd) {
    if (ids.length === mostOcspRequests) throw new DerError(`more than ${mostOcspRequests} certificates asked for`)
    ids.push(readSingle(walk, listEnd))
  }
  if (ids.length === 0) throw new DerError('no certificate asked for')
  const nonce = walk.tag(tbsEnd) === 0xa2 ? readRequestExtensions(walk, tbsEnd) : undefined
  if (walk.at < tbsEnd) throw new DerError('odd elements in the request')
  if (walk.tag(end) === 0xa0) walk.skip(end, 0xa0, 'the signature')
  if (walk.at < end) throw new DerError('odd elements after the request')
  return { ids, nonce }
}

function readSingle(walk: Walk, listEnd: number): CertId {
  const end = walk.enter(listEnd, 0x30, 'Request')
  const id = readCertId(walk, end)
  if (walk.tag(end) === 0xa0) {
    const read = extensionsIn(walk, end, 0xa0)
    if ([...read.values()].some(({ critical }) => critical)) throw new DerError('a critical extension of one request')
  }
  if (walk.at < end) throw new DerError('odd elements in a Request')
  return id
}

const nonceId = '1.3.6.1.5.5.7.48.1.2'
const encodedNonceId = oid(nonceId)

/** The nonce; what else is not critical is passed over. */
function readRequestExtensions(walk: Walk, end: number): Uint8Array | undefined {
  const start = walk.at
  const listEnd = walk.enter(walk.enter(end, 0xa2, 'requestExtensions'), 0x30, 'extensions')
  // Nearly every request has no extension but this one, not critical: that is read where it stands.
  if (walk.tag(listEnd) === 0x30 && walk.enter(listEnd, 0x30, 'an extension') === listEnd && walk.passes(listEnd, encodedNonceId))
    if (walk.tag(listEnd) === 0x04) {
      const valueStart = walk.skip(listEnd, 0x04, 'the extension value')
      if (walk.at === listEnd) return nonceOf(walk.bytes.subarray(valueStart, listEnd))
    }
  walk.at = start
  const extensions = extensionsIn(walk, end, 0xa2)
  for (const [id, { critical }] of extensions) if (critical && id !== nonceId) throw new DerError(`the critical extension ${id}`)
  const value = extensions.get(nonceId)?.value
  return value && nonceOf(value)
}

/** Steps over a field that holds extensions. */
function extensionsIn(walk: Walk, end: number, tag: number) {
  const { at } = walk
  walk.skip(end, tag, 'extensions')
  return readExtensions(children(parse(walk.bytes.subarray(at, walk.at)))[0])
}

function nonceOf(value: Uint8Array): Uint8Array {
  const { contents } = expectTag(parse(value), 0x04, 'the nonce')
  if (contents.length < 1 || contents.length > mostNonceOctets) throw new DerError(`a nonce of ${contents.length} octets`)
  return contents
}

/** @throws DerError */
export function certIdOf(element: Element | undefined): CertId {
  const { whole } = expectTag(element, 0x30, 'CertID')
  return readCertId(new Walk(whole), whole.length)
}

function readCertId(walk: Walk, limit: number): CertId {
  const { bytes, at: start } = walk
  const end = walk.enter(limit, 0x30, 'CertID')
  const hashAlgorithm = readHashAlgorithm(walk, end)
  const issuerNameHash = bytes.subarray(walk.skip(end, 0x04, 'issuerNameHash'), walk.at)
  const issuerKeyHash = bytes.subarray(walk.skip(end, 0x04, 'issuerKeyHash'), walk.at)
  const serial = bytes.subarray(walk.skip(end, 0x02, 'the serial number'), walk.at)
  const length = hashLengths[hashAlgorithm]
  if (issuerNameHash.length !== length || issuerKeyHash.length !== length) throw new DerError('a hash of the wrong length')
  if (serial.length > 20 || walk.at < end) throw new DerError('an odd CertID')
  return { der: bytes.subarray(start, end), hashAlgorithm, issuerNameHash, issuerKeyHash, serial }
}

function readHashAlgorithm(walk: Walk, end: number): HashAlgorithm {
  for (const { name, der } of hashForms) if (walk.passes(end, der)) return name
  throw new DerError('a hash other than SHA-1 and SHA-2')
}

/** The two hashes by which a CertID names an issuer, by every algorithm; keep them for each issuing certificate. */
export type IssuerHashes = Record<HashAlgorithm, { name: Uint8Array; key: Uint8Array }>

export function issuerHashesOf({ subject, publicKeyBits }: NamedKey): IssuerHashes {
  const hashes = (algorithm: HashAlgorithm) => ({
    name: hash(algorithm, subject.der, 'buffer'),
    key: hash(algorithm, publicKeyBits, 'buffer'),
  })
  return { sha1: hashes('sha1'), sha256: hashes('sha256'), sha384: hashes('sha384'), sha512: hashes('sha512') }
}
type NamedKey = Pick<Certificate, 'subject' | 'publicKeyBits'>

export function namesIssuer(id: CertId, hashes: IssuerHashes): boolean {
  const { name, key } = hashes[id.hashAlgorithm]
  return compareBytes(id.issuerNameHash, name) === 0 && compareBytes(id.issuerKeyHash, key) === 0
}

/** The same of an issuer that is met once: only what the CertID asks for is hashed. */
export const isOfIssuer = ({ hashAlgorithm, issuerNameHash, issuerKeyHash }: CertId, { subject, publicKeyBits }: NamedKey): boolean =>
  compareBytes(issuerNameHash, hash(hashAlgorithm, subject.der, 'buffer')) === 0 &&
  compareBytes(issuerKeyHash, hash(hashAlgorithm, publicKeyBits, 'buffer')) === 0

/** A CertID for a serial number's octets. Our own responses for signatures are made for it without a request. */
export function certIdFor(hashes: IssuerHashes, serial: Uint8Array, algorithm: HashAlgorithm = 'sha256'): CertId {
  const { name, key } = hashes[algorithm]
  const der = sequence(sequence(hashIds[algorithm], nullValue), octetString(name), octetString(key), integer(serial))
  return { der, hashAlgorithm: algorithm, issuerNameHash: name, issuerKeyHash: key, serial }
}

/** An OCSPRequest for one certificate, to ask another authority's responder. */
export const writeOcspRequest = (id: CertId, nonce?: Uint8Array): Uint8Array =>
  sequence(sequence(sequence(sequence(id.der)), ...(nonce ? [context(2, sequence(nonceExtension(nonce)))] : [])))

export const nonceExtension = (nonce: Uint8Array): Uint8Array => sequence(encodedNonceId, octetString(octetString(nonce)))
