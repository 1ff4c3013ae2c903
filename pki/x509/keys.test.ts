import { createECDH, createPublicKey, generateKeyPairSync, generatePrimeSync, randomBytes, randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { volume } from '#test/volume.ts'
import { bitString, integer, nullValue, oid, sequence } from '#pki/der/write.ts'
import { checkKey, p256KeyOf } from './keys.ts'
import { DistinguishedName } from './distinguishedName.ts'
import { encodeName, nameText } from './names.ts'
import { serialFrom } from './serial.ts'
import { parse } from '#pki/der/read.ts'

const spki = { publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'der' } } as const
const rsa = (modulus: bigint) =>
  sequence(sequence(oid('1.2.840.113549.1.1.1'), nullValue), bitString(sequence(integer(modulus), integer(65537))))

test.each(['P-256', 'P-384'])('20 keys on %s are on the curve', (namedCurve) => {
  for (let i = 0; i < 20; i++) expect(checkKey(generateKeyPairSync('ec', { namedCurve, ...spki }).publicKey)).toEqual({ kind: namedCurve })
})

/** As OpenSSL sees it, which refuses a key whose point lies beside its curve. */
function isOnCurve(key: Uint8Array): boolean {
  try {
    createPublicKey({ key: Buffer.from(key), format: 'der', type: 'spki' })
    return true
  } catch {
    return false
  }
}

test('P-256: points on the curve, beside it, and at the edges of the field', () => {
  const pointOf = (x: Uint8Array, y: Uint8Array) => Buffer.concat([new Uint8Array([4]), x, y])
  const agree = (point: Uint8Array, expected?: boolean) => {
    const key = p256KeyOf(point)
    expect(checkKey(key)).toEqual({ kind: 'P-256', ...(isOnCurve(key) ? {} : { fault: 'point-not-on-curve' }) })
    if (expected !== undefined) expect(isOnCurve(key)).toBe(expected)
  }
  for (let i = 0; i < 100; i++) {
    const key = createECDH('prime256v1')
    key.generateKeys()
    const point = key.getPublicKey()
    agree(point, true)
    for (let flips = 0; flips < 20; flips++) {
      const other = Buffer.from(point)
      const bit = randomInt(8, 65 * 8)
      other[bit >> 3] = other[bit >> 3]! ^ (1 << (bit & 7))
      agree(other, false)
    }
    agree(pointOf(randomBytes(32), randomBytes(32)))
  }
  const word = (hex: string) => Buffer.from(hex.padStart(64, '0'), 'hex')
  const prime = 'ffffffff00000001000000000000000000000000ffffffffffffffffffffffff'
  const atZero = '66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4' // a root of b
  agree(pointOf(word('0'), word(atZero)), true)
  agree(pointOf(word(prime), word(atZero)), false) // zero in another way
  const edges = [
    '0',
    '1',
    '2',
    prime,
    prime.replace(/f$/, 'e'),
    'f'.repeat(64),
    'ffff'.repeat(15).padEnd(64, '0'),
    `1${'0'.repeat(63)}`,
    atZero,
  ]
  for (const x of edges) for (const y of edges) agree(pointOf(word(x), word(y)))
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

const serials = volume({ push: 20_000, release: 200_000 })
test(`${serials} serial numbers are positive, short and all different`, () => {
  const seen = new Set<string>()
  for (let i = 0; i < serials; i++) {
    const serial = serialFrom(new Uint8Array([0x51]), randomBytes(16))
    if (serial.length > 20 || serial[0]! >= 0x80) throw new Error(Buffer.from(serial).toString('hex'))
    seen.add(Buffer.from(serial).toString('hex'))
  }
  expect(seen.size).toBe(serials)
})

test('names are read back, escaped for people', () => {
  const name = [
    ['C', 'SA'],
    ['O', 'Palm, "Dates" + Co'],
    ['CN', 'النخيل'],
  ] as const
  const read = DistinguishedName.of(parse(encodeName(name))).attributes
  expect(read.map(({ name: attribute, value }) => [attribute, value])).toEqual(name)
  expect(nameText(read)).toBe('CN=النخيل, O=Palm\\, \\"Dates\\" \\+ Co, C=SA')
})
