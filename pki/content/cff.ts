/** A font in the Compact Font Format (Adobe technical note 5176), as far as it is asked which glyph is which. */

export type Cff = {
  readonly bytes: Uint8Array
  readonly top: Dict
  /** The strings of its own. */
  readonly strings: readonly Uint8Array[]
  /** What draws each glyph, and what all of them share. */
  readonly outlines: readonly Uint8Array[]
  readonly subroutines: readonly Uint8Array[]
  /** Of each glyph the string that names it, or its CID. */
  readonly charset: readonly number[]
  readonly hasCids: boolean
}
/** The operands of each operator (§4); those of two octets count from 0x0c00 on. */
export type Dict = ReadonlyMap<number, readonly number[]>

export const operators = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subroutines: 19,
  matrix: 0x0c07,
  registry: 0x0c1e,
  fonts: 0x0c24,
  select: 0x0c25,
} as const

/** @returns undefined where it is no such font, readers may take it for another one, or its tables lead past its end */
export function readCff(bytes: Uint8Array): Cff | undefined {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function read(bytes: Uint8Array): Cff | undefined {
  const [major, , length = 0, size] = bytes
  if (major !== 1 || length < 4 || !isSize(size)) return undefined
  const names = indexAt(bytes, length)
  const tops = indexAt(bytes, names.end)
  if (names.parts.length !== 1 || tops.parts.length !== 1) return undefined
  const top = dictIn(tops.parts[0]!)
  const strings = indexAt(bytes, tops.end)
  const { parts: subroutines } = indexAt(bytes, strings.end)
  lookAtPrivate(bytes, [top])
  const [at] = top.get(operators.charStrings) ?? []
  if (at === undefined) return undefined
  const { parts: outlines } = indexAt(bytes, at)
  const hasCids = top.has(operators.registry)
  const charset = charsetAt(bytes, top.get(operators.charset)?.[0] ?? 0, outlines.length, hasCids)
  return { bytes, top, strings: strings.parts, outlines, subroutines, charset, hasCids }
}

/** Octets of a private dictionary: those of fonts in use have a few hundred. */
const mostPrivate = 16 * 1024

/**
 * What dictionaries say of outlines (§15, §16), and the subroutines that these share.
 * @throws RangeError where it is not there
 */
export function lookAtPrivate(bytes: Uint8Array, dicts: readonly Dict[]): void {
  const indexes = new Set<number>()
  for (const dict of dicts) {
    const [length = 0, at = 0] = dict.get(operators.private) ?? []
    if (at < 0 || length < 0 || length > mostPrivate || at + length > bytes.length) throw new RangeError('outside of the font')
    if (length === 0) continue
    const [subroutines] = dictIn(bytes.subarray(at, at + length)).get(operators.subroutines) ?? []
    if (subroutines !== undefined) indexes.add(at + subroutines)
  }
  for (const at of indexes) indexAt(bytes, at)
}

export class Reader {
  readonly #view: DataView
  at: number
  constructor(bytes: Uint8Array, at: number) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.at = at
  }

  number(size: number): number {
    let value = 0
    for (let i = 0; i < size; i++) value = value * 256 + this.#view.getUint8(this.at++)
    return value
  }
}

const isSize = (size: number | undefined) => size !== undefined && size >= 1 && size <= 4

/** The parts of an INDEX (§5), and where it ends. @throws RangeError */
export function indexAt(bytes: Uint8Array, start: number): { parts: Uint8Array[]; end: number } {
  const reader = new Reader(bytes, start)
  const count = reader.number(2)
  if (count === 0) return { parts: [], end: reader.at }
  const size = reader.number(1)
  if (!isSize(size)) throw new RangeError('not a size')
  const offsets = Array.from({ length: count + 1 }, () => reader.number(size))
  const base = reader.at - 1
  const end = base + offsets.at(-1)!
  if (offsets[0] !== 1 || end > bytes.length || offsets.some((offset, i) => i > 0 && offset < offsets[i - 1]!))
    throw new RangeError('outside of the font')
  return { parts: offsets.slice(1).map((offset, i) => bytes.subarray(base + offsets[i]!, base + offset)), end }
}

/** Of operators that have to have more than none (tables 9, 10 and 23). */
const operandsOf = new Map<number, number>([
  ...[0, 1, 2, 3, 4, 13, 15, 16, 17, 19, 20, 21].map((operator) => [operator, 1] as const),
  ...[0, 1, 2, 3, 4, 5, 6, 8, 31, 32, 33, 34, 35, 36, 37, 38].map((operator) => [0x0c00 + operator, 1] as const),
  [5, 4],
  [operators.private, 2],
  [operators.matrix, 6],
  [operators.registry, 3],
])

/** @throws RangeError */
export function dictIn(bytes: Uint8Array): Dict {
  const reader = new Reader(bytes, 0)
  const found = new Map<number, number[]>()
  let operands: number[] = []
  while (reader.at < bytes.length) {
    const first = reader.number(1)
    if (first > 21) operands.push(operand(reader, first))
    else {
      const operator = first === 12 ? 0x0c00 + reader.number(1) : first
      if (operands.length < (operandsOf.get(operator) ?? 0)) throw new RangeError('an operator has too few operands')
      found.set(operator, operands)
      operands = []
    }
  }
  return found
}

function operand(reader: Reader, first: number): number {
  if (first === 29) return reader.number(4) | 0
  if (first === 30) return fraction(reader)
  if (first < 28 || first === 31 || first === 255) throw new RangeError('not an operand')
  return integer(reader, first)
}

/** Of one octet, two or three (table 3), as dictionaries and charstrings have it. */
export function integer(reader: Reader, first: number): number {
  if (first === 28) return (reader.number(2) << 16) >> 16
  if (first <= 246) return first - 139
  return first <= 250 ? (first - 247) * 256 + reader.number(1) + 108 : -(first - 251) * 256 - reader.number(1) - 108
}

/** Two figures in an octet (table 5). */
const figures = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'e', 'e-', '?', '-']

function fraction(reader: Reader): number {
  let text = ''
  for (;;) {
    const octet = reader.number(1)
    for (const figure of [octet >> 4, octet & 15]) {
      if (figure === 15) return Number(text)
      text += figures[figure]
    }
  }
}

/** The strings of glyphs, or their CIDs (§13). Of the three that all fonts may have, the first is that of Latin letters. @throws RangeError */
function charsetAt(bytes: Uint8Array, at: number, count: number, hasCids: boolean): number[] {
  if (at <= 2) {
    if (at > 0 || hasCids) throw new RangeError('the glyphs of others')
    return Array.from({ length: count }, (_, glyph) => glyph)
  }
  const ids = [0]
  const reader = new Reader(bytes, at)
  const format = reader.number(1)
  if (format > 2) throw new RangeError('no format of a charset')
  while (ids.length < count) {
    const first = reader.number(2)
    const more = format === 0 ? 0 : reader.number(format)
    if (first + more > 0xffff) throw new RangeError('more than there are')
    for (let i = 0; i <= more && ids.length < count; i++) ids.push(first + i)
  }
  return ids
}
