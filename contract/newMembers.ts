/** New admins and signatories of organisations, whom the provider's staff approve after the organisation did. */
import { z } from 'zod'
import { NewUserDetail } from './approvals.ts'
import { decisionCalls } from './decisions.ts'
import { call, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'

const memberID = { requestID: opaqueId }

export const readMemberToDecide = call({
  path: 'GET /api/v1/operations/members/:requestID',
  summary: 'One request to become an admin or a signatory of an organisation; the person sees that it was viewed.',
  access: mayRead,
  params: memberID,
  refuses: ['NOT_FOUND'],
  output: NewUserDetail.extend({ organizationName: z.string(), organizationNameAr: z.string(), unifiedOrgNo: z.string() }),
})

export const openMemberDocument = call({
  path: 'GET /api/v1/operations/members/:requestID/documents/:uniqueFileID',
  summary: 'A file that came with such a request; the person sees that it was viewed.',
  access: mayRead,
  params: { ...memberID, uniqueFileID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateMemberDecision, verify: verifyMemberDecision } = decisionCalls({
  path: '/api/v1/operations/members/decision',
  access: mayDecide,
  of: memberID,
  on: 'such a request',
  after: 'the request is decided, and the person acts for the organisation where it was approved.',
  refuses: ['NO_BALANCE'],
})
