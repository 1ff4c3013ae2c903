import * as calls from '#contract/sessions.ts'
import { AssertionError } from '#server/adapters/identity/identity.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { challenges, forgetStartOf } from '#server/platform/identity/challenges.ts'
import { Problem } from '#server/platform/problems.ts'

/** The only way by which an identity comes in: a token that the provider signed, about a challenge that we started. */
export const receiveNafathCallback = route(calls.receiveNafathCallback, async (ctx, { token, transId, requestId }) => {
  const { app, db, now } = ctx
  const challenge = await db
    .selectFrom('challenge')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('provider_trans_id', '=', transId)
    .executeTakeFirst()
  if (!challenge) throw new Problem('NOT_FOUND', { cause: 'no such challenge' })
  const expected = { nationalId: app.secrets.open(challenge.national_id_sealed, 'national ID'), transId: challenge.provider_trans_id }
  const assertion = await app.identity.readAssertion(token, expected).catch(async (error: unknown) => {
    if (!(error instanceof AssertionError)) throw error
    if (error.code === 'decision') return null // a refusal, and signed: the next look asks for it
    await audit(db, ctx, 'identity.assertionRefused', {
      outcome: 'refused',
      personId: challenge.person_id ?? undefined,
      facts: { purpose: challenge.purpose, fault: error.code },
    })
    throw new Problem('NOT_ALLOWED', { cause: error })
  })
  if (!assertion) return { received: true as const }
  await db.transaction().execute(async (tx) => {
    const locked = await challenges.lock(tx, challenge.id)
    if (locked.state !== 'waiting' || locked.expires_at <= now) return
    await challenges.move(tx, ctx, locked, 'completed', {
      set: { ended_at: now, assertion_sealed: app.secrets.seal(JSON.stringify(assertion), challenge.request_id) },
      facts: { purpose: challenge.purpose, token: assertion.tokenSha256 },
    })
    await forgetStartOf(tx, challenge)
  })
  return { received: true as const }
})
