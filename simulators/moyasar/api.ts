import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Invoice, Ledger, Payment } from './ledger.ts'

const address = z.url({ protocol: /^https?$/ })
const NewInvoice = z.object({
  given_id: z.uuid().optional(),
  amount: z.int().min(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  description: z.string().min(1).max(255),
  callback_url: address.nullish(),
  success_url: address.nullish(),
  back_url: address.nullish(),
  expired_at: z.iso.datetime({ offset: true }).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
})
const Amount = z.object({ amount: z.int().min(1).optional() })

export const refusal = (type: string, message: string, errors: unknown = null) => ({ type, message, errors })

function refuse(reply: FastifyReply, message: string, errors: unknown = null) {
  return reply.code(400).send(refusal('invalid_request_error', message, errors))
}
const missing = (reply: FastifyReply) => reply.code(404).send(refusal('record_not_found', 'Object not found'))
const idOf = (request: FastifyRequest) => (request.params as { id: string }).id

/** API v1: HTTP Basic with the secret key as user and no password. */
export function addApi(api: FastifyInstance, { secretKey, ledger }: { secretKey: string; ledger: Ledger }) {
  const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
  api.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== authorization) {
      return reply.code(401).send(refusal('authentication_error', 'Invalid authorization credentials'))
    }
  })
  addInvoices(api, ledger)
  addPayments(api, ledger)
}

function addInvoices(api: FastifyInstance, ledger: Ledger) {
  api.post('/invoices', async (request, reply) => {
    const parsed = NewInvoice.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 'Validation Failed', z.flattenError(parsed.error).fieldErrors)
    const wanted = parsed.data
    const existing = wanted.given_id && ledger.findInvoice(wanted.given_id)
    if (existing) {
      const same = existing.amount === wanted.amount && existing.currency === wanted.currency
      return same ? reply.code(201).send(existing) : refuse(reply, 'Validation Failed', { given_id: ['has already been taken'] })
    }
    return reply.code(201).send(ledger.openInvoice(wanted))
  })

  api.get('/invoices', async (request) => {
    const { page, status } = request.query as { page?: string; status?: string }
    const all = ledger.allInvoices().filter((invoice) => !status || invoice.status === status)
    return paged('invoices', all, Math.max(1, Number(page) || 1))
  })

  api.get('/invoices/:id', async (request, reply) => ledger.findInvoice(idOf(request)) ?? missing(reply))

  api.put('/invoices/:id/cancel', async (request, reply) => {
    const invoice = ledger.findInvoice(idOf(request))
    if (!invoice) return missing(reply)
    if (invoice.status !== 'initiated' && invoice.status !== 'failed') return refuse(reply, 'Invoice cannot be canceled')
    ledger.cancel(invoice)
    return invoice
  })
}

function paged(name: string, all: (Invoice | Payment)[], page: number, size = 40) {
  const pages = Math.max(1, Math.ceil(all.length / size))
  return {
    [name]: all.slice((page - 1) * size, page * size),
    meta: {
      current_page: page,
      next_page: page < pages ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: pages,
      total_count: all.length,
    },
  }
}

function addPayments(api: FastifyInstance, ledger: Ledger) {
  api.get('/payments', async (request) => {
    const query = request.query as { page?: string; status?: string } & Record<string, string | undefined>
    const [after, before] = [Date.parse(query['created[gt]'] ?? ''), Date.parse(query['created[lt]'] ?? '')]
    const all = ledger
      .allPayments()
      .filter(({ status }) => !query.status || status === query.status)
      .filter(({ created_at }) => !(Date.parse(created_at) <= after) && !(Date.parse(created_at) >= before))
    return paged('payments', all, Math.max(1, Number(query.page) || 1))
  })

  api.get('/payments/:id', async (request, reply) => ledger.findPayment(idOf(request)) ?? missing(reply))

  api.post('/payments/:id/refund', async (request, reply) => {
    const payment = ledger.findPayment(idOf(request))
    const asked = Amount.safeParse(request.body ?? {})
    if (!payment) return missing(reply)
    const key = request.headers['idempotency-key']
    if (typeof key === 'string' && ledger.wasAsked(`${payment.id} ${key}`)) return payment
    if (!asked.success) return refuse(reply, 'Validation Failed', z.flattenError(asked.error).fieldErrors)
    const left = payment.amount - payment.refunded
    const amount = asked.data.amount ?? left
    if (payment.status !== 'paid' && payment.status !== 'refunded') return refuse(reply, 'Payment cannot be refunded')
    if (amount > left || left === 0) return refuse(reply, 'Amount exceeds what is left', { amount: ['is invalid'] })
    ledger.giveBack(payment, amount)
    if (typeof key === 'string') ledger.noteAsked(`${payment.id} ${key}`)
    return payment
  })

  api.post('/payments/:id/void', async (request, reply) => {
    const payment = ledger.findPayment(idOf(request))
    if (!payment) return missing(reply)
    if (payment.status !== 'paid') return refuse(reply, 'Payment cannot be voided')
    ledger.voidPayment(payment)
    return payment
  })
}
