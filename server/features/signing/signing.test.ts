import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
let faisal: Browser
const folder = mkdtempSync(join(tmpdir(), 'tawqi-signing-'))
beforeAll(async () => {
  server = await testServer()
  faisal = await server.signIn(cast.faisal)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/pdf/${name}`, import.meta.url))
const upload = (browser: Browser, bytes: Uint8Array, name = 'عقد.pdf') =>
  browser.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, {
    body: bytes,
    headers: { 'content-type': 'application/pdf' },
  })
const placement = { page: 1, x: 60, y: 600, width: 220, height: 70 }

async function sign(browser: Browser, files: { uniqueFileID: string; placement: object | null }[]) {
  const started = await browser.post('/api/v1/esign/my/sign/initiate', { documents: files, acceptTerms: true })
  expect(started.body, started.text).toMatchObject({ status: '3', documents: files.map(({ uniqueFileID }) => ({ uniqueFileID })) })
  return browser.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: started.body.transactionID })
}

test('a document is uploaded, approved, signed at B-LTA, downloaded, and foreign tools accept it', async () => {
  const original = fixture('libreoffice.pdf')
  const uploaded = await upload(faisal, original)
  expect(uploaded.body, uploaded.text).toMatchObject({
    documentName: 'عقد.pdf',
    size: original.length,
    sha256: createHash('sha256').update(original).digest('hex'),
    signatures: 0,
  })
  const ended = await sign(faisal, [{ uniqueFileID: uploaded.body.uniqueFileID, placement }])
  expect(ended.body, ended.text).toMatchObject({ state: 'success', status: '1' })
  const signed = await faisal.get(`/api/v1/esign/my/documents/${ended.body.documents[0].uniqueFileID}/signed`)
  expect(signed.status).toBe(200)
  expect(signed.body.subarray(0, original.length).equals(original)).toBe(true)
  writeFileSync(join(folder, 'signed.pdf'), signed.body)
  expect(execFileSync('pdfsig', ['-nocert', join(folder, 'signed.pdf')], { encoding: 'utf8' })).toMatch(/Signature is Valid/)
  execFileSync('qpdf', ['--check', join(folder, 'signed.pdf')])
  const plan = await server.db
    .selectFrom('plan')
    .select(['available', 'reserved', 'spent'])
    .where('account_id', '=', await accountOf(server.db, faisal.session.slno))
    .executeTakeFirst()
  expect(plan).toEqual({ available: 2, reserved: 0, spent: 1 })
  expect(await unbalancedPlans(server.db)).toEqual([])
  const actions = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject', '=', ended.body.transactionID)
    .orderBy('id')
    .execute()
  expect(actions.map(({ action }) => action)).toEqual([
    'signing.reserved',
    'identity.challenged',
    'signing.authentication',
    'signing.signing',
    'signing.success',
  ])
})
