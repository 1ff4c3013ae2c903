import { z } from 'zod'
import { column, type Statuses } from './columns.ts'
import { call, list, moment, opaqueId, period, riyals, slno } from './kit.ts'
import { exportOf, sortBy } from './lists.ts'
import { screens } from './screens.ts'
import { searchText, text } from './texts.ts'

export const paymentStatuses = ['initiated', 'paid', 'failed', 'expired', 'cancelled', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentStatusWords: Statuses<PaymentStatus> = {
  initiated: { tone: 'info', ar: 'بانتظار الدفع', en: 'Awaiting payment' },
  paid: { tone: 'success', ar: 'مدفوعة', en: 'Paid' },
  failed: { tone: 'error', ar: 'لم تنجح', en: 'Failed' },
  expired: { tone: 'warning', ar: 'انتهت مهلتها', en: 'Expired' },
  cancelled: { tone: 'neutral', ar: 'ملغاة', en: 'Cancelled' },
  refunded: { tone: 'neutral', ar: 'أُعيد مبلغها', en: 'Refunded' },
}

/**
 * Where a payment may go from each status. The database enforces the same table.
 * Money can still come after we gave a payment up: a page stays open for a second card, a notice is late. It counts then, or, where
 * the order is paid by another attempt, goes back without ever counting (`refunded`).
 */
export const paymentEdges: Record<PaymentStatus, readonly PaymentStatus[]> = {
  initiated: ['paid', 'failed', 'expired', 'cancelled', 'refunded'],
  failed: ['paid', 'refunded'],
  expired: ['paid', 'refunded'],
  cancelled: ['paid', 'refunded'],
  paid: ['refunded'],
  refunded: [],
}

/** Why a card was not charged, as far as the bank told. */
export const paymentFailures = ['insufficientFunds', 'expiredCard', 'notAuthenticated', 'declined', 'unknown'] as const
export type PaymentFailure = (typeof paymentFailures)[number]

export const PaymentRow = z.object({
  productName: z.string(),
  productNameAr: z.string(),
  planName: z.string(),
  planNameAr: z.string(),
  transactionId: z.string(),
  /** Days. */
  validity: z.int(),
  paymentDate: moment,
  amountWithoutTax: riyals,
  tax: riyals,
  amount: riyals,
  status: z.enum(paymentStatuses),
  statusLabel: z.string(),
  /** The order can be paid (again): `initiatePayment` is open. */
  initiatePayment: z.boolean(),
  /** The outcome is not known yet: `recheckPayment` asks the gateway. */
  recheckPayment: z.boolean(),
  encodedPaymentSlno: opaqueId,
  orderDetailsSlno: slno,
  orderProductSlno: slno,
  productPricingDetailsSlno: slno,
  applicationSlno: slno,
  /** Set once an invoice exists. */
  invoiceNumber: z.string().nullable(),
  /** What went back of it, with the credit notes that say so. */
  refundedAmount: riyals,
  creditNotes: z.array(z.string()),
})

export const listPaymentHistory = list({
  path: 'GET /api/v1/esign/my/subscription/payment/history/:page/:size',
  summary: 'The caller’s payments, newest first.',
  access: 'person',
  filters: {
    search: searchText.optional(),
    status: z.enum(paymentStatuses).optional(),
    ...period,
    sort: sortBy('paymentDate', 'planName', 'amount'),
  },
  row: PaymentRow,
  columns: {
    paymentDate: column('moment', 'التاريخ', 'Date', { part: 'line' }),
    productName: column('text', 'الخدمة', 'Service', { arabic: 'productNameAr', sheetOnly: true }),
    planName: column('text', 'المنتج', 'Product', { arabic: 'planNameAr', part: 'title' }),
    validity: column('number', 'الصلاحية بالأيام', 'Validity in days', { sheetOnly: true }),
    transactionId: column('id', 'رقم العملية', 'Payment no.'),
    amountWithoutTax: column('money', 'قبل الضريبة', 'Before VAT', { sheetOnly: true }),
    tax: column('money', 'الضريبة', 'VAT', { sheetOnly: true }),
    amount: column('money', 'الإجمالي', 'Total', { part: 'line' }),
    status: column('status', 'الحالة', 'Status', { names: paymentStatusWords, part: 'state' }),
    refundedAmount: column('money', 'المُعاد', 'Returned', { sheetOnly: true }),
    invoiceNumber: column('id', 'رقم الفاتورة', 'Invoice no.', { sheetOnly: true }),
  },
})

export const exportPaymentHistory = exportOf(listPaymentHistory, { ar: 'سجل المدفوعات', en: 'Payment history' })

/** A payment page to send the person to. */
export const PaymentPage = z.object({ encodedPaymentSlno: opaqueId, encodedOrderSlno: opaqueId, paymentUrl: z.url(), expiresAt: moment })

/** Where the gateway sends the browser back to: the person's area, the page after an enrolment, or the signing that a plan was missing for. */
export const paymentReturns = [screens.paymentStatus.path, screens.paymentStatusPreLogin.path, screens.sign.path] as const
const returnTo = { returnTo: z.enum(paymentReturns).optional() }

export const buyPlan = call({
  path: 'POST /api/v1/esign/my/subscription/buy',
  summary: 'Orders a plan at the server’s price and opens a payment page for it.',
  access: 'person',
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'EXPIRED', 'PROVIDER_DOWN'],
  body: { productPricingDetailsSlno: slno, acceptTerms: z.literal(true), ...returnTo },
  output: PaymentPage,
})

