import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { addFaults } from '../faults.ts'
import { addApi, refusal } from './api.ts'
import { addCheckout } from './checkout.ts'
import { ledger, usualTiming, type PayTabsTiming } from './ledger.ts'

export type PayTabsOptions = { closing: AbortSignal; timing?: Partial<PayTabsTiming> }

/** PayTabs: the API, and the payer's page beside it. Notifications go to the address that each sale names. */
export async function paytabsSimulator(server: FastifyInstance, { closing, timing }: PayTabsOptions) {
  const pageUrl = (path: string) => `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/paytabs${path}`
  const profile = ledger({ closing, timing: { ...usualTiming, ...timing } })
  addCheckout(server, profile)
  await server.register(async (api) => {
    addFaults(server, api, (status) => refusal(status, `Simulated fault ${status}`))
    addApi(api, { ledger: profile, pageUrl })
  })
}
