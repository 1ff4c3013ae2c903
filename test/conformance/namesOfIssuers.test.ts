/** Authorities of one name under two anchors, and one authority whose name is written in two ways: what ours says, and what OpenSSL says. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from '#pki/der/read.ts'
import { context, contextPrimitive, element, oid, sequence } from '#pki/der/write.ts'
import { writeCrl } from '#pki/revocation/crl.ts'
import { issuerHashesOf, certIdFor } from '#pki/revocation/ocspRequest.ts'
import { responderOf, statementOf, writeOcspResponse } from '#pki/revocation/ocspResponse.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readMaterial } from '#pki/validation/revocation.ts'
import { DistinguishedName } from '#pki/x509/distinguishedName.ts'
import * as extensions from '#pki/x509/extensions.ts'
import { certify, signedAt, signFile, type Party } from './validation-cast.ts'
import { contract, file } from './validation-files.ts'

const ca = [extensions.basicConstraints({ pathLength: null }), extensions.keyUsage('keyCertSign', 'cRLSign')]
const person = [extensions.keyUsage('nonRepudiation')]
const minutesLater = (minutes: number) => new Date(signedAt.getTime() + minutes * 60_000)
const at = minutesLater(30)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-names-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function pem(name: string, label: string, ders: readonly Uint8Array[]): string {
  const blocks = ders.map(
    (der) =>
      `-----BEGIN ${label}-----\n${Buffer.from(der)
        .toString('base64')
        .replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`,
  )
  const path = join(folder, name)
  writeFileSync(path, blocks.join(''))
  return path
}

/** OpenSSL's word on a path with every certificate in it looked up in the lists. */
function opensslSays(leaf: Party, anchors: Party[], above: Party[], lists: Uint8Array[]): string {
  const certificates = (name: string, parties: Party[]) =>
    pem(
      name,
      'CERTIFICATE',
      parties.map(({ certificate }) => certificate.der),
    )
  const given = [
    '-CAfile',
    certificates('anchors.pem', anchors),
    '-untrusted',
    certificates('above.pem', above),
    '-CRLfile',
    pem('lists.pem', 'X509 CRL', lists),
  ]
  const asked = ['verify', '-crl_check_all', '-attime', String(at.getTime() / 1000), ...given, certificates('leaf.pem', [leaf])]
  const { stdout, stderr, error } = spawnSync('openssl', asked, { encoding: 'utf8', timeout: 20_000 })
  if (error) throw error
  return stdout + stderr
}

type List = {
  of: Party
  revoked?: Party[]
  minutes?: number
  issuer?: Party['certificate'] | { subject: DistinguishedName; subjectKeyIdentifier: Uint8Array }
}
let number = 1n
const list = ({ of, revoked = [], minutes = 0, issuer = of.certificate }: List) =>
  writeCrl(
    {
      issuer,
      number: number++,
      thisUpdate: minutesLater(minutes),
      nextUpdate: minutesLater(minutes + 600),
      revoked: revoked.map(({ certificate }) => ({ serial: certificate.serial, at: minutesLater(-30), reason: 'keyCompromise' })),
    },
    of.signer,
  )

async function verdict(
  leaf: Party,
  anchors: Party[],
  above: Party[],
  given: { crls?: Uint8Array[]; ocsps?: Uint8Array[] },
  change = (bytes: Buffer) => bytes,
) {
  const bytes = change(await signFile(file(contract()), { by: leaf, above: above[0] }))
  const certificates = [...anchors, ...above].map(({ certificate }) => certificate.der)
  return validateDocument(bytes, { anchors: anchors.map(({ certificate }) => certificate), at, given: { ...given, certificates } })
}

