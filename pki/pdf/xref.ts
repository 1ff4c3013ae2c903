/** Cross-reference tables, streams and hybrids (ISO 32000-2 §7.5.4, §7.5.8). */

import { PdfError } from './error.ts'
import { unpack } from './decode.ts'
import type { Allowance } from './decode.ts'
import { repeats } from './inside.ts'
import { readBody } from './body.ts'
import { isDigit, isWhite } from './characters.ts'
import type { Parser } from './parse.ts'
import { bytesAt, parseAt } from './source.ts'
import type { Limits, Source } from './source.ts'
import { expectDict, isArray, isInteger, isStream, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** From here on PDFium, and with it Chrome, knows no object (ISO 32000-2 annex C has others go on up to twice as many). */
export const endOfNumbers = 4 * 1024 * 1024

/** Where an object stands: nowhere any more, of which generation it may be again; at an offset in the file; or in an object stream. */
export type Entry =
  | { readonly type: 'free'; readonly generation: number }
  | { readonly type: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly type: 'packed'; readonly stream: number; readonly index: number }

export type XrefKind = 'table' | 'stream' | 'hybrid'

export type Section = {
  readonly kind: XrefKind
  /** Where it starts: what `startxref` or /Prev says, or past the white space that those point to. */
  readonly offset: number
  /** Just past it. */
  readonly end: number
  /** What this section says about objects; in a hybrid, table and stream together. */
  readonly entries: Map<number, Entry>
  readonly trailer: Dict
  readonly previous: number | undefined
  /** What some readers find in place of `entries`: the last of several, or nothing. */
  readonly disputed: ReadonlyMap<number, Entry>
  /** In a hybrid: its stream. */
  readonly hidden?: HiddenStream
  /** Readers differ about what counts: a hybrid's stream says of an object in use something else than its table or one thing twice; or a stream names another. */
  readonly isAmbiguous: boolean
}

export type HiddenStream = {
  readonly number: number
  readonly offset: number
  readonly end: number
  /** The section it leads to, where the table leads to another. Some readers follow it. */
  readonly aside?: number
}

export type Budget = Allowance & { objects: number; parsed: number }

/** Where a section starts that `offset` points to: some writers count the white space before it. */
export function startOf(source: Source, offset: number): number {
  if (offset < 0 || offset >= source.size) throw new PdfError('XREF', 'an offset points outside the file', offset)
  const before = bytesAt(source, offset, Math.min(mostSpaces, source.size - offset))
  const at = before.findIndex((byte) => !isWhite(byte))
  // before a table some readers pass over no more than a line end or two
  return at < 0 || (at > mostWhite && before[at] === 0x78) ? offset : offset + at
}

const mostWhite = 16
/** Firefox counts the line of spaces in which a linearized file has room for the numbers of its first object. */
const mostSpaces = 1024

export function readSection(source: Source, saidOffset: number, limits: Limits, budget: Budget): Section {
  const offset = startOf(source, saidOffset)
  return parseAt(source, offset, limits, (parser) => {
    // a window that proves too short reads the section again; only the last reading counts
    const left = { ...budget }
    const section = parser.keyword('xref')
      ? readTable(source, parser, offset, limits, left)
      : readStream(source, parser, offset, limits, left)
    Object.assign(budget, left)
    return section
  })
}

function readTable(source: Source, parser: Parser, offset: number, limits: Limits, budget: Budget): Section {
  const stated = new Stated()
  const { entries } = stated
  for (;;) {
    parser.skipWhite()
    if (parser.keyword('trailer')) break
    const first = parser.unsigned()
    const count = parser.unsigned()
    if (first === undefined || count === undefined) throw new PdfError('XREF', 'a cross-reference table is malformed', offset)
    spend(budget, count)
    for (let i = 0; i < count; i++) {
      const position = parser.unsigned()
      const generation = parser.unsigned()
      parser.skipWhite()
      const used = parser.keyword('n')
      if (position === undefined || generation === undefined || (!used && !parser.keyword('f')))
        throw new PdfError('XREF', 'a cross-reference entry is malformed', offset)
      stated.add(first + i, used ? inUse(position, generation) : { type: 'free', generation })
    }
  }
  const trailer = expectDict(parser.value(), 'the trailer')
  const previous = previousOf(trailer)
  const section = {
    offset,
    end: parser.text.base! + parser.at,
    entries: stated.entries,
    disputed: stated.disputed,
    trailer,
    previous,
    isAmbiguous: false,
  }
  const named = trailer.entries.get('XRefStm') ?? null
  if (named === null) return { ...section, kind: 'table' }
  if (!isInteger(named)) throw new PdfError('XREF', '/XRefStm is not an offset', offset)
  // Objects hidden from old readers are free in the table; the stream says where they are (§7.5.8.4). Readers in use believe the table,
  // unless it says so in a section before: Word and Acrobat name the stream in one that has no entries.
  const at = startOf(source, named)
  const stream = parseAt(source, at, limits, (inner) => readStream(source, inner, at, limits, budget))
  let isAmbiguous = stream.isAmbiguous || repeats(stream.trailer)
  const believed = new Map<number, Entry>()
  for (const [number, entry] of stream.entries) {
    const stated = entries.get(number)
    if (stated?.type === 'free' && entry.type !== 'free') believed.set(number, stated)
    if (!stated || stated.type === 'free') entries.set(number, entry)
    else if (!isSame(stated, entry)) isAmbiguous = true
  }
  const own = entries.get(stream.number)
  if (own?.type !== 'offset' || own.offset !== at) believed.set(stream.number, inUse(at, 0)) // MuPDF has the stream there, whatever else is
  const leadsAside = stream.previous !== undefined && stream.previous !== section.previous
  const hidden = { number: stream.number, offset: at, end: stream.end, ...(leadsAside && { aside: stream.previous }) }
  return { ...section, kind: 'hybrid', hidden, isAmbiguous, disputed: new Map([...section.disputed, ...stream.disputed, ...believed]) }
}

function readStream(source: Source, parser: Parser, offset: number, limits: Limits, budget: Budget): Section & { number: number } {
  const number = parser.unsigned()
  const generation = parser.unsigned()
  parser.skipWhite()
  // who is led into its number finds another object's, if anything
  const isWhole = offset === 0 || !isDigit(bytesAt(source, offset - 1, 1)[0])
  if (number === undefined || generation === undefined || !isWhole || !parser.keyword('obj'))
    throw new PdfError('XREF', 'no cross-reference section where one is said to be', offset)
  const stream = readBody(source, parser, limits, (length) => length)
  if (!isStream(stream.value) || nameOf(stream.value.dict.entries.get('Type')) !== 'XRef')
    throw new PdfError('XREF', 'not a cross-reference stream', offset)
  const { dict } = stream.value
  const stored = bytesAt(source, stream.value.start, stream.value.length)
  const { data } = unpack(stored, dict, limits.inflated, { allowance: budget, isWhole: true })
  const { entries, disputed } = readPacked(data, dict, offset, budget)
  return {
    number,
    kind: 'stream',
    isAmbiguous: (dict.entries.get('XRefStm') ?? null) !== null, // which is of tables; MuPDF follows it all the same
    offset,
    end: stream.end,
    entries,
    disputed,
    trailer: dict,
    previous: previousOf(dict),
  }
}

/** Octets of a number, beyond which readers give up. */
const widest = 8

function readPacked(data: Uint8Array, dict: Dict, offset: number, budget: Budget): Stated {
  const widths = integers(dict.entries.get('W'), offset)
  const size = dict.entries.get('Size')
  if (widths.length !== 3 || widths.some((width) => width > widest) || !isInteger(size))
    throw new PdfError('XREF', 'a cross-reference stream is malformed', offset)
  const pairs = dict.entries.get('Index') ?? null
  const index = pairs === null ? [0, size] : integers(pairs, offset)
  if (index.length % 2) throw new PdfError('XREF', '/Index does not hold pairs', offset)
  const [w0, w1, w2] = [widths[0]!, widths[1]!, widths[2]!]
  const stated = new Stated()
  let at = 0
  const field = (width: number, otherwise: number) => {
    if (width === 0) return otherwise
    let value = 0
    for (let i = 0; i < width; i++) value = value * 256 + data[at++]!
    return value
  }
  for (let i = 0; i < index.length; i += 2) {
    const count = index[i + 1]!
    const isCounted = index[i]! + count <= size
    spend(budget, count)
    if (at + count * (w0 + w1 + w2) > data.length) throw new PdfError('XREF', 'a cross-reference stream is shorter than it says', offset)
    for (let j = 0; j < count; j++) {
      const type = field(w0, 1)
      const second = field(w1, 0)
      const third = field(w2, 0)
      // references to the null object (§7.5.8.3), for some readers; others make up the file anew
      if (type > 2) throw new PdfError('XREF', 'a cross-reference entry of an unknown type', offset)
      const entry: Entry =
        type === 1
          ? inUse(second, third)
          : type === 2
            ? { type: 'packed', stream: second, index: third }
            : { type: 'free', generation: third }
      if (entry.type !== 'free' && (!Number.isSafeInteger(second) || !Number.isSafeInteger(third)))
        throw new PdfError('XREF', 'an offset is larger than any file', offset)
      stated.add(index[i]! + j, entry)
      if (!isCounted && entry.type !== 'free') stated.disputed.set(index[i]! + j, nothing) // for PDFium
    }
  }
  return stated
}

/** Nothing stands before the header: writers that lost an object, or never wrote it, leave its offset at zero. */
const inUse = (offset: number, generation: number): Entry =>
  offset === 0 ? { type: 'free', generation } : { type: 'offset', offset, generation }

export const nothing: Entry = { type: 'free', generation: 0 }

export const isSame = (a: Entry, b: Entry) =>
  a.type === 'offset'
    ? b.type === 'offset' && a.offset === b.offset && a.generation === b.generation
    : a.type === 'packed'
      ? b.type === 'packed' && a.stream === b.stream && a.index === b.index
      : b.type === 'free'

/** What a section says of objects first, and what it says last where that is something else. */
class Stated {
  readonly entries = new Map<number, Entry>()
  readonly disputed = new Map<number, Entry>()

  add(number: number, entry: Entry): void {
    // Firefox makes up the file anew
    if (number === 0 && entry.type !== 'free') throw new PdfError('XREF', 'object 0 is in use')
    const other = this.entries.get(number)
    if (!other) this.entries.set(number, entry)
    else if (this.disputed.has(number) || !isSame(other, entry)) this.disputed.set(number, entry)
  }
}

function spend(budget: Budget, count: number): void {
  budget.objects -= count
  if (budget.objects < 0) throw new PdfError('TOO_MANY_OBJECTS', 'more objects than the reader allows')
}

function integers(value: Value | undefined, offset: number): readonly number[] {
  if (!isArray(value) || !value.every((item): item is number => isInteger(item) && item >= 0))
    throw new PdfError('XREF', 'a cross-reference stream is malformed', offset)
  return value
}

function previousOf(trailer: Dict): number | undefined {
  const previous = trailer.entries.get('Prev') ?? null
  if (previous === null) return undefined
  if (!isInteger(previous)) throw new PdfError('XREF', '/Prev is not an offset')
  return previous
}
