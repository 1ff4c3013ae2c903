/** The glyphs of a compact font by character identifier (Adobe technical note 5176 §18; ISO 32000-2 §9.7.4.2). */

import type { Cff } from './cff.ts'

export type CidGlyphs = {
  /** Whether two glyphs have one CID: readers show the first or the last. */
  readonly isTwice: (cid: number) => boolean
  readonly glyph: (cid: number) => number | undefined
  /** Whether each glyph's CID is its number, too: some readers take it for that where the font stands in tables of OpenType. */
  readonly areNumbers: boolean
}

export function cffCids({ charset, hasCids }: Cff): CidGlyphs {
  if (!hasCids) return { isTwice: () => false, glyph: (cid) => cid, areNumbers: true }
  const twice = new Set<number>()
  const seen = new Set<number>()
  for (const cid of charset) (seen.has(cid) ? twice : seen).add(cid)
  const glyphs = new Map(charset.map((cid, glyph) => [cid, glyph] as const))
  return { isTwice: (cid) => twice.has(cid), glyph: (cid) => glyphs.get(cid), areNumbers: charset.every((cid, glyph) => cid === glyph) }
}
