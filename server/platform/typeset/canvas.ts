import type { EmbeddedFont, FontSet } from './embed.ts'
import { ascent, descent } from './fonts.ts'
import { layout, type Line, type Paragraph, type TextStyle } from './lines.ts'
import { num } from './objects.ts'
import { qrPath } from './qr.ts'

/** Grey from 0 (black) to 1, or red, green and blue from 0 to 1. */
export type Colour = number | readonly [number, number, number]
export type Align = 'start' | 'end' | 'center' | 'left' | 'right'
export type TextPlace = { x: number; y: number; align?: Align; colour?: Colour }

/** Gives the next marked-content identifier of the structure element being written, or undefined outside of all elements. */
export type Marker = (text: string) => number | undefined

const operands = (colour: Colour) => (typeof colour === 'number' ? num(colour) : colour.map(num).join(' '))
const fillWith = (colour: Colour) => `${operands(colour)} ${typeof colour === 'number' ? 'g' : 'rg'}`
const strokeWith = (colour: Colour) => `${operands(colour)} ${typeof colour === 'number' ? 'G' : 'RG'}`

/** Draws on one page or form. All measures are points; y grows downwards from the top edge. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly #fonts: FontSet
  readonly #marker: Marker | undefined
  readonly #operations: string[] = []

  /** With a `marker` everything drawn is tagged: text belongs to its structure element, the rest is an artifact (ISO 32000-1 §14.8). */
  constructor(width: number, height: number, fonts: FontSet, marker?: Marker) {
    this.width = width
    this.height = height
    this.#fonts = fonts
    this.#marker = marker
  }

  /** Sets text with its top at `y`, in lines of at most `width` points, and returns the height it takes. */
  text(text: string, place: TextPlace & TextStyle & { width: number }): number {
    return this.paragraph(layout(text, place.width, place), place)
  }

  /** Draws a paragraph already set, inside the width it was set for. */
  paragraph(paragraph: Paragraph, { x, y, align = 'start', colour = 0 }: TextPlace): number {
    const { size, leading, direction, width } = paragraph
    const side =
      align === 'start' ? (direction === 'rtl' ? 'right' : 'left') : align === 'end' ? (direction === 'rtl' ? 'left' : 'right') : align
    const firstBaseline = y + (size * leading - (size * (ascent + descent)) / 1000) / 2 + (size * ascent) / 1000
    paragraph.lines.forEach((line, i) => {
      const room = width - line.width
      const shift = side === 'center' ? room / 2 : side === 'right' ? room : 0
      this.#line(line, x + shift, firstBaseline + i * size * leading, size, colour)
    })
    return paragraph.height
  }

  #line(line: Line, x: number, baseline: number, size: number, colour: Colour): void {
    if (!line.text) return
    const marker = this.#marker?.(line.text)
    const mark = marker === undefined ? (this.#marker ? '/Artifact BMC' : '') : `/Span<</MCID ${marker}>>BDC`
    this.#operations.push(`${mark} ${fillWith(colour)}`)
    let at = x
    const drawn: string[] = []
    const shown: string[] = []
    const em = size / 1000
    for (const piece of line.pieces) {
      const font = this.#fonts.use(piece.face)
      if (piece.drawn)
        drawn.push(`q ${em.toFixed(5)} 0 0 ${em.toFixed(5)} ${num(at)} ${num(this.height - baseline)} cm ${piece.drawn.path} Q`)
      const show = piece.drawn ? `<${font.blank(piece.text, piece.run.advance)}>Tj` : showGlyphs(piece, size, font)
      shown.push(`/${font.resource} ${num(size)} Tf 1 0 0 1 ${num(at)} ${num(this.height - baseline)} Tm ${show}`)
      at += piece.run.advance * em
    }
    const end = mark ? 'EMC' : ''
    this.#operations.push(`BT ${shown.join('\n')} ET`, ...drawn, end)
  }

  /** A filled rectangle. */
  fill(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#artifact(`${fillWith(colour)} ${this.#box(x, y, width, height)} re f`)
  }

  /** The outline of a rectangle. */
  outline(x: number, y: number, width: number, height: number, thickness: number, colour: Colour): void {
    this.#artifact(`${strokeWith(colour)} ${num(thickness)} w ${this.#box(x, y, width, height)} re S`)
  }

  line(x1: number, y1: number, x2: number, y2: number, thickness: number, colour: Colour): void {
    const [from, to] = [num(this.height - y1), num(this.height - y2)]
    this.#artifact(`${strokeWith(colour)} ${num(thickness)} w ${num(x1)} ${from} m ${num(x2)} ${to} l S`)
  }

  /** A picture among the form's resources; the matrix puts its unit square where it is shown (ISO 32000-1 §8.9.5). */
  picture(resource: string, matrix: readonly [number, number, number, number, number, number]): void {
    this.#artifact(`q ${matrix.map(num).join(' ')} cm /${resource} Do Q`)
  }

  /** A picture of the document's own, the same; what it shows is said by the element that is open. */
  figure(resource: string, { x, y, width, height }: { x: number; y: number; width: number; height: number }): void {
    const matrix = [width, 0, 0, height, x, this.height - y - height]
    this.#figure(`q ${matrix.map(num).join(' ')} cm /${resource} Do Q`)
  }

  /** A QR code (ISO/IEC 18004) as black squares, quiet zone of four modules included in `side`. The ground under it must be white. */
  qr(payload: string, x: number, y: number, side: number): void {
    const { path, modules } = qrPath(payload)
    const scale = (side / modules).toFixed(5)
    this.#figure(`q 0 g ${scale} 0 0 ${scale} ${num(x)} ${num(this.height - y - side)} cm ${path} f Q`)
  }

  /** A drawing of strokes in a square of `units`, y downwards, its left top corner at x and y, so large that the square is `side` wide. */
  drawing(path: string, units: number, { x, y, side, colour }: { x: number; y: number; side: number; colour: Colour }): void {
    const scale = (side / units).toFixed(5)
    this.#artifact(`q ${strokeWith(colour)} ${scale} 0 0 -${scale} ${num(x)} ${num(this.height - y)} cm 1 J 1 j ${path} S Q`)
  }

  #box = (x: number, y: number, width: number, height: number) => `${num(x)} ${num(this.height - y - height)} ${num(width)} ${num(height)}`

  /** Belongs to the element that is open, a figure. */
  #figure(operations: string): void {
    const marker = this.#marker?.('')
    const begin = marker === undefined ? (this.#marker ? '/Artifact BMC' : '') : `/Figure<</MCID ${marker}>>BDC`
    this.#operations.push(`${begin} ${operations}${begin ? ' EMC' : ''}`)
  }

  #artifact(operations: string): void {
    this.#operations.push(this.#marker ? `/Artifact BMC ${operations} EMC` : operations)
  }

  /** The content stream. */
  content(): Uint8Array {
    return Buffer.from(this.#operations.join('\n') + '\n', 'latin1')
  }
}

/** Show-text operators: advances that differ from the font's widths are corrected inside TJ, heights by the text rise. */
function showGlyphs({ run, face, level }: Line['pieces'][number], size: number, font: EmbeddedFont): string {
  const operators: string[] = []
  let array = ''
  let rise = 0
  for (const { id, text, advance, xOffset, yOffset } of run.glyphs) {
    if (yOffset !== rise) {
      if (array) operators.push(`[${array}]TJ`)
      array = ''
      operators.push(`${num((yOffset * size) / 1000)} Ts`)
      rise = yOffset
    }
    const letters = [...text]
    if (level % 2 && letters.length && (letters.length > 1 || (xOffset > 0 && advance > 0))) {
      array += `<${font.placed(id, letters, xOffset, advance)}>`
      continue
    }
    if (xOffset) array += num(-xOffset)
    array += `<${font.cid(id, text)}>`
    const correction = face.glyphWidth(id) + xOffset - advance
    if (correction) array += num(correction)
  }
  if (array) operators.push(`[${array.replaceAll('><', '')}]TJ`)
  if (rise) operators.push('0 Ts')
  return operators.join(' ')
}
