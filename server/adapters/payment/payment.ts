import type { PaymentFailure } from '#contract/payments.ts'

/**
 * A payment gateway that shows its own page for the card. What the browser brings back proves nothing, and a notification
 * only says where to look: money is credited from `fetchInvoice` alone, after comparing status, amount, currency and reference.
 */
export interface PaymentGateway {
  /** What payments remember it by, and the part of the address that its notifications come to. */
  readonly name: 'moyasar' | 'paytabs'
  /**
   * Opens the page on which the person pays. The same `ourReference` may be sent again after an unknown outcome; where the
   * gateway can tell that it is a repetition, it answers with the same invoice. Throws ProviderUnavailable.
   */
  openInvoice(invoice: InvoiceRequest): Promise<{ gatewayId: string; url: string }>
  /** What the gateway holds now; null when it does not know the invoice. Throws ProviderUnavailable. */
  fetchInvoice(gatewayId: string): Promise<GatewayInvoice | null>
  /**
   * A notification, from the head and the bytes exactly as they arrived. Null when it is not proven to come from the gateway
   * or is about nothing of ours. `eventId` is the gateway's and the same in every repetition.
   */
  readWebhook(headers: Record<string, string | string[] | undefined>, rawBody: Uint8Array): PaymentEvent | null
  /**
   * What the gateway itself lists of the payments made in a period, a page at a time; null where it gives no such list.
   * Throws ProviderUnavailable.
   */
  listPayments: ((period: { from: Date; to: Date; page: number }) => Promise<StatementPage>) | null
  /** Returns money of one payment, all or part. Throws ProviderUnavailable: then fetch the invoice before trying again. */
  refund(refund: RefundRequest): Promise<{ outcome: 'refunded' } | { outcome: 'refused'; message: string }>
}

export type InvoiceRequest = {
  /** Our order's number, unique for ever; it comes back with the invoice. */
  ourReference: string
  /** At least 100. */
  amountHalalas: number
  currency: 'SAR'
  description: string
  /** In which the page speaks to the person. */
  language: 'ar' | 'en'
  /** Where the browser goes after paying, and where it goes when the person turns back. */
  successUrl: string
  backUrl: string
  /** Where notifications go, for gateways that take the address with each invoice. */
  callbackUrl: string
  /** After this nobody can pay any more, where the gateway can be told so. */
  expiresAt: Date
}

export type InvoiceStatus = 'initiated' | 'paid' | 'failed' | 'expired' | 'cancelled' | 'refunded'

export type GatewayInvoice = {
  status: InvoiceStatus
  amountHalalas: number
  currency: string
  /** Null when the invoice was not opened by us. */
  ourReference: string | null
  payments: GatewayPayment[]
}

export type GatewayPayment = {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'voided'
  /** The gateway's own words, such as INSUFFICIENT FUNDS; for people, not for rules. */
  message: string
  /** What they mean, of an attempt that failed. */
  failure: PaymentFailure | null
  amountHalalas: number
  refundedHalalas: number
  cardLast4?: string
}

/** One line of the statement: an attempt to pay, by whichever card. */
export type StatementLine = {
  id: string
  /** The invoice that it pays; null where it pays none. */
  invoiceId: string | null
  ourReference: string | null
  status: GatewayPayment['status']
  halalas: number
  refundedHalalas: number
  at: Date
}
export type StatementPage = { lines: StatementLine[]; nextPage: number | null }

export type PaymentEvent = { eventId: string; type: 'paid' | 'failed' | 'refunded' | 'voided' | 'other'; gatewayId: string }

export type RefundRequest = {
  gatewayId: string
  paymentId: string
  amountHalalas: number
  ourReference: string
  /** The same in every repetition of this request: where the gateway knows such keys, it carries it out once. */
  idempotencyKey?: string
}
