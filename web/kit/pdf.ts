import { getDocument, type PDFPageProxy, PDFWorker, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { DrawnFile } from './useDrawnFile.ts'
import { trustedWorkerAddress } from './trustedWorker.ts'
// oxlint-disable-next-line import/default -- the bundler gives the worker's address
import workerAddress from './pdfWorker.ts?worker&url'

/** What a document may need besides itself: fonts and maps of characters that every reader has, and decoders of scanned pages. */
const addresses = import.meta.glob<string>(
  [
    '../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../node_modules/pdfjs-dist/wasm/*.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
)

class OwnFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const found = Object.entries(addresses).find(([path]) => path.endsWith(`/${filename}`))
    if (!found) throw new Error(`the reader has no ${filename}`)
    const answer = await fetch(found[1])
    if (!answer.ok) throw new Error(`HTTP ${answer.status} for ${filename}`)
    return new Uint8Array(await answer.arrayBuffer())
  }
}

export type OpenPdf = DrawnFile & {
  /** Where a rectangle of a page's own coordinates lies on the page as it is drawn: parts of its width and height, from the upper left corner. */
  frame: (number: number, box: readonly number[]) => Promise<{ left: number; top: number; width: number; height: number }>
  /** What is written in annotations that have something in common with one of these rectangles, drawn there or not. */
  notes: (number: number, boxes: readonly (readonly number[])[]) => Promise<string[]>
}

/** More is no note, but a text that a file brings along. */
const longestNote = 1_000
const mostNotes = 10

const sharpest = 2
/** Some telephones refuse a canvas of more than 16 million pixels. */
const mostPixels = 12_000_000

/** One for all documents: a document that made its own would take it along when it is closed, from others that are being opened. */
let worker: PDFWorker | undefined

/**
 * Opens a file of this device; nothing of it is sent or run. Rejects where it is encrypted and the password does not open it.
 * Without `paper` a page lets through what is under its picture.
 */
export async function openPdf(file: Blob, password?: string, { paper = true } = {}): Promise<OpenPdf> {
  worker ??= PDFWorker.create({ port: new Worker(trustedWorkerAddress(workerAddress), { type: 'module' }) })
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({
    data,
    worker,
    password,
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    stopAtErrors: false,
    enableXfa: false,
  })
  const pdf = await task.promise
  return {
    pageCount: pdf.numPages,
    async sizes() {
      const sizes: { width: number; height: number }[] = []
      for (let number = 1; number <= pdf.numPages; number++) {
        const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
        sizes.push({ width, height })
      }
      return sizes
    },
    draw: async (number, canvas, width, signal) => drawPage(await pdf.getPage(number), canvas, { width, paper }, signal),
    text: {
      async pieces(number) {
        const { items } = await (await pdf.getPage(number)).getTextContent()
        return items.flatMap((item) =>
          'str' in item ? [{ text: item.str, x: Number(item.transform[4]), y: Number(item.transform[5]), endsLine: item.hasEOL }] : [],
        )
      },
      async lay(number, over, signal) {
        const page = await pdf.getPage(number)
        const textContentSource = await page.getTextContent()
        signal.throwIfAborted()
        over.replaceChildren()
        const layer = new TextLayer({ textContentSource, container: over, viewport: page.getViewport({ scale: 1 }) })
        await layer.render()
        return layer.textDivs
      },
    },
    async frame(number, box) {
      const viewport = (await pdf.getPage(number)).getViewport({ scale: 1 })
      const { width, height } = viewport
      const [left, bottom, right, top] = box as [number, number, number, number]
      const [x1, y1] = viewport.convertToViewportPoint(left, bottom) as [number, number]
      const [x2, y2] = viewport.convertToViewportPoint(right, top) as [number, number]
      return {
        left: Math.min(x1, x2) / width,
        top: Math.min(y1, y2) / height,
        width: Math.abs(x2 - x1) / width,
        height: Math.abs(y2 - y1) / height,
      }
    },
    async notes(number, boxes) {
      const annotations: { subtype: string; rect: number[]; contentsObj?: { str: string } }[] = await (
        await pdf.getPage(number)
      ).getAnnotations()
      const said = annotations.flatMap(({ subtype, rect, contentsObj }) => {
        const text = contentsObj?.str.trim().slice(0, longestNote)
        return text && subtype !== 'Widget' && boxes.some((box) => touches(box, rect)) ? [text] : []
      })
      return [...new Set(said)].slice(0, mostNotes)
    },
    close: () => void task.destroy(),
  }
}

const touches = ([left, bottom, right, top]: readonly number[], [a, b, c, d]: readonly number[]) =>
  Math.min(a!, c!) <= right! && left! <= Math.max(a!, c!) && Math.min(b!, d!) <= top! && bottom! <= Math.max(b!, d!)

type Drawing = { width: number; paper: boolean }

/** Drawn aside and put into its place when it is done: what stands there is seen until then. */
async function drawPage(page: PDFPageProxy, canvas: HTMLCanvasElement, { width, paper }: Drawing, signal: AbortSignal) {
  const size = page.getViewport({ scale: 1 })
  const scale = width / size.width
  const density = Math.min(devicePixelRatio, sharpest, Math.sqrt(mostPixels / (size.width * size.height)) / scale)
  const viewport = page.getViewport({ scale: scale * density })
  signal.throwIfAborted()
  const aside = document.createElement('canvas')
  aside.width = Math.max(1, Math.floor(viewport.width))
  aside.height = Math.max(1, Math.floor(viewport.height))
  // Given the canvas alone, the reader would draw on one that is opaque.
  const drawing = page.render({
    canvas: null,
    canvasContext: aside.getContext('2d')!,
    viewport,
    background: paper ? 'white' : 'transparent',
  })
  signal.addEventListener('abort', () => drawing.cancel())
  await drawing.promise
  signal.throwIfAborted()
  canvas.width = aside.width
  canvas.height = aside.height
  canvas.getContext('2d')!.drawImage(aside, 0, 0)
  aside.width = 0 // some browsers give its memory back late
}
