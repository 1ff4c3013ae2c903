import { hash } from 'node:crypto'
import { children, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { element, encode, integer, octetString, oid, sequence, setOf, sortedBytes } from '#pki/der/write.ts'
import type { Tree } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { sha256Identifier, signatureIdentifier } from '#pki/x509/algorithms.ts'

/** id-data (RFC 5652 §4): the content type of a PAdES signature. */
export const idData = '1.2.840.113549.1.7.1'

const idSignedData = oid('1.2.840.113549.1.7.2')
const contentTypeAttribute = oid('1.2.840.113549.1.9.3')
const messageDigestAttribute = oid('1.2.840.113549.1.9.4')
const signingCertificateV2Attribute = oid('1.2.840.113549.1.9.16.2.47')
const digestAlgorithms = setOf(sha256Identifier)
const signerVersion = integer(1) // issuerAndSerialNumber identifies the signer (RFC 5652 §5.3)

export type SignedDataInput = {
  /** Dotted decimal: `idData` for PAdES, id-ct-TSTInfo for a time stamp. */
  contentType: string
  /** Encapsulated content; absent for a detached signature. */
  content?: Uint8Array
  /** SHA-256 of the content, 32 octets. */
  messageDigest: Uint8Array
  /** DER certificates to embed; the signer's own only where it is among them. */
  certificates: readonly Uint8Array[]
  signerCertificate: Uint8Array
  signer: Signer
  /** DER Attributes beyond contentType, messageDigest and signingCertificateV2. */
  signedAttributes?: readonly Uint8Array[]
  /** Attributes computed from the signature value (a signature time stamp). */
  unsignedAttributes?: (signatureValue: Uint8Array) => readonly Tree[]
}

/**
 * CMS SignedData in a ContentInfo (RFC 5652 §5), one signer, SHA-256. There is never a signing-time
 * attribute (EN 319 142-1 §6.3 forbids it in PAdES baseline).
 */
export function writeSignedData(input: SignedDataInput): Uint8Array {
  const attributes = signedAttributesOf(input)
  const signature = input.signer.sign(attributes)
  return assembleSignedData(input, attributes, signature)
}

/**
 * The DER SET OF the signer signs, for signing in two steps: sign these bytes elsewhere, then pass them to `assembleSignedData`.
 * @throws TypeError where the message digest is not 32 octets.
 */
export function signedAttributesOf(input: Omit<SignedDataInput, 'signer' | 'unsignedAttributes'>): Uint8Array {
  if (input.messageDigest.length !== 32) throw new TypeError('the message digest is not a SHA-256')
  return setOf(
    typeConstants(input.contentType).attribute,
    sequence(messageDigestAttribute, element(0x31, octetString(input.messageDigest))),
    signerConstants(input.signerCertificate).signingCertificate,
    ...(input.signedAttributes ?? []),
  )
}

/** The ContentInfo from the signed attributes and the signature over them. */
export function assembleSignedData(
  input: Omit<SignedDataInput, 'signer'> & { signer: Pick<Signer, 'algorithm'> },
  attributes: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const constants = typeConstants(input.contentType)
  const unsigned = input.unsignedAttributes?.(signature) ?? []
  const signerInfo: Tree = [
    0x30,
    signerVersion,
    signerConstants(input.signerCertificate).identifier,
    sha256Identifier,
    [0xa0, contentsOf(attributes)], // signed as SET OF, carried as [0] IMPLICIT (RFC 5652 §5.4)
    signatureIdentifier(input.signer.algorithm),
    [0x04, signature],
    ...(unsigned.length > 0 ? ([[0xa1, ...(unsigned.length > 1 ? sortedBytes(unsigned.map(encode)) : unsigned)]] as const) : []),
  ]
  const encapsulated: Tree = input.content ? [0x30, constants.type, [0xa0, [0x04, input.content]]] : constants.detached
  const certificates: Tree[] = input.certificates.length > 0 ? [[0xa0, ...sortedBytes(input.certificates)]] : []
  const signedData: Tree = [0x30, constants.version, digestAlgorithms, encapsulated, ...certificates, [0x31, signerInfo]]
  return encode([0x30, idSignedData, [0xa0, signedData]])
}

/**
 * A ContentInfo of one signer with another unsigned attribute, computed from the value of the signature.
 * @throws DerError
 */
export function withUnsignedAttribute(contentInfo: Uint8Array, attribute: (signatureValue: Uint8Array) => Uint8Array): Uint8Array {
  const [type, wrapped] = children(parse(contentInfo))
  const fields = wholesOf(children(wrapped!)[0]!)
  const members = children(children(parse(fields.at(-1)!))[0]!)
  const before = members.at(-1)!.tag === 0xa1 ? members.pop() : undefined
  const unsigned = sortedBytes([...(before ? wholesOf(before) : []), attribute(members.at(-1)!.contents)])
  const signerInfo = sequence(...members.map(({ whole }) => whole), element(0xa1, ...unsigned))
  return sequence(type!.whole, element(0xa0, sequence(...fields.slice(0, -1), element(0x31, signerInfo))))
}

const wholesOf = (of: Element) => children(of).map(({ whole }) => whole)

/** What is inside an element we encoded. */
const contentsOf = (der: Uint8Array) => der.subarray(der[1]! < 0x80 ? 2 : 2 + (der[1]! & 0x7f))

type TypeConstants = { type: Uint8Array; version: Uint8Array; attribute: Uint8Array; detached: Uint8Array }
const types = new Map<string, TypeConstants>()

function typeConstants(contentType: string): TypeConstants {
  let known = types.get(contentType)
  if (!known) {
    const type = oid(contentType)
    // RFC 5652 §5.1: version 3 where the content is not id-data, otherwise 1 with X.509 certificates only.
    const version = integer(contentType === idData ? 1 : 3)
    known = { type, version, attribute: sequence(contentTypeAttribute, element(0x31, type)), detached: sequence(type) }
    types.set(contentType, known)
  }
  return known
}

/** Octets by which a SignedData says who signed: issuer, serial number, and the certificate's digest. */
export function signerLength(certificate: Uint8Array): number {
  const { identifier, signingCertificate } = signerConstants(certificate)
  return identifier.length + signingCertificate.length
}

type SignerConstants = { identifier: Uint8Array; signingCertificate: Uint8Array }
/** A time-stamp unit signs with one certificate for years: its parts are taken out once. */
const signers = new WeakMap<Uint8Array, SignerConstants>()

function signerConstants(certificate: Uint8Array): SignerConstants {
  let known = signers.get(certificate)
  if (!known) {
    known = { identifier: issuerAndSerialNumber(certificate), signingCertificate: signingCertificateV2(certificate) }
    signers.set(certificate, known)
  }
  return known
}

/**
 * signing-certificate-v2 (RFC 5035 §3): ESSCertIDv2 with the default SHA-256 left out, as DER demands. issuerSerial is left out too:
 * EN 319 122-1 §6.3 says it should not be included.
 */
const signingCertificateV2 = (certificate: Uint8Array) =>
  sequence(signingCertificateV2Attribute, element(0x31, sequence(sequence(sequence(octetString(hash('sha256', certificate, 'buffer')))))))

/** IssuerAndSerialNumber (RFC 5652 §10.2.4), both copied byte for byte out of the certificate. */
function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const fields = children(children(parse(certificate))[0]!)
  const first = fields[0]!.tag === 0xa0 ? 1 : 0
  return sequence(fields[first + 2]!.whole, fields[first]!.whole)
}
