/** The tables of a TrueType font that lead from a code to a glyph (ISO/IEC 14496-22 §5.2.1, §5.2.8). */

import { latin1 } from '#pki/pdf/latin1.ts'
import { nameOfCharacter } from './glyphNames.ts'
import { octets } from './openType.ts'
import type { OpenType } from './openType.ts'
import { outlinesIn } from './trueTypeOutlines.ts'
import type { Glyph, Outlines } from './trueTypeOutlines.ts'

export type CharacterMap = { readonly platform: number; readonly encoding: number; readonly glyph: (code: number) => Glyph }
export type TrueType = Outlines & {
  readonly maps: readonly CharacterMap[]
  /** By name; 0 where the font says none. */
  readonly named: (name: string) => Glyph
}

/** @returns undefined where its tables lead past their ends */
export function readTrueType({ tables }: OpenType): TrueType | undefined {
  try {
    const [maps, limits] = [tables.get('cmap'), tables.get('maxp')!]
    return {
      maps: maps ? characterMaps(maps, limits.getUint16(4)) : [],
      named: namesIn(tables.get('post')),
      ...outlinesIn(tables),
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const part = (view: DataView, start: number, length = view.byteLength - start) => {
  if (start > view.byteLength) throw new RangeError('outside of the table')
  return new DataView(view.buffer, view.byteOffset + start, length)
}

/** @param glyphs how many there are: subsets keep maps that lead to others */
function characterMaps(view: DataView, glyphs: number): CharacterMap[] {
  return Array.from({ length: view.getUint16(2) }, (_, i) => {
    const at = 4 + 8 * i
    const map = mapping(part(view, view.getUint32(at + 4)))
    const glyph = (code: number) => {
      const found = map(code)
      return found < glyphs ? found : 0
    }
    return { platform: view.getUint16(at), encoding: view.getUint16(at + 2), glyph }
  })
}

const none = () => 0

/** By the formats that fonts have (§5.2.1.3); the others are for characters of two octets. */
function mapping(view: DataView): (code: number) => Glyph {
  const format = view.getUint16(0)
  if (format === 0) return (code) => (code < 256 ? view.getUint8(6 + code) : 0)
  if (format === 4) return segments(view)
  if (format === 6) {
    const [first, count] = [view.getUint16(6), view.getUint16(8)]
    return (code) => (code >= first && code < first + count ? view.getUint16(10 + 2 * (code - first)) : 0)
  }
  if (format === 12) return groups(view)
  return none
}

function segments(view: DataView): (code: number) => Glyph {
  const count = view.getUint16(6) >> 1
  const [ends, starts] = [14, 16 + 2 * count]
  const [deltas, offsets] = [starts + 2 * count, starts + 4 * count]
  const indexOf = search(count, (i) => view.getUint16(ends + 2 * i))
  return (code) => {
    const i = code > 0xffff ? count : indexOf(code)
    if (i === count) return 0
    const start = view.getUint16(starts + 2 * i)
    if (start > code) return 0
    const [delta, at] = [view.getUint16(deltas + 2 * i), offsets + 2 * i]
    const offset = view.getUint16(at)
    if (offset === 0) return (code + delta) & 0xffff
    // a font's last segment may lead nowhere
    const place = at + offset + 2 * (code - start)
    const glyph = offset === 0xffff || place + 2 > view.byteLength ? 0 : view.getUint16(place)
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
}

function groups(view: DataView): (code: number) => Glyph {
  const count = view.getUint32(12)
  const at = (i: number) => 16 + 12 * i
  if (at(count) > view.byteLength) throw new RangeError('outside of the table')
  const indexOf = search(count, (i) => view.getUint32(at(i) + 4))
  return (code) => {
    const i = indexOf(code)
    if (i === count) return 0
    const start = view.getUint32(at(i))
    return start > code ? 0 : view.getUint32(at(i) + 8) + code - start
  }
}

/**
 * The first of ranges that ends with a code or behind it; `count` where none does.
 * @throws RangeError where they do not follow one another: each reader finds others in them
 */
function search(count: number, end: (i: number) => number): (code: number) => number {
  for (let i = 1; i < count; i++) if (end(i) < end(i - 1)) throw new RangeError('not in order')
  return (code) => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if (end(middle) < code) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** Format 2 alone has names of its own (§5.2.8), behind those that all fonts on a Macintosh had. */
function namesIn(view: DataView | undefined): (name: string) => Glyph {
  const found = new Map<string, Glyph>()
  if (!view || view.byteLength < 34 || view.getUint32(0) !== 0x0002_0000) return none
  const count = view.getUint16(32)
  const own: string[] = []
  for (let at = 34 + 2 * count; at < view.byteLength;) {
    const length = Math.min(view.getUint8(at), view.byteLength - at - 1)
    own.push(latin1(octets(view, at + 1, length)))
    at += 1 + length
  }
  for (let glyph = count - 1; glyph > 0; glyph--) {
    const index = view.getUint16(34 + 2 * glyph)
    const name = index < macintoshNames.length ? macintoshNames[index] : own[index - macintoshNames.length]
    if (name !== undefined) found.set(name, glyph)
  }
  return (name) => found.get(name) ?? 0
}

const macintosh = new TextDecoder('macintosh')
export const macRoman: readonly number[] = Array.from({ length: 256 }, (_, code) => macintosh.decode(Uint8Array.of(code)).codePointAt(0)!)

const macintoshNames: readonly (string | undefined)[] = [
  '.notdef',
  '.null',
  'nonmarkingreturn',
  ...macRoman.slice(0x20, 0x7f).map(nameOfCharacter),
  ...macRoman.slice(0x80).map(nameOfCharacter),
  ...'Lslash lslash Scaron scaron Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus multiply onesuperior twosuperior'.split(
    ' ',
  ),
  ...'threesuperior onehalf onequarter threequarters franc Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron dcroat'.split(
    ' ',
  ),
]
