/** A signing whose connection to the database is lost while it begins: the person comes back with the same documents, and without a key. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cuttableWay, type Cut } from './databaseCut.ts'
import { addPerson } from './people.ts'
import { testServer, type Browser, type TestServer } from './server.ts'

const pdf = readFileSync(new URL('fixtures/pdf/libreoffice.pdf', import.meta.url))
let way: Awaited<ReturnType<typeof cuttableWay>>
let server: TestServer
let person: Browser
let personId: number

beforeAll(async () => {
  way = await cuttableWay()
  server = await testServer({ databaseThrough: (address) => way.through(address), sweepScale: 10_000 }) // nobody else's COMMIT is cut
  const added = await addPerson(server, 2, 810, 20)
  personId = added.personId
  person = await server.signIn(added.nationalId)
}, 180_000)
afterAll(async () => {
  await server.close()
  await way.close()
})

const balance = () =>
  server.db.selectFrom('plan').select(['available', 'reserved', 'spent']).where('person_id', '=', personId).executeTakeFirstOrThrow()

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
  expect([second.status, second.body.state], second.text).toEqual([200, 'authentication'])
  if (first.status === 200) expect(second.body.transactionID).toBe(first.body.transactionID)
  expect(await balance()).toEqual({ ...before, available: before.available - 1, reserved: 1 })
  const { transactionID } = second.body
  const ended = await person.pollUntilEnded('/api/v1/esign/my/sign/verify', { transactionID }, { tries: 400, everyMs: 100 })
  expect(ended.body.state).toBe('success')
  expect(await balance()).toEqual({ available: before.available - 1, reserved: 0, spent: before.spent + 1 })
})
