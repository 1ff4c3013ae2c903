import { hash } from 'node:crypto'
import { readSignedData, signedDataOf, signerFault } from '#pki/cms/readSignedData.ts'
import type { SignedData, SignerFault, SignerInfo } from '#pki/cms/readSignedData.ts'
import { children, DerError, expectTag, integerOf, oidOf, parse, timeOf } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes } from '#pki/der/write.ts'
import { algorithmOf, digestName, isAcceptedSignature, isRightThoughWeak, weakDigestName } from '#pki/x509/algorithms.ts'
import type { AlgorithmIdentifier } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { extensionIds, purposes } from '#pki/x509/extensions.ts'
import { certificateOf } from '#pki/x509/keptCertificates.ts'
import { failureBits, TimeStampError } from './request.ts'
import type { TimeStampFailure } from './request.ts'
import { tstInfoType } from './token.ts'

export type TimeStampToken = {
  signedData: SignedData
  signer: SignerInfo
  policy: string
  imprintAlgorithm: AlgorithmIdentifier
  hashedMessage: Uint8Array
  /** Octets of the INTEGER. */
  serial: Uint8Array
  at: Date
  /** Undefined where the token does not say. */
  accuracyMilliseconds?: number
  nonce?: bigint
}

/** Reads a TimeStampToken (RFC 3161 §2.4.2). @throws DerError */
export const readTimeStampToken = (der: Uint8Array): TimeStampToken => tokenOf(readSignedData(der))

/** The same from an element already parsed (a document time stamp's /Contents is padded with zeros). @throws DerError */
export const timeStampTokenOf = (contentInfo: Element): TimeStampToken => tokenOf(signedDataOf(contentInfo))

function tokenOf(signedData: SignedData): TimeStampToken {
  const [signer, ...others] = signedData.signers
  if (signedData.contentType !== tstInfoType || !signedData.content) throw new DerError('not a time-stamp token')
  if (!signer || others.length > 0) throw new DerError('a time-stamp token has one signer')
  const fields = children(expectTag(parse(signedData.content), 0x30, 'TSTInfo'))
  if (integerOf(fields.shift()) !== 1n) throw new DerError('a TSTInfo of an unknown version')
  const policy = oidOf(fields.shift())
  const [algorithm, message] = children(expectTag(fields.shift(), 0x30, 'messageImprint'))
  const serial = expectTag(fields.shift(), 0x02, 'the serial number').contents
  const at = timeOf(expectTag(fields.shift(), 0x18, 'genTime'))
  const accuracy = fields[0]?.tag === 0x30 ? accuracyOf(fields.shift()!) : undefined
  if (fields[0]?.tag === 0x01) fields.shift() // ordering
  const nonce = fields[0]?.tag === 0x02 ? integerOf(fields.shift()) : undefined
  if (fields[0]?.tag === 0xa0) fields.shift() // tsa, a hint
  if (fields[0]?.tag === 0xa1) fields.shift() // extensions
  if (fields.length > 0) throw new DerError('odd elements in a TSTInfo')
  return {
    signedData,
    signer,
    policy,
    imprintAlgorithm: algorithmOf(algorithm),
    hashedMessage: expectTag(message, 0x04, 'hashedMessage').contents,
    serial,
    at,
    accuracyMilliseconds: accuracy,
    nonce,
  }
}

/** Seconds, milliseconds [0], microseconds [1], as milliseconds rounded up. */
function accuracyOf(accuracy: Element): number {
  const factors: Record<number, number> = { 0x02: 1000, 0x80: 1, 0x81: 0.001 }
  const parts = children(accuracy).map(({ tag, contents }) => {
    const factor = factors[tag]
    if (factor === undefined || contents.length === 0 || contents.length > 4) throw new DerError('an odd accuracy')
    return factor * contents.reduce((value, octet) => value * 256 + octet, 0)
  })
  return Math.ceil(parts.reduce((a, b) => a + b, 0))
}

/** `weak-digest`: all of it is right, as far as a digest shows that proves nothing any more. */
export type TokenFault =
  | 'imprint'
  | 'no-signer-certificate'
  | 'not-for-time-stamping'
  | 'outside-validity'
  | 'weak-digest'
  | 'unknown-algorithm'
  | `signer-${SignerFault}`

/**
 * Checks a token but for its signer's path and revocation: the imprint is the data's, the signer's certificate is for time stamps alone
 * and was valid at genTime, and the signature holds (RFC 3161 §2.3, §2.4.2).
 * @param digestOf the stamped data's digest under a node:crypto name.
 * @param more certificates to look for the signer's in, beside the token's own.
 */
