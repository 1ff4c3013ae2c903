import * as calls from '#contract/sessions.ts'
import { bringUpToDate } from '#server/features/profile/identityFacts.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { askOwnApproval, takeOwnApproval } from '#server/platform/identity/ownApproval.ts'
import { Problem } from '#server/platform/problems.ts'
import { tell } from '#server/platform/tell.ts'

/** Nothing besides the person’s identity is approved. */
const lock = async () => ({ subject: null })

export const initiateStepUp = route(calls.initiateStepUp, async (ctx) => askOwnApproval(ctx, 'stepUp'))
export const verifyStepUp = route(calls.verifyStepUp, async (ctx, { transId, random }) =>
  takeOwnApproval(ctx, { purpose: 'stepUp', transId, random, lock }, async (tx) => {
    await tx.updateTable('session').set({ confirmed_at: ctx.now }).where('id', '=', ctx.caller.sessionId).execute()
    await audit(tx, ctx, 'session.confirmed', { subject: ctx.caller.sessionId })
    return {}
  }),
)

export const initiateKycRenewal = route(calls.initiateKycRenewal, async (ctx, { nationalID }) => {
  if (nationalID !== (await nationalIdOf(ctx.db, ctx, ctx.caller.personId)))
    throw new Problem('NOT_FOUND', { cause: 'another person’s ID' })
  return askOwnApproval(ctx, 'kycRenewal')
})
export const verifyKycRenewal = route(calls.verifyKycRenewal, async (ctx, { transId, random }) =>
  takeOwnApproval(ctx, { purpose: 'kycRenewal', transId, random, lock }, async (tx, { assertion }) => {
    const { personId, sessionId } = ctx.caller
    const until = new Date(ctx.now)
    until.setUTCMonth(until.getUTCMonth() + ctx.app.configuration.KYC_MONTHS)
    const news = await bringUpToDate(tx, ctx, personId, assertion)
    await tx.updateTable('person').set({ kyc_until: until }).where('id', '=', personId).execute()
    await tell(tx, ctx, { to: personId, kind: 'kycRenewed', facts: { until: until.toISOString() } })
    await audit(tx, ctx, 'kyc.renewed', { subject: sessionId })
    return news
  }),
)
