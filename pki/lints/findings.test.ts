import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  bitString,
  boolean,
  context,
  element,
  integer,
  nullValue,
  octetString,
  oid,
  printableString,
  sequence,
  setOf,
  time,
  utf8String,
} from '#pki/der/write.ts'
import { issuerOf } from '#pki/profiles/issuer.ts'
import type { Issuer } from '#pki/profiles/issuer.ts'
import type { Profile } from '#pki/profiles/profile.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import { Certificate } from '#pki/x509/certificate.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { nameAttributes } from '#pki/x509/names.ts'
import type { NameAttribute } from '#pki/x509/names.ts'
import { begin, forLints, freshSerial, hierarchy, profiles, subjects, throwAway } from '#test/conformance/pkiCast.ts'
import { findings, lints } from './findings.ts'

/** The pieces of a certificate, any of which a case may break. Nothing here refuses: that is what the lints are for. */
type Template = {
  version: Uint8Array[]
  serial: Uint8Array
  inner: Uint8Array
  outer: Uint8Array
  issuer: Uint8Array
  notBefore: Uint8Array
  notAfter: Uint8Array
  subject: Uint8Array[]
  key: Uint8Array
  extensions: Partial<Record<keyof typeof extensions.extensionIds | 'other', Uint8Array>>
}

const tree = hierarchy()
const ecdsa = signatureIdentifier('ecdsa-with-SHA256')
const key = throwAway().publicKey
const identifierOf = (publicKey: Uint8Array) => extensions.keyIdentifierOf(new Certificate(selfMade(publicKey)).publicKeyBits)
const selfMade = (publicKey: Uint8Array) => write({ ...base, key: publicKey, extensions: {} })

const rdn = (type: string, value: Uint8Array) => setOf(sequence(oid(type), value))
const attribute = (name: NameAttribute, text: string) =>
  rdn(nameAttributes[name].oid, name === 'C' || name === 'serialNumber' ? printableString(text) : utf8String(text))

const statements = {
  type: 'esign',
  countries: ['SA'],
  disclosures: [{ url: 'https://pki.tawqi.example.com/pds/en', language: 'en' }],
} as const
const qc = (changed: object = {}) =>
  extensions.qcStatements({ ...statements, countries: ['SA'], disclosures: [...statements.disclosures], semantics: 'natural', ...changed })
const ocsp = 'http://ocsp.tawqi.example.com/'
const caIssuers = 'http://pki.tawqi.example.com/people.cer'
const crl = 'http://pki.tawqi.example.com/people.crl'
const policy = '1.3.6.1.4.1.99999.1.1'

const base: Template = {
  version: [context(0, integer(2))],
  serial: integer(freshSerial()),
  inner: ecdsa,
  outer: ecdsa,
  issuer: tree.byPeople.certificate!.subject.der,
  notBefore: time(begin),
  notAfter: time(new Date(begin.getTime() + 86_399_000)),
  subject: subjects.layla.map(([name, text]) => attribute(name as NameAttribute, text)),
  key,
  extensions: {},
}
base.extensions = {
  subjectKeyIdentifier: extensions.subjectKeyIdentifier(identifierOf(key)),
  authorityKeyIdentifier: extensions.authorityKeyIdentifier(tree.byPeople.certificate!.subjectKeyIdentifier!),
  keyUsage: extensions.keyUsage('nonRepudiation'),
  extendedKeyUsage: extensions.extendedKeyUsage(false, extensions.purposes.documentSigning),
  certificatePolicies: extensions.certificatePolicies({ oid: policy }),
  basicConstraints: extensions.basicConstraints(false),
  crlDistributionPoints: extensions.crlDistributionPoints(crl),
  authorityInfoAccess: extensions.authorityInfoAccess({ ocsp, caIssuers }),
  qcStatements: qc(),
}

function write(template: Template): Uint8Array {
  const tbs = sequence(
    ...template.version,
    template.serial,
    template.inner,
    template.issuer,
    sequence(template.notBefore, template.notAfter),
    sequence(...template.subject),
    template.key,
    extensions.extensionsField(...Object.values(template.extensions)),
  )
  return sequence(tbs, template.outer, bitString(forLints.sign(tbs)))
}

type Case = {
  change?: Partial<Template>
  extend?: Template['extensions']
  profile?: Partial<Profile>
  issuer?: Issuer
  from?: keyof typeof profiles
}

