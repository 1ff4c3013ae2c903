import type { FastifyInstance, FastifyReply } from 'fastify'
import { simulatorCredentials } from '../credentials.ts'
import { addFaults } from '../faults.ts'
import { entityOf, addressesOf, wishOf } from './entities.ts'

type Timing = {
  /** How long the entries take whose number asks for slowness. */
  slowMs: number
}

/**
 * Wathq, as far as the product asks it: `GET /wathq/commercial-registration/fullinfo/{number}?language=` and
 * `GET /wathq/spl/national/address/info/{number}`. The last three digits of a number choose what comes (`entities.ts`).
 */
export async function wathqSimulator(server: FastifyInstance, { timing }: { timing?: Partial<Timing> }) {
  const { slowMs = 3_000 } = timing ?? {}
  await server.register(async (api) => {
    addFaults(server, api, (status) => ({ code: `${status}.0.0`, message: 'simulated fault' }))
    api.addHook('onRequest', async (request, reply) => {
      if (request.headers.apikey === simulatorCredentials.commercialRegister.apiKey) return
      await reply.code(401).send({ code: '401.1.1', message: 'Invalid apiKey' })
    })
    api.addHook('preHandler', async (request, reply) => misbehave(reply, (request.params as { number: string }).number, slowMs))
    api.get('/commercial-registration/fullinfo/:number', async (request, reply) => {
      const { number } = request.params as { number: string }
      if (!/^7\d{9}$/.test(number)) return reply.code(400).send({ code: '400.1.5', message: 'The number is not a CR national number.' })
      if (wishOf(number) === 'notFound') return reply.code(404).send({ code: '404.2.1', message: 'No results found.' })
      return entityOf(number, (request.query as { language?: string }).language === 'en' ? 'en' : 'ar')
    })
    api.get('/spl/national/address/info/:number', async (request, reply) => {
      const addresses = addressesOf((request.params as { number: string }).number)
      return addresses.length > 0 ? addresses : reply.code(404).send({ code: '404.2.1', message: 'No results found.' })
    })
  })
}

/** What goes wrong on its own, for every product alike. */
async function misbehave(reply: FastifyReply, number: string, slowMs: number) {
  const wish = wishOf(number)
  if (wish === 'slow') await new Promise((done) => setTimeout(done, slowMs).unref())
  if (wish === 'down') await reply.code(503).send({ code: '503.0.0', message: 'Service unavailable' })
  if (wish === 'malformed') await reply.code(200).type('application/json').send('{"crNationalNumber":"')
  if (wish === 'hanging') reply.hijack()
}
