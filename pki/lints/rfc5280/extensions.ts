import { compareBytes } from '#pki/der/write.ts'
import { extensionIds, isMailbox, purposes } from '#pki/x509/extensions.ts'
import type { Lint } from '../lint.ts'

/** Extensions that must not be critical, with the clause that says so. */
const neverCritical = {
  subjectKeyIdentifier: 'RFC 5280 §4.2.1.2',
  authorityKeyIdentifier: 'RFC 5280 §4.2.1.1',
  authorityInfoAccess: 'RFC 5280 §4.2.2.1',
  crlDistributionPoints: 'RFC 5280 §4.2.1.13',
  certificatePolicies: 'EN 319 412-2 §4.3.3',
  qcStatements: 'EN 319 412-5 §4.1',
  ocspNoCheck: 'RFC 6960 §4.2.2.2.1',
} as const

const alwaysCritical = { basicConstraints: 'RFC 5280 §4.2.1.9', keyUsage: 'RFC 5280 §4.2.1.3' } as const

const criticality = [
  ...Object.entries(neverCritical).map(([name, source]) => ({ name, source, critical: false })),
  ...Object.entries(alwaysCritical).map(([name, source]) => ({ name, source, critical: true })),
].map(({ name, source, critical }): Lint => {
  const id = extensionIds[name as keyof typeof extensionIds]
  return {
    name: `${name}-${critical ? '' : 'not-'}critical`,
    source,
    fails: ({ certificate }) => (certificate.extensions.get(id)?.critical ?? critical) !== critical,
  }
})

const anyPolicy = '2.5.29.32.0'
const anyPurpose = '2.5.29.37.0'

export const extensionLints: Lint[] = [
  ...criticality,
  {
    name: 'path-length-of-ca-only',
    source: 'RFC 5280 §4.2.1.9',
    fails: ({ certificate: { basicConstraints } }) => basicConstraints?.ca === false && basicConstraints.pathLength !== null,
  },
  {
    name: 'path-length-below-issuer',
    source: 'RFC 5280 §6.1.4 (l)',
    fails: ({ certificate, issuer }) => {
      const above = issuer.certificate?.basicConstraints?.pathLength ?? null
      if (above === null || !certificate.basicConstraints?.ca) return false
      return (certificate.basicConstraints.pathLength ?? Infinity) >= above
    },
  },
  {
    name: 'issuer-may-certify',
    source: 'RFC 5280 §6.1.4 (k), (n)',
    fails: ({ issuer: { certificate } }) =>
      certificate !== null && !(certificate.basicConstraints?.ca && certificate.keyUsage?.has('keyCertSign')),
  },
  { name: 'key-usage-not-empty', source: 'RFC 5280 §4.2.1.3', fails: ({ certificate }) => !certificate.keyUsage?.size },
  {
    name: 'key-cert-sign-of-ca-only',
    source: 'RFC 5280 §4.2.1.9',
    fails: ({ certificate }) => !!certificate.keyUsage?.has('keyCertSign') && !certificate.basicConstraints?.ca,
  },
  {
    name: 'no-any-purpose',
    source: 'RFC 5280 §4.2.1.12',
    fails: ({ certificate }) => !!certificate.extendedKeyUsage?.includes(anyPurpose),
  },
  {
    name: 'client-authentication-by-signature',
    source: 'RFC 5280 §4.2.1.12',
    fails: ({ certificate }) =>
      !!certificate.extendedKeyUsage?.includes(purposes.clientAuth) && !certificate.keyUsage?.has('digitalSignature'),
  },
  {
    name: 'email-address-of-alternative-name',
    source: 'RFC 5280 §4.2.1.6, §7.5',
    fails: ({ certificate }) => certificate.emailAddresses.some((address) => !isMailbox(address)),
  },
  {
    name: 'email-protection-names-address',
    source: 'RFC 8550 §3, §4.4.4',
    fails: ({ certificate }) =>
      !!certificate.extendedKeyUsage?.includes(purposes.emailProtection) !== certificate.emailAddresses.length > 0,
  },
  {
    name: 'authority-key-identifier-of-issuer',
    source: 'RFC 5280 §4.2.1.1',
    fails: ({ certificate: { authorityKeyIdentifier: stated }, issuer }) => {
      const expected = issuer.certificate?.subjectKeyIdentifier
      return issuer.certificate ? !stated || !expected || compareBytes(stated, expected) !== 0 : stated !== undefined
    },
  },
  {
    name: 'policy-once',
    source: 'RFC 5280 §4.2.1.4',
    fails: ({ certificate: { policies } }) => new Set(policies).size !== policies.length,
  },
  {
    name: 'no-any-policy-in-end-entity',
    source: 'EN 319 412-2 §4.3.3',
    fails: ({ certificate }) => !certificate.basicConstraints?.ca && certificate.policies.includes(anyPolicy),
  },
  {
    name: 'addresses-are-http',
    source: 'RFC 5280 §4.2.2.1, §4.2.1.13',
    fails: ({ certificate: { ocspUrls, caIssuersUrls, crlUrls } }) =>
      [ocspUrls, caIssuersUrls, crlUrls].some((addresses) => addresses.some((address) => !address.startsWith('http://'))),
  },
]
