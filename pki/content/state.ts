import { isArray, isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { grey } from './colours.ts'
import type { ColourSpace } from './colours.ts'
import type { Font } from './fonts.ts'
import { scaleOf } from './matrix.ts'
import type { Matrix } from './matrix.ts'
import type { Clip } from './clips.ts'

type Blend = 'normal' | 'multiply' | 'other'
export type State = {
  ctm: Matrix
  fill: number | undefined
  stroke: number | undefined
  /** Whether it is a pattern, which may draw anything. */
  fillPattern: boolean
  strokePattern: boolean
  /** Undefined where light cannot be told from dark. */
  fillSpace: ColourSpace | undefined
  strokeSpace: ColourSpace | undefined
  lineWidth: number
  isDashed: boolean
  /** Whether lines meet in tips (§8.4.3.4), and how long those may be, in widths of the line. */
  isMitred: boolean
  miterLimit: number
  blend: Blend
  font: Font | undefined
  size: number
  charSpace: number
  wordSpace: number
  scale: number
  leading: number
  rise: number
  mode: number
  clip: Clip
  /** Whether something besides may cut off what is painted. */
  isClipped: boolean
  /** Entries of graphics states that make marks sheer. */
  sheer: ReadonlySet<string>
}

const opaque: ReadonlySet<string> = new Set()

/** What content begins with. */
export const startWith = (ctm: Matrix): State => ({
  ctm,
  fill: 0,
  stroke: 0,
  fillPattern: false,
  strokePattern: false,
  fillSpace: grey,
  strokeSpace: grey,
  lineWidth: 1,
  isDashed: false,
  isMitred: true,
  miterLimit: 10,
  blend: 'normal',
  font: undefined,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  clip: 'everything',
  isClipped: false,
  sheer: opaque,
})

/** What a transparency group makes of the blending inside it: all of it is multiplied, or mixed otherwise, or nothing inside meets what lies beneath. */
export type Group = 'none' | 'multiplied' | 'blended' | 'isolated'

/** That of a group within another one. */
export function groupWithin(around: Group, { blend }: State, isIsolated: boolean): Group {
  if (around === 'blended' || blend === 'other') return 'blended'
  if (around === 'multiplied' || (around === 'none' && blend === 'multiply')) return 'multiplied'
  return around === 'isolated' || isIsolated ? 'isolated' : 'none'
}

/** How what is painted mixes with what lies beneath, and whether all of it is seen. */
export const mixedBy = ({ blend, sheer, isClipped }: State, group: Group, mayHide: boolean) => ({
  isMultiplied: group === 'multiplied' || (group === 'none' && blend === 'multiply'),
  isBlended: group === 'blended' || blend === 'other',
  isSheer: sheer.size > 0 || mayHide,
  isClipped,
})

/** What a graphics state parameter dictionary sets (ISO 32000-2 §8.4.5), as far as marks are concerned. */
export function setBy(state: State, { entries }: Dict, resolve: (value: Value | undefined) => Value): void {
  const width = resolve(entries.get('LW'))
  if (typeof width === 'number') state.lineWidth = width
  const join = resolve(entries.get('LJ'))
  if (join !== null) state.isMitred = join === 0
  const limit = resolve(entries.get('ML'))
  if (typeof limit === 'number') state.miterLimit = limit
  const dash = resolve(entries.get('D'))
  if (dash !== null) state.isDashed = !isArray(dash) || isDash(resolve(dash[0]))
  state.sheer = new Set(
    ['ca', 'CA', 'SMask'].filter((key) => (entries.has(key) ? isSheer(resolve(entries.get(key))) : state.sheer.has(key))),
  )
  if (!entries.has('BM')) return
  const mode = resolve(entries.get('BM'))
  const name = nameOf(isArray(mode) ? resolve(mode[0]) : mode)
  state.blend = name === 'Normal' || name === 'Compatible' ? 'normal' : name === 'Multiply' ? 'multiply' : 'other'
}

/** What is no list may be one to a reader. */
export const isDash = (array: Value | undefined) => !isArray(array) || array.length > 0

const isSheer = (value: Value) => (typeof value === 'number' ? value < 1 : isDict(value))

/** In ems: a broader line around a letter hides it, or its neighbours. */
const boldest = 0.1
/** In points: a thinner outline is not seen. */
const finest = 0.2

type Ink = {
  /** Of two colours that of the lighter; undefined where one is not known. */
  luminance: number | undefined
  darkest: number | undefined
  /** How far lines around letters may reach beyond these, in points. */
  reach: number
  hidesLetters: boolean
}

/** How letters are painted (ISO 32000-2 §9.3.6): filled, as outlines, or both. */
export function inkOf({ mode, fill, stroke, lineWidth, size, isDashed, isMitred, miterLimit, ctm }: State): Ink {
  const [isFilled, isStroked] = [mode % 4 !== 1, mode % 4 === 1 || mode % 4 === 2]
  const isFine = (lineWidth * scaleOf(ctm)) / Math.SQRT2 < finest
  const colours = [...(isFilled ? [fill] : []), ...(isStroked ? [stroke] : [])]
  const known = colours.filter((one) => one !== undefined)
  const isKnown = known.length === colours.length
  return {
    luminance: isKnown ? Math.max(...known) : undefined,
    darkest: isKnown ? Math.min(...known) : undefined,
    reach: isStroked ? (lineWidth * scaleOf(ctm) * (isMitred ? Math.max(1, miterLimit) : 1)) / 2 : 0,
    hidesLetters: (isStroked && lineWidth > boldest * Math.abs(size)) || (!isFilled && (isDashed || isFine)),
  }
}
