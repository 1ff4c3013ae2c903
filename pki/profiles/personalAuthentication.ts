import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

/** Proves a person to a server, on a key the person holds. It commits to nothing: neither nonRepudiation nor a QC type (EN 319 412-2 §4.3.2, type C). */
export const personalAuthentication = (configured: CertificateClass): Profile =>
  defineProfile({
    name: 'personal-authentication',
    selfSigned: false,
    ca: false,
    keys: ['P-256', 'P-384', 'RSA'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'natural',
    emailAddress: false,
    attributes: ['C', 'GN', 'SN', 'pseudonym', 'CN', 'serialNumber'],
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { critical: false, purposes: [purposes.clientAuth] },
    policies: configured.policies,
    qcStatements: { ...configured.qcStatements, semantics: 'natural' },
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })
