import * as calls from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { endSession, isOver } from '#server/platform/sessions/lifetime.ts'
import { requireProof } from '#server/platform/sessions/proof.ts'
import { readRefreshToken } from '#server/platform/sessions/tokens.ts'
import { describeSession, onTheWire } from './issueSession.ts'

/** Two tabs that refresh at once hold the same token; the second gets the same successor. */
const graceSeconds = 10

export const refreshSession = route(calls.refreshSession, async (ctx, { refreshToken, deviceID }) => {
  const token = readRefreshToken(ctx.app.secrets.tokens, refreshToken)
  if (!token) throw new Problem('TOKEN_EXPIRED', { cause: 'unknown token' })
  // What ends the session must be kept although the answer is a refusal, so the verdict leaves the transaction first.
  const verdict = await ctx.db.transaction().execute(async (tx) => rotate(tx, ctx, token, deviceID))
  if (verdict !== 'current') throw new Problem('TOKEN_EXPIRED', { cause: verdict })
  return describeSession(ctx.db, ctx, token.sessionId)
})

/** Moves a session to its next generation, or says why not. */
async function rotate(tx: Queryable, ctx: Ctx, token: { sessionId: string; generation: number }, deviceID: string): Promise<string> {
  const session = await tx
    .selectFrom('session')
    .innerJoin('device', 'device.id', 'session.device_id')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select([
      'session.id',
      'session.person_id',
      'session.generation',
      'session.rotated_at',
      'session.born_at',
      'session.seen_at',
      'session.ended_at',
      'session.key_thumbprint',
      'device.public_id',
      'device.revoked_at',
      'person.status',
    ])
    .where('session.id', '=', token.sessionId)
    .forUpdate('session')
    .executeTakeFirst()
  if (!session || session.ended_at || session.revoked_at || session.status !== 'active') return 'ended'
  if (session.public_id !== deviceID) return 'another device'
  const over = isOver(ctx.app.configuration, session, ctx.now)
  if (over) {
    await endSession(tx, ctx, session.id, over)
    return over
  }
  // A proof that does not fit says nothing against the session: a clock may be wrong, or a stolen token tried without its key.
  if (session.key_thumbprint) await requireProof(tx, ctx, { method: 'POST', thumbprint: session.key_thumbprint })
  if (token.generation === session.generation) {
    await tx
      .updateTable('session')
      .set({ generation: session.generation + 1, rotated_at: ctx.now })
      .where('id', '=', session.id)
      .execute()
    return 'current'
  }
  if (token.generation === session.generation - 1 && addSeconds(session.rotated_at, graceSeconds) > ctx.now) return 'current'
  await endSession(tx, ctx, session.id, 'reuse')
  return 'reused'
}

export const logout = route(calls.logout, async (ctx) => {
  await ctx.db.transaction().execute((tx) => endSession(tx, ctx, ctx.caller.sessionId, 'logout'))
  return { status: '1' as const }
})

/** Whoever is authenticated for a call that is not passive was seen now (`authenticate.ts`); nothing else is to be done. */
export const noteActivity = route(calls.noteActivity, async () => ({ status: '1' as const }))

export const selectOrganization = route(calls.selectOrganization, async (ctx) => {
  const { id } = ctx.organisation
  await ctx.db.transaction().execute(async (tx) => {
    await tx.updateTable('session').set({ organisation_id: id }).where('id', '=', ctx.caller.sessionId).execute()
    await audit(tx, ctx, 'session.organisationSelected', { facts: { organisation: id } })
  })
  return { selectedOrganization: onTheWire(ctx.caller.memberships.find(({ organisationId }) => organisationId === id)!) }
})
