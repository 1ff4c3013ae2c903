import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { type Browser, newKey, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const file = readFileSync(new URL('../../../test/fixtures/pdf/handmade-empty-fields.pdf', import.meta.url))
const address = '/api/v1/esign/my/draft'
const placement = { page: 1, x: 40, y: 40, width: 200, height: 70 }
const how = { placement, field: null, isPlaced: true, isRead: false, design: 'line', language: 'en' }

async function upload(browser: Browser): Promise<Record<string, unknown> & { uniqueFileID: string }> {
  const headers = { 'content-type': 'application/pdf' }
  return (await browser.send('POST', '/api/v1/esign/my/uploads?name=form.pdf', { body: file, headers })).body
}
const read = async (browser: Browser) => (await browser.get(address)).body
const save = (browser: Browser, version: number, documents: object[]) => browser.post(address, { version, documents })

test('what was chosen is there again in another browser, as it was uploaded and placed', async () => {
  const here = await server.signIn(cast.noura)
  expect(await read(here)).toEqual({ version: 0, documents: [] })
  const [first, second] = [await upload(here), await upload(here)]
  const documents = [
    { uniqueFileID: second.uniqueFileID, ...how },
    { uniqueFileID: first.uniqueFileID, ...how, placement: null, field: 'Manager', language: null },
  ]
  expect((await save(here, 0, documents)).body).toEqual({ version: 1 })
  const elsewhere = await server.signIn(cast.noura)
  expect(await read(elsewhere)).toEqual({
    version: 1,
    documents: [
      { ...documents[0], upload: second },
      { ...documents[1], upload: first },
    ],
  })

  await elsewhere.post('/api/v1/esign/my/uploads/discard', { uniqueFileID: second.uniqueFileID })
  expect((await read(here)).documents.map((one: { uniqueFileID: string }) => one.uniqueFileID)).toEqual([first.uniqueFileID])
})

test('of two browsers that change it, the second is told, and nothing of the first is lost', async () => {
  const here = await server.signIn(cast.faisal)
  const { uniqueFileID } = await upload(here)
  const answers = await Promise.all(Array.from({ length: 5 }, () => save(here, 0, [{ uniqueFileID, ...how }])))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)!.body.detail).toBe('WRONG_STATE')
  expect(await read(here)).toMatchObject({ version: 1, documents: [{ uniqueFileID }] })
  expect((await save(here, 1, [])).body).toEqual({ version: 2 })
  expect(await read(here)).toEqual({ version: 2, documents: [] })
})

test('a document of somebody else is not taken into it', async () => {
  const [owner, stranger] = [await server.signIn(cast.noura), await server.signIn(cast.faisal)]
  const { uniqueFileID } = await upload(owner)
  const [foreign, absent] = [
    await save(stranger, 2, [{ uniqueFileID, ...how }]),
    await save(stranger, 2, [{ uniqueFileID: 'A'.repeat(22), ...how }]),
  ]
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, reference: '' }).toEqual({ ...absent.body, reference: '' })
})

test('what is being signed is no draft; a signing that comes to nothing gives it back, one that is done does not', async () => {
  const owner = await server.signIn(cast.noura)
  const { version } = await read(owner)
  const { uniqueFileID } = await upload(owner)
  await save(owner, version, [{ uniqueFileID, ...how }])
  const begin = async () => {
    const documents = [{ uniqueFileID, placement }]
    const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
    expect(begun.status, begun.text).toBe(200)
    return begun.body.transactionID as string
  }
  const first = await begin()
  expect((await read(owner)).documents).toEqual([])
  await owner.post('/api/v1/esign/my/sign/cancel', { transactionID: first })
  expect(await read(owner)).toMatchObject({ documents: [{ uniqueFileID, design: 'line' }] })

  const transactionID = await begin()
  const ended = await owner.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { everyMs: 100 })
  expect(ended.body.state).toBe('success')
  expect((await read(owner)).documents).toEqual([])
})

test('a signing that came to nothing is taken up as it was asked for, where nothing else is chosen', async () => {
  const owner = await server.signIn(cast.noura)
  const { version } = await read(owner)
  await save(owner, version, [])
  const { uniqueFileID } = await upload(owner)
  const documents = [{ uniqueFileID, placement, appearance: { design: 'mark', language: 'ar', background: 'none' } }]
  const begun = await owner.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, { 'idempotency-key': newKey() })
  const { transactionID } = begun.body
  const again = (by: Browser, id: string) => by.get(`${address}?transactionID=${id}`)
  expect((await again(owner, transactionID)).status).toBe(404)
  await owner.post('/api/v1/esign/my/sign/cancel', { transactionID })
  expect((await again(owner, transactionID)).body).toMatchObject({
    documents: [{ uniqueFileID, placement, field: null, isPlaced: true, design: 'mark', language: 'ar' }],
  })
  expect((await again(await server.signIn(cast.faisal), transactionID)).status).toBe(404)
})
