/** What a sender chooses costs no more than reading it, and never an exception: sizes, counts, and what stands beside a whole signature. */
import { describe, expect, test } from 'vitest'
import { integerOf, parse } from '#pki/der/read.ts'
import { element, integer, oid, sequence } from '#pki/der/write.ts'
import { writeCrl } from '#pki/revocation/crl.ts'
import { DistinguishedName } from '#pki/x509/distinguishedName.ts'
import { authorityKeyIdentifier, subjectKeyIdentifier } from '#pki/x509/extensions.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { authority, freshAnswers, sara, signedAt, anchors } from './validation-cast.ts'
import { fill } from './validation-attacks.ts'
import { certificateOf, handmade, nameOf } from './validation-handmade.ts'
import { contract } from './validation-files.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const chain = [sara.certificate.der, authority.certificate.der]
/** Of the processor's time, as other tests run beside: these took minutes, or ended in an exception. */
const mostMs = 10_000

function timed<T>(work: () => T): T {
  const from = process.cpuUsage()
  const done = work()
  const { user, system } = process.cpuUsage(from)
  expect((user + system) / 1000).toBeLessThan(mostMs)
  return done
}

test('the file made by hand is whole', () => {
  expect(validate(handmade())).toMatchObject({
    indication: 'TOTAL-PASSED',
    document: 'asSigned',
    signatures: [{ findings: [{ code: 'noProofOfExistence' }] }],
  })
})

describe('sizes and counts', () => {
  const huge = element(0x02, new Uint8Array(524_288).fill(0x55))

  test('an INTEGER of 512 KiB', () => {
    timed(() => expect(() => integerOf(parse(huge))).toThrow('an INTEGER longer than any in use'))
    expect(timed(() => validate(handmade({ version: huge })))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'unproven' })
  })

  test.each([0n, 127n, 128n, -1n, -128n, -129n, 2n ** 2047n + 5n, -(2n ** 2047n)])('INTEGER of %# is read as it was written', (value) => {
    expect(integerOf(parse(integer(value)))).toBe(value)
  })

  test('150,000 certificates of nothing', () => {
    const certificates = [...chain, ...Array<Uint8Array>(150_000).fill(sequence())]
    expect(timed(() => validate(handmade({ certificates }))).signatures).toHaveLength(1)
  })

  test('150,000 lists of nothing', () => {
    expect(timed(() => validate(handmade({ crls: Array<Uint8Array>(150_000).fill(sequence()) }))).signatures).toHaveLength(1)
  })

  test('100,000 unsigned attributes of one type', () => {
    const one = sequence(oid('1.2.3.4'), element(0x31, integer(1)))
    const bytes = handmade({ unsignedAttributes: Array<Uint8Array>(100_000).fill(one) })
    expect(timed(() => validate(bytes)).signatures).toHaveLength(1)
  })

  test('200,000 values of one unsigned attribute', () => {
    const values = element(0x31, Buffer.concat(Array<Uint8Array>(200_000).fill(integer(1))))
    expect(timed(() => validate(handmade({ unsignedAttributes: [sequence(oid('1.2.3.4'), values)] }))).signatures).toHaveLength(1)
  })

  test('10,000 fields of one signature', () => {
    const fields = Array.from({ length: 10_000 }, (_, i) => `<</FT/Sig/T(S${i})/V 17 0 R>>`).join('')
    const bytes = handmade({
      objects: { 1: contract()[1]!.replace('10 0 R 11 0 R', `10 0 R 11 0 R ${fields}`) },
      crls: [element(0x04, new Uint8Array(200_000))],
    })
    expect(timed(() => validate(bytes)).findings).toEqual([{ code: 'fileTooComplex' }])
  })

  const entries = Array.from({ length: 140_000 }, (_, i) => `/K${i} ${i % 9}`).join('')
  test.each([
    { where: 'the catalogue', number: 1, body: contract()[1]!.replace('/Type/Catalog', `/Type/Catalog/PieceInfo<<${entries}>>`) },
    { where: 'a page', number: 4, body: contract()[4]!.replace('/Type/Page', `/Type/Page/PieceInfo<<${entries}>>`) },
    { where: 'a list of pages', number: 2, body: `<</Type/Pages/Kids[3 0 R 4 0 R${' 4 0 R'.repeat(140_000)}]/Count 2>>` },
  ])('140,000 entries in $where, and a revision after it', ({ number, body }) => {
    const bytes = fill(handmade({ objects: { [number]: body } }))
    expect(timed(() => validate(bytes)).signatures).toHaveLength(1)
  })

  const decoy = (i: number) =>
    certificateOf({
      subject: authority.certificate.subject.der,
      issuer: authority.certificate.subject.der,
      extensions: [subjectKeyIdentifier(Buffer.from([i >> 8, i])), authorityKeyIdentifier(Buffer.from([i >> 8, i]))],
    })

  test('400 certificates of the authority’s name', () => {
    const bytes = handmade({ certificates: [...chain, ...Array.from({ length: 400 }, (_, i) => decoy(i))] })
    const report = timed(() => validate(bytes))
    expect(report.signatures[0]!.chain).toHaveLength(3)
    expect(report.document).toBe('unproven')
  })

  test('300 lists in the authority’s name, and as many certificates', () => {
    const contents = {
      issuer: authority.certificate,
      number: 1n,
      thisUpdate: signedAt,
      nextUpdate: new Date(signedAt.getTime() + 60_000),
      revoked: [],
    }
    const crls = Array.from({ length: 300 }, (_, i) => writeCrl({ ...contents, number: BigInt(i) }, sara.signer))
    const bytes = handmade({ crls, certificates: [...chain, ...Array.from({ length: 300 }, (_, i) => decoy(i))] })
    expect(timed(() => validate(bytes)).signatures[0]!.chain).toHaveLength(3)
  })

  test('names of marks in the wrong order', () => {
    const marks = nameOf(Buffer.from('\u0301\u0316'.repeat(100_000)))
    const bytes = handmade({ certificates: [...chain, certificateOf({ subject: marks })] })
    expect(timed(() => validate(bytes)).signatures[0]!.chain).toHaveLength(3)
  })
})

