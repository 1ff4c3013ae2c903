import type { Appearance } from './signatureAppearance.ts'
import { withoutControls } from '#server/platform/isolate.ts'
import { Canvas } from '#server/platform/typeset/canvas.ts'
import { greyProfile } from '#server/platform/typeset/colourProfiles.ts'
import { riyadhClock, riyadhTime } from '#server/platform/typeset/dates.ts'
import { FontSet } from '#server/platform/typeset/embed.ts'
import { num, PdfObjects } from '#server/platform/typeset/objects.ts'
import { drawLines, type Line } from './lines.ts'
import type { Picture } from './picture.ts'

export type SealInput = {
  picture: Picture
  nameAr: string
  nameEn: string
  sealedAt: Date
  /** Says that the seal is worth nothing. */
  isTest: boolean
  /** Points. */
  width: number
  height: number
}

const inset = 4

/** The visible appearance of an organisation's seal: its picture, and beside it who sealed and when. */
export function sealAppearance(input: SealInput): Appearance {
  const { width, height, picture } = input
  const fonts = new FontSet()
  const canvas = new Canvas(width, height, fonts)
  const side = Math.min(height - 2 * inset, width * 0.45)
  const scale = Math.min(side / picture.width, side / picture.height)
  const [across, down] = [picture.width * scale, picture.height * scale]
  const [x, y] = [width - inset - side + (side - across) / 2, (height - down) / 2]
  canvas.picture('Seal', matrixOf(picture.turn, { x, y, width: across, height: down }))
  drawLines(canvas, linesOf(input), { x: inset, y: inset, width: width - side - 3 * inset, height: height - 2 * inset }, 'right')
  return {
    width,
    height,
    objects(firstObjectNumber) {
      const objects = new PdfObjects(firstObjectNumber)
      const form = objects.reserve()
      const greys = objects.addStream('/N 1/Alternate/DeviceGray', greyProfile)
      const resources = `<</Font ${fonts.write(objects)}/ColorSpace<</DefaultGray[/ICCBased ${greys} 0 R]>>/XObject<</Seal ${picture.write(objects)} 0 R>>>>`
      const entries = `/Type/XObject/Subtype/Form/FormType 1/BBox[0 0 ${num(width)} ${num(height)}]/Resources${resources}`
      objects.addStream(entries, canvas.content(), form)
      return { ref: form, objects: objects.indirect() }
    },
  }
}

function linesOf({ nameAr, nameEn, sealedAt, isTest }: SealInput): Line[] {
  const line = (text: string, more: Partial<Line> = {}): Line => ({
    text: withoutControls(text),
    scale: 1,
    grey: 0,
    direction: 'rtl',
    dropped: 0,
    ...more,
  })
  return [
    line('مختوم إلكترونيًا', { scale: 0.85, grey: 0.3, dropped: 2 }),
    line(nameAr, { scale: 1.25, isBold: true }),
    ...(nameEn === nameAr ? [] : [line(nameEn, { scale: 1.1, direction: 'ltr', dropped: 1 })]),
    line(riyadhTime(sealedAt), { short: riyadhClock(sealedAt), direction: 'ltr' }),
    ...(isTest ? [line('ختم تجريبي · TEST', { scale: 0.9 })] : []),
  ]
}

type Box = { x: number; y: number; width: number; height: number }

/** Where the unit square of a picture goes whose rows are stored turned (EXIF 2.32, tag 0x0112). */
function matrixOf(turn: number, { x, y, width: w, height: h }: Box): [number, number, number, number, number, number] {
  switch (turn) {
    case 2:
      return [-w, 0, 0, h, x + w, y]
    case 3:
      return [-w, 0, 0, -h, x + w, y + h]
    case 4:
      return [w, 0, 0, -h, x, y + h]
    case 5:
      return [0, -h, -w, 0, x + w, y + h]
    case 6:
      return [0, -h, w, 0, x, y + h]
    case 7:
      return [0, h, w, 0, x, y]
    case 8:
      return [0, h, -w, 0, x + w, y]
    default:
      return [w, 0, 0, h, x, y]
  }
}
