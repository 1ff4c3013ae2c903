/** Every profile, list and answer under the linters of strangers, before a release. In every run OpenSSL and GnuTLS judge them (`pki.test.ts`). */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuerOf } from '#pki/profiles/issuer.ts'
import { secondsOf } from '#pki/profiles/profile.ts'
import { writeCrl } from '#pki/revocation/crl.ts'
import { certIdFor, issuerHashesOf } from '#pki/revocation/ocspRequest.ts'
import { responderOf, statementOf, writeOcspResponse, type CertStatus } from '#pki/revocation/ocspResponse.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { eSignatureSeconds, profilesBelow } from '#server/ca/classes.ts'
import { organisationSubject } from '#server/signing/organisationSubject.ts'
import { linters, type Judged, type Said } from '#test/linters.ts'
import { isRelease } from '#test/volume.ts'
import { begin, hierarchy, issue, subjects, type Kind } from './pkiCast.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-linted-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What a linter says and does not hold here, with the reason. Warnings are shown and counted; errors that are not named here fail. */
const exceptions: Record<string, string> = {
  // QCStatements stand in certificates that are not qualified, too (RFC 3739 §3.2.6): none of ours claims compliance.
  e_qcstatem_mandatory_etsi_statems: 'asks every certificate with QCStatements to claim that it is qualified',
}

