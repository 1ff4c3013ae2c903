import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { App } from '#server/app.ts'
import { createDb } from '#server/platform/db/db.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#test/database.ts'
import { refusalOf } from './refusal.ts'

test('who waits too long for a connection is told to come again, not that something broke', async () => {
  const database = await testDatabase()
  const db = createDb(database.connection, { connections: 1, waitSeconds: 0.1 })
  try {
    await db.connection().execute(async () => {
      const error = await sql`select 1`.execute(db).catch((cause: unknown) => cause)
      const app = { log: createLogger('error', { write: () => undefined }) } as App
      expect(refusalOf(app, error, 'en', 'reference')).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    })
  } finally {
    await db.destroy()
    await database.close()
  }
})
