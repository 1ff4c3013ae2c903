/**
 * What a file says of itself for readers that begin before all of it is there (ISO 32000-2 Annex F). As long as its length is what it says, Firefox and
 * poppler go by it in place of the end of the file: which cross-reference section counts, how many pages there are, and which is shown first.
 */

import type { PdfDocument } from './document.ts'
import { PdfError, unreadable } from './error.ts'
import { latin1 } from './latin1.ts'
import { bytesAt, defaultLimits, parseAt } from './source.ts'
import type { Source } from './source.ts'
import { straysIn } from './strayHeads.ts'
import { isArray, isDict, isInteger, isRef, isStream, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'
import { refTo } from './views.ts'

/**
 * Whether those readers find another file than the one that its end leads to. Looked for once in each file, however many signatures ask.
 * @param pagesOf gives the numbers of the pages' objects, the first one first
 * @throws PdfError where an object cannot be read
 */
export function isLinearizedOtherwise(pdf: PdfDocument, source: Source, pagesOf: () => readonly number[]): boolean {
  const known = pdf.memo.get(isLinearizedOtherwise) as boolean | undefined
  const found = known ?? look(pdf, source, pagesOf)
  pdf.memo.set(isLinearizedOtherwise, found)
  return found
}

function look(pdf: PdfDocument, source: Source, pagesOf: () => readonly number[]): boolean {
  const said = readLinearization(source)
  if (!said) return false
  if (said === 'unreadable' || said.dict.repeated) return true
  const { entries } = said.dict
  if (entries.get('L') !== source.size) return false // whoever appends leaves it as it was, and nobody goes by it any more
  const [first, main] = pdf.revisions[0]!.sections
  if (pdf.revisions.length > 1 || !main || first!.offset !== said.end) return true
  const pages = pagesOf()
  const [count, shown, place = 0] = ['N', 'O', 'P'].map((key) => entries.get(key))
  if (count !== pages.length || !isInteger(place) || !isInteger(shown)) return true
  if (pages[place] !== shown && isShown(pdf, shown)) return true
  if (main.kind === 'table' && !leadsToTable(pdf, source, main.offset, entries.get('T'))) return true
  const hinted = hintedPages(pdf, said.dict, pages.length, place)
  return hinted !== undefined && hinted.some((number, page) => number !== pages[page])
}

/** The dictionary, and where the first section begins behind it; undefined where the file begins with another object. */
function readLinearization(source: Source): { readonly dict: Dict; readonly end: number } | 'unreadable' | undefined {
  try {
    return parseAt(source, 0, defaultLimits, (parser) => {
      if (parser.unsigned() === undefined || parser.unsigned() === undefined) return undefined
      parser.skipWhite()
      if (!parser.keyword('obj')) return undefined
      const dict = parser.value()
      parser.skipWhite()
      parser.keyword('endobj')
      parser.skipWhite()
      return isDict(dict) && dict.entries.has('Linearized') ? { dict, end: parser.at + parser.text.base! } : undefined
    })
  } catch (error) {
    if (!(error instanceof PdfError)) throw error
    // who reads more than we do may read it
    return /Linearized|#/.test(latin1(bytesAt(source, 0, Math.min(mostHead, source.size)))) ? 'unreadable' : undefined
  }
}

const mostHead = 4096

/** poppler finds the entry of object 5 at the sixth of twenty octets from /T on. Where it finds none there, it makes up the table. */
function leadsToTable(pdf: PdfDocument, source: Source, start: number, stated: Value | undefined): boolean {
  if (!isInteger(stated)) return false
  const table = latin1(bytesAt(source, start, Math.min(64, source.size - start)))
  const head = /^xref\s+0 (\d{1,7})\s+(?=\d)/.exec(table)
  if (!head) return false
  const rows = start + head[0].length
  const end = rows + 20 * Number(head[1])
  // MuPDF's `mutool` leaves a line before it
  if (!/^\s*trailer/.test(latin1(bytesAt(source, end, Math.max(0, Math.min(16, source.size - end)))))) return false
  if (stated <= rows && stated >= rows - 2) return true
  return stated >= start && stated < rows && !straysIn(pdf, source).isInstead
}

/** Numbers of the pages by the hints, where each is of a page: poppler looks at nothing else then. */
function hintedPages(pdf: PdfDocument, linearization: Dict, count: number, first: number): readonly number[] | undefined {
  const data = hintsOf(pdf, linearization)
  if (!data || data.length < headOctets) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const [least, width] = [view.getUint32(0), view.getUint16(12)]
  if (width > 32 || headOctets + Math.ceil((count * width) / 8) > data.length) return undefined
  const numbers: number[] = []
  let next = 1
  for (let page = 0; page < count; page++) {
    numbers.push(page === first ? Number(linearization.entries.get('O')) : next)
    if (page !== first) next += least + bitsAt(data, headOctets * 8 + page * width, width)
  }
  return numbers.every((number) => isPage(pdf, number)) ? numbers : undefined
}

/** Octets of what stands before the entries of the page offset hint table (§F.4.2). */
const headOctets = 36

/** Undefined where no reader finds any. */
function hintsOf(pdf: PdfDocument, { entries }: Dict): Uint8Array | undefined {
  const places = entries.get('H')
  const place = isArray(places) ? places[0] : undefined
  return readable(() => {
    for (const [number, entry] of pdf.entries(0)) {
      if (entry.type !== 'offset' || entry.offset !== place) continue
      const hints = pdf.object(refTo(number, entry))?.value
      return isStream(hints) ? pdf.data(hints) : undefined
    }
    return undefined
  })
}

function bitsAt(data: Uint8Array, start: number, width: number): number {
  let value = 0
  for (let bit = start; bit < start + width; bit++) value = value * 2 + ((data[bit >> 3]! >> (7 - (bit & 7))) & 1)
  return value
}

/** Whether Firefox shows the object as a page: it says that it is one, or nothing of what it is. */
function isShown(pdf: PdfDocument, number: number): boolean {
  const { entries } = dictOf(pdf, number) ?? {}
  const type = entries?.get('Type')
  return nameOf(type) === 'Page' || isRef(type) || (type === undefined && entries?.has('Contents') === true)
}

const isPage = (pdf: PdfDocument, number: number) => nameOf(dictOf(pdf, number)?.entries.get('Type')) === 'Page'

function dictOf(pdf: PdfDocument, number: number): Dict | undefined {
  const entry = pdf.entries(0).get(number)
  const value = entry && readable(() => pdf.resolve(refTo(number, entry)))
  return isDict(value) ? value : undefined
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError && unreadable.has(error.code)) return undefined
    throw error
  }
}
