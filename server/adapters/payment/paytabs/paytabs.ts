import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { httpClient } from '../../http.ts'
import type { HttpAnswer } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import { parseBody, sameSecret } from '../notification.ts'
import { declineReason } from '../declineReason.ts'
import type { GatewayPayment, InvoiceStatus, PaymentEvent, PaymentGateway } from '../payment.ts'

export type PayTabsSettings = {
  /** `https://secure.paytabs.sa` for Saudi Arabia; no slash at the end. */
  baseUrl: string
  profileId: number
  serverKey: string
  timeoutMs?: number
}

// Amounts are decimal riyals, as text in answers and as a number in requests.
const riyals = z.union([z.string(), z.number().transform((value) => value.toFixed(2))]).transform((text, context) => {
  const parts = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (parts) return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'))
  context.addIssue('not an amount')
  return z.NEVER
})

const Opened = z.object({ tran_ref: z.string().min(1), redirect_url: z.url({ protocol: /^https?$/ }), cart_id: z.string() })
const Result = z.object({ response_status: z.enum(['A', 'H', 'P', 'V', 'E', 'D', 'X', 'C']), response_message: z.string().nullish() })
const Transaction = z.object({
  tran_ref: z.string().min(1).max(100),
  /** Of a refund, capture or void: the transaction that it is about. */
  previous_tran_ref: z.string().max(100).nullish(),
  cart_id: z.string(),
  cart_amount: riyals,
  cart_currency: z.string(),
  tran_type: z.string(),
  payment_result: Result.nullish(),
  payment_info: z.object({ payment_description: z.string().nullish() }).nullish(),
})
/** (?) A cart's transactions come as a list, or alone where there is one. */
const Cart = z.union([z.array(Transaction), Transaction.transform((one) => [one])])
const Refused = z.object({ code: z.number(), message: z.string() })
type Transaction = z.infer<typeof Transaction>

/** PayTabs, payment page API 2. The profile, not the invoice, says how long a page lives, so `expiresAt` is not sent. */
export function paytabs({ baseUrl, profileId, serverKey, timeoutMs }: PayTabsSettings): PaymentGateway {
  const http = httpClient({ provider: 'paytabs', timeoutMs })

  async function call(path: string, json: object) {
    const answer = await http({
      method: 'POST',
      url: baseUrl + path,
      headers: { authorization: serverKey },
      json: { profile_id: profileId, ...json },
    })
    if (answer.status === 401 || answer.status === 403) throw new ProviderUnavailable('paytabs', 'keys', { code: String(answer.status) })
    return answer
  }

  /** A refund is a transaction of its own, and the sale's own answer stays what it was: only the cart shows both. */
  async function refundedOf({ tran_ref, cart_id }: Transaction): Promise<number> {
    const transactions = believe(await call('/payment/query', { cart_id }), Cart)
    return transactions
      .filter((one) => one.previous_tran_ref === tran_ref && statusOf(one)[1] === 'refunded')
      .reduce((sum, { cart_amount }) => sum + cart_amount, 0)
  }

  return {
    name: 'paytabs',

    async openInvoice({ ourReference, amountHalalas, currency, description, language, successUrl, callbackUrl }) {
      const answer = await call('/payment/request', {
        tran_type: 'sale',
        tran_class: 'ecom',
        cart_id: ourReference,
        cart_description: description,
        cart_currency: currency,
        cart_amount: amountHalalas / 100,
        return: successUrl,
        callback: callbackUrl,
        hide_shipping: true,
        paypage_lang: language,
      })
      const opened = believe(answer, Opened)
      if (opened.cart_id !== ourReference) throw new ProviderUnavailable('paytabs', 'answer', { code: 'another order' })
      return { gatewayId: opened.tran_ref, url: opened.redirect_url }
    },

    async fetchInvoice(gatewayId) {
      const answer = await call('/payment/query', { tran_ref: gatewayId })
      // (?) An unknown reference answers 404, or 400 in older versions.
      if (answer.status === 404 || answer.status === 400) return null
      const transaction = believe(answer, Transaction)
      if (transaction.tran_ref !== gatewayId) throw new ProviderUnavailable('paytabs', 'answer', { code: 'another transaction' })
      const [held] = statusOf(transaction)
      const refundedHalalas = held === 'paid' ? await refundedOf(transaction) : 0
      return {
        status: refundedHalalas > 0 ? 'refunded' : held,
        amountHalalas: transaction.cart_amount,
        currency: transaction.cart_currency,
        ourReference: transaction.cart_id,
        payments: paymentsOf(transaction, refundedHalalas),
      }
    },

    readWebhook(headers, rawBody): PaymentEvent | null {
      const { signature } = headers
      const expected = createHmac('sha256', serverKey).update(rawBody).digest('hex')
      if (typeof signature !== 'string' || !sameSecret(signature, expected)) return null
      const parsed = Transaction.safeParse(parseBody(rawBody))
      if (!parsed.success) return null
      const [status] = statusOf(parsed.data)
      // Notifications bear no id of their own; a repetition has the same bytes.
      const eventId = createHash('sha256').update(rawBody).digest('hex')
      return { eventId, type: eventTypes[status], gatewayId: parsed.data.previous_tran_ref || parsed.data.tran_ref }
    },

    // (?) Only its dashboard lists transactions.
    listPayments: null,

    async refund({ paymentId, amountHalalas, ourReference }) {
      const answer = await call('/payment/request', {
        tran_type: 'refund',
        tran_class: 'ecom',
        tran_ref: paymentId,
        cart_id: ourReference,
        cart_description: 'Refund',
        cart_currency: 'SAR',
        cart_amount: amountHalalas / 100,
      })
      if (answer.status >= 400) return { outcome: 'refused', message: answer.read(Refused).message }
      const { payment_result: result } = believe(answer, Transaction)
      if (result?.response_status === 'A') return { outcome: 'refunded' }
      return { outcome: 'refused', message: result?.response_message ?? '' }
    },
  }
}

