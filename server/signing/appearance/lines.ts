import type { SignatureAppearance as Look } from '#contract/signing.ts'
import { isolate, withoutControls } from '#server/platform/isolate.ts'
import type { Canvas } from '#server/platform/typeset/canvas.ts'
import { hijriDate, riyadhClock, riyadhTime } from '#server/platform/typeset/dates.ts'
import { layout, type Paragraph } from '#server/platform/typeset/lines.ts'
import { drawMark } from './mark.ts'

export type AppearanceInput = Look & {
  nameAr: string
  nameEn: string
  signedAt: Date
  /** By which anybody finds the signing, as it is printed. */
  proofCode: string
  /** Address of its public page, shown as a QR code. */
  verifyUrl: string
  /** Says that the signature is worth nothing. */
  isTest: boolean
  /** Points; at least 120 × 40. */
  width: number
  height: number
}

/** One line of a signature's appearance. */
export type Line = {
  readonly text: string
  /** Instead of it, where room is shortest. */
  readonly short?: string
  /** Of the size that fits. */
  readonly scale: number
  readonly isBold?: boolean
  /** The service's sign stands before it. */
  readonly isMarked?: boolean
  /** A rule is drawn above it. */
  readonly isRuled?: boolean
  readonly grey: number
  readonly direction: 'ltr' | 'rtl'
  /** Lines with the highest number go first when room is short; those with 0 stay. */
  readonly dropped: number
}

const words = {
  ar: { title: 'موقّع إلكترونيًا بواسطة', code: 'رمز التحقق', test: 'توقيع تجريبي' },
  en: { title: 'Electronically signed by', code: 'Verification code', test: 'TEST' },
}

/** What an appearance says, in the language that comes first in it. */
export function linesOf({ nameAr, nameEn, signedAt, proofCode, language, isTest }: AppearanceInput) {
  const own = language === 'ar' ? 'rtl' : 'ltr'
  const say = words[language]
  const name = (text: string, direction: 'ltr' | 'rtl') => ({
    text: withoutControls(text),
    scale: 1.25,
    isBold: true,
    grey: 0,
    direction,
    dropped: direction === own ? 0 : 1,
  })
  const names = [name(nameAr, 'rtl'), name(nameEn, 'ltr')]
  if (language === 'en') names.reverse()
  if (nameAr === nameEn) names.length = 1 // whoever has no English name
  const code = isolate(proofCode, 'ltr') + (isTest ? ` · ${say.test}` : '')
  const lines = {
    title: { text: say.title, scale: 0.85, grey: 0.3, direction: own, dropped: 3 },
    names,
    time: { text: riyadhTime(signedAt), short: riyadhClock(signedAt), scale: 1, grey: 0, direction: own, dropped: 0 },
    hijri: { text: hijriDate(signedAt, language), scale: 0.9, grey: 0.3, direction: own, dropped: 2 },
    code: { text: `${say.code}: ${code}`, short: code, scale: 0.9, grey: 0, direction: own, dropped: 0 },
  } satisfies Record<string, Line | Line[]>
  return { ...lines, names: lines.names.filter(({ text }) => text.trim()) }
}

export type Box = { x: number; y: number; width: number; height: number }
type Fitted = { line: Line; paragraph: Paragraph }

const largestText = 11
const smallestText = 4
const readableText = 5.5
const leading = 1.4
const roomOfRule = 4
/** The sign and the space after it, in parts of the text's size. */
const roomOfMark = 1.5

/** Sets lines as large as they fit into a box, and centred in its height. */
export function drawLines(canvas: Canvas, lines: readonly Line[], { x, y, width, height }: Box, align: 'left' | 'right'): void {
  const fitted = fit(lines, width, height)
  let top = y + (height - heightOf(fitted)) / 2
  for (const { paragraph, line } of fitted) {
    if (line.isRuled) {
      canvas.line(x, top + roomOfRule / 2, x + width, top + roomOfRule / 2, 0.7, 0.3)
      top += roomOfRule
    }
    const indent = line.isMarked ? paragraph.size * roomOfMark : 0
    if (line.isMarked) {
      const side = paragraph.size * 1.25
      drawMark(canvas, align === 'right' ? x + width - side : x, top + (paragraph.height - side) / 2, side, line.grey)
    }
    top += canvas.paragraph(paragraph, { x: align === 'right' ? x : x + indent, y: top, align, colour: line.grey })
  }
}

const heightOf = (set: readonly Fitted[]) =>
  set.reduce((sum, { paragraph, line }) => sum + paragraph.height + (line.isRuled ? roomOfRule : 0), 0)

/** The largest text that fits with all lines; below a readable size, with fewer lines, and at last with less in each. */
function fit(lines: readonly Line[], width: number, height: number): Fitted[] {
  for (const kept of [3, 2, 1, 0]) {
    const set = largest(
      lines.filter(({ dropped }) => dropped <= kept),
      readableText,
      width,
      height,
    )
    if (set) return set
  }
  const needed = lines.filter(({ dropped }) => dropped === 0).map((line) => ({ ...line, text: line.short ?? line.text }))
  const set = largest(needed, smallestText, width, height)
  if (set) return set
  // A name too long even so is set on as many lines as it needs, at the smallest size, and shrunk to the height.
  for (let size: number = smallestText; ; size *= 0.9) {
    const set = needed.map((line) => setLine(line, size, width))
    if (heightOf(set) <= height) return set
  }
}

/** What lines take at least, before any is set. */
const leastHeightOf = (lines: readonly Line[], size: number) =>
  lines.reduce((sum, { scale, isRuled }) => sum + size * scale * leading + (isRuled ? roomOfRule : 0), 0)

/** Every line on one line, but small names on two. */
function largest(lines: readonly Line[], least: number, width: number, height: number): Fitted[] | undefined {
  for (let size = largestText; size >= least; size -= 0.5) {
    if (leastHeightOf(lines, size) > height) continue
    const set = lines.map((line) => setLine(line, size, width))
    const isWhole = set.every(({ paragraph, line }) => paragraph.lines.length <= (line.isBold && size < 8 ? 2 : 1))
    if (isWhole && heightOf(set) <= height) return set
  }
  return undefined
}

function setLine(line: Line, size: number, width: number): Fitted {
  const { text, scale, isBold, direction } = line
  const own = size * scale
  const room = width - (line.isMarked ? own * roomOfMark : 0)
  return { line, paragraph: layout(text, room, { size: own, weight: isBold ? 'bold' : 'regular', direction, leading }) }
}
