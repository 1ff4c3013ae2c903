/** Payments of everybody, as the provider's finance handles them. */
import { z } from 'zod'
import { column } from './columns.ts'
import { call, list, moment, opaqueId, period, riyals } from './kit.ts'
import { exportOf } from './lists.ts'
import { mayHandlePayments, mayReadPayments } from './operatorAccess.ts'
import { paymentGateways, paymentStatuses, paymentStatusWords } from './payments.ts'
import { perCent } from './catalogueChanges.ts'
import { refundStatuses } from './refunds.ts'
import { searchText, text } from './texts.ts'

export const orderKinds = ['esignPlan', 'certificate', 'seal'] as const
export const orderKindWords = {
  esignPlan: { ar: 'باقة توقيع', en: 'Signing plan' },
  certificate: { ar: 'شهادة رقمية', en: 'Certificate' },
  seal: { ar: 'ختم منشأة', en: 'Seal' },
} as const
export const paymentMethodWords = {
  moyasar: { ar: 'بطاقة، ميسر', en: 'Card, Moyasar' },
  paytabs: { ar: 'بطاقة، PayTabs', en: 'Card, PayTabs' },
} as const

const TakenPayment = z.object({
  paymentID: opaqueId,
  /** The payment's number, which the payer knows it by. */
  transactionId: z.string(),
  orderKind: z.enum(orderKinds),
  planName: z.string(),
  planNameAr: z.string(),
  amountWithoutTax: riyals,
  tax: riyals,
  amount: riyals,
  status: z.enum(paymentStatuses),
  method: z.enum(paymentGateways),
  createdDate: moment,
  settledDate: moment.nullable(),
  invoiceNumber: z.string().nullable(),
  /** The latest one. */
  creditNoteNumber: z.string().nullable(),
  /** What went back, of one that stays paid. */
  refundedAmount: riyals,
})

export const listTakenPayments = list({
  path: 'POST /api/v1/operations/payments',
  summary: 'Payments of everybody, the latest first.',
  access: mayReadPayments,
  filters: {
    /** A payment's number or a part of it, the number of an invoice or a credit note, or a payer's whole national ID. */
    search: searchText.optional(),
    status: z.enum(paymentStatuses).optional(),
    method: z.enum(paymentGateways).optional(),
    orderKind: z.enum(orderKinds).optional(),
    ...period,
  },
  row: TakenPayment,
  columns: {
    createdDate: column('moment', 'بدأت في', 'Started', { part: 'line' }),
    planName: column('text', 'مقابل', 'For', { arabic: 'planNameAr', part: 'title' }),
    transactionId: column('id', 'رقم العملية', 'Payment no.'),
    orderKind: column('text', 'النوع', 'Kind', { names: orderKindWords, sheetOnly: true }),
    method: column('text', 'طريقة الدفع', 'Method', { names: paymentMethodWords, sheetOnly: true }),
    amountWithoutTax: column('money', 'قبل الضريبة', 'Before VAT', { sheetOnly: true }),
    tax: column('money', 'الضريبة', 'VAT', { sheetOnly: true }),
    amount: column('money', 'الإجمالي', 'Total', { part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: paymentStatusWords, part: 'state' }),
    refundedAmount: column('money', 'أُعيد جزء منها', 'Returned in part', { sheetOnly: true }),
    settledDate: column('moment', 'انتهت في', 'Settled', { sheetOnly: true }),
    invoiceNumber: column('id', 'الفاتورة', 'Invoice'),
    creditNoteNumber: column('id', 'الإشعار الدائن', 'Credit note', { sheetOnly: true }),
  },
})

export const exportTakenPayments = exportOf(listTakenPayments, { ar: 'المدفوعات', en: 'Payments' })

const paymentID = { paymentID: opaqueId }

export const readTakenPayment = call({
  path: 'GET /api/v1/operations/payments/:paymentID',
  summary: 'One payment with its order, its attempts and what the gateway told; the payer sees that it was viewed.',
  access: mayReadPayments,
  params: paymentID,
  refuses: ['NOT_FOUND'],
  output: TakenPayment.extend({
    fullName: z.string(),
    fullNameAr: z.string(),
    /** Masked. */
    nationalID: z.string(),
    orderDate: moment,
    rate: perCent,
    lines: z.array(
      z.object({ planName: z.string(), planNameAr: z.string(), quantity: z.int(), price: riyals, tax: riyals, totalPrice: riyals }),
    ),
    /** Every attempt to pay the order, this one among them. */
    attempts: z.array(
      z.object({
        paymentID: opaqueId,
        transactionId: z.string(),
        status: z.enum(paymentStatuses),
        createdDate: moment,
        /** What the gateway said of one that failed. */
        told: z.string(),
      }),
    ),
    /** How this attempt came to its status. */
    events: z.array(z.object({ at: moment, status: z.enum(paymentStatuses), cause: z.string() })),
    /** Notifications of the gateway about it. */
    notifications: z.array(z.object({ at: moment, type: z.string(), eventID: z.string() })),
    gatewayInvoiceID: z.string().nullable(),
    gatewayPaymentID: z.string().nullable(),
    /** What was bought and is used, where it is counted: transactions of a plan. */
    used: z.object({ credited: z.int(), spent: z.int(), reserved: z.int(), available: z.int() }).nullable(),
    refunds: z.array(
      z.object({
        requestID: opaqueId,
        status: z.enum(refundStatuses),
        createdDate: moment,
        amount: riyals,
        transactions: z.int().nullable(),
        /** Of one that is done. */
        creditNoteNumber: z.string().nullable(),
      }),
    ),
    /** The line that can go back in part, with how many of its transactions nobody used; null where nothing can. */
    part: z.object({ most: z.int(), quantity: z.int(), returned: z.int(), price: riyals, tax: riyals }).nullable(),
    /** Why no refund of all that is left can be proposed now, in the caller's language; null where one can. */
    notRefundable: z.string().nullable(),
  }),
})

export const takenDocuments = ['invoice', 'creditNote'] as const

export const openTakenInvoice = call({
  path: 'GET /api/v1/operations/payments/:paymentID/documents/:document',
  summary: 'The tax invoice of a payment, or its credit note, as PDF; the payer sees that it was viewed.',
  access: mayReadPayments,
  params: { ...paymentID, document: z.enum(takenDocuments) },
  query: {
    /** Of the document, where a payment has several; without it the latest. */
    documentNumber: text(40).optional(),
  },
  refuses: ['NOT_FOUND'],
  output: { bytes: 'application/pdf' },
})

export const recheckTakenPayment = call({
  path: 'POST /api/v1/operations/payments/recheck',
  summary: 'Fetches a payment from the gateway and settles it by what the gateway says.',
  access: mayHandlePayments,
  refuses: ['NOT_FOUND', 'PROVIDER_DOWN'],
  body: paymentID,
  output: z.object({ status: z.enum(paymentStatuses) }),
})
