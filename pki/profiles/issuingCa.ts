import type { Policy } from '#pki/x509/extensions.ts'
import { defineProfile, secondsOf } from './profile.ts'
import type { Profile } from './profile.ts'

type IssuingCaClass = {
  /** What the CA may issue under; 2.5.29.32.0 for any. */
  policies: readonly Policy[]
  maxValiditySeconds?: number
}

const issuingCa = (name: string, { policies, maxValiditySeconds = 10 * secondsOf.year }: IssuingCaClass): Profile =>
  defineProfile({
    name,
    selfSigned: false,
    ca: { pathLength: 0 },
    keys: ['P-256', 'P-384', 'RSA'],
    maxValiditySeconds,
    subject: 'service',
    emailAddress: false,
    attributes: ['C', 'O', 'organizationIdentifier', 'CN'],
    keyUsage: ['keyCertSign', 'cRLSign'],
    extendedKeyUsage: null,
    policies,
    qcStatements: null,
    pointers: { ocsp: false, caIssuers: true, crl: true }, // the root is offline: its revocations are a CRL
    ocspNoCheck: false,
  })

/** Issues to natural persons. */
export const peopleCa = (configured: IssuingCaClass): Profile => issuingCa('people-ca', configured)

/** Issues seals to legal persons. */
export const sealsCa = (configured: IssuingCaClass): Profile => issuingCa('seals-ca', configured)
