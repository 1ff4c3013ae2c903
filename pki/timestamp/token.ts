import { hash } from 'node:crypto'
import { writeSignedData } from '#pki/cms/signedData.ts'
import { contextPrimitive, element, encode, generalizedTime, integer, namedBits, oid, sequence, utf8String } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { failureBits } from './request.ts'
import type { TimeStampFailure, TimeStampRequest } from './request.ts'

/** id-ct-TSTInfo (RFC 3161 §2.4.2) */
export const tstInfoType = '1.2.840.113549.1.9.16.1.4'

/** A time-stamping unit. Make it once with `timeStampUnitOf`. */
export type TimeStampUnit = {
  readonly signer: Signer
  readonly certificate: Uint8Array
  /** The unit's own certificate first, then those above it that tokens carry where certificates are asked for. */
  readonly chain: readonly Uint8Array[]
  readonly policy: Uint8Array
  readonly accuracy: Uint8Array
}

/**
 * @param policy stamped under where a request names none.
 * @param accuracyMilliseconds the most that genTime may differ from UTC, where a token's own is not better known.
 */
export function timeStampUnitOf(signer: Signer, chain: readonly Uint8Array[], policy: string, accuracyMilliseconds: number): TimeStampUnit {
  const [certificate] = chain
  if (!certificate) throw new TypeError('a time-stamping unit has a certificate')
  return { signer, certificate, chain, policy: oid(policy), accuracy: encodeAccuracy(accuracyMilliseconds) }
}

/** No token of this unit over a SHA-256, without a nonce, is longer: the chain, the signature, who signed, and what stands around them. */
export function longestToken({ signer, certificate, chain }: TimeStampUnit): number {
  const read = readCertificate(certificate)
  const certificates = chain.reduce((sum, { length }) => sum + length, 0)
  return certificates + signer.publicKey.length + read.issuer.der.length + read.serial.length + 448
}

/** Accuracy (RFC 3161 §2.4.2): seconds, then milliseconds of 1 to 999 as [0]. */
function encodeAccuracy(milliseconds: number): Uint8Array {
  if (!Number.isSafeInteger(milliseconds) || milliseconds <= 0) throw new RangeError('the accuracy is not a number of milliseconds')
  const seconds = Math.floor(milliseconds / 1000)
  const rest = milliseconds % 1000
  const millis = integer(rest)
  return sequence(...(seconds ? [integer(seconds)] : []), ...(rest ? [contextPrimitive(0, millis.subarray(2))] : []))
}

const version = integer(1)
const none: readonly Uint8Array[] = []

/**
 * A TimeStampToken (RFC 3161 §2.4.2): a CMS SignedData over the TSTInfo, with signing-certificate-v2 (RFC 5816).
 * @param serial octets, unique to the unit. @param at genTime, kept to the millisecond.
 * @param accuracyMilliseconds the most that this genTime differs from UTC; the unit's where nothing is said.
 */
export function writeTimeStampToken(
  unit: TimeStampUnit,
  request: TimeStampRequest,
  serial: Uint8Array,
  at: Date,
  accuracyMilliseconds?: number,
): Uint8Array {
  const content = encode([
    0x30,
    version,
    request.policy === undefined ? unit.policy : oid(request.policy),
    request.imprint,
    integer(serial),
    exactTime(at),
    accuracyMilliseconds === undefined ? unit.accuracy : encodeAccuracy(accuracyMilliseconds),
    ...(request.nonce ? [request.nonce] : []),
  ])
  return writeSignedData({
    contentType: tstInfoType,
    content,
    messageDigest: hash('sha256', content, 'buffer'),
    certificates: request.certificatesRequested ? unit.chain : none,
    signerCertificate: unit.certificate,
    signer: unit.signer,
  })
}

/** GeneralizedTime with milliseconds, whose trailing zeros DER leaves out. */
function exactTime(at: Date): Uint8Array {
  const whole = generalizedTime(at)
  const milliseconds = at.getUTCMilliseconds()
  if (milliseconds === 0) return whole
  const fraction = `.${String(milliseconds).padStart(3, '0').replace(/0+$/, '')}Z`
  return element(0x18, whole.subarray(2, 16), Buffer.from(fraction, 'latin1'))
}

const granted = sequence(integer(0))

/** TimeStampResp with a token. */
export const writeTimeStampResponse = (token: Uint8Array): Uint8Array => sequence(granted, token)

/** TimeStampResp that refuses: status rejection, a sentence, the failure's bit. */
export const writeTimeStampRejection = (failure: TimeStampFailure, text: string): Uint8Array =>
  sequence(sequence(integer(2), sequence(utf8String(text)), namedBits(failureBits[failure])))
