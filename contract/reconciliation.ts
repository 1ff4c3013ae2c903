/** The gateway's statement beside our books. */
import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { call, day, flag, list, moment, opaqueId, riyals, slno } from './kit.ts'
import { mayHandlePayments, mayReadPayments } from './operatorAccess.ts'
import { paymentGateways, paymentStatuses, paymentStatusWords } from './payments.ts'
import { paymentMethodWords } from './takenPayments.ts'
import { remarksText } from './texts.ts'
import { exportOf } from './lists.ts'

export const lineOutcomes = ['agreed', 'onlyTheirs', 'onlyOurs', 'otherAmount', 'otherStatus'] as const
export type LineOutcome = (typeof lineOutcomes)[number]
export const lineOutcomeWords: Statuses<LineOutcome> = {
  agreed: { ar: 'متفقان', en: 'Agreed', tone: 'success' },
  onlyTheirs: { ar: 'في كشف البوابة وحده', en: 'Only in the statement', tone: 'error' },
  onlyOurs: { ar: 'في دفاترنا وحدها', en: 'Only in our books', tone: 'error' },
  otherAmount: { ar: 'مبلغ مختلف', en: 'Other amount', tone: 'error' },
  otherStatus: { ar: 'حالة مختلفة', en: 'Other status', tone: 'warning' },
}
export const theirStatuses = ['paid', 'refunded', 'partlyRefunded'] as const
export const theirStatusWords: Statuses<(typeof theirStatuses)[number]> = {
  paid: { ar: 'مدفوعة', en: 'Paid', tone: 'success' },
  refunded: { ar: 'أُعيد مبلغها', en: 'Refunded', tone: 'neutral' },
  partlyRefunded: { ar: 'أُعيد جزء منها', en: 'Partly refunded', tone: 'warning' },
}
export const runStates = ['fetching', 'done', 'failed'] as const
export type RunState = (typeof runStates)[number]

/** Where a comparison may go from each state. The database enforces the same table. */
export const runEdges: Record<RunState, readonly RunState[]> = { fetching: ['done', 'failed'], done: [], failed: ['fetching'] }

export const runStateWords: Statuses<RunState> = {
  fetching: { ar: 'يُطلب الكشف', en: 'Being fetched', tone: 'info' },
  done: { ar: 'اكتملت', en: 'Complete', tone: 'success' },
  failed: { ar: 'تعذّرت', en: 'Not fetched', tone: 'error' },
}

export const reconcile = call({
  path: 'POST /api/v1/operations/reconciliation/run',
  summary: 'Has the gateway’s statement of a period of at most 31 days fetched, page by page, and compared with our books.',
  access: mayHandlePayments,
  refuses: ['WRONG_STATE', 'TOO_MANY'],
  body: { fromDate: day, toDate: day },
  output: z.object({ runID: opaqueId }),
})

const Run = z.object({
  runID: opaqueId,
  state: z.enum(runStates),
  method: z.enum(paymentGateways),
  fromDate: day,
  toDate: day,
  agreed: z.int(),
  differences: z.int(),
  /** Differences that nobody closed yet. */
  open: z.int(),
  /** Made each day by itself. */
  isDaily: flag,
  madeDate: moment,
})

export const listReconciliations = list({
  path: 'GET /api/v1/operations/reconciliation',
  summary: 'The statements that were compared with our books, the latest first.',
  access: mayReadPayments,
  filters: { isOpen: flag.optional(), state: z.enum(runStates).optional() },
  row: Run,
  columns: {
    fromDate: column('day', 'من', 'From', { part: 'line' }),
    toDate: column('day', 'إلى', 'To', { part: 'line' }),
    method: column('text', 'البوابة', 'Gateway', { names: paymentMethodWords, part: 'title' }),
    state: column('status', 'الحالة', 'Status', { names: runStateWords, part: 'state' }),
    agreed: column('number', 'متفق', 'Agreed'),
    differences: column('number', 'اختلافات', 'Differences'),
    open: column('number', 'لم تُغلق', 'Open'),
    madeDate: column('moment', 'أُجريت في', 'Made'),
  },
})

