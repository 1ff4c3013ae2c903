import { hash } from 'node:crypto'
import { children, DerError, expectTag, integerOf, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes, element as encoded } from '#pki/der/write.ts'
import { algorithmOf, digestName, meantDigest, verifySignature } from '#pki/x509/algorithms.ts'
import type { AlgorithmIdentifier } from '#pki/x509/algorithms.ts'

/** Attribute values, whole DER elements, by the attribute's object identifier. */
export type Attributes = ReadonlyMap<string, readonly Element[]>

export type SignerInfo = {
  version: number
  /** Exactly one of the two: issuer Name (DER) with the serial number's octets, or the subject key identifier. */
  issuerAndSerial?: { issuer: Uint8Array; serial: Uint8Array }
  subjectKeyIdentifier?: Uint8Array
  digestAlgorithm: AlgorithmIdentifier
  signedAttributes: Attributes
  /** The bytes the signature covers: signedAttrs re-tagged as SET OF (RFC 5652 §5.4); undefined without signed attributes. */
  signedAttributesDer?: Uint8Array
  /** The same in the order of DER, where they stand in another: some sign them as they stand, some as they should. */
  sortedAttributesDer?: Uint8Array
  signatureAlgorithm: AlgorithmIdentifier
  signature: Uint8Array
  unsignedAttributes: Attributes
}

export type SignedData = {
  version: number
  digestAlgorithms: AlgorithmIdentifier[]
  contentType: string
  /** The encapsulated octets, undefined in a detached signature. */
  content?: Uint8Array
  /** X.509 certificates, DER; attribute certificates are left out. */
  certificates: Uint8Array[]
  /** CRLs, DER. */
  crls: Uint8Array[]
  signers: SignerInfo[]
}

/**
 * Reads a ContentInfo holding SignedData (RFC 5652 §5.1), strictly as DER.
 * @throws DerError
 */
export function readSignedData(der: Uint8Array): SignedData {
  return signedDataOf(parse(der))
}

/** The same from an element already parsed (a PDF's /Contents is padded with zeros: use `parseFirst`). @throws DerError */
export function signedDataOf(contentInfo: Element): SignedData {
  const [type, wrapped, ...more] = children(expectTag(contentInfo, 0x30, 'ContentInfo'))
  if (oidOf(type) !== '1.2.840.113549.1.7.2' || more.length > 0) throw new DerError('not a CMS SignedData')
  const fields = children(expectTag(only(expectTag(wrapped, 0xa0, 'SignedData'), 'SignedData'), 0x30, 'SignedData'))
  const [version, algorithms, encapsulated] = fields
  let at = 3
  const certificates = fields[at]?.tag === 0xa0 ? children(fields[at++]!) : []
  const crls = fields[at]?.tag === 0xa1 ? children(fields[at++]!) : []
  const signers = expectTag(fields[at++], 0x31, 'signerInfos')
  if (fields[at]) throw new DerError('elements after signerInfos')
  const [contentType, content, ...rest] = children(expectTag(encapsulated, 0x30, 'encapContentInfo'))
  if (rest.length > 0) throw new DerError('elements after eContent')
  return {
    version: Number(integerOf(version)),
    digestAlgorithms: children(expectTag(algorithms, 0x31, 'digestAlgorithms'))
      .map(algorithmOf)
      .map(meantDigest),
    contentType: oidOf(contentType),
    content: content && expectTag(only(expectTag(content, 0xa0, 'eContent'), 'eContent'), 0x04, 'eContent').contents,
    certificates: certificates.filter(({ tag }) => tag === 0x30).map(({ whole }) => whole),
    crls: crls.filter(({ tag }) => tag === 0x30).map(({ whole }) => whole),
    signers: children(signers).map(signerInfoOf),
  }
}

