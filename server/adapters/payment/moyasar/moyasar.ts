import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { httpClient } from '../../http.ts'
import type { HttpAnswer } from '../../http.ts'
import { ProviderUnavailable } from '../../unavailable.ts'
import { parseBody, sameSecret } from '../notification.ts'
import { declineReason } from '../declineReason.ts'
import type { GatewayInvoice, GatewayPayment, InvoiceStatus, PaymentGateway } from '../payment.ts'
import { eventTypes, Invoice, Payment, PaymentPage, Refused, Webhook } from './wire.ts'

export type MoyasarSettings = {
  /** `https://api.moyasar.com/v1`; no slash at the end. */
  baseUrl: string
  /** `sk_live_…` or `sk_test_…`. */
  secretKey: string
  /** The secret token given when the webhook was registered in Moyasar's dashboard. */
  webhookSecret: string
  timeoutMs?: number
}

/** Moyasar, API v1: hosted invoices, mada and cards. */
export function moyasar({ baseUrl, secretKey, webhookSecret, timeoutMs }: MoyasarSettings): PaymentGateway {
  const http = httpClient({ provider: 'moyasar', timeoutMs })
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`

  async function call(path: string, json?: unknown, headers: Record<string, string> = {}) {
    const answer = await http({ method: json ? 'POST' : 'GET', url: baseUrl + path, headers: { authorization, ...headers }, json })
    if (answer.status === 401 || answer.status === 403) throw new ProviderUnavailable('moyasar', 'keys', { code: String(answer.status) })
    return answer
  }

  return {
    name: 'moyasar',

    async openInvoice({ ourReference, amountHalalas, currency, description, language, successUrl, backUrl, expiresAt }) {
      const answer = await call('/invoices', {
        // (?) Documented for payments. Where invoices ignore it, a repetition makes a second invoice, of which one is never paid.
        given_id: uuidOf(ourReference),
        amount: amountHalalas,
        currency,
        description,
        success_url: successUrl,
        back_url: backUrl,
        expired_at: expiresAt.toISOString(),
        metadata: { reference: ourReference },
        // No callback_url: what is posted there carries no secret. The registered webhook does.
      })
      const invoice = believe(answer, Invoice, 201)
      if (invoice.amount !== amountHalalas || invoice.currency !== currency || referenceOf(invoice) !== ourReference) {
        throw new ProviderUnavailable('moyasar', 'answer', { code: 'another invoice' })
      }
      return { gatewayId: invoice.id, url: inLanguage(invoice.url, language) }
    },

    async fetchInvoice(gatewayId) {
      const answer = await call(`/invoices/${encodeURIComponent(gatewayId)}`)
      if (answer.status === 404) return null
      const invoice = believe(answer, Invoice, 200)
      if (invoice.id !== gatewayId) throw new ProviderUnavailable('moyasar', 'answer', { code: 'another invoice' })
      return describe(invoice)
    },

    readWebhook(_headers, rawBody) {
      const parsed = Webhook.safeParse(parseBody(rawBody))
      if (!parsed.success || !sameSecret(parsed.data.secret_token, webhookSecret)) return null
      const { id, type, data } = parsed.data
      return { eventId: id, type: eventTypes.get(type) ?? 'other', gatewayId: data.invoice_id }
    },

    async listPayments({ from, to, page }) {
      const query = new URLSearchParams({ page: String(page), 'created[gt]': from.toISOString(), 'created[lt]': to.toISOString() })
      const { payments, meta } = believe(await call(`/payments?${query}`), PaymentPage, 200)
      const nextPage = meta.next_page ?? null
      // A gateway that led back would be asked for ever.
      if (nextPage !== null && nextPage <= page) throw new ProviderUnavailable('moyasar', 'answer', { code: 'pages in a circle' })
      const lines = payments.map((one) => ({
        id: one.id,
        invoiceId: one.invoice_id ?? null,
        ourReference: referenceOf(one),
        status: paymentStatus[one.status],
        halalas: one.amount,
        refundedHalalas: one.refunded ?? 0,
        at: new Date(one.created_at),
      }))
      return { lines, nextPage }
    },

    async refund({ paymentId, amountHalalas, idempotencyKey }) {
      // (?) A key is documented for new payments, as given_id. Where refunds ignore it, a repetition asks for more than is left, and is refused.
      const key: Record<string, string> = idempotencyKey ? { 'idempotency-key': uuidOf(idempotencyKey) } : {}
      const answer = await call(`/payments/${encodeURIComponent(paymentId)}/refund`, { amount: amountHalalas }, key)
      if (answer.status >= 400) return { outcome: 'refused', message: answer.read(Refused).message ?? '' }
      const payment = believe(answer, Payment, 200)
      if ((payment.refunded ?? 0) < amountHalalas) throw new ProviderUnavailable('moyasar', 'answer', { code: 'not refunded' })
      return { outcome: 'refunded' }
    },
  }
}

/** The hosted page takes its language from the address. */
function inLanguage(address: string, language: 'ar' | 'en'): string {
  const url = new URL(address)
  url.searchParams.set('lang', language)
  return url.href
}

function believe<T>(answer: HttpAnswer, shape: z.ZodType<T>, status: number): T {
  if (answer.status === status || answer.status === 200) return answer.read(shape)
  const { type, message } = answer.read(Refused)
  throw new ProviderUnavailable('moyasar', 'answer', { code: `${answer.status} ${type}`, cause: message })
}

const invoiceStatus: Record<z.infer<typeof Invoice>['status'], InvoiceStatus> = {
  initiated: 'initiated',
  // Authorised, not captured: no money yet.
  on_hold: 'initiated',
  paid: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  canceled: 'cancelled',
  voided: 'cancelled',
  expired: 'expired',
}

const paymentStatus: Record<z.infer<typeof Payment>['status'], GatewayPayment['status']> = {
  initiated: 'initiated',
  authorized: 'initiated',
  verified: 'initiated',
  paid: 'paid',
  captured: 'paid',
  failed: 'failed',
  abandoned: 'failed',
  refunded: 'refunded',
  voided: 'voided',
}

function describe(invoice: z.infer<typeof Invoice>): GatewayInvoice {
  return {
    status: invoiceStatus[invoice.status],
    amountHalalas: invoice.amount,
    currency: invoice.currency,
    ourReference: referenceOf(invoice),
    payments: (invoice.payments ?? []).map(({ id, status, amount, refunded, source }) => ({
      id,
      status: paymentStatus[status],
      message: source?.message ?? '',
      failure: paymentStatus[status] === 'failed' ? declineReason(source?.message ?? '') : null,
      amountHalalas: amount,
      refundedHalalas: refunded ?? 0,
      cardLast4: /\d{4}$/.exec(source?.number ?? '')?.[0],
    })),
  }
}

function referenceOf({ metadata }: Pick<z.infer<typeof Invoice>, 'metadata'>): string | null {
  return typeof metadata?.reference === 'string' ? metadata.reference : null
}

/** The same reference gives the same identifier; version 8 of RFC 9562 §5.8. */
function uuidOf(reference: string): string {
  const bytes = createHash('sha256').update(`tawqi invoice ${reference}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
