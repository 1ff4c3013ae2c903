import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { isNationalId } from './persons.ts'
import type { Transactions } from './transactions.ts'
import type { TokenSigner } from './token.ts'

const Query = z.object({ local: z.enum(['ar', 'en']), requestId: z.uuid() })
const Asked = z.object({ nationalId: z.string(), service: z.string().min(1) })
const Polled = z.object({ nationalId: z.string(), transId: z.string(), random: z.string() })

export const refusal = (status: number, code: string, message: string) => ({ status, code, message, reference: randomUUID() })

function refuse(reply: FastifyReply, status: number, code: string, message: string) {
  return reply.code(status).send(refusal(status, code, message))
}

export type ApiOptions = { appId: string; appKey: string; signer: TokenSigner; transactions: Transactions }

/** The multi-factor API, version 1, as its public clients use it. */
export function addApi(api: FastifyInstance, { appId, appKey, signer, transactions }: ApiOptions) {
  api.addHook('onRequest', async (request, reply) => {
    const { 'app-id': id, 'app-key': key, 'x-forwarded-for': path } = request.headers
    if (id !== appId || key !== appKey) return refuse(reply, 403, '403-034-001', 'Access denied: application keys')
    if (request.method === 'POST' && (typeof path !== 'string' || path.split(',').length < 2)) {
      return refuse(reply, 403, '403-034-002', 'Access denied: address')
    }
  })

  api.get('/jwk', async () => signer.keys)

  api.post('/request', async (request, reply) => {
    const query = Query.safeParse(request.query)
    const asked = Asked.safeParse(request.body)
    if (!query.success || !asked.success || !isNationalId(asked.data.nationalId)) return refuse(reply, 422, '422-031-046', 'Invalid data')
    const { nationalId, service } = asked.data
    if (nationalId[1] === '6') return refuse(reply, 503, '503-000-000', 'Service unavailable')
    if (nationalId[1] === '5' || transactions.waitingOf(nationalId)) {
      return refuse(reply, 400, '400-034-050', 'An active transaction exists for this user')
    }
    const { transId, random } = transactions.open(nationalId, service, query.data.requestId)
    return reply.code(201).send({ transId, random })
  })

  api.post('/request/status', async (request, reply) => {
    const polled = Polled.safeParse(request.body)
    if (!polled.success) return refuse(reply, 422, '422-031-046', 'Invalid data')
    const transaction = transactions.find(polled.data.transId)
    if (!transaction || transaction.nationalId !== polled.data.nationalId || transaction.random !== polled.data.random) {
      return refuse(reply, 400, '400-034-053', 'Transaction not found')
    }
    return reply.code(201).send({ status: transaction.status })
  })
}
