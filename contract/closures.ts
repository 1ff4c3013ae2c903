/** An account is closed by the provider: one of the staff asks for it, another one decides. */
import { z } from 'zod'
import { decisionCalls } from './decisions.ts'
import { closingObstacles } from './erasure.ts'
import { call, moment, opaqueId, slno } from './kit.ts'
import { mayDecide, mayRead } from './operatorAccess.ts'
import { personStates } from './people.ts'
import { remarksText } from './texts.ts'

export const closureStates = ['requested', 'withdrawn', 'approved', 'rejected'] as const
export type ClosureState = (typeof closureStates)[number]
/** Where such a request may go; the database enforces the same table. */
export const closureEdges: Record<ClosureState, readonly ClosureState[]> = {
  requested: ['withdrawn', 'approved', 'rejected'],
  withdrawn: [],
  approved: [],
  rejected: [],
}

const requestID = { requestID: opaqueId }

export const requestClosure = call({
  path: 'POST /api/v1/operations/people/closures',
  summary: 'Asks for an account to be closed, with the reason that its person reads; somebody else of the staff decides it.',
  access: mayDecide,
  stepUp: true,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'WRONG_STATE'],
  body: { personSlno: slno, remarks: remarksText(1_000) },
  output: z.object({ requestID: opaqueId }),
})

export const readClosure = call({
  path: 'GET /api/v1/operations/people/closures/:requestID',
  summary: 'One request to close an account, with whose it is; the person sees that it was viewed.',
  access: mayRead,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: z.object({
    requestID: opaqueId,
    state: z.enum(closureStates),
    fullName: z.string(),
    fullNameAr: z.string(),
    /** Masked. */
    nationalID: z.string(),
    personState: z.enum(personStates),
    /** Of whoever asked for it, which the person reads. */
    reason: z.string(),
    makerName: z.string(),
    makerNameAr: z.string(),
    isOwn: z.boolean(),
    createdDate: moment,
    endedDate: moment.nullable(),
    /** Of whoever decided it. */
    remarks: z.string(),
    certificatesInForce: z.int(),
    memberships: z.int(),
    /** Transactions left in the person's plans, which lapse. */
    transactionsLeft: z.int(),
    obstacles: z.array(z.enum(closingObstacles)),
  }),
})

export const withdrawClosure = call({
  path: 'POST /api/v1/operations/people/closures/withdraw',
  summary: 'Takes the caller’s own request to close an account back while it is not decided.',
  access: mayDecide,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: requestID,
  output: z.object({ status: z.literal('1') }),
})

export const { initiate: initiateClosureDecision, verify: verifyClosureDecision } = decisionCalls({
  path: '/api/v1/operations/people/closures/decision',
  access: mayDecide,
  of: requestID,
  on: 'closing an account',
  after: 'the account is closed, and its person told, where it was approved.',
})
