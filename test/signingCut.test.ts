/** A signing whose connection to the database is lost while it begins: the person comes back with the same documents, and without a key. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cuttableWay, type Cut } from './databaseCut.ts'
import { addPerson } from './people.ts'
import { newKey, testServer, type Browser, type TestServer } from './server.ts'

const pdf = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
let way: Awaited<ReturnType<typeof cuttableWay>>
let server: TestServer
let person: Browser
let accountId: number

beforeAll(async () => {
  way = await cuttableWay()
  server = await testServer({ databaseThrough: (address) => way.through(address), sweepScale: 10_000 }) // nobody else's COMMIT is cut
  const added = await addPerson(server, 2, 810, 20)
  accountId = added.accountId
  person = await server.signIn(added.nationalId)
}, 180_000)
afterAll(async () => {
  await server.close()
  await way.close()
})

const balance = () =>
  server.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('account_id', '=', accountId).executeTakeFirstOrThrow()

test.each<[Cut, number, string]>([
  ['before', 0, 'the reservation'],
  ['after', 0, 'the reservation'],
  ['before', 1, 'the count of starts'],
  ['after', 1, 'the count of starts'],
  ['before', 2, 'the approval asked for'],
  ['after', 2, 'the approval asked for'],
])('cut %s COMMIT %i of it, %s: the same again is signed at once, and one transaction is spent', { timeout: 120_000 }, async (cut, at) => {
  const uploaded = await person.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: pdf,
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: uploaded.body.uniqueFileID, placement: { page: 1, x: 50, y: 50, width: 200, height: 60 } }]
  const order = () => person.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true })
  const before = await balance()
  way.cutNext(cut, at)
  const first = await order()
  expect([200, 503], first.text).toContain(first.status)
  const second = await order()
  // The provider may have the first request open for as long as the person's app takes.
  expect(at === 2 ? ['authentication', 'reserved'] : ['authentication'], second.text).toContain(second.body.state)
  if (first.status === 200) expect(second.body.transactionID).toBe(first.body.transactionID)
  expect(await balance()).toEqual({ ...before, available: before.available - 1, reserved: 1 })
  const { transactionID } = second.body
  const ended = await person.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { tries: 400, everyMs: 100 })
  expect(ended.body.state).toBe('success')
  expect(await balance()).toEqual({ available: before.available - 1, reserved: 0, spent: before.spent + 1 })
})

test.each<[Cut, number]>([
  ['before', 1],
  ['after', 1],
  ['before', 2],
  ['after', 2],
])('under a key, cut %s COMMIT %i of it: the same again goes on with what was reserved', { timeout: 120_000 }, async (cut, at) => {
  const uploaded = await person.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
    body: Buffer.concat([pdf, Buffer.from('\n'.repeat(at + (cut === 'after' ? 3 : 1)))]),
    headers: { 'content-type': 'application/pdf' },
  })
  const documents = [{ uniqueFileID: uploaded.body.uniqueFileID, placement: null }]
  const key = { 'idempotency-key': newKey() }
  const order = () => person.post('/api/v1/esign/my/sign/initiate', { documents, acceptTerms: true }, key)
  const before = await balance()
  way.cutNext(cut, at)
  const first = await order()
  expect([200, 503], first.text).toContain(first.status)
  const second = await order()
  expect(['authentication', 'reserved'], second.text).toContain(second.body.state)
  expect(await balance()).toEqual({ ...before, available: before.available - 1, reserved: 1 })
  const { transactionID } = second.body
  const ended = await person.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { tries: 400, everyMs: 100 })
  expect(ended.body.state).toBe('success')
  expect(await balance()).toEqual({ available: before.available - 1, reserved: 0, spent: before.spent + 1 })
})

test.each(['the same device', 'another device'])(
  'a reservation whose answer was lost goes back when its file comes again from %s',
  async (where) => {
    const { nationalId, personId: id, accountId: owner } = await addPerson(server, 2, where === 'another device' ? 811 : 812, 1)
    const rows = server.db.selectFrom('esign_transaction').select('state').where('person_id', '=', id).orderBy('id')
    const books = () =>
      server.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('account_id', '=', owner).executeTakeFirst()
    const upload = async (browser: Browser) => {
      const { body } = await browser.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', {
        body: pdf,
        headers: { 'content-type': 'application/pdf' },
      })
      return { documents: [{ uniqueFileID: body.uniqueFileID, placement: null }], acceptTerms: true }
    }
    const first = await server.signIn(nationalId)
    const order = await upload(first)
    way.cutNext('after')
    expect((await first.post('/api/v1/esign/my/sign/initiate', order)).status).toBe(503)
    expect(await books()).toEqual({ available: 0, reserved: 1, spent: 0 })
    const second = where === 'another device' ? await server.signIn(nationalId) : first
    const again = await upload(second)
    expect(await books()).toEqual({ available: 1, reserved: 0, spent: 0 })
    const { status, body, text } = await second.post('/api/v1/esign/my/sign/initiate', again)
    expect([status, body.state], text).toEqual([200, 'authentication'])
    const { transactionID } = body
    await second.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { tries: 400, everyMs: 100 })
    expect(await rows.execute()).toEqual([{ state: 'cancelled' }, { state: 'success' }])
    expect(await books()).toEqual({ available: 0, reserved: 0, spent: 1 })
  },
)
