/** Decodes streams by the filters that their dictionaries name (ISO 32000-2 §7.4). */

import { PdfError } from './error.ts'
import { filters } from './filters.ts'
import { isArray, isDict, isInteger, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** Writers use two at most: one that packs, and one that makes text of it. */
const mostFilters = 4

/**
 * The octets of a stream, at most `limit` of them after each of its filters.
 * @throws PdfError FILTER for a filter that packs pictures or sound, or an unknown one; TOO_LARGE
 */
export function decode(data: Uint8Array, dict: Dict, limit: number): Uint8Array {
  const names = listOf(dict.entries.get('Filter') ?? null)
  const parameters = listOf(dict.entries.get('DecodeParms') ?? null)
  if (Math.max(names.length, parameters.length) > mostFilters)
    throw new PdfError('FILTER', 'a stream has more filters than the reader undoes')
  if (data.length > limit) throw new PdfError('TOO_LARGE', 'a stream is larger than the reader allows')
  let plain = data
  for (const [i, name] of names.map(nameOf).entries()) {
    // the reader has decrypted already what a /Crypt filter names (ISO 32000-2 §7.4.10), which can only be the first
    if (name === undefined || (name === 'Crypt' && i === 0)) continue
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!filter) throw new PdfError('FILTER', `a stream is packed by /${name}`)
    const own = parameters[i]
    const given = isDict(own) ? own : undefined
    plain = filter(plain, limit, given?.entries.get('EarlyChange') === 0 ? 0 : 1)
    if (given && (name === 'FlateDecode' || name === 'LZWDecode')) plain = unpredict(plain, given)
  }
  return plain
}

/** Filters and their parameters stand alone or in an array; null is none. */
const listOf = (value: Value): readonly Value[] => (value === null ? [] : isArray(value) ? value : [value])

function unpredict(data: Uint8Array, parameters: Dict): Uint8Array {
  const of = (key: string, otherwise: number) => {
    const value = parameters.entries.get(key) ?? otherwise
    if (!isInteger(value) || value < 1 || value > 65_536) throw new PdfError('FILTER', `/${key} of a predictor is out of range`)
    return value
  }
  const predictor = of('Predictor', 1)
  if (predictor === 1) return data
  if (predictor < 10 || of('Colors', 1) !== 1 || of('BitsPerComponent', 8) !== 8)
    throw new PdfError('FILTER', 'a predictor that only pictures use')
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
