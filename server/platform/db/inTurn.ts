import pg from 'pg'
import { connectionConfig, type Connection } from './db.ts'

/**
 * Does what only one process may do at a time, such as a first start: whoever comes second waits, and finds it done. The turn is a lock of an open
 * transaction, which ends with the process that holds it, also behind a pooler.
 */
export async function inTurn<T>(owner: Connection | string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(owner))
  client.on('error', () => undefined) // its next statement says so
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_xact_lock(7461777171)')
    return await work()
  } finally {
    await client.end()
  }
}
