import type { FastifyReply } from 'fastify'

export type Language = 'ar' | 'en'

/** Markup that is already safe; `html` makes it. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = string | number | Markup | Markup[]

/** A template whose inserted values are escaped, unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: Piece[]): Markup {
  return new Markup(strings.reduce((text, string, at) => text + write(values[at - 1]!) + string))
}

function write(value: Piece): string {
  if (value instanceof Markup) return value.text
  if (Array.isArray(value)) return value.map((one) => one.text).join('')
  return String(value).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

export const languageOf = (query: unknown): Language => ((query as { lang?: unknown })?.lang === 'en' ? 'en' : 'ar')

export type Page = { language: Language; title: string; body: Markup; script?: string; brand: string }

/** One look for all simulated parties: Arabic first, readable at 390 px, and plainly marked as a simulation. */
export function sendPage(reply: FastifyReply, { language, title, body, script, brand }: Page) {
  const arabic = language === 'ar'
  const other = new URL(reply.request.url, 'http://simulator')
  other.searchParams.set('lang', arabic ? 'en' : 'ar')
  const page = html`<!doctype html>
    <html lang="${language}" dir="${arabic ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>
          ${new Markup(style)}
        </style>
      </head>
      <body>
        <header>
          <strong>${brand}</strong><span class="chip">${arabic ? 'محاكاة' : 'Simulation'}</span>
          <a href="${other.pathname + other.search}" lang="${arabic ? 'en' : 'ar'}">${arabic ? 'English' : 'العربية'}</a>
        </header>
        <main>${body}</main>
        ${new Markup(script ? `<script src="${script}"></script>` : '')}
      </body>
    </html>`
  return reply.type('text/html; charset=utf-8').send(page.text)
}

const style = `
:root { color-scheme: light dark; --page:#f9fafb; --card:#fff; --ink:#161616; --ink3:#5d6570; --hair:#e5e7eb; --line:#8a919c; --fill:#1b8354; --hover:#166a45; --accent:#166a45; --bad:#b42318; --badbg:#fef3f2 }
@media (prefers-color-scheme: dark) { :root { --page:#0d121c; --card:#151d2b; --ink:#f9fafb; --ink3:#a6aeb9; --hair:#2a3443; --line:#7b8593; --accent:#88d8ad; --bad:#fda29b; --badbg:#3b1512 } }
* { box-sizing: border-box }
body { margin:0; background:var(--page); color:var(--ink); font: 16px/1.6 'IBM Plex Sans Arabic', 'Noto Sans Arabic', system-ui, sans-serif }
header { display:flex; gap:12px; align-items:center; padding:12px 16px; background:var(--card); border-bottom:1px solid var(--hair) }
header a { margin-inline-start:auto; padding:8px }
main { max-width:560px; margin:0 auto; padding:24px 16px 64px; display:grid; gap:16px }
main.wide { max-width:960px }
h1 { font-size:24px; line-height:1.35; margin:0 } h2 { font-size:18px; margin:0 } p { margin:0 }
a { color:var(--accent) }
.card { background:var(--card); border:1px solid var(--hair); border-radius:16px; padding:20px; display:grid; gap:12px; min-width:0 }
.chip { font-size:13px; padding:2px 10px; border-radius:99px; background:#fffaeb; color:#93370d; border:1px solid #fedf89 }
.quiet { color:var(--ink3); font-size:14px }
.error { color:var(--bad); background:var(--badbg); border-radius:8px; padding:8px 12px }
.error:empty { display:none }
label { display:grid; gap:4px; font-size:14px }
input { font:inherit; min-height:44px; padding:0 12px; border:1px solid var(--line); border-radius:4px; background:var(--card); color:var(--ink); width:100% }
button, .button { font:inherit; min-height:44px; padding:8px 16px; border-radius:4px; border:1px solid var(--line); background:var(--card); color:var(--ink); cursor:pointer; text-align:center; text-decoration:none }
button.primary { background:var(--fill); border-color:var(--fill); color:#fff; font-weight:600 } button.primary:hover { background:var(--hover) }
button:disabled { opacity:.45; cursor:default }
:focus-visible { outline:3px solid var(--accent); outline-offset:2px }
.row { display:flex; gap:12px; flex-wrap:wrap } .row > * { flex:1 }
.numbers button { font-size:30px; font-weight:600; min-height:72px; font-variant-numeric:tabular-nums }
.amount { font-size:30px; font-weight:600; font-variant-numeric:tabular-nums }
dl { display:grid; grid-template-columns:auto 1fr; gap:4px 16px; margin:0 } dt { color:var(--ink3) } dd { margin:0; overflow-wrap:anywhere }
pre { white-space:pre-wrap; overflow-wrap:anywhere; margin:0; font:inherit } iframe { width:100%; height:360px; border:1px solid var(--hair); border-radius:8px; background:#fff }
ul.plain { list-style:none; margin:0; padding:0; display:grid; gap:8px }
.scroll { overflow-x:auto } table { border-collapse:collapse; width:100% } td, th { padding:6px 10px; text-align:start; border-bottom:1px solid var(--hair); white-space:nowrap }
`
