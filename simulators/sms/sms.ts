import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { simulatorCredentials } from '../credentials.ts'
import { addFaults } from '../faults.ts'
import { html, languageOf, sendPage } from '../page.ts'

const Sent = z.object({
  to: z.string().regex(/^9665\d{8}$/),
  text: z.string().min(1).max(1000),
  sender: z.string().regex(/^[\w .-]{1,11}$/),
})
type Message = z.infer<typeof Sent> & { id: string; at: string }
const kept = 1000

/** A text gateway: `POST /sms/v1/messages`; what was sent is at `/sms` and `/sms/messages?to=`. */
export async function smsSimulator(server: FastifyInstance) {
  const messages: Message[] = []
  // People write one number in three ways; all find it.
  const international = (to: string) => to.replace(/^\+/, '').replace(/^ /, '').replace(/^05/, '9665')
  const of = (query: unknown) => {
    const { to } = query as { to?: string }
    return messages.filter((message) => !to || message.to === international(to))
  }

  await server.register(
    async (api) => {
      addFaults(server, api, (status) => ({ error: `simulated fault ${status}` }))
      api.post('/messages', async (request, reply) => {
        if (request.headers.authorization !== `Bearer ${simulatorCredentials.sms.apiKey}`)
          return reply.code(401).send({ error: 'unauthorized' })
        const sent = Sent.safeParse(request.body)
        if (!sent.success) return reply.code(422).send({ error: 'invalid', fields: z.flattenError(sent.error).fieldErrors })
        const message = { id: randomUUID(), ...sent.data, at: new Date().toISOString() }
        messages.unshift(message)
        messages.length = Math.min(messages.length, kept)
        return reply.code(201).send({ id: message.id, status: 'queued' })
      })
    },
    { prefix: '/v1' },
  )

  server.get('/messages', async (request) => of(request.query))

  server.get('/', async (request, reply) => {
    const language = languageOf(request.query)
    const word = words[language]
    const shown = of(request.query).slice(0, 100)
    return sendPage(reply, {
      language,
      brand: word.brand,
      title: word.title,
      body: html`<h1>${word.title}</h1>
        ${shown.length === 0 ? html`<p class="card">${word.none}</p>` : ''}
        ${shown.map(
          ({ to, text, sender, at }) =>
            html`<article class="card">
              <p class="quiet"><bdi>${sender}</bdi> → <bdi dir="ltr">+${to}</bdi> · <time dir="ltr">${at.slice(0, 19)}</time></p>
              <pre dir="auto">${text}</pre>
            </article>`,
        )}`,
    })
  })
}

const words = {
  ar: { brand: 'الرسائل النصية', title: 'الرسائل النصية المرسلة', none: 'لم تُرسل أي رسالة بعد.' },
  en: { brand: 'SMS', title: 'Text messages sent', none: 'Nothing has been sent yet.' },
}
