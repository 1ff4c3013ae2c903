/** ICC profiles (ICC.1:2022), as far as it takes to tell light from dark. */

const headerBytes = 128
const entryBytes = 12
/** Profiles of screens and papers have some twenty. */
const mostTags = 100

/** Of the white that colours are told against (§6.3.4.3), as X, Y and Z. */
const white = [0.9642, 1, 0.8249]
const nearWhite = 0.02
/** Least and most of its lightness that red, green and blue each bring, from narrow to wide gamuts. */
const shares = [
  [0.1, 0.4],
  [0.5, 0.9],
  [0, 0.2],
] as const

/** Whether red, green and blue, as X, Y and Z, look like these colours and make white together. */
export const areUsualPrimaries = (primaries: readonly (readonly number[])[], together: readonly number[] = white): boolean =>
  primaries.every(({ length }) => length === 3) &&
  shares.every(([least, most], i) => primaries[i]![1]! >= least && primaries[i]![1]! <= most) &&
  together.every((value, i) => Math.abs(primaries.reduce((sum, one) => sum + one[i]!, 0) - value) <= nearWhite)

/**
 * Whether a profile shows grey, or red, green and blue, about as screens do: nothing of any is black, all of each is white, and more is lighter. One
 * that goes by tables (§9.2.1) is not looked into.
 * @param components how many there are of a colour: 1 or 3
 */
export function isUsualProfile(profile: Uint8Array, components: number): boolean {
  const tags = tagsOf(profile)
  if (!tags || [...tags.keys()].some((name) => /^[ABD]2[ABD]\d$/.test(name))) return false
  const space = textAt(profile, 16)
  if (components === 1) return space === 'GRAY' && isUsualCurve(tags.get('kTRC'))
  if (components !== 3 || space !== 'RGB ' || textAt(profile, 20) !== 'XYZ ') return false
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => numbersOf(tags.get(name)))
  return areUsualPrimaries(primaries) && ['rTRC', 'gTRC', 'bTRC'].every((name) => isUsualCurve(tags.get(name)))
}

const textAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4))
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** What a profile says, by the names of its tags (§7.3); undefined where it is none. */
function tagsOf(profile: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  if (profile.length < headerBytes + 4 || textAt(profile, 36) !== 'acsp') return undefined
  const view = viewOf(profile)
  const count = view.getUint32(headerBytes)
  if (count > mostTags || headerBytes + 4 + count * entryBytes > profile.length) return undefined
  const tags = new Map<string, Uint8Array>()
  for (let i = 0; i < count; i++) {
    const at = headerBytes + 4 + i * entryBytes
    const [name, offset, size] = [textAt(profile, at), view.getUint32(at + 4), view.getUint32(at + 8)]
    if (tags.has(name) || offset + size > profile.length) return undefined
    tags.set(name, profile.subarray(offset, offset + size))
  }
  return tags
}

/** Of a value of the type XYZType (§10.31), or the parameters of a curve. */
function numbersOf(tag: Uint8Array | undefined, from = 8): number[] {
  if (!tag || (from === 8 && textAt(tag, 0) !== 'XYZ ')) return []
  const view = viewOf(tag)
  return Array.from({ length: Math.max(0, (tag.length - from) >> 2) }, (_, i) => view.getInt32(from + 4 * i) / 65_536)
}

/** No profile has more points on a curve. */
const mostPoints = 4_096
const points = Array.from({ length: 65 }, (_, i) => i / 64)
/** How light half of a colour is, of all. */
const [darkestHalf, lightestHalf] = [0.1, 0.55]

function isUsualCurve(tag: Uint8Array | undefined): boolean {
  const shown = tag && shownBy(tag)
  if (!shown || shown.length < 2) return false
  const isRising = shown.every((value, i) => i === 0 || value >= shown[i - 1]!)
  const half = shown[shown.length >> 1]!
  return (
    isRising && shown[0]! >= 0 && shown[0]! <= 0.01 && Math.abs(shown.at(-1)! - 1) <= 0.01 && half >= darkestHalf && half <= lightestHalf
  )
}

/** How light a curve shows nothing, all, and what lies between; undefined where that is not told. */
function shownBy(tag: Uint8Array): number[] | undefined {
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
