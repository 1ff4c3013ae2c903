import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { eSignature } from '#pki/profiles/eSignature.ts'
import { issuerOf, selfIssuer } from '#pki/profiles/issuer.ts'
import type { Issuer } from '#pki/profiles/issuer.ts'
import { peopleCa, sealsCa } from '#pki/profiles/issuingCa.ts'
import { lintSigner } from '#pki/profiles/lintSigner.ts'
import { ocspSigner } from '#pki/profiles/ocspSigner.ts'
import { offlineRoot } from '#pki/profiles/offlineRoot.ts'
import { organizationSeal } from '#pki/profiles/organizationSeal.ts'
import { personalAuthentication } from '#pki/profiles/personalAuthentication.ts'
import { personalDsc, personalMailDsc } from '#pki/profiles/personalDsc.ts'
import { assemble, prepare } from '#pki/profiles/prepare.ts'
import type { CertificateContents } from '#pki/profiles/prepare.ts'
import { profileHash, secondsOf } from '#pki/profiles/profile.ts'
import type { Profile } from '#pki/profiles/profile.ts'
import { timeStampUnit } from '#pki/profiles/timeStampUnit.ts'
import type { SignatureAlgorithm, Signer } from '#pki/signer.ts'
import { digestOf } from '#pki/x509/algorithms.ts'
import type { Name } from '#pki/x509/names.ts'
import { serialFrom } from '#pki/x509/serial.ts'

/** A key for tests, with the private half at hand for foreign tools. */
export type ThrowAway = Signer & { privateKey: KeyObject }

export type Kind = 'P-256' | 'P-384' | 'RSA'
const algorithms = { 'P-256': 'ecdsa-with-SHA256', 'P-384': 'ecdsa-with-SHA384', RSA: 'sha256WithRSAEncryption' } as const

/** A real key that nothing trusts. */
export function throwAway(kind: Kind = 'P-256'): ThrowAway {
  const pair =
    kind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 3072, publicKeyEncoding: { format: 'der', type: 'spki' }, privateKeyEncoding: pem })
      : generateKeyPairSync('ec', { namedCurve: kind, publicKeyEncoding: { format: 'der', type: 'spki' }, privateKeyEncoding: pem })
  const privateKey = createPrivateKey(pair.privateKey)
  return {
    algorithm: algorithms[kind],
    publicKey: new Uint8Array(pair.publicKey),
    privateKey,
    sign: (data) => sign(digestOf(algorithms[kind]), data, privateKey),
  }
}
const pem = { format: 'pem', type: 'pkcs8' } as const

export const forLints = lintSigner(randomBytes(32))
export const freshSerial = () => serialFrom(new Uint8Array([0x4a]), randomBytes(16))

export const configured = {
  policies: [{ oid: '1.3.6.1.4.1.99999.1.1', cps: 'http://pki.tawqi.example.com/cps' }],
  maxValiditySeconds: 3 * secondsOf.year,
}
const qcStatements = { countries: ['SA'], disclosures: [{ url: 'https://pki.tawqi.example.com/pds/en', language: 'en' }] }
const nameRegistrationAuthorities = ['https://pki.tawqi.example.com/identifiers']

export const profiles = {
  offlineRoot,
  peopleCa: peopleCa({ policies: [{ oid: '2.5.29.32.0' }] }),
  sealsCa: sealsCa({ policies: [{ oid: '2.5.29.32.0' }] }),
  timeStampUnit: timeStampUnit(configured),
  ocspSigner,
  eSignature: eSignature({ ...configured, qcStatements, maxValiditySeconds: secondsOf.day }),
  personalDsc: personalDsc({ ...configured, qcStatements }),
  personalMailDsc: personalMailDsc({ ...configured, qcStatements: { ...qcStatements, nameRegistrationAuthorities } }),
  personalAuthentication: personalAuthentication({ ...configured, qcStatements }),
  organizationSeal: organizationSeal({ ...configured, qcStatements }),
}

const service = (commonName: string): Name => [
  ['C', 'SA'],
  ['O', 'توقيع'],
  ['organizationIdentifier', 'VATSA-300000000000003'],
  ['CN', commonName],
]

