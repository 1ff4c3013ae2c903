/** Decodes streams by the filters that their dictionaries name (ISO 32000-2 §7.4). */

import { PdfError } from './error.ts'
import { filters } from './filters.ts'
import { isArray, isDict, isInteger, nameOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** Writers use two at most: one that packs, and one that makes text of it. */
const mostFilters = 4

/** How many octets may still come out of the streams of a file. */
export type Allowance = { inflated: number }

/**
 * The octets of a stream, at most `limit` of them after each of its filters. What comes out of each is taken off the allowance: the last one may
 * leave nothing of what the others made.
 * @throws PdfError FILTER for a filter that packs pictures or sound, or an unknown one; TOO_LARGE
 */
export function decode(data: Uint8Array, dict: Dict, limit: number, allowance: Allowance): Uint8Array {
  return unpack(data, dict, limit, { allowance }).data
}

/** The filters that pack pictures, as far as they stand for a whole format of their own. */
export type PictureFilter = 'DCTDecode'

/** With the filter that is still to be undone. */
export type Unpacked = { data: Uint8Array; packedBy?: PictureFilter }

/** The same of a picture: what a filter of its own packs is left as it is where `leaves` names that filter, which is then the last one. */
export function unpack(
  data: Uint8Array,
  dict: Dict,
  limit: number,
  { allowance = { inflated: Infinity }, leaves }: { allowance?: Allowance; leaves?: PictureFilter },
): Unpacked {
  const names = listOf(dict.entries.get('Filter') ?? null)
  const parameters = listOf(dict.entries.get('DecodeParms') ?? null)
  if (Math.max(names.length, parameters.length) > mostFilters)
    throw new PdfError('FILTER', 'a stream has more filters than the reader undoes')
  const most = () => Math.min(limit, allowance.inflated)
  if (data.length > most()) throw new PdfError('TOO_LARGE', 'a stream is larger than the reader allows')
  let plain = data
  for (const [i, name] of names.map(nameOf).entries()) {
    // the reader has decrypted already what a /Crypt filter names (ISO 32000-2 §7.4.10), which can only be the first
    if (name === undefined || (name === 'Crypt' && i === 0)) continue
    if (name === leaves && i === names.length - 1) return { data: plain, packedBy: leaves }
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!filter) throw new PdfError('FILTER', `a stream is packed by /${name}`)
    const own = parameters[i]
    const given = isDict(own) ? own : undefined
    plain = filter(plain, most(), given?.entries.get('EarlyChange') === 0 ? 0 : 1)
    allowance.inflated -= plain.length
    if (given && (name === 'FlateDecode' || name === 'LZWDecode')) plain = unpredict(plain, given)
  }
  if (plain === data) allowance.inflated -= data.length
  return { data: plain }
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
  if (predictor < 10) throw new PdfError('FILTER', 'a predictor of TIFF, which only pictures use')
  const bits = of('Colors', 1) * of('BitsPerComponent', 8)
  const width = Math.ceil((bits * of('Columns', 1)) / 8)
  const step = Math.ceil(bits / 8)
  const rows = Math.floor(data.length / (width + 1))
  const out = new Uint8Array(rows * width)
  for (let row = 0; row < rows; row++) unpredictRow(data.subarray(row * (width + 1), (row + 1) * (width + 1)), out, row * width, step)
  return out
}

/** One row of a PNG predictor: its method, then its octets, each guessed from those of the sample before it and of the row above (PNG specification §9). */
function unpredictRow(row: Uint8Array, out: Uint8Array, to: number, step: number): void {
  const method = row[0]!
  const width = row.length - 1
  if (method > 4) throw new PdfError('FILTER', 'a row of an unknown predictor')
  for (let i = 0; i < width; i++) {
    const left = i >= step ? out[to + i - step]! : 0
    const up = to > 0 ? out[to - width + i]! : 0
    const corner = i >= step && to > 0 ? out[to - width + i - step]! : 0
    const guess = method === 0 ? 0 : method === 1 ? left : method === 2 ? up : method === 3 ? (left + up) >> 1 : paeth(left, up, corner)
    out[to + i] = row[1 + i]! + guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}
