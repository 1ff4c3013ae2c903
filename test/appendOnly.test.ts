/** What happened stays: the application's role may add to these tables, and rewrite or empty none of them. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const tables = ['audit_event', 'ledger_entry', 'invoice', 'payment_event', 'order_line', 'account', 'esign_transaction_event']

test.each(tables.flatMap((table) => ['update', 'delete', 'truncate'].map((what) => ({ table, what }))))(
  '$what of $table is refused',
  async ({ table, what }) => {
    const statements: Record<string, string> = {
      update: `update ${table} set ${table === 'order_line' ? 'position = 2' : 'id = default'}`,
      delete: `delete from ${table}`,
      truncate: `truncate ${table}`,
    }
    await expect(sql.raw(statements[what]!).execute(database.db)).rejects.toMatchObject({ code: '42501' })
  },
)

test('another table is not held back', async () => {
  await expect(sql.raw('delete from used_proof').execute(database.db)).resolves.toBeDefined()
})
