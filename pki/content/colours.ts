import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { areUsualPrimaries, isUsualProfile, usualGammas } from '#pki/colour/profiles.ts'
import { numbersIn } from './tokens.ts'
import type { Effort } from './tokens.ts'

/**
 * Relative luminance of a colour in each of the device's own spaces (ISO 32000-2 §8.6.4), from its operands. The components count as they
 * stand, without the curve of sRGB: it is close enough to tell light from dark.
 */
export const luminances: Record<string, Luminance> = {
  DeviceGray: (operands) => componentsIn(operands, 1)[0]!,
  DeviceRGB: (operands) => ofRgb(componentsIn(operands, 3)),
  DeviceCMYK: (operands) => {
    const [cyan, magenta, yellow, black] = componentsIn(operands, 4) as [number, number, number, number]
    return (1 - black) * ofRgb([1 - cyan, 1 - magenta, 1 - yellow])
  },
}

/** Their names. */
export const deviceSpaces: ReadonlySet<string> = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK'])

type Luminance = (operands: readonly Value[]) => number

/** What is out of range is the nearest that is not (§8.6.3). */
const componentsIn = (operands: readonly Value[], count: number) => numbersIn(operands, count).map((one) => Math.min(1, Math.max(0, one)))

const ofRgb = ([red = 0, green = 0, blue = 0]: readonly number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

/** A colour space in which light can be told from dark. */
export type ColourSpace = {
  luminance: Luminance
  /** That of the colour that it begins with (§8.6.8). */
  initial: number
}

const deviceSpace = (name: string | undefined): ColourSpace | undefined =>
  name !== undefined && deviceSpaces.has(name) ? { luminance: luminances[name]!, initial: 0 } : undefined
export const grey = deviceSpace('DeviceGray')!

const bytesOfEffort = 64
/** A tint is made of a colour of another space, which is made of one of a third at most. */
const deepestSpace = 2

/**
 * A colour space by its name or its array (§8.6): the device's, those that say what they are by a profile or numbers (CIE-based) as far as they show
 * colours about as the device does, and tints of one colour. Undefined where nothing is known of it.
 */
export function spaceOf(pdf: PdfDocument, value: Value, at: number, effort: Effort, depth = 0): ColourSpace | undefined {
  if (!isArray(value)) return deviceSpace(nameOf(value))
  const [family, second] = value.slice(0, 2).map((one) => pdf.resolve(one, at))
  const name = nameOf(family)
  if (name === 'ICCBased' && isStream(second)) {
    const profile = pdf.data(second)
    effort.left -= Math.ceil(profile.length / bytesOfEffort)
    const components = pdf.get(second.dict, 'N', at)
    if (typeof components !== 'number' || !isUsualProfile(profile, components)) return undefined
    return deviceSpace(components === 1 ? 'DeviceGray' : 'DeviceRGB')
  }
  if ((name === 'CalGray' || name === 'CalRGB') && isDict(second)) return calibrated(pdf, second, at, name)
  if (name !== 'Separation' || depth === deepestSpace) return deviceSpace(value.length === 1 ? name : undefined)
  if (nameOf(second) === 'None') return undefined
  const alternate = spaceOf(pdf, pdf.resolve(value[2], at), at, effort, depth + 1)
  return alternate && tintsOf(pdf, alternate, pdf.resolve(value[3], at), at)
}

/** A space with a gamma for each component (§8.6.5.2, §8.6.5.3). White is the white point, whatever that is, if the matrix says so. */
function calibrated(pdf: PdfDocument, dict: Dict, at: number, family: 'CalGray' | 'CalRGB'): ColourSpace | undefined {
  const numbers = (key: string, absent: readonly number[]) => {
    const value = pdf.get(dict, key, at)
    const list = isArray(value) ? value : value === null ? absent : [value]
    return list.map((one) => pdf.resolve(one, at)).filter((one) => typeof one === 'number')
  }
  if (!numbers('Gamma', [1]).every((one) => one >= usualGammas[0] && one <= usualGammas[1])) return undefined
  if (family === 'CalGray') return grey
  const matrix = numbers('Matrix', [1, 0, 0, 0, 1, 0, 0, 0, 1])
  const primaries = [0, 3, 6].map((from) => matrix.slice(from, from + 3))
  const white = numbers('WhitePoint', [])
  return white.length === 3 && areUsualPrimaries(primaries, white) ? deviceSpace('DeviceRGB') : undefined
}

/** Tints of one colour (§8.6.6.4) that go evenly from one colour to another (function type 2, §7.10.3). */
function tintsOf(pdf: PdfDocument, alternate: ColourSpace, transform: Value, at: number): ColourSpace | undefined {
  if (!isDict(transform) || pdf.get(transform, 'FunctionType', at) !== 2 || transform.entries.has('Range')) return undefined
  const ends = ['C0', 'C1'].map((key) => pdf.get(transform, key, at))
  const power = pdf.get(transform, 'N', at)
  if (typeof power !== 'number' || power <= 0) return undefined
  const [from, to] = ends.map((end) => (isArray(end) ? end.map((one) => pdf.resolve(one, at)) : [])) as [Value[], Value[]]
  if (from.length !== to.length || ![...from, ...to].every((one) => typeof one === 'number')) return undefined
  const luminance: Luminance = (operands) => {
    const share = componentsIn(operands, 1)[0]! ** power
    return alternate.luminance(from.map((one, i) => (one as number) + share * ((to[i] as number) - (one as number))))
  }
  return { luminance, initial: luminance([1]) }
}

/** Whether the device's colours are others where these resources hold (§8.6.5.6). */
export function hasOwnColours(pdf: PdfDocument, resources: Value, at: number): boolean {
  const spaces = isDict(resources) ? pdf.get(resources, 'ColorSpace', at) : null
  return isDict(spaces) && ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'].some((name) => spaces.entries.has(name))
}

/** Whether they are quite others there, or nobody knows what they are. */
export function hasOddColours(pdf: PdfDocument, resources: Value, at: number, effort: Effort): boolean {
  if (!hasOwnColours(pdf, resources, at)) return false
  const spaces = pdf.get(resources as Dict, 'ColorSpace', at) as Dict
  return Object.entries(stands).some(([name, device]) => {
    const value = pdf.get(spaces, name, at)
    return value !== null && spaceOf(pdf, value, at, effort)?.luminance !== luminances[device]
  })
}
const stands = { DefaultGray: 'DeviceGray', DefaultRGB: 'DeviceRGB', DefaultCMYK: 'DeviceCMYK' }

/** Whether a graphics state shows colours as others (§10.5). The functions that have names change nothing. */
export const hasTransfer = (pdf: PdfDocument, state: Dict, at: number): boolean =>
  ['TR', 'TR2'].some((key) => {
    const transfer = pdf.get(state, key, at)
    return transfer !== null && nameOf(transfer) === undefined
  })
