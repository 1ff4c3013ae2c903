/** ICC profiles (ICC.1:2022), as far as it takes to tell light from dark. */

import { isUsualCurve, numbersOf, textAt, viewOf } from './profileCurves.ts'
import { lightnessBy } from './profileTables.ts'

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

/** Of what monitors had when spaces said theirs by a number. */
export const usualGammas = [1, 3] as const

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
  if (components === 1 ? space !== 'GRAY' : components !== 3 || space !== 'RGB ') return false
  return isUsualByCurves(tags, space, textAt(profile, 20))
}

function isUsualByCurves(tags: ReadonlyMap<string, Uint8Array>, space: string, pcs: string): boolean {
  if (pcs !== 'XYZ ') return false
  if (space === 'GRAY') return isUsualCurve(tags.get('kTRC'))
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].map((name) => numbersOf(tags.get(name)))
  return areUsualPrimaries(primaries) && ['rTRC', 'gTRC', 'bTRC'].every((name) => isUsualCurve(tags.get(name)))
}

/** How light the corners of each space look, from nothing of all colours to all of them, as papers and screens have them: the last one changes first. */
const usualLightness: Readonly<Record<string, readonly number[]>> = {
  GRAY: [0, 100],
  'RGB ': [0, 32, 88, 91, 53, 60, 97, 100],
  CMYK: [95, 16, 89, 15, 48, 10, 48, 9, 58, 12, 50, 10, 25, 6, 23, 0],
}
const nearLightness = 30
const tables = /^A2B[0-2]$/

/**
 * Whether colours look about as light by a profile as by a device that knows of none: some readers take no profiles, and others one table or another.
 * @param components how many there are of a colour: 1, 3 or 4
 */
export function isLikeDevice(profile: Uint8Array, components: number): boolean {
  const tags = tagsOf(profile)
  const [space, pcs] = [textAt(profile, 16), textAt(profile, 20)]
  // ImageMagick keeps the profile of a photograph that it makes gray, and readers leave it out
  if (components === 1 && space === 'RGB ') return isLikeDevice(profile, 3)
  const corners = usualLightness[space]
  if (!tags || corners?.length !== 2 ** components) return false
  const named = [...tags].filter(([name]) => tables.test(name))
  const areUsual = named.every(([, tag]) => {
    const lightness = lightnessBy(tag, pcs, components)
    return lightness !== undefined && corners.every((wanted, i) => Math.abs(lightness(cornerOf(i, components)) - wanted) <= nearLightness)
  })
  if (!areUsual || components === 4) return areUsual && named.length > 0
  return hasCurves(tags) ? isUsualByCurves(tags, space, pcs) : named.length > 0
}

/** Numbers of a colour by a profile; 0 where it is of none of the usual spaces. */
export const channelsOf = (profile: Uint8Array): number => Math.log2(usualLightness[textAt(profile, 16)]?.length ?? 1)

const cornerOf = (index: number, components: number) => Array.from({ length: components }, (_, i) => (index >> (components - 1 - i)) & 1)
const hasCurves = (tags: ReadonlyMap<string, Uint8Array>) => ['kTRC', 'rTRC', 'gTRC', 'bTRC'].some((name) => tags.has(name))

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
