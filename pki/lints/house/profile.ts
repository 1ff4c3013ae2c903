import { extensionIds, qcIds } from '#pki/x509/extensions.ts'
import type { QcStatements } from '#pki/x509/extensions.ts'
import type { Lint, Linted } from '../lint.ts'

const source = 'certificate profile'

const sameItems = (a: Iterable<string>, b: Iterable<string>) => [...a].toSorted().join() === [...b].toSorted().join()

function expectedExtensions({ profile, issuer }: Linted): string[] {
  const { pointers } = profile
  const present = {
    subjectKeyIdentifier: true,
    keyUsage: true,
    subjectAltName: profile.emailAddress,
    basicConstraints: true,
    certificatePolicies: profile.policies.length > 0,
    crlDistributionPoints: pointers.crl,
    authorityKeyIdentifier: issuer.certificate !== null,
    extendedKeyUsage: profile.extendedKeyUsage !== null,
    authorityInfoAccess: pointers.ocsp || pointers.caIssuers,
    qcStatements: profile.qcStatements !== null,
    ocspNoCheck: profile.ocspNoCheck,
  } satisfies Record<keyof typeof extensionIds, boolean>
  return Object.entries(present).flatMap(([name, is]) => (is ? [extensionIds[name as keyof typeof present]] : []))
}

const expectedStatements = (of: QcStatements | null) =>
  Object.entries(of ?? {}).flatMap(([name, value]) => {
    if (name === 'nameRegistrationAuthorities') return [] // part of the semantics
    const id = name === 'countries' ? qcIds.legislation : name === 'retentionYears' ? qcIds.retention : qcIds[name as 'type']
    return value === undefined || value === false ? [] : [id]
  })

const wanted = (written: boolean, address: string | undefined) => (written && address !== undefined ? [address] : [])

export const profileLints: Lint[] = [
  {
    name: 'validity-within-profile',
    source: 'RFC 5280 §4.1.2.5 (both ends included), certificate profile',
    fails: ({ certificate: { notBefore, notAfter }, profile }) =>
      (notAfter.getTime() - notBefore.getTime()) / 1000 + 1 > profile.maxValiditySeconds,
  },
  {
    name: 'validity-within-issuer',
    source,
    fails: ({ certificate, issuer: { certificate: above } }) =>
      above !== null &&
      (certificate.notBefore.getTime() < above.notBefore.getTime() || certificate.notAfter.getTime() > above.notAfter.getTime()),
  },
  { name: 'key-of-profile', source, fails: ({ key, profile }) => key.kind !== undefined && !profile.keys.includes(key.kind) },
]

export const profileExtensionLints: Lint[] = [
  {
    name: 'basic-constraints-of-profile',
    source,
    fails: ({ certificate: { basicConstraints }, profile: { ca } }) =>
      basicConstraints?.ca !== (ca !== false) || (ca !== false && basicConstraints.pathLength !== ca.pathLength),
  },
  {
    name: 'key-usage-of-profile',
    source,
    fails: ({ certificate, profile }) => !sameItems(certificate.keyUsage ?? [], profile.keyUsage),
  },
  {
    name: 'extended-key-usage-of-profile',
    source,
    fails: ({ certificate, profile }) => !sameItems(certificate.extendedKeyUsage ?? [], profile.extendedKeyUsage?.purposes ?? []),
  },
  {
    name: 'policies-of-profile',
    source,
    fails: ({ certificate, profile }) => certificate.policies.join() !== profile.policies.map(({ oid }) => oid).join(),
  },
  {
    name: 'qc-statements-of-profile',
    source,
    fails: ({ certificate, profile }) => !sameItems(certificate.qcStatements.keys(), expectedStatements(profile.qcStatements)),
  },
  {
    name: 'addresses-of-issuer',
    source,
    fails: ({ certificate, profile: { pointers }, issuer: { addresses } }) =>
      !sameItems(certificate.ocspUrls, wanted(pointers.ocsp, addresses.ocsp)) ||
      !sameItems(certificate.caIssuersUrls, wanted(pointers.caIssuers, addresses.caIssuers)) ||
      !sameItems(certificate.crlUrls, wanted(pointers.crl, addresses.crl)),
  },
  {
    name: 'extensions-of-profile',
    source,
    fails: (linted) => !sameItems(linted.certificate.extensions.keys(), expectedExtensions(linted)),
  },
]