function signerInfoOf(element: Element): SignerInfo {
  const fields = children(expectTag(element, 0x30, 'SignerInfo'))
  const [version, identifier, digestAlgorithm] = fields
  let at = 3
  const signed = fields[at]?.tag === 0xa0 ? fields[at++] : undefined
  const signatureAlgorithm = fields[at++]
  const signature = expectTag(fields[at++], 0x04, 'the signature value')
  const unsigned = fields[at]?.tag === 0xa1 ? fields[at++] : undefined
  if (fields[at]) throw new DerError('elements after unsignedAttrs')
  const signedAttributesDer = signed && Uint8Array.from(signed.whole)
  if (signedAttributesDer) signedAttributesDer[0] = 0x31
  return {
    version: Number(integerOf(version)),
    ...identifierOf(identifier),
    digestAlgorithm: meantDigest(algorithmOf(digestAlgorithm)),
    signedAttributes: attributesOf(signed),
    signedAttributesDer,
    sortedAttributesDer: signed && sorted(signed),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
    signature: signature.contents,
    unsignedAttributes: attributesOf(unsigned),
  }
}

function sorted(attributes: Element): Uint8Array | undefined {
  const items = children(attributes).map(({ whole }) => whole)
  const isSorted = items.every((item, i) => i === 0 || compareBytes(items[i - 1]!, item) <= 0)
  return isSorted ? undefined : encoded(0x31, Buffer.concat(items.toSorted(compareBytes)))
}

function identifierOf(identifier: Element | undefined): Pick<SignerInfo, 'issuerAndSerial' | 'subjectKeyIdentifier'> {
  if (identifier?.tag === 0x80) return { subjectKeyIdentifier: identifier.contents }
  const [issuer, serial] = children(expectTag(identifier, 0x30, 'the signer identifier'))
  return {
    issuerAndSerial: { issuer: expectTag(issuer, 0x30, 'the issuer').whole, serial: expectTag(serial, 0x02, 'the serial number').contents },
  }
}

function attributesOf(set: Element | undefined): Attributes {
  const found = new Map<string, Element[]>()
  for (const attribute of set ? children(set) : []) {
    const [type, values, ...rest] = children(expectTag(attribute, 0x30, 'an Attribute'))
    if (rest.length > 0) throw new DerError('an Attribute with more than two elements')
    const key = oidOf(type)
    // Two of those that a signature is judged by have no agreed reading (RFC 5652 §11 forbids them). Others may come as often as they like.
    if (found.has(key) && set!.tag === 0xa0 && oneAtMost.has(key)) throw new DerError(`the signed attribute ${key} twice`)
    const known = found.get(key) ?? []
    for (const value of children(expectTag(values, 0x31, 'attribute values'))) known.push(value)
    found.set(key, known)
  }
  return found
}

function only(parent: Element, what: string): Element {
  const [child, ...rest] = children(parent)
  if (!child || rest.length > 0) throw new DerError(`${what} is not one element`)
  return child
}

/** Why a signer does not check out; undefined where it does. */
export type SignerFault =
  | 'no-signed-attributes'
  | 'content-type'
  | 'message-digest'
  | 'signing-certificate'
  | 'digest-algorithm'
  | 'signature'

/**
 * Checks one signer against its certificate (RFC 5652 §5.6, RFC 5035 §5): content type, message digest, signing certificate, signature.
 * It says nothing about the certificate's path, validity or revocation.
 * @param digestOf computes the content's digest under a node:crypto name (the content may lie outside the CMS).
 * @param certificate DER of the certificate taken to be the signer's; `publicKey` is its SubjectPublicKeyInfo.
 * @param lenient for signatures of other formats than CAdES: they may leave out what names the certificate, and, with `content`, all attributes.
 */
