import type { Language } from './problems.ts'

const frame = {
  ar: { dir: 'rtl', brand: 'توقيع', foot: 'توقيع: خدمة التوقيع الإلكتروني والشهادات الرقمية' },
  en: { dir: 'ltr', brand: 'Tawqi', foot: 'Tawqi: electronic signatures and digital certificates' },
} as const

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** What ends a clause stands after an address, and is no part of it. */
const address = /https?:\/\/[^\s،؛«»“”]*[^\s،؛«»“”.,;:)]/g
const code = /(: )(\d{6})(?=[\s.،]|$)/

/** A letter as mail programs show it: its plain text in paragraphs under the brand. They read styles on elements alone, and fetch nothing. */
export function letterHtml(text: string, language: Language): string {
  const { dir, brand, foot } = frame[language]
  const marked = text
    .replace(/[&<>"]/g, (c) => escapes[c]!)
    .replace(address, (link) => `<a dir="ltr" style="color:#166a45;overflow-wrap:anywhere" href="${link}">${link}</a>`)
    .replace(code, '$1<strong dir="ltr" style="font-size:24px;letter-spacing:4px;white-space:nowrap">$2</strong>')
  const paragraphs = marked.split(/\n{2,}/).map((one) => `<p style="margin:0 0 16px">${one.replace(/\n/g, '<br>')}</p>`)
  return `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px 16px;background:#f9fafb;color:#161616;font:16px/1.7 'IBM Plex Sans Arabic','Segoe UI',Tahoma,sans-serif">
<div dir="${dir}" style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #e5e7eb;border-top:4px solid #1b8354;border-radius:8px;background:#fff">
<p style="margin:0 0 16px;font-size:18px;font-weight:600;color:#166a45">${brand}</p>
${paragraphs.join('\n')}
</div>
<p dir="${dir}" style="max-width:560px;margin:16px auto 0;color:#5d6570;font-size:13px;text-align:center">${foot}</p>
</body></html>`
}
