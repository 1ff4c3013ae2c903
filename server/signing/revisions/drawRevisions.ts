import { join } from 'node:path'
import { z } from 'zod'
import type { Rectangle } from '#pki/signature/facts.ts'
import { limitedChild } from '../limitedChild.ts'

/** @property lengths of the revisions, in bytes of the file; @property boxes places in the page's own coordinates */
export type Question = {
  lengths: readonly number[]
  page: number
  boxes: readonly Rectangle[]
  password?: string | undefined
  most: { width: number; height: number }
}

/** In pixels: a page of A4 can be read. */
const most = { width: 620, height: 877 }
const limits = {
  atOnce: 1,
  mostWaiting: 16,
  cpuSeconds: 6,
  heapMegabytes: 256,
  dataBytes: 1536 * 1024 * 1024,
  answerBytes: 2 * Math.ceil((most.width * most.height * 3 * 4) / 3) + 64 * 1024,
}

/** What comes from there is believed as far as it goes: so many pixels and places, whatever they show. `rgb`: three octets a pixel, row by row. */
const share = z.number().min(0).max(1)
const Side = z.object({
  width: z.int().min(1).max(most.width),
  height: z.int().min(1).max(most.height),
  rgb: z.base64(),
  marks: z.array(z.object({ x: share, y: share, width: share, height: share })).max(50),
})
export type Side = z.output<typeof Side>

/** A page of a revision as it is shown; `marks` are shares of it, from its top left. */
export type DrawnPage = { width: number; height: number; rgb: Uint8Array; marks: Side['marks'] }

const ask = limitedChild<Question, unknown>(join(import.meta.dirname, 'child.ts'), limits)

/**
 * A page of the PDF at a path in several of its revisions.
 * @returns for each length a page, null where that revision has no such page; undefined where it cannot be drawn: it takes too long, is broken
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no process can be started
 */
export async function drawRevisions(path: string, question: Omit<Question, 'most'>): Promise<(DrawnPage | null)[] | undefined> {
  const outcome = await ask(path, { ...question, most })
  const sides = 'answer' in outcome ? z.array(Side.nullable()).length(question.lengths.length).safeParse(outcome.answer).data : undefined
  const drawn = sides?.map((side) => side && { ...side, rgb: Buffer.from(side.rgb, 'base64') })
  return drawn?.every((one) => one === null || one.rgb.length === one.width * one.height * 3) ? drawn : undefined
}
