import { once } from '#pki/once.ts'
import { DerError } from '#pki/der/read.ts'
import type { Certificate } from '#pki/x509/certificate.ts'
import { isSameName, nameKey, rdnsOf } from '#pki/x509/compareNames.ts'
import { extensionIds, purposes } from '#pki/x509/extensions.ts'
import { constrainedBy, namesFit, noConstraints } from './constraints.ts'
import type { NameConstraints } from './constraints.ts'
import { areStatementsKnown, inhibitAnyPolicyOf, policyConstraintsOf, policyMappingsOf, validationExtensions } from './extensions.ts'
import { generalNamesOf, subjectEmails } from './names.ts'
import { anyPolicy, PolicyGraph } from './policies.ts'

export type PathFailure =
  | 'no-chain' // no path from the target to an anchor can be built
  | 'signature'
  | 'not-yet-valid'
  | 'expired'
  | 'name-chaining'
  | 'not-a-ca'
  | 'path-length'
  | 'key-usage'
  | 'extended-key-usage'
  | 'critical-extension' // a critical extension that is not processed here
  | 'name-constraints'
  | 'policy'
  | 'malformed'

/** Inputs of RFC 5280 §6.1.1 beyond the path itself. */
export type PolicyInputs = {
  /** user-initial-policy-set; left out it is any policy. */
  accepted?: readonly string[]
  requireExplicit?: boolean
  inhibitMapping?: boolean
  inhibitAny?: boolean
}

/** What the target's key is to be used for; `any` asks nothing of the target's key usages. */
export type Purpose = 'any' | 'signing' | 'timeStamping' | 'ocspSigning' | 'crlSigning'

export type PathInput = {
  target: Certificate
  intermediates: readonly Certificate[]
  /** Trusted by name and key alone (§6.1.1 d): what their certificates say of validity or constraints does not count. */
  anchors: readonly Certificate[]
  at: Date
  policies?: PolicyInputs
  purpose?: Purpose
}

export type PathResult =
  /** `chain` runs from the target to the anchor; `policies` are those the path is valid for. */
  | { ok: true; chain: Certificate[]; policies: string[] }
  /** `certificate` is the one at fault and `chain` the path it stands in, where there is one. */
  | { ok: false; reason: PathFailure; certificate?: Certificate; chain?: Certificate[] }

/** Thrown inside one path, answered as a result. */
class Refused extends Error {
  readonly reason: PathFailure
  constructor(reason: PathFailure) {
    super(reason)
    this.reason = reason
  }
}

function check(holds: boolean, reason: PathFailure): void {
  if (!holds) throw new Refused(reason)
}

/** Extensions that may be critical because this code, or the reader of certificates, does what they ask. */
const processed = new Set<string>([
  extensionIds.keyUsage,
  extensionIds.basicConstraints,
  extensionIds.certificatePolicies,
  extensionIds.extendedKeyUsage,
  extensionIds.subjectAltName,
  ...Object.values(validationExtensions),
])

/**
 * Validates one path, given from the target to the anchor (RFC 5280 §6.1).
 * The variables bear the standard's names; a certificate's index counts from the one the anchor issued.
 */
export function validateOne(path: Certificate[], { at, policies = {}, purpose = 'any' }: PathInput): PathResult {
  const issued = path.length === 1 ? path : path.slice(0, -1).toReversed()
  let current = issued[0]!
  try {
    const state = new PathState(path.at(-1)!, issued.length, policies)
    for (const [i, certificate] of issued.entries()) {
      current = certificate
      // An anchor given as the target is trusted by itself: nobody's signature over it is looked at.
      state.take(certificate, at, i === issued.length - 1, path.length === 1)
      if (i < issued.length - 1) state.prepareNext(certificate)
    }
    const accepted = state.wrapUp(current, policies.accepted)
    check(
      fitsPurpose(current, purpose, path.length === 1),
      purpose === 'timeStamping' || purpose === 'ocspSigning' ? 'extended-key-usage' : 'key-usage',
    )
    return { ok: true, chain: path, policies: [...accepted] }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason, certificate: current, chain: path }
    if (error instanceof DerError) return { ok: false, reason: 'malformed', certificate: current, chain: path }
    throw error
  }
}

/** The state variables of §6.1.2. */
class PathState {
  #issuerName: string
  #issuerKey: Uint8Array
  #graph = new PolicyGraph()
  #names: NameConstraints = noConstraints
  #explicitPolicy: number
  #policyMapping: number
  #inhibitAnyPolicy: number
  #maxPathLength: number

  constructor(anchor: Certificate, length: number, inputs: PolicyInputs) {
    this.#issuerName = nameKey(anchor.subject.der)
    this.#issuerKey = anchor.publicKey
    this.#explicitPolicy = inputs.requireExplicit ? 0 : length + 1
    this.#policyMapping = inputs.inhibitMapping ? 0 : length + 1
    this.#inhibitAnyPolicy = inputs.inhibitAny ? 0 : length + 1
    this.#maxPathLength = length
  }

