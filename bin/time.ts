/** `npm run time`: an operator looks at the clock, and answers for it where no time server can be asked. */
import { sql } from 'kysely'
import { audit } from '#server/platform/audit.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { createDb, type Db } from '#server/platform/db/db.ts'
import { ownerConnection } from '#server/platform/db/ownerConnection.ts'

/** As exactly as a person reads a clock while pressing a key. */
const mostDifferenceMs = 1_000

export async function time([word, given = '']: string[]): Promise<void> {
  const now = new Date()
  const db = createDb(ownerConnection(readConfiguration()), { connections: 1 })
  try {
    console.log(word === 'confirm' ? await confirm(db, now, given) : await show(db))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    await db.destroy()
  }
}

/** How far our clock is ahead of the database's, in milliseconds. */
async function aheadOfDatabase(db: Db): Promise<number> {
  await sql`select 1`.execute(db) // the way there is open before we measure it
  const asked = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return (asked + Date.now()) / 2 - rows[0]!.now.getTime()
}

async function show(db: Db): Promise<string> {
  const ahead = await aheadOfDatabase(db)
  return `This machine’s clock shows ${new Date().toISOString()}, the database’s ${(Math.abs(ahead) / 1000).toFixed(3)} s ${ahead < 0 ? 'more' : 'less'}.
Compare it with a clock that is independent of both. Where it is right to the second, let time stamps go on, pressing Enter at the moment you give:
  npm run time -- confirm 2030-01-31T12:00:00Z`
}

async function confirm(db: Db, now: Date, given: string): Promise<string> {
  const right = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(given) ? Date.parse(given) : NaN
  if (Number.isNaN(right)) throw new Error('Give the right time in UTC, such as 2030-01-31T12:00:00Z.')
  const difference = now.getTime() - right
  if (Math.abs(difference) > mostDifferenceMs)
    throw new Error(
      `This machine’s clock showed ${now.toISOString()}, which is ${(Math.abs(difference) / 1000).toFixed(1)} s ${difference > 0 ? 'more' : 'less'} than what you gave: set the clock first. Nothing was confirmed.`,
    )
  const ahead = await aheadOfDatabase(db)
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('time_confirmation').values({ ahead_of_database_ms: ahead }).execute()
    const actor = { now, caller: null, organisation: null, deviceId: null, address: '', reference: 'command' }
    await audit(tx, actor, 'time.confirmed', { facts: { aheadOfDatabaseMs: Math.round(ahead) } })
  })
  return 'Confirmed: every process whose clock shows this time gives time stamps within seconds, until its clock steps again.'
}
