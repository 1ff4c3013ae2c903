import { once } from '#pki/once.ts'
import type { PdfDocument } from './document.ts'
import { PdfError, unreadable } from './error.ts'
import { readObjectStream } from './objectStream.ts'
import { Parser } from './parse.ts'
import { defaultLimits } from './source.ts'
import { isStream } from './values.ts'
import { refTo } from './views.ts'

/**
 * Whether those objects can be read, too, that stand in an object stream beside the ones that count, and to which no cross-reference leads any more.
 * MuPDF reads all of a stream for one of them, and finds none where one cannot be read.
 * @throws PdfError where reading takes too much
 */
export const areSupersededWhole = once((pdf: PdfDocument): boolean => {
  const entries = pdf.entries(pdf.revisions.length - 1)
  const alive = new Map<number, Set<number>>()
  for (const entry of entries.values())
    if (entry.type === 'packed') alive.getOrInsertComputed(entry.stream, () => new Set()).add(entry.index)
  try {
    for (const [number, indexes] of alive) {
      const entry = entries.get(number)
      const stream = (entry && pdf.object(refTo(number, entry))?.value) ?? null
      if (!isStream(stream) || stream.dict.entries.get('N') === indexes.size) continue
      const { bytes, offsets } = readObjectStream(stream.dict, pdf.data(stream, true), number, defaultLimits)
      for (const [index, offset] of offsets.entries())
        if (!indexes.has(index)) new Parser({ bytes, base: undefined, last: true }, offset, defaultLimits).value()
    }
    return true
  } catch (error) {
    if (error instanceof PdfError && unreadable.has(error.code)) return false
    throw error
  }
})