describe('two anchors of one name (RFC 5280 §6.3.3 f)', () => {
  const [ours, theirs] = [certify('Root', undefined, ca), certify('Root', undefined, ca)]
  const [authority, namesake] = [certify('Issuing Authority', ours, ca), certify('Issuing Authority', theirs, ca)]
  const layla = certify('Layla', authority, person)
  const anchors = [ours, theirs]
  const above = [authority, namesake]
  const rootLists = [list({ of: ours }), list({ of: theirs, minutes: 1 })]
  const ofNamesake = list({ of: namesake, minutes: 10 })

  test('a later list of the namesake under the other anchor takes no revocation back', async () => {
    const crls = [...rootLists, list({ of: authority, revoked: [layla] }), ofNamesake]
    expect(await verdict(layla, anchors, above, { crls })).toMatchObject({
      indication: 'INDETERMINATE',
      signatures: [{ subIndication: 'REVOKED_NO_POE' }],
    })
    expect(opensslSays(layla, anchors, above, crls)).toContain('certificate revoked')
  })

  test('it says nothing of our certificates either', async () => {
    const crls = [...rootLists, ofNamesake]
    expect(await verdict(layla, anchors, above, { crls })).toMatchObject({ signatures: [{ subIndication: 'TRY_LATER' }] })
    expect(opensslSays(layla, anchors, above, crls)).not.toContain('leaf.pem: OK')
  })

  test('the same for a list of the other anchor itself', async () => {
    const crls = [list({ of: ours, revoked: [authority] }), list({ of: theirs, minutes: 10 }), list({ of: authority })]
    expect(await verdict(layla, anchors, above, { crls })).toMatchObject({ signatures: [{ subIndication: 'REVOKED_CA_NO_POE' }] })
    expect(opensslSays(layla, anchors, above, crls)).toContain('certificate revoked')
  })

  test('another key of the same authority under the same anchor may sign its list', async () => {
    const successor = certify('Issuing Authority', ours, ca)
    const crls = [...rootLists, list({ of: successor, revoked: [layla] })]
    expect(await verdict(layla, anchors, [...above, successor], { crls })).toMatchObject({
      signatures: [{ subIndication: 'REVOKED_NO_POE' }],
    })
    const nobody = [...rootLists, list({ of: successor })]
    expect(await verdict(layla, anchors, [...above, successor], { crls: nobody })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })
})

describe('one name, written in two ways (RFC 5280 §7.1)', () => {
  const root = certify('Root', undefined, ca)
  const authority = certify('Issuing Authority', root, ca) // C as PrintableString, the rest as UTF8String
  /** The authority's name as PrintableString, in other letters and with other spaces. */
  const otherwise = nameOf(0x13, { '2.5.4.6': 'sa', '2.5.4.10': ' TAWQI  TEST', '2.5.4.3': 'issuing AUTHORITY ' })
  const renamed = { subject: DistinguishedName.of(parse(otherwise)), subjectKeyIdentifier: authority.certificate.subjectKeyIdentifier! }
  const sara = certify('Sara', { certificate: renamed, signer: authority.signer }, person)
  const responder = certify('Responder', { certificate: renamed, signer: authority.signer }, [
    extensions.keyUsage('digitalSignature'),
    extensions.extendedKeyUsage(false, extensions.purposes.ocspSigning),
    extensions.ocspNoCheck(),
  ])
  const rootList = list({ of: root })
  const cases = [
    ['as its certificate', undefined],
    ['as the certificates below it', renamed],
  ] as const

  test.each(cases)('a list that names the authority %s counts', async (_, issuer) => {
    const revoking = [rootList, list({ of: authority, issuer, revoked: [sara] })]
    expect(await verdict(sara, [root], [authority], { crls: revoking })).toMatchObject({
      signatures: [{ subIndication: 'REVOKED_NO_POE' }],
    })
    expect(opensslSays(sara, [root], [authority], revoking)).toContain('certificate revoked')
    const good = [rootList, list({ of: authority, issuer })]
    expect(await verdict(sara, [root], [authority], { crls: good })).toMatchObject({ indication: 'TOTAL-PASSED' })
    expect(opensslSays(sara, [root], [authority], good)).toContain('leaf.pem: OK')
  })

  test.each(cases)('an answer whose CertID hashes the name %s counts', async (_, issuer) => {
    const hashes = issuerHashesOf({
      subject: (issuer ?? authority.certificate).subject,
      publicKeyBits: authority.certificate.publicKeyBits,
    })
    const answer = {
      id: certIdFor(hashes, sara.certificate.serial),
      statement: statementOf({ status: 'good' }, signedAt, minutesLater(60)),
    }
    const ocsps = [writeOcspResponse(responderOf(responder.certificate.der, responder.signer), signedAt, [answer])]
    expect(await verdict(sara, [root], [authority], { crls: [rootList], ocsps })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('a responder named by a name that is written otherwise is known', async () => {
    const written = nameOf(0x0c, { '2.5.4.6': 'SA', '2.5.4.10': 'tawqi TEST', '2.5.4.3': 'RESPONDER' })
    const id = certIdFor(issuerHashesOf(authority.certificate), sara.certificate.serial)
    const answer = { id, statement: statementOf({ status: 'good' }, signedAt, minutesLater(60)) }
    const byKey = responderOf(responder.certificate.der, responder.signer)
    const byName = { ...byKey, constants: { ...byKey.constants, responderId: context(1, written) } }
    const ocsps = [writeOcspResponse(byName, signedAt, [answer])]
    expect(await verdict(sara, [root], [authority], { crls: [rootList], ocsps })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('a signature that names its certificate in other letters is found', async () => {
    const crls = [rootList, list({ of: authority })]
    const given = sara.certificate.issuer.der
    const inCapitals = (bytes: Buffer) => {
      const text = bytes.toString('latin1')
      const name = Buffer.from(given).toString('hex')
      const last = Math.max(text.lastIndexOf(name), text.lastIndexOf(name.toUpperCase()))
      expect(last).toBeGreaterThan(0)
      const other = Buffer.from(given.map((octet) => (octet >= 0x61 && octet <= 0x7a ? octet - 0x20 : octet))).toString('hex')
      return Buffer.from(text.slice(0, last) + other + text.slice(last + name.length), 'latin1')
    }
    expect(await verdict(sara, [root], [authority], { crls }, inCapitals)).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('a list whose issuer is no name at all is evidence of nothing, and stops nothing', async () => {
    const broken = {
      subject: DistinguishedName.of(parse(sequence(contextPrimitive(0, new Uint8Array(1))))),
      subjectKeyIdentifier: renamed.subjectKeyIdentifier,
    }
    const crls = [rootList, list({ of: authority, issuer: broken, minutes: 5, revoked: [sara] }), list({ of: authority })]
    expect(readMaterial({ ocsps: [], crls }).crls).toHaveLength(3)
    expect(await verdict(sara, [root], [authority], { crls })).toMatchObject({ indication: 'TOTAL-PASSED' })
  })
})

function nameOf(tag: number, attributes: Record<string, string>): Uint8Array {
  return sequence(...Object.entries(attributes).map(([type, text]) => element(0x31, sequence(oid(type), element(tag, Buffer.from(text))))))
}
