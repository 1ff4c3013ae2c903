/** Nothing that rests on a weak key is valid, wherever in the chain the key stands. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { nullValue, oid, sequence } from '#pki/der/write.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { writeCrl } from '#pki/revocation/crl.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { verdictSentence } from '#contract/verificationSentences.ts'
import { findingWords } from '#contract/verificationWords.ts'
import { signedAt } from './validation-cast.ts'
import { certificateOf, ecdsaSha256, handmade, nameOf } from './validation-handmade.ts'

const sha256WithRsa = sequence(oid('1.2.840.113549.1.1.11'), nullValue)

type Key = { publicKey: Uint8Array; sign: (data: Uint8Array) => Uint8Array; algorithm: Uint8Array }
const keyFrom = ({ publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject }): Key => ({
  publicKey: publicKey.export({ type: 'spki', format: 'der' }),
  sign: (data) => sign('sha256', data, privateKey),
  algorithm: publicKey.asymmetricKeyType === 'rsa' ? sha256WithRsa : ecdsaSha256,
})
const rsa = (modulusLength: number, publicExponent = 65_537) => keyFrom(generateKeyPairSync('rsa', { modulusLength, publicExponent }))
const ec = (namedCurve: string, paramEncoding: 'named' | 'explicit' = 'named') =>
  keyFrom(generateKeyPairSync('ec', { namedCurve, paramEncoding }))

const strong = ec('P-256')
const ca = [extensions.basicConstraints({ pathLength: null }), extensions.keyUsage('keyCertSign', 'cRLSign')]
const later = new Date(signedAt.getTime() + 3_600_000)

/** Root, authority and person with these keys, and a file that the person signed. */
function signedBy({ root = strong, authority = strong, person = strong }: Partial<Record<'root' | 'authority' | 'person', Key>>) {
  const names = { root: nameOf(Buffer.from('Root')), authority: nameOf(Buffer.from('Authority')), person: nameOf(Buffer.from('Person')) }
  const issued = (name: keyof typeof names, key: Key, by: keyof typeof names, issuer: Key, more: Uint8Array[]) =>
    certificateOf({ subject: names[name], issuer: names[by], ...issuer, publicKey: key.publicKey, extensions: more })
  const top = readCertificate(issued('root', root, 'root', root, ca))
  const middle = readCertificate(issued('authority', authority, 'root', root, ca))
  const leaf = issued('person', person, 'authority', authority, [extensions.keyUsage('nonRepudiation')])
  const listBy = (issuer: { subject: typeof top.subject }, key: Key) =>
    writeCrl(
      {
        issuer: { subject: issuer.subject, subjectKeyIdentifier: new Uint8Array(20) },
        number: 1n,
        thisUpdate: signedAt,
        nextUpdate: later,
        revoked: [],
      },
      { ...key, algorithm: key.algorithm === ecdsaSha256 ? 'ecdsa-with-SHA256' : 'sha256WithRSAEncryption' },
    )
  const bytes = handmade({ by: { certificate: leaf, sign: person.sign, algorithm: person.algorithm }, certificates: [leaf, middle.der] })
  return validateDocument(bytes, { anchors: [top], at: signedAt, given: { crls: [listBy(top, root), listBy(middle, authority)] } })
}

const weakKeys: Record<string, Key> = {
  'RSA of 1024 bits': rsa(1024),
  'RSA of 2040 bits': rsa(2040),
  'P-192': ec('prime192v1'),
  'a curve by its parameters': ec('P-256', 'explicit'),
}
const strongKeys: Record<string, Key> = {
  'RSA of 2048 bits': rsa(2048),
  'RSA with exponent 3': rsa(2048, 3),
  'P-256': strong,
  'P-521': ec('P-521'),
  'Brainpool P256r1': ec('brainpoolP256r1'),
}

describe.each(['root', 'authority', 'person'] as const)('the key of the %s', (place) => {
  test.each(Object.keys(weakKeys))('%s', (name) => {
    const report = signedBy({ [place]: weakKeys[name]! })
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE' })
    expect(report.signatures[0]!.findings).toContainEqual({ code: 'keyWeak', detail: expect.any(String) })
    expect(verdictSentence(report).en).toBe('An algorithm was used that is no longer safe.')
  })

  test.each(Object.keys(strongKeys))('%s', (name) => {
    expect(signedBy({ [place]: strongKeys[name]! })).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  })
})

test('a weak key has its sentence in both languages', () => {
  expect(findingWords.keyWeak.ar).toMatch(/\p{Script=Arabic}/u)
  expect(findingWords.keyWeak.en).toMatch(/weak/)
})
