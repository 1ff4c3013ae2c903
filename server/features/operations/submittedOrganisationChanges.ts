/** Changes to what is registered of organisations, for the provider's registration officers. */
import * as calls from '#contract/submittedOrganisationChanges.ts'
import { openForDecider } from '#server/features/evidence/files.ts'
import { organisationChangeDecision } from '#server/features/organisation/changeDecision.ts'
import { readChange } from '#server/features/organisation/changeRows.ts'
import { route } from '#server/platform/http/route.ts'

export const readOrganisationChangeToDecide = route(calls.readOrganisationChangeToDecide, async ({ db }, { requestID }) => {
  const { detail, named } = await readChange(db, { public_id: requestID })
  return { ...detail, ...named }
})

export const openOrganisationChangeEvidence = route(calls.openOrganisationChangeEvidence, async (ctx, { requestID, uniqueFileID }) => {
  const { number } = await readChange(ctx.db, { public_id: requestID })
  return openForDecider(ctx, { purposes: ['organisationChange'], number, uniqueFileID })
})

export const initiateSubmittedOrganisationChangeDecision = route(
  calls.initiateSubmittedOrganisationChangeDecision,
  (ctx, { requestID, isApproved, remarks }) => organisationChangeDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)

export const verifySubmittedOrganisationChangeDecision = route(
  calls.verifySubmittedOrganisationChangeDecision,
  (ctx, { requestID, isApproved, remarks, transId, random }) =>
    organisationChangeDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random }),
)
