import { defineProfile, secondsOf } from './profile.ts'

/** The trust anchor, self-signed, used only in key ceremonies. It carries no policies: none would be processed (RFC 5280 §6.1.1). */
export const offlineRoot = defineProfile({
  name: 'offline-root',
  selfSigned: true,
  ca: { pathLength: 1 },
  keys: ['P-384', 'P-256', 'RSA'],
  maxValiditySeconds: 25 * secondsOf.year,
  subject: 'service',
  emailAddress: false,
  attributes: ['C', 'O', 'organizationIdentifier', 'CN'],
  keyUsage: ['keyCertSign', 'cRLSign'],
  extendedKeyUsage: null,
  policies: [],
  qcStatements: null,
  pointers: { ocsp: false, caIssuers: false, crl: false },
  ocspNoCheck: false,
})
