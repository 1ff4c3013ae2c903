import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

/** A time-stamping unit: one purpose, critical (RFC 3161 §2.3). */
export const timeStampUnit = (configured: CertificateClass): Profile =>
  defineProfile({
    name: 'time-stamp-unit',
    selfSigned: false,
    ca: false,
    keys: ['P-256', 'RSA'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'service',
    emailAddress: false,
    attributes: ['C', 'O', 'organizationIdentifier', 'CN'],
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { critical: true, purposes: [purposes.timeStamping] },
    policies: configured.policies,
    qcStatements: null,
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })
