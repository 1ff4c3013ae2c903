import { join } from 'node:path'
import { z } from 'zod'
import { pngOf } from '#server/platform/png.ts'
import { limitedChild } from '../limitedChild.ts'

const limits = { atOnce: 1, mostWaiting: 100, cpuSeconds: 4, heapMegabytes: 128, dataBytes: 1024 * 1024 * 1024, answerBytes: 512 * 1024 }

/** In pixels; the page's proportions are kept. */
export type Side = { width: number; height: number }

/** Twice what is shown, for fine screens: too small to be read. */
const most: Side = { width: 88, height: 124 }

/** What comes from there is believed as far as it goes: so many pixels, whatever they show. `rgb`: three octets a pixel, row by row. */
const Drawn = z.object({ width: z.int().min(1).max(most.width), height: z.int().min(1).max(most.height), rgb: z.base64() })
export type Drawn = z.output<typeof Drawn>

const draw = limitedChild<Side, unknown>(join(import.meta.dirname, 'child.ts'), limits)

/**
 * The first page of the PDF at a path, small, as a PNG; undefined where it cannot be drawn: it has a password, takes too long, is broken.
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no process can be started
 */
export async function drawFirstPage(path: string): Promise<Buffer | undefined> {
  const outcome = await draw(path, most)
  const drawn = 'answer' in outcome ? Drawn.safeParse(outcome.answer).data : undefined
  if (!drawn) return undefined
  const pixels = Buffer.from(drawn.rgb, 'base64')
  return pixels.length === drawn.width * drawn.height * 3 ? pngOf(drawn, pixels) : undefined
}
