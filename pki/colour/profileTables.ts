/** Tables of ICC profiles from a device's colours to how they look (lut8Type, lut16Type and lutAToBType, ICC.1:2022 §10.10, §10.11, §10.12), as far as it takes to know how light a colour is. */

import { shownBy, textAt, viewOf } from './profileCurves.ts'

/** Colours of a device, each from 0 to 1. */
export type Colours = readonly number[]

const mostChannels = 4
/** Numbers that come out of a table. */
const outputs = 3

type Pcs = 'Lab ' | 'XYZ '
/** Steps on the way through a table, each from so many numbers to so many. */
type Step = (values: readonly number[]) => number[]

/**
 * How light colours look by a table, as CIE L*, from 0 to 100.
 * @param tag `A2B0` and its like @param pcs what the profile connects to @param channels of a colour
 * @returns undefined where the table cannot be read
 */
export function lightnessBy(tag: Uint8Array, pcs: string, channels: number): ((colours: Colours) => number) | undefined {
  if ((pcs !== 'Lab ' && pcs !== 'XYZ ') || channels > mostChannels || tag.length < 32) return undefined
  try {
    const view = viewOf(tag)
    if (view.getUint8(8) !== channels || view.getUint8(9) !== outputs) return undefined
    const type = textAt(tag, 0)
    const steps =
      type === 'mAB ' ? newSteps(tag, channels) : type === 'mft1' || type === 'mft2' ? oldSteps(view, channels, type) : undefined
    if (!steps) return undefined
    const most = type === 'mft2' && pcs === 'Lab ' ? 0xffff / 0xff00 : 1
    return (colours) =>
      lightness(
        steps.reduce((values, step) => step(values), [...colours]),
        pcs,
        most,
      )
  } catch (error) {
    // a table that ends before its numbers do
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Of XYZ one is written as half of what there is (§6.3.4.2). */
const halfOfXyz = 65_535 / 32_768

function lightness([first = 0, second = 0]: readonly number[], pcs: Pcs, most: number): number {
  if (pcs === 'Lab ') return 100 * first * most
  const y = second * halfOfXyz
  return y > 216 / 24_389 ? 116 * Math.cbrt(y) - 16 : (y * 24_389) / 27
}

/** §10.10 and §10.11: a curve for each number, a table, and a curve for each that comes out. */
function oldSteps(view: DataView, channels: number, type: 'mft1' | 'mft2'): Step[] {
  const isWide = type === 'mft2'
  const [entries, entriesOut, begin] = isWide ? [view.getUint16(48), view.getUint16(50), 52] : [256, 256, 48]
  const at = isWide ? (i: number) => view.getUint16(begin + 2 * i) / 0xffff : (i: number) => view.getUint8(begin + i) / 0xff
  const grid = Array.from({ length: channels }, () => view.getUint8(10))
  const nodes = channels * entries
  const behind = nodes + grid.reduce((product, one) => product * one, outputs)
  const curves =
    (from: number, length: number): Step =>
    (values) =>
      values.map((x, i) => between(x, length, (j) => at(from + i * length + j)))
  return [curves(0, entries), table(grid, (i) => at(nodes + i)), curves(behind, entriesOut)]
}

/** §10.12: curves, a table, curves, a matrix and curves, of which some may be left out. */
function newSteps(tag: Uint8Array, channels: number): Step[] | undefined {
  const view = viewOf(tag)
  const [last, matrix, middle, nodes, first] = [12, 16, 20, 24, 28].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  if (last === 0 || (nodes === 0 && channels !== outputs)) return undefined
  const steps: (Step | undefined)[] = []
  if (first !== 0) steps.push(curvesAt(tag, first, channels))
  if (nodes !== 0) {
    const grid = Array.from({ length: channels }, (_, i) => view.getUint8(nodes + i))
    const isWide = view.getUint8(nodes + 16) === 2
    steps.push(table(grid, isWide ? (i) => view.getUint16(nodes + 20 + 2 * i) / 0xffff : (i) => view.getUint8(nodes + 20 + i) / 0xff))
  }
  if (middle !== 0) steps.push(curvesAt(tag, middle, outputs))
  if (matrix !== 0) {
    const number = (i: number) => view.getInt32(matrix + 4 * i) / 65_536
    steps.push((values) => [0, 1, 2].map((row) => values.reduce((sum, one, i) => sum + one * number(3 * row + i), number(9 + row))))
  }
  steps.push(curvesAt(tag, last, outputs))
  return steps.includes(undefined) ? undefined : (steps as Step[])
}

/** Curves that follow one another, each from a word on. */
function curvesAt(tag: Uint8Array, from: number, count: number): Step | undefined {
  const curves: number[][] = []
  for (let at = from; curves.length < count;) {
    const curve = tag.subarray(at)
    const shown = shownBy(curve)
    if (!shown) return undefined
    curves.push(shown)
    const view = viewOf(curve)
    at += textAt(curve, 0) === 'para' ? 12 + 4 * parameters[view.getUint16(8)]! : (12 + 2 * view.getUint32(8) + 3) & ~3
  }
  return (values) => values.map((x, i) => between(x, curves[i]!.length, (j) => curves[i]![j]!))
}

/** Of each function of parametricCurveType (§10.18). */
const parameters = [1, 3, 4, 5, 7]

/** Between the two of so many numbers, which stand evenly from 0 to 1, that a number lies between. */
function between(x: number, length: number, at: (index: number) => number): number {
  const place = Math.min(1, Math.max(0, x)) * (length - 1)
  const low = Math.min(Math.floor(place), Math.max(0, length - 2))
  const share = place - low
  return share === 0 ? at(low) : at(low) * (1 - share) + at(low + 1) * share
}

/** Between the nodes of a grid, of which the last number changes first. */
function table(grid: readonly number[], at: (index: number) => number): Step {
  const within = (values: readonly number[], channel: number, node: number, output: number): number => {
    const count = grid[channel]
    if (count === undefined) return at(node * outputs + output)
    return between(values[channel]!, count, (i) => within(values, channel + 1, node * count + i, output))
  }
  return (values) => Array.from({ length: outputs }, (_, output) => within(values, 0, 0, output))
}
