/** Units that organisations submitted, for the provider's registration officers. */
import * as calls from '#contract/submittedUnits.ts'
import { openForDecider } from '#server/features/evidence/files.ts'
import { submittedUnit, unitDecision } from '#server/features/organisation/unitDecision.ts'
import { describeUnit, documentOf } from '#server/features/organisation/units.ts'
import { route } from '#server/platform/http/route.ts'

export const readUnitToDecide = route(calls.readUnitToDecide, async (ctx, { requestID }) =>
  describeUnit(ctx.db, (await submittedUnit(ctx.db, ctx, requestID)).id),
)

export const openUnitEvidence = route(calls.openUnitEvidence, async (ctx, { requestID }) => {
  const { public_id: number } = await submittedUnit(ctx.db, ctx, requestID)
  return openForDecider(ctx, { purposes: ['unit'], number, uniqueFileID: await documentOf(ctx, number) })
})

export const initiateSubmittedUnitDecision = route(calls.initiateSubmittedUnitDecision, (ctx, { requestID, isApproved, remarks }) =>
  unitDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)

export const verifySubmittedUnitDecision = route(
  calls.verifySubmittedUnitDecision,
  (ctx, { requestID, isApproved, remarks, transId, random }) =>
    unitDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
