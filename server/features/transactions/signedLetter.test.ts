import { afterAll, beforeAll, expect, test } from 'vitest'
import { to } from '#contract/screens.ts'
import { cast } from '#server/demo/cast.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let owner: Browser
let transactionID: string

const ask = (id: string, from = owner) => from.post('/api/v1/esign/my/documents/letter', { transactionID: id })
const letters = async () =>
  server.owner.selectFrom('message').select(['recipient', 'subject', 'body']).where('subject', '=', 'رابط مستنداتك الموقّعة').execute()

beforeAll(async () => {
  server = await testServer()
  owner = await server.signIn(cast.noura)
  const listed = await owner.post('/api/v1/esign/my/transactions', { type: 'success' })
  transactionID = (listed.body as { dataList: { transactionID: string }[] }).dataList[0]!.transactionID
})
afterAll(() => server.close())

test('a letter goes to one’s own address, with a link that asks for the sign-in, and the trail says so', async () => {
  const { status, body } = await ask(transactionID)
  expect([status, body]).toEqual([200, { sentTo: 'no•••@example.sa' }])
  const [letter, ...others] = await letters()
  expect(others).toEqual([])
  expect(letter!.recipient).toBe('noura.alqahtani@example.sa')
  expect(letter!.body).toContain(to('myTransaction', { transactionID }))
  const events = await server.owner.selectFrom('audit_event').select('subject').where('action', '=', 'document.linkSent').execute()
  expect(events).toEqual([{ subject: transactionID }])
})

test('nothing is sent about somebody else’s, or about what was not signed', async () => {
  const stranger = await server.signIn(cast.faisal)
  expect((await ask(transactionID, stranger)).status).toBe(404)
  const failed = await owner.post('/api/v1/esign/my/transactions', { type: 'failed' })
  expect((await ask((failed.body as { dataList: { transactionID: string }[] }).dataList[0]!.transactionID)).status).toBe(404)
  expect(await letters()).toHaveLength(1)
})

test('so many letters an hour, and no more', async () => {
  await server.forgetAttempts()
  const answered = []
  for (let i = 0; i < 6; i++) answered.push((await ask(transactionID)).status)
  expect(answered).toEqual([200, 200, 200, 200, 200, 429])
})
