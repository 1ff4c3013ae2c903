import { DerError } from '#pki/der/read.ts'
import type { Issuer } from '#pki/profiles/issuer.ts'
import type { Profile } from '#pki/profiles/profile.ts'
import { Certificate } from '#pki/x509/certificate.ts'
import { checkKey } from '#pki/x509/keys.ts'
import { textFault } from '#pki/x509/names.ts'
import type { TextFault } from '#pki/x509/names.ts'
import { keyLints } from './cabf/keys.ts'
import { etsiExtensionLints } from './etsi319412/extensions.ts'
import { subjectLints } from './etsi319412/subject.ts'
import { profileLints } from './house/profile.ts'
import { houseSubjectLints } from './house/subject.ts'
import type { Finding, Lint, Linted } from './lint.ts'
import { timeStampingLints } from './rfc3161/timeStamping.ts'
import { extensionLints } from './rfc5280/extensions.ts'
import { fieldLints } from './rfc5280/fields.ts'
import { ocspSigningLints } from './rfc6960/ocspSigning.ts'

export type { Finding } from './lint.ts'

export const lints: readonly Lint[] = [
  ...fieldLints,
  ...extensionLints,
  ...timeStampingLints,
  ...ocspSigningLints,
  ...keyLints,
  ...subjectLints,
  ...etsiExtensionLints,
  ...houseSubjectLints,
  ...profileLints,
]

const notDer: Finding = { lint: 'der', source: 'ITU-T X.690 §10–11, RFC 5280 §4.1' }

/** Every lint that a certificate fails. One that cannot be read at all fails `der` alone. */
export function findings(certificate: Uint8Array, profile: Profile, issuer: Issuer): Finding[] {
  try {
    const linted = lintedOf(new Certificate(certificate), profile, issuer)
    const found: Finding[] = []
    for (const lint of lints) if (lint.fails(linted)) found.push({ lint: lint.name, source: lint.source })
    return found
  } catch (cause) {
    if (cause instanceof DerError) return [notDer]
    throw cause
  }
}

function lintedOf(certificate: Certificate, profile: Profile, issuer: Issuer): Linted {
  const textFaults = new Set<TextFault>()
  for (const { name, value } of certificate.subject.attributes) {
    const fault = name && textFault(name, value)
    if (fault) textFaults.add(fault)
  }
  return { certificate, profile, issuer, key: checkKey(certificate.publicKey), textFaults }
}