export function signerFault(
  data: Pick<SignedData, 'contentType'>,
  signer: SignerInfo,
  certificate: { der: Uint8Array; publicKey: Uint8Array },
  digestOf: (digest: string) => Uint8Array,
  lenient?: { readonly content: () => Uint8Array },
): SignerFault | undefined {
  const verifies = (signed: Uint8Array) =>
    verifySignature(signer.signatureAlgorithm, certificate.publicKey, signed, signer.signature, signer.digestAlgorithm)
  if (!signer.signedAttributesDer) return !lenient ? 'no-signed-attributes' : verifies(lenient.content()) ? undefined : 'signature'
  const digest = digestName(signer.digestAlgorithm)
  if (!digest) return 'digest-algorithm'
  const [type, ...otherTypes] = signer.signedAttributes.get('1.2.840.113549.1.9.3') ?? []
  if (type?.tag !== 0x06 || otherTypes.length > 0 || oidOf(type) !== data.contentType) return 'content-type'
  const [stated, ...otherDigests] = signer.signedAttributes.get('1.2.840.113549.1.9.4') ?? []
  if (stated?.tag !== 0x04 || otherDigests.length > 0 || !same(stated.contents, digestOf(digest))) return 'message-digest'
  if (!(lenient && namesNone(signer.signedAttributes)) && !namesCertificate(signer.signedAttributes, certificate.der))
    return 'signing-certificate'
  const { signedAttributesDer, sortedAttributesDer } = signer
  return verifies(signedAttributesDer) || (sortedAttributesDer && verifies(sortedAttributesDer)) ? undefined : 'signature'
}

const signingCertificateV1 = '1.2.840.113549.1.9.16.2.12'
const signingCertificateV2 = '1.2.840.113549.1.9.16.2.47'
/** Content type, message digest, signing time, and what names the certificate. */
const oneAtMost = new Set([
  '1.2.840.113549.1.9.3',
  '1.2.840.113549.1.9.4',
  '1.2.840.113549.1.9.5',
  signingCertificateV1,
  signingCertificateV2,
])

/** Whether nothing in what is signed names the certificate. */
export const namesNone = (attributes: Attributes): boolean => !attributes.has(signingCertificateV1) && !attributes.has(signingCertificateV2)

/** Whether signing-certificate (SHA-1, RFC 2634 §5.4) or signing-certificate-v2 names this certificate first. False where neither stands. */
export function namesCertificate(attributes: Attributes, certificate: Uint8Array): boolean {
  const [first] = namedIn(attributes)
  return first !== undefined && hasHashOf(first, certificate)
}

/**
 * Whether an attribute certificate is named behind the signer's own (RFC 2634 §5.4), as time stamp servers of nCipher do with the one that their clock
 * has. It is hashed as what it is by itself, a SEQUENCE.
 * @param member of the CMS, where it stands under a tag
 */
export function namesAttributeCertificate(attributes: Attributes, member: Uint8Array): boolean {
  const itself = Uint8Array.from(member)
  itself[0] = 0x30
  return namedIn(attributes)
    .slice(1)
    .some((one) => hasHashOf(one, itself))
}

/** An ESSCertIDv2 may say what digest it is of. */
type Named = { id: Element; isV2: boolean }

function namedIn(attributes: Attributes): Named[] {
  const v2 = attributes.get(signingCertificateV2)
  const values = v2 ?? attributes.get(signingCertificateV1)
  if (values?.length !== 1) return []
  const certs = children(expectTag(values[0], 0x30, 'SigningCertificate'))[0]
  return children(expectTag(certs, 0x30, 'certs')).map((id) => ({ id, isV2: v2 !== undefined }))
}

function hasHashOf({ id, isV2 }: Named, certificate: Uint8Array): boolean {
  const fields = children(expectTag(id, 0x30, 'ESSCertID'))
  const named = isV2 && fields[0]?.tag === 0x30 ? digestName(algorithmOf(fields.shift())) : isV2 ? 'sha256' : 'sha1'
  return named !== undefined && same(expectTag(fields[0], 0x04, 'certHash').contents, hash(named, certificate, 'buffer'))
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
