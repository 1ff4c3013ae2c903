import type { FastifyInstance } from 'fastify'
import { simulatorCredentials } from '../credentials.ts'
import { addFaults } from '../faults.ts'
import { addApi, refusal } from './api.ts'
import { addApp } from './app.ts'
import { register } from './register.ts'
import { tokenSigner } from './token.ts'
import { transactions, usualTiming } from './transactions.ts'
import type { NafathTiming } from './transactions.ts'

export type NafathOptions = { callbackUrl: () => string | undefined; closing: AbortSignal; timing?: Partial<NafathTiming> }

/** Nafath: the API under /api/v1/mfa, and the person's page under /app. */
export async function nafathSimulator(server: FastifyInstance, { callbackUrl, closing, timing }: NafathOptions) {
  const { audience, appId, appKey } = simulatorCredentials.nafath
  const persons = register()
  const signer = tokenSigner(audience, persons)
  const open = transactions({ signer, callbackUrl, closing, timing: { ...usualTiming, ...timing } })
  addApp(server, open, persons)
  await server.register(
    async (api) => {
      addFaults(server, api, (status) => refusal(status, `${status}-000-000`, 'Simulated fault'))
      addApi(api, { appId, appKey, signer, transactions: open })
    },
    { prefix: '/api/v1/mfa' },
  )
}
