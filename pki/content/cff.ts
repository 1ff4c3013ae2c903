/** A font in the Compact Font Format (Adobe technical note 5176), as far as it names glyphs and gives them codes. */

import { latin1 } from '#pki/pdf/latin1.ts'
import { standardStrings } from './cffStrings.ts'
import type { NamedFont } from './namedFont.ts'
import { everyCode, standardNames } from './standardNames.ts'

/** Octets at most of a glyph that nothing is seen of: its width, and its end. */
const mostOfBlank = 4

/** @returns undefined where it is no such font, its tables lead past its end, or its glyphs have numbers instead of names */
export function readCff(bytes: Uint8Array): NamedFont | undefined {
  try {
    return read(bytes)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

class Reader {
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

/** The parts of an INDEX (§5), and where it ends. */
function indexAt(bytes: Uint8Array, start: number): { parts: Uint8Array[]; end: number } {
  const reader = new Reader(bytes, start)
  const count = reader.number(2)
  if (count === 0) return { parts: [], end: reader.at }
  const size = reader.number(1)
  const offsets = Array.from({ length: count + 1 }, () => reader.number(size))
  const base = reader.at - 1
  const end = base + offsets.at(-1)!
  if (end > bytes.length || offsets.some((offset, i) => i > 0 && offset < offsets[i - 1]!)) throw new RangeError('outside of the font')
  return { parts: offsets.slice(1).map((offset, i) => bytes.subarray(base + offsets[i]!, base + offset)), end }
}

/** The last operand of each operator of a DICT (§4); those of two octets count from 0x0c00 on. Numbers with a fraction are not needed. */
function dictIn(bytes: Uint8Array): Map<number, number> {
  const reader = new Reader(bytes, 0)
  const found = new Map<number, number>()
  let operand = 0
  while (reader.at < bytes.length) {
    const first = reader.number(1)
    if (first === 12) found.set(0x0c00 + reader.number(1), operand)
    else if (first <= 21) found.set(first, operand)
    else if (first === 28) operand = reader.number(2)
    else if (first === 29) operand = reader.number(4)
    else if (first === 30) while ((reader.number(1) & 15) !== 15) operand = 0
    else if (first <= 246) operand = first - 139
    else if (first <= 250) operand = (first - 247) * 256 + reader.number(1) + 108
    else operand = -(first - 251) * 256 - reader.number(1) - 108
  }
  return found
}

const [charsetOf, encodingOf, charStringsOf, registry] = [15, 16, 17, 0x0c1e]

function read(bytes: Uint8Array): NamedFont | undefined {
  if (bytes[0] !== 1) return undefined
  const { end } = indexAt(bytes, new Reader(bytes, 2).number(1))
  const tops = indexAt(bytes, end)
  const own = indexAt(bytes, tops.end).parts.map(latin1)
  const top = dictIn(tops.parts[0] ?? new Uint8Array())
  const strings = top.get(charStringsOf)
  if (tops.parts.length !== 1 || top.has(registry) || strings === undefined) return undefined
  const { parts: outlines } = indexAt(bytes, strings)
  const nameOf = (sid: number) => standardStrings[sid] ?? own[sid - standardStrings.length] ?? `.sid${sid}`
  const sids = charset(bytes, top.get(charsetOf) ?? 0, outlines.length)
  const names = sids.map(nameOf)
  const glyphs = new Map(names.map((name, glyph) => [name, glyph] as const))
  // one glyph to some readers, and another to others
  for (const [glyph, name] of names.entries()) if (glyphs.get(name) !== glyph) glyphs.delete(name)
  const codes = encoding(bytes, top.get(encodingOf) ?? 0, names, nameOf)
  return {
    outline: (name) => outlines[glyphs.get(name) ?? -1],
    nameOf: (code) => codes.get(code),
    mostOfBlank,
  }
}

/** The strings of glyphs (§13). Of the three that all fonts may have, the first is that of Latin letters. */
function charset(bytes: Uint8Array, at: number, count: number): number[] {
  const sids = [0]
  if (at <= 2) {
    if (at > 0) throw new RangeError('the glyphs of experts')
    return Array.from({ length: count }, (_, glyph) => glyph)
  }
  const reader = new Reader(bytes, at)
  const format = reader.number(1)
  while (sids.length < count) {
    const first = reader.number(2)
    const more = format === 0 ? 0 : reader.number(format)
    for (let i = 0; i <= more && sids.length < count; i++) sids.push(first + i)
  }
  return sids
}

/** The names that codes have (§12). */
function encoding(
  bytes: Uint8Array,
  at: number,
  names: readonly string[],
  nameOf: (sid: number) => string,
): ReadonlyMap<number, string | undefined> {
  // that of experts has other names than those of letters
  if (at <= 1) return new Map(everyCode.map((code) => [code, at === 0 ? standardNames(code) : '.expert']))
  const reader = new Reader(bytes, at)
  const codes = new Map<number, string | undefined>()
  const format = reader.number(1)
  const count = reader.number(1)
  for (let i = 0, glyph = 1; i < count; i++) {
    const first = reader.number(1)
    const more = (format & 127) === 0 ? 0 : reader.number(1)
    for (let j = 0; j <= more; j++) codes.set(first + j, names[glyph++])
  }
  if (format & 128) for (let i = reader.number(1); i > 0; i--) codes.set(reader.number(1), nameOf(reader.number(2)))
  return codes
}
