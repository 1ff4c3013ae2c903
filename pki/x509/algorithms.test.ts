/** Signatures that are almost right, in the ways in which verifiers have been wrong: each is refused, and the right one beside it is taken (C10). */
import { constants, createHash, generateKeyPairSync, privateEncrypt, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { children, integerOf, parse } from '#pki/der/read.ts'
import { context, integer, nullValue, octetString, oid, sequence } from '#pki/der/write.ts'
import { algorithmOf, isRightThoughWeak, verifySignature } from './algorithms.ts'

const data = Buffer.from('what was signed')
const sha256Oid = '2.16.840.1.101.3.4.2.1'
const spkiOf = (key: { export: (options: { type: 'spki'; format: 'der' }) => Buffer }) => key.export({ type: 'spki', format: 'der' })

describe.each([
  ['prime256v1', 'sha256', '1.2.840.10045.4.3.2', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'],
  [
    'secp384r1',
    'sha384',
    '1.2.840.10045.4.3.3',
    'ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973',
  ],
])('ECDSA on %s with %s', (namedCurve, digest, algorithm, orderHex) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  const good = sign(digest, data, privateKey)
  const [r, s] = children(parse(good)).map(integerOf) as [bigint, bigint]
  const order = BigInt(`0x${orderHex}`)
  const verifies = (signature: Uint8Array, over: Uint8Array = data) =>
    verifySignature({ oid: algorithm }, spkiOf(publicKey), over, signature)
  const body = good.subarray(2)
  const head = (...octets: number[]) => Buffer.from(octets)

  test('the signature itself, and its mirror image', () => {
    expect([verifies(good), verifies(sequence(integer(r), integer(order - s)))]).toEqual([true, true])
  })

  test.each<[string, Uint8Array]>([
    ['nothing', head()],
    ['zeros', sequence(integer(0), integer(0))],
    ['r of zero', sequence(integer(0), integer(s))],
    ['s of zero', sequence(integer(r), integer(0))],
    ['both one', sequence(integer(1), integer(1))],
    ['r and the order', sequence(integer(r + order), integer(s))],
    ['s and the order', sequence(integer(r), integer(s + order))],
    ['r as the order', sequence(integer(order), integer(s))],
    ['a negative r', sequence(integer(r - order), integer(s))],
    ['r and s in each other’s place', sequence(integer(s), integer(r))],
    ['a third number', sequence(integer(r), integer(s), integer(0))],
    ['one number', sequence(integer(r))],
    ['a length in two octets where one does', Buffer.concat([head(0x30, 0x81, good[1]!), body])],
    ['an indefinite length', Buffer.concat([head(0x30, 0x80), body, head(0, 0)])],
    ['octets after it', Buffer.concat([good, head(0)])],
    ['octets within it', Buffer.concat([head(0x30, good[1]! + 2), body, head(5, 0)])],
    ['the last octet missing', good.subarray(0, -1)],
    ['a needless zero before r', Buffer.concat([head(0x30, good[1]! + 1, 2, body[1]! + 1, 0), body.subarray(2)])],
    ['the numbers without DER', Buffer.concat([r, s].map((n) => Buffer.from(n.toString(16).padStart(orderHex.length, '0'), 'hex')))],
    ['another message’s', sign(digest, Buffer.from('something else'), privateKey)],
    ['another digest’s', sign(digest === 'sha256' ? 'sha384' : 'sha256', data, privateKey)],
  ])('%s', (_, signature) => expect(verifies(signature)).toBe(false))

  test('parameters where there are none', () => {
    const algorithmWithNull = algorithmOf(parse(sequence(oid(algorithm), nullValue)))
    expect(verifySignature(algorithmWithNull, spkiOf(publicKey), data, good)).toBe(false)
  })
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const digest = createHash('sha256').update(data).digest()

describe('RSA PKCS #1 v1.5 with SHA-256', () => {
  const size = 256
  const modulus = BigInt(`0x${Buffer.from(rsa.publicKey.export({ format: 'jwk' }).n!, 'base64url').toString('hex')}`)
  const verifies = (signature: Uint8Array, name = '1.2.840.113549.1.1.11') =>
    verifySignature({ oid: name, parameters: nullValue }, spkiOf(rsa.publicKey), data, signature)
  const info = (...more: Uint8Array[]) => Buffer.from(sequence(sequence(oid(sha256Oid), nullValue), octetString(digest), ...more))
  const raw = (encoded: Uint8Array) => privateEncrypt({ key: rsa.privateKey, padding: constants.RSA_NO_PADDING }, encoded)
  const encoded = (told: Uint8Array, { type = 1, fill = 0xff, before = size - 3 - told.length, after = Buffer.alloc(0) } = {}) =>
    Buffer.concat([Buffer.from([0, type]), Buffer.alloc(before, fill), Buffer.from([0]), told, after])
  const good = raw(encoded(info()))

  const withoutNull = Buffer.from(sequence(sequence(oid(sha256Oid)), octetString(digest)))
  test('the digest’s algorithm without parameters', () => expect(verifies(raw(encoded(withoutNull)))).toBe(true))

  test('the signature itself, which is also what the library makes', () => {
    expect(sign('sha256', data, rsa.privateKey).equals(good)).toBe(true)
    expect(verifies(good)).toBe(true)
  })

  const longLength = Buffer.concat([Buffer.from([0x30, 0x81]), info().subarray(1)])
  const garbage = Buffer.alloc(size - 3 - 8 - info().length, 0x5a)
  test.each<[string, Uint8Array]>([
    ['nothing', Buffer.alloc(0)],
    ['zeros', Buffer.alloc(size)],
    ['one', Buffer.concat([Buffer.alloc(size - 1), Buffer.from([1])])],
    ['eight octets of padding and garbage behind the digest', raw(encoded(info(), { before: 8, after: garbage }))],
    ['garbage within the DigestInfo', raw(encoded(info(octetString(garbage.subarray(0, 100)))))],
    ['padding of zeros', raw(encoded(info(), { fill: 0 }))],
    ['padding that is for encryption', raw(encoded(info(), { type: 2 }))],
    ['a length in two octets where one does', raw(encoded(longLength))],
    ['another digest named', raw(encoded(sequence(sequence(oid('2.16.840.1.101.3.4.2.2'), nullValue), octetString(digest))))],
    ['another digest named, without NULL', raw(encoded(sequence(sequence(oid('2.16.840.1.101.3.4.2.2')), octetString(digest))))],
    ['no NULL, and garbage behind the digest', raw(encoded(withoutNull, { before: 8, after: Buffer.concat([garbage, Buffer.alloc(2)]) }))],
    ['no NULL, and padding of zeros', raw(encoded(withoutNull, { fill: 0 }))],
    ['no NULL, and padding that is for encryption', raw(encoded(withoutNull, { type: 2 }))],
    ['a digest without its name', raw(encoded(digest))],
    ['another message’s', sign('sha256', Buffer.from('something else'), rsa.privateKey)],
    ['SHA-1', sign('sha1', data, rsa.privateKey)],
    ['an octet missing', good.subarray(1)],
    ['a zero before it', Buffer.concat([Buffer.from([0]), good])],
    ['an octet after it', Buffer.concat([good, Buffer.from([0])])],
    ['the modulus added', Buffer.from((BigInt(`0x${good.toString('hex')}`) + modulus).toString(16).padStart(size * 2 + 2, '0'), 'hex')],
    ['PSS', sign('sha256', data, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })],
  ])('%s', (_, signature) => expect(verifies(signature)).toBe(false))

  test('an algorithm that rests on SHA-1, under any of its names', () => {
    const old = sign('sha1', data, rsa.privateKey)
    for (const name of ['1.2.840.113549.1.1.5', '1.2.840.113549.1.1.4', '1.3.14.3.2.29']) expect(verifies(old, name)).toBe(false)
  })
})

describe('RSASSA-PSS with SHA-256', () => {
  const hash = (name: string) => sequence(oid(name), nullValue)
  const parametersOf = ({ digestOid = sha256Oid, maskOid = sha256Oid, salt = 32 } = {}) =>
    sequence(context(0, hash(digestOid)), context(1, sequence(oid('1.2.840.113549.1.1.8'), hash(maskOid))), context(2, integer(salt)))
  const made = (saltLength: number, name = 'sha256') =>
    sign(name, data, { key: rsa.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
  const verifies = (signature: Uint8Array, parameters?: Uint8Array) =>
    verifySignature({ oid: '1.2.840.113549.1.1.10', parameters }, spkiOf(rsa.publicKey), data, signature)
  const good = made(32)
  /** One signature of 256 begins with a zero; as a number it is the same without it. */
  const beginningWithZero = () => {
    for (;;) {
      const signature = made(32)
      if (signature[0] === 0) return signature
    }
  }

  test.each([0, 20, 32, 64])('a salt of %i octets, as the parameters say', (salt) => {
    expect(verifies(made(salt), parametersOf({ salt }))).toBe(true)
  })

  test.each<[string, Uint8Array, Uint8Array | undefined]>([
    ['a shorter salt than said', made(20), parametersOf()],
    ['a longer salt than said', made(64), parametersOf()],
    ['no salt', made(0), parametersOf()],
    ['no parameters: the defaults are SHA-1', good, undefined],
    ['NULL for parameters', good, nullValue],
    ['another digest', made(32, 'sha384'), parametersOf()],
    ['a mask by another digest', good, parametersOf({ maskOid: '2.16.840.1.101.3.4.2.2' })],
    ['SHA-1', made(20, 'sha1'), parametersOf({ digestOid: '1.3.14.3.2.26', maskOid: '1.3.14.3.2.26', salt: 20 })],
    ['PKCS #1 v1.5', sign('sha256', data, rsa.privateKey), parametersOf()],
    ['an octet missing', good.subarray(1), parametersOf()],
    ['a leading zero missing', beginningWithZero().subarray(1), parametersOf()],
    ['a zero before it', Buffer.concat([Buffer.from([0]), good]), parametersOf()],
  ])('%s', (_, signature, parameters) => expect(verifies(signature, parameters)).toBe(false))
})

describe('a digest that is too weak to prove anything', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const keys = { rsa, ec }
  const digests = { md5: '1.2.840.113549.2.5', sha1: '1.3.14.3.2.26', sha224: '2.16.840.1.101.3.4.2.4' }
  test.each([
    ['rsa', 'md5', '1.2.840.113549.1.1.4'],
    ['rsa', 'sha1', '1.2.840.113549.1.1.5'],
    ['rsa', 'sha224', '1.2.840.113549.1.1.14'],
    ['rsa', 'sha1', '1.2.840.113549.1.1.1'],
    ['ec', 'sha1', '1.2.840.10045.4.1'],
    ['ec', 'sha224', '1.2.840.10045.4.3.1'],
    ['ec', 'sha1', '1.2.840.10045.2.1'],
  ] as const)('shows all the same that a signature is wrong: %s with %s, %s', (kind, name, algorithm) => {
    const { privateKey, publicKey } = keys[kind]
    const other = keys[kind === 'rsa' ? 'ec' : 'rsa'].publicKey
    const signature = sign(name, data, privateKey)
    const isRight = (over: Uint8Array, key = publicKey) =>
      isRightThoughWeak({ oid: algorithm }, spkiOf(key), over, signature, { oid: digests[name] })
    expect([isRight(data), isRight(Buffer.from('something else')), isRight(data, other)]).toEqual([true, false, undefined])
    expect(verifySignature({ oid: algorithm }, spkiOf(publicKey), data, signature, { oid: digests[name] })).toBe(false)
  })
})

test('plain ECDSA (BSI TR-03111), with the key’s curve repeated or not', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
  const good = sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  const curve = algorithmOf(parse(sequence(oid('0.4.0.127.0.7.1.1.4.1.3'), oid('1.3.36.3.3.2.8.1.1.7'))))
  for (const algorithm of [curve, { oid: curve.oid }]) {
    expect(verifySignature(algorithm, spkiOf(publicKey), data, good)).toBe(true)
    expect(verifySignature(algorithm, spkiOf(publicKey), Buffer.from('something else'), good)).toBe(false)
    expect(verifySignature(algorithm, spkiOf(publicKey), data, sign('sha256', data, privateKey))).toBe(false)
  }
})
