import type { Font } from './fonts.ts'
import type { Matrix } from './matrix.ts'

type Blend = 'normal' | 'multiply' | 'other'
export type State = {
  ctm: Matrix
  fill: number | undefined
  stroke: number | undefined
  fillSpace: string
  strokeSpace: string
  lineWidth: number
  blend: Blend
  font: Font | undefined
  size: number
  charSpace: number
  wordSpace: number
  scale: number
  leading: number
  rise: number
  mode: number
  /** Whether something besides may cut off what is painted. */
  isClipped: boolean
}

/** What content begins with. */
export const startWith = (ctm: Matrix): State => ({
  ctm,
  fill: 0,
  stroke: 0,
  fillSpace: 'DeviceGray',
  strokeSpace: 'DeviceGray',
  lineWidth: 1,
  blend: 'normal',
  font: undefined,
  size: 0,
  charSpace: 0,
  wordSpace: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
  isClipped: false,
})

/** What a transparency group makes of the blending inside it: all of it is multiplied, or nothing inside meets what lies beneath. */
export type Group = 'none' | 'multiplied' | 'isolated'
