import { initiateKycRenewal, initiateStepUp, verifyKycRenewal, verifyStepUp } from '#contract/sessions.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx, Queryable } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeChallenge } from '#server/platform/identity/challenges.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { notify } from '#server/platform/notifications.ts'
import { Problem } from '#server/platform/problems.ts'
import { sentence } from './challengeSentences.ts'
import { lookOnTheWire, startOnTheWire } from './nafathLogin.ts'

const confirmed = {
  stepUp: async (db: Queryable, ctx: Ctx<Caller>) => {
    await db.updateTable('session').set({ confirmed_at: ctx.now }).where('id', '=', ctx.caller.sessionId).execute()
  },
  kycRenewal: async (db: Queryable, ctx: Ctx<Caller>) => {
    const until = new Date(ctx.now)
    until.setUTCMonth(until.getUTCMonth() + ctx.app.configuration.KYC_MONTHS)
    await db.updateTable('person').set({ kyc_until: until }).where('id', '=', ctx.caller.personId).execute()
    await notify(db, ctx.caller.personId, 'kycRenewed', { until: until.toISOString() }, ctx.now)
  },
}

/** Takes an approval by the caller themselves and does what it was for. */
async function confirm(ctx: Ctx<Caller>, purpose: keyof typeof confirmed, transId: string, random: string) {
  const { status, errorMessage, challenge } = await lookOnTheWire(ctx, transId, random, purpose)
  if (status !== '1') return { status, errorMessage }
  return ctx.db.transaction().execute(async (tx) => {
    const assertion = await consumeChallenge(tx, ctx, challenge.id)
    if (!assertion || assertion.nationalId !== (await nationalIdOf(tx, ctx, ctx.caller.personId)))
      return { status: '0' as const, errorMessage: sentence('0', ctx.language) }
    await confirmed[purpose](tx, ctx)
    await audit(tx, ctx, purpose === 'stepUp' ? 'session.confirmed' : 'kyc.renewed', { subject: ctx.caller.sessionId })
    return { status: '1' as const, errorMessage: '' }
  })
}

export const startStepUp = route(initiateStepUp, async (ctx) =>
  startOnTheWire(ctx, { purpose: 'stepUp', nationalId: await nationalIdOf(ctx.db, ctx, ctx.caller.personId) }),
)
export const lookAtStepUp = route(verifyStepUp, async (ctx, { transId, random }) => confirm(ctx, 'stepUp', transId, random))

export const startKycRenewal = route(initiateKycRenewal, async (ctx, { nationalID }) => {
  if (nationalID !== (await nationalIdOf(ctx.db, ctx, ctx.caller.personId)))
    throw new Problem('NOT_FOUND', { cause: 'another person’s ID' })
  return startOnTheWire(ctx, { purpose: 'kycRenewal', nationalId: nationalID })
})
export const lookAtKycRenewal = route(verifyKycRenewal, async (ctx, { transId, random }) => confirm(ctx, 'kycRenewal', transId, random))
