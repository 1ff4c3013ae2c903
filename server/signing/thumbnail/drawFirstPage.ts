import { join } from 'node:path'
import { pngOf } from '#server/platform/png.ts'
import { limitedChild } from '../limitedChild.ts'

const limits = { atOnce: 1, mostWaiting: 100, cpuSeconds: 4, heapMegabytes: 128, dataBytes: 1024 * 1024 * 1024, answerBytes: 512 * 1024 }

/** In pixels; the page's proportions are kept. */
export type Side = { width: number; height: number }
/** `rgb`: three octets a pixel, row by row, as base64. */
export type Drawn = Side & { rgb: string }

/** Twice what is shown, for fine screens: too small to be read. */
const most: Side = { width: 88, height: 124 }

const draw = limitedChild<Side, Drawn>(join(import.meta.dirname, 'child.ts'), limits)

/**
 * The first page of the PDF at a path, small, as a PNG; undefined where it cannot be drawn: it has a password, takes too long, is broken.
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no process can be started
 */
export async function drawFirstPage(path: string): Promise<Buffer | undefined> {
  const outcome = await draw(path, most)
  if (!('answer' in outcome)) return undefined
  const { width, height, rgb } = outcome.answer
  const pixels = Buffer.from(String(rgb), 'base64')
  // What comes from there is believed as far as it goes: so many pixels, whatever they show.
  const isPicture = width >= 1 && width <= most.width && height >= 1 && height <= most.height && pixels.length === width * height * 3
  return isPicture ? pngOf({ width, height }, pixels) : undefined
}
