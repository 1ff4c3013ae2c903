import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { trustedWorkerAddress } from '../../kit/trustedWorker.ts'
// oxlint-disable-next-line import/default -- the bundler gives the worker's address
import workerAddress from './pdfWorker.ts?worker&url'
import type { PageSize } from './place.ts'

/** What a document may need besides itself: fonts that every reader has, and decoders of scanned pages. */
const addresses = import.meta.glob<string>(
  ['../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', '../../../node_modules/pdfjs-dist/wasm/*.wasm'],
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
  sizes: () => Promise<PageSize[]>
  /** Draws a page, from 1, so wide in CSS pixels. An aborted drawing throws. */
  draw: (number: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>
  close: () => void
}

const sharpest = 2

/** Opens a file of this device; nothing of it is sent or run. */
export async function openPdf(file: Blob): Promise<OpenPdf> {
  GlobalWorkerOptions.workerPort ??= new Worker(trustedWorkerAddress(workerAddress), { type: 'module' })
  const data = new Uint8Array(await file.arrayBuffer())
  const task = getDocument({ data, BinaryDataFactory: OwnFiles, useWorkerFetch: false, stopAtErrors: false, enableXfa: false })
  const pdf = await task.promise
  return {
    pageCount: pdf.numPages,
    async sizes() {
      const sizes: PageSize[] = []
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
    close: () => void task.destroy(),
  }
}
