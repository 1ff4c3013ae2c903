import { pdfMacAttribute } from '#pki/cms/pdfMac.ts'
import { once } from '#pki/once.ts'
import { namesAttributeCertificate, signedDataOf } from '#pki/cms/readSignedData.ts'
import type { SignedData } from '#pki/cms/readSignedData.ts'
import { parseFirstBer } from '#pki/der/ber.ts'
import { attempt, children, expectTag, parse, parseFirst } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream } from '#pki/pdf/values.ts'
import { isCrlOf } from '#pki/revocation/crl.ts'
import { digestName } from '#pki/x509/algorithms.ts'
import type { AlgorithmIdentifier } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { certificateOf } from '#pki/x509/keptCertificates.ts'
import { hasNamed, issuersAmong, listSignersAmong } from './issuers.ts'
import { readMaterial } from './revocation.ts'
import type { RevocationMaterial } from './revocation.ts'
import type { PlacedSignature } from './signatures.ts'

/** DER of what else is known, from outside the file. */
export type GivenMaterial = { certificates?: readonly Uint8Array[]; ocsps?: readonly Uint8Array[]; crls?: readonly Uint8Array[] }

export const signatureTimestampAttribute = '1.2.840.113549.1.9.16.2.14'
const adbeRevocation = '1.2.840.113583.1.1.8'
/** A store of hostile size would cost a signature check per entry and certificate. */
const mostPieces = 500
/** More certificates, and more lists, than one signature needs. */
const mostEmbedded = 100
const mostLists = 16

/** What /Contents begins with, as DER, and where it ends there. @throws DerError */
export const contentInfoOf = once(({ contents }: PlacedSignature): { element: Element; end: number } => parseFirstBer(contents))

/** The CMS in /Contents. @throws DerError */
export const cmsOf = (placed: PlacedSignature): SignedData => signedDataOf(contentInfoOf(placed).element)

/** What follows the CMS in /Contents must be zeros alone. @throws DerError */
export const isPaddedWithZeros = (placed: PlacedSignature): boolean =>
  placed.contents.subarray(contentInfoOf(placed).end).every((octet) => octet === 0)

/** What stands in the security store (ISO 32000-2 §12.8.4.3), as DER. @throws PdfError */
export function storedMaterial(pdf: PdfDocument): Ders {
  const dss = pdf.get(pdf.root, 'DSS')
  const stored = (key: string) => {
    const list = isDict(dss) ? pdf.get(dss, key) : null
    return (isArray(list) ? list.slice(0, mostPieces) : [])
      .map((item) => pdf.resolve(item))
      .filter(isStream)
      .map((stream) => pdf.data(stream))
  }
  return { certificates: stored('Certs'), ocsps: stored('OCSPs'), crls: stored('CRLs') }
}

/**
 * Whether something in the security store is not as it was made: a certificate, answer or list that cannot be read, or a certificate that none of
 * those who bear its issuer's name signed. `known` holds all certificates at hand; where nobody of that name is among them, it cannot be told.
 */
export function isStoreDamaged(
  { certificates, ocsps, crls }: Ders,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
): boolean {
  const read = readMaterial({ ocsps, crls })
  if (read.ocsps.length < ocsps.length || read.crls.length < crls.length) return true
  const readAlready = new Map(known.map((one) => [keyOf(one.der), one]))
  return certificates.some((der) => {
    const one = readAlready.get(keyOf(der)) ?? attempt(() => certificateOf(der))[0]
    if (!one) return true
    if (anchors.some((anchor) => Buffer.compare(anchor.der, one.der) === 0) || !hasNamed(known, one.issuer.der)) return false
    return isAsIssued(one, known) === false
  })
}

/** Whether one of those who bear the name of a certificate's issuer made it; undefined where that cannot be told. Most roots sign themselves over SHA-1. */
function isAsIssued(one: Certificate, known: readonly Certificate[]): boolean | undefined {
  let isUntold = false
  for (const { publicKey } of issuersAmong(known, one)) {
    const isMade = one.isMadeBy(publicKey)
    if (isMade) return true
    isUntold ||= isMade === undefined
  }
  return isUntold ? undefined : false
}

/** Everything the file brings to prove its signatures: the security store and what the signatures embed. */
export function embeddedMaterial(stored: Ders, signatures: readonly PlacedSignature[]): RevocationMaterial {
  const ders: Ders = { certificates: [...stored.certificates], ocsps: [...stored.ocsps], crls: [...stored.crls] }
  for (const signature of signatures) {
    addAll(ders.certificates, signature.certificates)
    for (const cms of attempt(() => cmsOf(signature))) addFromCms(cms, ders)
  }
  return materialOf(ders)
}

/** One by one: a call takes no more arguments than its stack holds, and a sender may bring more. */
function addAll(to: Uint8Array[], more: readonly Uint8Array[]): void {
  for (const one of more) to.push(one)
}

type Ders = { certificates: Uint8Array[]; ocsps: Uint8Array[]; crls: Uint8Array[] }

