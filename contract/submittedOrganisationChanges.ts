/** Changes to what is registered of organisations, as the provider's staff read and decide them. */
import { decisionCalls } from './decisions.ts'
import { call, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { OrganisationChangeDetail } from './organisationChanges.ts'
import { z } from 'zod'

const requestID = { requestID: opaqueId }

export const readOrganisationChangeToDecide = call({
  path: 'GET /api/v1/operations/organisation/changes/:requestID',
  summary: 'One change to what is registered of an organisation.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: OrganisationChangeDetail.extend({ organizationName: z.string(), organizationNameAr: z.string(), unifiedOrgNo: z.string() }),
})

export const openOrganisationChangeEvidence = call({
  path: 'GET /api/v1/operations/organisation/changes/:requestID/files/:uniqueFileID',
  summary: 'A file that supports it; whoever uploaded it sees that it was viewed.',
  access: mayRead,
  params: { ...requestID, uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateSubmittedOrganisationChangeDecision, verify: verifySubmittedOrganisationChangeDecision } = decisionCalls({
  path: '/api/v1/operations/organisation/changes/decision',
  access: mayDecide,
  of: requestID,
  on: 'a change to what is registered of an organisation',
  after: 'it is registered so where it was approved.',
})
