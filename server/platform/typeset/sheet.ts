import { isolate, withoutControls } from '../isolate.ts'
import type { Colour } from './canvas.ts'
import { createDocument, type Picture } from './document.ts'
import { Flow, type Text } from './flow.ts'

export type SheetSection = {
  title: string
  /** One line that says how it stands, in its colour. */
  mark?: { text: string; colour: Colour }
  sentence?: string
  rows: readonly { label: string; value: string; small?: boolean }[]
  /** Side by side below the rows, the first where reading begins. */
  pictures?: readonly SheetPicture[]
}

/** A page, or words in its place. `marks` are frames around shares of it, from its top left. */
export type SheetPicture = {
  caption: string
  shown: (Picture & { marks: readonly { x: number; y: number; width: number; height: number }[] }) | string
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

function drawSection(flow: Flow, { title, mark, sentence, rows, pictures }: SheetSection, direction: 'rtl' | 'ltr'): void {
  // A heading must not stand alone at the foot of a page.
  flow.ensure(pictures ? 70 + roomFor(flow, pictures).height : mark ? 130 : 70)
  flow.space(8)
  flow.text('H2', { text: title, size: mark ? 13 : 10, weight: 'bold', direction })
  if (mark) flow.text('P', { ...mark, size: 11.5, weight: 'bold', direction })
  if (sentence) flow.text('P', { text: withoutControls(sentence), size: 10.5, direction })
  if (rows.length > 0) drawRows(flow, rows, direction)
  if (pictures) drawPictures(flow, pictures, direction)
}

function drawRows(flow: Flow, rows: SheetSection['rows'], direction: 'rtl' | 'ltr'): void {
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

const [gap, captionHeight, mostHeight] = [14, 18, 480]
const frame: Colour = [0.8, 0.1, 0.1]

/** How wide each of them is at most, how high all of them are, and by what a picture is scaled. */
function roomFor(flow: Flow, pictures: readonly SheetPicture[]) {
  const room = (flow.width - gap * (pictures.length - 1)) / pictures.length
  const scaleOf = ({ width, height }: Picture) => Math.min(room / width, mostHeight / height)
  const heights = pictures.map(({ shown }) => (typeof shown === 'string' ? 2 * captionHeight : shown.height * scaleOf(shown)))
  return { room, scaleOf, height: captionHeight + Math.max(...heights) + 8 }
}

function drawPictures(flow: Flow, pictures: readonly SheetPicture[], direction: 'rtl' | 'ltr'): void {
  const { document } = flow
  const { room, scaleOf, height } = roomFor(flow, pictures)
  flow.ensure(height)
  flow.space(4)
  pictures.forEach(({ caption, shown }, i) => {
    const x = flow.x + (direction === 'rtl' ? pictures.length - 1 - i : i) * (room + gap)
    const y = flow.y + captionHeight
    const say = (text: string, at: number) =>
      document.element('P', () => flow.page.text(text, { x, y: at, width: room, size: 8.5, colour: soft, direction }))
    say(caption, flow.y)
    if (typeof shown === 'string') return say(shown, y)
    const scale = scaleOf(shown)
    const [across, down] = [shown.width * scale, shown.height * scale]
    document.element('Figure', () => flow.page.figure(document.picture(shown), { x, y, width: across, height: down }), caption)
    flow.page.outline(x, y, across, down, 0.5, hair)
    for (const { x: left, y: top, width, height: high } of shown.marks)
      flow.page.outline(x + left * across, y + top * down, width * across, high * down, 1.2, frame)
  })
  flow.space(height)
}
