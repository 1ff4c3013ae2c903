/** Decodes streams by the filters that their dictionaries name (ISO 32000-2 §7.4). */

import { PdfError } from './error.ts'
import { filters } from './filters.ts'
import { isArray, isDict, isInteger, nameOf, rawOf } from './values.ts'
import type { Dict, Value } from './values.ts'

/** Writers use two at most: one that packs, and one that makes text of it. */
const mostFilters = 4

/** How many octets may still come out of the streams of a file. */
export type Allowance = { inflated: number }

/** Whether every reader unpacks it alike: as it stands or by Flate, which the dictionary says itself and without parameters. */
export function isPlain({ entries }: Dict): boolean {
  const filter = entries.get('Filter')
  const name = isArray(filter) && filter.length === 1 ? filter[0] : filter
  const isStated = ['DecodeParms', ...othersKeys].some((key) => (entries.get(key) ?? null) !== null)
  return !isStated && (filter === undefined || nameOf(name) === 'FlateDecode')
}

/**
 * The filters that readers know (ISO 32000-2 table 6), under the short names of pictures within content (table 92), too. What is packed by another one
 * some show as it stands, and others not at all.
 */
const known: ReadonlySet<string> = new Set([
  ...'ASCIIHexDecode ASCII85Decode LZWDecode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode Crypt'.split(' '),
  ...'AHx A85 LZW Fl RL CCF DCT'.split(' '),
])

export const isKnownFilter = (name: string): boolean => known.has(name)

/** Whether readers agree how a stream is packed, be it only that a picture is. */
export function isKnownPacking({ entries }: Dict, resolve: Resolve): boolean {
  return listOf(resolve(entries.get('Filter') ?? null)).every((filter) => isKnownFilter(nameOf(resolve(filter)) ?? ''))
}

/** The filters that pack pictures, as far as they stand for a whole format of their own. */
export type PictureFilter = 'DCTDecode'

/** With the filter that is still to be undone. */
export type Unpacked = { data: Uint8Array; packedBy?: PictureFilter }

/** What a reference leads to: filters and their parameters may stand in objects of their own. */
type Resolve = (value: Value) => Value

export type Ending = {
  /** What readers would show more or less of is refused: a stream that does not end as its filters have it. */
  readonly isWhole?: boolean
  /** The octets are counted alone: predictors are not undone, and leave as many. */
  readonly isCounted?: boolean
}

type Way = Ending & {
  readonly allowance?: Allowance
  /** What this filter of a picture packs is left as it is where it is the last one. */
  readonly leaves?: PictureFilter
  readonly resolve?: Resolve
}

/**
 * The octets of a stream, at most `limit` of them after each of its filters. What comes out of each is taken off the allowance: the last one may
 * leave nothing of what the others made.
 * @throws PdfError FILTER for a filter that packs pictures or sound; FILTER_UNKNOWN for one that not all readers know; TYPE where readers differ about the filters; TOO_LARGE
 */
export function unpack(data: Uint8Array, dict: Dict, limit: number, way: Way): Unpacked {
  const { allowance = { inflated: Infinity }, leaves, resolve = asItStands, isWhole = false, isCounted } = way
  const steps = stepsOf(dict, resolve, isWhole)
  const most = () => Math.min(limit, allowance.inflated)
  if (data.length > most()) throw new PdfError('TOO_LARGE', 'a stream is larger than the reader allows')
  let plain = data
  for (const [i, { name, parameters }] of steps.entries()) {
    // the reader has decrypted already what a /Crypt filter names (ISO 32000-2 §7.4.10), which can only be the first
    if (name === 'Crypt' && i === 0) continue
    if (name === leaves && i === steps.length - 1) return { data: plain, packedBy: leaves }
    const filter = Object.hasOwn(filters, name) ? filters[name] : undefined
    if (!filter) throw new PdfError(known.has(name) ? 'FILTER' : 'FILTER_UNKNOWN', `a stream is packed by /${name}`)
    plain = filter(plain, most(), { earlyChange: parameters('EarlyChange', 1, [0, 1]) === 0 ? 0 : 1, isWhole })
    allowance.inflated -= plain.length
    if (name === 'FlateDecode' || name === 'LZWDecode') plain = unpredict(plain, parameters, { isWhole, isCounted })
  }
  if (plain === data) allowance.inflated -= data.length
  return { data: plain }
}

