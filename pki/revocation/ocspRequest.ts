import { hash } from 'node:crypto'
import { children, DerError, expectTag, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes, context, integer, octetString, oid, nullValue, sequence } from '#pki/der/write.ts'
import { readExtensions } from '#pki/x509/certificate.ts'
import type { Certificate } from '#pki/x509/certificate.ts'

/** CertID (RFC 6960 §4.1.1). `der` is copied into the answer as it came. */
export type CertId = {
  der: Uint8Array
  hashAlgorithm: 'sha1' | 'sha256'
  issuerNameHash: Uint8Array
  issuerKeyHash: Uint8Array
  /** Octets of the serial number's INTEGER. */
  serial: Uint8Array
}

export type OcspRequest = {
  ids: CertId[]
  /** The nonce extension's OCTET STRING contents, 1 to 32 octets (RFC 9654 §2.1). */
  nonce?: Uint8Array
}

export const mostOcspRequests = 16
export const mostOcspRequestOctets = 4096

const nonceId = '1.3.6.1.5.5.7.48.1.2'
const hashNames: Record<string, CertId['hashAlgorithm']> = { '1.3.14.3.2.26': 'sha1', '2.16.840.1.101.3.4.2.1': 'sha256' }
const hashLengths = { sha1: 20, sha256: 32 }

/**
 * Reads an OCSPRequest (RFC 6960 §4.1.1). A request's signature, which proves nothing we need, is ignored.
 * @throws DerError where it is not canonical, asks for more than 16 certificates, has an odd nonce or an unknown critical extension.
 * The answer is then `ocspError('malformedRequest')`.
 */
export function readOcspRequest(der: Uint8Array): OcspRequest {
  if (der.length > mostOcspRequestOctets) throw new DerError('a request too large')
  const [tbs, signature, ...rest] = children(expectTag(parse(der), 0x30, 'OCSPRequest'))
  if (rest.length > 0 || (signature && signature.tag !== 0xa0)) throw new DerError('odd elements after the request')
  const fields = children(expectTag(tbs, 0x30, 'TBSRequest'))
  if (fields[0]?.tag === 0xa0) throw new DerError('the default version written out, or an unknown one')
  if (fields[0]?.tag === 0xa1) fields.shift() // requestorName
  const list = children(expectTag(fields.shift(), 0x30, 'requestList'))
  const extensions = fields[0]?.tag === 0xa2 ? readExtensions(children(fields.shift()!)[0]) : undefined
  if (fields.length > 0) throw new DerError('odd elements in the request')
  if (list.length === 0 || list.length > mostOcspRequests) throw new DerError(`${list.length} certificates asked for`)
  for (const [id, { critical }] of extensions ?? []) if (critical && id !== nonceId) throw new DerError(`the critical extension ${id}`)
  return { ids: list.map(readSingle), nonce: nonceOf(extensions?.get(nonceId)?.value) }
}

function readSingle(request: Element): CertId {
  const [id, extensions, ...rest] = children(expectTag(request, 0x30, 'Request'))
  if (rest.length > 0) throw new DerError('odd elements in a Request')
  if (extensions) {
    const read = readExtensions(children(expectTag(extensions, 0xa0, 'singleRequestExtensions'))[0])
    if ([...read.values()].some(({ critical }) => critical)) throw new DerError('a critical extension of one request')
  }
  return certIdOf(id)
}

/** @throws DerError */
export function certIdOf(element: Element | undefined): CertId {
  const fields = children(expectTag(element, 0x30, 'CertID'))
  const [algorithm, parameters, ...rest] = children(expectTag(fields[0], 0x30, 'hashAlgorithm'))
  const hashAlgorithm = hashNames[oidOf(algorithm)]
  if (!hashAlgorithm || rest.length > 0 || (parameters && parameters.tag !== 0x05))
    throw new DerError('a hash other than SHA-1 and SHA-256')
  const issuerNameHash = expectTag(fields[1], 0x04, 'issuerNameHash').contents
  const issuerKeyHash = expectTag(fields[2], 0x04, 'issuerKeyHash').contents
  const serial = expectTag(fields[3], 0x02, 'the serial number').contents
  const length = hashLengths[hashAlgorithm]
  if (issuerNameHash.length !== length || issuerKeyHash.length !== length) throw new DerError('a hash of the wrong length')
  if (serial.length > 20 || fields.length > 4) throw new DerError('an odd CertID')
  return { der: element!.whole, hashAlgorithm, issuerNameHash, issuerKeyHash, serial }
}

function nonceOf(value: Uint8Array | undefined): Uint8Array | undefined {
  if (!value) return undefined
  const { contents } = expectTag(parse(value), 0x04, 'the nonce')
  if (contents.length < 1 || contents.length > 32) throw new DerError(`a nonce of ${contents.length} octets`)
  return contents
}

/** The two hashes by which a CertID names an issuer; keep them for each issuing certificate. */
export type IssuerHashes = Record<CertId['hashAlgorithm'], { name: Uint8Array; key: Uint8Array }>

export function issuerHashesOf({ subject, publicKeyBits }: Pick<Certificate, 'subject' | 'publicKeyBits'>): IssuerHashes {
  const hashes = (name: string) => ({ name: hash(name, subject.der, 'buffer'), key: hash(name, publicKeyBits, 'buffer') })
  return { sha1: hashes('sha1'), sha256: hashes('sha256') }
}

export function namesIssuer(id: CertId, hashes: IssuerHashes): boolean {
  const { name, key } = hashes[id.hashAlgorithm]
  return compareBytes(id.issuerNameHash, name) === 0 && compareBytes(id.issuerKeyHash, key) === 0
}

const algorithmDer = {
  sha1: sequence(oid('1.3.14.3.2.26'), nullValue),
  sha256: sequence(oid('2.16.840.1.101.3.4.2.1'), nullValue),
}

/** A CertID for a serial number's octets. Our own responses for signatures are made for it without a request. */
export function certIdFor(hashes: IssuerHashes, serial: Uint8Array, algorithm: CertId['hashAlgorithm'] = 'sha256'): CertId {
  const { name, key } = hashes[algorithm]
  const der = sequence(algorithmDer[algorithm], octetString(name), octetString(key), integer(serial))
  return { der, hashAlgorithm: algorithm, issuerNameHash: name, issuerKeyHash: key, serial }
}

/** An OCSPRequest for one certificate, to ask another authority's responder. */
export const writeOcspRequest = (id: CertId, nonce?: Uint8Array): Uint8Array =>
  sequence(sequence(sequence(sequence(id.der)), ...(nonce ? [context(2, sequence(nonceExtension(nonce)))] : [])))

const encodedNonceId = oid(nonceId)
export const nonceExtension = (nonce: Uint8Array): Uint8Array => sequence(encodedNonceId, octetString(octetString(nonce)))
