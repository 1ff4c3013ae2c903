import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { html, languageOf, sendPage } from '../page.ts'
import { parseMail } from './mime.ts'
import type { ParsedMail } from './mime.ts'

type Message = ParsedMail & { id: string; to: string; at: string }
const kept = 1000

/** The mailbox of everybody: what arrived by SMTP, newest first. */
export function mailbox() {
  const messages: Message[] = []
  return {
    add(message: ParsedMail, to: string) {
      messages.unshift({ id: randomUUID(), to, at: new Date().toISOString(), ...message })
      messages.length = Math.min(messages.length, kept)
    },
    of: (to: string | undefined) => messages.filter((message) => !to || message.to.toLowerCase() === to.toLowerCase()),
  }
}

export type Mailbox = ReturnType<typeof mailbox>

/** Takes every message except for addresses at `refused.example`, which never exist. */
export async function startSmtp(port: number, box: Mailbox) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    size: 10_485_760,
    closeTimeout: 100, // whoever keeps a connection for the next letter is not waited for
    onRcptTo({ address }, _session, done) {
      const refused = address.toLowerCase().endsWith('@refused.example')
      done(refused ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      buffer(stream).then((raw) => {
        const message = parseMail(raw)
        for (const { address } of session.envelope.rcptTo) box.add(message, address)
        done()
      }, done)
    },
  })
  // A client that hangs up in the middle is no reason to stop.
  server.on('error', () => {})
  await new Promise<void>((done, failed) => {
    server.server.once('error', failed)
    server.listen(port, '127.0.0.1', done)
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

export async function mailPages(server: FastifyInstance, { box }: { box: Mailbox }) {
  const recipient = (query: unknown) => (query as { to?: string }).to

  server.get('/messages', async (request) => box.of(recipient(request.query)))

  server.get('/', async (request, reply) => {
    const language = languageOf(request.query)
    const word = words[language]
    const messages = box.of(recipient(request.query)).slice(0, 50)
    return sendPage(reply, {
      language,
      brand: word.brand,
      title: word.title,
      body: html`<h1>${word.title}</h1>
        ${messages.length === 0 ? html`<p class="card">${word.none}</p>` : ''}
        ${messages.map(
          ({ to, subject, from, at, text, html: markup }) =>
            html`<article class="card">
              <h2 dir="auto">${subject}</h2>
              <p class="quiet"><bdi dir="ltr">${from}</bdi> → <bdi dir="ltr">${to}</bdi> · <time dir="ltr">${at.slice(0, 19)}</time></p>
              ${markup ? html`<iframe sandbox="" title="${subject}" srcdoc="${markup}"></iframe>` : html`<pre dir="auto">${text}</pre>`}
            </article>`,
        )}`,
    })
  })
}

const words = {
  ar: { brand: 'البريد', title: 'الرسائل المرسلة بالبريد', none: 'لم تُرسل أي رسالة بعد.' },
  en: { brand: 'Mail', title: 'Messages sent by mail', none: 'Nothing has been sent yet.' },
}
