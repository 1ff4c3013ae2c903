import { isolate, withoutControls } from '../isolate.ts'
import type { Colour } from './canvas.ts'
import { createDocument } from './document.ts'
import { Flow, type Text } from './flow.ts'

export type SheetSection = {
  title: string
  /** One line that says how it stands, in its colour. */
  mark?: { text: string; colour: Colour }
  sentence?: string
  rows: readonly { label: string; value: string; small?: boolean }[]
}

/** What is written for people to keep: headed sections of labelled rows, in one language. */
export type Sheet = {
  language: 'ar' | 'en'
  title: string
  /** What the document is about, after its title where readers list it. */
  about: string
  createdAt: Date
  /** Where it can be checked; shown as a QR code. */
  qr?: { url: string; alt: string } | undefined
  sections: readonly SheetSection[]
}

const soft = 0.4
const hair = 0.82
const page = { ar: 'صفحة', en: 'Page' }

/** The sheet as A4 pages, right to left for Arabic. */
export function renderSheet({ language, title, about, createdAt, qr, sections }: Sheet): Uint8Array {
  const document = createDocument({ lang: language, title: `${title} – ${withoutControls(about)}`, createdAt })
  const flow = new Flow(document)
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  if (qr) drawQr(flow, qr, language)
  flow.text('H1', { text: title, size: 18, weight: 'bold', direction })
  flow.space(8)
  for (const section of sections) drawSection(flow, section, direction)
  flow.footer((number, count) => ({
    text: `${page[language]} ${isolate(`${number} / ${count}`, 'ltr')}`,
    size: 8,
    colour: soft,
    align: 'center',
    direction,
  }))
  return document.finish()
}

function drawQr(flow: Flow, { url, alt }: { url: string; alt: string }, language: 'ar' | 'en'): void {
  const side = 84
  const x = language === 'ar' ? flow.x - 8 : flow.x + flow.width - side + 8
  flow.document.element('Figure', () => flow.page.qr(url, x, flow.y - 22, side), `${alt}: ${url}`)
}

function drawSection(flow: Flow, { title, mark, sentence, rows }: SheetSection, direction: 'rtl' | 'ltr'): void {
  // A heading must not stand alone at the foot of a page.
  flow.ensure(mark ? 130 : 70)
  flow.space(8)
  flow.text('H2', { text: title, size: mark ? 13 : 10, weight: 'bold', direction })
  if (mark) flow.text('P', { ...mark, size: 11.5, weight: 'bold', direction })
  if (sentence) flow.text('P', { text: withoutControls(sentence), size: 10.5, direction })
  flow.space(4)
  flow.document.element('Table', () => {
    for (const { label, value, small } of rows) {
      const cells: Text[] = [
        { text: label, size: 9, colour: soft, direction },
        { text: value, size: small ? 8.5 : 9.5, direction },
      ]
      const shares = [1, 3.4]
      flow.row(
        direction === 'rtl'
          ? { cells: cells.reverse(), shares: shares.reverse(), under: hair, padding: 3 }
          : { cells, shares, under: hair, padding: 3 },
      )
    }
  })
}
