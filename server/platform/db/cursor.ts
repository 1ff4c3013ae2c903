import { type CompiledQuery, CompiledQuery as Compiled, sql } from 'kysely'
import type { Db, Tx } from './db.ts'

/** The rows of one query, some at a time. */
export type Cursor<Row> = {
  /** The next rows; none once all were read. */
  next(): Promise<Row[]>
  /** Ends the query, also where it is just being carried out, and gives the connection back. May be called again. */
  close(): Promise<void>
}

/**
 * Opens a query that is read in batches, in a read-only transaction of its own: all rows are those of this moment, and no more than a batch is held.
 * The caller closes it in any case.
 * @param db where the transaction is held for as long as somebody reads
 * @param other by which a statement under way is ended
 * @param turn what only one cursor at a time may be open for
 * @returns undefined where another one is open for the same
 */
export async function openCursor<Row>(
  { db, other, turn }: { db: Db; other: Db; turn: string },
  { sql: text, parameters }: CompiledQuery<Row>,
  batchRows: number,
): Promise<Cursor<Row> | undefined> {
  const tx = await db.startTransaction().setAccessMode('read only').execute()
  try {
    const { rows } = await sql<{ pid: number; free: boolean }>`
      select pg_backend_pid() as pid, pg_try_advisory_xact_lock(hashtextextended(${turn}, 0)) as free`.execute(tx)
    const { pid, free } = rows[0]!
    if (free) {
      await tx.executeQuery(Compiled.raw(`declare batches no scroll cursor for ${text}`, [...parameters]))
      return cursor(tx, batchRows, () => sql`select pg_cancel_backend(${pid})`.execute(other))
    }
  } catch (error) {
    await end(tx)
    throw error
  }
  await end(tx)
  return undefined
}

function cursor<Row>(tx: Tx & Transactional, batchRows: number, cancel: () => Promise<unknown>): Cursor<Row> {
  const fetchBatch = Compiled.raw(`fetch ${batchRows} from batches`)
  let fetching: Promise<unknown> | undefined
  let closing: Promise<void> | undefined
  const close = async () => {
    // Told to end before the rollback waits behind it; only a statement of this transaction can be meant, as it holds the connection.
    if (fetching) await cancel().catch(() => undefined)
    await fetching?.catch(() => undefined)
    await end(tx)
  }
  return {
    async next() {
      if (closing) return []
      const batch = tx.executeQuery(fetchBatch)
      fetching = batch
      const { rows } = await batch.finally(() => (fetching = undefined))
      return rows as Row[]
    },
    close: () => (closing ??= close()),
  }
}

type Transactional = { rollback(): { execute(): Promise<void> } }

/** A connection that broke has ended its transaction by itself. */
const end = (tx: Transactional) =>
  tx
    .rollback()
    .execute()
    .catch(() => undefined)
