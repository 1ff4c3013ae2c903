import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addFaults } from '../faults.ts'
import { html, languageOf, Markup } from '../page.ts'
import { type Kind, tokens, type TokenTiming } from './tokens.ts'

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const [api, release, frame] = [script('api.js'), script('release.js'), script('frame.js')]

/** Each vendor's own paths. */
const paths: Record<Kind, { script: string; siteverify: string; release?: string }> = {
  recaptcha: { script: '/recaptcha/api.js', siteverify: '/recaptcha/api/siteverify', release: '/recaptcha/releases/simulated.js' },
  hcaptcha: { script: '/1/api.js', siteverify: '/siteverify' },
  turnstile: { script: '/turnstile/v0/api.js', siteverify: '/turnstile/v0/siteverify' },
}
const Asked = z.object({ sitekey: z.string(), host: z.string() })

/** reCAPTCHA, hCaptcha and Turnstile below `/<kind>`: the script for the browser, its frame, and siteverify. */
export async function humanCheckSimulator(server: FastifyInstance, { timing }: { timing?: Partial<TokenTiming> }) {
  for (const kind of Object.keys(paths) as Kind[]) {
    await server.register((own) => addVendor(own, kind, timing), { prefix: `/${kind}` })
  }
}

async function addVendor(server: FastifyInstance, kind: Kind, timing: Partial<TokenTiming> | undefined) {
  const issued = tokens(kind, timing)
  const own = paths[kind]
  await server.register(async (vendor) => {
    addFaults(server, vendor, (status) => ({ success: false, 'error-codes': [`simulated-fault-${status}`] }))
    vendor.get(own.script, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(own.release ? release : api))
    if (own.release) vendor.get(own.release, async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(api))
    vendor.post(own.siteverify, async (request) => issued.judge((request.body ?? {}) as Record<string, string | undefined>))
  })

  server.get('/frame', async (request, reply) => {
    const language = languageOf(request.query)
    const { theme, step } = request.query as { theme?: string; step?: string }
    const word = words[language]
    const buttons = step === 'challenge' ? html`<button id="pass">${word.pass}</button><button id="close">${word.close}</button>` : ''
    const page = html`<!doctype html>
      <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}" data-theme="${theme ?? ''}">
        <head>
          <meta charset="utf-8" />
          <title>${word.title[kind]}</title>
          <style>
            ${new Markup(style)}
          </style>
          <script src="frame.js"></script>
        </head>
        <body>
          <p>${word.title[kind]} <small>${word.simulation}</small></p>
          ${buttons} ${step === 'checkbox' ? html`<label><input type="checkbox" id="human" />${word.human}</label>` : ''}
        </body>
      </html>`
    return reply.type('text/html; charset=utf-8').send(page.text)
  })
  server.get('/frame.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(frame))

  /** What the frame sends when the person has passed: the vendor's own protocol, which is nobody else's business. */
  server.post('/answers', async (request, reply) => {
    const asked = Asked.safeParse(request.body)
    if (!asked.success) return reply.code(422).send({ message: 'sitekey, host' })
    const token = issued.issue(asked.data)
    return token === null ? reply.code(403).send({ message: 'unknown site key' }) : { token }
  })
}

const title = { recaptcha: 'reCAPTCHA', hcaptcha: 'hCaptcha', turnstile: 'Turnstile' }
const words = {
  ar: { title, simulation: 'محاكاة', human: 'أنا إنسان', pass: 'تحقّق', close: 'تخطَّ' },
  en: { title, simulation: 'Simulation', human: 'I am human', pass: 'Verify', close: 'Skip' },
}

const style = `
body { margin:0; padding:8px 12px; display:grid; gap:8px; font:15px/1.5 system-ui, sans-serif; background:#fff; color:#161616; border:1px solid #8a919c }
[data-theme=dark] body { background:#151d2b; color:#f9fafb; border-color:#7b8593 }
p { margin:0; font-size:13px } label { display:flex; gap:8px; align-items:center } input { inline-size:20px; block-size:20px }
button { font:inherit; min-height:40px }
`
