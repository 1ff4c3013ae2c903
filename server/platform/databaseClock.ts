import { networkInterfaces } from 'node:os'
import { sql } from 'kysely'
import type { Db } from './db/db.ts'
import type { TimeBounds } from './timeBounds.ts'

/** What the database's clock showed, and the newest word of an operator about ours. */
export type DatabaseClock = {
  bounds: TimeBounds
  /** Whether it runs on another machine: on ours it shows the clock that it would have to bear witness of. */
  isElsewhere: boolean
  confirmation: { id: number; aheadOfDatabaseMs: number } | null
}

type Row = { now: Date; address: string | null; id: number | null; ahead: number | null }

/** Reads the database's clock. The bounds hold its answer's whole way, and nothing for what its clock itself is wrong by. */
export async function readDatabaseClock(db: Db, monotonicMs: () => number): Promise<DatabaseClock> {
  const asked = monotonicMs()
  const { rows } = await sql<Row>`
    select clock_timestamp() as now, host(inet_server_addr()) as address, last.id, last.ahead_of_database_ms as ahead
    from (values (1)) as one left join (select * from time_confirmation order by id desc limit 1) as last on true`.execute(db)
  const at = monotonicMs()
  const { now, address, id, ahead } = rows[0]!
  return {
    bounds: { low: now.getTime() - at, high: now.getTime() + 1 - asked, at }, // its microseconds were cut off
    isElsewhere: address !== null && !ownAddresses().has(address),
    confirmation: id === null || ahead === null ? null : { id, aheadOfDatabaseMs: ahead },
  }
}

const ownAddresses = () => new Set(Object.values(networkInterfaces()).flatMap((addresses) => addresses!.map(({ address }) => address)))
