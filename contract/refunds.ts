/** Refunds of payments, whole or in part: one of the staff proposes, another decides, then the gateway is asked. */
import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { decisionCalls } from './decisions.ts'
import { call, list, moment, opaqueId, riyals } from './kit.ts'
import { mayDecideRefunds, mayHandlePayments, mayReadPayments } from './operatorAccess.ts'
import { remarksText } from './texts.ts'

export const refundStatuses = ['proposed', 'approved', 'done', 'refused', 'rejected', 'withdrawn'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Where a refund may go from each status. The database enforces the same table. */
export const refundEdges: Record<RefundStatus, readonly RefundStatus[]> = {
  proposed: ['approved', 'rejected', 'withdrawn'],
  approved: ['done', 'refused'],
  done: [],
  refused: [],
  rejected: [],
  withdrawn: [],
}

export const refundStatusWords: Statuses<RefundStatus> = {
  proposed: { ar: 'بانتظار القرار', en: 'Waiting', tone: 'info' },
  approved: { ar: 'لدى بوابة الدفع', en: 'With the gateway', tone: 'warning' },
  done: { ar: 'أُعيد المبلغ', en: 'Refunded', tone: 'success' },
  refused: { ar: 'رفضته البوابة', en: 'Refused by the gateway', tone: 'error' },
  rejected: { ar: 'مرفوض', en: 'Rejected', tone: 'error' },
  withdrawn: { ar: 'مسحوب', en: 'Withdrawn', tone: 'neutral' },
}

/** A line of an order, as far as it can go back in part: so many of its transactions, of which `returned` went back before. */
export type PartLine = { quantity: number; returned: number; price: number; tax: number }

/** What so many further transactions of a line cost: all parts together are never more than the line, and the last one completes it. */
export function shareOf({ quantity, returned, price, tax }: PartLine, transactions: number): { price: number; tax: number } {
  const share = (whole: number) => Math.floor((whole * (returned + transactions)) / quantity) - Math.floor((whole * returned) / quantity)
  return { price: share(price), tax: share(tax) }
}

export const proposeRefund = call({
  path: 'POST /api/v1/operations/refunds/propose',
  summary: 'Proposes to give back what is left of a payment, or the price of so many transactions that nobody used.',
  access: mayHandlePayments,
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: {
    paymentID: opaqueId,
    reason: remarksText(1_000),
    /** Left out: all that is left of the payment goes back, and with it all that it bought. */
    transactions: z.int().min(1).max(1_000_000).optional(),
  },
  output: z.object({ requestID: opaqueId }),
})

export const listRefunds = list({
  path: 'GET /api/v1/operations/refunds',
  summary: 'Refunds, the latest proposed first.',
  access: mayReadPayments,
  filters: { status: z.enum(refundStatuses).optional() },
  row: z.object({
    requestID: opaqueId,
    paymentID: opaqueId,
    transactionId: z.string(),
    planName: z.string(),
    planNameAr: z.string(),
    amount: riyals,
    status: z.enum(refundStatuses),
    createdDate: moment,
    endedDate: moment.nullable(),
  }),
  columns: {
    createdDate: column('moment', 'اقتُرح في', 'Proposed', { part: 'line' }),
    planName: column('text', 'مقابل', 'For', { arabic: 'planNameAr', part: 'title' }),
    transactionId: column('id', 'رقم العملية', 'Payment no.'),
    amount: column('money', 'المبلغ', 'Amount', { part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: refundStatusWords, part: 'state' }),
    endedDate: column('moment', 'انتهى في', 'Ended'),
  },
})

const requestID = { requestID: opaqueId }
const Who = z.object({ fullName: z.string(), fullNameAr: z.string() })

export const readRefund = call({
  path: 'GET /api/v1/operations/refunds/:requestID',
  summary: 'One refund, as it is decided; the payer sees that it was viewed.',
  access: mayReadPayments,
  params: requestID,
  refuses: ['NOT_FOUND'],
  output: z.object({
    ...requestID,
    paymentID: opaqueId,
    status: z.enum(refundStatuses),
    transactionId: z.string(),
    planName: z.string(),
    planNameAr: z.string(),
    amount: riyals,
    /** How many transactions are taken back; null where it is all that is left of the payment. */
    transactions: z.int().nullable(),
    paidDate: moment.nullable(),
    fullName: z.string(),
    fullNameAr: z.string(),
    /** Masked. */
    nationalID: z.string(),
    reason: z.string(),
    /** Transactions of a plan that was bought; null where it is something else. */
    used: z.object({ credited: z.int(), spent: z.int(), reserved: z.int(), available: z.int() }).nullable(),
    madeBy: Who,
    createdDate: moment,
    decidedBy: Who.nullable(),
    decidedDate: moment.nullable(),
    remarks: z.string(),
    /** How often the gateway was asked, when last, and when it is asked again. */
    tries: z.int(),
    triedDate: moment.nullable(),
    nextTryDate: moment.nullable(),
    /** What the gateway said when it refused. */
    told: z.string(),
    endedDate: moment.nullable(),
    invoiceNumber: z.string().nullable(),
    creditNoteNumber: z.string().nullable(),
    /** Why it cannot be approved now, in the caller's language; null where it can. */
    notApprovable: z.string().nullable(),
    isOwn: z.boolean(),
  }),
})

export const withdrawRefund = call({
  path: 'POST /api/v1/operations/refunds/withdraw',
  summary: 'Withdraws a refund that nobody has decided on yet.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: requestID,
  output: z.object({ status: z.literal('1') }),
})

export const retryRefund = call({
  path: 'POST /api/v1/operations/refunds/retry',
  summary: 'Asks the gateway again about a refund that was approved, without waiting for the next time.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
  body: requestID,
  output: z.object({ status: z.enum(refundStatuses) }),
})

export const { initiate: initiateRefundDecision, verify: verifyRefundDecision } = decisionCalls({
  path: '/api/v1/operations/refunds/decision',
  access: mayDecideRefunds,
  of: requestID,
  on: 'a refund',
  after: 'the refund is decided; where it was approved, the gateway is asked to give the money back.',
})
