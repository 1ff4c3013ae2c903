/**
 * A DER writer (ITU-T X.690 §10–11) that returns plain bytes, so that constant parts of a
 * structure are encoded once, at module load, and joined at run time.
 */

import { writeFromMonth, writeTwo, yearOf } from './calendar.ts'

const slabSize = 32_768
let slab = new Uint8Array(0)
let taken = slabSize

/**
 * Room for one encoding. Like Node's Buffers, those of medium size share a slab of 32 KiB, because a typed array above 64 octets with
 * memory of its own costs more than filling it. So never pass on `.buffer` of a result without its offsets.
 */
function allocate(length: number): Uint8Array {
  if (length <= 64) return new Uint8Array(length)
  if (length > slabSize / 8) return new Uint8Array(Buffer.allocUnsafeSlow(length).buffer)
  if (taken + length > slabSize) {
    slab = new Uint8Array(Buffer.allocUnsafeSlow(slabSize).buffer) // every octet handed out is written over
    taken = 0
  }
  return slab.subarray(taken, (taken += length))
}

/** Joins byte strings. */
export function concat(...parts: Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const out = allocate(length)
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** Octets that a length takes: one below 128, otherwise one and the minimal big-endian count. */
const lengthSize = (n: number) => (n < 0x80 ? 1 : n < 0x100 ? 2 : n < 0x10000 ? 3 : n < 0x1000000 ? 4 : 5)

/** One element: identifier octet, length, the contents joined. `tag` is the whole identifier octet (low tag numbers only). */
export function element(tag: number, ...contents: Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of contents) length += part.length
  const out = allocateElement(tag, length)
  let at = out.length - length
  for (const part of contents) {
    out.set(part, at)
    at += part.length
  }
  return out
}

/** An element whose contents, of this length at its end, are still to be written: all of them. */
export function allocateElement(tag: number, length: number): Uint8Array {
  const size = lengthSize(length)
  const out = allocate(1 + size + length)
  out[0] = tag
  if (size === 1) out[1] = length
  else {
    out[1] = 0x80 | (size - 1)
    for (let i = size - 1, rest = length; i > 0; i--, rest = Math.floor(rest / 256)) out[1 + i] = rest & 0xff
  }
  return out
}

export const sequence = (...items: Uint8Array[]) => element(0x30, ...items)

/** SET OF: DER sorts the encodings (X.690 §11.6). */
export const setOf = (...items: Uint8Array[]) => element(0x31, ...sortedBytes(items))

/** In their order, by insertion: sets have a handful of elements, and a general sort costs more in memory than they hold. */
export function sortedBytes(items: readonly Uint8Array[]): Uint8Array[] {
  const sorted: Uint8Array[] = []
  for (const item of items) {
    let at = sorted.length
    for (; at > 0 && compareBytes(sorted[at - 1]!, item) > 0; at--) sorted[at] = sorted[at - 1]!
    sorted[at] = item
  }
  return sorted
}

/** Context-specific, constructed: EXPLICIT [n], or IMPLICIT [n] of a constructed type when given its contents. */
export const context = (n: number, ...items: Uint8Array[]) => element(0xa0 | n, ...items)

/** Context-specific, primitive: IMPLICIT [n] of a primitive type, given its contents. */
export const contextPrimitive = (n: number, contents: Uint8Array) => element(0x80 | n, contents)

export const octetString = (...contents: Uint8Array[]) => element(0x04, ...contents)
export const nullValue = new Uint8Array([0x05, 0x00])
export const boolean = (value: boolean) => new Uint8Array([0x01, 0x01, value ? 0xff : 0x00])

/** BIT STRING with whole octets. */
export const bitString = (contents: Uint8Array) => element(0x03, new Uint8Array([0]), contents)

/** BIT STRING of named bits, trailing zero bits removed (X.690 §11.2.2). `bits` are bit numbers, 0 the first. */
export function namedBits(...bits: number[]): Uint8Array {
  if (bits.length === 0) return new Uint8Array([0x03, 0x01, 0x00])
  const last = Math.max(...bits)
  const out = new Uint8Array(Math.floor(last / 8) + 1)
  for (const bit of bits) out[bit >> 3] = out[bit >> 3]! | (0x80 >> (bit & 7))
  return element(0x03, new Uint8Array([7 - (last & 7)]), out)
}

/** INTEGER from a number, a bigint, or unsigned big-endian bytes of any length. */
export function integer(value: number | bigint | Uint8Array): Uint8Array {
  if (!(value instanceof Uint8Array)) return element(0x02, signedBytes(BigInt(value)))
  if (value[0]! > 0 && value[0]! < 0x80) return element(0x02, value)
  let start = 0
  while (start < value.length - 1 && value[start] === 0) start++
  const magnitude = value.subarray(start)
  return magnitude.length === 0 || magnitude[0]! & 0x80 ? element(0x02, new Uint8Array([0]), magnitude) : element(0x02, magnitude)
}

function signedBytes(value: bigint): Uint8Array {
  const out: number[] = []
  let rest = value
  do {
    out.unshift(Number(rest & 0xffn))
    rest >>= 8n
  } while (!((rest === 0n && out[0]! < 0x80) || (rest === -1n && out[0]! >= 0x80)))
  return new Uint8Array(out)
}

export const enumerated = (value: number) => new Uint8Array([0x0a, 0x01, value])

/** OBJECT IDENTIFIER from dotted decimal. */
export function oid(dotted: string): Uint8Array {
  const arcs = dotted.split('.').map(Number)
  if (arcs.length < 2 || arcs.some((arc) => !Number.isSafeInteger(arc) || arc < 0))
    throw new TypeError(`not an object identifier: ${dotted}`)
  const out: number[] = []
  for (const arc of [arcs[0]! * 40 + arcs[1]!, ...arcs.slice(2)]) {
    const septets = [arc % 128]
    for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) septets.unshift((rest % 128) | 0x80)
    out.push(...septets)
  }
  return element(0x06, new Uint8Array(out))
}

