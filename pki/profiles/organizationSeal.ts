import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

/** An organisation's seal for one to three years (EN 319 412-3). */
export const organizationSeal = (configured: CertificateClass): Profile =>
  defineProfile({
    name: 'organization-seal',
    selfSigned: false,
    ca: false,
    keys: ['P-256', 'P-384', 'RSA'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'legal',
    emailAddress: false,
    attributes: ['C', 'ST', 'L', 'O', 'organizationIdentifier', 'OU', 'CN'],
    keyUsage: ['nonRepudiation'],
    extendedKeyUsage: { critical: false, purposes: [purposes.documentSigning] },
    policies: configured.policies,
    qcStatements: { type: 'eseal', ...configured.qcStatements, semantics: 'legal' },
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })
