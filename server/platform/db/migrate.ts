/**
 * Forward-only migrations: `NNNN_name.sql`, in the order of their numbers, each in a transaction of its own, never edited once applied.
 * Areas take their numbers before they are written, so one may be missing for a while and come later; it then stands on its own.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Connection, connectionConfig } from './db.ts'
import { appRole } from './roles.ts'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

type Migration = { number: number; name: string; sql: string; sha256: string }

/**
 * Brings the database to the state of the folder. Replicas may call it at once: each migration is decided under one lock.
 * @param owner the role that owns the schema
 * @returns the names of the migrations applied now
 * @throws Error with a sentence when an applied file was changed or is missing, or two files have one number
 */
export async function migrate(owner: Connection | string, folder = migrationsFolder): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new pg.Client(connectionConfig(owner))
  client.on('error', () => undefined) // the statement that waits hears of it; unheard, the event would end the process
  await client.connect()
  try {
    await inLockedTransaction(client, async () => {
      await client.query(
        'create table if not exists schema_migration (number int primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())',
      )
      await client.query(`grant select on schema_migration to ${appRole}`) // the readiness check compares
      await assertHistory(client, migrations)
    })
    const applied: string[] = []
    for (const migration of migrations) {
      if (await apply(client, migration)) applied.push(migration.name)
    }
    return applied
  } finally {
    await client.end()
  }
}

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const taken = new Set<number>()
  return files.map((name) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (!(number > 0) || taken.has(number))
      throw new Error(`The migration ${name} does not fit: it is named NNNN_<words>.sql, with a number that no other file has.`)
    taken.add(number)
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n') // a checkout on Windows is no change
    return { number, name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
  })
}

async function assertHistory(client: pg.Client, migrations: Migration[]) {
  const { rows } = await client.query<Migration>('select number, name, sha256 from schema_migration order by number')
  for (const row of rows) {
    const file = migrations.find(({ number }) => number === row.number)
    if (file?.name !== row.name)
      throw new Error(
        `The migration ${row.name} was applied to this database but its file is missing: this release is older than the database, or another product's.`,
      )
    if (file.sha256 !== row.sha256)
      throw new Error(
        `The migration ${row.name} was changed after it was applied to this database: restore the file and put the change into a new one.`,
      )
  }
}

async function apply(client: pg.Client, { number, name, sql, sha256 }: Migration): Promise<boolean> {
  return inLockedTransaction(client, async () => {
    const { rowCount } = await client.query('select from schema_migration where number = $1', [number])
    if (rowCount) return false // by another replica, perhaps a moment ago
    try {
      await client.query(sql)
    } catch (cause) {
      throw new Error(`The migration ${name} failed: ${(cause as Error).message}${lineOf(sql, cause)}`, { cause })
    }
    await client.query('insert into schema_migration (number, name, sha256) values ($1, $2, $3)', [number, name, sha256])
    return true
  })
}

function lineOf(sql: string, error: unknown): string {
  const { position } = error as pg.DatabaseError
  return position ? ` (line ${sql.slice(0, Number(position)).split('\n').length})` : ''
}

async function inLockedTransaction<T>(client: pg.Client, fn: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(7461777170)')
    const result = await fn()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
