/** Seals that organisations ordered and their signatories approved, as the provider's staff read and decide them. */
import { z } from 'zod'
import { decisionCalls } from './decisions.ts'
import { call, opaqueId } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { OrganisationSeal } from './seals.ts'

const requestID = { requestID: opaqueId }

export const readSealToDecide = call({
  path: 'GET /api/v1/operations/seals/:requestID',
  summary: 'One seal that an organisation ordered.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: OrganisationSeal.extend({ organizationName: z.string(), organizationNameAr: z.string(), unifiedOrgNo: z.string() }),
})

export const openSealPicture = call({
  path: 'GET /api/v1/operations/seals/:requestID/picture',
  summary: 'The picture of the seal.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/octet-stream' },
})

export const { initiate: initiateSubmittedSealDecision, verify: verifySubmittedSealDecision } = decisionCalls({
  path: '/api/v1/operations/seals/decision',
  access: mayDecide,
  of: requestID,
  on: 'a seal',
  after: 'its certificate is issued and takes effect together with its picture, or its money goes back.',
})