export const initiatePayment = call({
  path: 'POST /api/v1/esign/my/subscription/payment/initiate',
  summary: 'Opens a new payment page for an order that is not paid.',
  access: 'person',
  stepUp: true,
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'EXPIRED', 'PROVIDER_DOWN'],
  body: { encodedPaymentSlno: opaqueId, ...returnTo },
  output: PaymentPage,
})

/** What became of a payment, after the gateway was asked. */
export const PaymentOutcome = z.object({
  encodedPaymentSlno: opaqueId,
  encodedOrderSlno: opaqueId,
  status: z.enum(paymentStatuses),
  /** One sentence in the caller's language. */
  message: z.string(),
  /** Set where the payment failed. */
  failure: z.enum(paymentFailures).nullable(),
  productName: z.string(),
  productNameAr: z.string(),
  planName: z.string(),
  planNameAr: z.string(),
  amount: riyals,
  transactionId: z.string(),
  paymentDate: moment,
  invoiceNumber: z.string().nullable(),
  initiatePayment: z.boolean(),
  recheckPayment: z.boolean(),
  /** The application for a certificate that it pays; null where it pays a plan. */
  encodedCertificateSlno: opaqueId.nullable(),
})

export const recheckPayment = call({
  path: 'POST /api/v1/esign/my/subscription/payment/recheck',
  summary: 'Fetches a payment from the gateway and settles it by what the gateway says.',
  access: 'person',
  refuses: ['NOT_FOUND', 'TOO_MANY', 'PROVIDER_DOWN'],
  body: { encodedPaymentSlno: opaqueId },
  output: PaymentOutcome,
})

export const cancelPayment = call({
  path: 'POST /api/v1/esign/my/subscription/payment/cancel',
  summary: 'Gives up a payment that has not been made.',
  access: 'person',
  refuses: ['NOT_FOUND', 'WRONG_STATE', 'PROVIDER_DOWN'],
  body: { encodedPaymentSlno: opaqueId },
  output: PaymentOutcome,
})

export const downloadInvoice = call({
  path: 'GET /api/v1/esign/my/subscription/payment/invoice/:encodedPaymentSlno',
  summary: 'The tax invoice of a payment, as PDF.',
  access: 'person',
  params: { encodedPaymentSlno: opaqueId },
  output: { bytes: 'application/pdf' },
})

export const downloadCreditNote = call({
  path: 'GET /api/v1/esign/my/subscription/payment/creditNote/:encodedPaymentSlno',
  summary: 'A credit note of a payment that was invoiced and then refunded, whole or in part, as PDF.',
  access: 'person',
  params: { encodedPaymentSlno: opaqueId },
  query: {
    /** Of one of several; without it the latest. */
    documentNumber: text(40).optional(),
  },
  output: { bytes: 'application/pdf' },
})

/** Each has an address of its own, by its name; the one that this deployment works with is heard. */
/** From one address so many returns are read. */
const returns = { name: 'paymentReturns', quota: 120, windowSeconds: 600 }

export const readReturnedPayment = call({
  path: 'POST /api/v1/payments/returned',
  summary: 'What became of a payment, for the browser that the gateway sent back with the payment’s own token.',
  access: 'anyone',
  passive: true,
  limit: returns,
  refuses: ['NOT_FOUND', 'PROVIDER_DOWN'],
  body: { encodedPaymentSlno: opaqueId, returnToken: opaqueId },
  output: PaymentOutcome.pick({ status: true, message: true, failure: true, planName: true, planNameAr: true, amount: true }),
})

export const paymentGateways = ['moyasar', 'paytabs'] as const

export const receivePaymentNotification = call({
  path: 'POST /api/v1/payments/:gateway/webhook',
  summary: 'The payment gateway tells that something changed; the payment is then fetched from it and settled by that.',
  access: 'anyone',
  passive: true,
  refuses: ['NOT_FOUND', 'NOT_ALLOWED', 'PROVIDER_DOWN'],
  params: { gateway: z.enum(paymentGateways) },
  body: { bytes: 'application/json', maxBytes: 65_536 },
  output: z.object({ received: z.literal(true) }),
})
