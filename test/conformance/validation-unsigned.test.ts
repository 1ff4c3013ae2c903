/** What stands in a signature without being signed is accounted for, or the file is not valid. */
import { describe, expect, test } from 'vitest'
import { element, integer, oid, sequence } from '#pki/der/write.ts'
import { writeCrl } from '#pki/revocation/crl.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { timeStampUnitOf } from '#pki/timestamp/token.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, authority, certify, freshAnswers, sara, sha256, signedAt, signFile, timeUnit, tokenFor } from './validation-cast.ts'
import { certificateOf, handmade, nameOf } from './validation-handmade.ts'
import { contract, file } from './validation-files.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const refused = { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE', document: 'unproven' }
const chain = [sara.certificate.der, authority.certificate.der]
const timestampAttribute = (...tokens: readonly Uint8Array[]) =>
  sequence(oid('1.2.840.113549.1.9.16.2.14'), element(0x31, Buffer.concat(tokens)))

/** Where the certificate stands in the hexadecimal of /Contents, and how often. */
function placesOf(bytes: Buffer, certificate: Uint8Array): number[] {
  const hex = Buffer.from(certificate).toString('hex')
  const text = bytes.toString('latin1').toLowerCase()
  const found: number[] = []
  for (let at = text.indexOf(hex); at >= 0; at = text.indexOf(hex, at + 1)) found.push(at)
  return found
}

function flipped(bytes: Buffer, at: number): Buffer {
  const out = Buffer.from(bytes)
  const octet = Number.parseInt(out.toString('latin1', at, at + 2), 16) ^ 0x01
  out.write(octet.toString(16).padStart(2, '0'), at, 'latin1')
  return out
}

describe('a flipped bit in an embedded certificate', () => {
  test.each([
    { whose: 'the authority’s, beside the signer’s', certificate: authority.certificate.der, place: 0 },
    { whose: 'the authority’s, in the time stamp', certificate: authority.certificate.der, place: 1 },
    { whose: 'the time-stamp unit’s', certificate: timeUnit.certificate.der, place: 0 },
  ])('$whose', async ({ certificate, place }) => {
    const bytes = await signFile(file(contract()), { level: 'B-T' })
    expect(validate(bytes)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    const places = placesOf(bytes, certificate)
    const from = places[place]!
    const passed: number[] = []
    for (let octet = 0; octet < certificate.length; octet += 11)
      if (validate(flipped(bytes, from + 2 * octet)).indication === 'TOTAL-PASSED') passed.push(octet)
    expect(passed).toEqual([])
  })

  test('a certificate that nobody here issued', () => {
    const stranger = certificateOf({ subject: nameOf(Buffer.from('Stranger')), issuer: nameOf(Buffer.from('Nobody')) })
    const report = validate(handmade({ certificates: [...chain, stranger] }))
    expect(report).toMatchObject(refused)
    expect(report.signatures[0]!.findings).toContainEqual({ code: 'uncoveredBytesUnexplained' })
  })
})

describe('an authority that nobody here knows', () => {
  const nobody = (bytes: Uint8Array) => validateDocument(bytes, { anchors: [], at: signedAt, given: freshAnswers(signedAt) })

  test.each(['B-B', 'B-T', 'B-LTA'] as const)('what it vouches for at %s is as it was signed', async (level) => {
    const report = nobody(await signFile(file(contract()), { level }))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', document: 'asSigned' })
    const codes = report.signatures.flatMap(({ findings }) => findings.map(({ code }) => code))
    expect(codes).toContain('chainNotFound')
    expect(codes).not.toContain('uncoveredBytesUnexplained')
  })

  test('what else nothing explains is told all the same', () => {
    const report = nobody(handmade({ unsignedAttributes: [sequence(oid('1.2.3.4'), element(0x31, integer(1)))] }))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven' })
  })
})

describe('what else may stand there', () => {
  test('an unsigned attribute that nobody knows', () => {
    const report = validate(handmade({ unsignedAttributes: [sequence(oid('1.2.3.4'), element(0x31, integer(1)))] }))
    expect(report).toMatchObject(refused)
    expect(report.signatures[0]!.findings).toContainEqual({ code: 'uncoveredBytesUnexplained' })
  })

  test('revocation information of a kind that nobody reads', () => {
    expect(validate(handmade({ crls: [element(0xa1, oid('1.2.3.4'))] }))).toMatchObject(refused)
  })

  test('a list by the authority, and one by somebody else', () => {
    const contents = {
      number: 1n,
      thisUpdate: signedAt,
      nextUpdate: new Date(signedAt.getTime() + 60_000),
      revoked: [],
      issuer: authority.certificate,
    }
    expect(validate(handmade({ crls: [writeCrl(contents, authority.signer)] }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      document: 'asSigned',
    })
    expect(validate(handmade({ crls: [writeCrl(contents, sara.signer)] }))).toMatchObject(refused)
  })

  test('a whole time stamp of something else proves nothing, and takes nothing away: some signers have the wrong thing stamped', () => {
    const token = tokenFor(sha256(Buffer.from('something else')), signedAt)
    const report = validate(handmade({ unsignedAttributes: [timestampAttribute(token)] }))
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'unproven' })
    expect(report.signatures[0]).toMatchObject({
      proof: 'now',
      timestamp: { trusted: false, findings: [{ code: 'timestampImprintMismatch' }] },
    })
  })

  const strangers = () => {
    const ca = [extensions.basicConstraints({ pathLength: null }), extensions.keyUsage('keyCertSign')]
    const above = certify('Other Authority', certify('Other Root', undefined, ca), ca)
    const usage = [extensions.keyUsage('digitalSignature'), extensions.extendedKeyUsage(true, extensions.purposes.timeStamping)]
    const { signer, certificate } = certify('Other Time Stamps', above, usage)
    return timeStampUnitOf(signer, [certificate.der, above.certificate.der], '1.2.3.4.1', 1000)
  }

  test('a time stamp of an authority that nobody here knows proves nothing, and takes nothing away', async () => {
    const report = validate(await signFile(file(contract()), { level: 'B-T', stampedBy: strangers() }))
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'unproven' })
    expect(report.signatures[0]).toMatchObject({
      proof: 'now',
      timestamp: { trusted: false, findings: [{ code: 'timestampChainInvalid' }] },
    })
    const ofSomethingElse = tokenFor(sha256(Buffer.from('something else')), signedAt, strangers())
    const other = validate(handmade({ unsignedAttributes: [timestampAttribute(ofSomethingElse)] }))
    expect(other).toMatchObject({ indication: 'TOTAL-PASSED', document: 'unproven' })
  })

  test('a time stamp that somebody changed', () => {
    const token = tokenFor(sha256(Buffer.from('something else')), signedAt)
    token[token.length - 1]! ^= 1
    expect(validate(handmade({ unsignedAttributes: [timestampAttribute(token)] }))).toMatchObject(refused)
  })
})
