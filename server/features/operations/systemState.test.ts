/** How the product is, as its staff read it: what is shown is what the product saw, and what is wrong is shown as wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepNames } from '#contract/systemState.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { type Browser, testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let sales: Browser
beforeAll(async () => {
  server = await testServer()
  sales = await server.signIn(cast.latifah)
})
afterAll(() => server.close())

type State = {
  checks: { check: string; isWell: boolean }[]
  freeBytes: number
  knowsTime: boolean
  authorities: { authorityKey: string; issuedTo: string; validTo: string; listUpdated: string | null }[]
  waiting: { work: string; count: number; since: string | null }[]
  undelivered: number
  storesDocuments: boolean
  publishing: { ocsp: boolean; lists: boolean }
  outside: { party: string; isReached: boolean | null }[]
  sweeps: { sweep: string; everySeconds: number; lastRun: string | null; isWell: boolean }[]
}
const look = async (by = sales) => (await by.get('/api/v1/operations/state')).body as State

test('every check, sweep and key of the authority stands there', async () => {
  // the record of health waits a minute first
  await expect
    .poll(async () => (await look()).sweeps.filter(({ lastRun }) => lastRun === null).map(({ sweep }) => sweep))
    .toEqual(['health'])
  const state = await look()
  expect(state.checks.map(({ check, isWell }) => [check, isWell])).toEqual(
    ['database', 'migrations', 'disk', 'books', 'clock'].map((check) => [check, true]),
  )
  expect(state.freeBytes).toBeGreaterThan(0)
  expect(state.sweeps.map(({ sweep }) => sweep).toSorted()).toEqual([...sweepNames].toSorted())
  expect(state.sweeps.every(({ isWell }) => isWell)).toBe(true)
  const root = state.authorities.find(({ authorityKey }) => authorityKey === 'root')!
  expect(root.issuedTo).not.toBe('')
  expect(Date.parse(root.validTo)).toBeGreaterThan(server.clock.now().getTime())
  const keys = await server.db.selectFrom('authority_key').select('id').where('state', '=', 'active').execute()
  expect(state.authorities.map(({ authorityKey }) => authorityKey).toSorted()).toEqual(keys.map(({ id }) => id).toSorted())
})

test('messages that wait, and those that could not be delivered, are counted', async () => {
  const before = await look()
  const at = addDays(server.clock.now(), -1)
  const message = { channel: 'mail' as const, recipient: 'x@example.sa', subject: 's', body: '', created_at: at, due_at: addDays(at, 10) }
  await server.owner
    .insertInto('message')
    .values([message, { ...message, gave_up_at: at }, { ...message, gave_up_at: addDays(at, -40) }])
    .execute()
  const after = await look()
  expect(after.undelivered).toBe(before.undelivered + 1)
  const messages = after.waiting.find(({ work }) => work === 'messages')!
  expect(messages.count).toBeGreaterThan(0)
  expect(Date.parse(messages.since!)).toBeLessThanOrEqual(at.getTime())
})

test('a fault is shown where it is, and its words stay in the log', async () => {
  const { freeBytes } = server.app
  Object.assign(server.app, { freeBytes: async () => 1_000 })
  try {
    await expect.poll(async () => (await look()).checks.find(({ check }) => check === 'disk')!.isWell).toBe(false)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503)
    expect(JSON.stringify(await look())).not.toContain('bytes free')
  } finally {
    Object.assign(server.app, { freeBytes })
  }
  await expect.poll(async () => (await look()).checks.every(({ isWell }) => isWell)).toBe(true)
})

test('an outside party that cannot be reached, or did not answer, is shown so, with when it last did', async () => {
  const { createServer } = await import('node:http')
  const stands = createServer((_, response) => response.writeHead(500).end())
  await new Promise<void>((done) => stands.listen(0, '127.0.0.1', done))
  const { port } = stands.address() as { port: number }
  const looks = server.app.outside
  const party = looks.watched(
    'commercialRegister',
    { ask: (isWell: boolean) => (isWell ? Promise.resolve(1) : Promise.reject(new ProviderUnavailable('wathq', 'status'))) },
    `http://127.0.0.1:${port}`,
  )
  const shown = async () => (await look()).outside.find(({ party: one }) => one === 'commercialRegister')!
  await party.ask(true)
  await looks.reach()
  expect(await shown()).toMatchObject({ isReached: true, isWell: true, answeredDate: expect.any(String) })
  await party.ask(false).catch(() => undefined)
  expect(await shown()).toMatchObject({ isReached: true, isWell: false, fault: 'status', failedDate: expect.any(String) })
  await new Promise((done) => stands.close(done))
  await looks.reach()
  expect(await shown()).toMatchObject({ isReached: false })
  expect((await look()).outside.map(({ party: one }) => one)).toEqual(['identity', 'payments', 'mail', 'sms', 'commercialRegister'])
})

test('storage that takes no document, and status that is not answered, are shown', async () => {
  expect(await look()).toMatchObject({ storesDocuments: true, publishing: { ocsp: true, lists: true } })
  const { documents } = server.app
  Object.assign(server.app, { documents: { ...documents, put: () => Promise.reject(new Error('read-only')) } })
  try {
    await expect.poll(async () => (await look()).storesDocuments).toBe(false)
  } finally {
    Object.assign(server.app, { documents })
  }
  await expect.poll(async () => (await look()).storesDocuments).toBe(true)
  const { authority } = server.app
  Object.assign(server.app, { authority: { ...authority, publishes: async () => ({ ocsp: false, lists: true }) } })
  try {
    await expect.poll(async () => (await look()).publishing).toEqual({ ocsp: false, lists: true })
  } finally {
    Object.assign(server.app, { authority })
  }
})

test('it is for the staff', async () => {
  expect((await (await server.signIn(cast.faisal)).get('/api/v1/operations/state')).status).toBe(403)
  expect((await server.browser().get('/api/v1/operations/state')).status).toBe(401)
})
