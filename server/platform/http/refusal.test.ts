import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '#server/app.ts'
import { createDb, type Db } from '#server/platform/db/db.ts'
import { createLogger } from '#server/platform/log.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { refusalOf } from './refusal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await emptyDatabase()
})
afterAll(() => database.close())

const ask = (db: Db) => sql`select 1`.execute(db)
const sleep = (db: Db) => sql`select pg_sleep(10)`.execute(db)

/** Waits for a connection in that state, ends it, and waits until it is gone. */
async function end(state: 'active' | 'idle in transaction') {
  const others = sql`from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state = ${state}`
  const count = async (what: typeof others) => (await what.execute(database.db)).rows.length
  await vi.waitUntil(() => count(sql`select pg_terminate_backend(pid) ${others}`))
  await vi.waitUntil(async () => (await count(sql`select ${others}`)) === 0)
}

test.each<[string, RegExp, (db: Db) => Promise<unknown>]>([
  ['none comes free in time', /timeout/, (db) => db.connection().execute(() => ask(db))],
  ['it ends while a statement runs', /terminating/, (db) => Promise.all([sleep(db), end('active')])],
  [
    'it ends between two statements',
    /terminat|not queryable|ECONNRESET/,
    (db) => db.transaction().execute(async (tx) => [await ask(tx), await end('idle in transaction'), await ask(tx)]),
  ],
  ['nobody listens', /ECONNREFUSED/, () => ask(createDb('postgres://tawqi@127.0.0.1:1/none'))],
  ['there is no such socket', /ENOENT/, () => ask(createDb({ ...database.connection, host: '/nowhere' }))],
])('without a connection to the database (%s), a caller is told to come again, not that something broke', async (_name, words, use) => {
  const db = createDb(database.connection, { connections: 1, waitSeconds: 1 })
  const error = await use(db).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(String(error)).toMatch(words)
  const app = { log: createLogger('error', { write: () => undefined }), configuration: { PUBLIC_URL: 'http://tawqi.example' } } as App
  expect(refusalOf(app, error, { headers: {} }, 'reference')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
  await db.destroy()
})
