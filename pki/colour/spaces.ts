/** Colour spaces (ISO 32000-2 §8.6) whose colours all readers show alike, or about so. What they do alike was found with spaces made by script. */

import { Fault } from '#pki/content/fault.ts'
import { areUsualPrimaries, isLikeDevice, usualGammas } from './profiles.ts'
import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, isRef, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { mappingOf } from './functions.ts'
import { areWithin, has, haveAll, intervalsIn, numbersIn } from './numbers.ts'
import type { Interval } from './numbers.ts'

export type Space = {
  readonly kind: 'device' | 'measured' | 'table' | 'ink' | 'pattern'
  /** Of the colours: of a pattern's, where it takes one. */
  readonly components: readonly Interval[]
}

const unit: Interval = [0, 1]
/** A pattern's, a table's, an ink's and a profile's. */
const deepest = 4
const units = (count: number) => Array.from({ length: count }, () => unit)
const device = (count: number): Space => ({ kind: 'device', components: units(count) })
export const deviceSpaces: Readonly<Record<string, Space>> = { DeviceGray: device(1), DeviceRGB: device(3), DeviceCMYK: device(4) }
/** Within the content some have short names (ISO 32000-2 table 92). */
export const shortNames: Readonly<Record<string, string>> = { G: 'DeviceGray', RGB: 'DeviceRGB', CMYK: 'DeviceCMYK' }
export const wholeName = (name: string): string => (Object.hasOwn(shortNames, name) ? shortNames[name]! : name)
const patterns: Space = { kind: 'pattern', components: [] }
/** Spaces that have names of their own. */
export const namedSpaces: Readonly<Record<string, Space>> = { ...deviceSpaces, Pattern: patterns }

/** Spaces may share profiles and tables, by where those stand. */
const checked = once<PdfDocument, { profiles: Map<string, boolean>; lengths: Map<number, number> }>(() => ({
  profiles: new Map(),
  lengths: new Map(),
}))
const lengthOf = (document: PdfDocument, table: Stream) =>
  checked(document).lengths.getOrInsertComputed(table.start, () => document.data(table).length)
const known = once<PdfDocument, Map<Value, Space>>(() => new Map())

/** @param value a space, or a reference to one @throws Fault where readers may show other colours, or take more or fewer numbers; PdfError */
export function spaceOf(document: PdfDocument, value: Value, depth = 0): Space {
  const spaces = known(document)
  const key = isRef(value) ? value.number : value
  const found = spaces.get(key)
  if (found) return found
  if (depth > deepest) throw new Fault('colour spaces stand within one another too deep')
  const space = spaceIn(document, document.resolve(value), depth + 1)
  spaces.set(key, space)
  return space
}

function spaceIn(document: PdfDocument, value: Value, depth: number): Space {
  const name = nameOf(value)
  if (name !== undefined && Object.hasOwn(namedSpaces, name)) return namedSpaces[name]!
  const parts = isArray(value) ? value : []
  const family = nameOf(document.resolve(parts[0]))
  if (family !== undefined && parts.length === 1 && Object.hasOwn(namedSpaces, family)) return namedSpaces[family]!
  const [second, third, fourth] = parts.slice(1) as [Value?, Value?, Value?]
  const is = (wanted: string, length: number) => family === wanted && parts.length === length
  if (is('ICCBased', 2)) return profiled(document, second!, depth)
  if (is('CalGray', 2) || is('CalRGB', 2)) return calibrated(document, second!, family!)
  if (is('Lab', 2)) return lab(document, second!)
  if (is('Indexed', 4)) return table(document, [second!, third!, fourth!], depth)
  if (is('Separation', 4)) return separation(document, [second!, third!, fourth!], depth)
  if (is('DeviceN', 4) || is('DeviceN', 5)) return inks(document, parts, depth)
  if (!is('Pattern', 2)) throw new Fault('a colour space is none')
  const beneath = spaceOf(document, second!, depth)
  if (beneath.kind === 'pattern') throw new Fault('a pattern takes the colours of another')
  return { kind: 'pattern', components: beneath.components }
}

/** Some readers take no profiles. @throws Fault where one shows colours otherwise than a device that has so many; PdfError */
export function requireLikeDevice(document: PdfDocument, profile: Stream, count: number): void {
  const isLike = () => isLikeDevice(document.data(profile), count)
  if (!checked(document).profiles.getOrInsertComputed(`${count} ${profile.start}`, isLike))
    throw new Fault('a profile shows other colours than a device')
}

/** §8.6.5.5 */
function profiled(document: PdfDocument, value: Value, depth: number): Space {
  const stream = document.resolve(value)
  const count = isStream(stream) ? document.get(stream.dict, 'N') : null
  if (!isStream(stream) || (count !== 1 && count !== 3 && count !== 4)) throw new Fault('a profile does not say how many colours it has')
  requireLikeDevice(document, stream, count)
  const stated = stream.dict.entries.get('Alternate')
  const space = { kind: 'measured', components: units(count) } as const
  if (stated === undefined || document.resolve(stated) === null) return space
  const { kind, components } = spaceOf(document, stated, depth)
  if ((kind !== 'device' && kind !== 'measured') || !areWithin(components, space.components))
    throw new Fault('other colours stand for those of a profile')
  return space
}

