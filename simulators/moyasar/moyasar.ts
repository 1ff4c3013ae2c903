import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { simulatorCredentials } from '../credentials.ts'
import { addFaults } from '../faults.ts'
import { addApi, refusal } from './api.ts'
import { addCheckout } from './checkout.ts'
import { ledger, usualTiming } from './ledger.ts'
import type { MoyasarTiming } from './ledger.ts'

export type MoyasarOptions = { webhookUrl: () => string | undefined; closing: AbortSignal; timing?: Partial<MoyasarTiming> }

/** Moyasar: the API under /v1, the payer's pages beside it. */
export async function moyasarSimulator(server: FastifyInstance, { webhookUrl, closing, timing }: MoyasarOptions) {
  const pageUrl = (path: string) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/moyasar${path}`
  const merchant = ledger({ pageUrl, webhookUrl, closing, timing: { ...usualTiming, ...timing } })
  addCheckout(server, merchant)
  await server.register(
    async (api) => {
      addFaults(server, api, (status) => refusal('api_error', `Simulated fault ${status}`))
      addApi(api, { secretKey: simulatorCredentials.moyasar.secretKey, ledger: merchant })
    },
    { prefix: '/v1' },
  )
}
