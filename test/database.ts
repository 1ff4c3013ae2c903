/** A migrated database of its own for each test file. */
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, type Db, createDb, createPool } from '#server/platform/db/db.ts'
import { appRole, ownerRole } from '#server/platform/db/roles.ts'

export type TestDatabase = {
  /** As the product sees it. */
  db: Db
  /** As the migrations see it: for arranging what the application's role may not. */
  owner: Db
  connection: Connection
  ownerConnection: Connection
  /** For the tests that start the product with DATABASE_URL. */
  url: string
  ownerUrl: string
  close(): Promise<void>
}

/** Copies the migrated template. Call `close` in `afterAll`. */
export function testDatabase(): Promise<TestDatabase> {
  return copyOf('tawqi_template')
}

/** A database with an authority and the demonstration's people, and in `folder` the files that belong to it. */
export async function preparedDatabase(folder: string): Promise<TestDatabase> {
  const made = await ask<{ folder: string; database: string }>('productDoor')
  cpSync(made.folder, folder, { recursive: true })
  return copyOf(made.database)
}

/** A database without a table, for the tests of migrations themselves. */
export function emptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

async function copyOf(template: string): Promise<TestDatabase> {
  const { host } = await ask<{ host: string }>('databaseDoor')
  const database = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(host, `create database ${database} template ${template} owner ${ownerRole}`)
  const connection = { host, database, user: appRole }
  const ownerConnection = { host, database, user: ownerRole }
  const db = createDb(connection)
  const owner = createDb(ownerConnection, { connections: 2 })
  return {
    db,
    owner,
    connection,
    ownerConnection,
    url: addressOf(connection),
    ownerUrl: addressOf(ownerConnection),
    async close() {
      await Promise.all([db.destroy(), owner.destroy()])
      await asSuperuser(host, `drop database ${database} with (force)`)
    },
  }
}

/** The form of pg for a Unix socket: the host of the address gives way to the folder in the query. */
const addressOf = ({ host, database, user }: Connection) => `postgres://${user}@socket/${database}?host=${encodeURIComponent(host)}`

async function ask<Answer>(door: 'databaseDoor' | 'productDoor'): Promise<Answer> {
  const socket = createConnection(inject(door))
  await once(socket, 'connect')
  const answer = JSON.parse(await text(socket)) as Answer | { error: string }
  if (answer && typeof answer === 'object' && 'error' in answer) throw new Error(`What tests begin with was not made: ${answer.error}`)
  return answer
}

async function asSuperuser(host: string, statement: string) {
  const pool = createPool({ host, database: 'postgres', user: 'postgres' }, { connections: 1 })
  try {
    await pool.query(statement)
  } finally {
    await pool.end()
  }
}
