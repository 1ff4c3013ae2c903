import { bitsOf, children, DerError, expectTag, integerOf, parse } from '#pki/der/read.ts'
import { algorithmOf, isAcceptedSignature, verifySignature } from './algorithms.ts'
import { DistinguishedName } from './distinguishedName.ts'
import { checkKey } from './keys.ts'
import type { KeyFault, KeyKind } from './keys.ts'

export type RequestFault = 'malformed' | 'unaccepted-signature' | 'not-possessed' | 'blocked-key' | KeyFault

export class CertificationRequestError extends Error {
  override name = 'CertificationRequestError'
  readonly fault: RequestFault
  constructor(fault: RequestFault, options?: ErrorOptions) {
    super(`certification request refused: ${fault}`, options)
    this.fault = fault
  }
}

export type CertificationRequest = {
  /** What the requester wrote; identities come from their proof, never from here. */
  subject: DistinguishedName
  /** DER of the SubjectPublicKeyInfo. */
  publicKey: Uint8Array
  keyKind: KeyKind
}

const mostOctets = 16_384

/**
 * Reads a PKCS #10 request (RFC 2986 §4), refuses weak and blocked keys, and checks that the requester holds the key.
 * @param isBlocked answers for the DER of a SubjectPublicKeyInfo.
 * @throws CertificationRequestError
 */
export function readCertificationRequest(der: Uint8Array, isBlocked: (publicKey: Uint8Array) => boolean): CertificationRequest {
  const { info, subject, publicKey, algorithm, signature } = readParts(der)
  const { kind, fault } = checkKey(publicKey)
  if (fault) throw new CertificationRequestError(fault)
  if (isBlocked(publicKey)) throw new CertificationRequestError('blocked-key')
  if (!isAcceptedSignature(algorithm)) throw new CertificationRequestError('unaccepted-signature')
  if (!verifySignature(algorithm, publicKey, info, signature)) throw new CertificationRequestError('not-possessed')
  return { subject, publicKey, keyKind: kind! }
}

function readParts(der: Uint8Array) {
  try {
    if (der.length > mostOctets) throw new DerError('too large')
    const [info, algorithm, signature, ...rest] = children(expectTag(parse(der), 0x30, 'CertificationRequest'))
    const [version, subject, publicKey, attributes, ...more] = children(expectTag(info, 0x30, 'CertificationRequestInfo'))
    if (rest.length > 0 || more.length > 0) throw new DerError('elements too many')
    if (integerOf(version) !== 0n) throw new DerError('not version 1')
    expectTag(attributes, 0xa0, 'attributes')
    const name = DistinguishedName.of(subject)
    void name.attributes
    return {
      info: info!.whole,
      subject: name,
      publicKey: expectTag(publicKey, 0x30, 'the public key').whole,
      algorithm: algorithmOf(algorithm),
      signature: bitsOf(signature),
    }
  } catch (cause) {
    if (cause instanceof DerError) throw new CertificationRequestError('malformed', { cause })
    throw cause
  }
}
