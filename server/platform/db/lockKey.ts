import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/**
 * Holds back everybody else who locks this key, on any replica, until the transaction ends: for what has no row yet, or more than one. Keys are
 * compared by a hash of 64 bits; two that share one wait for each other and lose nothing (PostgreSQL, "Advisory Locks").
 * @param key names the thing and then its number, as `crl|12`
 */
export async function lockKey(tx: Queryable, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
}
