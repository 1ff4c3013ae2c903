import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
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

export type OpenPdf = {
  readonly pageCount: number
  /** Every page's size, rotation applied. */
  sizes: () => Promise<{ width: number; height: number }[]>
  /** Draws a page, from 1, so wide in CSS pixels. An aborted drawing throws. */
  draw: (number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>
  /** Where a rectangle of a page's own coordinates lies on the page as it is drawn: parts of its width and height, from the upper left corner. */
  frame: (number: number, box: readonly number[]) => Promise<{ left: number; top: number; width: number; height: number }>
  close: () => void
}

const sharpest = 2

/** Opens a file of this device; nothing of it is sent or run. Rejects where it is encrypted and the password does not open it. */
export async function openPdf(file: Blob, password?: string): Promise<OpenPdf> {
  GlobalWorkerOptions.workerPort ??= new Worker(trustedWorkerAddress(workerAddress), { type: 'module' })
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({ data, password, BinaryDataFactory: OwnFiles, useWorkerFetch: false, stopAtErrors: false, enableXfa: false })
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
    async draw(number, canvas, width, signal) {
      const page = await pdf.getPage(number)
      const density = Math.min(devicePixelRatio, sharpest)
      const viewport = page.getViewport({ scale: (width / page.getViewport({ scale: 1 }).width) * density })
      signal.throwIfAborted()
      canvas.width = Math.floor(viewport.width)
      canvas.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas, viewport })
      signal.addEventListener('abort', () => drawing.cancel())
      await drawing.promise
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
    close: () => void task.destroy(),
  }
}
