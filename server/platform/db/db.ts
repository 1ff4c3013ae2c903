/** The one way to the database: a pool with our types, named statements and time-outs, behind Kysely. */
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Compilable, type CompiledQuery, type Expression, type Transaction } from 'kysely'
import pg from 'pg'
import { clientOf, passingMark } from './client.ts'
import type { Connection } from './embedded.ts'
import { appRole } from './roles.ts'
import type { DB } from './schema.ts'

export type { Connection } from './embedded.ts'
export type Db = Kysely<DB>
export type Tx = Transaction<DB>
/** The database itself, or a transaction under way. */
export type Queryable = Db | Tx

export type DbOptions = {
  /** The most connections open at once. */
  connections?: number
  /** The longest that anybody waits for a connection, while all are in use. */
  waitSeconds?: number
  /**
   * A statement that takes longer is given up with SQLSTATE 57014; a second later by ourselves, with the connection, because a server that hangs
   * ends nothing. Exports and reports have a pool of their own with a longer time.
   */
  statementSeconds?: number
  /** The longest that a transaction stands still between two statements, as where whoever reads its rows is slow. */
  idleSeconds?: number
  /** Hears of connections that broke while nobody used them; the pool replaces them by itself. */
  onConnectionLost?: (error: Error) => void
}

/**
 * Types on the wire: int8 → number, refused beyond 2^53; numeric → string; timestamptz → Date; date → 'YYYY-MM-DD'.
 * @param connection a folder or host with a role, or a `postgres://` address
 */
export function createDb(connection: Connection | string, options: DbOptions = {}): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: createPool(connection, options) }) })
}

/** Stands in a fixed statement for the one value that each call brings. */
const itsValue = Symbol('the value of this call')

/**
 * A statement that differs by one value alone from call to call, built and compiled once: for one of many columns that is most of what it costs here.
 * @param build what it is; every other value in it is the first call's for good
 */
export function fixedStatement<V, Row>(build: (db: Queryable, value: V) => Compilable<Row>): (db: Queryable, value: V) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, value) => {
    compiled ??= build(db, itsValue as V).compile()
    const parameters = compiled.parameters.map((one) => (one === itsValue ? value : one))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/**
 * Carries out a statement of a transaction whose answer nobody reads: it goes with the transaction's next one, at the latest with its end. What is
 * wrong with it is said by that one, and undoes the transaction all the same. Outside of a transaction it is carried out at once.
 * Not for a lock on which something outside of the database rests.
 */
export async function inPassing(statement: { modifyEnd(modifier: Expression<unknown>): { execute(): Promise<unknown> } }): Promise<void> {
  await statement.modifyEnd(atTheEnd).execute()
}

const atTheEnd = sql.raw(passingMark)

/** The pool alone, for the few places that speak SQL without Kysely. */
export function createPool(connection: Connection | string, options: DbOptions = {}): pg.Pool {
  const { connections = 20, waitSeconds = 10, statementSeconds = 15, idleSeconds = 15, onConnectionLost } = options
  const pool = new pg.Pool({
    ...connectionConfig(connection),
    Client: clientOf(statementSeconds * 1000 + 1_000),
    max: connections,
    connectionTimeoutMillis: waitSeconds * 1000,
    statement_timeout: statementSeconds * 1000,
    keepAlive: true,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: idleSeconds * 1000,
    types: { getTypeParser },
  })
  pool.on('error', (error) => onConnectionLost?.(error))
  // One in use may be lost between two statements of a transaction. Who uses it hears so from the next statement; unheard, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export const connectionConfig = (connection: Connection | string): pg.ClientConfig =>
  typeof connection === 'string' ? { connectionString: connection } : connection

/**
 * The second wall behind the grants: a superuser, or the owner of the tables, would be held back by none of them.
 * @throws Error with a sentence
 */
export async function assertLimitedRole(db: Db) {
  const { rows } = await sql<{ name: string; unlimited: boolean }>`
    select current_user as name, (select rolsuper or rolbypassrls from pg_roles where rolname = current_user)
      or exists (select from pg_tables where schemaname = 'public' and tableowner = current_user) as unlimited`.execute(db)
  const { name, unlimited } = rows[0]!
  if (unlimited)
    throw new Error(`The product must not work as the database role ${name}, which may change everything: use a role like ${appRole}.`)
}

/**
 * Runs a transaction's function again when the database gave it up for a conflict: serialization failure (40001) or deadlock (40P01).
 * The function must have no effect outside its transaction.
 */
export async function retrying<T>(fn: () => Promise<T>, attempts = 5): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await fn()
    } catch (error) {
      if (attempt === attempts || !conflicts.has((error as { code?: string }).code ?? '')) throw error
      await wait(Math.random() * 10 * 2 ** attempt) // apart, or the same two meet again
    }
  }
}

const conflicts = new Set(['40001', '40P01'])

/**
 * Whether a statement failed for want of a connection: none came free in time, the database is not reached, or it ended one that was in use.
 * The database tells by SQLSTATE (classes 08 and 57P, 53300, 25P03), the system by its code, pg in words alone.
 */
export function isWithoutConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  return (
    /^(08...|57P..|53300|25P03|ECONN[A-Z]+|EPIPE)$/.test(code) ||
    syscall === 'connect' ||
    /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/.test(
      error.message,
    )
  )
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${text} is beyond the numbers a bigint column may hold here`)
  return value
}

const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [pg.types.builtins.INT8]: safeInteger,
  [pg.types.builtins.DATE]: (text) => text, // pg would make it a time at local midnight
  1016: (text) =>
    (pg.types.getTypeParser(1009 as never)(text) as (string | null)[]).map((item) => (item === null ? null : safeInteger(item))), // int8[]
  1182: pg.types.getTypeParser(1009 as never), // date[] as text[]
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (format === 'binary' ? undefined : parsers[oid]) ?? pg.types.getTypeParser(oid, format)
}
