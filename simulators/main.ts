import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { humanCheckSimulator } from './human-check/humanCheck.ts'
import type { TokenTiming } from './human-check/tokens.ts'
import { mailbox, mailPages, startSmtp } from './mail/mail.ts'
import type { MoyasarTiming } from './moyasar/ledger.ts'
import { moyasarSimulator } from './moyasar/moyasar.ts'
import { nafathSimulator } from './nafath/nafath.ts'
import type { NafathTiming } from './nafath/transactions.ts'
import { html, languageOf, sendPage } from './page.ts'
import type { PayTabsTiming } from './paytabs/ledger.ts'
import { paytabsSimulator } from './paytabs/paytabs.ts'
import { smsSimulator } from './sms/sms.ts'
import { wathqSimulator } from './wathq/wathq.ts'

export type Callbacks = {
  /** Where Nafath posts its tokens. */
  nafath?: string
  /** The webhook address registered with Moyasar. */
  moyasar?: string
}

export type SimulatorsOptions = {
  /** 0 takes any free port. Mail is taken by SMTP on the port after it, or on any free one. */
  port: number
  callbacks?: Callbacks
  /** Shorter waits, for tests. */
  nafath?: Partial<NafathTiming>
  moyasar?: Partial<MoyasarTiming>
  paytabs?: Partial<PayTabsTiming>
  humanCheck?: Partial<TokenTiming>
  wathq?: { slowMs?: number }
}

/**
 * Starts every outside party on one port of this machine, all state in memory.
 * `callbacks` may be changed while they run: whoever starts the product after them does not know its address yet.
 */
export async function startSimulators({ port, callbacks = {}, nafath, moyasar, paytabs, humanCheck, wathq }: SimulatorsOptions) {
  const closing = new AbortController()
  const server = fastify({ forceCloseConnections: true, bodyLimit: 1_048_576, routerOptions: { ignoreTrailingSlash: true } })
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  const box = mailbox()
  const shared = { closing: closing.signal }
  await server.register(nafathSimulator, { prefix: '/nafath', callbackUrl: () => callbacks.nafath, timing: nafath, ...shared })
  await server.register(moyasarSimulator, { prefix: '/moyasar', webhookUrl: () => callbacks.moyasar, timing: moyasar, ...shared })
  await server.register(paytabsSimulator, { prefix: '/paytabs', timing: paytabs, ...shared })
  await server.register(mailPages, { prefix: '/mail', box })
  await server.register(smsSimulator, { prefix: '/sms' })
  await server.register(humanCheckSimulator, { prefix: '/human-check', timing: humanCheck })
  await server.register(wathqSimulator, { prefix: '/wathq', timing: wathq })
  addContents(server)
  const smtp = await startSmtp(port && port + 1, box)
  await server.listen({ host: '127.0.0.1', port }).catch(async (error) => {
    await smtp.close()
    throw error
  })
  return {
    url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    smtpPort: smtp.port,
    callbacks,
    async close() {
      closing.abort()
      await Promise.all([server.close(), smtp.close()])
    },
  }
}

function addContents(server: FastifyInstance) {
  server.get('/', async (request, reply) => {
    const language = languageOf(request.query)
    const { title, brand, links } = words[language]
    const body = html`<h1>${title}</h1>
      ${links.map(([path, text]) => html`<a class="card" href="${path}?lang=${language}">${text}</a>`)}`
    return sendPage(reply, { language, title, brand, body })
  })
}

const words: Record<'ar' | 'en', { title: string; brand: string; links: [string, string][] }> = {
  ar: {
    title: 'الجهات الخارجية',
    brand: 'توقيع',
    links: [
      ['/nafath/app', 'نفاذ: طلبات الدخول والموافقة'],
      ['/mail', 'البريد المرسل'],
      ['/sms', 'الرسائل النصية المرسلة'],
    ],
  },
  en: {
    title: 'The outside parties',
    brand: 'Tawqi',
    links: [
      ['/nafath/app', 'Nafath: requests to approve'],
      ['/mail', 'Mail that was sent'],
      ['/sms', 'Text messages that were sent'],
    ],
  },
}

if (import.meta.main) {
  process.once('disconnect', () => process.exit()) // the product that started them is gone
  const { SIMULATORS_PORT = '8090', NAFATH_CALLBACK_URL, MOYASAR_WEBHOOK_URL } = process.env
  const port = Number(SIMULATORS_PORT)
  const simulators = await startSimulators({ port, callbacks: { nafath: NAFATH_CALLBACK_URL, moyasar: MOYASAR_WEBHOOK_URL } }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') throw error
      console.error(
        `The simulators need the ports ${port} and ${port + 1}, and one is in use. Set SIMULATORS_PORT to the first of two free ones, or stop what listens there.`,
      )
      process.exit(1)
    },
  )
  console.log(`Simulated outside parties on ${simulators.url}, mail by SMTP on port ${simulators.smtpPort}`)
}
