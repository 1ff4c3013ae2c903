import { initiateKycRenewal, initiateStepUp, verifyKycRenewal, verifyStepUp } from '#contract/sessions.ts'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { bringUpToDate } from '#server/features/profile/identityFacts.ts'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeChallenge } from '#server/platform/identity/challenges.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { notify } from '#server/platform/notifications.ts'
import { Problem } from '#server/platform/problems.ts'
import { sentence } from './challengeSentences.ts'
import { lookOnTheWire, startOnTheWire } from './nafathLogin.ts'

type Confirmed = { status: '0' | '2' | '3' | '4' | '5'; errorMessage: string }

/** Takes an approval by the caller themselves and does what it was for. */
async function confirm<D extends object>(
  ctx: Ctx<Caller>,
  { purpose, transId, random }: { purpose: 'stepUp' | 'kycRenewal'; transId: string; random: string },
  carryOut: (tx: Tx, assertion: IdentityAssertion) => Promise<D>,
): Promise<Confirmed | ({ status: '1'; errorMessage: string } & D)> {
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, purpose)
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const assertion = await consumeChallenge(tx, ctx, challenge.id)
    if (!assertion || assertion.nationalId !== (await nationalIdOf(tx, ctx, ctx.caller.personId)))
      return { status: '0' as const, errorMessage: sentence('0', ctx.language) }
    return { status: '1' as const, errorMessage: '', ...(await carryOut(tx, assertion)) }
  })
}

export const startStepUp = route(initiateStepUp, async (ctx) =>
  startOnTheWire(ctx, { purpose: 'stepUp', nationalId: await nationalIdOf(ctx.db, ctx, ctx.caller.personId) }),
)
export const lookAtStepUp = route(verifyStepUp, async (ctx, { transId, random }) =>
  confirm(ctx, { purpose: 'stepUp', transId, random }, async (tx) => {
    await tx.updateTable('session').set({ confirmed_at: ctx.now }).where('id', '=', ctx.caller.sessionId).execute()
    await audit(tx, ctx, 'session.confirmed', { subject: ctx.caller.sessionId })
    return {}
  }),
)

export const startKycRenewal = route(initiateKycRenewal, async (ctx, { nationalID }) => {
  if (nationalID !== (await nationalIdOf(ctx.db, ctx, ctx.caller.personId)))
    throw new Problem('NOT_FOUND', { cause: 'another person’s ID' })
  return startOnTheWire(ctx, { purpose: 'kycRenewal', nationalId: nationalID })
})
export const lookAtKycRenewal = route(verifyKycRenewal, async (ctx, { transId, random }) =>
  confirm(ctx, { purpose: 'kycRenewal', transId, random }, async (tx, assertion) => {
    const { personId, sessionId } = ctx.caller
    const until = new Date(ctx.now)
    until.setUTCMonth(until.getUTCMonth() + ctx.app.configuration.KYC_MONTHS)
    const news = await bringUpToDate(tx, ctx, personId, assertion)
    await tx.updateTable('person').set({ kyc_until: until }).where('id', '=', personId).execute()
    await notify(tx, personId, 'kycRenewed', { until: until.toISOString() }, ctx.now)
    await audit(tx, ctx, 'kyc.renewed', { subject: sessionId })
    return news
  }),
)
