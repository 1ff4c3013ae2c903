import type { evidenceKinds } from '#contract/evidence.ts'
import type { DrawnFile } from './useDrawnFile.ts'

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
