import { once } from '#pki/once.ts'
import { hash } from 'node:crypto'
import { attempt, bitsOf, children, DerError, expectTag, integerOf, oidOf, parse, timeOf } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes } from '#pki/der/write.ts'
import { algorithmOf, verifySignature } from '#pki/x509/algorithms.ts'
import type { AlgorithmIdentifier } from '#pki/x509/algorithms.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { purposes } from '#pki/x509/extensions.ts'
import { certificateOf } from '#pki/x509/keptCertificates.ts'
import { readExtensions } from '#pki/x509/readExtensions.ts'
import { certIdOf, isOfIssuer } from './ocspRequest.ts'
import type { CertId } from './ocspRequest.ts'
import type { CertStatus } from './ocspResponse.ts'
import { reasonOf } from './reasons.ts'

export type ReadSingleResponse = { id: CertId; status: CertStatus; thisUpdate: Date; nextUpdate?: Date }

export type OcspResponse = {
  /** ResponseData as signed. */
  signed: Uint8Array
  /** Name (DER) or SHA-1 of the key. */
  responderName?: Uint8Array
  responderKeyHash?: Uint8Array
  producedAt: Date
  responses: ReadSingleResponse[]
  nonce?: Uint8Array
  signatureAlgorithm: AlgorithmIdentifier
  signature: Uint8Array
  certificates: Certificate[]
}

/** Reads a successful basic OCSPResponse. @throws DerError also for an error status, which says so. */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  const [status, wrapped, ...rest] = children(expectTag(parse(der), 0x30, 'OCSPResponse'))
  const code = expectTag(status, 0x0a, 'responseStatus').contents[0]
  if (code !== 0) throw new DerError(`the responder answered with error ${code}`)
  const [type, octets] = children(expectTag(children(expectTag(wrapped, 0xa0, 'responseBytes'))[0], 0x30, 'ResponseBytes'))
  if (oidOf(type) !== '1.3.6.1.5.5.7.48.1.1' || rest.length > 0) throw new DerError('not a basic response')
  return readBasicResponse(expectTag(octets, 0x04, 'the response').contents)
}

/** Reads a BasicOCSPResponse, as PDF's DSS and CMS may carry it. @throws DerError */
export function readBasicResponse(der: Uint8Array): OcspResponse {
  const [data, algorithm, signature, certificates, ...rest] = children(expectTag(parse(der), 0x30, 'BasicOCSPResponse'))
  if (rest.length > 0) throw new DerError('elements after the certificates')
  const fields = children(expectTag(data, 0x30, 'ResponseData'))
  // Version 1 is the default, which some write all the same.
  if (fields[0]?.tag === 0xa0 && integerOf(children(fields.shift()!)[0]) !== 0n) throw new DerError('an unknown version')
  const [responder, producedAt, list, extensions] = fields
  const embedded = certificates ? children(expectTag(children(expectTag(certificates, 0xa0, 'certs'))[0], 0x30, 'certs')) : []
  const read = extensions && readExtensions(children(expectTag(extensions, 0xa1, 'responseExtensions'))[0])
  const nonce = read?.get('1.3.6.1.5.5.7.48.1.2')?.value
  return {
    signed: data!.whole,
    responderName: responder?.tag === 0xa1 ? children(responder)[0]?.whole : undefined,
    responderKeyHash: responder?.tag === 0xa2 ? expectTag(children(responder)[0], 0x04, 'byKey').contents : undefined,
    producedAt: timeOf(expectTag(producedAt, 0x18, 'producedAt')),
    responses: children(expectTag(list, 0x30, 'responses')).map(readSingle),
    nonce: nonce && nonceIn(nonce),
    signatureAlgorithm: algorithmOf(algorithm),
    signature: bitsOf(signature),
    certificates: embedded.map(({ whole }) => certificateOf(whole)),
  }
}

/** RFC 2560 did not say how a nonce is encoded: older responders put its octets there as they are. */
function nonceIn(value: Uint8Array): Uint8Array {
  const [isWrapped] = attempt(() => parse(value).tag === 0x04)
  return isWrapped ? parse(value).contents : value
}

