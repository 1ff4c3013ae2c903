import { hash } from 'node:crypto'
import { concat, context, contextPrimitive, encode, enumerated, generalizedTime, octetString, oid, sequence } from '#pki/der/write.ts'
import type { Tree } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { nonceExtension } from './ocspRequest.ts'
import type { CertId } from './ocspRequest.ts'
import { reasonCodes } from './reasons.ts'
import type { RevocationReason } from './reasons.ts'

export type CertStatus = { status: 'good' } | { status: 'unknown' } | { status: 'revoked'; at: Date; reason?: RevocationReason }

/** One answer: what `statementOf` says of a certificate. */
export type SingleResponse = { id: CertId; statement: Uint8Array }

/** OCSPResponseStatus (RFC 6960 §4.2.1). */
const errorCodes = { malformedRequest: 1, internalError: 2, tryLater: 3, sigRequired: 5, unauthorized: 6 }

/** An error, unsigned as all are: 5 octets. `unauthorized` is the answer for another authority's certificates (RFC 5019 §2.2.3). */
export const ocspError = (status: keyof typeof errorCodes): Uint8Array => sequence(enumerated(errorCodes[status]))

/** A delegated responder: its short-lived certificate goes into every answer. */
export type Responder = { readonly signer: Signer; readonly certificate: Uint8Array; readonly constants: Constants }
type Constants = { responderId: Uint8Array; algorithm: Uint8Array; certificates: Uint8Array }

/** @param certificate DER of the responder's own certificate (RFC 6960 §4.2.2.2). */
export function responderOf(certificate: Uint8Array, signer: Signer): Responder {
  const { publicKeyBits } = readCertificate(certificate)
  return {
    signer,
    certificate,
    constants: {
      responderId: context(2, octetString(hash('sha1', publicKeyBits, 'buffer'))), // byKey is SHA-1 by definition (RFC 6960 §4.2.1)
      algorithm: signatureIdentifier(signer.algorithm),
      certificates: context(0, sequence(certificate)),
    },
  }
}

const good = contextPrimitive(0, new Uint8Array(0))
const unknown = contextPrimitive(2, new Uint8Array(0))
const basicResponse = oid('1.3.6.1.5.5.7.48.1.1')
const successful = enumerated(0)

/** A signed basic response (RFC 6960 §4.2.1) that echoes the request's nonce. */
export function writeOcspResponse(
  responder: Responder,
  producedAt: Date,
  answers: readonly SingleResponse[],
  nonce?: Uint8Array,
): Uint8Array {
  const { responderId, algorithm, certificates } = responder.constants
  const data = encode([
    0x30,
    responderId,
    generalizedTime(producedAt),
    [0x30, ...answers.map(({ id, statement }) => [0x30, id.der, statement] as const)],
    ...(nonce ? ([[0xa1, [0x30, nonceExtension(nonce)]]] as const) : []),
  ])
  const signature = responder.signer.sign(data)
  const basic: Tree = [0x30, data, algorithm, [0x03, noUnusedBits, signature], certificates]
  return encode([0x30, successful, [0xa0, [0x30, basicResponse, [0x04, basic]]]])
}

const noUnusedBits = new Uint8Array([0])

/**
 * What a SingleResponse has after its CertID: encode it once for all answers that rest on one look at the record. The times are the
 * responder's to choose: the status was right at `thisUpdate`, a newer one comes by `nextUpdate`.
 */
export const statementOf = (status: CertStatus, thisUpdate: Date, nextUpdate: Date): Uint8Array =>
  concat(encode(certStatus(status)), generalizedTime(thisUpdate), context(0, generalizedTime(nextUpdate)))

function certStatus(status: CertStatus): Tree {
  if (status.status === 'good') return good
  if (status.status === 'unknown') return unknown
  // RFC 5280 §5.3.1: leave the reason out rather than say unspecified.
  const told = status.reason && status.reason !== 'unspecified'
  return [0xa1, generalizedTime(status.at), ...(told ? [context(0, enumerated(reasonCodes[status.reason!]))] : [])]
}