const named = (changed: Partial<Record<NameAttribute, string | null>>, ...more: Uint8Array[]): Case => {
  const kept = subjects.layla.flatMap(([name, text]) => {
    const value = changed[name as NameAttribute] === undefined ? text : changed[name as NameAttribute]
    return value === null ? [] : [attribute(name, value!)]
  })
  return { change: { subject: [...kept, ...more] } }
}
const keyed = (publicKey: Uint8Array, profile: Partial<Profile> = {}): Case => ({
  change: { key: publicKey },
  extend: { subjectKeyIdentifier: extensions.subjectKeyIdentifier(identifierOf(publicKey)) },
  profile,
})
/** The same extension with critical turned over. */
function turned(name: keyof typeof extensions.extensionIds, critical: boolean, source = base): Template['extensions'] {
  const { value } = new Certificate(write(source)).extensions.get(extensions.extensionIds[name])!
  return { [name]: extensions.extension(extensions.extensionIds[name], critical, value) }
}

const spkiOfEc = (curve: string, point: Uint8Array) => sequence(sequence(oid('1.2.840.10045.2.1'), oid(curve)), bitString(point))
const rsa = (modulus: bigint, exponent: bigint | number = 65537) =>
  sequence(sequence(oid('1.2.840.113549.1.1.1'), nullValue), bitString(sequence(integer(modulus), integer(exponent))))
const anyKey = { keys: ['RSA', 'P-256', 'P-384'] } satisfies Partial<Profile>
/** A prime-like odd number without small factors: the next number above `from` with no factor below 752. */
function rough(from: bigint): bigint {
  for (let n = from | 1n; ; n += 2n) if (small.every((prime) => n % prime !== 0n)) return n
}
const small = Array.from({ length: 751 }, (_, n) => n)
  .filter((n) => n > 1 && Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d))
  .map(BigInt)
const random = (bits: number, salt: string) => {
  let hex = ''
  while (hex.length * 4 < bits)
    hex += createHash('sha256')
      .update(salt + hex.length)
      .digest('hex')
  return (BigInt(`0x${hex}`) & ((1n << BigInt(bits)) - 1n)) | (3n << BigInt(bits - 2))
}
const p = rough(random(1536, 'p'))
const q = rough(random(1536, 'q'))
const goodModulus = p * q
/** p and q of Infineon's form: k·M + (65537^a mod M). */
const rocaM = small.filter((prime) => prime > 2n && prime <= 167n).reduce((a, b) => a * b, 1n)
const rocaPrime = (salt: string, a: number) => {
  let power = 1n
  for (let i = 0; i < a; i++) power = (power * 65537n) % rocaM
  for (let k = random(1536, salt) / rocaM; ; k++) {
    const n = k * rocaM + power
    if (n % 2n && small.every((prime) => n % prime)) return n
  }
}

const otherCa = issuerOf(tree.eSignature, 'ecdsa-with-SHA256', { ocsp, caIssuers, crl })
/** An authority on P-384 that signs with SHA-256. */
const strongCa = issuerOf(hierarchy('P-384').people, 'ecdsa-with-SHA256', { ocsp, caIssuers, crl })
const mailName = (address: string) => ({ subjectAltName: extensions.emailAlternativeName(address) })
const registrar = { nameRegistrationAuthorities: ['https://elsewhere.example/'] }
const mailPurposes = [extensions.purposes.documentSigning, extensions.purposes.emailProtection]
const forMail = (address?: string): Case => ({
  profile: { emailAddress: address !== undefined, ...purposesOf(...mailPurposes) },
  extend: { extendedKeyUsage: extensions.extendedKeyUsage(false, ...mailPurposes), ...(address !== undefined && mailName(address)) },
})
const unitEku = (critical: boolean, ...more: string[]) => ({
  extendedKeyUsage: extensions.extendedKeyUsage(critical, extensions.purposes.timeStamping, ...more),
})
const purposesOf = (...purposes: string[]): Partial<Profile> => ({ extendedKeyUsage: { critical: false, purposes } })
const { timeStamping, ocspSigning } = extensions.purposes
const noCheck = (value: Uint8Array = nullValue) => extensions.extension(extensions.extensionIds.ocspNoCheck, false, value)
const caParts = (pathLength: number | null): Template['extensions'] => ({
  basicConstraints: extensions.basicConstraints({ pathLength }),
  keyUsage: extensions.keyUsage('keyCertSign', 'cRLSign'),
})
const service = { subject: 'service', qcStatements: null } satisfies Partial<Profile>
const serviceSubject = [attribute('C', 'SA'), attribute('O', 'Tawqi'), attribute('CN', 'Tawqi')]
/** The base as a certificate of one of our own units: no QC statements. */
const unitCase = (extend: Template['extensions'], profile: Partial<Profile>, without: (keyof Template['extensions'])[] = []): Case => ({
  change: {
    subject: serviceSubject,
    extensions: Object.fromEntries(
      Object.entries({ ...base.extensions, ...extend }).filter(([name]) => name !== 'qcStatements' && !without.includes(name as 'other')),
    ),
  },
  profile: { ...service, attributes: ['C', 'O', 'CN', 'organizationIdentifier'], ...profile },
})
const withSerialNumber = (value: Uint8Array): Case => {
  const made = unitCase({}, { attributes: ['C', 'O', 'CN', 'serialNumber'] })
  return { ...made, change: { ...made.change, subject: [...serviceSubject, rdn('2.5.4.5', value)] } }
}
const utc = (text: string) => element(0x17, Buffer.from(text))

