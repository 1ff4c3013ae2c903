import { createHash } from 'node:crypto'
import { signerFault } from '#pki/cms/readSignedData.ts'
import type { SignedData, SignerInfo } from '#pki/cms/readSignedData.ts'
import { DerError, parseFirst } from '#pki/der/read.ts'
import { checkTimeStampToken, timeStampTokenOf } from '#pki/timestamp/readToken.ts'
import type { TimeStampToken } from '#pki/timestamp/readToken.ts'
import { digestName } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { cmsOf, isFullyExplained, isPaddedWithZeros } from './material.ts'
import type { FindingCode, SubIndication } from './report.ts'
import type { PlacedSignature } from './signatures.ts'

export type Fault = { code: FindingCode; subIndication: SubIndication; indeterminate?: true; detail?: string }

export type Cryptography = {
  cms?: SignedData
  signer?: SignerInfo
  certificate?: Certificate
  /** The token, where this is a document time stamp. */
  token?: TimeStampToken
  fault?: Fault
  /** Every byte of /Contents is either signed or accounted for. */
  explained: boolean
}

/** The digest over the bytes that the ByteRange names. */
export function signedDigest(bytes: Uint8Array, { gap, end }: PlacedSignature, digest: string): Uint8Array {
  return createHash(digest).update(bytes.subarray(0, gap[0])).update(bytes.subarray(gap[1], end)).digest()
}

/** Format, digest and signature value (EN 319 102-1 §5.2.2 to §5.2.7), nothing of trust. */
export function checkCryptography(
  bytes: Uint8Array,
  placed: PlacedSignature,
  known: readonly Certificate[],
  anchors: readonly Certificate[],
): Cryptography {
  const [first] = placed.findings
  if (first) return { explained: false, fault: { ...first, subIndication: 'FORMAT_FAILURE' } }
  try {
    if (!isPaddedWithZeros(placed)) return { explained: false, fault: { code: 'contentsPadding', subIndication: 'FORMAT_FAILURE' } }
    const explained = isFullyExplained(placed.contents, known, anchors)
    return placed.kind === 'documentTimestamp'
      ? checkToken(bytes, placed, known, explained)
      : checkSignature(bytes, placed, known, explained)
  } catch (error) {
    if (error instanceof DerError)
      return { explained: false, fault: { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE', detail: error.message } }
    throw error
  }
}

function checkSignature(bytes: Uint8Array, placed: PlacedSignature, known: readonly Certificate[], explained: boolean): Cryptography {
  const cms = cmsOf(placed)
  const [signer, ...others] = cms.signers
  if (!signer || others.length > 0 || cms.content)
    return { cms, explained, fault: { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE' } }
  const found = { cms, signer, explained }
  const digest = digestName(signer.digestAlgorithm)
  if (!digest)
    return {
      ...found,
      fault: {
        code: 'digestAlgorithmWeak',
        subIndication: 'CRYPTO_CONSTRAINTS_FAILURE',
        indeterminate: true,
        detail: signer.digestAlgorithm.oid,
      },
    }
  const certificate = known.find((one) => isNamedBy(one, signer))
  if (!certificate) {
    const stated = signer.signedAttributes.get('1.2.840.113549.1.9.4')?.[0]
    // Without the certificate the digest can still be told right from wrong.
    if (stated && Buffer.compare(stated.contents, signedDigest(bytes, placed, digest)) !== 0)
      return { ...found, fault: { code: 'digestMismatch', subIndication: 'HASH_FAILURE' } }
    return { ...found, fault: { code: 'signingCertificateNotFound', subIndication: 'NO_SIGNING_CERTIFICATE_FOUND', indeterminate: true } }
  }
  const fault = signerFault(cms, signer, certificate, (name) => signedDigest(bytes, placed, name))
  return { ...found, certificate, ...(fault ? { fault: faults[fault] } : {}) }
}

/** A signature that does not name its certificate in what is signed stays indeterminate, whatever its format (EN 319 102-1 §5.2.3.4). */
const faults: Record<NonNullable<ReturnType<typeof signerFault>>, Fault> = {
  'no-signed-attributes': { code: 'signedAttributesMissing', subIndication: 'FORMAT_FAILURE' },
  'content-type': { code: 'cmsMalformed', subIndication: 'FORMAT_FAILURE', detail: 'content-type' },
  'message-digest': { code: 'digestMismatch', subIndication: 'HASH_FAILURE' },
  'signing-certificate': { code: 'signingCertificateNotNamed', subIndication: 'SIG_CONSTRAINTS_FAILURE', indeterminate: true },
  'digest-algorithm': { code: 'digestAlgorithmWeak', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE', indeterminate: true },
  signature: { code: 'signatureMismatch', subIndication: 'SIG_CRYPTO_FAILURE' },
}

function checkToken(bytes: Uint8Array, placed: PlacedSignature, known: readonly Certificate[], explained: boolean): Cryptography {
  const token = timeStampTokenOf(parseFirst(placed.contents))
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

function isNamedBy(certificate: Certificate, { issuerAndSerial, subjectKeyIdentifier }: SignerInfo): boolean {
  const same = (a: Uint8Array | undefined, b: Uint8Array | undefined) => !!a && !!b && Buffer.compare(a, b) === 0
  if (!issuerAndSerial) return same(certificate.subjectKeyIdentifier, subjectKeyIdentifier)
  return same(certificate.serial, issuerAndSerial.serial) && isSameName(certificate.issuer.der, issuerAndSerial.issuer)
}
