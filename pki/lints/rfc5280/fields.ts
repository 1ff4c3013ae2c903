import { yearOf } from '#pki/der/calendar.ts'
import { compareBytes } from '#pki/der/write.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import { keyIdentifierOf } from '#pki/x509/extensions.ts'
import { isCountryCode } from '#pki/x509/names.ts'
import type { Lint } from '../lint.ts'

/** SubjectPublicKeyInfo on P-384, the point not compressed; no other key that we take is as long. */
const p384KeyOctets = 120
const printable = new Set(['C', 'serialNumber'])

export const fieldLints: Lint[] = [
  { name: 'version-3', source: 'RFC 5280 §4.1.2.1', fails: ({ certificate }) => certificate.version !== 3 },
  {
    name: 'serial-positive',
    source: 'RFC 5280 §4.1.2.2',
    fails: ({ certificate: { serial } }) => serial[0]! > 0x7f || serial.every((octet) => octet === 0),
  },
  { name: 'serial-at-most-20-octets', source: 'RFC 5280 §4.1.2.2', fails: ({ certificate }) => certificate.serial.length > 20 },
  {
    name: 'signature-algorithms-agree',
    source: 'RFC 5280 §4.1.1.2',
    fails: ({ certificate }) => compareBytes(certificate.innerSignatureAlgorithm, certificate.outerSignatureAlgorithm) !== 0,
  },
  {
    name: 'signature-algorithm-of-issuer',
    source: 'RFC 5758 §3.2, RFC 4055 §5',
    fails: ({ certificate, issuer }) => compareBytes(certificate.innerSignatureAlgorithm, signatureIdentifier(issuer.algorithm)) !== 0,
  },
  {
    name: 'digest-as-strong-as-curve',
    source: 'TS 119 312 §7.3, RFC 5758 §3.2',
    fails: ({ certificate, issuer }) =>
      (issuer.certificate ?? certificate).publicKey.length === p384KeyOctets && issuer.algorithm !== 'ecdsa-with-SHA384',
  },
  {
    name: 'issuer-copied-byte-for-byte',
    source: 'RFC 5280 §4.1.2.4',
    fails: ({ certificate, issuer }) => compareBytes(certificate.issuer.der, (issuer.certificate ?? certificate).subject.der) !== 0,
  },
  {
    name: 'generalized-time-from-2050-only',
    source: 'RFC 5280 §4.1.2.5',
    fails: ({ certificate: { notBeforeTag, notBefore, notAfterTag, notAfter } }) =>
      (notBeforeTag === 0x18 && yearOf(notBefore) < 2050) || (notAfterTag === 0x18 && yearOf(notAfter) < 2050),
  },
  // A UTCTime written for 2050 reads as 1950 and is caught here.
  {
    name: 'validity-in-order',
    source: 'RFC 5280 §4.1.2.5',
    fails: ({ certificate }) => certificate.notAfter.getTime() < certificate.notBefore.getTime(),
  },
  {
    name: 'printable-string-where-fixed',
    source: 'RFC 5280 appendix A.1',
    fails: ({ certificate }) => certificate.subject.attributes.some(({ name, tag }) => name && printable.has(name) && tag !== 0x13),
  },
  {
    name: 'utf8-string-elsewhere',
    source: 'RFC 5280 §4.1.2.4',
    fails: ({ certificate }) => certificate.subject.attributes.some(({ name, tag }) => !(name && printable.has(name)) && tag !== 0x0c),
  },
  {
    name: 'country-code',
    source: 'RFC 5280 appendix A.1, ISO 3166-1',
    fails: ({ certificate }) => certificate.subject.attributes.some(({ name, value }) => name === 'C' && !isCountryCode(value)),
  },
  {
    name: 'subject-key-identifier-of-key',
    source: 'RFC 5280 §4.2.1.2, RFC 7093 §2',
    fails: ({ certificate, subjectKeyIdentifier: stated }) =>
      !stated || compareBytes(stated, keyIdentifierOf(certificate.publicKeyBits)) !== 0,
  },
]

/** These look at the faults of the subject's texts alone. */
export const textLints: Lint[] = [
  { name: 'attribute-upper-bound', source: 'RFC 5280 appendix A.1', fails: ({ textFaults }) => textFaults.has('too-long') },
  { name: 'attribute-printable', source: 'RFC 5280 appendix A.1', fails: ({ textFaults }) => textFaults.has('not-printable') },
  { name: 'no-control-characters', source: 'RFC 5280 §7.1, RFC 4518 §2.2', fails: ({ textFaults }) => textFaults.has('control-character') },
]
