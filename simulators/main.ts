import { fastify } from 'fastify'
import type { AddressInfo } from 'node:net'
import { moyasarSimulator } from './moyasar/moyasar.ts'
import type { MoyasarTiming } from './moyasar/ledger.ts'
import { nafathSimulator } from './nafath/nafath.ts'
import type { NafathTiming } from './nafath/transactions.ts'

export type Callbacks = {
  /** Where Nafath posts its tokens. */
  nafath?: string
  /** The webhook address registered with Moyasar. */
  moyasar?: string
}

export type SimulatorsOptions = {
  /** 0 takes any free port. */
  port: number
  callbacks?: Callbacks
  /** Shorter waits, for tests. */
  nafath?: Partial<NafathTiming>
  moyasar?: Partial<MoyasarTiming>
}

/**
 * Starts every outside party on one port of this machine.
 * `callbacks` may be changed while they run: whoever starts the product after them does not know its address yet.
 */
export async function startSimulators({ port, callbacks = {}, nafath, moyasar }: SimulatorsOptions) {
  const closing = new AbortController()
  const server = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576 })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  await server.register(nafathSimulator, {
    prefix: '/nafath',
    callbackUrl: () => callbacks.nafath,
    closing: closing.signal,
    timing: nafath,
  })
  await server.register(moyasarSimulator, {
    prefix: '/moyasar',
    webhookUrl: () => callbacks.moyasar,
    closing: closing.signal,
    timing: moyasar,
  })
  await server.listen({ host: '127.0.0.1', port })
  return {
    url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    callbacks,
    async close() {
      closing.abort()
      await server.close()
    },
  }
}
