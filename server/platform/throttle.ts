import { sql } from 'kysely'
import type { Queryable } from './http/context.ts'

/**
 * Counts one attempt in a fixed window and returns how many there are now; one statement, so that replicas count together.
 * @param windowSeconds length of the window; windows begin at multiples of it
 */
export async function countAttempt(db: Queryable, key: string, windowSeconds: number, now: Date): Promise<number> {
  const start = new Date(Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds * 1000)
  const { count } = await db
    .insertInto('throttle')
    .values({ key, window_start: start, count: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ count: sql`throttle.count + 1` }))
    .returning('count')
    .executeTakeFirstOrThrow()
  return count
}
