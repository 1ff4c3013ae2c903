import { generateKeyPairSync, generatePrimeSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { bitString, integer, nullValue, oid, sequence } from '#pki/der/write.ts'
import { checkKey } from './keys.ts'
import { encodeName, nameText, readName } from './names.ts'
import { serialFrom } from './serial.ts'
import { parse } from '#pki/der/read.ts'

const spki = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const
const rsa = (modulus: bigint) =>
  sequence(sequence(oid('1.2.840.113549.1.1.1'), nullValue), bitString(sequence(integer(modulus), integer(65537))))

test.each(['P-256', 'P-384'])('20 keys on %s are on the curve', (namedCurve) => {
  for (let i = 0; i < 20; i++) expect(checkKey(generateKeyPairSync('ec', { namedCurve, ...spki }).publicKey)).toEqual({ kind: namedCurve })
})

test('an RSA key of OpenSSL is good', () => {
  expect(checkKey(generateKeyPairSync('rsa', { modulusLength: 3072, ...spki }).publicKey)).toEqual({ kind: 'RSA' })
})

test('primes that lie close are found', () => {
  const p = generatePrimeSync(1536, { bigint: true })
  let q = p + (1n << 760n)
  while (checkKey(rsa(p * q)).fault === 'rsa-small-factor') q += 2n
  expect(checkKey(rsa(p * q)).fault).toBe('rsa-close-primes')
  expect(checkKey(rsa(p * generatePrimeSync(1536, { bigint: true })))).toEqual({ kind: 'RSA' })
})

test('a serial number has one length and a fixed beginning', () => {
  expect(serialFrom(new Uint8Array([1, 2]), new Uint8Array(16).fill(0xff))).toEqual(new Uint8Array([1, 2, ...Array<number>(16).fill(0xff)]))
  for (const prefix of [[], [0], [0x80], [1, 2, 3, 4, 5]])
    expect(() => serialFrom(new Uint8Array(prefix), new Uint8Array(16))).toThrow(RangeError)
  expect(() => serialFrom(new Uint8Array([1]), new Uint8Array(15))).toThrow(RangeError)
})

test('names are read back, escaped for people', () => {
  const name = [
    ['C', 'SA'],
    ['O', 'Palm, "Dates" + Co'],
    ['CN', 'النخيل'],
  ] as const
  const read = readName(parse(encodeName(name)))
  expect(read.map(({ name: attribute, value }) => [attribute, value])).toEqual(name)
  expect(nameText(read)).toBe('CN=النخيل, O=Palm\\, \\"Dates\\" \\+ Co, C=SA')
})
