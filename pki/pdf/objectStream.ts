import { PdfError } from './error.ts'
import { Parser } from './parse.ts'
import type { ParseLimits } from './parse.ts'
import { isInteger } from './values.ts'
import type { Dict } from './values.ts'

/** What was unpacked; which objects stand in it, and where each begins. */
export type ObjectStream = { readonly bytes: Uint8Array; readonly numbers: readonly number[]; readonly offsets: readonly number[] }

/** Reads what an object stream says of itself (ISO 32000-2 §7.5.7). `object` is its own number. @throws PdfError */
export function readObjectStream({ entries }: Dict, bytes: Uint8Array, object: number, limits: ParseLimits): ObjectStream {
  const count = entries.get('N')
  const first = entries.get('First')
  if (!isInteger(count) || !isInteger(first) || count < 0 || first < 0 || first > bytes.length || count > first)
    throw new PdfError('OBJECT', `object stream ${object} is malformed`)
  const parser = new Parser({ bytes: bytes.subarray(0, first), base: undefined, last: true }, 0, limits)
  const numbers: number[] = []
  const offsets: number[] = []
  for (let i = 0; i < count; i++) {
    const number = parser.unsigned()
    const offset = parser.unsigned()
    if (number === undefined || offset === undefined || first + offset >= bytes.length)
      throw new PdfError('OBJECT', `object stream ${object} is malformed`)
    numbers.push(number)
    offsets.push(first + offset)
  }
  if (new Set(numbers).size < count) throw new PdfError('OBJECT', `object stream ${object} has an object twice`)
  return { bytes, numbers, offsets }
}
