import { createHash, hash } from 'node:crypto'
import { namesNone, signerFault } from '#pki/cms/readSignedData.ts'
import type { SignedData, SignerInfo } from '#pki/cms/readSignedData.ts'
import { isPdfMacOf } from '#pki/cms/pdfMac.ts'
import { attempt, DerError } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { checkTimeStampToken, timeStampTokenOf } from '#pki/timestamp/readToken.ts'
import type { TimeStampToken } from '#pki/timestamp/readToken.ts'
import { digestName, isAcceptedSignature, isRightThoughWeak, weakDigestName } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { cmsOf, contentInfoOf, isFullyExplained, isPaddedWithZeros } from './material.ts'
import { checkRsaOfBytes, cmsOfDigest, rsaOfBytes, weakDigest } from './olderFormats.ts'
import type { Fault, Finding } from './report.ts'
import type { PlacedSignature } from './signatures.ts'

export type Cryptography = {
  cms?: SignedData
  signer?: SignerInfo
  certificate?: Certificate
  /** The token, where this is a document time stamp. */
  token?: TimeStampToken
  fault?: Fault
  /** What the format of the signature allows, and a stricter one would not. */
  warnings?: Finding[]
  /** Every byte of /Contents is either signed or accounted for. */
  explained: boolean
  /** The same, certificates aside whose issuer nobody here knows: where no chain is found, they are what is missing, and no reproach. */
  strangersAside?: boolean
}

/** The digest over the bytes that the ByteRange names. */
export function signedDigest(bytes: Uint8Array, { gap, end }: PlacedSignature, digest: string): Uint8Array {
  return createHash(digest).update(bytes.subarray(0, gap[0])).update(bytes.subarray(gap[1], end)).digest()
}

const coveredBytes = (bytes: Uint8Array, { gap, end }: PlacedSignature): Uint8Array =>
  Buffer.concat([bytes.subarray(0, gap[0]), bytes.subarray(gap[1], end)])

/** Format, digest and signature value (EN 319 102-1 §5.2.2 to §5.2.7), nothing of trust. */
export function checkCryptography(
  bytes: Uint8Array,
  placed: PlacedSignature,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
): Cryptography {
  const [first] = placed.findings
  if (first?.code === 'signatureFormatUnknown')
    return { explained: false, fault: { ...first, subIndication: 'SIG_CONSTRAINTS_FAILURE', indeterminate: true } }
  if (!first) return checkContents(bytes, placed, known, anchors)
  // Where its place is wrong, too, that the bytes are others counts first.
  const found = placed.end > 0 ? checkContents(bytes, placed, known, anchors).fault : undefined
  const fault: Fault = found?.subIndication === 'HASH_FAILURE' ? found : { ...first, subIndication: 'FORMAT_FAILURE' }
  return { ...signerOf(placed, known), explained: false, fault }
}

