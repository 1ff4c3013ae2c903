/** Where a file's bytes come from: memory, or a file read in windows so that a large one need not be held. */

import { PdfError } from './error.ts'
import { NeedMore, Parser } from './parse.ts'
import type { Text } from './values.ts'

export interface Source {
  readonly size: number
  /** At least the bytes [start, start + length), fewer only where the file ends. */
  window(start: number, length: number): Text
}

export const memory = (bytes: Uint8Array): Source => {
  const text: Text = { bytes, base: 0, last: true }
  return { size: bytes.length, window: () => text }
}

/** Limits of the reader. A file beyond one is refused, never read in part. */
export type Limits = {
  /** Objects in all cross-reference sections together. */
  readonly objects: number
  /** Arrays and dictionaries inside one another. */
  readonly depth: number
  /** Values in one indirect object. */
  readonly values: number
  /** Bytes that one structural stream may expand to. */
  readonly inflated: number
  /** Bytes that all structural streams together may expand to. */
  readonly inflatedTotal: number
  /** Octets of objects that may be parsed in all, those that are parsed again counted again: so many times the file, and so many beside. */
  readonly parsedTimes: number
  readonly parsedBeside: number
  readonly revisions: number
}

export const defaultLimits: Limits = {
  objects: 300_000,
  depth: 100,
  values: 500_000,
  inflated: 16 * 1024 * 1024,
  inflatedTotal: 192 * 1024 * 1024,
  parsedTimes: 16,
  parsedBeside: 8 * 1024 * 1024,
  revisions: 500,
}

const firstWindow = 16 * 1024
const largestWindow = 64 * 1024 * 1024

/** Runs `read` on a parser that stands at `offset`, with as much of the file as it turns out to need. */
export function parseAt<T>(source: Source, offset: number, limits: Limits, read: (parser: Parser) => T): T {
  if (offset < 0 || offset >= source.size) throw new PdfError('XREF', 'an offset points outside the file', offset)
  for (let length = firstWindow; ; length *= 8) {
    const text = source.window(offset, length)
    try {
      return read(new Parser(text, offset - text.base!, limits))
    } catch (error) {
      if (!(error instanceof NeedMore)) throw error
      if (length > largestWindow) throw new PdfError('TOO_LARGE', 'an object is larger than the reader allows', offset)
    }
  }
}

/** A copy-free view of [start, start + length). @throws PdfError CUT_SHORT when the file ends before it does. */
export function bytesAt(source: Source, start: number, length: number): Uint8Array {
  if (start + length > source.size) throw new PdfError('CUT_SHORT', 'the file ends inside a stream', start)
  const text = source.window(start, length)
  return text.bytes.subarray(start - text.base!, start - text.base! + length)
}
