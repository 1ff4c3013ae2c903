import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { simulatorCredentials } from '../credentials.ts'
import { described, hundredths, type Ledger } from './ledger.ts'

const address = z.url({ protocol: /^https?$/ })
const amount = z.number().positive().multipleOf(0.01)
const cart = {
  tran_class: z.literal('ecom'),
  cart_id: z.string().min(1).max(64),
  cart_description: z.string().min(1).max(128),
  cart_currency: z.string().regex(/^[A-Z]{3}$/),
  cart_amount: amount,
}
const Sale = z.object({ ...cart, tran_type: z.literal('sale'), return: address.nullish(), callback: address.nullish() })
const Refund = z.object({ ...cart, tran_type: z.literal('refund'), tran_ref: z.string() })
const Query = z.object({ tran_ref: z.string().optional(), cart_id: z.string().optional() })

export const refusal = (code: number, message: string) => ({ code, message, trace: 'TRACE' })
const refuse = (reply: FastifyReply, code: number, message: string, status = 400) => reply.code(status).send(refusal(code, message))

/** Payment page API 2: the server key as it is in `authorization`, the profile in every body. */
export function addApi(api: FastifyInstance, { ledger, pageUrl }: { ledger: Ledger; pageUrl: (path: string) => string }) {
  const { profileId, serverKey } = simulatorCredentials.paytabs
  api.addHook('preHandler', async (request, reply) => {
    const { profile_id } = (request.body ?? {}) as { profile_id?: unknown }
    if (request.headers.authorization !== serverKey || Number(profile_id) !== profileId)
      return refuse(reply, 1, 'Authentication failed. Check authentication header.', 401)
  })

  api.post('/payment/request', async (request, reply) => {
    const { tran_type } = request.body as { tran_type?: unknown }
    if (tran_type === 'refund') return refund(request.body, reply)
    const parsed = Sale.safeParse(request.body)
    if (!parsed.success) return refuse(reply, 202, 'Invalid or missing parameters')
    const { tran_type: _kind, tran_class: _class, ...wanted } = parsed.data
    const sale = ledger.openSale({ ...wanted, return: wanted.return ?? null, callback: wanted.callback ?? null })
    return { ...described(sale), redirect_url: pageUrl(`/payment/page/${sale.tran_ref}`) }
  })

  function refund(body: unknown, reply: FastifyReply) {
    const parsed = Refund.safeParse(body)
    if (!parsed.success) return refuse(reply, 202, 'Invalid or missing parameters')
    const sale = ledger.find(parsed.data.tran_ref)
    const isSold = sale?.tran_type === 'Sale' && sale.payment_result?.response_status === 'A'
    if (!isSold || sale.cart_currency !== parsed.data.cart_currency) return refuse(reply, 113, 'Unable to process your request')
    if (hundredths(parsed.data.cart_amount) > ledger.leftOf(sale)) return refuse(reply, 113, 'Unable to process your request')
    return described(ledger.giveBack(sale, parsed.data.cart_amount))
  }

  // By the reference of a transaction, that one; by a cart, all of its transactions in a list.
  api.post('/payment/query', async (request, reply) => {
    const { tran_ref, cart_id } = Query.parse(request.body)
    if (tran_ref !== undefined) {
      const found = ledger.find(tran_ref)
      return found ? described(found) : refuse(reply, 2, 'Transaction not found', 404)
    }
    const found = ledger.ofCart(cart_id ?? '')
    return found.length > 0 ? found.map(described) : refuse(reply, 2, 'Transaction not found', 404)
  })
}