function checkContents(
  bytes: Uint8Array,
  placed: PlacedSignature,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
): Cryptography {
  try {
    // what stands there instead proves nothing of the document, whoever put it there
    const padding: Finding[] = isPaddedWithZeros(placed) ? [] : [{ code: 'contentsPadding' }]
    if (placed.subFilter === rsaOfBytes) return checkRsaOfBytes(placed, () => coveredBytes(bytes, placed))
    const { whole } = contentInfoOf(placed).element
    const isMac = macOf(bytes, placed)
    const explained = padding.length === 0 && isFullyExplained(whole, known, anchors, { isMac })
    const check = placed.kind === 'documentTimestamp' ? checkToken : checkSignature
    const found = check(bytes, placed, known, explained)
    const strangersAside = padding.length === 0 && !explained && isFullyExplained(whole, known, anchors, { strangers: true, isMac })
    return { ...found, strangersAside, warnings: [...padding, ...(found.warnings ?? [])] }
  } catch (error) {
    if (error instanceof DerError)
      return { explained: false, fault: { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE', detail: error.message } }
    throw error
  }
}

/** Whether an attribute is the MAC of the encrypted file that was signed. */
const macOf =
  (bytes: Uint8Array, placed: PlacedSignature) =>
  (value: Element, signature: Uint8Array): boolean =>
    placed.macKey !== undefined &&
    attempt(() => isPdfMacOf(value, placed.macKey!, (name) => signedDigest(bytes, placed, name), signature))[0] === true

/** Whose signature it would be, though it is none that holds. */
function signerOf(placed: PlacedSignature, known: readonly Certificate[]): Pick<Cryptography, 'certificate'> {
  try {
    const [signer] = placed.contents.length > 0 ? cmsOf(placed).signers : []
    const certificate = signer && known.find((one) => isNamedBy(one, signer))
    return certificate ? { certificate } : {}
  } catch (error) {
    if (error instanceof DerError) return {}
    throw error
  }
}

function checkSignature(bytes: Uint8Array, placed: PlacedSignature, known: readonly Certificate[], explained: boolean): Cryptography {
  const cms = cmsOf(placed)
  const [signer, ...others] = cms.signers
  const isOfDigest = placed.subFilter === cmsOfDigest
  // Some signers that leave the content out say so with an octet string of no length.
  const hasContent = cms.content !== undefined && cms.content.length > 0
  if (!signer || isOfDigest !== hasContent) return { cms, explained, fault: { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE' } }
  if (others.length > 0)
    return { cms, explained, fault: { code: 'severalSigners', subIndication: 'SIG_CONSTRAINTS_FAILURE', indeterminate: true } }
  const certificate = known.find((one) => isNamedBy(one, signer))
  const found = { cms, signer, explained, ...(certificate && { certificate }) }
  if (isOfDigest && Buffer.compare(cms.content!, signedDigest(bytes, placed, 'sha1')) !== 0) return { ...found, fault: hashFailure }
  const digests = new Map<string, Uint8Array>() // a file may be long
  const digestOf = (name: string) =>
    digests.getOrInsertComputed(name, () => (isOfDigest ? hash(name, cms.content!, 'buffer') : signedDigest(bytes, placed, name)))
  // Also what rests on nothing that can be trusted, or comes without its certificate, can be told right from wrong.
  const digest = digestName(signer.digestAlgorithm) ?? weakDigestName(signer.digestAlgorithm)
  const stated = signer.signedAttributes.get(messageDigest)?.[0]
  if (stated && digest && Buffer.compare(stated.contents, digestOf(digest)) !== 0) return { ...found, fault: hashFailure }
  const content = () => (isOfDigest ? cms.content! : coveredBytes(bytes, placed))
  const weak = weakDigestName(signer.digestAlgorithm)
  if (weak) return { ...found, fault: isWrong(signer, certificate, content) ? faults.signature : weakDigest(printedDigest(weak)) }
  if (!digest || !isAcceptedSignature(signer.signatureAlgorithm, signer.digestAlgorithm))
    return { ...found, fault: algorithmUnknown(digest ? signer.signatureAlgorithm.oid : signer.digestAlgorithm.oid) }
  if (!certificate)
    return { ...found, fault: { code: 'signingCertificateNotFound', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', indeterminate: true } }
  const isCades = placed.subFilter === 'ETSI.CAdES.detached'
  const lenient = isCades ? undefined : { content }
  const fault = signerFault(cms, signer, certificate, digestOf, lenient)
  if (fault) return { ...found, fault: faults[fault] }
  const warnings: Finding[] = namesNone(signer.signedAttributes) ? [{ code: 'signingCertificateNotNamed' }] : []
  return { ...found, warnings, ...(isOfDigest ? { fault: weakDigest('SHA-1') } : {}) }
}

/** 'sha1' as standards print it: SHA-1. */
const printedDigest = (name: string) => name.toUpperCase().replace(/^SHA/, 'SHA-')

/** Whether the value of a signature over a weak digest was made by another key, or over something else. */
function isWrong(signer: SignerInfo, certificate: Certificate | undefined, content: () => Uint8Array): boolean {
  if (!certificate) return false
  const { signedAttributesDer, sortedAttributesDer, signatureAlgorithm, digestAlgorithm, signature } = signer
  const signed = signedAttributesDer ? [signedAttributesDer, ...(sortedAttributesDer ? [sortedAttributesDer] : [])] : [content()]
  return signed.every((data) => isRightThoughWeak(signatureAlgorithm, certificate.publicKey, data, signature, digestAlgorithm) === false)
}

const messageDigest = '1.2.840.113549.1.9.4'
const hashFailure: Fault = { code: 'digestMismatch', subIndication: 'HASH_FAILURE' }
const algorithmUnknown = (detail: string): Fault => ({
  code: 'algorithmUnknown',
  subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
  indeterminate: true,
  detail,
})

/** A CAdES signature that does not name its certificate in what is signed stays indeterminate (EN 319 102-1 §5.2.3.4); others never had to. */
const faults: Record<NonNullable<ReturnType<typeof signerFault>>, Fault> = {
  'no-signed-attributes': { code: 'signedAttributesMissing', subIndication: 'FORMAT_FAILURE' },
  'content-type': { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE', detail: 'content-type' },
  'message-digest': hashFailure,
  'signing-certificate': { code: 'signingCertificateNotNamed', subIndication: 'SIG_CONSTRAINTS_FAILURE', indeterminate: true },
  'digest-algorithm': weakDigest('digest-algorithm'),
  signature: { code: 'signatureMismatch', subIndication: 'SIG_CRYPTO_FAILURE' },
}

function checkToken(bytes: Uint8Array, placed: PlacedSignature, known: readonly Certificate[], explained: boolean): Cryptography {
  const token = timeStampTokenOf(contentInfoOf(placed).element)
  const result = tokenResult(token, (name) => signedDigest(bytes, placed, name), known)
  return { cms: token.signedData, signer: token.signer, token, explained, ...result }
}

/** A token's imprint and signature. */
export function tokenResult(
  token: TimeStampToken,
  digestOf: (name: string) => Uint8Array,
  known: readonly Certificate[],
): { certificate?: Certificate; fault?: Fault } {
  const result = checkTimeStampToken(
    token,
    digestOf,
    known.map(({ der }) => der),
  )
  if (!('fault' in result)) return { certificate: result.signer }
  const { fault, signer } = result
  const certificate = signer ? { certificate: signer } : {}
  switch (fault) {
    case 'imprint':
      return { ...certificate, fault: { code: 'timestampImprintMismatch', subIndication: 'HASH_FAILURE' } }
    case 'weak-digest': {
      const weak = [token.imprintAlgorithm, token.signer.digestAlgorithm].map(weakDigestName).find((name) => name !== undefined)!
      return { ...certificate, fault: weakDigest(printedDigest(weak)) }
    }
    case 'unknown-algorithm':
      return { ...certificate, fault: algorithmUnknown(unknownOf(token)) }
    case 'no-signer-certificate':
      return { fault: { code: 'signingCertificateNotFound', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', indeterminate: true } }
    case 'not-for-time-stamping':
      return { ...certificate, fault: { code: 'keyPurposeWrong', subIndication: 'CHAIN_CONSTRAINTS_FAILURE', indeterminate: true } }
    case 'outside-validity':
      return { ...certificate, fault: { code: 'timestampChainInvalid', subIndication: 'OUT_OF_BOUNDS_NO_POE', indeterminate: true } }
    default:
      return { ...certificate, fault: { code: 'timestampSignatureMismatch', subIndication: 'SIG_CRYPTO_FAILURE', detail: fault } }
  }
}

/** The first algorithm of a token that is known to nobody here. */
function unknownOf({ imprintAlgorithm, signer: { digestAlgorithm, signatureAlgorithm } }: TimeStampToken): string {
  const digests = [imprintAlgorithm, digestAlgorithm].filter((one) => !digestName(one) && !weakDigestName(one))
  return (digests[0] ?? signatureAlgorithm).oid
}

function isNamedBy(certificate: Certificate, { issuerAndSerial, subjectKeyIdentifier }: SignerInfo): boolean {
  const same = (a: Uint8Array | undefined, b: Uint8Array | undefined) => !!a && !!b && Buffer.compare(a, b) === 0
  if (!issuerAndSerial) return same(certificate.subjectKeyIdentifier, subjectKeyIdentifier)
  return same(certificate.serial, issuerAndSerial.serial) && isSameName(certificate.issuer.der, issuerAndSerial.issuer)
}
