import type { evidenceKinds } from '#contract/evidence.ts'
import type { Piece } from './findText.ts'

/** A file of pages, whatever it is; a picture has one. Pages count from 1. */
export type DrawnFile = {
  readonly pageCount: number
  /** Every page's size, rotation applied. */
  sizes: () => Promise<{ width: number; height: number }[]>
  /** Draws a page so wide in CSS pixels. An aborted drawing throws. */
  draw: (page: number, canvas: HTMLCanvasElement, width: number, signal: AbortSignal) => Promise<void>
  /** What a page says; a picture has none. */
  readonly text: null | {
    pieces: (page: number) => Promise<readonly Piece[]>
    /** Lays the text unseen over its picture. @returns the element of each piece; one without text stands nowhere */
    lay: (page: number, over: HTMLElement, signal: AbortSignal) => Promise<readonly HTMLElement[]>
  }
  close: () => void
}

export type FileKind = (typeof evidenceKinds)[number]

/** Opens a file of this device. Rejects where it cannot be shown, as `PasswordException` where the password does not open it. */
export async function openToDraw(file: Blob, kind: FileKind, password?: string): Promise<DrawnFile> {
  if (kind !== 'pdf') return openPicture(file)
  const { openPdf } = await import('./pdf.ts')
  return openPdf(file, password)
}

/** Wider than this no picture is drawn: it is stretched, and no browser refuses a canvas of that size. */
const widest = 1_800

/** Turned as its camera says. */
async function openPicture(file: Blob): Promise<DrawnFile> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  return {
    pageCount: 1,
    sizes: () => Promise.resolve([{ width, height }]),
    text: null,
    async draw(_, canvas, wanted) {
      canvas.width = Math.min(width, Math.floor(Math.min(wanted, widest) * Math.min(devicePixelRatio, 2)))
      canvas.height = Math.max(1, Math.round((canvas.width * height) / width))
      const to = canvas.getContext('2d')!
      to.imageSmoothingQuality = 'high'
      to.drawImage(picture, 0, 0, canvas.width, canvas.height)
    },
    close: () => picture.close(),
  }
}
