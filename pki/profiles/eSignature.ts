import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

/**
 * The certificate of one e-signature: a fresh P-256 key and a short life. It still points to OCSP, whose answer the signature embeds:
 * strict long-term validation does not accept a short life alone.
 */
export const eSignature = (configured: CertificateClass): Profile =>
  defineProfile({
    name: 'e-signature',
    selfSigned: false,
    ca: false,
    keys: ['P-256'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'natural',
    emailAddress: false,
    attributes: ['C', 'GN', 'SN', 'pseudonym', 'CN', 'serialNumber', 'title', 'O', 'organizationIdentifier', 'OU'],
    keyUsage: ['nonRepudiation'], // type A of EN 319 412-2 §4.3.2: signing contents, nothing else
    extendedKeyUsage: { critical: false, purposes: [purposes.documentSigning] },
    policies: configured.policies,
    qcStatements: { type: 'esign', ...configured.qcStatements, semantics: 'natural' },
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })
