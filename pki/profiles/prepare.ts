import { compareBytes, concat, context, encode, integer } from '#pki/der/write.ts'
import { children, expectTag, parse } from '#pki/der/read.ts'
import { findings } from '#pki/lints/findings.ts'
import type { Finding } from '#pki/lints/findings.ts'
import type { Signer } from '#pki/signer.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { p256PointOf } from '#pki/x509/keys.ts'
import { encodeName } from '#pki/x509/names.ts'
import type { Name } from '#pki/x509/names.ts'
import type { Issuer } from './issuer.ts'
import { profileHash } from './profile.ts'
import type { Profile } from './profile.ts'

export type CertificateContents = {
  /** The hash the operator pinned for this profile. */
  profileHash: string
  issuer: Issuer
  /** Octets, from `serialFrom`. */
  serial: Uint8Array
  notBefore: Date
  /** Life in seconds, both ends included: notAfter lies one second before the sum (RFC 5280 §4.1.2.5). */
  validitySeconds: number
  subject: Name
  /** The subject's own, in ASCII, where the profile names one. */
  emailAddress?: string
  /** DER of the SubjectPublicKeyInfo. */
  publicKey: Uint8Array
}

/** A to-be-signed certificate that has passed every lint. Only `prepare` makes one, and `assemble` takes it once. */
export type Prepared = LintedTbs

/** Not exported, so that the private fields can come from `prepare` alone. */
class LintedTbs {
  /** What the issuer signs. */
  readonly tbs: Uint8Array
  readonly #linted: Uint8Array
  readonly #issuer: Issuer
  #assembled = false

  /** @param linted the same bytes inside the copy that the lints read: the caller could write into those it is given. */
  constructor(tbs: Uint8Array, linted: Uint8Array, issuer: Issuer) {
    this.tbs = tbs
    this.#linted = linted
    this.#issuer = issuer
  }

  static assemble(prepared: LintedTbs, signature: Uint8Array): Uint8Array {
    if (!(#linted in prepared)) throw new TypeError('not made by prepare')
    if (prepared.#assembled) throw new TypeError('assembled before')
    prepared.#assembled = true
    if (Buffer.compare(prepared.tbs, prepared.#linted) !== 0) throw new TypeError('the bytes changed after they were linted')
    return withSignature(prepared.#linted, prepared.#issuer, signature)
  }
}

export class PreparationError extends Error {
  override name = 'PreparationError'
  readonly findings: readonly Finding[]
  constructor(found: readonly Finding[]) {
    super(`certificate refused: ${found.map(({ lint }) => lint).join(', ')}`)
    this.findings = found
  }
}

/**
 * Writes the to-be-signed certificate and runs every lint on a copy signed by a throw-away key.
 * @param lintSigner a throw-away key of the issuer's algorithm, never the issuer's own.
 * @throws PreparationError with the findings; NameError where the subject is not fit
 */
export function prepare(profile: Profile, contents: CertificateContents, lintSigner: Signer): Prepared {
  const { issuer } = contents
  if (profileHash(profile) !== contents.profileHash) throw new PreparationError([{ lint: 'profile-pinned', source: 'pinned profile hash' }])
  if (profile.selfSigned !== (issuer.certificate === null)) throw new TypeError('the profile and the issuer disagree on who signs')
  if (lintSigner.algorithm !== issuer.algorithm) throw new TypeError('the lint key is of another algorithm than the issuer')
  const ownKey = issuer.certificate?.publicKey ?? contents.publicKey
  if (compareBytes(lintSigner.publicKey, ownKey) === 0) throw new TypeError('the lint key is the issuer’s own')
  const tbs = writeTbs(profile, contents)
  const copy = withSignature(tbs, issuer, lintSigner.sign(tbs))
  const found = findings(copy, profile, issuer)
  if (found.length > 0) throw new PreparationError(found)
  return new LintedTbs(tbs, copy.subarray(headerLength(copy), headerLength(copy) + tbs.length), issuer)
}

/**
 * The certificate, DER, from what was prepared and the issuer's signature over `prepared.tbs`.
 * @throws TypeError where it was not made by `prepare`, was assembled before, or its bytes are no longer those that were linted
 */
export const assemble = (prepared: Prepared, signature: Uint8Array): Uint8Array => LintedTbs.assemble(prepared, signature)

const withSignature = (tbs: Uint8Array, issuer: Issuer, signature: Uint8Array) =>
  encode([0x30, tbs, signatureIdentifier(issuer.algorithm), [0x03, noUnusedBits, signature]])

const noUnusedBits = new Uint8Array([0])

/** Octets of identifier and length before an element's contents. */
const headerLength = (der: Uint8Array) => (der[1]! < 0x80 ? 2 : 2 + (der[1]! & 0x7f))

const version3 = context(0, integer(2))

function writeTbs(profile: Profile, contents: CertificateContents): Uint8Array {
  const { issuer, notBefore } = contents
  const { algorithmAndIssuer, beforeIdentifier, afterIdentifier } = constantsOf(profile, issuer)
  const subject = encodeName(contents.subject)
  const identifier = keyIdentifier(contents.publicKey)
  const address = profile.emailAddress ? contents.emailAddress : undefined
  const notAfter = new Date(notBefore.getTime() + (contents.validitySeconds - 1) * 1000)
  return encode([
    0x30,
    version3,
    integer(contents.serial),
    algorithmAndIssuer,
    issuer.certificate ? nothing : subject,
    [0x30, notBefore, notAfter],
    subject,
    contents.publicKey,
    ...(address === undefined ? [beforeIdentifier, identifier, afterIdentifier] : [withEmailAddress(address, identifier, afterIdentifier)]),
  ])
}

/** The length of the extensions is another with each address: only what stands between is the same in all certificates. */
const withEmailAddress = (address: string, identifier: Uint8Array, others: Uint8Array) =>
  extensions.extensionsField(extensions.subjectKeyIdentifier(identifier), others, extensions.emailAlternativeName(address))

const nothing = new Uint8Array(0)

function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  const point = p256PointOf(publicKey)
  if (point) return extensions.keyIdentifierOf(point)
  const [, bits] = children(expectTag(parse(publicKey), 0x30, 'SubjectPublicKeyInfo'))
  return extensions.keyIdentifierOf(expectTag(bits, 0x03, 'subjectPublicKey').contents.subarray(1))
}

/** What is the same in every certificate of a profile from one issuer, encoded once. */
type Constants = {
  /** Issuer's name included, where the certificate is not its own. */
  algorithmAndIssuer: Uint8Array
  /** The extensions up to the octets of the subject key identifier, which stands first, and what follows them. */
  beforeIdentifier: Uint8Array
  afterIdentifier: Uint8Array
}
const constants = new WeakMap<Issuer, Map<Profile, Constants>>()

function constantsOf(profile: Profile, issuer: Issuer): Constants {
  let known = constants.get(issuer)
  if (!known) constants.set(issuer, (known = new Map()))
  let found = known.get(profile)
  if (!found) known.set(profile, (found = encodeConstants(profile, issuer)))
  return found
}

function encodeConstants(profile: Profile, issuer: Issuer): Constants {
  const afterIdentifier = otherExtensions(profile, issuer)
  const all = extensions.extensionsField(extensions.subjectKeyIdentifier(new Uint8Array(identifierOctets)), afterIdentifier)
  return {
    algorithmAndIssuer: concat(signatureIdentifier(issuer.algorithm), issuer.certificate?.subject.der ?? nothing),
    beforeIdentifier: all.slice(0, all.length - afterIdentifier.length - identifierOctets),
    afterIdentifier,
  }
}

const identifierOctets = 20

function otherExtensions(profile: Profile, { certificate, addresses }: Issuer): Uint8Array {
  const { pointers, extendedKeyUsage: purposes } = profile
  const access = { ocsp: pointers.ocsp ? addresses.ocsp : undefined, caIssuers: pointers.caIssuers ? addresses.caIssuers : undefined }
  const authority = certificate?.subjectKeyIdentifier
  return concat(
    ...(authority ? [extensions.authorityKeyIdentifier(authority)] : []),
    extensions.keyUsage(...profile.keyUsage),
    ...(purposes ? [extensions.extendedKeyUsage(purposes.critical, ...purposes.purposes)] : []),
    ...(profile.policies.length > 0 ? [extensions.certificatePolicies(...profile.policies)] : []),
    extensions.basicConstraints(profile.ca),
    ...(pointers.crl && addresses.crl ? [extensions.crlDistributionPoints(addresses.crl)] : []),
    ...(access.ocsp || access.caIssuers ? [extensions.authorityInfoAccess(access)] : []),
    ...(profile.qcStatements ? [extensions.qcStatements(profile.qcStatements)] : []),
    ...(profile.ocspNoCheck ? [extensions.ocspNoCheck()] : []),
  )
}
