import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'

const Faults = z.object({
  /** Every answer of the API waits this long. */
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** So many of the next calls fail. */
  failNext: z.int().min(0).max(1_000_000).optional(),
  /** How they fail: with this HTTP status … */
  status: z.int().min(400).max(599).optional(),
  /** … or never answered, cut in the middle of the body, or answered with something that is no JSON. */
  how: z.enum(['status', 'hang', 'cut', 'garbage']).optional(),
})

/**
 * Lets a test break the API that is registered in the same scope: `POST <party>/control`.
 * The settings given replace the ones before; an empty object heals everything.
 */
export function addFaults(control: FastifyInstance, api: FastifyInstance, answer: (status: number) => unknown) {
  let faults: z.infer<typeof Faults> = {}

  control.post('/control', async (request, reply) => {
    const parsed = Faults.safeParse(request.body ?? {})
    if (!parsed.success) return reply.code(422).send({ issues: parsed.error.issues })
    faults = parsed.data
    return reply.code(204).send()
  })

  api.addHook('onRequest', async (_request, reply) => {
    if (faults.latencyMs) await new Promise((done) => setTimeout(done, faults.latencyMs).unref())
    if (!faults.failNext) return
    faults.failNext -= 1
    return fail(reply, faults.how ?? 'status', faults.status ?? 503, answer)
  })
}

function fail(reply: FastifyReply, how: 'status' | 'hang' | 'cut' | 'garbage', status: number, answer: (status: number) => unknown) {
  if (how === 'status') return reply.code(status).send(answer(status))
  if (how === 'garbage') return reply.code(200).type('text/html').send('<html><body>upstream error</body></html>')
  reply.hijack()
  if (how === 'cut') {
    reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '64' })
    reply.raw.write('{"', () => reply.raw.destroy())
  }
  return reply
}
