import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { drawFirstPage } from '#server/signing/thumbnail/drawFirstPage.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let owner: Browser
let transactionID: string

const pathOf = (name: string) => join(import.meta.dirname, '../../../test/fixtures/pdf', name)
const thumbnail = (position: number, from = owner) => from.get(`/api/v1/esign/my/thumbnails/${transactionID}/${position}`)

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  const headers = { 'content-type': 'application/pdf' }
  const uploaded = await owner.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: readFileSync(pathOf('chromium.pdf')),
    headers,
  })
  const { uniqueFileID } = uploaded.body as { uniqueFileID: string }
  const documents = [{ uniqueFileID, placement: { page: 1, x: 40, y: 500, width: 200, height: 70 } }]
  const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
  transactionID = (begun.body as { transactionID: string }).transactionID
  await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { everyMs: 100 })
})
afterAll(() => server.close())

/** Width, height and the pixels of a PNG of ours. */
function read(picture: string) {
  const png = Buffer.from(picture, 'base64')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const rows = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  const pixel = (x: number, y: number) => [...rows.subarray(y * (1 + width * 3) + 1 + x * 3, y * (1 + width * 3) + 4 + x * 3)]
  return { width, height, pixel }
}

test('its owner sees the first page as it is signed, small; no cache keeps it, and the trail has no download of it', async () => {
  const { status, headers, body } = await thumbnail(1)
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { width, height, pixel } = read((body as { picture: string }).picture)
  expect([width, height]).toEqual([88, 114])
  expect(pixel(0, 0)).toEqual([255, 255, 255])
  // The mark is printed where the page is empty: 40 pt from the left, 500 from the top, 200 × 70 pt.
  const at = (points: number) => Math.floor((points * width) / 612)
  const marked = Array.from({ length: at(70) }, (_, y) => Array.from({ length: at(200) }, (_, x) => pixel(at(40) + x, at(500) + y)[0]!))
  expect(Math.min(...marked.flat())).toBeLessThan(200)
  expect((await thumbnail(1)).body).toEqual(body)
  const downloads = await server.owner.selectFrom('audit_event').select('id').where('action', '=', 'document.downloaded').execute()
  expect(downloads).toEqual([])
})

test('a signing of somebody else’s, and a document that it does not have, answer like what does not exist', async () => {
  const stranger = await server.signIn(cast.faisal)
  expect((await thumbnail(1, stranger)).status).toBe(404)
  expect((await thumbnail(9)).status).toBe(404)
  expect((await thumbnail(0)).status).toBe(404)
})

test('what cannot be drawn has no picture, and harms nobody', async () => {
  expect(await drawFirstPage(import.meta.filename)).toBeUndefined()
  expect(await drawFirstPage(pathOf('chromium.pdf'))).toBeInstanceOf(Buffer)
})
