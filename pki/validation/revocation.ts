import { attempt, children, expectTag, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { isCrlOf, readCrl } from '#pki/revocation/crl.ts'
import type { Crl } from '#pki/revocation/crl.ts'
import { answerAbout, readBasicResponse, readOcspResponse, responseSigner } from '#pki/revocation/readOcspResponse.ts'
import type { OcspResponse } from '#pki/revocation/readOcspResponse.ts'
import type { RevocationReason } from '#pki/revocation/reasons.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName } from '#pki/x509/compareNames.ts'
import { extensionIds } from '#pki/x509/extensions.ts'
import { weakness } from '#pki/x509/weakKey.ts'
import { listSignersAmong } from './issuers.ts'
import { validatePath } from './path.ts'

/** What is at hand to judge by; nothing is fetched. */
export type RevocationMaterial = {
  ocsps: readonly OcspResponse[]
  crls: readonly Crl[]
  /** Where CRL signers other than the issuer are looked for. */
  certificates: readonly Certificate[]
}

export type RevocationStatus =
  | { status: 'good' }
  | { status: 'revoked'; at: Date; reason?: RevocationReason }
  /** Nothing at hand says, or nothing that may be relied on. */
  | { status: 'unknown' }

export type RevocationInput = {
  certificate: Certificate
  /** The certificate above it in its validated path. */
  issuer: Certificate
  /** The time asked about: best-signature-time. */
  at: Date
  /** The time of validation: what claims to be issued later is not relied on. */
  now: Date
  material: RevocationMaterial
  /** The anchor that this path ends in. */
  anchor: Certificate
}

/** How long an answer without nextUpdate counts. */
const maxAgeMs = 24 * 3_600_000
/** Clocks of authorities may run ahead of ours by this. */
const skewMs = 60_000

const noRevAvail = '2.5.29.56' // RFC 9608
const freshestCrl = '2.5.29.46'
const validityAssured = '0.4.0.194121.2.1' // EN 319 412-1 §5.2

/**
 * The status of a certificate at a time, by the newest answer that may be relied on (RFC 6960 §3.2, RFC 5280 §6.3).
 * A certificate revoked later than `at` is reported as revoked, with the time: whether that matters is the caller's to judge.
 */
export const judgeRevocation = (input: RevocationInput): RevocationStatus => judge(input, 0)

function judge(input: RevocationInput, depth: number): RevocationStatus {
  const { certificate } = input
  if (certificate.extensions.has(noRevAvail) || certificate.extensions.has(validityAssured)) return { status: 'good' }
  if (depth > 3) return { status: 'unknown' }
  let newest: { thisUpdate: Date; status: RevocationStatus } | undefined
  for (const answer of [...ocspAnswers(input, depth), ...crlAnswers(input, depth)])
    if (!newest || answer.thisUpdate > newest.thisUpdate) newest = answer
  return newest?.status ?? { status: 'unknown' }
}

type Answer = { thisUpdate: Date; status: RevocationStatus }

/**
 * Issued by now, not before the certificate was, of which older data cannot speak, and either still fresh at the time asked about, or issued
 * later while the certificate was still listed.
 */
function isFresh({ thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate?: Date }, { at, now, certificate }: RevocationInput): boolean {
  if (thisUpdate.getTime() > now.getTime() + skewMs || thisUpdate.getTime() < certificate.notBefore.getTime() - skewMs) return false
  if (thisUpdate >= at) return thisUpdate <= certificate.notAfter
  return at.getTime() <= (nextUpdate?.getTime() ?? thisUpdate.getTime() + maxAgeMs)
}

function ocspAnswers(input: RevocationInput, depth: number): Answer[] {
  const { certificate, issuer, material } = input
  return eachRead(material.ocsps, (response) => {
    const answer = answerAbout(response, certificate, issuer)
    if (!answer || answer.status.status === 'unknown' || !isFresh(answer, input)) return []
    const found = responseSigner(response, issuer)
    if ('fault' in found || response.producedAt < answer.thisUpdate) return []
    return isTrustedResponder(found.signer, input, depth) ? [{ thisUpdate: answer.thisUpdate, status: answer.status }] : []
  })
}

/** What turns out to be malformed only when it is looked into is no evidence of anything. */
const eachRead = <T>(evidence: readonly T[], answers: (one: T) => Answer[]): Answer[] =>
  evidence.flatMap((one) => attempt(() => answers(one)).flat())

/**
 * The issuer itself, or its delegate: one whose certificate had not expired at the time asked about, whatever time the answer states for
 * itself and whatever became of it since, and that says nocheck, or that is not revoked (RFC 6960 §4.2.2.2.1).
 */
function isTrustedResponder(signer: Certificate, input: RevocationInput, depth: number): boolean {
  if (weakness(signer.publicKey) !== undefined) return false
  if (Buffer.compare(signer.publicKey, input.issuer.publicKey) === 0) return true
  if (signer.notAfter < input.at) return false
  if (signer.ocspNoCheck) return true
  const material = { ...input.material, ocsps: [] } // a responder does not vouch for itself
  return judge({ ...input, certificate: signer, material }, depth + 1).status === 'good'
}

function crlAnswers(input: RevocationInput, depth: number): Answer[] {
  const key = Buffer.from(input.certificate.serial).toString('hex')
  return eachRead(input.material.crls, (crl) => {
    if (!isFresh(crl, input) || !covers(crl, input.certificate) || !isByAuthority(crl, input, depth)) return []
    const entry = crl.revoked.get(key)
    return [{ thisUpdate: crl.thisUpdate, status: entry ? { status: 'revoked', at: entry.at, reason: entry.reason } : { status: 'good' } }]
  })
}

/** By the issuer's key, or by another key of the same authority whose certificate is itself good (RFC 5280 §6.3.3 f). */
function isByAuthority(crl: Crl, input: RevocationInput, depth: number): boolean {
  const { issuer, anchor, at, material } = input
  if (isCrlOf(crl, issuer)) return true
  if (!isSameName(crl.issuer.der, issuer.subject.der)) return false
  return listSignersAmong(material.certificates, crl).some((other) => {
    if (Buffer.compare(other.publicKey, issuer.publicKey) === 0 || weakness(other.publicKey) !== undefined || !isCrlOf(crl, other))
      return false
    // The same anchor must stand above both, or the name may belong to somebody else (§6.3.3 f).
    const path = validatePath({ target: other, intermediates: material.certificates, anchors: [anchor], at, purpose: 'crlSigning' })
    if (!path.ok) return false
    const above = path.chain[1]
    return !above || judge({ ...input, certificate: other, issuer: above }, depth + 1).status === 'good'
  })
}

/** Whether the issuing distribution point, where there is one, includes the certificate (RFC 5280 §6.3.3 b). */
function covers(crl: Crl, certificate: Certificate): boolean {
  // Where deltas exist they may revoke what the complete list calls good, and they are not read here.
  if (crl.extensions.has(freshestCrl) || certificate.extensions.has(freshestCrl)) return false
  const value = crl.extensions.get('2.5.29.28')?.value
  if (!value) return true
  const fields = new Map(children(expectTag(parse(value), 0x30, 'issuingDistributionPoint')).map((field) => [field.tag, field]))
  const ca = certificate.basicConstraints?.ca === true
  if (fields.has(0x85) || (fields.has(0x81) && ca) || (fields.has(0x82) && !ca)) return false
  const point = fields.get(0xa0)
  if (!point) return true
  const wanted = new Set(fullNames(point))
  const own = certificate.extensions.get(extensionIds.crlDistributionPoints)?.value
  const points = own ? children(expectTag(parse(own), 0x30, 'cRLDistributionPoints')) : []
  return points.some((one) => {
    const parts = children(one)
    if (parts.some(({ tag }) => tag === 0xa2)) return false // another authority's list
    const name = parts.find(({ tag }) => tag === 0xa0)
    return !!name && fullNames(name).some((each) => wanted.has(each))
  })
}

/** The full names of a DistributionPointName, each as its encoding; a name relative to the issuer is left out. */
const fullNames = (point: Element): string[] =>
  children(point)
    .filter(({ tag }) => tag === 0xa0)
    .flatMap(children)
    .map(({ whole }) => Buffer.from(whole).toString('hex'))

/** Reads what can be read; the rest is no evidence of anything. */
export function readMaterial(ders: { ocsps: readonly Uint8Array[]; crls: readonly Uint8Array[] }): { ocsps: OcspResponse[]; crls: Crl[] } {
  return {
    ocsps: ders.ocsps.flatMap((der) => attempt(() => anyOcspResponse(der))),
    crls: ders.crls.flatMap((der) => attempt(() => readCrl(der))),
  }
}

/** OCSPResponse, or BasicOCSPResponse as some writers store it. */
function anyOcspResponse(der: Uint8Array): OcspResponse {
  return children(parse(der))[0]?.tag === 0x0a ? readOcspResponse(der) : readBasicResponse(der)
}
