import { Canvas } from '#server/platform/typeset/canvas.ts'
import { hijriDate, riyadhTime } from '#server/platform/typeset/dates.ts'
import { FontSet } from '#server/platform/typeset/embed.ts'
import { isolate, withoutControls } from '#server/platform/isolate.ts'
import { layout, type Paragraph, type TextStyle } from '#server/platform/typeset/lines.ts'
import { greyProfile } from '#server/platform/typeset/colourProfiles.ts'
import { num, PdfObjects } from '#server/platform/typeset/objects.ts'

export type AppearanceInput = {
  nameAr: string
  nameEn: string
  signedAt: Date
  transactionCode: string
  /** Address of the public verification page, shown as a QR code. */
  verifyUrl: string
  /** Points; at least 120 × 40. */
  width: number
  height: number
  language: 'ar' | 'en'
}

export type Appearance = {
  width: number
  height: number
  /** Complete indirect objects, numbered upwards from `firstObjectNumber`; `ref` is the form XObject among them. */
  objects: (firstObjectNumber: number) => { ref: number; objects: Uint8Array[] }
}

export const smallestAppearance = { width: 120, height: 40 } as const

const words = {
  ar: { title: 'موقّع إلكترونيًا بواسطة', code: 'رمز المعاملة' },
  en: { title: 'Electronically signed by', code: 'Transaction' },
}
const largestText = 11
const smallestText = 4
const inset = 3

type Entry = {
  text: string
  scale: number
  bold?: boolean
  grey: number
  direction: 'ltr' | 'rtl'
  /** Lines with the highest number go first when room is short; those with 0 stay. */ dropped: number
}

/**
 * The visible appearance of a signature as a form XObject (ISO 32000-1 §8.10): names in both languages, time in Riyadh with its zone,
 * Hijri date, transaction code, QR code. Greys of a profile only and fonts embedded, no transparency, so that a PDF/A file stays one.
 * When room is short the text shrinks, then lines go: title, Hijri date, name in the other language; the rest always stays.
 */
export function signatureAppearance(input: AppearanceInput): Appearance {
  const { width, height } = input
  if (!(width >= smallestAppearance.width && height >= smallestAppearance.height))
    throw new RangeError(`a signature's appearance must be at least ${smallestAppearance.width} × ${smallestAppearance.height} points`)
  const fonts = new FontSet()
  const canvas = new Canvas(width, height, fonts)
  draw(canvas, input)
  return {
    width,
    height,
    objects(firstObjectNumber) {
      const objects = new PdfObjects(firstObjectNumber)
      const ref = objects.reserve()
      // without a profile of its own a grey is the device's (ISO 32000-1 §8.6.5.6)
      const greys = objects.addStream('/N 1/Alternate/DeviceGray', greyProfile)
      const resources = `<</Font ${fonts.write(objects)}/ColorSpace<</DefaultGray[/ICCBased ${greys} 0 R]>>>>`
      const entries = `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 ${num(width)} ${num(height)}]/Resources${resources}`
      objects.addStream(entries, canvas.content(), ref)
      return { ref, objects: objects.indirect() }
    },
  }
}

function draw(canvas: Canvas, input: AppearanceInput): void {
  const { width, height, language } = input
  canvas.fill(0, 0, width, height, 1)
  canvas.outline(0.4, 0.4, width - 0.8, height - 0.8, 0.8, 0.35)
  const rtl = language === 'ar'
  // The code's own quiet zone is part of its side, so it may reach the frame. In a tall box it stands above the text, else beside it.
  const stacked = height > width * 0.6
  const side = stacked ? Math.min(width - 2, height * 0.5) : Math.min(height - 2, width * 0.4)
  const atLeft = rtl !== stacked
  canvas.qr(input.verifyUrl, atLeft ? 1 : width - side - 1, stacked ? 1 : (height - side) / 2, side)
  const top = stacked ? side : inset
  const textWidth = (stacked ? width - 1 : width - side - 1) - 2 * inset
  const paragraphs = fit(entriesOf(input), textWidth, height - top - inset)
  const used = paragraphs.reduce((sum, { paragraph }) => sum + paragraph.height, 0)
  const x = rtl && !stacked ? side + 1 + inset : inset
  let y = top + (height - top - inset - used) / 2
  for (const { paragraph, entry } of paragraphs) {
    y += canvas.paragraph(paragraph, { x, y, align: rtl ? 'right' : 'left', colour: entry.grey })
  }
}

function entriesOf({ nameAr, nameEn, signedAt, transactionCode, language }: AppearanceInput): Entry[] {
  const own = language === 'ar' ? 'rtl' : 'ltr'
  const { title, code } = words[language]
  const names: Entry[] = [
    { text: withoutControls(nameAr), scale: 1.25, bold: true, grey: 0, direction: 'rtl', dropped: language === 'ar' ? 0 : 1 },
    { text: withoutControls(nameEn), scale: 1.25, bold: true, grey: 0, direction: 'ltr', dropped: language === 'en' ? 0 : 1 },
  ]
  if (language === 'en') names.reverse()
  if (nameAr === nameEn) names.length = 1 // whoever has no English name
  return [
    { text: title, scale: 0.85, grey: 0.3, direction: own, dropped: 3 },
    ...names,
    { text: riyadhTime(signedAt), scale: 1, grey: 0, direction: own, dropped: 0 },
    { text: hijriDate(signedAt, language), scale: 0.9, grey: 0.3, direction: own, dropped: 2 },
    { text: `${code}: ${isolate(transactionCode, 'ltr')}`, scale: 0.9, grey: 0, direction: own, dropped: 0 },
  ].filter(({ text }) => text.trim()) as Entry[]
}

type Fitted = { entry: Entry; paragraph: Paragraph }

/** The largest text that fits with all lines; below a readable size, with fewer lines. */
function fit(entries: Entry[], width: number, height: number): Fitted[] {
  for (const kept of [3, 2, 1, 0]) {
    const chosen = entries.filter(({ dropped }) => dropped <= kept)
    const lowest = kept > 0 ? 5.5 : smallestText
    for (let size = largestText; size >= lowest; size -= 0.5) {
      const set = chosen.map((entry) => ({ entry, paragraph: setEntry(entry, size, width) }))
      const used = set.reduce((sum, { paragraph }) => sum + paragraph.height, 0)
      const whole = set.every(
        ({ paragraph, entry }) => paragraph.lines.length === 1 || (entry.bold && paragraph.lines.length === 2 && size < 8),
      )
      if (used <= height && whole) return set
    }
  }
  // A name too long even so is set on as many lines as it needs, at the smallest size, and shrunk to the height.
  const needed = entries.filter(({ dropped }) => dropped === 0)
  for (let size: number = smallestText; ; size *= 0.9) {
    const set = needed.map((entry) => ({ entry, paragraph: setEntry(entry, size, width) }))
    if (set.reduce((sum, { paragraph }) => sum + paragraph.height, 0) <= height) return set
  }
}

function setEntry({ text, scale, bold, direction }: Entry, size: number, width: number): Paragraph {
  const style: TextStyle = { size: size * scale, weight: bold ? 'bold' : 'regular', direction, leading: 1.4 }
  return layout(text, width, style)
}