function believe<T>(answer: HttpAnswer, shape: z.ZodType<T>): T {
  if (answer.status === 200) return answer.read(shape)
  const { code, message } = answer.read(Refused)
  throw new ProviderUnavailable('paytabs', 'answer', { code: `${answer.status} ${code}`, cause: message })
}

const results: Record<z.infer<typeof Result>['response_status'], [InvoiceStatus, GatewayPayment['status']]> = {
  A: ['paid', 'paid'],
  // On hold and pending: no money yet.
  H: ['initiated', 'initiated'],
  P: ['initiated', 'initiated'],
  V: ['cancelled', 'voided'],
  C: ['cancelled', 'failed'],
  E: ['failed', 'failed'],
  D: ['failed', 'failed'],
  X: ['expired', 'failed'],
}

const eventTypes = {
  paid: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  cancelled: 'voided',
  expired: 'failed',
  initiated: 'other',
} as const

/** An approved authorization is not a sale, and an approved refund is money that left. */
function statusOf({ tran_type, payment_result }: Transaction): [InvoiceStatus, GatewayPayment['status']] {
  if (!payment_result) return ['initiated', 'initiated']
  const [invoice, payment] = results[payment_result.response_status]
  const kind = tran_type.toLowerCase()
  if (invoice !== 'paid' || kind === 'sale' || kind === 'capture') return [invoice, payment]
  return kind === 'refund' ? ['refunded', 'refunded'] : ['initiated', 'initiated']
}

function paymentsOf(transaction: Transaction, refundedHalalas: number): GatewayPayment[] {
  const { tran_ref, cart_amount, payment_result, payment_info } = transaction
  if (!payment_result) return []
  const status = refundedHalalas > 0 ? 'refunded' : statusOf(transaction)[1]
  const cardLast4 = /\d{4}$/.exec(payment_info?.payment_description ?? '')?.[0]
  const message = payment_result.response_message ?? ''
  const failure = status === 'failed' ? declineReason(message) : null
  return [{ id: tran_ref, status, message, failure, amountHalalas: cart_amount, refundedHalalas, cardLast4 }]
}
