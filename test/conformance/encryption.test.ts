/** Signs encrypted files of every kind, which qpdf makes, and lets foreign programs judge the result. */

import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openPdf } from '#pki/pdf/document.ts'
import { isDict, isStream, isString, textOf } from '#pki/pdf/values.ts'
import { advance, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import type { Level } from '#pki/signature/sign.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { signatureAppearance } from '#server/signing/appearance/signatureAppearance.ts'
import { recheckSigned } from '#server/signing/recheck/recheck.ts'
import { judges, summon } from '#test/corpora/judges.ts'
import { openOpensslAuthority } from '#test/fixtures/pdf/authority.ts'
import { opensslCms, opensslDocumentTimestamp, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { withMac } from '#test/fixtures/pdf/make/withMac.ts'
import { isRelease } from '#test/volume.ts'

const authority = openOpensslAuthority()
afterAll(() => authority.close())

const words = 'عقد توريد (نسخة \\ 1)'
const hex = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
const files = {
  table: simplePdf({
    objects: { 6: `<</Title ${hex(words)}>>` },
    trailer: '/Info 6 0 R',
    catalogue: `/Lang (ar) /PieceInfo <</A ${hex(words)}>>`,
  }),
  stream: simplePdf({ kind: 'stream', objects: { 6: `<</Title ${hex(words)}>>` }, trailer: '/Info 6 0 R', catalogue: '/Lang (ar)' }),
} as const

/** What qpdf calls each kind, and its revision (ISO 32000-2 table 21). */
const kinds = {
  'RC4 of 40 bits': ['40', 2],
  'RC4 of 128 bits': ['128 --use-aes=n', 3],
  'RC4 by a crypt filter': ['128 --use-aes=n --force-V4', 4],
  'AES-128': ['128 --use-aes=y', 4],
  'AES-128, metadata in clear': ['128 --use-aes=y --cleartext-metadata', 4],
  'AES-256 of extension level 3': ['256 --force-R5', 5],
  'AES-256': ['256', 6],
  'AES-256, metadata in clear': ['256 --cleartext-metadata', 6],
} as const
type Kind = keyof typeof kinds

type Passwords = { readonly user?: string; readonly owner?: string }

function encrypt(file: Uint8Array, how: string, { user = '', owner = 'the owner' }: Passwords = {}): Buffer {
  const [plain, sealed] = [join(authority.folder, 'plain.pdf'), join(authority.folder, 'sealed.pdf')]
  writeFileSync(plain, file)
  execFileSync('qpdf', ['--allow-weak-crypto', '--encrypt', user, owner, ...how.split(' '), '--', plain, sealed])
  return readFileSync(sealed)
}

const name = { nameAr: 'نورة بنت عبدالله', nameEn: 'Noura Abdullah' }
const size = { width: 200, height: 80 }

type How = { readonly password?: string; readonly who?: number; readonly field?: string; readonly level?: Level }

async function sign(bytes: Uint8Array, { password = '', who = 0, field = '', level = 'B-LTA' }: How = {}) {
  const facts = readSigningFacts(bytes, { opener: password })
  if (!facts.signable) throw new Error(`${facts.code} ${facts.what.join()}: ${facts.detail}`)
  const appearance = signatureAppearance({
    ...name,
    ...size,
    signedAt: new Date(),
    design: 'full',
    background: 'none',
    isTest: true,
    proofCode: 'TWQ-1',
    verifyUrl: 'https://tawqi.example/verify',
    language: 'ar',
  })
  const signed = await signPdf({
    ...authority.signers[who]!,
    facts,
    hashState: advance(emptyState(), bytes),
    level,
    timestamp: authority.timestamp,
    validationMaterial: () => authority.material,
    signature: {
      fieldName: field || `Approval${who}`,
      signedAt: new Date(),
      reason: 'موافقة على العقد',
      rectangle: [40, 40 + 100 * who, 240, 120 + 100 * who],
      appearance,
    },
  })
  return { bytes: Buffer.concat([bytes, signed.tail]), facts: signed.facts }
}

/** pdfsig's sentences and qpdf's, with a password. */
function judged(bytes: Uint8Array, password: string) {
  const path = join(authority.folder, 'judged.pdf')
  writeFileSync(path, bytes)
  const said = execFileSync('pdfsig', ['-nocert', '-upw', password, path], { encoding: 'utf8', stdio: 'pipe' })
  execFileSync('qpdf', ['--check', `--password=${password}`, path])
  return [...said.matchAll(/Signature Validation: (.*)/g)].map(([, sentence]) => sentence)
}

const anchors = () => [readCertificate(execFileSync('openssl', ['x509', '-in', join(authority.folder, 'root.pem'), '-outform', 'DER']))]

describe.each(Object.keys(files) as (keyof typeof files)[])('a file with a cross-reference %s', (shape) => {
  test.each(Object.keys(kinds) as Kind[])('in %s is signed twice as it is', { timeout: 60_000 }, async (kind) => {
    const [how, revision] = kinds[kind]
    const file = encrypt(files[shape], how)
    const before = openPdf(file)
    expect(before.decryption?.encryption.revision).toBe(revision)
    const info = before.get(before.trailer, 'Info')
    expect(isDict(info) && isString(info.entries.get('Title')) && textOf(info.entries.get('Title') as never)).toBe(words)
    const first = await sign(file)
    const second = await sign(first.bytes, { who: 1 })
    expect(second.bytes.subarray(0, file.length).equals(file)).toBe(true)
    expect(judged(second.bytes, '').filter((sentence) => sentence === 'Signature is Valid.')).toHaveLength(2)
    expect(qpdfCheck(join(authority.folder, 'judged.pdf')).status).toBe(0)
    for (const signature of second.facts.signatures) {
      const judge = signature.timestamp ? opensslDocumentTimestamp : opensslCms
      expect(judge(authority.folder, second.bytes, signature)).toMatchObject({ status: 0 })
    }
    // facts carried along with the tails are what the file itself says
    const reread = readSigningFacts(second.bytes)
    expect(JSON.parse(JSON.stringify(reread))).toEqual(JSON.parse(JSON.stringify(second.facts)))
    const report = validateDocument(second.bytes, { anchors: anchors(), at: new Date() })
    expect(report.signatures.map(({ indication, findings }) => [indication, findings.map(({ code }) => code)])).toEqual(
      report.signatures.map(() => ['TOTAL-PASSED', []]),
    )
    expect(report.signatures).toHaveLength(4)
    expect(report.forgeries).toEqual([])
    const signerCertificate = authority.signers[1]!.certificate
    const approved = { approvedSha256: hash('sha256', first.bytes, 'buffer'), originalSize: first.bytes.length, signerCertificate }
    const { key } = second.facts.encryption!
    expect(await recheckSigned({ bytes: second.bytes, ...approved, key })).toEqual({ ok: true })
    const changed = Buffer.from(second.bytes)
    changed[first.bytes.length + 200]! ^= 1
    expect(await recheckSigned({ bytes: changed, ...approved, key })).toMatchObject({ ok: false })
  })
})

describe('what is appended', () => {
  test.each(Object.keys(kinds) as Kind[])('is read by qpdf as it was written: %s', { timeout: 60_000 }, async (kind) => {
    const { bytes } = await sign(encrypt(files.table, kinds[kind][0]))
    const [sealed, plain] = [join(authority.folder, 'signed.pdf'), join(authority.folder, 'opened.pdf')]
    writeFileSync(sealed, bytes)
    execFileSync('qpdf', ['--decrypt', '--object-streams=disable', sealed, plain])
    const opened = openPdf(readFileSync(plain))
    expect(opened.decryption).toBeUndefined()
    const texts: string[] = []
    let certificates = 0
    for (const { value } of opened.objects()) {
      if (isStream(value) && opened.data(value)[0] === 0x30) certificates++
      if (!isDict(value)) continue
      for (const key of ['Reason', 'T', 'Title', 'Lang'])
        if (isString(value.entries.get(key))) texts.push(textOf(value.entries.get(key) as never))
    }
    expect(texts).toEqual(expect.arrayContaining(['موافقة على العقد', 'Approval0', 'Timestamp1', words, 'ar']))
    expect(certificates).toBeGreaterThanOrEqual(5)
    const piece = opened.get(opened.root, 'PieceInfo')
    expect(isDict(piece) && textOf(piece.entries.get('A') as never)).toBe(words)
    // nothing that a reader should need the key for stands there in clear
    const tail = bytes.toString('latin1')
    for (const text of ['Approval0', 'Timestamp1', '/Lang (ar)']) expect(tail.includes(text)).toBe(false)
  })
})

const protectedByMac = () => withMac(encrypt(files.table, '256'))

describe('a file that a MAC protects', () => {
  const locations = (bytes: Buffer) => [...bytes.toString('latin1').matchAll(/\/MACLocation \/(\w+)/g)].map(([, location]) => location)
  const report = (bytes: Uint8Array) => validateDocument(bytes, { anchors: anchors(), at: new Date() })

  test('has one with every revision that we append', { timeout: 60_000 }, async () => {
    const file = protectedByMac()
    const first = await sign(file)
    const second = await sign(first.bytes, { who: 1 })
    const [signature, store, stamp] = ['AttachedToSig', 'Standalone', 'AttachedToSig']
    expect(locations(second.bytes)).toEqual(['Standalone', signature, store, stamp, signature, store, stamp])
    expect(report(second.bytes).signatures.map(({ indication, findings }) => [indication, findings])).toEqual(
      second.facts.signatures.map(() => ['TOTAL-PASSED', []]),
    )
    expect(judged(second.bytes, '').filter((sentence) => sentence === 'Signature is Valid.')).toHaveLength(2)
    for (const one of second.facts.signatures)
      expect((one.timestamp ? opensslDocumentTimestamp : opensslCms)(authority.folder, second.bytes, one)).toMatchObject({ status: 0 })
    expect(JSON.parse(JSON.stringify(readSigningFacts(second.bytes)))).toEqual(JSON.parse(JSON.stringify(second.facts)))
  })

  test('is signed no more where the MAC is not its own: somebody changed it who could not open it', async () => {
    const refused = { signable: false, code: 'ENCRYPTED', what: ['ENCRYPTION'] }
    const file = protectedByMac()
    const changed = Buffer.from(file)
    changed[file.indexOf('/Helvetica') + 1]! ^= 0x20
    for (const one of [changed, Buffer.concat([file, Buffer.from('\n')])]) expect(readSigningFacts(one)).toMatchObject(refused)
    const { bytes } = await sign(file)
    expect(readSigningFacts(bytes)).toMatchObject({ signable: true })
    expect(readSigningFacts(Buffer.concat([bytes, Buffer.from('\n')]))).toMatchObject(refused)
  })

  test('has none where its author wants none, and a MAC that is another file’s leaves bytes that nothing explains', async () => {
    expect(locations((await sign(encrypt(files.table, '256'))).bytes)).toEqual([])
    const { bytes } = await sign(protectedByMac(), { level: 'B-B' })
    const other = Buffer.from(bytes.toString('latin1').replace('/KDFSalt <5A', '/KDFSalt <5B'), 'latin1')
    // the salt is signed as well: what the MAC says is asked besides
    expect(report(other).signatures[0]).toMatchObject({ subIndication: 'HASH_FAILURE' })
    const attribute = /06062881fa0401023182(....)/.exec(bytes.toString('latin1'))!
    const altered = Buffer.from(bytes)
    const last = attribute.index + attribute[0].length + 2 * Number.parseInt(attribute[1]!, 16) - 1
    altered[last] = altered[last] === 0x30 ? 0x31 : 0x30 // the last digit of the MAC
    expect(report(altered).signatures[0]!.findings.map(({ code }) => code)).toContain('uncoveredBytesUnexplained')
  })

  test.runIf(isRelease)('is opened by pyHanko, which checks the MAC', { timeout: 300_000 }, async ({ skip }) => {
    const ask = await summon(judges.find(({ name }) => name === 'pyhanko')!).catch((error: Error) =>
      console.error(`NOT JUDGED BY PYHANKO, WHICH IS NOT HERE: ${error.message}`),
    )
    if (!ask) return skip('without pyHanko')
    const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
    const paths: string[] = []
    for (const level of levels) {
      const path = join(authority.folder, `mac-${level}.pdf`)
      writeFileSync(path, (await sign(protectedByMac(), { level })).bytes)
      paths.push(path)
    }
    const broken = join(authority.folder, 'mac-broken.pdf')
    writeFileSync(broken, Buffer.concat([readFileSync(paths[2]!), Buffer.from('\n')]))
    const said = await ask(authority.folder, [...paths, broken])
    expect(paths.map((path) => said.get(path))).toMatchObject(paths.map(() => ({ verdict: 'passed' })))
    expect(said.get(broken)).toMatchObject({ verdict: 'unreadable' })
  })
})

describe('a password', () => {
  const passwords = { user: 'كلمة السر 7', owner: 'مالك' }
  test.each(['256', '256 --force-R5'])('of the user opens a file in AES-256 (%s), and it is signed', async (how) => {
    const file = encrypt(files.stream, how, passwords)
    expect(readSigningFacts(file)).toMatchObject({ signable: false, code: 'ENCRYPTED', what: ['PASSWORD'] })
    expect(readSigningFacts(file, { opener: 'كلمة السر 8' })).toMatchObject({ signable: false, code: 'ENCRYPTED', what: ['PASSWORD'] })
    const { bytes } = await sign(file, { password: passwords.user })
    expect(judged(bytes, passwords.user)).toContain('Signature is Valid.')
    expect(validateDocument(bytes, { anchors: anchors(), at: new Date() }).findings).toEqual([{ code: 'fileEncrypted' }])
    const report = validateDocument(bytes, { anchors: anchors(), at: new Date(), password: passwords.owner })
    expect(report.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED'])
  })

  test.each([
    ['an emoji with what makes it colourful', 'سرّي ❤\ufe0f', 'سرّي ❤'],
    ['a space that does not break', 'كلمة\u00a0السر', 'كلمة السر'],
    ['a space of no width, left out', 'a\u200bb', 'ab'],
    ['a space of no width, made a space', 'a\u200bb', 'a b'],
    ['a letter in another form', '\ufefb', 'لا'],
    ['what no program prepared', 'a\u00a0b', 'a\u00a0b'],
  ])('is opened as programs prepare it (RFC 4013): %s', (_, typed, written) => {
    const file = encrypt(files.table, '256', { user: written, owner: 'x' })
    expect(openPdf(file, undefined, typed).decryption?.openedAs).toBe('user')
  })

  test.each(['40', '128 --use-aes=n', '128 --use-aes=y'])('opens an older file (%s)', async (how) => {
    const file = encrypt(files.table, how, { user: 'User 7', owner: 'Owner' })
    expect(readSigningFacts(file)).toMatchObject({ signable: false, what: ['PASSWORD'] })
    for (const password of ['User 7', 'Owner']) {
      const { bytes } = await sign(file, { password })
      expect(judged(bytes, 'User 7')).toContain('Signature is Valid.')
    }
    const accented = encrypt(files.table, how, { user: 'Größe 7', owner: 'Owner' })
    expect(openPdf(accented, undefined, 'Größe 7').decryption?.openedAs).toBe('user')
    expect(openPdf(accented, undefined, 'Owner').decryption?.openedAs).toBe('owner')
  })
})

describe('permissions', () => {
  const [r2, r4, r6] = ['40', '128 --use-aes=y', '256']
  test.each([
    ['everything', r6, true, true],
    ['nothing of the document changed, comments and forms allowed', `${r6} --modify=annotate`, false, true],
    ['filling in alone', `${r6} --modify=form`, false, true],
    ['pages put together alone', `${r4} --modify=assembly`, false, false],
    ['no change at all', `${r4} --modify=none`, false, false],
    ['no change of the document, revision 2', `${r2} --modify=n`, false, true],
    ['no comments, revision 2', `${r2} --annotate=n`, false, false],
    ['neither copying nor printing', `${r6} --extract=n --print=none`, true, true],
  ])('%s', (_what, how, mayAddFields, maySignFields) => {
    const without = encrypt(files.table, how)
    if (mayAddFields) expect(readSigningFacts(without)).toMatchObject({ encryption: { mayAddFields, maySignFields } })
    else expect(readSigningFacts(without)).toMatchObject({ signable: false, code: 'NOT_PERMITTED' })
    const prepared = readSigningFacts(encrypt(readFileSync(join(import.meta.dirname, '../fixtures/pdf/pdfbox-prepared-field.pdf')), how))
    if (maySignFields) expect(prepared).toMatchObject({ encryption: { mayAddFields, maySignFields } })
    else expect(prepared).toMatchObject({ signable: false, code: 'NOT_PERMITTED' })
    expect(readSigningFacts(without, { opener: 'the owner' })).toMatchObject({ encryption: { mayAddFields: true, maySignFields: true } })
  })

  test('an existing field is signed where no new one may be added, and gets no archive time stamp', async () => {
    const file = encrypt(readFileSync(join(import.meta.dirname, '../fixtures/pdf/pdfbox-prepared-field.pdf')), `${r6} --modify=form`)
    await expect(sign(file)).rejects.toMatchObject({ code: 'NEW_FIELDS_NOT_PERMITTED' })
    await expect(sign(file, { field: 'Employee' })).rejects.toMatchObject({ code: 'NEW_FIELDS_NOT_PERMITTED' })
    const { bytes } = await sign(file, { field: 'Employee', level: 'B-LT' })
    expect(judged(bytes, '')).toEqual(['Signature is Valid.'])
  })
})
