import type { SignatureAppearance as Look } from '#contract/signing.ts'
import { Canvas } from '#server/platform/typeset/canvas.ts'
import { greyProfile } from '#server/platform/typeset/colourProfiles.ts'
import { FontSet } from '#server/platform/typeset/embed.ts'
import { num, PdfObjects } from '#server/platform/typeset/objects.ts'
import { type AppearanceInput, drawLines, linesOf } from './lines.ts'
import { drawMark } from './mark.ts'

export type Appearance = {
  width: number
  height: number
  /** Complete indirect objects, numbered upwards from `firstObjectNumber`; `ref` is the form XObject among them. */
  objects: (firstObjectNumber: number) => { ref: number; objects: Uint8Array[] }
}

export const smallestAppearance = { width: 120, height: 40 } as const

const inset = 3

/**
 * The visible appearance of a signature as a form XObject (ISO 32000-2 §8.10): names in both languages, time in Riyadh with its zone,
 * Hijri date, the code by which it is found and, in the full design, the same as a QR code. Nothing is drawn behind it but the white that a QR
 * code stands on, unless white paper is wanted. Greys of a profile only and fonts embedded, no transparency, so that a PDF/A file stays one.
 * When room is short the text shrinks, then lines go: title, Hijri date, name in the other language; the rest always stays.
 */
export function signatureAppearance(input: AppearanceInput): Appearance {
  const { width, height } = input
  const write = drawn(input)
  return {
    width,
    height,
    objects(firstObjectNumber) {
      const objects = new PdfObjects(firstObjectNumber)
      const ref = objects.reserve()
      write(objects, ref)
      return { ref, objects: objects.indirect() }
    },
  }
}

/** The same as a PDF, to be looked at before anything is signed: one page without paper, which is the appearance. */
export function appearancePage(input: AppearanceInput): Uint8Array {
  const objects = new PdfObjects()
  const form = objects.reserve()
  drawn(input)(objects, form)
  const content = objects.addStream('', Buffer.from('/Appearance Do'))
  const pages = objects.reserve()
  const page = objects.add(
    `<</Type/Page/Parent ${pages} 0 R/MediaBox[0 0 ${num(input.width)} ${num(input.height)}]/Contents ${content} 0 R` +
      `/Resources<</XObject<</Appearance ${form} 0 R>>>>>>`,
  )
  objects.set(pages, `<</Type/Pages/Count 1/Kids[${page} 0 R]>>`)
  return objects.file(`/Root ${objects.add(`<</Type/Catalog/Pages ${pages} 0 R>>`)} 0 R`)
}

/** @throws RangeError where the box is too small to read */
function drawn(input: AppearanceInput) {
  const { width, height } = input
  if (!(width >= smallestAppearance.width && height >= smallestAppearance.height))
    throw new RangeError(`a signature's appearance must be at least ${smallestAppearance.width} × ${smallestAppearance.height} points`)
  const fonts = new FontSet()
  const canvas = new Canvas(width, height, fonts)
  if (input.background === 'white') canvas.fill(0, 0, width, height, 1)
  designs[input.design](canvas, input)
  return (objects: PdfObjects, form: number): void => {
    // without a profile of its own a grey is the device's (ISO 32000-2 §8.6.5.6)
    const greys = objects.addStream('/N 1/Alternate/DeviceGray', greyProfile)
    const resources = `<</Font ${fonts.write(objects)}/ColorSpace<</DefaultGray[/ICCBased ${greys} 0 R]>>>>`
    const entries = `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 ${num(width)} ${num(height)}]/Resources${resources}`
    objects.addStream(entries, canvas.content(), form)
  }
}

const designs: Record<Look['design'], (canvas: Canvas, input: AppearanceInput) => void> = { full, line, mark }

/** Everything, in a thin frame, with the QR code beside the text, or above it where the box is tall. */
function full(canvas: Canvas, input: AppearanceInput): void {
  const { width, height, language } = input
  const isRtl = language === 'ar'
  const isTall = height > width * 0.6
  // The code's own quiet zone is part of its side, so it may reach the frame.
  const side = isTall ? Math.min(width - 2, height * 0.5) : Math.min(height - 2, width * 0.4)
  const isAtLeft = isRtl !== isTall
  const [x, y] = [isAtLeft ? 1 : width - side - 1, isTall ? 1 : (height - side) / 2]
  canvas.fill(x, y, side, side, 1)
  canvas.qr(input.verifyUrl, x, y, side)
  canvas.outline(0.7, 0.7, width - 1.4, height - 1.4, 0.6, 0.45)
  const { title, names, time, hijri, code } = linesOf(input)
  const top = isTall ? side : inset
  const edge = Math.max(inset, Math.min(7, width * 0.03)) // letters keep off the frame, where there is room
  const [before, after] = isTall ? [edge, edge] : isRtl ? [side + 1 + inset, edge] : [edge, side + 1 + inset]
  const box = {
    x: before,
    y: top,
    width: width - before - after,
    height: height - top - inset,
  }
  drawLines(canvas, [{ ...title, isMarked: true }, ...names, time, hijri, code], box, isRtl ? 'right' : 'left')
}

/** As one signs on paper: the names, and under a rule what belongs to them. */
function line(canvas: Canvas, input: AppearanceInput): void {
  const { names, time, hijri, code } = linesOf(input)
  const lines = [...names, { ...time, isRuled: true, scale: 0.85 }, { ...hijri, scale: 0.85 }, { ...code, isMarked: true, scale: 0.85 }]
  const box = { x: inset, y: inset, width: input.width - 2 * inset, height: input.height - 2 * inset }
  drawLines(canvas, lines, box, input.language === 'ar' ? 'right' : 'left')
}

/** The service's sign with the lines beside it. */
function mark(canvas: Canvas, input: AppearanceInput): void {
  const { width, height, language } = input
  const isRtl = language === 'ar'
  const side = Math.min(height - 4 * inset, width * 0.22)
  drawMark(canvas, isRtl ? width - side - inset : inset, (height - side) / 2, side, 0.2)
  const { names, time, hijri, code } = linesOf(input)
  const taken = side + 2 * inset
  const box = { x: isRtl ? inset : taken, y: inset, width: width - taken - inset, height: height - 2 * inset }
  drawLines(canvas, [...names, time, hijri, code], box, isRtl ? 'right' : 'left')
}
