import { DerError, oidOf, parse, Walk } from '#pki/der/read.ts'
import { boolean, integer, nullValue, octetString, oid, sequence } from '#pki/der/write.ts'
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
const digestLengths = { sha256: 32, sha384: 48, sha512: 64 }

/**
 * Reads a TimeStampReq (RFC 3161 §2.4.1).
 * @param policies the policies stamped under; a request may name one of them or none.
 * @throws TimeStampError
 */
export function readTimeStampRequest(der: Uint8Array, policies: readonly string[]): TimeStampRequest {
  try {
    if (der.length > mostTimeStampRequestOctets) throw new TimeStampError('badDataFormat', 'the request is too large')
    return requestIn(new Walk(der), policies)
  } catch (cause) {
    if (cause instanceof DerError) throw new TimeStampError('badDataFormat', `the request is not DER: ${cause.message}`, { cause })
    throw cause
  }
}

function requestIn(walk: Walk, policies: readonly string[]): TimeStampRequest {
  const end = walk.enter(walk.bytes.length, 0x30, 'TimeStampReq')
  if (!walk.passes(end, version)) {
    walk.skip(end, 0x02, 'the version')
    throw new TimeStampError('badRequest', 'the version is not 1')
  }
  const { imprint, digest, hashedMessage } = imprintIn(walk, end)
  const policy = walk.tag(end) === 0x06 ? oidOf(parse(whole(walk, end, 0x06))) : undefined
  const nonce = walk.tag(end) === 0x02 ? whole(walk, end, 0x02) : undefined
  // Some clients write the default FALSE out, which DER forbids; nothing rests on how a request is encoded.
  const certificatesRequested = walk.tag(end) === 0x01 && walk.bytes[walk.skip(end, 0x01, 'certReq')] !== 0
  if (walk.tag(end) === 0xa0) {
    // RFC 3161 §2.4.1: an extension that is not recognised, critical or not, means no token.
    throw new TimeStampError('unacceptedExtension', 'no extension is known')
  }
  if (walk.at < end) throw new TimeStampError('badRequest', 'unknown elements in the request')
  if (policy !== undefined && !policies.includes(policy))
    throw new TimeStampError('unacceptedPolicy', `the policy ${policy} is not stamped under`)
  if (nonce && nonce.length > 2 + mostNonceOctets) throw new TimeStampError('badRequest', 'the nonce is too long')
  return { imprint, digest, hashedMessage, policy, nonce, certificatesRequested }
}

/** Header and contents of the next element. */
function whole(walk: Walk, end: number, tag: number): Uint8Array {
  const { at } = walk
  walk.skip(end, tag, 'an element')
  return walk.bytes.subarray(at, walk.at)
}

/** A MessageImprint of a digest that is strong and of the right length. @throws DerError, TimeStampError */
function imprintIn(walk: Walk, limit: number) {
  const { at } = walk
  const end = walk.enter(limit, 0x30, 'messageImprint')
  const digest = digestIn(walk, end)
  const hashedMessage = walk.bytes.subarray(walk.skip(end, 0x04, 'hashedMessage'), walk.at)
  if (walk.at < end) throw new DerError('odd elements in the imprint')
  if (!digest) throw new TimeStampError('badAlg', 'the digest is not SHA-256, SHA-384 or SHA-512')
  if (hashedMessage.length !== digestLengths[digest])
    throw new TimeStampError('badDataFormat', `the digest has ${hashedMessage.length} octets`)
  return { imprint: walk.bytes.subarray(at, end), digest, hashedMessage }
}

/** Nearly every request names SHA-256 in one of its two forms: those are known without taking them to pieces. */
function digestIn(walk: Walk, end: number): keyof typeof digestLengths | undefined {
  if (walk.passes(end, sha256Identifier) || walk.passes(end, sha256WithNull)) return 'sha256'
  const digest = digestName(algorithmOf(parse(whole(walk, end, 0x30))))
  return digest && Object.hasOwn(digestLengths, digest) ? (digest as keyof typeof digestLengths) : undefined
}

const sha256WithNull = sequence(oid('2.16.840.1.101.3.4.2.1'), nullValue)
const version = integer(1)

/** MessageImprint of a SHA-256. */
export const sha256Imprint = (digest: Uint8Array): Uint8Array => sequence(sha256Identifier, octetString(digest))

/** A TimeStampReq for a SHA-256, asking for certificates. @param nonce unsigned octets */
export const writeTimeStampRequest = (digest: Uint8Array, nonce: Uint8Array, policy?: string): Uint8Array =>
  sequence(version, sha256Imprint(digest), ...(policy ? [oid(policy)] : []), integer(nonce), boolean(true))
