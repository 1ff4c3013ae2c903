import type { Align, Canvas, Colour } from './canvas.ts'
import type { ElementType, PdfDocument } from './document.ts'
import { layout, type TextStyle } from './lines.ts'

export type Text = TextStyle & { text: string; align?: Align; colour?: Colour }
export type Cell = Text | readonly Text[]
/** Widths are shares of the flow's width; the first column stands at the left in either direction. */
export type Row = {
  cells: readonly Cell[]
  shares: readonly number[]
  ground?: Colour
  under?: Colour
  padding?: number
  type?: 'TH' | 'TD'
}

const [top, bottom, side] = [42, 52, 42]

/** Stacks text, rows and rules down the pages of a document, starting a new page where something no longer fits. */
export class Flow {
  readonly document: PdfDocument
  page: Canvas
  y = top
  readonly x = side

  constructor(document: PdfDocument) {
    this.document = document
    this.page = document.addPage()
  }

  get width(): number {
    return this.page.width - 2 * side
  }

  /** Starts a new page unless `height` points are left; true when it did. */
  ensure(height: number): boolean {
    if (this.y + height <= this.page.height - bottom) return false
    this.page = this.document.addPage()
    this.y = top
    return true
  }

  space(height: number): void {
    this.y += height
  }

  text(type: ElementType, text: Text): void {
    const paragraph = layout(text.text, this.width, text)
    this.ensure(paragraph.height)
    this.document.element(type, () => this.page.paragraph(paragraph, { x: this.x, y: this.y, align: text.align, colour: text.colour }))
    this.y += paragraph.height
  }

  rule(colour: Colour, thickness = 0.6): void {
    this.page.line(this.x, this.y, this.x + this.width, this.y, thickness, colour)
  }

  /** A row of cells as high as its highest cell; on a new page `onNewPage` may bring the head of the table first. */
  row(row: Row, onNewPage?: () => void): void {
    const { padding = 4, type = 'TD' } = row
    const sum = row.shares.reduce((total, share) => total + share, 0)
    const cells = row.cells.map((cell, i) => {
      const width = (this.width * row.shares[i]!) / sum
      const texts = (Array.isArray(cell) ? cell : [cell]) as readonly Text[]
      return { width, texts: texts.map((text) => ({ ...text, paragraph: layout(text.text, width - 2 * padding, text) })) }
    })
    const height = Math.max(...cells.map(({ texts }) => texts.reduce((h, { paragraph }) => h + paragraph.height, 0))) + 2 * padding
    if (this.ensure(height)) onNewPage?.()
    if (row.ground !== undefined) this.page.fill(this.x, this.y, this.width, height, row.ground)
    this.document.element('TR', () => {
      let x = this.x
      for (const { width, texts } of cells) {
        this.document.element(type, () => {
          let y = this.y + padding
          for (const { paragraph, align, colour } of texts) y += this.page.paragraph(paragraph, { x: x + padding, y, align, colour })
        })
        x += width
      }
    })
    this.y += height
    if (row.under !== undefined) this.page.line(this.x, this.y, this.x + this.width, this.y, 0.5, row.under)
  }

  /** A line at the foot of every page, with its number; call it once, at the end. */
  footer(text: (page: number, count: number) => Text): void {
    const { pages } = this.document
    this.document.artifact(() =>
      pages.forEach((page, i) => {
        const foot = text(i + 1, pages.length)
        page.text(foot.text, { ...foot, x: this.x, y: page.height - bottom + 18, width: this.width })
      }),
    )
  }
}
