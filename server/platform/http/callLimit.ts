import type { CallLimit } from '#contract/limits.ts'
import { Problem } from '../problems.ts'
import { countAttempt, countedAttempts, secondsToWindowEnd } from '../throttle.ts'
import type { Ctx } from './context.ts'

const keyOf = ({ name }: CallLimit, caller: string | number) => `${name}|${caller}`

/** Counts a call of this caller's, and says on its answer, whatever that will be, what is left of the limit. @throws Problem TOO_MANY */
export async function countCall(ctx: Ctx, limit: CallLimit, caller: string | number): Promise<void> {
  const count = await countAttempt(ctx.db, keyOf(limit, caller), limit.windowSeconds, ctx.now)
  if (count > limit.quota) throw tooMany(ctx, limit)
  ctx.answerHeaders(rateLimitHeaders(limit, limit.quota - count, secondsToWindowEnd(limit.windowSeconds, ctx.now)))
}

/** For work that is counted later than it is refused. @throws Problem TOO_MANY */
export async function requireCallLeft(ctx: Ctx, limit: CallLimit, caller: string | number): Promise<void> {
  if ((await countedAttempts(ctx.db, keyOf(limit, caller), limit.windowSeconds, ctx.now)) >= limit.quota) throw tooMany(ctx, limit)
}

const tooMany = ({ now }: Ctx, limit: CallLimit) =>
  new Problem('TOO_MANY', { cause: limit.name, limit, retryAfterSeconds: secondsToWindowEnd(limit.windowSeconds, now) })

/** How a limit stands (draft-ietf-httpapi-ratelimit-headers-11). */
export const rateLimitHeaders = ({ name, quota, windowSeconds }: CallLimit, left: number, resetSeconds: number) => ({
  'ratelimit-policy': `"${name}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${left};t=${resetSeconds}`,
})
