/** The tables of a TrueType or OpenType font (ISO/IEC 14496-22 §4.5). */

import { latin1 } from '#pki/pdf/latin1.ts'
import { isInstructed } from './instructedFonts.ts'

export type OpenType = {
  readonly tables: ReadonlyMap<string, DataView>
  /** Whether its outlines are compact ones (CFF), and not TrueType's. */
  readonly isCompact: boolean
}

const versions = new Map([
  [0x0001_0000, false],
  [0x7472_7565, false],
  [0x4f54_544f, true],
])

/** Octets that these have at least. Where one of them is missing some readers show a font of their own. */
const needed = Object.entries({ head: 54, hhea: 36, hmtx: 4, maxp: 6 })

/** @returns undefined where it is no such font, or readers may take it for another one or for none */
export function readOpenType(bytes: Uint8Array): OpenType | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const isCompact = bytes.length < 12 ? undefined : versions.get(view.getUint32(0))
  const tables = isCompact === undefined ? undefined : tablesIn(view)
  if (isCompact === undefined || !tables || needed.some(([name, length]) => (tables.get(name)?.byteLength ?? 0) < length)) return undefined
  const [units, format] = [tables.get('head')!.getUint16(18), tables.get('head')!.getUint16(50)]
  if (units < 16 || units > 16_384 || format > 1 || tables.has('CFF ') !== isCompact || tables.has('glyf') === isCompact) return undefined
  if (!isCompact && isInstructed(tables)) return undefined
  return hasGlyphs(tables, isCompact) && hasMaps(view, tables.get('cmap')) ? { tables, isCompact } : undefined
}

/** Without a version of theirs, or any glyph, some readers show a font of their own. */
function hasGlyphs(tables: ReadonlyMap<string, DataView>, isCompact: boolean): boolean {
  const [limits, places] = [tables.get('maxp')!, tables.get('loca')?.byteLength ?? 0]
  const version = limits.getUint32(0)
  return (version === 0x0001_0000 || version === 0x5000) && limits.getUint16(4) > 0 && (isCompact || places >= fewestPlaces)
}

/** Octets of two places, between which one glyph stands. */
const fewestPlaces = 4
/** More than any font has. */
const mostMaps = 32

/** Whether its maps of characters stand within the font: poppler shows nothing of one that has others, even where it needs none. */
function hasMaps(font: DataView, maps: DataView | undefined): boolean {
  if (!maps) return true
  const count = maps.byteLength < 4 ? 0 : maps.getUint16(2)
  if (count > mostMaps || maps.byteLength < 4 + 8 * count) return false
  for (let i = 0; i < count; i++) {
    const at = maps.byteOffset - font.byteOffset + maps.getUint32(8 + 8 * i)
    if (at + 4 > font.byteLength) return false
  }
  return true
}

/** What readers read; behind others some programs write what stands nowhere. */
const known = new Set([...needed.map(([name]) => name), 'glyf', 'loca', 'CFF ', 'cmap', 'post', 'name', 'OS/2', 'cvt ', 'fpgm', 'prep'])

/** Undefined where one that readers read stands twice or goes on behind the font. */
function tablesIn(view: DataView): ReadonlyMap<string, DataView> | undefined {
  const tables = new Map<string, DataView>()
  const count = view.getUint16(4)
  if (12 + 16 * count > view.byteLength) return undefined
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const [name, start, length] = [latin1(octets(view, at, 4)), view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!known.has(name)) continue
    if (tables.has(name) || start + length > view.byteLength) return undefined
    tables.set(name, new DataView(view.buffer, view.byteOffset + start, length))
  }
  return tables
}

/** @throws RangeError */
export const octets = (view: DataView, start = 0, length = view.byteLength - start) =>
  new Uint8Array(view.buffer, view.byteOffset + start, length)