const asItStands: Resolve = (value) => value

/** The value of a parameter, or what stands for one that is not said. @throws PdfError TYPE where it is out of range */
type Parameters = (key: string, otherwise: number, range?: readonly [number, number]) => number

/** Abbreviations for pictures within content, which some readers take in streams as well, and some before the whole word; or a file elsewhere. */
const othersKeys = ['F', 'DP']

/** The filters of a stream in their order, as all readers understand them. @throws PdfError TYPE where they would differ */
function stepsOf({ entries }: Dict, resolve: Resolve, isWhole: boolean): readonly { name: string; parameters: Parameters }[] {
  const [filter, stated] = ['Filter', 'DecodeParms'].map((key) => resolve(entries.get(key) ?? null)) as [Value, Value]
  if (othersKeys.some((key) => (entries.get(key) ?? null) !== null)) throw new PdfError('TYPE', 'a stream says twice how it is packed')
  const [names, parameters] = [listOf(filter), listOf(stated)]
  if (Math.max(names.length, parameters.length) > mostFilters)
    throw new PdfError('FILTER', 'a stream has more filters than the reader undoes')
  return names.map((one, i) => {
    const name = nameOf(resolve(one))
    if (name === undefined) throw new PdfError('TYPE', 'a filter has no name')
    const own = resolve(parameters[i] ?? null)
    if (isArray(filter) !== isArray(stated) && isDict(own) && own.entries.size > 0)
      throw new PdfError('TYPE', 'readers differ about whether a filter has parameters')
    return { name, parameters: parametersOf(own, resolve, isWhole) }
  })
}

const parametersOf =
  (own: Value, resolve: Resolve, isWhole: boolean): Parameters =>
  (key, otherwise, [least, most] = [1, 65_536]) => {
    // some readers take no `12.0` for a 12
    const raw = isWhole && isDict(own) ? rawOf(own, key) : undefined
    if (raw?.includes(point)) throw new PdfError('TYPE', `/${key} of a filter is no integer`)
    const value = (isDict(own) ? resolve(own.entries.get(key) ?? null) : null) ?? otherwise
    if (!isInteger(value) || value < least || value > most) throw new PdfError('TYPE', `/${key} of a filter is out of range`)
    return value
  }

const point = 0x2e

/** Filters and their parameters stand alone or in an array; null is none. */
const listOf = (value: Value): readonly Value[] => (value === null ? [] : isArray(value) ? value : [value])

/** Beyond those of PNG some readers undo one of them, and others nothing (ISO 32000-2 table 10). */
const lastPredictor = 15

/** The last row may be cut short: most readers show what there is of it. */
function unpredict(data: Uint8Array, parameters: Parameters, { isWhole, isCounted }: Ending): Uint8Array {
  const predictor = parameters('Predictor', 1, [1, lastPredictor])
  if (predictor === 1) return data
  if (predictor < 10 && isCounted) return data
  if (predictor < 10) throw new PdfError('FILTER', 'a predictor of TIFF, which only pictures use')
  const bits = parameters('Colors', 1) * parameters('BitsPerComponent', 8)
  const width = Math.ceil((bits * parameters('Columns', 1)) / 8)
  const step = Math.ceil(bits / 8)
  if (isWhole && data.length % (width + 1) > 1) throw new PdfError('FILTER', 'the last row of a predictor is cut short')
  const rows = Math.ceil(data.length / (width + 1))
  if (isCounted) return data.subarray(0, data.length - rows)
  const out = new Uint8Array(data.length - rows)
  for (let row = 0; row < rows; row++)
    unpredictRow(data.subarray(row * (width + 1), (row + 1) * (width + 1)), out, { to: row * width, width, step })
  return out
}

type Row = { to: number; width: number; step: number }

/** One row of a PNG predictor: its method, then its octets, each guessed from those of the sample before it and of the row above (PNG specification §9). */
function unpredictRow(row: Uint8Array, out: Uint8Array, { to, width, step }: Row): void {
  const method = row[0]!
  if (method > 4) throw new PdfError('FILTER', 'a row of an unknown predictor')
  for (let i = 0; i < row.length - 1; i++) {
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
