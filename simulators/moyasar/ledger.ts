import { randomUUID } from 'node:crypto'
import { simulatorCredentials } from '../credentials.ts'
import { deliver } from '../deliver.ts'
import type { Card } from '../card.ts'
import { companyOf, outcomeOf } from './cards.ts'

export type Payment = {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'voided'
  amount: number
  fee: number
  currency: string
  refunded: number
  refunded_at: string | null
  voided_at: string | null
  description: string
  invoice_id: string
  created_at: string
  updated_at: string
  metadata: Record<string, unknown> | null
  source: { type: 'creditcard'; company: string; name: string; number: string; message: string | null; transaction_url: string }
}

export type Invoice = {
  id: string
  status: 'initiated' | 'paid' | 'failed' | 'refunded' | 'canceled' | 'expired' | 'voided'
  amount: number
  currency: string
  description: string
  amount_format: string
  url: string
  callback_url: string | null
  success_url: string | null
  back_url: string | null
  expired_at: string | null
  created_at: string
  updated_at: string
  metadata: Record<string, unknown> | null
  payments: Payment[]
}

export type NewInvoice = Pick<Invoice, 'amount' | 'currency' | 'description'> &
  Partial<Pick<Invoice, 'callback_url' | 'success_url' | 'back_url' | 'expired_at' | 'metadata'>> & { given_id?: string }

export type MoyasarTiming = {
  /** Pauses before the second … sixth attempt of a webhook. */
  webhookPausesMs: readonly number[]
}

export const usualTiming: MoyasarTiming = { webhookPausesMs: [1000, 5000, 15_000, 60_000, 300_000] }

export type LedgerOptions = {
  pageUrl: (path: string) => string
  webhookUrl: () => string | undefined
  timing: MoyasarTiming
  closing: AbortSignal
}

/** The merchant's invoices and payments, and the notifications about them. */
export function ledger({ pageUrl, webhookUrl, timing, closing }: LedgerOptions) {
  const invoices = new Map<string, Invoice>()
  const cards = new Map<string, Card>()
  const carriedOut = new Set<string>()
  const stamp = () => new Date().toISOString()

  function settle(invoice: Invoice) {
    const payable = invoice.status === 'initiated' || invoice.status === 'failed'
    if (payable && invoice.expired_at && Date.parse(invoice.expired_at) <= Date.now()) touch(invoice, 'expired')
    return invoice
  }

  function touch<T extends Invoice | Payment>(one: T, status: T['status']) {
    one.status = status
    one.updated_at = stamp()
  }

  function notify(type: string, payment: Payment) {
    const url = webhookUrl()
    const event = {
      id: randomUUID(),
      type,
      created_at: stamp(),
      secret_token: simulatorCredentials.moyasar.webhookSecret,
      account_name: null,
      live: false,
      data: structuredClone(payment),
    }
    if (url) void deliver(url, event, timing.webhookPausesMs, closing)
  }

  function findInvoice(id: string) {
    const invoice = invoices.get(id)
    return invoice && settle(invoice)
  }

  function findPayment(id: string) {
    return invoices
      .values()
      .flatMap((invoice) => invoice.payments)
      .find((payment) => payment.id === id)
  }

  function openInvoice({ given_id, ...fields }: NewInvoice): Invoice {
    const id = given_id ?? randomUUID()
    const at = stamp()
    const invoice: Invoice = {
      callback_url: null,
      success_url: null,
      back_url: null,
      expired_at: null,
      metadata: null,
      ...fields,
      id,
      status: 'initiated',
      amount_format: `${(fields.amount / 100).toFixed(2)} ${fields.currency}`,
      url: pageUrl(`/invoices/${id}`),
      created_at: at,
      updated_at: at,
      payments: [],
    }
    invoices.set(id, invoice)
    return invoice
  }

  /** A card was entered; the bank has not been asked yet. */
  function openPayment(invoice: Invoice, card: Card): Payment {
    const id = randomUUID()
    const at = stamp()
    const { amount, currency, description, metadata } = invoice
    const payment: Payment = {
      id,
      status: 'initiated',
      amount,
      // mada's 1 % is near enough; nobody settles by this figure.
      fee: Math.round(amount / 100),
      currency,
      refunded: 0,
      refunded_at: null,
      voided_at: null,
      description,
      invoice_id: invoice.id,
      created_at: at,
      updated_at: at,
      metadata,
      source: {
        type: 'creditcard',
        company: companyOf(card.number),
        name: card.name,
        number: `XXXX-XXXX-XXXX-${card.number.slice(-4)}`,
        message: null,
        transaction_url: pageUrl(`/3ds/${id}`),
      },
    }
    cards.set(id, card)
    invoice.payments.push(payment)
    return payment
  }

  /** The person answered their bank; an invoice is paid at most once, whatever happens in two windows. */
  function finishPayment(payment: Payment, confirmed: boolean) {
    const invoice = settle(invoices.get(payment.invoice_id)!)
    const card = cards.get(payment.id)
    if (payment.status !== 'initiated' || !card) return
    cards.delete(payment.id)
    const open = invoice.status === 'initiated' || invoice.status === 'failed'
    const { paid, message } = !open
      ? { paid: false, message: 'INVOICE CLOSED' }
      : confirmed
        ? outcomeOf(card.number)
        : { paid: false, message: '3-D SECURE AUTHENTICATION FAILED' }
    payment.source.message = message
    touch(payment, paid ? 'paid' : 'failed')
    if (open) touch(invoice, paid ? 'paid' : 'failed')
    notify(paid ? 'payment_paid' : 'payment_failed', payment)
    if (paid && invoice.callback_url) void deliver(invoice.callback_url, invoice, timing.webhookPausesMs, closing)
  }

  function giveBack(payment: Payment, amount: number) {
    payment.refunded += amount
    payment.refunded_at = stamp()
    touch(payment, 'refunded')
    touch(invoices.get(payment.invoice_id)!, 'refunded')
    notify('payment_refunded', payment)
  }

  function voidPayment(payment: Payment) {
    payment.voided_at = stamp()
    touch(payment, 'voided')
    touch(invoices.get(payment.invoice_id)!, 'voided')
    notify('payment_voided', payment)
  }

  return {
    findInvoice,
    findPayment,
    openInvoice,
    openPayment,
    finishPayment,
    giveBack,
    voidPayment,
    /** Requests that bore a key and were carried out. */
    wasAsked: (key: string) => carriedOut.has(key),
    noteAsked: (key: string) => void carriedOut.add(key),
    cancel: (invoice: Invoice) => touch(invoice, 'canceled'),
    /** Newest first. */
    allInvoices: () => [...invoices.values()].map(settle).reverse(),
    allPayments: () =>
      [...invoices.values()].flatMap((invoice) => invoice.payments).toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)),
  }
}

export type Ledger = ReturnType<typeof ledger>