const nextUpdate = new Date(begin.getTime() + 3_600_000)
const pem = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`

function save(name: string, contents: Uint8Array | string): string {
  const file = join(folder, name)
  writeFileSync(file, contents)
  return file
}

/** One of everything that authorities on keys of this kind publish. */
function everything(kind: Kind): Judged[] {
  const tree = hierarchy(kind)
  const root = save(`${kind}-root.pem`, pem(tree.root))
  const certificate = (name: string, der: Uint8Array, issuer = root, person?: Judged['person']): Judged => ({
    name,
    kind: 'certificate',
    file: save(`${kind}-${name}.pem`, pem(der)),
    issuer,
    person,
  })
  const [people, seals] = [certificate('people-ca', tree.people), certificate('seals-ca', tree.seals)]
  const natural = (name: string, der: Uint8Array) => certificate(name, der, people.file, 'natural')
  return [
    certificate('offline-root', tree.root),
    people,
    seals,
    certificate('time-stamp-unit', tree.unit),
    certificate('ocsp-signer', tree.responder, people.file),
    natural('e-signature', tree.eSignature),
    natural('personal-dsc', tree.personalDsc),
    natural('personal-mail-dsc', tree.personalMailDsc),
    natural('personal-authentication', tree.personalAuthentication),
    certificate('organization-seal', tree.organizationSeal, seals.file, 'legal'),
    ...onSale(tree).map(({ name, der }) => natural(name, der)),
    certificate('organizationSeal', sealOnSale(tree), seals.file, 'legal'),
    ...listsAndAnswers(kind, tree, people.file),
  ].map((one) => ({ ...one, name: `${one.name} (${kind})` }))
}

type Tree = ReturnType<typeof hierarchy>

/** As the product issues them to a person, by its own pinned profiles. */
function onSale({ people, keys }: Tree) {
  const profiles = profilesBelow('1.3.6.1.4.1.99999', 'https://www.tawqi.example.com/certificate-policy')
  const addresses = {
    ocsp: 'http://pki.tawqi.example.com/pki/ocsp/people',
    caIssuers: 'http://pki.tawqi.example.com/pki/ca/people.cer',
    crl: 'http://pki.tawqi.example.com/pki/crl/people.crl',
  }
  const issuer = issuerOf(people, keys.people.algorithm, addresses)
  const names = ['eSignature', 'personalSigning', 'personalSigningWithMail', 'personalSigningHigh', 'personalAuthentication'] as const
  return names.map((name) => {
    const validitySeconds = name === 'eSignature' ? eSignatureSeconds : secondsOf.year
    const contents = { issuer, validitySeconds, subject: subjects.laylaByOurNumber, publicKey: keys.layla.publicKey }
    return { name, der: issue(profiles[name].profile, { ...contents, emailAddress: 'layla@example.com' }, keys.people) }
  })
}

/** As the product issues it for an organisation's seal. */
function sealOnSale({ seals, keys }: Tree) {
  const profiles = profilesBelow('1.3.6.1.4.1.99999', 'https://www.tawqi.example.com/digital-certificate')
  const addresses = {
    ocsp: 'http://pki.tawqi.example.com/pki/ocsp/seals',
    caIssuers: 'http://pki.tawqi.example.com/pki/ca/seals.cer',
    crl: 'http://pki.tawqi.example.com/pki/crl/seals.crl',
  }
  const subject = organisationSubject({ name_ar: 'شركة النخيل', name_en: 'Palms Company', unified_number: '7001234567' })!
  const issuer = issuerOf(seals, keys.seals.algorithm, addresses)
  return issue(
    profiles.organizationSeal.profile,
    { issuer, validitySeconds: secondsOf.year, subject, publicKey: keys.layla.publicKey },
    keys.seals,
  )
}

function listsAndAnswers(kind: Kind, tree: Tree, issuerFile: string): Judged[] {
  const issuer = readCertificate(tree.people)
  const { serial } = readCertificate(tree.eSignature)
  const list = (name: string, revoked: { serial: Uint8Array; at: Date; reason?: 'keyCompromise' }[]): Judged => {
    const der = writeCrl({ issuer, number: 7n, thisUpdate: begin, nextUpdate, revoked }, tree.keys.people)
    return { name, kind: 'list', file: save(`${kind}-${name}.crl`, der), issuer: issuerFile }
  }
  const responder = responderOf(tree.responder, tree.keys.responder)
  const answer = (status: CertStatus, hash: 'sha1' | 'sha512', nonce?: Uint8Array): Judged => {
    const id = certIdFor(issuerHashesOf(issuer), serial, hash)
    const der = writeOcspResponse(responder, begin, [{ id, statement: statementOf(status, begin, nextUpdate) }], nonce)
    const name = `answer-${status.status}-${hash}`
    return { name, kind: 'answer', file: save(`${kind}-${name}.ors`, der) }
  }
  return [
    list('list-empty', []),
    list('list', [
      { serial, at: begin, reason: 'keyCompromise' },
      { serial: tree.keys.layla.publicKey.subarray(27, 43).with(0, 1), at: begin },
    ]),
    answer({ status: 'good' }, 'sha1', new Uint8Array(128).fill(7)),
    answer({ status: 'revoked', at: begin, reason: 'keyCompromise' }, 'sha1'),
    answer({ status: 'unknown' }, 'sha512'),
  ]
}

test.runIf(isRelease)('linters find 0 errors in every profile, list and answer', { timeout: 1_800_000 }, async ({ skip }) => {
  const { here, skipped } = await linters()
  for (const one of skipped) console.log(`skipped ${one}`)
  const rows: Record<string, Record<string, string>> = {}
  const errors: string[] = []
  const warnings = new Set<string>()
  for (const judged of (['P-256', 'P-384', 'RSA'] as const).flatMap(everything)) {
    const cells = await Promise.all(
      here.map(async ({ name, judges, lint }): Promise<[string, string]> => {
        if (!judges(judged)) return [name, '']
        const found = await lint(judged)
        const counted = found.filter(({ code }) => !Object.hasOwn(exceptions, code))
        const of = (severity: Said['severity']) => counted.filter((one) => one.severity === severity)
        errors.push(...of('error').map(({ code }) => `${judged.name}: ${name}: ${code}`))
        for (const { code } of of('warning')) warnings.add(code)
        const excepted = found.length - counted.length
        return [name, `${of('error').length}/${of('warning').length}${excepted > 0 ? ` (${excepted} named)` : ''}`]
      }),
    )
    rows[judged.name] = Object.fromEntries(cells)
  }
  console.log('errors/warnings')
  console.table(rows)
  for (const [code, reason] of Object.entries(exceptions)) console.log(`named: ${code}: ${reason}`)
  for (const code of warnings) console.log(`warned: ${code}`)
  expect(errors).toEqual([])
  if (skipped.length > 0) skip(skipped.join('; '))
})
