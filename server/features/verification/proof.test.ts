import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SigningProof } from '#contract/verification.ts'
import { cast } from '#server/demo/cast.ts'
import { qrPath } from '#server/platform/typeset/qr.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let owner: Browser
let signing: { transactionID: string; documents: { uniqueFileID: string }[] }
let rejected: { transactionID: string }

const files = ['libreoffice.pdf', 'chromium.pdf'].map((name) =>
  readFileSync(new URL(`../../../test/fixtures/pdf/${name}`, import.meta.url)),
)
const lookUp = (code: string, from = server.browser()) => from.post('/api/v1/verify/code', { code })

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  signing = await sign(files)
  rejected = await begin([files[0]!])
  await owner.post('/api/v1/esign/my/sign/cancel', { transactionID: rejected.transactionID })
})
afterAll(() => server.close())

/** What the signature of this signing shows. */
const shortCode = async () =>
  (
    await server.owner
      .selectFrom('esign_transaction')
      .select('proof_code')
      .where('public_id', '=', signing.transactionID)
      .executeTakeFirstOrThrow()
  ).proof_code!

/** What stands in a file's compressed streams. */
const streamsOf = (file: Buffer) =>
  [...file.toString('latin1').matchAll(/\bstream\r?\n(.*?)\nendstream/gs)].flatMap(([, packed]) => {
    try {
      return [inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')]
    } catch {
      return [] // not compressed, or otherwise
    }
  })

async function begin(contents: readonly Buffer[]) {
  const documents = []
  for (const [i, body] of contents.entries()) {
    const { body: uploaded } = await owner.send('POST', `/api/v1/esign/my/uploads?name=private-matter-${i}.pdf`, {
      body,
      headers: { 'content-type': 'application/pdf' },
    })
    documents.push({ uniqueFileID: uploaded.uniqueFileID, placement: { page: 1, x: 40, y: 40, width: 200, height: 70 } })
  }
  const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
  expect(begun.status, begun.text).toBe(200)
  return begun.body as typeof signing
}

async function sign(contents: readonly Buffer[]) {
  const { transactionID } = await begin(contents)
  const ended = await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { everyMs: 100 })
  expect(ended.body.state).toBe('success')
  return ended.body as typeof signing
}

test('the code that a signature shows tells anybody what was signed under it', async () => {
  const { status, body, text } = await lookUp(signing.transactionID)
  expect(status).toBe(200)
  expect(SigningProof.safeDecode(body).success).toBe(true)
  const signed = await Promise.all(
    signing.documents.map(
      async ({ uniqueFileID }) => (await owner.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer,
    ),
  )
  expect(body.documents).toEqual(
    signed.map((bytes) => ({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length, level: 'B-LTA' })),
  )
  const { name_ar: nameAr, name_en: nameEn } = await server.owner
    .selectFrom('person')
    .select(['name_ar', 'name_en'])
    .where('id', '=', owner.session.slno)
    .executeTakeFirstOrThrow()
  for (const word of [...nameAr.split(' '), ...nameEn.split(' '), 'private-matter']) expect(text).not.toContain(word)
  expect(body.signer).toBe(nameEn.replace(/(\S)\S*/g, '$1•••'))
  expect(body.signerAr.split(' ')).toHaveLength(nameAr.split(' ').length)
})

test('the picture of the code leads there', async () => {
  const { uniqueFileID } = signing.documents[0]!
  const signed = (await owner.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body as Buffer
  const { path } = qrPath(`${server.app.configuration.PUBLIC_URL}/verify?code=${await shortCode()}`)
  expect(streamsOf(signed).filter((content) => content.includes(path))).toHaveLength(1)
})

test('the short code beside it is taken as people type it', async () => {
  const code = await shortCode()
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/)
  const typed = [
    code,
    `${code.slice(0, 5)}-${code.slice(5)}`,
    ` ${code.toLowerCase()} `,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
    [...code].join(' '),
  ]
  for (const one of typed) expect((await lookUp(one)).body).toMatchObject({ transactionID: signing.transactionID })
  for (const wrong of [code.slice(1), `${code}0`, 'U'.repeat(10), '']) expect((await lookUp(wrong)).status).toBe(422)
  expect((await lookUp('ZZZZZ-ZZZZZ')).status).toBe(404)
})

test('a signing that came to nothing answers like a code that nobody has', async () => {
  const [cancelled, absent] = [await lookUp(rejected.transactionID), await lookUp('A'.repeat(22))]
  expect(cancelled.status).toBe(404)
  expect({ ...cancelled.body, reference: '' }).toEqual({ ...absent.body, reference: '' })
})

test('codes cannot be tried one after the other', async () => {
  const guesser = server.browser()
  const statuses = new Set<number>()
  for (let i = 0; i < 61; i++) statuses.add((await lookUp(String(i).padStart(22, 'x'), guesser)).status)
  expect(statuses).toEqual(new Set([404, 429]))
})
