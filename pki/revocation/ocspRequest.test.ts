import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { boolean, context, integer, nullValue, octetString, oid, sequence } from '#pki/der/write.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { hierarchy } from '#test/conformance/pkiCast.ts'
import { certIdFor, issuerHashesOf, namesIssuer, readOcspRequest, writeOcspRequest } from './ocspRequest.ts'

const { people, seals } = hierarchy()
const hashes = issuerHashesOf(readCertificate(people))
const id = certIdFor(hashes, new Uint8Array([0x4a, 1]))
const single = sequence(id.der)
const request = (...singles: Uint8Array[]) => sequence(sequence(sequence(...singles)))
const withExtension = (...parts: Uint8Array[]) => sequence(sequence(sequence(single), context(2, sequence(sequence(...parts)))))
const nonce = (octets: number) => octetString(octetString(new Uint8Array(octets).fill(7)))
const nonceId = oid('1.3.6.1.5.5.7.48.1.2')

test.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)('reads its own with %s and echoes what it was given', (algorithm) => {
  const asked = certIdFor(hashes, new Uint8Array([0x4a, 1]), algorithm)
  const read = readOcspRequest(writeOcspRequest(asked, new Uint8Array(128).fill(7)))
  expect(read.ids[0]!.der).toEqual(asked.der)
  expect(read).toMatchObject({ ids: [{ hashAlgorithm: algorithm, serial: asked.serial }], nonce: new Uint8Array(128).fill(7) })
  expect(namesIssuer(read.ids[0]!, hashes)).toBe(true)
  expect(namesIssuer(read.ids[0]!, issuerHashesOf(readCertificate(seals)))).toBe(false)
})

test('understands default values that are written out', () => {
  const withDefaults = sequence(single.subarray(2), context(0, sequence(sequence(oid('1.2.3'), boolean(false), octetString(nullValue)))))
  expect(readOcspRequest(sequence(sequence(context(0, integer(0)), sequence(withDefaults))))).toMatchObject({ ids: [{ der: id.der }] })
})

test('takes 16 certificates', () => expect(readOcspRequest(request(...Array<Uint8Array>(16).fill(single))).ids).toHaveLength(16))

test.each([
  ['critical', sequence(nonceId, boolean(true), nonce(8))],
  ['after another extension', sequence(oid('1.2.3'), octetString(nullValue)), sequence(nonceId, nonce(8))],
  ['before another extension', sequence(nonceId, nonce(8)), sequence(oid('1.2.3'), octetString(nullValue))],
  ['with critical FALSE written out', sequence(nonceId, boolean(false), nonce(8))],
] as [string, ...Uint8Array[]][])('reads a nonce that stands %s', (_, ...extensions) => {
  const read = readOcspRequest(sequence(sequence(sequence(single), context(2, sequence(...extensions)))))
  expect(read.nonce).toEqual(new Uint8Array(8).fill(7))
})

test.each([
  ['17 certificates', request(...Array<Uint8Array>(17).fill(single))],
  ['none', request()],
  ['an empty nonce', withExtension(nonceId, nonce(0))],
  ['a nonce of 129 octets', withExtension(nonceId, nonce(129))],
  ['an unknown critical extension', withExtension(oid('1.2.3'), boolean(true), octetString(nullValue))],
  ['an unknown version', sequence(sequence(context(0, integer(1)), sequence(single)))],
  ['an empty CertID before what looks like its hash', request(sequence(sequence()), sequence(oid('1.3.14.3.2.26'), nullValue))],
  ['octets after a nonce', withExtension(nonceId, octetString(octetString(new Uint8Array(8))), nullValue)],
  ['octets after the end', Buffer.concat([request(single), new Uint8Array(1)])],
  ['a length that is not minimal', Buffer.concat([new Uint8Array([0x30, 0x81, request(single).length - 2]), request(single).subarray(2)])],
  [
    'another hash',
    request(
      sequence(
        sequence(
          sequence(oid('1.2.840.113549.2.5'), nullValue),
          octetString(new Uint8Array(16)),
          octetString(new Uint8Array(16)),
          integer(1),
        ),
      ),
    ),
  ],
  ['too many octets', request(...Array<Uint8Array>(60).fill(single))],
])('refuses %s', (_, der) => expect(() => readOcspRequest(der)).toThrow(expect.objectContaining({ name: 'DerError' })))

test('20,000 broken requests are read or refused, never anything else', () => {
  const good = writeOcspRequest(id, randomBytes(16))
  for (let i = 0; i < 20_000; i++) {
    const broken = good
      .with(randomBytes(1)[0]! % good.length, randomBytes(1)[0]!)
      .subarray(0, i % 3 ? good.length : randomBytes(1)[0]! % good.length)
    try {
      readOcspRequest(broken)
    } catch (cause) {
      expect((cause as Error).name).toBe('DerError')
    }
  }
})
