import { createHash } from 'node:crypto'
import type { Ctx } from './http/context.ts'
import { Problem } from './problems.ts'

/** Demands a solved human check in the header `X-HUMAN-CHECK`; each answer serves once. @throws Problem HUMAN_CHECK */
export async function requireHumanCheck(ctx: Ctx): Promise<void> {
  const answer = ctx.header('x-human-check')
  if (answer === undefined || answer.length > 8_000) throw new Problem('HUMAN_CHECK')
  const verdict = await ctx.app.humanCheck.verify(answer, ctx.address)
  if (!verdict) throw new Problem('HUMAN_CHECK', { cause: 'answer refused' })
  const id = `human|${createHash('sha256').update(verdict.id).digest('base64url')}`
  const fresh = await ctx.db
    .insertInto('used_proof')
    .values({ id, expires_at: verdict.expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!fresh) throw new Problem('HUMAN_CHECK', { cause: 'answer used before' })
}
