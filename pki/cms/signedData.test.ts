import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { children, parse } from '#pki/der/read.ts'
import { bitString, compareBytes, concat, context, integer, octetString, sequence, time, utf8String, oid, setOf } from '#pki/der/write.ts'
import type { Signer } from '#pki/signer.ts'
import { signatureIdentifier } from '#pki/x509/algorithms.ts'
import { readSignedData, signerFault } from './readSignedData.ts'
import { idData, writeSignedData } from './signedData.ts'

function throwAway(kind: 'ec' | 'rsa'): Signer {
  const { privateKey, publicKey } =
    kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', { modulusLength: 3072 })
  return {
    algorithm: kind === 'ec' ? 'ecdsa-with-SHA256' : 'sha256WithRSAEncryption',
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    sign: (data) => sign('sha256', data, privateKey),
  }
}

function certificateOf(signer: Signer): Uint8Array {
  const name = sequence(setOf(sequence(oid('2.5.4.3'), utf8String('اختبار'))))
  const validity = sequence(time(new Date('2026-01-01T00:00:00Z')), time(new Date('2027-01-01T00:00:00Z')))
  const algorithm = signatureIdentifier(signer.algorithm)
  const tbs = sequence(context(0, integer(2)), integer(77), algorithm, name, validity, name, signer.publicKey)
  return sequence(tbs, algorithm, bitString(signer.sign(tbs)))
}

/** One Attribute (RFC 5652 §5.3). */
const attribute = (type: string, ...values: Uint8Array[]) => sequence(oid(type), setOf(...values))

const content = new TextEncoder().encode('the document')
const messageDigest = hash('sha256', content, 'buffer')
const digestOf = (name: string) => hash(name, content, 'buffer')

describe.each(['ec', 'rsa'] as const)('a signature with %s', (kind) => {
  const signer = throwAway(kind)
  const certificate = certificateOf(signer)
  const own = { der: certificate, publicKey: signer.publicKey }
  const input = { contentType: idData, messageDigest, certificates: [certificate], signerCertificate: certificate, signer }

  test('is read back and checks out', () => {
    const read = readSignedData(writeSignedData(input))
    expect(read).toMatchObject({ version: 1, contentType: idData, content: undefined, certificates: [certificate] })
    expect(read.signers[0]!.issuerAndSerial!.serial).toEqual(new Uint8Array([77]))
    expect(signerFault(read, read.signers[0]!, own, digestOf)).toBeUndefined()
  })

  test('encapsulates content of another type as version 3', () => {
    const read = readSignedData(writeSignedData({ ...input, contentType: '1.2.840.113549.1.9.16.1.4', content }))
    expect(read).toMatchObject({ version: 3, content, contentType: '1.2.840.113549.1.9.16.1.4' })
    expect(signerFault(read, read.signers[0]!, own, digestOf)).toBeUndefined()
  })

  test('carries attributes in DER order and never a signing time', () => {
    const extra = attribute('1.2.840.113549.1.9.16.2.4', octetString(new Uint8Array(3)))
    const der = writeSignedData({
      ...input,
      signedAttributes: [extra],
      unsignedAttributes: (value) => [attribute('1.2.3', octetString(value))],
    })
    const [read] = readSignedData(der).signers
    const order = children(parse(read!.signedAttributesDer!)).map(({ whole }) => whole)
    expect(order).toEqual(order.toSorted(compareBytes))
    expect(read!.signedAttributes.has('1.2.840.113549.1.9.5')).toBe(false)
    expect(read!.unsignedAttributes.get('1.2.3')![0]!.contents).toEqual(read!.signature)
  })

  test.each([
    ['message-digest', { messageDigest: hash('sha256', 'another', 'buffer') }, own],
    ['signing-certificate', {}, { ...own, der: concat(certificate, new Uint8Array(1)) }],
    ['signature', { signer: { ...throwAway(kind), publicKey: signer.publicKey } }, own],
  ] as const)('fails with %s', (fault, change, against) => {
    const read = readSignedData(writeSignedData({ ...input, ...change }))
    expect(signerFault(read, read.signers[0]!, against, digestOf)).toBe(fault)
  })

  test('refuses a signed attribute that stands twice', () => {
    const twice = attribute('1.2.840.113549.1.9.4', octetString(messageDigest))
    expect(() => readSignedData(writeSignedData({ ...input, signedAttributes: [twice] }))).toThrow('twice')
  })

  test('takes one that says nothing of the signature as often as it stands', () => {
    const own = (value: number) => attribute('1.3.6.1.4.1.22883.1', octetString(new Uint8Array([value])))
    const read = readSignedData(writeSignedData({ ...input, signedAttributes: [own(1), own(2)] }))
    expect(read.signers[0]!.signedAttributes.get('1.3.6.1.4.1.22883.1')).toHaveLength(2)
  })
})