function addFromCms(cms: SignedData, ders: Ders): void {
  addAll(ders.certificates, cms.certificates)
  addAll(ders.crls, cms.crls)
  for (const signer of cms.signers) {
    for (const token of signer.unsignedAttributes.get(signatureTimestampAttribute) ?? [])
      for (const inner of attempt(() => signedDataOf(token))) {
        addAll(ders.certificates, inner.certificates)
        addAll(ders.crls, inner.crls)
      }
    const [archival] = signer.signedAttributes.get(adbeRevocation) ?? []
    // RevocationInfoArchival (ISO 32000-2 §12.8.3.3.2): [0] CRLs, [1] OCSP responses
    if (archival?.tag === 0x30)
      for (const part of children(archival)) {
        const items = attempt(() => children(children(part)[0]!).map(({ whole }) => whole)).flat()
        if (part.tag === 0xa0) addAll(ders.crls, items)
        if (part.tag === 0xa1) addAll(ders.ocsps, items)
      }
  }
}

const keyOf = (der: Uint8Array) => Buffer.from(der.buffer, der.byteOffset, der.length).toString('latin1')

export function materialOf({ certificates = [], ocsps = [], crls = [] }: GivenMaterial): RevocationMaterial {
  const seen = new Set<string>()
  const unique = certificates.filter((der) => {
    const key = keyOf(der)
    return !seen.has(key) && seen.add(key)
  })
  const read = unique.slice(0, mostPieces).flatMap((der) => attempt(() => certificateOf(der)))
  return { certificates: read, ...readMaterial({ ocsps: ocsps.slice(0, mostPieces), crls: crls.slice(0, mostPieces) }) }
}

/**
 * Whether every byte of the CMS that the signature does not cover is accounted for: versions as RFC 5652 §5.1 has them, the
 * digest algorithms, certificates and CRLs that somebody known signed, attribute certificates that the signer named, a time stamp, the MAC of the
 * encrypted file, as `isMac` knows it, and no other unsigned attribute.
 * `known` holds what can be read of what the file brings. With `strangers`, certificates count too whose issuer nobody here knows, or whose
 * algorithm: nothing shows that they are as they were issued, and nothing that they are not.
 */
export function isFullyExplained(
  contentInfo: Uint8Array,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
  { strangers = false, isMac }: { strangers?: boolean; isMac?: (value: Element, signature: Uint8Array) => boolean } = {},
): boolean {
  const element = parseFirst(contentInfo)
  const cms = signedDataOf(element)
  const [signer, ...others] = cms.signers
  if (!signer || others.length > 0) return false
  const plain = cms.contentType === '1.2.840.113549.1.7.1' && signer.issuerAndSerial
  // Some signers write 3 always.
  if (
    signer.version !== (signer.issuerAndSerial ? 1 : 3) ||
    (plain ? cms.version !== 1 && cms.version !== 3 : cms.version < 1 || cms.version > 3)
  )
    return false
  const isOfSigner = ({ oid }: AlgorithmIdentifier) => oid === signer.digestAlgorithm.oid
  // There may be any number of them, zero among those (RFC 5652 §5.1): Syncfusion writes none.
  const { digestAlgorithms } = cms
  if (digestAlgorithms.length > 0 && !digestAlgorithms.some(isOfSigner)) return false
  if (!digestAlgorithms.every((one) => isOfSigner(one) || digestName(one))) return false
  for (const [id, values] of signer.unsignedAttributes) {
    const isItsMac = () => id === pdfMacAttribute && values.length === 1 && isMac?.(values[0]!, signer.signature)
    if (id !== signatureTimestampAttribute && !isItsMac()) return false
  }
  const isCovered = ({ tag, whole }: Element) => tag === 0x30 || namesAttributeCertificate(signer.signedAttributes, whole)
  if (!membersOf(element.whole, 0xa0).every(isCovered) || membersOf(element.whole, 0xa1).length !== cms.crls.length) return false
  if (cms.certificates.length > mostEmbedded || cms.crls.length > mostLists) return false
  const isSigned = (der: Uint8Array) => {
    // What could not be read is not among what is known.
    const one = known.find((other) => Buffer.compare(other.der, der) === 0)
    // An anchor may be one whose issuer nobody here knows; nothing else may.
    if (anchors.some((anchor) => Buffer.compare(anchor.der, der) === 0)) return true
    if (!one) return false
    const isWhole = hasNamed(known, one.issuer.der) ? isAsIssued(one, known) : undefined
    return isWhole ?? strangers
  }
  if (!cms.certificates.every(isSigned)) return false
  const crls = readMaterial({ ocsps: [], crls: cms.crls }).crls
  return crls.length === cms.crls.length && crls.every((crl) => listSignersAmong(known, crl).some((authority) => isCrlOf(crl, authority)))
}

/** All members of the certificates or crls field, of whatever kind: the reader leaves out those that are no X.509 certificates or CRLs. */
function membersOf(contentInfo: Uint8Array, tag: 0xa0 | 0xa1): readonly Element[] {
  const signedData = children(expectTag(children(parse(contentInfo))[1], 0xa0, 'SignedData'))[0]
  const field = children(expectTag(signedData, 0x30, 'SignedData')).find((one) => one.tag === tag)
  return field ? children(field) : []
}
