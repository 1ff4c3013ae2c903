/** Draws a page of a file in two of its revisions. What the engine (WebAssembly) does wrong stays within a process with few rights, as its memory does. */

import { PDFiumLibrary } from '@hyzyla/pdfium'
import { openPdf } from '#pki/pdf/document.ts'
import { PdfError, TooCostly } from '#pki/pdf/error.ts'
import { defaultLimits } from '#pki/pdf/source.ts'
import type { PageFacts } from '#pki/signature/facts.ts'
import { readPages } from '#pki/signature/pages.ts'
import { placeOf, sizeOn } from '../placement.ts'
import { readFiles } from '../readFiles.ts'
import { rgbOf } from '../thumbnail/rgbOf.ts'
import type { Question, Side } from './drawRevisions.ts'

const engine = await PDFiumLibrary.init()

readFiles<Question>(async ({ bytes }, { lengths, ...question }) => {
  const file = bytes()
  const sides: (Side | null)[] = []
  for (const length of lengths) sides.push(await draw(file.subarray(0, length), question))
  return sides
})

/** Null where the revision has no such page. */
async function draw(file: Uint8Array, { page, boxes, password, most }: Omit<Question, 'lengths'>): Promise<Side | null> {
  const document = await engine.loadDocument(file, password)
  try {
    if (page > document.getPageCount()) return null
    document.initializeFormFields() // a signature is shown as a field
    const shown = document.getPage(page - 1)
    const { originalWidth, originalHeight } = shown.getOriginalSize()
    const scale = Math.min(most.width / originalWidth, most.height / originalHeight)
    const pixels = (length: number) => Math.max(1, Math.round(length * scale))
    const size = { width: pixels(originalWidth), height: pixels(originalHeight) }
    const drawn = await shown.render({ ...size, render: 'bitmap', renderFormFields: true })
    return {
      width: drawn.width,
      height: drawn.height,
      rgb: rgbOf(drawn.data).toString('base64'),
      marks: marksOn(file, page, boxes, password),
    }
  } finally {
    document.destroy()
  }
}

/** What has more is shown without its places. */
const mostPages = 10_000

/** Shares of the page as it is shown, from its top left. */
function marksOn(file: Uint8Array, page: number, boxes: Question['boxes'], password: string | undefined): Side['marks'] {
  if (boxes.length === 0) return []
  const facts = pageOf(file, page, password)
  if (!facts) return []
  const { width, height } = sizeOn(facts)
  return boxes.map((box) => {
    const place = placeOf(facts, box)
    const [x, across] = within(place.x / width, place.width / width)
    const [y, down] = within(place.y / height, place.height / height)
    return { x, y, width: across, height: down }
  })
}

/** The engine draws pages, too, that our own reader refuses: they are shown without their places. */
function pageOf(file: Uint8Array, page: number, password: string | undefined): PageFacts | undefined {
  try {
    return readPages(openPdf(file, defaultLimits, password), mostPages)?.pages[page - 1]
  } catch (error) {
    if (error instanceof PdfError || error instanceof TooCostly) return undefined
    throw error
  }
}

/** The part of a stretch that lies on the page: what was put over it may reach far beyond. */
function within(from: number, length: number): [from: number, length: number] {
  const onPage = (at: number) => Math.min(1, Math.max(0, at))
  return [onPage(from), onPage(from + length) - onPage(from)]
}
