/** What `keep.ts` kept of an earlier release, as that release left it: its tables with their rows, and the files beside them. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { createPool } from '#server/platform/db/db.ts'
import { migrate, migrationsFolder } from '#server/platform/db/migrate.ts'
import { emptyDatabase, type TestDatabase } from '../database.ts'
import { root } from '../sources.ts'

type Session = { madeAt: string; deviceId: string; token: string; refreshToken: string }

const keptIn = (number: string) => join(root, 'test/fixtures', `data-${number}`)

/** Somebody who was signed in when it was kept. */
export const keptSession = (number: string) => JSON.parse(readFileSync(join(keptIn(number), 'session.json'), 'utf8')) as Session

type Answered = { method: string; path: string; answer: { dataList: Record<string, unknown>[] } }

/** What they were answered then. */
export const keptAnswers = (number: string) =>
  JSON.parse(gunzipSync(readFileSync(join(keptIn(number), 'answers.json.gz'))).toString('utf8')) as Answered[]

/** A database at the migration `number`, and in `folder` the files that belong to it. */
export async function olderDatabase(number: string, folder: string): Promise<TestDatabase> {
  cpSync(join(keptIn(number), 'files'), folder, { recursive: true })
  const database = await emptyDatabase()
  const then = mkdtempSync(join(tmpdir(), 'tawqi-migrations-'))
  try {
    for (const name of readdirSync(migrationsFolder)) if (name.slice(0, 4) <= number) cpSync(join(migrationsFolder, name), join(then, name))
    await migrate(database.ownerConnection, then)
  } finally {
    rmSync(then, { recursive: true })
  }
  const superuser = createPool({ ...database.ownerConnection, user: 'postgres' }, { connections: 1 })
  try {
    await fill(superuser, gunzipSync(readFileSync(join(keptIn(number), 'rows.jsonl.gz'))).toString('utf8'))
  } finally {
    await superuser.end()
  }
  return database
}

/** As rows are copied between servers: no trigger judges what was judged when it was written. */
async function fill(pool: pg.Pool, lines: string): Promise<void> {
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query('truncate vat_rate') // what migrations themselves wrote is among the rows
  for (const line of lines.split('\n')) {
    const { in: table, row } = JSON.parse(line) as { in: string; row: Record<string, unknown> }
    const columns = Object.keys(row).map((column) => `"${column}"`)
    await client.query({
      text: `insert into ${table} (${columns.join()}) overriding system value select ${columns.join()} from json_populate_record(null::${table}, $1)`,
      values: [/"row" : (.*)\}$/s.exec(line)![1]],
    })
  }
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  )
  for (const { table, column } of rows)
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
    )
  client.release()
}