const encoder = new TextEncoder()
export const utf8String = (text: string) => element(0x0c, encoder.encode(text))

const printable = /^[A-Za-z0-9 '()+,\-./:=?]*$/
export function printableString(text: string): Uint8Array {
  if (!printable.test(text)) throw new TypeError(`not a PrintableString: ${text}`)
  return element(0x13, encoder.encode(text))
}

export function ia5String(text: string): Uint8Array {
  if (/[^\0-\x7f]/.test(text)) throw new TypeError(`not an IA5String: ${text}`)
  return element(0x16, encoder.encode(text))
}

/** Time as RFC 5280 §4.1.2.5 wants it: UTCTime through 2049, GeneralizedTime after; seconds, always Z. @throws RangeError */
export const time = (at: Date): Uint8Array => encode(at)

/** GeneralizedTime in whole seconds (RFC 6960 §4.2.2.1, RFC 3161 §2.4.2). @throws RangeError */
export function generalizedTime(at: Date): Uint8Array {
  const out = new Uint8Array(17)
  writeGeneralizedTime(out, 0, yearInRange(at), at)
  return out
}

function writeGeneralizedTime(out: Uint8Array, start: number, year: number, at: Date): void {
  out[start] = 0x18
  out[start + 1] = 15
  writeTwo(out, start + 2, Math.floor(year / 100))
  writeTwo(out, start + 4, year % 100)
  writeFromMonth(out, start + 6, year, at)
  out[start + 16] = 0x5a
}

/** Writes the Time (RFC 5280 §4.1.2.5) so that it ends at `end`, and returns where it begins. */
function writeTimeBefore(out: Uint8Array, end: number, at: Date): number {
  const year = yearInRange(at)
  const start = end - timeSize(year)
  if (year >= 2050) writeGeneralizedTime(out, start, year, at)
  else {
    out[start] = 0x17
    out[start + 1] = 13
    writeTwo(out, start + 2, year % 100)
    writeFromMonth(out, start + 4, year, at)
    out[start + 14] = 0x5a
  }
  return start
}

const timeSize = (year: number) => (year >= 2050 ? 17 : 15)

function yearInRange(at: Date): number {
  const year = yearOf(at)
  if (!(year >= 1950 && year <= 9999)) throw new RangeError('a time outside 1950 to 9999')
  return year
}

/** DER already encoded, text that stands for its UTF-8, a moment that stands for its Time, or an identifier octet and what the element contains. */
export type Tree = Uint8Array | string | Date | TreeElement
interface TreeElement extends ReadonlyArray<number | Tree> {
  readonly 0: number
}

/** Encodes a whole tree into one buffer, from its end: for hot paths, where copying each level into the next costs more than the bytes. */
export function encode(tree: Tree): Uint8Array {
  const out = allocate(sizeOf(tree))
  writeBefore(out, out.length, tree)
  return out
}

function sizeOf(tree: Tree): number {
  if (tree instanceof Uint8Array) return tree.length
  if (typeof tree === 'string') return utf8Length(tree)
  if (tree instanceof Date) return timeSize(yearInRange(tree))
  let length = 0
  for (let i = 1; i < tree.length; i++) length += sizeOf(tree[i] as Tree)
  return 1 + lengthSize(length) + length
}

/** Writes the tree so that it ends at `end`, and returns where it begins. */
function writeBefore(out: Uint8Array, end: number, tree: Tree): number {
  if (tree instanceof Uint8Array) {
    const start = end - tree.length
    if (tree.length > 32) out.set(tree, start)
    else for (let i = 0; i < tree.length; i++) out[start + i] = tree[i]! // `set` costs more than so few octets
    return start
  }
  if (typeof tree === 'string') return writeTextBefore(out, end, tree)
  if (tree instanceof Date) return writeTimeBefore(out, end, tree)
  let at = end
  for (let i = tree.length - 1; i > 0; i--) at = writeBefore(out, at, tree[i] as Tree)
  const length = end - at
  const size = lengthSize(length)
  if (size === 1) out[--at] = length
  else {
    for (let i = 1, rest = length; i < size; i++, rest = Math.floor(rest / 256)) out[--at] = rest & 0xff
    out[--at] = 0x80 | (size - 1)
  }
  out[--at] = tree[0]
  return at
}

/** By code units: short text is sooner counted and written here than handed to an encoder. Lone surrogates count and are written as U+FFFD. */
export function utf8Length(text: string): number {
  let length = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdfff) return encoder.encode(text).length
    if (unit >= 0x80) length += unit < 0x800 ? 1 : 2
  }
  return length
}

export function writeTextBefore(out: Uint8Array, end: number, text: string): number {
  let at = end
  for (let i = text.length - 1; i >= 0; i--) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) out[--at] = unit
    else if (unit >= 0xd800 && unit <= 0xdfff) return writeBefore(out, end, encoder.encode(text))
    else {
      out[--at] = 0x80 | (unit & 0x3f)
      if (unit < 0x800) out[--at] = 0xc0 | (unit >> 6)
      else {
        out[--at] = 0x80 | ((unit >> 6) & 0x3f)
        out[--at] = 0xe0 | (unit >> 12)
      }
    }
  }
  return at
}

/** Lexicographic order of byte strings, the shorter first where one begins the other. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length)
  for (let i = 0; i < n; i++) if (a[i] !== b[i]) return a[i]! - b[i]!
  return a.length - b.length
}
