import { sql } from 'kysely'
import { addSeconds } from './clock.ts'
import { inPassing, type Queryable } from './db/db.ts'
import { Problem } from './problems.ts'

/**
 * Counts one attempt in a fixed window and returns how many there are now; one statement, so that replicas count together.
 * @param windowSeconds length of the window; windows begin at multiples of it
 */
export async function countAttempt(db: Queryable, key: string, windowSeconds: number, now: Date): Promise<number> {
  const { count } = await db
    .insertInto('throttle')
    .values({ key, window_start: windowStart(windowSeconds, now), count: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}

/** How many attempts were counted in the present window, for work that is counted later than it is refused. */
export async function countedAttempts(db: Queryable, key: string, windowSeconds: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('throttle')
    .select('count')
    .where('key', '=', key)
    .where('window_start', '=', windowStart(windowSeconds, now))
    .executeTakeFirst()
  return row?.count ?? 0
}

const windowStart = (windowSeconds: number, now: Date) => new Date(Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds * 1000)

/** How long the fixed window of this length, in which it is now, still lasts. */
export const secondsToWindowEnd = (windowSeconds: number, now: Date) => Math.ceil(windowSeconds - ((now.getTime() / 1000) % windowSeconds))

/** Notes a turn at its very moment, for limits over any stretch of time rather than over fixed windows. */
export async function takeTurn(tx: Queryable, key: string, at: Date): Promise<void> {
  await inPassing(
    tx
      .insertInto('throttle')
      .values({ key, window_start: at, count: 1 })
      .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle.count + 1` })),
  )
}

export async function giveTurnBack(db: Queryable, key: string, at: Date): Promise<void> {
  await inPassing(
    db
      .updateTable('throttle')
      .set({ count: sql`count - 1` })
      .where('key', '=', key)
      .where('window_start', '=', at),
  )
}

/** The turns after a moment, the oldest first. */
const turnsAfter = (db: Queryable, key: string, after: Date) =>
  db
    .selectFrom('throttle')
    .select(['window_start as at', 'count'])
    .where('key', '=', key)
    .where('count', '>', 0)
    .where('window_start', '>', after)
    .orderBy('window_start')
    .execute()

/** The same for many keys at once; who had none is not in it. */
export async function countTurnsOf(db: Queryable, keys: readonly string[], after: Date): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('throttle')
    .select((e) => ['key', e.fn.sum<number>('count').as('count')])
    .where('key', '=', (e) => e.fn.any(e.val(keys)))
    .where('window_start', '>', after)
    .groupBy('key')
    .execute()
  return new Map(rows.map(({ key, count }) => [key, count]))
}

/** Notes turns of many keys, some of them several; in the order of the keys, so that two who note the same ones wait, not lock. */
export async function takeTurns(tx: Queryable, counts: ReadonlyMap<string, number>, at: Date): Promise<void> {
  await tx
    .insertInto('throttle')
    .columns(['key', 'window_start', 'count'])
    .expression(
      sql`select key, ${at}::timestamptz, count from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as taken (key, count) order by key`,
    )
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle.count + excluded.count` }))
    .execute()
}

/** So many turns within any stretch of so many seconds. */
export type TurnLimit = { seconds: number; most: number }

/**
 * How many more turns the first of the limits has.
 * @throws Problem TOO_MANY where one of them has none, with the seconds until it has one again
 */
export async function turnsLeft(
  db: Queryable,
  { key, limits, title, now }: { key: string; limits: readonly TurnLimit[]; title: { ar: string; en: string }; now: Date },
): Promise<number> {
  const taken = await turnsAfter(db, key, addSeconds(now, -Math.max(...limits.map(({ seconds }) => seconds))))
  const left = limits.map(({ seconds, most }) => {
    const within = taken.filter(({ at }) => at > addSeconds(now, -seconds))
    const count = within.reduce((sum, turn) => sum + turn.count, 0)
    if (count < most) return most - count
    const retryAfterSeconds = Math.max(1, Math.ceil((addSeconds(within[0]!.at, seconds).getTime() - now.getTime()) / 1000))
    throw new Problem('TOO_MANY', { cause: `${count} turns in ${seconds} s: ${key.split('|')[0]}`, title, retryAfterSeconds })
  })
  return left[0]!
}
