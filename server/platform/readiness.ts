import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ReadinessCheck } from '#contract/systemState.ts'
import type { App } from '#server/app.ts'
import { leastFreeBytes } from './db/diskSpace.ts'
import { migrationsFolder } from './db/migrate.ts'
import { unbalancedPlans } from './ledger.ts'

const longestClockOffsetSeconds = 30

/** Each looks at the thing itself and returns what is wrong with it, for the log. */
const checks: Record<ReadinessCheck, (app: App) => Promise<string | null>> = {
  /** A write, since a database that became read-only or full still answers reads. */
  async database({ probe }) {
    await probe
      .insertInto('throttle')
      .values({ key: 'readiness', window_start: new Date(0), count: 1 })
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: 1 }))
      .execute()
    return null
  },
  async migrations({ probe }) {
    const { rows } = await sql<{ name: string }>`select name from schema_migration order by number`.execute(probe)
    const applied = rows.map(({ name }) => name).join(' ')
    return applied === migrationFiles.join(' ') ? null : `applied: ${applied}`
  },
  async disk({ freeBytes }) {
    const free = await freeBytes()
    return free < leastFreeBytes ? `${free} bytes free` : null
  },
  async books({ db }) {
    const wrong = await unbalancedPlans(db)
    return wrong.length > 0 ? `plans ${wrong.slice(0, 20).join(', ')}` : null
  },
  /** Signatures, tokens and challenges live by time: a process whose clock left the database's must not serve. */
  async clock({ probe, clock }) {
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(probe)
    const seconds = (clock.now().getTime() - rows[0]!.now.getTime()) / 1000
    return Math.abs(seconds) > longestClockOffsetSeconds ? `${seconds} s off the database` : null
  },
}

const migrationFiles = readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

/** How long an answer stands: adding up the books is work, and anybody may ask. */
const keptSeconds: Partial<Record<ReadinessCheck, number>> = { books: 60 }

/** Whoever asks hears within this time (a balancer asks every few seconds), also of what hangs. */
const longestLookMs = 2_500

type Looked = { check: ReadinessCheck; fault: string | null }
const looks = new WeakMap<App, () => Promise<Looked[]>>()

/** What keeps this process from serving, check by check; without any fault it is ready. Everybody who asks shares the looks. */
export function readiness(app: App): Promise<Looked[]> {
  return looks.getOrInsertComputed(app, lookers)()
}

function lookers(app: App): () => Promise<Looked[]> {
  const each = (Object.keys(checks) as ReadinessCheck[]).map((check) => {
    const look = () => checks[check](app).catch((error: Error) => error.message)
    const keptLook = kept<string | null>(look, 'no answer', keptSeconds[check] ?? 1)
    return async () => ({ check, fault: await keptLook() })
  })
  return () => Promise.all(each.map((look) => look()))
}

/**
 * Everybody who asks within the time gets the same look; by the machine's own clock, since ours is one of the things looked at. While a look
 * has not come back there is no second one, and it counts as `late`.
 */
export function kept<T>(look: () => Promise<T>, late: T, seconds: number): () => Promise<T> {
  let last = Promise.resolve(late)
  let at = -Infinity
  let isLooking = false
  return () => {
    if (isLooking || performance.now() - at < seconds * 1000) return last
    at = performance.now()
    isLooking = true
    const looked = look().finally(() => (isLooking = false))
    return (last = Promise.race([looked, wait(longestLookMs, late, { ref: false })]))
  }
}
