import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile } from './profile.ts'
import type { CertificateClass, Profile } from './profile.ts'

const personal = (name: string, emailAddress: boolean, configured: CertificateClass): Profile =>
  defineProfile({
    name,
    selfSigned: false,
    ca: false,
    keys: ['P-256', 'P-384', 'RSA'],
    maxValiditySeconds: configured.maxValiditySeconds,
    subject: 'natural',
    emailAddress,
    attributes: ['C', 'GN', 'SN', 'pseudonym', 'CN', 'serialNumber', 'title', 'O', 'organizationIdentifier', 'OU'],
    keyUsage: ['digitalSignature', 'nonRepudiation'], // type B of EN 319 412-2 §4.3.2: it also signs what is not a commitment, such as mail
    extendedKeyUsage: { critical: false, purposes: [purposes.documentSigning, ...(emailAddress ? [purposes.emailProtection] : [])] },
    policies: configured.policies,
    qcStatements: { type: 'esign', ...configured.qcStatements, semantics: 'natural' },
    pointers: { ocsp: true, caIssuers: true, crl: true },
    ocspNoCheck: false,
  })

/** A person's own certificate for one to three years, on a key the person holds. */
export const personalDsc = (configured: CertificateClass): Profile => personal('personal-dsc', false, configured)

/** The same, for mail besides: programs show a signature as good where the sender's address stands in the certificate (RFC 8550 §3). */
export const personalMailDsc = (configured: CertificateClass): Profile => personal('personal-mail-dsc', true, configured)