export const subjects = {
  root: service('Tawqi Test Root'),
  people: service('Tawqi Test CA for People'),
  seals: service('Tawqi Test CA for Seals'),
  unit: service('Tawqi Test Time-Stamp Unit'),
  responder: service('Tawqi Test OCSP Responder'),
  layla: [
    ['C', 'SA'],
    ['GN', 'ليلى'],
    ['SN', 'الحربي'],
    ['CN', 'ليلى بنت أحمد الحربي'],
    ['serialNumber', 'IDCSA-1000000014'],
  ],
  laylaByOurNumber: [
    ['C', 'SA'],
    ['CN', 'Layla Alharbi'],
    ['GN', 'Layla'],
    ['SN', 'Alharbi'],
    ['serialNumber', 'TQ:SA-0123456789ABCDEF0123'],
  ],
  company: [
    ['C', 'SA'],
    ['O', 'شركة النخيل للتجارة'],
    ['organizationIdentifier', 'NTRSA-1010123456'],
    ['CN', 'ختم شركة النخيل'],
  ],
} satisfies Record<string, Name>

export const begin = new Date('2026-11-21T09:00:00Z')

/** Issues through the same door as the service. */
export function issue(
  profile: Profile,
  contents: Omit<CertificateContents, 'profileHash' | 'serial' | 'notBefore'> & { notBefore?: Date },
  by: Signer,
): Uint8Array {
  const prepared = prepare(
    profile,
    { notBefore: begin, ...contents, profileHash: profileHash(profile), serial: freshSerial() },
    lintKeyFor(contents.issuer),
  )
  return assemble(prepared, by.sign(prepared.tbs))
}

const lintKeys = new Map<SignatureAlgorithm, Signer>([['ecdsa-with-SHA256', forLints]])
function lintKeyFor({ algorithm }: Issuer): Signer {
  if (!lintKeys.has(algorithm)) lintKeys.set(algorithm, throwAway(algorithm === 'ecdsa-with-SHA384' ? 'P-384' : 'RSA'))
  return lintKeys.get(algorithm)!
}

const addresses = (of: string) => ({
  ocsp: 'http://ocsp.tawqi.example.com/',
  caIssuers: `http://pki.tawqi.example.com/${of}.cer`,
  crl: `http://pki.tawqi.example.com/${of}.crl`,
})

/** The whole hierarchy, one certificate of every profile, with all authorities on keys of one kind. */
export function hierarchy(kind: Kind = 'P-256') {
  const keys = {
    root: throwAway(kind),
    people: throwAway(kind),
    seals: throwAway(kind),
    unit: throwAway(),
    responder: throwAway(),
    layla: throwAway(),
  }
  const root = issue(
    profiles.offlineRoot,
    {
      issuer: selfIssuer(keys.root.algorithm),
      validitySeconds: 20 * secondsOf.year,
      subject: subjects.root,
      publicKey: keys.root.publicKey,
    },
    keys.root,
  )
  const byRoot = issuerOf(root, keys.root.algorithm, addresses('root'))
  const below = (
    profile: Profile,
    subject: Name,
    publicKey: Uint8Array,
    validitySeconds: number,
    issuer = byRoot,
    by: Signer = keys.root,
  ) => issue(profile, { issuer, validitySeconds, subject, publicKey }, by)
  const people = below(profiles.peopleCa, subjects.people, keys.people.publicKey, 10 * secondsOf.year)
  const seals = below(profiles.sealsCa, subjects.seals, keys.seals.publicKey, 10 * secondsOf.year)
  const byPeople = issuerOf(people, keys.people.algorithm, addresses('people'))
  const bySeals = issuerOf(seals, keys.seals.algorithm, addresses('seals'))
  return {
    keys,
    root,
    people,
    seals,
    byRoot,
    byPeople,
    bySeals,
    unit: below(profiles.timeStampUnit, subjects.unit, keys.unit.publicKey, secondsOf.year),
    responder: below(profiles.ocspSigner, subjects.responder, keys.responder.publicKey, 7 * secondsOf.day, byPeople, keys.people),
    eSignature: below(profiles.eSignature, subjects.layla, keys.layla.publicKey, 3600, byPeople, keys.people),
    personalDsc: below(profiles.personalDsc, subjects.layla, keys.layla.publicKey, secondsOf.year, byPeople, keys.people),
    personalMailDsc: issue(
      profiles.personalMailDsc,
      {
        issuer: byPeople,
        validitySeconds: secondsOf.year,
        subject: subjects.laylaByOurNumber,
        emailAddress: 'layla@example.sa',
        publicKey: keys.layla.publicKey,
      },
      keys.people,
    ),
    personalAuthentication: below(
      profiles.personalAuthentication,
      subjects.layla,
      keys.layla.publicKey,
      secondsOf.year,
      byPeople,
      keys.people,
    ),
    organizationSeal: below(profiles.organizationSeal, subjects.company, keys.layla.publicKey, 3 * secondsOf.year, bySeals, keys.seals),
  }
}
