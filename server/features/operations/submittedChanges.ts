/** Changes to users of organisations that wait for the provider's registration officers. */
import * as calls from '#contract/submittedChanges.ts'
import { changeDecision, refuseWhereFull } from '#server/features/approvals/changeDecision.ts'
import { readChange } from '#server/features/approvals/changes.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { route } from '#server/platform/http/route.ts'

export const readChangeToDecide = route(calls.readChangeToDecide, async (ctx, { requestID }) => {
  const { detail, personId } = await readChange(ctx.db, ctx, requestID, null)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'requests' })
  return detail
})

export const initiateSubmittedChangeDecision = route(
  calls.initiateSubmittedChangeDecision,
  async (ctx, { requestID, isApproved, remarks }) => {
    await refuseWhereFull(ctx, requestID, isApproved)
    return changeDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() })
  },
)

export const verifySubmittedChangeDecision = route(
  calls.verifySubmittedChangeDecision,
  (ctx, { requestID, isApproved, remarks, transId, random }) =>
    changeDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
