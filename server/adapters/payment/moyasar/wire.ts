import { z } from 'zod'

// What Moyasar's API v1 sends. Unknown fields are dropped; a missing one is an answer we do not believe.

export const Payment = z.object({
  id: z.string().min(1),
  status: z.enum(['initiated', 'paid', 'authorized', 'failed', 'refunded', 'captured', 'voided', 'verified', 'abandoned']),
  amount: z.int(),
  refunded: z.int().nullish(),
  currency: z.string(),
  invoice_id: z.string().nullish(),
  source: z.object({ number: z.string().nullish(), message: z.string().nullish() }).nullish(),
})

export const Invoice = z.object({
  id: z.string().min(1).max(100),
  status: z.enum(['initiated', 'paid', 'failed', 'refunded', 'canceled', 'on_hold', 'expired', 'voided']),
  amount: z.int(),
  currency: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  payments: z.array(Payment).nullish(),
})

/** A page of a list. `metadata` of a payment is that of its invoice. */
export const PaymentPage = z.object({
  payments: z.array(
    Payment.extend({ created_at: z.iso.datetime({ offset: true }), metadata: z.record(z.string(), z.unknown()).nullish() }),
  ),
  meta: z.object({ current_page: z.int(), next_page: z.int().nullish() }),
})

export const Refused = z.object({ type: z.string(), message: z.string().nullish() })

export const Webhook = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  secret_token: z.string(),
  data: z.object({ invoice_id: z.string().min(1).max(100) }),
})

/** A Map, since the key comes from outside. */
export const eventTypes = new Map<string, 'paid' | 'failed' | 'refunded' | 'voided'>([
  ['payment_paid', 'paid'],
  ['payment_captured', 'paid'],
  ['payment_failed', 'failed'],
  // The documentation has spelt it so.
  ['payment_faild', 'failed'],
  ['payment_refunded', 'refunded'],
  ['payment_voided', 'voided'],
])
