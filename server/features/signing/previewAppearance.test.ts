import { readFileSync } from 'node:fs'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appearanceDesigns } from '#contract/signing.ts'
import { cast } from '#server/demo/cast.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let owner: Browser
beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
})
afterAll(() => server.close())

const file = readFileSync(new URL('../../../test/fixtures/pdf/libreoffice.pdf', import.meta.url))
const preview = '/api/v1/esign/my/sign/appearance'
const look = { design: 'full', language: 'ar', background: 'none' }

/** The size of the only page, and what is written on it. */
async function read(pdf: Buffer) {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 })
  const page = await (await task.promise).getPage(1)
  const { items } = await page.getTextContent()
  const { width, height } = page.getViewport({ scale: 1 })
  await task.destroy()
  return { width, height, text: items.map((item) => ('str' in item ? item.str : '')).join('') }
}

test.each(appearanceDesigns)('every design is shown before it is signed (%s)', async (design) => {
  const { status, body, headers } = await owner.post(preview, { ...look, design, language: 'en', width: 280, height: 80 })
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/pdf')
  const { width, height, text } = await read(body as Buffer)
  expect([width, height]).toEqual([280, 80])
  expect(text).toContain('Noura Abdullah Saad Alqahtani')
  expect(text).toMatch(/[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5} · TEST/)
})

test.each([
  ['a design that nobody has', { design: 'gold' }],
  ['a box too small to read', { width: 119 }],
  ['one larger than any mark', { height: 401 }],
])('%s is refused', async (_, wrong) => {
  expect((await owner.post(preview, { ...look, width: 200, height: 70, ...wrong })).status).toBe(422)
})

async function upload() {
  const headers = { 'content-type': 'application/pdf' }
  const { body } = await owner.send('POST', '/api/v1/esign/my/uploads?name=agreement.pdf', { body: file, headers })
  return body.uniqueFileID as string
}

test('a document keeps the look that was chosen for it; a signing that was begun with another is given up', async () => {
  const uniqueFileID = await upload()
  const begin = async (appearance?: object) => {
    const documents = [{ uniqueFileID, placement: { page: 1, x: 40, y: 40, width: 200, height: 70 }, ...(appearance && { appearance }) }]
    const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
    expect(begun.status, begun.text).toBe(200)
    return begun.body.transactionID as string
  }
  const line = { design: 'line', language: 'en', background: 'white' }
  const first = await begin(line)
  expect(await begin(line)).toBe(first)
  const second = await begin({ ...line, design: 'mark' })
  expect(second).not.toBe(first)
  const third = await begin()
  expect(third).not.toBe(second)
  const kept = await server.owner
    .selectFrom('document')
    .innerJoin('esign_transaction as t', 't.id', 'document.transaction_id')
    .select(['t.public_id', 'document.appearance'])
    .where('t.public_id', '=', (e) => e.val(third))
    .execute()
  expect(kept).toEqual([{ public_id: third, appearance: null }])
  const ended = await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID: third }, { everyMs: 100 })
  expect(ended.body.state).toBe('success')
})
