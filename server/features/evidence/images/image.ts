import { evidenceLimits } from '#contract/limits.ts'

/** A picture with nothing in it but what is shown: no place, camera, text or further picture, and nothing after its end. */
export type CleanImage = { kind: 'png' | 'jpeg'; bytes: Uint8Array; width: number; height: number }

export type ImageFault =
  /** Cut off, or not as its standard has it. */
  | 'BROKEN'
  | 'TOO_MANY_PIXELS'
  | 'ANIMATED'
  /** A form of the standard that programs read differently, or many do not read. */
  | 'UNUSUAL'

export class ImageRefused extends Error {
  readonly code: ImageFault

  constructor(code: ImageFault, detail: string) {
    super(`${code}: ${detail}`)
    this.name = 'ImageRefused'
    this.code = code
  }
}

/** @throws ImageRefused */
export function requireSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new ImageRefused('BROKEN', 'no pixel')
  const { side, pixels } = evidenceLimits
  if (width > side || height > side || width * height > pixels) throw new ImageRefused('TOO_MANY_PIXELS', `${width} × ${height}`)
}