describe('what stands beside a whole signature takes no verdict away, and is no exception', () => {
  /** BMPString of one lone surrogate. */
  const loneSurrogate = nameOf(Buffer.from([0xd8, 0x00]), 0x1e)
  const malformed = sequence(element(0x31, sequence(oid('2.5.4.3'), element(0x0c, Buffer.from([0xff])))))

  test('a certificate whose name is a lone surrogate', () => {
    const certificates = [certificateOf({ subject: loneSurrogate })]
    const report = validateDocument(handmade(), { anchors, at: signedAt, given: { ...freshAnswers(signedAt), certificates } })
    expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  })

  test.each([
    { what: 'a lone surrogate', issuer: loneSurrogate },
    { what: 'no UTF-8', issuer: malformed },
    { what: 'no attribute', issuer: sequence(element(0x31, sequence())) },
    { what: 'a text where a set should stand', issuer: sequence(element(0x0c, Buffer.from('x'))) },
  ])('a list and an answer in the name of $what', ({ issuer }) => {
    const list = {
      issuer: { subject: DistinguishedName.of(parse(issuer)), subjectKeyIdentifier: new Uint8Array(20) },
      number: 1n,
      revoked: [],
    }
    const crl = writeCrl({ ...list, thisUpdate: signedAt, nextUpdate: signedAt }, sara.signer)
    const given = { ...freshAnswers(signedAt), crls: [crl], certificates: [certificateOf({ subject: issuer })] }
    expect(validateDocument(handmade(), { anchors, at: signedAt, given })).toMatchObject({
      indication: 'TOTAL-PASSED',
      document: 'asSigned',
    })
    expect(validate(handmade({ crls: [crl], certificates: [...chain, ...given.certificates] })).document).toBe('unproven')
  })
})
