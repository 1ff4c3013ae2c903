import { DerError } from '#pki/der/read.ts'
import type { Issuer } from '#pki/profiles/issuer.ts'
import type { Profile } from '#pki/profiles/profile.ts'
import { Certificate } from '#pki/x509/certificate.ts'
import { checkKey } from '#pki/x509/keys.ts'
import { textFault } from '#pki/x509/names.ts'
import type { NameAttribute, TextFault } from '#pki/x509/names.ts'
import { keyLints } from './cabf/keys.ts'
import { etsiExtensionLints } from './etsi319412/extensions.ts'
import { subjectLints } from './etsi319412/subject.ts'
import { profileExtensionLints, profileLints } from './house/profile.ts'
import { houseSubjectLints, houseTextLints } from './house/subject.ts'
import type { Finding, Lint, Linted } from './lint.ts'
import { timeStampingLints } from './rfc3161/timeStamping.ts'
import { extensionLints } from './rfc5280/extensions.ts'
import { fieldLints, textLints } from './rfc5280/fields.ts'
import { ocspSigningLints } from './rfc6960/ocspSigning.ts'

export type { Finding } from './lint.ts'

/** These look at what differs from certificate to certificate. */
const fieldwise: readonly Lint[] = [...fieldLints, ...subjectLints, ...houseSubjectLints, ...profileLints]

/** These name faults of the key and of the subject's texts: where there is none, none of them fails. */
const faultwise: readonly Lint[] = [...keyLints, ...textLints, ...houseTextLints]

/** These look at nothing but the profile, the issuer and the extensions, the subject key identifier's value aside. */
const extensionwise: readonly Lint[] = [
  ...extensionLints,
  ...timeStampingLints,
  ...ocspSigningLints,
  ...etsiExtensionLints,
  ...profileExtensionLints,
]

export const lints: readonly Lint[] = [...fieldwise, ...faultwise, ...extensionwise]

const notDer: Finding = { lint: 'der', source: 'ITU-T X.690 §10–11, RFC 5280 §4.1' }

/** Every lint that a certificate fails. One that cannot be read at all, or writes a default out, fails `der` alone. */
export function findings(certificate: Uint8Array, profile: Profile, issuer: Issuer): Finding[] {
  try {
    const read = new Certificate(certificate)
    const split = splitExtensions(read)
    const passed = split !== undefined && passedBefore(split.others, profile, issuer)
    if (!passed && read.extensions.values().some(({ isDefaultWritten }) => isDefaultWritten)) return [notDer]
    const linted = lintedOf(read, profile, issuer, split ? split.subjectKeyIdentifier : read.subjectKeyIdentifier)
    const hasFault = linted.key.fault !== undefined || linted.textFaults.size > 0
    const found: Finding[] = []
    for (const group of [fieldwise, hasFault ? faultwise : [], passed ? [] : extensionwise])
      for (const { name, source, fails } of group) if (fails(linted)) found.push({ lint: name, source })
    if (split && !passed && found.length === 0) remember(split.others, profile, issuer)
    return found
  } catch (cause) {
    if (cause instanceof DerError) return [notDer]
    throw cause
  }
}

/** A subject key identifier of 20 octets as `prepare` writes it, in front of the other extensions. */
const identifierStart = [0x30, 0x1d, 0x06, 0x03, 0x55, 0x1d, 0x0e, 0x04, 0x16, 0x04, 0x14]

function splitExtensions({ extensionsDer: bytes }: Certificate): { subjectKeyIdentifier: Uint8Array; others: Uint8Array } | undefined {
  if (!bytes) return undefined
  const first = bytes[1]! < 0x80 ? 2 : 2 + (bytes[1]! & 0x7f)
  const identifier = first + identifierStart.length
  if (bytes.length < identifier + 20) return undefined
  for (let i = 0; i < identifierStart.length; i++) if (bytes[first + i] !== identifierStart[i]) return undefined
  return { subjectKeyIdentifier: bytes.subarray(identifier, identifier + 20), others: bytes.subarray(identifier + 20) }
}

/**
 * The other extensions are the same bytes in every certificate of a profile from one issuer, and so is every lint's opinion of them:
 * bytes that passed all lints are not judged again. Profiles and issuers are frozen, so their identity is their content.
 */
const passedBytes = new WeakMap<Issuer, WeakMap<Profile, Uint8Array>>()

function passedBefore(others: Uint8Array, profile: Profile, issuer: Issuer): boolean {
  const known = passedBytes.get(issuer)?.get(profile)
  return known !== undefined && Buffer.compare(known, others) === 0
}

function remember(others: Uint8Array, profile: Profile, issuer: Issuer): void {
  if (!Object.isFrozen(profile) || !Object.isFrozen(issuer)) return
  const ofIssuer = passedBytes.get(issuer) ?? new WeakMap<Profile, Uint8Array>()
  passedBytes.set(issuer, ofIssuer.set(profile, others.slice()))
}

const noFaults: ReadonlySet<TextFault> = new Set()

function lintedOf(certificate: Certificate, profile: Profile, issuer: Issuer, subjectKeyIdentifier: Uint8Array | undefined): Linted {
  let textFaults = noFaults
  const subject = new Map<NameAttribute, string>()
  for (const { name, value } of certificate.subject.attributes) {
    if (!name) continue
    subject.set(name, value)
    const fault = textFault(name, value)
    if (fault) textFaults = new Set([...textFaults, fault])
  }
  return { certificate, profile, issuer, key: checkKey(certificate.publicKey), subjectKeyIdentifier, subject, textFaults }
}
