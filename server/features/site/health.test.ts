import { renameSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const ask = () => server.browser().get('/readyz')
const moment = () => new Promise((resolve) => setTimeout(resolve, 1_100))
let heal: () => unknown = () => undefined
afterEach(async () => {
  await heal()
  heal = () => undefined
  await moment()
})

test('a process that runs says so, whatever else is wrong', async () => {
  const answer = await server.browser().get('/livez')
  expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }])
})

test('ready', async () => {
  const answer = await ask()
  expect([answer.status, answer.body]).toEqual([200, { status: 'ready' }])
})

type Case = { name: string; breaks: () => unknown; heals: () => unknown; why: RegExp }
const run = (statement: string) =>
  server.owner.executeQuery({ sql: statement, parameters: [], query: { kind: 'RawNode' } as never, queryId: { queryId: '' } })
const cases: Case[] = [
  {
    name: 'a database that takes no writes',
    breaks: () => run('revoke insert, update on throttle from tawqi_app'),
    heals: () => run('grant insert, update on throttle to tawqi_app'),
    why: /database: permission denied/,
  },
  {
    name: 'a migration that is missing',
    breaks: () => run("update schema_migration set name = 'x' || name where number = 1"),
    heals: () => run('update schema_migration set name = substr(name, 2) where number = 1'),
    why: /migrations: applied: x0001/,
  },
  {
    name: 'a data folder that is gone',
    breaks: () => renameSync(server.app.configuration.DATA_DIR, `${server.app.configuration.DATA_DIR}.away`),
    heals: () => renameSync(`${server.app.configuration.DATA_DIR}.away`, server.app.configuration.DATA_DIR),
    why: /disk: ENOENT/,
  },
  {
    name: 'a clock that left the database’s',
    breaks: () => server.clock.advance(40),
    heals: () => server.clock.advance(-40),
    why: /clock: (39|4\d)(\.\d+)? s off/,
  },
]

test.each(cases)('$name is not ready, and the log alone says why', async ({ breaks, heals, why }) => {
  heal = heals
  await moment()
  await breaks()
  // The free space that somebody looked at a moment before still stands.
  const answer = await vi.waitFor(async () => {
    const answer = await ask()
    expect(answer.body).toMatchObject({ status: 503, detail: 'BUSY' })
    return answer
  }, 5_000)
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.text).not.toMatch(why)
  expect(server.lines.find((line) => line.includes(answer.body.reference))).toMatch(why)
  expect((await server.browser().get('/livez')).status).toBe(200)
  await heal()
  heal = () => undefined
  await moment()
  expect((await ask()).status).toBe(200)
})

test('books that do not balance', async () => {
  const other = await testServer()
  try {
    await other.owner
      .updateTable('plan')
      .set((e) => ({ available: e('available', '+', 1), credited: e('credited', '+', 1) }))
      .execute()
    const answer = await other.browser().get('/readyz')
    expect(answer.status).toBe(503)
    expect(other.lines.find((line) => line.includes(answer.body.reference))).toMatch(/books: plans \d/)
  } finally {
    await other.close()
  }
})
