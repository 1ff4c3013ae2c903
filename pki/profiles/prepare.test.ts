import { createPublicKey, randomBytes, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readCertificate } from '#pki/x509/certificate.ts'
import type { Name } from '#pki/x509/names.ts'
import { begin, configured, forLints, freshSerial, hierarchy, profiles, subjects, throwAway } from '#test/conformance/pkiCast.ts'
import { eSignature } from './eSignature.ts'
import { lintSigner } from './lintSigner.ts'
import { assemble, prepare } from './prepare.ts'
import type { CertificateContents, Prepared } from './prepare.ts'
import { profileHash, secondsOf } from './profile.ts'

const { byPeople, keys } = hierarchy()
const profile = profiles.eSignature
const contents: CertificateContents = {
  issuer: byPeople,
  profileHash: profileHash(profile),
  serial: freshSerial(),
  notBefore: begin,
  validitySeconds: secondsOf.day,
  subject: subjects.layla,
  publicKey: keys.layla.publicKey,
}
const prepared = (change: Partial<CertificateContents> = {}) => prepare(profile, { ...contents, ...change }, forLints)
const withCommonName = (text: string): Name => subjects.layla.map(([name, value]) => [name, name === 'CN' ? text : value] as const)

describe('preparing', () => {
  test('takes the second off the end, copies the issuer and keeps the serial number', () => {
    const toSign = prepared()
    const read = readCertificate(assemble(toSign, keys.people.sign(toSign.tbs)))
    expect(read.notAfter).toEqual(new Date(begin.getTime() + 86_399_000))
    expect(read.issuer.der).toEqual(byPeople.certificate!.subject.der)
    expect(read.serial).toEqual(contents.serial)
    expect(read.isSignedBy(keys.people.publicKey)).toBe(true)
    expect(read.isSignedBy(keys.seals.publicKey)).toBe(false)
  })

  test.each([
    ['validity-within-profile', { validitySeconds: secondsOf.day + 1 }],
    ['validity-within-issuer', { notBefore: new Date('2020-01-01T00:00:00Z') }],
    ['validity-in-order', { validitySeconds: 0 }],
    ['serial-positive', { serial: new Uint8Array(16) }],
    ['serial-at-most-20-octets', { serial: new Uint8Array(21).fill(0x7f) }],
    ['key-of-profile', { publicKey: throwAway('RSA').publicKey }],
    ['key-point-not-on-curve', { publicKey: keys.layla.publicKey.with(90, keys.layla.publicKey[90]! ^ 1) }],
    [
      'natural-person-identifier',
      { subject: subjects.layla.map(([name, value]) => [name, name === 'serialNumber' ? '1000000014' : value] as const) },
    ],
    ['attributes-of-profile', { subject: [...subjects.layla, ['L', 'الرياض']] as Name }],
    ['profile-pinned', { profileHash: profileHash(eSignature({ ...configured, maxValiditySeconds: 2 * secondsOf.day })) }],
  ] as [string, Partial<CertificateContents>][])('refuses %s', (lint, change) => {
    expect(() => prepared(change)).toThrow(expect.objectContaining({ findings: [expect.objectContaining({ lint })] }))
  })

  test.each([
    ['bidi-control', 'ليلى\u202eirbraH'],
    ['control-character', 'ليلى\0'],
    ['mixed-scripts', 'ليلى Layla'],
    ['foreign-script', 'Лейла'],
    ['foreign-script', 'L\u0430yla'],
    ['digits-after-arabic', 'ليلى ٢'],
    ['too-long', 'ل'.repeat(65)],
    ['not-normalized', 'Zoe\u0308'],
    ['empty', ''],
  ])('refuses a name with %s', (fault, text) => {
    expect(() => prepared({ subject: withCommonName(text) })).toThrow(expect.objectContaining({ attribute: 'CN', fault }))
  })

  test('refuses the issuer’s own key for lints', () => {
    expect(() => prepare(profile, contents, keys.people)).toThrow('the lint key is the issuer’s own')
  })

  test('refuses a profile that could still change', () => {
    const elsewhere = { ...profile, policies: [] }
    expect(() => prepare(elsewhere, contents, forLints)).toThrow('defineProfile')
  })
})

describe('assembling', () => {
  test('happens once', () => {
    const toSign = prepared()
    assemble(toSign, keys.people.sign(toSign.tbs))
    expect(() => assemble(toSign, keys.people.sign(toSign.tbs))).toThrow('assembled before')
  })

  test('refuses bytes that changed after they were linted', () => {
    const toSign = prepared()
    toSign.tbs[40]! ^= 1
    expect(() => assemble(toSign, keys.people.sign(toSign.tbs))).toThrow('changed after they were linted')
  })

  test('refuses what prepare did not make', () => {
    expect(() => assemble({ tbs: prepared().tbs } as Prepared, new Uint8Array(70))).toThrow('not made by prepare')
  })
})

test('a profile is frozen to its depth and its hash tells any change', () => {
  expect(() => ((profile.policies as { oid: string }[])[0]!.oid = '1.2.3')).toThrow(TypeError)
  expect(profileHash(eSignature(configured))).toBe(profileHash(eSignature(configured)))
  expect(profileHash(eSignature(configured))).not.toBe(profileHash(profile))
})

test('the lint key’s signatures verify under it', () => {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const scalars = [1n, 2n, order - 1n, order - 2n, order >> 1n].map((d) => Buffer.from(d.toString(16).padStart(64, '0'), 'hex'))
  for (const scalar of [...scalars, ...Array.from({ length: 20 }, () => randomBytes(32))]) {
    const signer = lintSigner(scalar)
    const key = createPublicKey({ key: Buffer.from(signer.publicKey), format: 'der', type: 'spki' })
    for (let i = 0; i < 20; i++) {
      const data = randomBytes(500)
      expect(verify('sha256', data, key, signer.sign(data)), scalar.toString('hex')).toBe(true)
      expect(verify('sha256', randomBytes(500), key, signer.sign(data))).toBe(false)
    }
  }
  for (const scalar of [Buffer.alloc(32), Buffer.from(order.toString(16), 'hex'), Buffer.alloc(31, 1)])
    expect(() => lintSigner(scalar)).toThrow(RangeError)
})