/** Each breaks one thing, and exactly the lint of its name must say so. */
const cases: [string, Case][] = [
  ['version-3', { change: { version: [context(0, integer(1))] } }],
  ['serial-positive', { change: { serial: integer(-5) } }],
  ['serial-positive', { change: { serial: integer(0) } }],
  ['serial-at-most-20-octets', { change: { serial: integer(new Uint8Array(20).fill(0x9a)) } }],
  ['signature-algorithms-agree', { change: { outer: signatureIdentifier('sha256WithRSAEncryption') } }],
  ['signature-algorithm-of-issuer', { change: { inner: sequence(oid('1.2.840.10045.4.1')), outer: sequence(oid('1.2.840.10045.4.1')) } }],
  ['issuer-copied-byte-for-byte', { change: { issuer: tree.bySeals.certificate!.subject.der } }],
  ['generalized-time-from-2050-only', { change: { notBefore: element(0x18, Buffer.from('20261121090000Z')) } }],
  ['validity-in-order', { change: { notAfter: utc('501121090000Z') } }], // 2050 as a UTCTime is 1950
  ['printable-string-where-fixed', named({ C: null }, rdn('2.5.4.6', utf8String('SA')))],
  ['utf8-string-elsewhere', named({ GN: null }, rdn('2.5.4.42', printableString('Layla')))],
  ['country-code', named({ C: 'sa' })],
  ['attribute-upper-bound', named({ GN: 'ل'.repeat(65) })],
  ['attribute-upper-bound', named({ serialNumber: `IDCSA-${'1'.repeat(60)}` })],
  ['attribute-printable', withSerialNumber(element(0x13, Buffer.from('12*3')))],
  ['no-control-characters', named({ GN: 'ليلى\0' })],
  ['subject-key-identifier-of-key', { extend: { subjectKeyIdentifier: extensions.subjectKeyIdentifier(new Uint8Array(20)) } }],
  ...(
    [
      'subjectKeyIdentifier',
      'authorityKeyIdentifier',
      'authorityInfoAccess',
      'crlDistributionPoints',
      'certificatePolicies',
      'qcStatements',
    ] as const
  ).map((name): [string, Case] => [`${name}-not-critical`, { extend: turned(name, true) }]),
  [
    'ocspNoCheck-not-critical',
    unitCase(
      {
        extendedKeyUsage: extensions.extendedKeyUsage(false, ocspSigning),
        ocspNoCheck: extensions.extension(extensions.extensionIds.ocspNoCheck, true, nullValue),
      },
      { ...purposesOf(ocspSigning), ocspNoCheck: true },
    ),
  ],
  ['basicConstraints-critical', { extend: turned('basicConstraints', false) }],
  ['keyUsage-critical', { extend: turned('keyUsage', false) }],
  ['path-length-of-ca-only', { extend: { basicConstraints: extensions.extension('2.5.29.19', true, sequence(integer(0))) } }],
  ['path-length-below-issuer', unitCase(caParts(0), { ca: { pathLength: 0 }, keyUsage: ['keyCertSign', 'cRLSign'] })],
  [
    'issuer-may-certify',
    {
      change: { issuer: otherCa.certificate!.subject.der, notAfter: time(new Date(begin.getTime() + 3_599_000)) },
      extend: { authorityKeyIdentifier: extensions.authorityKeyIdentifier(otherCa.certificate!.subjectKeyIdentifier!) },
      issuer: otherCa,
    },
  ],
  ['key-usage-not-empty', unitCase({ keyUsage: extensions.keyUsage() }, { keyUsage: [] })],
  ['key-cert-sign-of-ca-only', unitCase({ keyUsage: extensions.keyUsage('keyCertSign') }, { keyUsage: ['keyCertSign'] })],
  [
    'no-any-purpose',
    { extend: { extendedKeyUsage: extensions.extendedKeyUsage(false, '2.5.29.37.0') }, profile: purposesOf('2.5.29.37.0') },
  ],
  [
    'client-authentication-by-signature',
    {
      extend: { extendedKeyUsage: extensions.extendedKeyUsage(false, extensions.purposes.clientAuth) },
      profile: purposesOf(extensions.purposes.clientAuth),
    },
  ],
  ['authority-key-identifier-of-issuer', { extend: { authorityKeyIdentifier: extensions.authorityKeyIdentifier(new Uint8Array(20)) } }],
  [
    'policy-once',
    {
      extend: { certificatePolicies: extensions.certificatePolicies({ oid: policy }, { oid: policy }) },
      profile: { policies: [{ oid: policy }, { oid: policy }] },
    },
  ],
  [
    'no-any-policy-in-end-entity',
    {
      extend: { certificatePolicies: extensions.certificatePolicies({ oid: '2.5.29.32.0' }) },
      profile: { policies: [{ oid: '2.5.29.32.0' }] },
    },
  ],
  [
    'addresses-are-http',
    {
      extend: { crlDistributionPoints: extensions.crlDistributionPoints('https://a.example/x.crl') },
      issuer: issuerOf(tree.people, 'ecdsa-with-SHA256', { ocsp, caIssuers, crl: 'https://a.example/x.crl' }),
    },
  ],
  ['time-stamping-critical', unitCase(unitEku(false), purposesOf(timeStamping))],
  ['time-stamping-sole-purpose', unitCase(unitEku(true, '1.3.6.1.5.5.7.3.36'), purposesOf(timeStamping, '1.3.6.1.5.5.7.3.36'))],
  [
    'ocsp-signing-not-on-ca',
    {
      ...unitCase(
        {
          ...caParts(0),
          extendedKeyUsage: extensions.extendedKeyUsage(false, ocspSigning),
          authorityKeyIdentifier: extensions.authorityKeyIdentifier(tree.byRoot.certificate!.subjectKeyIdentifier!),
        },
        { ...purposesOf(ocspSigning), ca: { pathLength: 0 }, keyUsage: ['keyCertSign', 'cRLSign'] },
      ),
      issuer: issuerOf(tree.root, 'ecdsa-with-SHA256', { ocsp, caIssuers, crl }),
    },
  ],
  [
    'ocsp-signing-sole-purpose',
    unitCase(
      { extendedKeyUsage: extensions.extendedKeyUsage(false, ocspSigning, '1.3.6.1.5.5.7.3.36'), ocspNoCheck: noCheck() },
      { ...purposesOf(ocspSigning, '1.3.6.1.5.5.7.3.36'), ocspNoCheck: true },
    ),
  ],
  ['no-check-of-responder-only', unitCase({ ocspNoCheck: noCheck() }, { ocspNoCheck: true })],
  [
    'responder-revocable-or-no-check',
    unitCase(
      { extendedKeyUsage: extensions.extendedKeyUsage(false, ocspSigning) },
      { ...purposesOf(ocspSigning), pointers: { ocsp: true, caIssuers: true, crl: false } },
      ['crlDistributionPoints'],
    ),
  ],
  [
    'no-check-is-null',
    unitCase(
      { extendedKeyUsage: extensions.extendedKeyUsage(false, ocspSigning), ocspNoCheck: noCheck(octetString()) },
      { ...purposesOf(ocspSigning), ocspNoCheck: true },
    ),
  ],
  ['key-malformed', keyed(spkiOfEc('1.2.840.10045.3.1.7', key.subarray(-64)))],
  ['key-unsupported-algorithm', keyed(sequence(sequence(oid('1.3.101.112')), bitString(new Uint8Array(32))))],
  ['key-unsupported-curve', keyed(spkiOfEc('1.3.132.0.35', new Uint8Array(133).fill(4)))],
  ['key-point-not-on-curve', keyed(spkiOfEc('1.2.840.10045.3.1.7', new Uint8Array(65).fill(4)))],
  ['key-rsa-modulus-size', keyed(rsa(goodModulus >> 1024n), anyKey)],
  ['key-rsa-exponent', keyed(rsa(goodModulus, 3), anyKey)],
  ['key-rsa-exponent', keyed(rsa(goodModulus, 65538), anyKey)],
  ['key-rsa-small-factor', keyed(rsa((random(3062, 's') | 1n) * 751n * 1n), anyKey)],
  ['key-rsa-close-primes', keyed(rsa(p * rough(p + (1n << 700n))), anyKey)],
  ['key-rsa-roca', keyed(rsa(rocaPrime('a', 11) * rocaPrime('b', 23)), anyKey)],
  ['natural-person-attributes', named({ CN: null })],
  ['natural-person-attributes', named({ serialNumber: null })],
  ['natural-person-named', named({ GN: null, SN: null })],
  ['pseudonym-instead-of-name', named({}, attribute('pseudonym', 'Palm'))],
  ['natural-person-identifier', named({ serialNumber: '1000000014' })],
  [
    'legal-person-attributes',
    {
      change: { subject: [attribute('C', 'SA'), attribute('O', 'Tawqi'), attribute('CN', 'Tawqi')] },
      profile: { subject: 'legal', qcStatements: { type: 'eseal', countries: ['SA'], disclosures: [], semantics: 'legal' } },
      extend: { qcStatements: qc({ type: 'eseal', semantics: 'legal' }) },
    },
  ],
  ['legal-person-identifier', named({}, attribute('organizationIdentifier', '300000000000003'))],
  [
    'service-attributes',
    (() => {
      const made = unitCase({}, {})
      return { ...made, change: { ...made.change, subject: serviceSubject.slice(0, 2) } }
    })(),
  ],
  [
    'key-usage-type',
    {
      extend: { keyUsage: extensions.keyUsage('nonRepudiation', 'dataEncipherment') },
      profile: { keyUsage: ['nonRepudiation', 'dataEncipherment'] },
    },
  ],
  ['policies-present', { change: { extensions: without('certificatePolicies') }, profile: { policies: [] } }],
  [
    'ca-issuers-present',
    {
      extend: { authorityInfoAccess: extensions.authorityInfoAccess({ ocsp }) },
      profile: { pointers: { ocsp: true, caIssuers: false, crl: true } },
    },
  ],
  [
    'ocsp-present',
    {
      extend: { authorityInfoAccess: extensions.authorityInfoAccess({ caIssuers }) },
      profile: { pointers: { ocsp: false, caIssuers: true, crl: true } },
    },
  ],
  ['qc-type-of-subject', { extend: { qcStatements: qc({ type: 'eseal' }) } }],
  ['qc-type-commits', { extend: { keyUsage: extensions.keyUsage('digitalSignature') }, profile: { keyUsage: ['digitalSignature'] } }],
  ['semantics-of-subject', { extend: { qcStatements: qc({ semantics: 'legal' }) } }],
  [
    'disclosure-in-english-over-https',
    { extend: { qcStatements: qc({ disclosures: [{ url: 'https://a.example/ar', language: 'ar' }] }) } },
  ],
  ['disclosure-in-english-over-https', { extend: { qcStatements: qc({ disclosures: [{ url: 'http://a.example/en', language: 'en' }] }) } }],
  ['no-bidi-controls', named({ GN: 'ليلى\u202e' })],
  ['no-bidi-controls', named({ GN: 'ليلى\u061c' })],
  ['one-script-to-an-attribute', named({ CN: 'ليلى Layla' })],
  ['one-script-to-an-attribute', named({ CN: 'ليلى é' })],
  ...['Лейла', 'L\u0430yla', 'Λέιλα', '莱拉', 'לילה', 'ليلى \u0430', 'Layla २'].map((CN): [string, Case] => [
    'arabic-or-latin',
    named({ CN }),
  ]),
  ['no-digits-after-arabic', named({ CN: 'ليلى 2' })],
  ['no-digits-after-arabic', named({ CN: 'ليلى ٢' })],
  ['normalized', named({ GN: 'Zoe\u0308' })],
  ['normalized', named({ GN: '\u{1d40b}ayla' })],
  ['normalized', named({ GN: '\u0301Layla' })],
  ['no-empty-or-framed-value', named({ GN: ' ' })],
  ['no-empty-or-framed-value', named({ GN: 'ليلى ' })],
  ['attribute-once', named({}, attribute('CN', 'Layla'))],
  ['attributes-of-profile', named({}, attribute('L', 'Riyadh'))],
  ['attributes-of-profile', named({}, rdn('1.2.840.113549.1.9.1', utf8String('a@b.example')))],
  ['validity-within-profile', { change: { notAfter: time(new Date(begin.getTime() + 86_400_000)) } }], // one second too long
  ['validity-within-issuer', { change: { notBefore: time(new Date(begin.getTime() - 1000)), notAfter: time(begin) } }],
  ['key-of-profile', keyed(rsa(goodModulus))],
  [
    'basic-constraints-of-profile',
    {
      extend: { basicConstraints: extensions.basicConstraints({ pathLength: 0 }) },
      issuer: issuerOf(tree.root, 'ecdsa-with-SHA256', { ocsp, caIssuers, crl }),
    },
  ],
  ['registrar-of-local-scheme-named', named({ serialNumber: 'TQ:SA-0123456789ABCDEF0123' })],
  ['name-registration-authorities-of-profile', { profile: { qcStatements: { ...profiles.eSignature.qcStatements, ...registrar } } }],
  ['name-registration-authorities-of-profile', { extend: { qcStatements: qc(registrar) } }],
  ['email-protection-names-address', forMail()],
  ['email-protection-names-address', { profile: { emailAddress: true }, extend: mailName('layla@example.sa') }],
  ...['Layla <layla@example.sa>', 'layla', 'ليلى@example.sa', `${'l'.repeat(65)}@example.sa`].map((address): [string, Case] => [
    'email-address-of-alternative-name',
    forMail(address),
  ]),
  ['digest-as-strong-as-curve', { issuer: strongCa }],
  ['key-usage-of-profile', { extend: { keyUsage: extensions.keyUsage('digitalSignature', 'nonRepudiation') } }],
  [
    'extended-key-usage-of-profile',
    { extend: { extendedKeyUsage: extensions.extendedKeyUsage(false, '1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.17') } },
  ],
  ['policies-of-profile', { extend: { certificatePolicies: extensions.certificatePolicies({ oid: '1.2.3' }) } }],
  ['qc-statements-of-profile', { extend: { qcStatements: qc({ sscd: true }) } }],
  ['addresses-of-issuer', { extend: { crlDistributionPoints: extensions.crlDistributionPoints('http://elsewhere.example/x.crl') } }],
  ['extensions-of-profile', { extend: { other: extensions.extension('1.2.3.4', true, nullValue) } }],
  ['der', { extend: { other: base.extensions.keyUsage! } }],
  ['der', { extend: { other: sequence(oid('1.2.3.4'), boolean(false), octetString()) } }],
]

function without(name: keyof Template['extensions']): Template['extensions'] {
  const { [name]: _, ...rest } = base.extensions
  return rest
}

function judge({ change, extend, profile, issuer = tree.byPeople }: Case): string[] {
  const template = { ...base, ...change }
  const names = issuer.certificate!.subject.der
  const made = { ...template, issuer: change?.issuer ?? names, extensions: { ...template.extensions, ...extend } }
  if (issuer !== tree.byPeople && !extend?.authorityKeyIdentifier)
    made.extensions.authorityKeyIdentifier = extensions.authorityKeyIdentifier(issuer.certificate!.subjectKeyIdentifier!)
  return findings(write(made), profile ? { ...profiles.eSignature, ...profile } : profiles.eSignature, issuer).map(({ lint }) => lint)
}

test('the template itself passes', () => expect(judge({})).toEqual([]))

test.each(cases)('%s', (lint, broken) => expect(judge(broken)).toEqual([lint]))

test('every lint has a template that it alone refuses', () => {
  const tried = new Set(cases.map(([lint]) => lint))
  expect(lints.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
  expect(new Set(lints.map(({ name }) => name)).size).toBe(lints.length)
})
