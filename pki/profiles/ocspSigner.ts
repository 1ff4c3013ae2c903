import { purposes } from '#pki/x509/extensions.ts'
import { defineProfile, secondsOf } from './profile.ts'

/** A delegated responder (RFC 6960 §4.2.2.2). It cannot be revoked, so it lives for days. */
export const ocspSigner = defineProfile({
  name: 'ocsp-signer',
  selfSigned: false,
  ca: false,
  keys: ['P-256', 'RSA'],
  maxValiditySeconds: 14 * secondsOf.day,
  subject: 'service',
  emailAddress: false,
  attributes: ['C', 'O', 'organizationIdentifier', 'CN'],
  keyUsage: ['digitalSignature'],
  extendedKeyUsage: { critical: false, purposes: [purposes.ocspSigning] },
  policies: [],
  qcStatements: null,
  pointers: { ocsp: false, caIssuers: true, crl: false },
  ocspNoCheck: true,
})
