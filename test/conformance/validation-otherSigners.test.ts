/** What signers and authorities in use write, and the standards do not have. Each took an honest file its verdict, or its words, once. */
import { constants, generateKeyPairSync, hash, privateEncrypt, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { boolean, context, element, integer, nullValue, octetString, oid, sequence } from '#pki/der/write.ts'
import { children, parse } from '#pki/der/read.ts'
import { writeTimeStampToken, timeStampUnitOf } from '#pki/timestamp/token.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { anchors, authority, certify, freshAnswers, ocspFor, responder, sara, signedAt, signFile, timeUnit } from './validation-cast.ts'
import { contract, file, stream } from './validation-files.ts'
import { certificateOf, handmade, nameOf } from './validation-handmade.ts'
import type { Handmade } from './validation-handmade.ts'

const validate = (bytes: Uint8Array, trusted = anchors) =>
  validateDocument(bytes, { anchors: trusted, at: signedAt, given: freshAnswers(signedAt) })
const passed = { indication: 'TOTAL-PASSED', document: 'asSigned' }
const unexplained = { indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE', document: 'unproven' }
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const sha1Rsa = {
  publicKey: rsa.publicKey.export({ type: 'spki', format: 'der' }),
  algorithm: sequence(oid('1.2.840.113549.1.1.5'), nullValue),
  sign: (data: Uint8Array) => sign('sha1', data, rsa.privateKey),
}
const oldRoot = certificateOf({
  ...sha1Rsa,
  subject: nameOf(Buffer.from('Old Root')),
  extensions: [extensions.basicConstraints({ pathLength: null })],
})
const flipped = (der: Uint8Array, at: number) => Uint8Array.from(der, (octet, i) => (i === at ? octet ^ 1 : octet))

describe('the CMS', () => {
  test('a content of no octets is none (the signer of Costa Rica’s central bank, MISA)', () => {
    expect(validate(handmade({ content: octetString() }))).toMatchObject(passed)
    const enclosing = validate(handmade({ content: octetString(new Uint8Array(1)) })).signatures[0]
    expect(enclosing).toMatchObject({ indication: 'TOTAL-FAILED', findings: [{ code: 'cmsMalformed' }] })
  })

  test.each([
    ['ecdsa-with-SHA256', '1.2.840.10045.4.3.2'],
    ['sha256WithRSAEncryption', '1.2.840.113549.1.1.11'],
  ])('%s in the place of its digest', (_, dotted) => {
    expect(validate(handmade({ digestAlgorithm: sequence(oid(dotted)) }))).toMatchObject(passed)
  })

  test('the key’s curve beside the algorithm (Pdftools), and no other', () => {
    const by = (curve: string): Handmade['by'] => ({
      certificate: sara.certificate.der,
      sign: (data) => sara.signer.sign(data),
      algorithm: sequence(oid('1.2.840.10045.4.3.2'), oid(curve)),
    })
    expect(validate(handmade({ by: by('1.2.840.10045.3.1.7') }))).toMatchObject(passed)
    expect(validate(handmade({ by: by('1.3.132.0.34') }))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('the digest that such a name has is the one that counts', () => {
    const other = sequence(oid('1.2.840.113549.1.1.13'))
    expect(validate(handmade({ digestAlgorithm: other }))).toMatchObject({ indication: 'TOTAL-FAILED', subIndication: 'HASH_FAILURE' })
  })

  test('no digest algorithm among those that were used (Syncfusion), but none that were used in its place', () => {
    expect(validate(handmade({ digestAlgorithms: [] }))).toMatchObject(passed)
    expect(validate(handmade({ digestAlgorithms: [sequence(oid('2.16.840.1.101.3.4.2.3'))] }))).toMatchObject(unexplained)
  })

  test('version 3, and no other, where 1 would do', () => {
    expect(validate(handmade({ version: integer(3) }))).toMatchObject(passed)
    for (const version of [0, 2, 4, 5]) expect(validate(handmade({ version: integer(version) }))).toMatchObject(unexplained)
  })

  describe('an attribute certificate beside the others', () => {
    const attributeCertificate = element(0xa1, Buffer.concat([integer(1), octetString(Buffer.from('the clock of a time stamp server'))]))
    const named = (...certificates: readonly Uint8Array[]): Handmade['signedAttributes'] => {
      const ids = certificates.map((der) => sequence(octetString(hash('sha1', der, 'buffer'))))
      const attribute = sequence(oid('1.2.840.113549.1.9.16.2.12'), element(0x31, sequence(sequence(...ids))))
      return (usual) => [...usual.filter((one) => !Buffer.from(one).includes(oid('1.2.840.113549.1.9.16.2.47'))), attribute]
    }
    const itself = Uint8Array.from(attributeCertificate, (octet, i) => (i === 0 ? 0x30 : octet))
    const certificates = [sara.certificate.der, authority.certificate.der, attributeCertificate]

    test('is as it was where the signer names it behind the own one (nCipher)', () => {
      const signedAttributes = named(sara.certificate.der, itself)
      expect(validate(handmade({ certificates, signedAttributes }))).toMatchObject(passed)
      const changed = [...certificates.slice(0, 2), flipped(attributeCertificate, 9)]
      expect(validate(handmade({ certificates: changed, signedAttributes }))).toMatchObject(unexplained)
    })

    test('is unexplained where nobody names it, and no signer’s certificate', () => {
      expect(validate(handmade({ certificates, signedAttributes: named(sara.certificate.der) }))).toMatchObject(unexplained)
      const first = validate(handmade({ certificates, signedAttributes: named(itself, sara.certificate.der) }))
      expect(first).toMatchObject({ indication: 'INDETERMINATE', signatures: [{ findings: [{ code: 'signingCertificateNotNamed' }] }] })
    })
  })
})

describe('RSA signatures of PKCS #1 v1.5', () => {
  const sha256Rsa = sequence(oid('1.2.840.113549.1.1.11'), nullValue)
  const issuer = authority.certificate.subject.der
  const { publicKey } = sha1Rsa
  const certificate = certificateOf({
    subject: nameOf(Buffer.from('Card')),
    issuer,
    publicKey,
    sign: (data) => authority.signer.sign(data),
  })
  const over = (name: string, identifier: Uint8Array) => (data: Uint8Array) =>
    privateEncrypt(
      { key: rsa.privateKey, padding: constants.RSA_PKCS1_PADDING },
      sequence(identifier, octetString(hash(name, data, 'buffer'))),
    )
  const signedBy = (make: (data: Uint8Array) => Uint8Array, algorithm = sha256Rsa) =>
    validateDocument(handmade({ by: { certificate, sign: make, algorithm } }), {
      anchors,
      at: signedAt,
      given: { ocsps: [ocspFor(readCertificate(certificate), signedAt), ocspFor(authority.certificate, signedAt)] },
    })
  const sha256 = '2.16.840.1.101.3.4.2.1'
  const wrong = { indication: 'TOTAL-FAILED', subIndication: 'SIG_CRYPTO_FAILURE' }

  test('name the digest with NULL, or without (cards of InfoCert, Gemalto and Namirial)', () => {
    expect(signedBy(over('sha256', sequence(oid(sha256), nullValue)))).toMatchObject(passed)
    expect(signedBy(over('sha256', sequence(oid(sha256))))).toMatchObject(passed)
    const weak = signedBy(over('sha1', sequence(oid('1.3.14.3.2.26'))), sequence(oid('1.2.840.113549.1.1.5'), nullValue))
    expect(weak).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE' })
  })

  test('over another digest, or other data, are wrong', () => {
    expect(signedBy(over('sha512', sequence(oid('2.16.840.1.101.3.4.2.3'))))).toMatchObject(wrong)
    expect(signedBy(() => over('sha256', sequence(oid(sha256)))(new Uint8Array(1)))).toMatchObject(wrong)
  })
})

describe('certificates', () => {
  const chain = [sara.certificate.der, authority.certificate.der]
  const beside = (...more: readonly Uint8Array[]) => validate(handmade({ certificates: [...chain, ...more] }))

  test('a root that signed itself over SHA-1 may lie beside the others, octet for octet', () => {
    expect(beside(oldRoot)).toMatchObject(passed)
    const changed = Array.from({ length: Math.floor(oldRoot.length / 9) }, (_, i) => flipped(oldRoot, 9 * i + 4))
    expect(changed.filter((der) => beside(der).indication === 'TOTAL-PASSED')).toEqual([])
  })

  test('of an algorithm that nobody here knows nothing is proven, and nothing held against who is not known either', () => {
    const dsa = certificateOf({ subject: nameOf(Buffer.from('Other')), algorithm: sequence(oid('1.2.840.10040.4.3')) })
    expect(beside(dsa)).toMatchObject(unexplained)
    expect(validate(handmade({ certificates: [...chain, dsa] }), [])).toMatchObject({
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      document: 'asSigned',
    })
  })

  test('a chain over SHA-1 is weak, and not broken', () => {
    const certificate = certificateOf({ ...sha1Rsa, subject: nameOf(Buffer.from('Old Signer')), issuer: nameOf(Buffer.from('Old Root')) })
    const by: Handmade['by'] = {
      certificate,
      sign: (data) => sign('sha256', data, rsa.privateKey),
      algorithm: sequence(oid('1.2.840.113549.1.1.11'), nullValue),
    }
    const report = validate(handmade({ by, certificates: [certificate] }), [readCertificate(oldRoot)])
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'CRYPTO_CONSTRAINTS_FAILURE', document: 'asSigned' })
    expect(report.signatures[0]!.findings).toContainEqual({ code: 'chainWeak', detail: '1.2.840.113549.1.1.5' })
    const changed = flipped(certificate, certificate.length - 1)
    const broken = validate(handmade({ by: { ...by, certificate: changed }, certificates: [changed] }), [readCertificate(oldRoot)])
    expect(broken.signatures[0]!.findings.map(({ code }) => code)).toContain('chainInvalid')
  })

  test.each([
    ['of the standards', '0.4.0.1862.1.1', undefined],
    ['that nobody knows', '1.2.3.4', 'critical-extension'],
  ])('what makes a certificate qualified may be critical (A-Trust): a statement %s', async (_, statement, reason) => {
    const qualified = extensions.extension(extensions.extensionIds.qcStatements, true, sequence(sequence(oid(statement))))
    const by = certify('Qualified', authority, [extensions.keyUsage('nonRepudiation'), qualified])
    const given = { ocsps: [ocspFor(by.certificate, signedAt), ocspFor(authority.certificate, signedAt)] }
    const report = validateDocument(await signFile(file(contract()), { by }), { anchors, at: signedAt, given })
    expect(report.indication).toBe(reason ? 'INDETERMINATE' : 'TOTAL-PASSED')
    expect(report.signatures[0]!.findings.find(({ code }) => code === 'chainInvalid')?.detail).toBe(reason)
  })

  test('who is trusted by their own certificate may have made it as authorities do; an authority signs no documents', async () => {
    const ca = [extensions.basicConstraints({ pathLength: null })]
    const own = certify('Own', undefined, ca)
    const bytes = await signFile(file(contract()), { by: own, above: own })
    expect(validate(bytes, [own.certificate])).toMatchObject(passed)
    const issued = certify('Issued', authority, ca)
    const report = validate(await signFile(file(contract()), { by: issued }))
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'CHAIN_CONSTRAINTS_FAILURE' })
  })

  test.each([
    ['a BIT STRING, as in a uniqueIdentifier', Buffer.from('00ab', 'hex'), 0x03, '#030200ab'],
    ['a SEQUENCE, as in a postalAddress', element(0x0c, Buffer.from('Riyadh')), 0x30, '#30080c06526979616468'],
    ['Latin-1 in a PrintableString', Buffer.from('Mu\u00f1oz', 'latin1'), 0x13, 'Muñoz'],
  ])('%s in a name', (_, octets, tag, text) => {
    const issuer = authority.certificate.subject.der
    const certificate = certificateOf({ subject: nameOf(octets, tag), issuer, sign: (data) => authority.signer.sign(data) })
    const by: Handmade['by'] = { certificate, sign: (data) => sara.signer.sign(data), algorithm: sequence(oid('1.2.840.10045.4.3.2')) }
    const given = { ocsps: [ocspFor(readCertificate(certificate), signedAt), ocspFor(authority.certificate, signedAt)] }
    const report = validateDocument(handmade({ by }), { anchors, at: signedAt, given })
    expect(report).toMatchObject(passed)
    expect(report.signatures[0]!.chain[0]!.subject).toBe(`CN=${text}`)
  })

  test('critical FALSE may be written out; what is neither TRUE nor FALSE is no DER', () => {
    const withCritical = (...octets: number[]) =>
      certificateOf({
        subject: nameOf(Buffer.from('Other')),
        extensions: [sequence(oid('1.2.3.4'), element(0x01, Uint8Array.from(octets)), octetString())],
      })
    expect(beside(withCritical(0))).toMatchObject(passed)
    for (const octets of [[1], [], [0, 0]]) expect(beside(withCritical(...octets)).indication).toBe('TOTAL-FAILED')
  })

  test('that root in the security store is not damaged, unless somebody changed it', () => {
    const stored = (der: Uint8Array) => {
      const catalogue = contract()[1]!.replace('/Pages', '/DSS 40 0 R/Pages')
      return validate(handmade({ objects: { 1: catalogue, 40: '<</Certs[41 0 R]>>', 41: stream(Buffer.from(der).toString('latin1')) } }))
    }
    expect(stored(oldRoot).findings).toEqual([])
    expect(stored(flipped(oldRoot, oldRoot.length - 1)).findings).toEqual([{ code: 'securityStoreDamaged' }])
  })
})

describe('time stamps', () => {
  const attribute = (token: Uint8Array) => sequence(oid('1.2.840.113549.1.9.16.2.14'), element(0x31, token))
  const unit = timeStampUnitOf(timeUnit.signer, [timeUnit.certificate.der, authority.certificate.der], '1.2.3.4.1', 1000)
  const stamped = (change = (token: Uint8Array) => token) =>
    handmade({
      unsignedAttributes(signature) {
        const hashedMessage = hash('sha1', signature, 'buffer')
        const imprint = sequence(sequence(oid('1.3.14.3.2.26'), nullValue), octetString(hashedMessage))
        const request = { imprint, digest: 'sha1', hashedMessage, certificatesRequested: true }
        return [attribute(change(writeTimeStampToken(unit, request, new Uint8Array([1, 2, 3]), signedAt)))]
      },
    })

  test('one over SHA-1 proves nothing, and takes nothing away while it is whole', () => {
    const report = validate(stamped())
    expect(report).toMatchObject(passed)
    expect(report.signatures[0]).toMatchObject({ proof: 'now', timestamp: { trusted: false, findings: [{ code: 'digestAlgorithmWeak' }] } })
    expect(validate(stamped((token) => flipped(token, token.length - 1)))).toMatchObject(unexplained)
  })
})

describe('answers about certificates', () => {
  /** The same answer, written as older responders write it, and signed again. */
  function rewritten(answer: Uint8Array, ...more: readonly Uint8Array[]): Uint8Array {
    const [status, bytes] = children(parse(answer))
    const [type, octets] = children(children(bytes!)[0]!)
    const [data, algorithm, , ...certificates] = children(parse(octets!.contents))
    const fields = children(data!).map(({ whole }) => whole)
    const signed = sequence(...more.slice(0, 1), ...fields, ...more.slice(1))
    const signature = element(0x03, Buffer.concat([Buffer.alloc(1), responder.signer.sign(signed)]))
    const basic = sequence(signed, algorithm!.whole, signature, ...certificates.map(({ whole }) => whole))
    return sequence(status!.whole, context(0, sequence(type!.whole, octetString(basic))))
  }
  const version = context(0, integer(0))
  const nonce = (value: Uint8Array, ...critical: Uint8Array[]) =>
    context(1, sequence(sequence(oid('1.3.6.1.5.5.7.48.1.2'), ...critical, octetString(value))))

  test.each([
    ['the version, which is the default', [version]],
    ['a nonce of sixteen octets as they are', [version, nonce(Buffer.alloc(16, 0xa7))]],
    ['a nonce that looks like the beginning of something', [version, nonce(Buffer.from('3080ffff', 'hex'))]],
    ['critical FALSE', [version, nonce(octetString(new Uint8Array(3)), boolean(false))]],
  ])('%s', async (_, more) => {
    const ocsps = [rewritten(ocspFor(sara.certificate, signedAt), ...more), ocspFor(authority.certificate, signedAt)]
    expect(validateDocument(await signFile(file(contract())), { anchors, at: signedAt, given: { ocsps } })).toMatchObject(passed)
  })

  test('of another version are none', async () => {
    const ocsps = [rewritten(ocspFor(sara.certificate, signedAt), context(0, integer(1))), ocspFor(authority.certificate, signedAt)]
    const report = validateDocument(await signFile(file(contract())), { anchors, at: signedAt, given: { ocsps } })
    expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'TRY_LATER' })
  })
})