/** Of lights that pages are looked at in, from a lamp's to a blue sky's (§8.6.5.2): X and Z of their white where Y is 1. */
const [whiteX, whiteZ]: readonly Interval[] = [
  [0.85, 1.15],
  [0.3, 1.5],
]
const even = '1,0,0,0,1,0,0,0,1'

function measured(document: PdfDocument, value: Value): { dict: Dict; white: readonly number[] } {
  const dict = document.resolve(value)
  const white = isDict(dict) ? numbersIn(document, document.get(dict, 'WhitePoint')) : undefined
  if (!isDict(dict) || !white || !haveAll([whiteX!, [1, 1], whiteZ!], white)) throw new Fault('the white of a colour space is none')
  return { dict, white }
}

function calibrated(document: PdfDocument, value: Value, family: string): Space {
  const { dict, white } = measured(document, value)
  const count = family === 'CalGray' ? 1 : 3
  const stated = document.get(dict, 'Gamma')
  const gamma = count === 1 && typeof stated === 'number' ? [stated] : numbersIn(document, stated)
  if (stated !== null && (gamma?.length !== count || !gamma.every((one) => has(usualGammas, one))))
    throw new Fault('the gamma of a colour space is none')
  const matrix = document.get(dict, 'Matrix')
  if (count === 3 && matrix !== null) {
    const numbers = numbersIn(document, matrix) ?? []
    const primaries = [0, 3, 6].map((from) => numbers.slice(from, from + 3))
    if (numbers.length !== 9 || (numbers.join() !== even && !areUsualPrimaries(primaries, white)))
      throw new Fault('the colours of a colour space do not make its white')
  }
  return { kind: 'measured', components: units(count) }
}

/** §8.6.5.4 */
const lightness: Interval = [0, 100]
const mostOfHue = 128

function lab(document: PdfDocument, value: Value): Space {
  const { dict } = measured(document, value)
  const stated = document.get(dict, 'Range')
  const range = stated === null ? [-100, 100, -100, 100] : (intervalsIn(document, stated)?.flat() ?? [])
  if (range.length !== 4) throw new Fault('a colour space has no range')
  const [a, b, c, d] = range.map((one) => Math.min(mostOfHue, Math.max(-mostOfHue, one))) as [number, number, number, number]
  return { kind: 'measured', components: [lightness, [a, b], [c, d]] }
}

/** §8.6.6.3 */
function table(document: PdfDocument, [base, highest, entries]: readonly [Value, Value, Value], depth: number): Space {
  const { kind, components } = spaceOf(document, base, depth)
  if (kind === 'table' || kind === 'pattern') throw new Fault('a table of colours has a table or a pattern beneath it')
  const [most, data] = [document.resolve(highest), document.resolve(entries)]
  if (!isInteger(most) || most < 0) throw new Fault('a table of colours has no last one')
  const length = isStream(data) ? lengthOf(document, data) : isString(data) ? data.bytes.length : 0
  const last = Math.min(most, 255)
  if (length < (last + 1) * components.length) throw new Fault('a table of colours is shorter than it says')
  return { kind: 'table', components: [[0, last]] }
}

/** The space that an ink is shown in where a device has none of it, by a function from so many tints. */
type Shown = { readonly alternate: Value; readonly transform: Value; readonly count: number; readonly depth: number }

function shownIn(document: PdfDocument, { alternate, transform, count, depth }: Shown): Space {
  const space = spaceOf(document, alternate, depth)
  if (space.kind !== 'device' && space.kind !== 'measured') throw new Fault('an ink is shown in another ink, a table or a pattern')
  const { inputs, outputs } = mappingOf(document, transform)
  if (!areWithin(units(count), inputs)) throw new Fault('the function of an ink takes other tints than it has')
  if (!areWithin(outputs, space.components)) throw new Fault('the function of an ink answers other colours than there are')
  return space
}

/** §8.6.6.4. Some readers show nothing of /None, and one makes /Black in gray without asking the function. */
function separation(document: PdfDocument, [name, alternate, transform]: readonly [Value, Value, Value], depth: number): Space {
  const ink = nameOf(document.resolve(name))
  if (ink === undefined || ink === 'None') throw new Fault('an ink is none')
  const space = shownIn(document, { alternate, transform, count: 1, depth })
  if (ink === 'Black' && space === deviceSpaces['DeviceGray'] && !isInverse(document, document.resolve(transform)))
    throw new Fault('black is shown as another colour')
  return { kind: 'ink', components: [unit] }
}

function isInverse(document: PdfDocument, transform: Value): boolean {
  if (!isDict(transform)) return false
  const [from, to] = ['C0', 'C1'].map((key) => numbersIn(document, document.get(transform, key))?.join())
  return from === '1' && to === '0' && document.get(transform, 'N') === 1
}

/** Of what PDFium and poppler take. */
const mostInks = 32

/** §8.6.6.5 */
function inks(document: PdfDocument, [, stated, alternate, transform, attributes = null]: readonly Value[], depth: number): Space {
  const list = document.resolve(stated)
  const names = isArray(list) ? list.map((one) => nameOf(document.resolve(one))) : []
  if (names.length === 0 || names.length > mostInks || names.includes(undefined) || names.every((name) => name === 'None'))
    throw new Fault('inks are none, or more than readers take')
  const more = document.resolve(attributes)
  if (more !== null && !isDict(more)) throw new Fault('the attributes of inks are none')
  shownIn(document, { alternate: alternate!, transform: transform!, count: names.length, depth })
  return { kind: 'ink', components: units(names.length) }
}
