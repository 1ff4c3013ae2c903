import { z } from 'zod'
import { call, list, moment, opaqueId, riyals, slno } from './kit.ts'
import { searchText } from './texts.ts'

export const paymentStatuses = ['initiated', 'paid', 'failed', 'expired', 'cancelled', 'refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

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
})

export const listPaymentHistory = list({
  path: 'GET /api/v1/esign/my/subscription/payment/history/:page/:size',
  summary: 'The caller’s payments, newest first.',
  access: 'person',
  filters: { search: searchText.optional(), status: z.enum(paymentStatuses).optional() },
  row: PaymentRow,
})

/** A payment page to send the person to. */
export const PaymentPage = z.object({ encodedPaymentSlno: opaqueId, encodedOrderSlno: opaqueId, paymentUrl: z.url(), expiresAt: moment })

/** Where the gateway sends the browser back to: the person's area, or the page after an enrolment. */
export const paymentReturns = ['/app/my/paymentStatus', '/paymentstatus-prelogin'] as const
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
  summary: 'The credit note of a payment that was invoiced and then refunded, as PDF.',
  access: 'person',
  params: { encodedPaymentSlno: opaqueId },
  output: { bytes: 'application/pdf' },
})

export const receiveMoyasarWebhook = call({
  path: 'POST /api/v1/payments/moyasar/webhook',
  summary: 'Moyasar tells that something changed; the payment is then fetched from Moyasar and settled by that.',
  access: 'anyone',
  passive: true,
  refuses: ['NOT_ALLOWED', 'PROVIDER_DOWN'],
  body: { bytes: 'application/json', maxBytes: 65_536 },
  output: z.object({ received: z.literal(true) }),
})
