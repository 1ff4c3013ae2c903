/** New admins and signatories of organisations, whom the provider's registration officers approve after the organisation did. */
import * as calls from '#contract/newMembers.ts'
import { newUserDecision, refuseWhereFull } from '#server/features/approvals/newUserDecision.ts'
import { readSent } from '#server/features/approvals/newUsers.ts'
import { openForDecider } from '#server/features/evidence/files.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import { route } from '#server/platform/http/route.ts'

export const readMemberToDecide = route(calls.readMemberToDecide, async (ctx, { requestID }) => {
  const { detail, personId } = await readSent(ctx.db, ctx, requestID, null)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'requests' })
  return detail
})

export const openMemberDocument = route(calls.openMemberDocument, async (ctx, { requestID, uniqueFileID }) => {
  await readSent(ctx.db, ctx, requestID, null)
  return openForDecider(ctx, { purposes: ['membership'], number: requestID, uniqueFileID })
})

export const initiateMemberDecision = route(calls.initiateMemberDecision, async (ctx, { requestID, isApproved, remarks }) => {
  await refuseWhereFull(ctx, requestID, isApproved)
  return newUserDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() })
})

export const verifyMemberDecision = route(calls.verifyMemberDecision, (ctx, { requestID, isApproved, remarks, transId, random }) =>
  newUserDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