export const readReconciliation = call({
  path: 'GET /api/v1/operations/reconciliation/:runID',
  summary: 'One comparison, with the sums of both sides.',
  access: mayReadPayments,
  params: { runID: opaqueId },
  refuses: ['NOT_FOUND'],
  output: Run.extend({
    fullName: z.string().nullable(),
    fullNameAr: z.string().nullable(),
    /** How far the statement is: its pages, and its lines where it is not compared yet. */
    pages: z.int(),
    fetched: z.int(),
    /** Of one that is fetched: how often the gateway did not answer since the last page, and when it is asked again. */
    tries: z.int(),
    nextTryDate: moment.nullable(),
    endedDate: moment.nullable(),
    /** What was paid and not returned, on each side. */
    ourTotal: riyals,
    theirTotal: riyals,
  }),
})

export const retryReconciliation = call({
  path: 'POST /api/v1/operations/reconciliation/retry',
  summary: 'Goes on with a statement that could not be fetched, where it ended.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { runID: opaqueId },
  output: z.object({ status: z.literal('1') }),
})

const Line = z.object({
  lineSlno: slno,
  outcome: z.enum(lineOutcomes),
  at: moment,
  transactionId: z.string().nullable(),
  gatewayPaymentID: z.string().nullable(),
  ourAmount: riyals.nullable(),
  theirAmount: riyals.nullable(),
  /** What went back of it in part. */
  ourRefundedAmount: riyals,
  theirRefundedAmount: riyals,
  ourStatus: z.enum(paymentStatuses).nullable(),
  theirStatus: z.enum(theirStatuses).nullable(),
  paymentID: opaqueId.nullable(),
  isClosed: flag,
  closedDate: moment.nullable(),
  remarks: z.string(),
})

export const listReconciliationLines = list({
  path: 'POST /api/v1/operations/reconciliation/lines',
  summary: 'The lines of a comparison, differences first.',
  access: mayReadPayments,
  filters: { runID: opaqueId, outcome: z.enum(lineOutcomes).optional(), isClosed: flag.optional() },
  row: Line,
  columns: {
    at: column('moment', 'الوقت', 'Time', { part: 'line' }),
    outcome: column('status', 'النتيجة', 'Outcome', { names: lineOutcomeWords, part: 'state' }),
    transactionId: column('id', 'رقم العملية', 'Payment no.', { part: 'title' }),
    gatewayPaymentID: column('id', 'رقمها في البوابة', 'Gateway’s no.', { shows: 'start' }),
    ourAmount: column('money', 'عندنا', 'Our amount'),
    theirAmount: column('money', 'عند البوابة', 'Their amount'),
    ourRefundedAmount: column('money', 'أُعيد عندنا', 'Returned, ours', { sheetOnly: true }),
    theirRefundedAmount: column('money', 'أُعيد عند البوابة', 'Returned, theirs', { sheetOnly: true }),
    ourStatus: column('text', 'حالتها عندنا', 'Our status', { names: paymentStatusWords, sheetOnly: true }),
    theirStatus: column('text', 'حالتها عند البوابة', 'Their status', { names: theirStatusWords, sheetOnly: true }),
    isClosed: column('flag', 'أُغلق', 'Closed'),
    remarks: column('text', 'الملاحظات', 'Remarks', { sheetOnly: true }),
  },
})

export const exportReconciliationLines = exportOf(listReconciliationLines, { ar: 'مطابقة بوابة الدفع', en: 'Reconciliation' })

export const recheckDifference = call({
  path: 'POST /api/v1/operations/reconciliation/recheck',
  summary: 'Fetches the payment of a difference from the gateway and settles it; where both agree then, the difference is closed.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
  body: { lineSlno: slno },
  output: z.object({ isClosed: flag }),
})

export const closeDifference = call({
  path: 'POST /api/v1/operations/reconciliation/close',
  summary: 'Closes a difference that was settled in another way, and says how.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'WRONG_STATE'],
  body: { lineSlno: slno, remarks: remarksText(1_000) },
  output: z.object({ isClosed: flag }),
})
