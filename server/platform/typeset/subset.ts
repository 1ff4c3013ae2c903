import { packTrueType, type FontTables } from './woff.ts'

/** A glyph of the font; or one of another width (in the font's units) that is empty or shows a glyph of the font moved sideways. */
export type SubsetGlyph = number | { width: number; glyph?: number; shift?: number }

/** Flags of a composite glyph's component (OpenType "glyf", component flags). */
const argsAreWords = 0x0001
const argsAreOffsets = 0x0002
const hasScale = 0x0008
const moreComponents = 0x0020
const hasTwoScales = 0x0040
const hasMatrix = 0x0080

function componentOffsets(glyph: Buffer): number[] {
  if (glyph.length === 0 || glyph.readInt16BE(0) >= 0) return []
  const offsets: number[] = []
  let at = 10
  for (;;) {
    const flags = glyph.readUInt16BE(at)
    offsets.push(at + 2)
    at += 4 + (flags & argsAreWords ? 4 : 2)
    if (flags & hasScale) at += 2
    else if (flags & hasTwoScales) at += 4
    else if (flags & hasMatrix) at += 8
    if (!(flags & moreComponents)) return offsets
  }
}

/** A composite glyph of one component, moved by `shift`. */
function movedOutline(outline: Buffer, glyph: number, shift: number): Buffer {
  const moved = Buffer.alloc(18)
  moved.writeInt16BE(-1, 0)
  moved.writeInt16BE(outline.readInt16BE(2) + shift, 2)
  moved.writeInt16BE(outline.readInt16BE(4), 4)
  moved.writeInt16BE(outline.readInt16BE(6) + shift, 6)
  moved.writeInt16BE(outline.readInt16BE(8), 8)
  moved.writeUInt16BE(argsAreWords | argsAreOffsets, 10)
  moved.writeUInt16BE(glyph, 12)
  moved.writeInt16BE(shift, 14)
  return moved
}

/**
 * A TrueType font holding only the given glyphs, renumbered 0, 1, 2 … in the order given (the first must be 0, .notdef).
 * Components of composite glyphs are appended after them; `glyphCount` counts these too.
 * Only what a CIDFontType2 needs is kept (ISO 32000-1 §9.9): no cmap, no names, no layout tables.
 */
export function subsetTrueType(tables: FontTables, glyphs: readonly SubsetGlyph[]): { file: Buffer; glyphCount: number } {
  const head = Buffer.from(tables.get('head')!)
  const hhea = Buffer.from(tables.get('hhea')!)
  const maxp = Buffer.from(tables.get('maxp')!)
  const [loca, glyf, hmtx] = [tables.get('loca')!, tables.get('glyf')!, tables.get('hmtx')!]
  const metrics = hhea.readUInt16BE(34)
  const longOffsets = head.readInt16BE(50) === 1
  const offsetOf = (glyph: number) => (longOffsets ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)

  const order = [...glyphs]
  const numberOf = new Map(order.map((glyph, i) => [glyph, i]))
  const plainOutline = (glyph: number) => Buffer.from(glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1)))
  const outlineOf = (glyph: SubsetGlyph) => {
    if (typeof glyph === 'number') return plainOutline(glyph)
    return glyph.glyph === undefined ? Buffer.alloc(0) : movedOutline(plainOutline(glyph.glyph), glyph.glyph, glyph.shift!)
  }
  const outlines: Buffer[] = []
  for (let i = 0; i < order.length; i++) {
    const outline = outlineOf(order[i]!)
    for (const at of componentOffsets(outline)) {
      const component = outline.readUInt16BE(at)
      let number = numberOf.get(component)
      if (number === undefined) {
        number = order.length
        order.push(component)
        numberOf.set(component, number)
      }
      outline.writeUInt16BE(number, at)
    }
    outlines.push(outline, Buffer.alloc((4 - (outline.length % 4)) % 4))
  }

  const newLoca = Buffer.alloc((order.length + 1) * 4)
  const newHmtx = Buffer.alloc(order.length * 4)
  let offset = 0
  order.forEach((glyph, i) => {
    const outline = outlines[2 * i]!
    newLoca.writeUInt32BE(offset, i * 4)
    offset += outline.length + outlines[2 * i + 1]!.length
    newHmtx.writeUInt16BE(typeof glyph === 'number' ? hmtx.readUInt16BE(Math.min(glyph, metrics - 1) * 4) : glyph.width, i * 4)
    newHmtx.writeInt16BE(outline.length ? outline.readInt16BE(2) : 0, i * 4 + 2) // the left side bearing is the outline's xMin
  })
  newLoca.writeUInt32BE(offset, order.length * 4)
  head.writeInt16BE(1, 50)
  hhea.writeUInt16BE(order.length, 34)
  maxp.writeUInt16BE(order.length, 4)
  const kept = new Map([
    ['glyf', Buffer.concat(outlines)],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', newHmtx],
    ['loca', newLoca],
    ['maxp', maxp],
  ])
  return { file: packTrueType(kept), glyphCount: order.length }
}
