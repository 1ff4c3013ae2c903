import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { createDb } from '../platform/db/db.ts'
import { trustedTime } from './trustedTime.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
const folder = mkdtempSync(join(tmpdir(), 'tawqi-time-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a start at which the database was not reached yet says nothing of the clock, and goes by the first look that reaches it', async () => {
  const said: string[] = []
  const log = pino({}, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
  const socket = join(folder, 'socket')
  const db = createDb({ ...database.connection, host: socket })
  const time = trustedTime({ clock: { now: () => new Date() }, db, servers: [], log })
  await time.look()
  expect([time.now(), said]).toEqual([null, []])
  symlinkSync(database.connection.host, socket)
  await time.look()
  expect([time.now()?.accuracyMs, said]).toEqual([1_000, []])
  rmSync(socket)
  await time.look()
  expect([time.now()?.accuracyMs, said]).toEqual([1_000, []])
  await db.destroy()
})

test('a first look that finds the database of another time says that there are no time stamps, and later ones change nothing', async () => {
  const said: string[] = []
  const log = pino({}, { write: (line: string) => void said.push((JSON.parse(line) as { msg: string }).msg) })
  let ahead = 3_600_000
  const time = trustedTime({ clock: { now: () => new Date(Date.now() + ahead) }, db: database.db, servers: [], log })
  await time.look()
  expect([time.now(), said]).toEqual([null, ['no time stamps: nothing shows that the clock is right']])
  ahead = 0
  await time.look()
  expect([time.now(), said.length]).toEqual([null, 1])
})
