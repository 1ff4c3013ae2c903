import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'

/** From the least number to the most, both included. */
export type Interval = readonly [number, number]

/** Undefined where the value is no array, or holds something else. */
export function numbersIn(document: PdfDocument, value: Value): number[] | undefined {
  if (!isArray(value)) return undefined
  const numbers = value.map((one) => document.resolve(one))
  return numbers.every((one) => typeof one === 'number') ? numbers : undefined
}

/** Pairs of numbers of which the second is larger, or as large if they may be points. Undefined where the value holds something else, or nothing. */
export function intervalsIn(document: PdfDocument, value: Value, mayBePoints = false): Interval[] | undefined {
  const numbers = numbersIn(document, value)
  if (!numbers || numbers.length === 0 || numbers.length % 2 === 1) return undefined
  const pairs = Array.from({ length: numbers.length / 2 }, (_, i): Interval => [numbers[2 * i]!, numbers[2 * i + 1]!])
  return pairs.every(([least, most]) => least < most || (mayBePoints && least === most)) ? pairs : undefined
}

/** By which a number may be rounded. */
const tolerance = 0.005

export const isWithin = ([least, most]: Interval, [floor, ceiling]: Interval): boolean =>
  least >= floor - tolerance && most <= ceiling + tolerance

/** As many of both, each within its own. */
export const areWithin = (inner: readonly Interval[], outer: readonly Interval[]): boolean =>
  inner.length === outer.length && inner.every((one, i) => isWithin(one, outer[i]!))

export const has = (interval: Interval, number: number): boolean => isWithin([number, number], interval)

/** As many of both, each within its own. */
export const haveAll = (intervals: readonly Interval[], numbers: readonly number[] = []): boolean =>
  intervals.length === numbers.length && intervals.every((one, i) => has(one, numbers[i]!))
