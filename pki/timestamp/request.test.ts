import { expect, test } from 'vitest'
import { boolean, context, integer, nullValue, octetString, oid, sequence } from '#pki/der/write.ts'
import { failureBits, readTimeStampRequest, sha256Imprint, writeTimeStampRequest } from './request.ts'
import type { TimeStampFailure, TimeStampError } from './request.ts'
import { tokenOfResponse } from './readToken.ts'
import { writeTimeStampRejection } from './token.ts'

const policy = '1.3.6.1.4.1.99999.2.1'
const digest = new Uint8Array(32).fill(9)
const imprint = sha256Imprint(digest)
const of = (algorithm: string, octets: number, ...parameters: Uint8Array[]) =>
  sequence(sequence(oid(algorithm), ...parameters), octetString(new Uint8Array(octets)))
const v1 = integer(1)

test('reads its own', () => {
  expect(readTimeStampRequest(writeTimeStampRequest(digest, new Uint8Array([0xff]), policy), [policy])).toEqual({
    imprint,
    digest: 'sha256',
    hashedMessage: digest,
    policy,
    nonce: new Uint8Array([2, 2, 0, 0xff]),
    certificatesRequested: true,
  })
})

test('certReq FALSE written out asks for no certificates', () => {
  expect(readTimeStampRequest(sequence(v1, imprint, integer(7), boolean(false)), [policy])).toMatchObject({ certificatesRequested: false })
  expect(readTimeStampRequest(sequence(v1, imprint), [policy])).toMatchObject({ certificatesRequested: false })
})

test.each([
  ['badAlg', 'SHA-1', sequence(v1, of('1.3.14.3.2.26', 20, nullValue))],
  ['badAlg', 'MD5', sequence(v1, of('1.2.840.113549.2.5', 16, nullValue))],
  ['badAlg', 'parameters that SHA-256 does not have', sequence(v1, of('2.16.840.1.101.3.4.2.1', 32, integer(1)))],
  ['badDataFormat', 'a digest cut short', sequence(v1, of('2.16.840.1.101.3.4.2.1', 31))],
  ['badDataFormat', 'no DER', new TextEncoder().encode('hello')],
  ['badDataFormat', 'octets after the end', Buffer.concat([sequence(v1, imprint), new Uint8Array(1)])],
  ['badDataFormat', 'too many octets', sequence(v1, imprint, octetString(new Uint8Array(5000)))],
  ['badRequest', 'another version', sequence(integer(2), imprint)],
  ['badRequest', 'an element too many', sequence(v1, imprint, octetString())],
  ['badRequest', 'a nonce of 65 octets', sequence(v1, imprint, integer(new Uint8Array(65).fill(1)))],
  ['unacceptedPolicy', 'another policy', sequence(v1, imprint, oid('1.2.3'))],
  ['unacceptedExtension', 'any extension', sequence(v1, imprint, context(0, sequence(oid('1.2.3'), octetString())))],
] as [TimeStampFailure, string, Uint8Array][])('%s for %s', (failure, _, der) => {
  expect(() => readTimeStampRequest(der, [policy])).toThrow(expect.objectContaining({ name: 'TimeStampError', failure }))
})

test.each(Object.keys(failureBits) as TimeStampFailure[])('a refusal says %s', (failure) => {
  const refused = expect.objectContaining({ failure }) as TimeStampError
  expect(() => tokenOfResponse(writeTimeStampRejection(failure, 'لا'))).toThrow(refused)
})