  /** §6.1.3: what every certificate must satisfy. */
  take(certificate: Certificate, at: Date, last: boolean, isAnchor: boolean): void {
    if (!isAnchor) {
      check(certificate.isSignedBy(this.#issuerKey), 'signature')
      check(nameKey(certificate.issuer.der) === this.#issuerName, 'name-chaining')
    }
    check(at >= certificate.notBefore, 'not-yet-valid')
    // notAfter names the last second of the validity, the whole of which counts (§4.1.2.5).
    check(at.getTime() < certificate.notAfter.getTime() + 1000, 'expired')
    if (last || !isSelfIssued(certificate)) check(namesFit(namesOf(certificate), this.#names), 'name-constraints')
    const own = certificate.extensions.has(extensionIds.certificatePolicies) ? new Set(certificate.policies) : undefined
    if (own && own.size !== certificate.policies.length) throw new DerError('a policy twice')
    this.#graph.descend(own, this.#inhibitAnyPolicy > 0 || (!last && isSelfIssued(certificate)))
    check(this.#explicitPolicy > 0 || !this.#graph.empty, 'policy')
    for (const [id, { critical, value }] of certificate.extensions)
      check(!critical || processed.has(id) || (id === extensionIds.qcStatements && areStatementsKnown(value)), 'critical-extension')
  }

  /** §6.1.4: what a certificate that issues the next one must satisfy, and the state it leaves. */
  prepareNext(certificate: Certificate): void {
    const value = (id: string) => certificate.extensions.get(id)?.value
    const mappings = value(validationExtensions.policyMappings)
    if (mappings) {
      const pairs = policyMappingsOf(mappings)
      check(!pairs.some(({ issuer, subject }) => issuer === anyPolicy || subject === anyPolicy), 'policy')
      this.#graph.map(pairs, this.#policyMapping > 0)
    }
    this.#issuerName = nameKey(certificate.subject.der)
    this.#issuerKey = certificate.publicKey
    const constraints = value(validationExtensions.nameConstraints)
    if (constraints) this.#names = constrainedBy(this.#names, constraints)
    this.#countDown(certificate)
    check(certificate.version === 3 && certificate.basicConstraints?.ca === true, 'not-a-ca')
    if (!isSelfIssued(certificate)) {
      check(this.#maxPathLength > 0, 'path-length')
      this.#maxPathLength--
    }
    const { pathLength } = certificate.basicConstraints!
    if (pathLength !== null) {
      if (pathLength < 0) throw new DerError('a negative path length')
      this.#maxPathLength = Math.min(this.#maxPathLength, pathLength)
    }
    check(certificate.keyUsage?.has('keyCertSign') ?? true, 'key-usage')
  }

  /** §6.1.4 (h) to (j). */
  #countDown(certificate: Certificate): void {
    if (!isSelfIssued(certificate)) {
      this.#explicitPolicy = Math.max(0, this.#explicitPolicy - 1)
      this.#policyMapping = Math.max(0, this.#policyMapping - 1)
      this.#inhibitAnyPolicy = Math.max(0, this.#inhibitAnyPolicy - 1)
    }
    const constraints = certificate.extensions.get(validationExtensions.policyConstraints)?.value
    const { requireExplicitPolicy = Infinity, inhibitPolicyMapping = Infinity } = constraints ? policyConstraintsOf(constraints) : {}
    this.#explicitPolicy = Math.min(this.#explicitPolicy, requireExplicitPolicy)
    this.#policyMapping = Math.min(this.#policyMapping, inhibitPolicyMapping)
    const inhibit = certificate.extensions.get(validationExtensions.inhibitAnyPolicy)?.value
    if (inhibit) this.#inhibitAnyPolicy = Math.min(this.#inhibitAnyPolicy, inhibitAnyPolicyOf(inhibit))
  }

  /** §6.1.5: answers the policies the path is valid for. */
  wrapUp(target: Certificate, accepted: readonly string[] | undefined): Set<string> {
    this.#explicitPolicy = Math.max(0, this.#explicitPolicy - 1)
    const constraints = target.extensions.get(validationExtensions.policyConstraints)?.value
    if (constraints && policyConstraintsOf(constraints).requireExplicitPolicy === 0) this.#explicitPolicy = 0
    const everything = !accepted || accepted.includes(anyPolicy)
    const left = this.#graph.accepted(everything ? undefined : new Set(accepted))
    check(this.#explicitPolicy > 0 || left.size > 0, 'policy')
    return left
  }
}

/** By the comparison of names, not by bytes: a CA that re-encodes its name still issues to itself. */
const isSelfIssued = (certificate: Certificate) => isSameName(certificate.issuer.der, certificate.subject.der)

const namesOf = once((certificate: Certificate) => {
  const subject = rdnsOf(certificate.subject.der)
  const alternative = certificate.extensions.get(extensionIds.subjectAltName)
  return [
    ...(subject.length > 0 ? [{ form: 'directory' as const, value: subject }] : []),
    ...(alternative ? generalNamesOf(alternative.value) : subjectEmails(subject)),
  ]
})

/** Key usages of the target: RFC 5280 §4.2.1.3 and §4.2.1.12, RFC 3161 §2.3, RFC 6960 §4.2.2.2. */
function fitsPurpose(target: Certificate, purpose: Purpose, isAnchor: boolean): boolean {
  const usage = target.keyUsage
  const extended = target.extendedKeyUsage
  const signs = !usage || usage.has('digitalSignature') || usage.has('nonRepudiation')
  switch (purpose) {
    case 'any':
      return true
    case 'signing':
      // A key set apart for time stamps, OCSP or TLS alone is none that a person signs documents with, and an authority's is for certificates.
      // Who is trusted by their own certificate has often made it themselves, and tools make one of an authority then.
      return signs && (isAnchor || !target.basicConstraints?.ca) && (!extended || extended.some((one) => !onlyForOthers.has(one)))
    case 'timeStamping':
      return (
        signs &&
        extended?.length === 1 &&
        extended[0] === purposes.timeStamping &&
        target.extensions.get(extensionIds.extendedKeyUsage)!.critical
      )
    case 'ocspSigning':
      return signs && extended?.includes(purposes.ocspSigning) === true
    case 'crlSigning':
      return !usage || usage.has('cRLSign')
  }
}

/** serverAuth, codeSigning, timeStamping, OCSPSigning */
const onlyForOthers = new Set([1, 3, 8, 9].map((n) => `1.3.6.1.5.5.7.3.${n}`))
