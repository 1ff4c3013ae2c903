/** Units that organisations submitted, as the provider's staff read and decide them. */
import { z } from 'zod'
import { decisionCalls } from './decisions.ts'
import { call, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { UnitDetail } from './units.ts'

const requestID = { requestID: opaqueId }

export const readUnitToDecide = call({
  path: 'GET /api/v1/operations/units/:requestID',
  summary: 'One unit that an organisation submitted.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: UnitDetail.extend({ organizationName: z.string(), organizationNameAr: z.string(), unifiedOrgNo: z.string() }),
})

export const openUnitEvidence = call({
  path: 'GET /api/v1/operations/units/:requestID/document',
  summary: 'The document that supports it; whoever uploaded it sees that it was viewed.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateSubmittedUnitDecision, verify: verifySubmittedUnitDecision } = decisionCalls({
  path: '/api/v1/operations/units/decision',
  access: mayDecide,
  of: requestID,
  on: 'a unit',
  after: 'the unit is decided.',
})
