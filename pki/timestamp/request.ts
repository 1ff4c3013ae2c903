import { children, DerError, expectTag, integerOf, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { boolean, integer, octetString, oid, sequence } from '#pki/der/write.ts'
import { algorithmOf, digestName, sha256Identifier } from '#pki/x509/algorithms.ts'

/** PKIFailureInfo bits that a time-stamping authority uses (RFC 3161 §2.4.2). */
export const failureBits = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  addInfoNotAvailable: 17,
  systemFailure: 25,
} as const

export type TimeStampFailure = keyof typeof failureBits

/** Why no token is given; answer with `writeTimeStampRejection(failure, message)`. */
export class TimeStampError extends Error {
  override name = 'TimeStampError'
  readonly failure: TimeStampFailure
  constructor(failure: TimeStampFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

export type TimeStampRequest = {
  /** DER of the MessageImprint: copied into the token as it came. */
  imprint: Uint8Array
  /** node:crypto's name. */
  digest: string
  hashedMessage: Uint8Array
  /** Policy asked for. */
  policy?: string
  /** DER INTEGER, copied into the token. */
  nonce?: Uint8Array
  certificatesRequested: boolean
}

export const mostTimeStampRequestOctets = 4096
const mostNonceOctets = 64
const digestLengths: Record<string, number> = { sha256: 32, sha384: 48, sha512: 64 }

/**
 * Reads a TimeStampReq (RFC 3161 §2.4.1).
 * @param policies the policies stamped under; a request may name one of them or none.
 * @throws TimeStampError
 */
export function readTimeStampRequest(der: Uint8Array, policies: readonly string[]): TimeStampRequest {
  try {
    if (der.length > mostTimeStampRequestOctets) throw new TimeStampError('badDataFormat', 'the request is too large')
    return requestOf(children(expectTag(parse(der), 0x30, 'TimeStampReq')), policies)
  } catch (cause) {
    if (cause instanceof DerError) throw new TimeStampError('badDataFormat', `the request is not DER: ${cause.message}`, { cause })
    throw cause
  }
}

function requestOf(fields: Element[], policies: readonly string[]): TimeStampRequest {
  if (integerOf(fields.shift()) !== 1n) throw new TimeStampError('badRequest', 'the version is not 1')
  const { imprint, digest, hashedMessage } = imprintOf(fields.shift())
  const policy = fields[0]?.tag === 0x06 ? oidOf(fields.shift()) : undefined
  const nonce = fields[0]?.tag === 0x02 ? fields.shift() : undefined
  const certificatesRequested = fields[0]?.tag === 0x01
  if (certificatesRequested && fields.shift()!.contents[0] === 0) throw new DerError('the default of certReq written out')
  if (fields[0]?.tag === 0xa0) {
    // RFC 3161 §2.4.1: an extension that is not recognised, critical or not, means no token.
    throw new TimeStampError('unacceptedExtension', 'no extension is known')
  }
  if (fields.length > 0) throw new TimeStampError('badRequest', 'unknown elements in the request')
  if (policy !== undefined && !policies.includes(policy))
    throw new TimeStampError('unacceptedPolicy', `the policy ${policy} is not stamped under`)
  if (nonce && nonce.contents.length > mostNonceOctets) throw new TimeStampError('badRequest', 'the nonce is too long')
  return { imprint, digest, hashedMessage, policy, nonce: nonce?.whole, certificatesRequested }
}

/** A MessageImprint of a digest that is strong and of the right length. @throws DerError, TimeStampError */
function imprintOf(element: Element | undefined) {
  const [algorithm, message, ...rest] = children(expectTag(element, 0x30, 'messageImprint'))
  const hashedMessage = expectTag(message, 0x04, 'hashedMessage').contents
  if (rest.length > 0) throw new DerError('odd elements in the imprint')
  const digest = digestName(algorithmOf(algorithm))
  const length = digest && digestLengths[digest]
  if (!length) throw new TimeStampError('badAlg', 'the digest is not SHA-256, SHA-384 or SHA-512')
  if (hashedMessage.length !== length) throw new TimeStampError('badDataFormat', `the digest has ${hashedMessage.length} octets`)
  return { imprint: element!.whole, digest, hashedMessage }
}

const version = integer(1)

/** MessageImprint of a SHA-256. */
export const sha256Imprint = (digest: Uint8Array): Uint8Array => sequence(sha256Identifier, octetString(digest))

/** A TimeStampReq for a SHA-256, asking for certificates. @param nonce unsigned octets */
export const writeTimeStampRequest = (digest: Uint8Array, nonce: Uint8Array, policy?: string): Uint8Array =>
  sequence(version, sha256Imprint(digest), ...(policy ? [oid(policy)] : []), integer(nonce), boolean(true))