function readSingle(single: Element): ReadSingleResponse {
  const [id, status, thisUpdate, ...rest] = children(expectTag(single, 0x30, 'SingleResponse'))
  const next = rest[0]?.tag === 0xa0 ? children(rest.shift()!)[0] : undefined
  if (rest[0]?.tag === 0xa1) {
    const extensions = readExtensions(children(rest.shift()!)[0])
    if ([...extensions.values()].some(({ critical }) => critical)) throw new DerError('a critical extension we do not know')
  }
  if (rest.length > 0) throw new DerError('odd elements in a SingleResponse')
  return {
    id: certIdOf(id),
    status: statusOf(status),
    thisUpdate: timeOf(expectTag(thisUpdate, 0x18, 'thisUpdate')),
    nextUpdate: next && timeOf(expectTag(next, 0x18, 'nextUpdate')),
  }
}

function statusOf(element: Element | undefined): CertStatus {
  if (element?.tag === 0x80) return { status: 'good' }
  if (element?.tag === 0x82) return { status: 'unknown' }
  const [at, reason] = children(expectTag(element, 0xa1, 'certStatus'))
  const code = reason && expectTag(children(expectTag(reason, 0xa0, 'revocationReason'))[0], 0x0a, 'the reason').contents[0]
  return { status: 'revoked', at: timeOf(expectTag(at, 0x18, 'revocationTime')), reason: code === undefined ? undefined : reasonOf(code) }
}

export type OcspFault = 'responder' | 'signature' | 'not-about-certificate'

/**
 * Finds who signed the response: the issuer itself, or a delegate the issuer certified for it and that is valid at `producedAt`
 * (RFC 6960 §4.2.2.2). Freshness and the delegate's own revocation (where it lacks nocheck) are the caller's to judge.
 */
export function responseSigner(response: OcspResponse, issuer: Certificate): { signer: Certificate } | { fault: OcspFault } {
  const named = [issuer, ...response.certificates].filter((candidate) => isNamed(response, candidate))
  const signer = named.find(
    (candidate) => compareBytes(candidate.publicKey, issuer.publicKey) === 0 || isDelegate(candidate, issuer, response.producedAt),
  )
  if (!signer) return { fault: 'responder' }
  const ok = verifySignature(response.signatureAlgorithm, signer.publicKey, response.signed, response.signature)
  return ok ? { signer } : { fault: 'signature' }
}

function isNamed({ responderName, responderKeyHash }: OcspResponse, candidate: Certificate): boolean {
  if (responderName) return isSameName(responderName, candidate.subject.der)
  return !!responderKeyHash && compareBytes(responderKeyHash, keyHashOf(candidate)) === 0
}

/** RFC 6960 §4.2.1, KeyHash. */
const keyHashOf = once(({ publicKeyBits }: Certificate) => hash('sha1', publicKeyBits, 'buffer'))

const isDelegate = (candidate: Certificate, issuer: Certificate, at: Date) =>
  isSameName(candidate.issuer.der, issuer.subject.der) &&
  !!candidate.extendedKeyUsage?.includes(purposes.ocspSigning) &&
  (candidate.keyUsage?.has('digitalSignature') ?? true) &&
  candidate.notBefore <= at &&
  at <= candidate.notAfter &&
  candidate.isSignedBy(issuer.publicKey)

/**
 * The answer about one certificate, undefined where the response holds none. The hashed name is the one in the certificate asked about
 * (RFC 6960 §4.1.1), which its issuer may write otherwise; responders know their own.
 */
export function answerAbout(response: OcspResponse, certificate: Certificate, issuer: Certificate): ReadSingleResponse | undefined {
  const { publicKeyBits } = issuer
  const spellings = [certificate.issuer, issuer.subject]
  return response.responses.find(
    ({ id }) =>
      compareBytes(id.serial, certificate.serial) === 0 && spellings.some((subject) => isOfIssuer(id, { subject, publicKeyBits })),
  )
}
