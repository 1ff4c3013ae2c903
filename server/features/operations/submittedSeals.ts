/** Seals that organisations ordered, for the provider's registration officers. */
import * as calls from '#contract/submittedSeals.ts'
import { openForDecider } from '#server/features/evidence/files.ts'
import { decideSeal, proposeSeal, sealRequest } from '#server/features/seals/decision.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

export const readSealToDecide = route(calls.readSealToDecide, async (ctx, { requestID }) => {
  const { seal, organisation } = await sealRequest(ctx.db, ctx, requestID)
  return { ...seal, ...organisation }
})

export const openSealPicture = route(calls.openSealPicture, async (ctx, { requestID }) => {
  const { id, seal } = await sealRequest(ctx.db, ctx, requestID)
  // A seal that is ordered anew may keep the picture of an earlier one, or of the registration.
  const image = await ctx.db
    .selectFrom('dsc')
    .innerJoin('evidence_file as f', 'f.id', 'dsc.image_id')
    .select('f.request_number')
    .where('dsc.id', '=', id)
    .executeTakeFirst()
  if (!image?.request_number) throw new Problem('NOT_FOUND')
  return openForDecider(ctx, {
    purposes: ['seal', 'organisationSeal'],
    number: image.request_number,
    uniqueFileID: seal.stamp.uniqueFileID,
  })
})

export const initiateSubmittedSealDecision = route(calls.initiateSubmittedSealDecision, (ctx, { requestID, isApproved, remarks }) =>
  proposeSeal(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)

export const verifySubmittedSealDecision = route(
  calls.verifySubmittedSealDecision,
  (ctx, { requestID, isApproved, remarks, transId, random }) =>
    decideSeal(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
