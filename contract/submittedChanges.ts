/** Changes to users of organisations that wait for the provider: new admins and signatories, and what no signatory can decide. */
import { z } from 'zod'
import { ChangeDetail } from './changes.ts'
import { decisionCalls } from './decisions.ts'
import { call, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'

const requestID = { requestID: opaqueId }

export const readChangeToDecide = call({
  path: 'GET /api/v1/operations/changes/:requestID',
  summary: 'One change to a user of an organisation; the user sees that it was viewed.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: ChangeDetail.extend({ organizationName: z.string(), organizationNameAr: z.string(), unifiedOrgNo: z.string() }),
})

export const { initiate: initiateSubmittedChangeDecision, verify: verifySubmittedChangeDecision } = decisionCalls({
  path: '/api/v1/operations/changes/decision',
  access: mayDecide,
  of: requestID,
  on: 'a change',
  after: 'the change is made where it was approved.',
  refuses: ['NO_BALANCE'],
})
