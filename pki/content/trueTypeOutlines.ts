/** The outlines of the glyphs of a TrueType font (ISO/IEC 14496-22 §5.3.3, §5.3.4). */

/** Glyph 0 is shown for what a font has not. */
export type Glyph = number
export type Outlines = {
  /** Whether two glyphs look the same. */
  readonly isSame: (one: Glyph, other: Glyph) => boolean
  /** Whether nothing is seen of a glyph, as of a space. */
  readonly isBlank: (glyph: Glyph) => boolean
  /** Whether all that draws a glyph is there: of others readers show nothing, or what they can. */
  readonly isWhole: (glyph: Glyph) => boolean
}

/** Glyphs inside one another. */
const mostDepth = 6
/** Octets of a glyph without a point. pdf.js leaves out what is no longer. */
const ofNothing = 12

/** What is known of glyphs by the octets that draw them; those of OpenType's other outlines are not looked at. */
export function outlinesIn(tables: ReadonlyMap<string, DataView>): Outlines {
  const [head, places, outlines] = ['head', 'loca', 'glyf'].map((name) => tables.get(name))
  if (!head || !places || !outlines) return { isSame: (one, other) => one === other, isBlank: () => false, isWhole: () => true }
  const isLong = head.getInt16(50) !== 0
  const size = isLong ? 4 : 2
  const place = (glyph: Glyph) => (isLong ? places.getUint32(size * glyph) : 2 * places.getUint16(size * glyph))
  const isThere = (glyph: Glyph) => size * (glyph + 2) <= places.byteLength
  const outline = (glyph: Glyph) => {
    if (!isThere(glyph)) throw new RangeError('outside of the table')
    const [start, end] = [place(glyph), place(glyph + 1)].map((at) => Math.min(at, outlines.byteLength)) as [number, number]
    return Buffer.from(outlines.buffer, outlines.byteOffset + start, Math.max(0, end - start))
  }
  const known = new Map<Glyph, boolean>()
  const isWhole = (glyph: Glyph, depth = 0): boolean => {
    const before = known.get(glyph)
    if (before !== undefined) return before
    if (depth > mostDepth) return false
    const whole = readsWhole(outline(glyph), (part) => isThere(part) && isWhole(part, depth + 1))
    known.set(glyph, whole)
    return whole
  }
  return {
    isSame: (one, other) => one === other || outline(one).equals(outline(other)),
    isBlank: (glyph) => outline(glyph).length === 0,
    isWhole: (glyph) => !isThere(glyph) || isWhole(glyph), // nobody shows one that is not there
  }
}

function readsWhole(outline: Buffer, isWhole: (part: Glyph) => boolean): boolean {
  if (outline.length === 0) return true
  try {
    const contours = outline.readInt16BE(0)
    if (contours === 0 || outline.length <= ofNothing) return contours === 0
    return contours < 0 ? contours === -1 && hasParts(outline, isWhole) : hasPoints(outline, contours)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

const [flagOfPoint, flagOfPart] = [
  { shortX: 2, shortY: 4, repeats: 8, sameX: 16, sameY: 32 },
  { words: 1, scale: 8, follows: 0x20, twoScales: 0x40, matrix: 0x80, instructions: 0x100 },
]

/** @throws RangeError where it ends before its points do */
function hasPoints(outline: Buffer, contours: number): boolean {
  let points = 0
  for (let i = 0; i < contours; i++) {
    const last = outline.readUInt16BE(10 + 2 * i)
    if (last < points) return false // a contour without a point, or from behind
    points = last + 1
  }
  const instructions = 10 + 2 * contours
  let at = instructions + 2 + outline.readUInt16BE(instructions)
  let coordinates = 0
  for (let left = points; left > 0;) {
    const flags = outline.readUInt8(at++)
    const times = flags & flagOfPoint.repeats ? 1 + outline.readUInt8(at++) : 1
    const octets = (short: number, same: number) => (flags & short ? 1 : flags & same ? 0 : 2)
    coordinates += times * (octets(flagOfPoint.shortX, flagOfPoint.sameX) + octets(flagOfPoint.shortY, flagOfPoint.sameY))
    left -= times
    if (left < 0) return false
  }
  return at + coordinates <= outline.length
}

/** @throws RangeError where it ends before its parts do */
function hasParts(outline: Buffer, isWhole: (part: Glyph) => boolean): boolean {
  let at = 10
  for (let flags = flagOfPart.follows; flags & flagOfPart.follows;) {
    flags = outline.readUInt16BE(at)
    if (!isWhole(outline.readUInt16BE(at + 2))) return false
    at += 4 + (flags & flagOfPart.words ? 4 : 2)
    at += flags & flagOfPart.scale ? 2 : flags & flagOfPart.twoScales ? 4 : flags & flagOfPart.matrix ? 8 : 0
    if (!(flags & flagOfPart.follows) && flags & flagOfPart.instructions) at += 2 + outline.readUInt16BE(at)
  }
  return at <= outline.length
}
