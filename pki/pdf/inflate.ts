/** Decodes the streams that hold structure: cross-reference streams and object streams (ISO 32000-2 §7.4.4). Page content is never decoded. */

import { inflateSync } from 'node:zlib'
import { PdfError } from './error.ts'
import { isArray, isDict, isInteger, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** The decoded bytes, at most `limit` of them. Only FlateDecode, with or without a predictor, is structural in practice; the rest is refused. */
export function decode(data: Uint8Array, dict: Dict, limit: number): Uint8Array {
  const filters = listOf(dict.entries.get('Filter') ?? null)
  const parameters = listOf(dict.entries.get('DecodeParms') ?? null)
  // the reader has decrypted already what a /Crypt filter names (ISO 32000-2 §7.4.10)
  const decrypted = nameOf(filters[0]) === 'Crypt' ? 1 : 0
  if (Math.max(filters.length, parameters.length) - decrypted > 1)
    throw new PdfError('FILTER', 'a structural stream has more than one filter')
  const filter = filters[decrypted] ?? null
  if (filter === null) {
    if (data.length > limit) throw new PdfError('TOO_LARGE', 'a stream is larger than the reader allows')
    return data
  }
  if (nameOf(filter) !== 'FlateDecode') throw new PdfError('FILTER', 'a structural stream is not in FlateDecode')
  let plain: Uint8Array
  try {
    plain = inflateSync(data, { maxOutputLength: limit })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new PdfError('TOO_LARGE', 'a stream expands beyond what the reader allows')
    throw new PdfError('FILTER', 'a stream cannot be expanded')
  }
  const parameter = parameters[decrypted]
  return isDict(parameter) ? unpredict(plain, parameter) : plain
}

/** Filters and their parameters stand alone or in an array. */
const listOf = (value: Value): readonly Value[] => (isArray(value) ? value : [value])

function unpredict(data: Uint8Array, parameters: Dict): Uint8Array {
  const of = (key: string, otherwise: number) => {
    const value = parameters.entries.get(key) ?? otherwise
    if (!isInteger(value) || value < 1 || value > 65_536) throw new PdfError('FILTER', `/${key} of a predictor is out of range`)
    return value
  }
  const predictor = of('Predictor', 1)
  if (predictor === 1) return data
  if (predictor < 10 || of('Colors', 1) !== 1 || of('BitsPerComponent', 8) !== 8)
    throw new PdfError('FILTER', 'a predictor that structural streams do not use')
  const width = of('Columns', 1)
  const rows = Math.floor(data.length / (width + 1))
  const out = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row++) unpredictRow(data, row * (width + 1), out, row * width, width)
  return out
}

/** One row of a PNG predictor, a byte per sample (PNG specification §9). */
function unpredictRow(data: Uint8Array, from: number, out: Uint8Array, to: number, width: number): void {
  const method = data[from]!
  if (method > 4) throw new PdfError('FILTER', 'a row of an unknown predictor')
  for (let i = 0; i < width; i++) {
    const left = i > 0 ? out[to + i - 1]! : 0
    const up = to > 0 ? out[to - width + i]! : 0
    const corner = i > 0 && to > 0 ? out[to - width + i - 1]! : 0
    const guess = method === 0 ? 0 : method === 1 ? left : method === 2 ? up : method === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    out[to + i] = data[from + 1 + i]! + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