export function checkTimeStampToken(
  token: TimeStampToken,
  digestOf: (digest: string) => Uint8Array,
  more: readonly Uint8Array[] = [],
): { signer: Certificate } | { fault: TokenFault; signer?: Certificate } {
  const weak = weakDigestName(token.imprintAlgorithm)
  const digest = digestName(token.imprintAlgorithm) ?? weak
  if (!digest) return { fault: 'unknown-algorithm' }
  if (compareBytes(token.hashedMessage, digestOf(digest)) !== 0) return { fault: 'imprint' }
  const signer = findSigner(token.signer, [...token.signedData.certificates, ...more])
  if (!signer) return { fault: 'no-signer-certificate' }
  const purpose = signer.extendedKeyUsage
  const critical = signer.extensions.get(extensionIds.extendedKeyUsage)?.critical
  if (!critical || purpose?.length !== 1 || purpose[0] !== purposes.timeStamping) return { fault: 'not-for-time-stamping', signer }
  if (token.at < signer.notBefore || token.at > signer.notAfter) return { fault: 'outside-validity', signer }
  const content = token.signedData.content!
  const fault = signerFault(token.signedData, token.signer, signer, (name) => hash(name, content, 'buffer'))
  if (fault === 'digest-algorithm') return { fault: faultOfWeak(token.signer, signer, content), signer }
  if (fault === 'signature' && !isAcceptedSignature(token.signer.signatureAlgorithm, token.signer.digestAlgorithm))
    return { fault: 'unknown-algorithm', signer }
  if (fault) return { fault: `signer-${fault}`, signer }
  return weak ? { fault: 'weak-digest', signer } : { signer }
}

/** What is the matter with a signer over a digest that is not relied on. */
function faultOfWeak(signer: SignerInfo, { publicKey }: Certificate, content: Uint8Array): TokenFault {
  const weak = weakDigestName(signer.digestAlgorithm)
  if (!weak) return 'unknown-algorithm'
  const [stated] = signer.signedAttributes.get(messageDigest) ?? []
  if (!stated || compareBytes(stated.contents, hash(weak, content, 'buffer')) !== 0) return 'signer-message-digest'
  const { signatureAlgorithm, signedAttributesDer, signature, digestAlgorithm } = signer
  const isRight = isRightThoughWeak(signatureAlgorithm, publicKey, signedAttributesDer!, signature, digestAlgorithm)
  return isRight === false ? 'signer-signature' : 'weak-digest'
}
const messageDigest = '1.2.840.113549.1.9.4'

/** The certificate a SignerInfo names. One that cannot be read is named by nobody. */
function findSigner({ issuerAndSerial, subjectKeyIdentifier }: SignerInfo, certificates: readonly Uint8Array[]): Certificate | undefined {
  for (const der of certificates) {
    // Nearly all are another's: those that do not hold the octets they are named by need not be read.
    if (!Buffer.from(der.buffer, der.byteOffset, der.length).includes(issuerAndSerial?.serial ?? subjectKeyIdentifier!)) continue
    const candidate = readable(der)
    if (!candidate) continue
    const isNamed = issuerAndSerial
      ? compareBytes(candidate.serial, issuerAndSerial.serial) === 0 && isSameName(candidate.issuer.der, issuerAndSerial.issuer)
      : !!candidate.subjectKeyIdentifier && compareBytes(candidate.subjectKeyIdentifier, subjectKeyIdentifier!) === 0
    if (isNamed) return candidate
  }
  return undefined
}

function readable(der: Uint8Array): Certificate | undefined {
  try {
    return certificateOf(der)
  } catch (error) {
    if (error instanceof DerError) return undefined
    throw error
  }
}

/**
 * The token inside a TimeStampResp (RFC 3161 §2.4.2), DER.
 * @throws TimeStampError where the authority refused; DerError
 */
export function tokenOfResponse(der: Uint8Array): Uint8Array {
  const [info, token, ...rest] = children(expectTag(parse(der), 0x30, 'TimeStampResp'))
  const [status, ...details] = children(expectTag(info, 0x30, 'PKIStatusInfo'))
  const code = integerOf(status)
  if (code !== 0n && code !== 1n)
    throw new TimeStampError(failureOf(details.find(({ tag }) => tag === 0x03)), `refused with status ${code}`)
  if (rest.length > 0) throw new DerError('elements after the token')
  return expectTag(token, 0x30, 'the token').whole
}

function failureOf(bits: Element | undefined): TimeStampFailure {
  const octets = bits?.contents.subarray(1) ?? new Uint8Array(0)
  const found = Object.entries(failureBits).find(([, bit]) => (octets[bit >> 3] ?? 0) & (0x80 >> (bit & 7)))
  return (found?.[0] as TimeStampFailure | undefined) ?? 'systemFailure'
}
