import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentPasswordHeader, passwordHeaders } from '#contract/documentPassword.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { cast } from '#server/demo/cast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { withMac } from '#test/fixtures/pdf/make/withMac.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
const folder = mkdtempSync(join(tmpdir(), 'tawqi-encrypted-'))
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const plain = new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url).pathname
const passwords = { user: 'كلمة سرّ نورة', owner: 'the owner’s' }

function encrypted(user: string, permissions: readonly string[] = [], from = plain): Buffer {
  const path = join(folder, 'encrypted.pdf')
  execFileSync('qpdf', ['--encrypt', user, passwords.owner, '256', ...permissions, '--', from, path])
  return readFileSync(path)
}

const withPassword = (password: string | undefined) => ({
  'content-type': 'application/pdf',
  ...passwordHeaders(password),
})
const upload = (browser: Browser, body: Uint8Array, password?: string) =>
  browser.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body, headers: withPassword(password) })
const verify = async (body: Uint8Array, password?: string) =>
  (await server.browser({}).send('POST', '/api/v1/verify', { body, headers: withPassword(password) })).body as {
    indication: string
    findings: { code: string }[]
  }

const placement = { page: 1, x: 60, y: 600, width: 220, height: 70 }

async function sign(browser: Browser, uniqueFileID: string, where: object = { placement }): Promise<Buffer> {
  const documents = [{ uniqueFileID, ...where }]
  const { body } = await browser.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  const ended = await browser.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: body.transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success' })
  return (await browser.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer
}

function pdfsig(bytes: Uint8Array, password: string): string {
  const path = join(folder, 'signed.pdf')
  writeFileSync(path, bytes)
  return execFileSync('pdfsig', ['-nocert', '-upw', password, path], { encoding: 'utf8', stdio: 'pipe' })
}

test('a file behind a password is asked for it, opened, signed as it is, and verified with it', { timeout: 90_000 }, async () => {
  const noura = await server.signIn(cast.noura)
  const file = encrypted(passwords.user)
  const asked = await upload(noura, file)
  expect(asked.status).toBe(422)
  expect(asked.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', errors: [{ field: 'password' }] })
  const wrong = await upload(noura, file, 'كلمة أخرى')
  expect(wrong.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', errors: [{ field: 'password' }] })
  expect(wrong.body.title).not.toBe(asked.body.title)

  const taken = await upload(noura, file, passwords.user)
  expect(taken.body, taken.text).toMatchObject({ documentName: 'contract.pdf', size: file.length, signatures: 0 })
  const { facts } = await server.db
    .selectFrom('document')
    .select('facts')
    .where('public_id', '=', taken.body.uniqueFileID)
    .executeTakeFirstOrThrow()
  const key = execFileSync('qpdf', [
    '--show-encryption-key',
    '--show-encryption',
    `--password=${passwords.user}`,
    join(folder, 'encrypted.pdf'),
  ])
  const shown = /Encryption key = ([0-9a-f]{64})/.exec(key.toString())![1]!
  for (const secret of [passwords.user, shown, Buffer.from(shown, 'hex').toString('base64')])
    expect(JSON.stringify(facts)).not.toContain(secret)

  const signed = await sign(noura, taken.body.uniqueFileID as string)
  expect(signed.subarray(0, file.length).equals(file)).toBe(true)
  expect(pdfsig(signed, passwords.user)).toContain('Signature is Valid.')
  expect((await verify(signed)).findings).toEqual([{ code: 'fileEncrypted' }])
  expect((await verify(signed, 'كلمة أخرى')).findings).toEqual([{ code: 'filePasswordWrong' }])
  for (const password of [passwords.user, passwords.owner]) expect((await verify(signed, password)).indication).toBe('TOTAL-PASSED')
  const report = await server
    .browser({})
    .send('POST', '/api/v1/verify/report?language=en&name=a.pdf', { body: signed, headers: withPassword(passwords.user) })
  writeFileSync(join(folder, 'report.pdf'), report.body as Buffer)
  expect(execFileSync('pdftotext', [join(folder, 'report.pdf'), '-'], { encoding: 'utf8' })).toContain('TOTAL-PASSED')
})

test(
  'a file that a MAC protects is signed with MACs of its own, signed once more, and refused where somebody changed it',
  { timeout: 90_000 },
  async () => {
    const [noura, faisal] = [await server.signIn(cast.noura), await server.signIn(cast.faisal)]
    const plainest = join(folder, 'plainest.pdf')
    writeFileSync(plainest, simplePdf())
    const file = withMac(encrypted(passwords.user, [], plainest), passwords.user)
    const changed = Buffer.from(file)
    changed[file.indexOf('/Helvetica') + 1]! ^= 0x20
    const refused = await upload(noura, changed, passwords.user)
    expect(refused.body, refused.text).toMatchObject({ detail: 'REFUSED_DOCUMENT', title: expect.stringContaining('encryption') as string })
    const taken = await upload(noura, file, passwords.user)
    const once = await sign(noura, taken.body.uniqueFileID as string)
    const again = await upload(faisal, once, passwords.user)
    const twice = await sign(faisal, again.body.uniqueFileID as string, { placement: { ...placement, y: 400 } })
    for (const signed of [once, twice]) {
      expect((await verify(signed, passwords.user)).indication).toBe('TOTAL-PASSED')
      expect(pdfsig(signed, passwords.user)).toContain('Signature is Valid.')
      const facts = readSigningFacts(signed, { opener: passwords.user })
      expect(facts, 'its last MAC is right').toMatchObject({ signable: true, encryption: { macSalt: '5a'.repeat(32) } })
    }
  },
)

test('what the author does not allow takes the owner’s password', async () => {
  const noura = await server.signIn(cast.noura)
  const file = encrypted('', ['--modify=none'])
  const refused = await upload(noura, file)
  expect(refused.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', errors: [{ field: 'password' }] })
  expect(refused.body.title).toContain('permissions')
  const taken = await upload(noura, file, passwords.owner)
  const signed = await sign(noura, taken.body.uniqueFileID as string)
  expect(pdfsig(signed, '')).toContain('Signature is Valid.')
  expect((await verify(signed)).indication).toBe('TOTAL-PASSED')
})

test('where filling in alone is allowed, a field that stands there is signed, and no new one', { timeout: 60_000 }, async () => {
  const noura = await server.signIn(cast.noura)
  const file = encrypted('', ['--modify=form'], plain.replace('libreoffice', 'pdfbox-prepared-field'))
  const taken = await upload(noura, file)
  expect(taken.body.emptyFields, taken.text).toMatchObject([{ name: 'Employee', refusal: '' }])
  const { uniqueFileID } = taken.body as { uniqueFileID: string }
  const refused = await noura.post('/api/v1/esign/my/sign/initiate', { documents: [{ uniqueFileID, placement }], acceptTerms: true })
  expect(refused.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', title: expect.stringContaining('permissions') as string })
  const signed = await sign(noura, uniqueFileID, { placement: null, field: 'Employee' })
  expect(pdfsig(signed, '')).toContain('Signature is Valid.')
  expect(await verify(signed)).toMatchObject({ indication: 'TOTAL-PASSED', signatures: [{ field: 'Employee', level: 'B-LT' }] })
})

test('a password that is none is told at its field, and wrong ones are bounded', async () => {
  const { nationalId } = await addPerson(server, 2, 41)
  server.clock.awayFromWindowEnd(600)
  const person = await server.signIn(nationalId)
  const file = encrypted(passwords.user)
  for (const given of ['%E0%A4', 'a'.repeat(128), '%']) {
    const headers = { 'content-type': 'application/pdf', [documentPasswordHeader]: given }
    const { status, body } = await person.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body: file, headers })
    expect([status, body.errors?.[0].field]).toEqual([422, 'password'])
  }
  for (let i = 0; i < 10; i++) expect((await upload(person, file, `wrong ${i}`)).status).toBe(422)
  const { status, body } = await upload(person, file, passwords.user)
  expect([status, body.detail]).toEqual([429, 'TOO_MANY'])
  expect((await upload(person, readFileSync(plain))).status).toBe(200)
  const kept = await server.owner.selectFrom('audit_event').select('facts').where('action', '=', 'document.refused').execute()
  expect(kept.length).toBeGreaterThanOrEqual(10)
  expect(JSON.stringify(kept)).not.toMatch(/wrong \d/)
})
