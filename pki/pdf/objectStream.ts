import { delimiter, isWhite, white } from './characters.ts'
import { PdfError } from './error.ts'
import { Parser } from './parse.ts'
import type { ParseLimits } from './parse.ts'
import { isInteger, isRef } from './values.ts'
import type { Dict, Value } from './values.ts'

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
  if (!offsets.every((offset) => offset === first || isBetween(bytes, offset)))
    throw new PdfError('OBJECT', `object stream ${object} has an object begin inside another`)
  return { bytes, numbers, offsets }
}

/** What stands where `parser` does: before the next object begins, and no reference alone (§7.5.7). @throws PdfError */
export function packedValue(parser: Parser, { numbers, offsets }: ObjectStream, index: number): Value {
  const value = parser.value()
  if (isRef(value) || parser.at > (offsets[index + 1] ?? Infinity))
    throw new PdfError('OBJECT', `object ${numbers[index]} cannot stand in an object stream`)
  return value
}

/** Whether one value may end before `offset`, and another begin there. Readers that cut the text at the offsets read nothing of a stream where one cannot. */
function isBetween(bytes: Uint8Array, offset: number): boolean {
  let begin = offset
  while (isWhite(bytes[begin]) && begin < offset + mostSpaces) begin++
  return !closes.has(bytes[begin]) && !opens.has(bytes[offset - 1]) && (isBoundary(bytes[offset - 1]) || isBoundary(bytes[offset]))
}

/** Between two objects; whoever has more of it may begin many objects there. */
const mostSpaces = 16
const octetsOf = (text: string): ReadonlySet<number | undefined> => new Set(Buffer.from(text))
const [opens, closes] = [octetsOf('<[({/'), octetsOf('>])}')]
const isBoundary = (byte: number | undefined) => byte !== undefined && (white[byte] === 1 || delimiter[byte] === 1)
