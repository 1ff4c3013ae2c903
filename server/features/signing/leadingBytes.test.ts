/** What mail and web servers put before a PDF is no part of it: what follows is signed, and the sender is told. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordHeaders } from '#contract/documentPassword.ts'
import { cast } from '#server/demo/cast.ts'
import { pdfsig, qpdfCheck } from '#test/fixtures/pdf/judges.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
const folder = mkdtempSync(join(tmpdir(), 'tawqi-leading-'))
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const plain = new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url).pathname
const file = readFileSync(plain)
const upload = (body: Uint8Array | ReadableStream, password?: string) =>
  noura.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body,
    headers: { 'content-type': 'application/pdf', ...passwordHeaders(password) },
  })
const behind = (text: string, pdf: Uint8Array = file) => Buffer.concat([Buffer.from(text, 'latin1'), pdf])
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nX-Version: %PDF-none\r\n\r\n'
test.each([
  ['a line end', '\r\n'],
  ['a byte order mark', '\xef\xbb\xbf'],
  ['a head of HTTP', head],
  ['as much as readers look through', ' '.repeat(1024 - 9)],
])('%s is left out, and what follows is signed as it is', { timeout: 60_000 }, async (_, text) => {
  const taken = await upload(behind(text))
  expect(taken.body, taken.text).toMatchObject({ leadingBytes: text.length, size: file.length, sha256: sha256(file) })
  const { uniqueFileID } = taken.body as { uniqueFileID: string }
  const documents = [{ uniqueFileID, placement: { page: 1, x: 60, y: 600, width: 220, height: 70 } }]
  const { version } = (await noura.get('/api/v1/esign/my/draft')).body
  const chosen = { ...documents[0], field: null, isPlaced: true, isRead: false, design: 'full', language: null }
  expect((await noura.post('/api/v1/esign/my/draft', { version, documents: [chosen] })).status).toBe(200)
  const draft = (await noura.get('/api/v1/esign/my/draft')).body
  expect(draft.documents[0].upload).toEqual(taken.body)

  const { body } = await noura.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  const ended = await noura.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: body.transactionID })
  expect(ended.body, ended.text).toMatchObject({ state: 'success' })
  const signed = (await noura.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer
  expect(signed.subarray(0, file.length).equals(file)).toBe(true)
  const path = join(folder, 'signed.pdf')
  writeFileSync(path, signed)
  expect(pdfsig(path)[0]).toBe('Signature is Valid.')
  expect(qpdfCheck(path).status).toBe(0)
  const report = await noura.send('POST', '/api/v1/verify', { body: signed, headers: { 'content-type': 'application/pdf' } })
  expect(report.body).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned', findings: [] })
})

test('it is found however the bytes arrive', async () => {
  const bytes = behind(head)
  const pieces = new ReadableStream({
    async start(controller) {
      for (let at = 0; at < 200; at += 7) {
        controller.enqueue(bytes.subarray(at, Math.min(at + 7, 200)))
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      controller.enqueue(bytes.subarray(200))
      controller.close()
    },
  })
  expect((await upload(pieces)).body).toMatchObject({ leadingBytes: head.length, sha256: sha256(file) })
  const small = simplePdf()
  expect((await upload(small)).body).toMatchObject({ leadingBytes: 0, sha256: sha256(small) })
})

test('behind a password, too', async () => {
  const path = join(folder, 'encrypted.pdf')
  execFileSync('qpdf', ['--encrypt', 'open it', 'owner', '256', '--', plain, path])
  const encrypted = readFileSync(path)
  const asked = await upload(behind('\r\n', encrypted))
  expect(asked.body).toMatchObject({ detail: 'REFUSED_DOCUMENT', errors: [{ field: 'password' }] })
  const taken = await upload(behind('\r\n', encrypted), 'open it')
  expect(taken.body, taken.text).toMatchObject({ leadingBytes: 2, sha256: sha256(encrypted), isEncrypted: true })
})

test('where the offsets count it, readers differ: it is refused with what it is and what to do', async () => {
  const text = '%'.repeat(9) + '\n'
  const moved = simplePdf().toString('latin1')
  const absolute = moved
    .replace(/^(\d{10}) 00000 n/gm, (_, offset: string) => `${String(Number(offset) + text.length).padStart(10, '0')} 00000 n`)
    .replace(/startxref\s+(\d+)/, (_, offset: string) => `startxref\n${Number(offset) + text.length}`)
  const { status, body } = await upload(behind(text, Buffer.from(absolute, 'latin1')))
  expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
  expect(body.title).toContain('before the PDF')
})

test.each([
  ['more than readers look through', behind(' '.repeat(1024))],
  ['no PDF at all', behind('\r\n', Buffer.from('no PDF'))],
])('%s is refused as it stands', async (_, bytes) => {
  const { status, body } = await upload(bytes)
  expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
})

test('what follows it is judged as if it stood alone', async () => {
  const scripted = simplePdf({ objects: { 1: '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>' } })
  const { body } = await upload(behind('\r\n', scripted))
  expect(body).toMatchObject({ detail: 'REFUSED_DOCUMENT', title: expect.stringContaining('JavaScript') as string })
})
