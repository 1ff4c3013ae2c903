/** Cross-references as everybody writes them (ISO 32000-2 §7.5.4, §7.5.8): what is written otherwise, some readers make up again from what stands in the file. */

import { latin1 } from './latin1.ts'
import type { Revision } from './revisions.ts'
import { bytesAt } from './source.ts'
import type { Source } from './source.ts'
import { isInteger } from './values.ts'
import { endOfNumbers } from './xref.ts'

/** Lines of a table without comments, and numbers that are whole. Not of a linearized file. */
export function isWrittenAsUsual(source: Source, revision: Revision): boolean {
  const { kind, xref, startxref, eof } = revision
  const text = latin1(bytesAt(source, xref, eof - xref))
  const own = kind === 'stream' ? text.slice(0, text.indexOf('stream')) : text
  if (!countsAll(revision) || fractions.test(own)) return false
  if (kind === 'stream') return true
  return table.test(text) && table.test(text.slice(startxref - xref)) && !/^0{10} \d{5} n/m.test(text) // nothing stands at the beginning of a file
}

/** Entries of twenty octets besides, as the standard has them, and streams whose own number counts: MuPDF stumbles over others. */
export function isWrittenToTheLetter(source: Source, revision: Revision): boolean {
  const { sections, hidden, trailer } = revision
  const size = Number(trailer.entries.get('Size'))
  const textAt = (start: number, end: number) => latin1(bytesAt(source, start, Math.min(end, source.size) - start))
  const isHead = (offset: number) => Number(head.exec(textAt(offset, offset + 32))?.[1]) < size
  const isExact = ({ kind, offset, end }: Revision['sections'][number]) =>
    kind === 'stream' ? isHead(offset) : exactTable.test(textAt(offset, end))
  return countsAll(revision) && sections.every(isExact) && (!hidden || isHead(hidden.offset))
}

function countsAll({ trailer, entries }: Revision): boolean {
  const size = trailer.entries.get('Size')
  return isInteger(size) && !entries.keys().some((number) => number >= Math.min(size, endOfNumbers))
}

const table = /^xref\s+(?:\d+ +\d+\s+(?:\d{10} \d{5} [fn]\s+)*)+trailer/
const exactTable = /^xref ?(?:\r\n|\r|\n)(?:\d+ \d+ ?(?:\r\n|\r|\n)(?:\d{10} \d{5} [fn](?: \r| \n|\r\n))*)*trailer/
const head = /^(\d{1,10}) 0 obj\b/
const fractions = /\/(?:Size|Prev|XRefStm|Length|(?:W|Index)\s*\[[\d\s]*)\s*\d*\./
