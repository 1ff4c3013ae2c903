import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

/** A person's own certificate for one to three years, on a key the person holds. */
export const personalDsc = (configured: CertificateClass): Profile =>
  defineProfile({
    name: 'personal-dsc',
    selfSigned: false,
    ca: false,
    keys: ['P-256', 'P-384', 'RSA'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'natural',
    attributes: ['C', 'GN', 'SN', 'pseudonym', 'CN', 'serialNumber', 'title', 'O', 'organizationIdentifier', 'OU'],
    keyUsage: ['digitalSignature', 'nonRepudiation'], // type B of EN 319 412-2 §4.3.2: it also signs what is not a commitment, such as mail
    extendedKeyUsage: { critical: false, purposes: [purposes.documentSigning] },
    policies: configured.policies,
    qcStatements: { type: 'esign', ...configured.qcStatements, semantics: 'natural' },
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })
