/** Curves of ICC profiles (ICC.1:2022 §10.6, §10.18), and the numbers that stand beside them. */

export const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Of a value of the type XYZType (§10.31), or the parameters of a curve. */
export function numbersOf(tag: Uint8Array | undefined, from = 8): number[] {
  if (!tag || (from === 8 && textAt(tag, 0) !== 'XYZ ')) return []
  const view = viewOf(tag)
  return Array.from({ length: Math.max(0, (tag.length - from) >> 2) }, (_, i) => view.getInt32(from + 4 * i) / 65_536)
}

/** No profile has more points on a curve. */
const mostPoints = 4_096
const points = Array.from({ length: 65 }, (_, i) => i / 64)
/** How light half of a colour is, of all. */
/** Papers are not quite black where all is printed. */
const darkest = 0.03
const [darkestHalf, lightestHalf] = [0.1, 0.55]

export function isUsualCurve(tag: Uint8Array | undefined): boolean {
  const shown = tag && shownBy(tag)
  if (!shown || shown.length < 2) return false
  const isRising = shown.every((value, i) => i === 0 || value >= shown[i - 1]!)
  const half = shown[shown.length >> 1]!
  return (
    isRising && shown[0]! >= 0 && shown[0]! <= darkest && Math.abs(shown.at(-1)! - 1) <= 0.01 && half >= darkestHalf && half <= lightestHalf
  )
}

/** How light a curve shows nothing, all, and what lies between; undefined where that is not told. */
export function shownBy(tag: Uint8Array): number[] | undefined {
  if (tag.length < 12) return undefined
  const [type, view] = [textAt(tag, 0), viewOf(tag)]
  if (type === 'para') return parametric(view.getUint16(8), numbersOf(tag, 12))
  const count = view.getUint32(8)
  if (type !== 'curv' || count > mostPoints || tag.length < 12 + 2 * count) return undefined
  if (count > 1) return Array.from({ length: count }, (_, i) => view.getUint16(12 + 2 * i) / 65_535)
  const gamma = count === 0 ? 1 : view.getUint16(12) / 256
  return points.map((x) => x ** gamma)
}

/** Functions 0 to 4 of parametricCurveType (§10.18), in one form; undefined where it is none of them. */
function parametric(type: number, given: readonly number[]): number[] | undefined {
  const count = [1, 3, 4, 5, 7][type]
  if (count === undefined || given.length < count) return undefined
  const [gamma = 1, a = 1, b = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = given.slice(0, count)
  const isSplit = type >= 3
  const [from, slope] = isSplit ? [fifth, fourth] : [type === 0 ? 0 : -b / a, 0]
  const [above, below] = isSplit ? [sixth, seventh] : [fourth, fourth]
  return points.map((x) => (x >= from ? Math.max(0, a * x + b) ** gamma + above : slope * x + below))
}
