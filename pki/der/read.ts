/** A strict DER reader (ITU-T X.690 §10–11). What is not canonical is refused, because signed bytes must have one reading. */

import { daysOfMonth, startOfDay } from './calendar.ts'
import { LatestOf } from './latestOf.ts'

export class DerError extends Error {
  override name = 'DerError'
}

/** One element inside the bytes that were parsed. Its octets are cut out on first use: most elements are only walked over. */
export class Element {
  /** The identifier octet, class and constructed bit included. */
  readonly tag: number
  /** Offsets count from the start of the outermost buffer. */
  readonly start: number
  readonly contentsStart: number
  readonly end: number
  /** The outermost buffer. */
  readonly bytes: Uint8Array
  #whole?: Uint8Array
  #contents?: Uint8Array

  constructor(bytes: Uint8Array, tag: number, start: number, contentsStart: number, end: number) {
    this.bytes = bytes
    this.tag = tag
    this.start = start
    this.contentsStart = contentsStart
    this.end = end
  }
  /** Header and contents. */
  get whole(): Uint8Array {
    return (this.#whole ??= this.bytes.subarray(this.start, this.end))
  }
  get contents(): Uint8Array {
    return (this.#contents ??= this.bytes.subarray(this.contentsStart, this.end))
  }
  get children(): Element[] {
    const found: Element[] = []
    for (let at = this.contentsStart; at < this.end;) {
      const next = elementAt(this.bytes, at, this.end)
      found.push(next)
      at = next.end
    }
    return found
  }
}

const maxDepth = 32

/** Reads the one element that fills `bytes`, and checks the whole tree below it. @throws DerError */
export function parse(bytes: Uint8Array): Element {
  const end = checkTree(bytes, 0, bytes.length, 0)
  if (end !== bytes.length) throw new DerError(`${bytes.length - end} octets after the element`)
  return elementAt(bytes, 0, end)
}

/** Reads the first element of `bytes` and ignores what follows it (zero padding in a PDF signature). @throws DerError */
export function parseFirst(bytes: Uint8Array): Element {
  return elementAt(bytes, 0, checkTree(bytes, 0, bytes.length, 0))
}

/**
 * Walks over the one element that fills `bytes`, which is checked as `parse` checks it, by offsets: for what is read so often that an object
 * for each element would cost more than the reading. `end` is where the surrounding element ends.
 */
export class Walk {
  readonly bytes: Uint8Array
  /** Where the next element begins. */
  at = 0

  /** @throws DerError */
  constructor(bytes: Uint8Array) {
    const end = checkTree(bytes, 0, bytes.length, 0)
    if (end !== bytes.length) throw new DerError(`${bytes.length - end} octets after the element`)
    this.bytes = bytes
  }

  /** The next element's identifier octet, 0 where there is none. */
  tag(end: number): number {
    return this.at < end ? this.bytes[this.at]! : 0
  }

  /** Steps into the next element and returns where it ends. @throws DerError where it is missing or of another type */
  enter(end: number, tag: number, what: string): number {
    if (this.tag(end) !== tag) throw new DerError(`${what} is missing or of another type`)
    const contentsStart = contentsStartAt(this.bytes, this.at, end)
    const own = endAt(this.bytes, this.at, contentsStart)
    this.at = contentsStart
    return own
  }

  /** Steps over the next element and returns where its contents begin. @throws DerError */
  skip(end: number, tag: number, what: string): number {
    const own = this.enter(end, tag, what)
    const contentsStart = this.at
    this.at = own
    return contentsStart
  }

  /** Steps over the next element if it is this one, octet for octet. */
  passes(end: number, element: Uint8Array): boolean {
    if (this.at + element.length > end) return false
    for (let i = 0; i < element.length; i++) if (this.bytes[this.at + i] !== element[i]) return false
    this.at += element.length
    return true
  }
}

/** The elements inside a constructed element. @throws DerError */
export const children = (of: Element): Element[] => of.children

function elementAt(bytes: Uint8Array, at: number, limit: number): Element {
  const contentsStart = contentsStartAt(bytes, at, limit)
  const end = endAt(bytes, at, contentsStart)
  if (end > limit) throw new DerError('an element runs past its parent')
  return new Element(bytes, bytes[at]!, at, contentsStart, end)
}

/** Where the contents of the element at `at` begin, its header checked. */
function contentsStartAt(bytes: Uint8Array, at: number, limit: number): number {
  if (at + 2 > limit) throw new DerError('an element is cut short')
  if ((bytes[at]! & 0x1f) === 0x1f) throw new DerError('a tag number above 30 stands where none is known')
  const count = bytes[at + 1]! - 0x80
  if (count < 0) return at + 2
  if (count === 0 || count > 4) throw new DerError('an indefinite or oversized length')
  if (at + 2 + count > limit) throw new DerError('a length is cut short')
  if (bytes[at + 2] === 0 || (count === 1 && bytes[at + 2]! < 0x80)) throw new DerError('a length that is not minimal')
  return at + 2 + count
}

function endAt(bytes: Uint8Array, at: number, contentsStart: number): number {
  if (contentsStart === at + 2) return contentsStart + bytes[at + 1]!
  let length = 0
  for (let i = at + 2; i < contentsStart; i++) length = length * 256 + bytes[i]!
  return contentsStart + length
}

/** Checks the element at `at` and all below it, and returns its end. By offsets, so that checking allocates nothing. */
function checkTree(bytes: Uint8Array, at: number, limit: number, depth: number): number {
  if (depth > maxDepth) throw new DerError('nested too deeply')
  const contentsStart = contentsStartAt(bytes, at, limit)
  const end = endAt(bytes, at, contentsStart)
  if (end > limit) throw new DerError('an element runs past its parent')
  if (bytes[at]! & 0x20) for (let next = contentsStart; next < end;) next = checkTree(bytes, next, end, depth + 1)
  else checkPrimitive(bytes, bytes[at]!, contentsStart, end)
  return end
}

function checkPrimitive(bytes: Uint8Array, tag: number, start: number, end: number): void {
  const length = end - start
  const first = bytes[start]!
  if (tag === 0x01 && (length !== 1 || (first !== 0 && first !== 0xff))) throw new DerError('a BOOLEAN that is not canonical')
  if (tag === 0x02 || tag === 0x0a) {
    if (length === 0) throw new DerError('an empty INTEGER')
    const second = bytes[start + 1]!
    if (length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
      throw new DerError('an INTEGER that is not minimal')
  }
  if (tag === 0x03 && (length === 0 || first > 7 || (length === 1 && first !== 0)))
    throw new DerError('a BIT STRING that is not well formed')
  if (tag === 0x05 && length > 0) throw new DerError('a NULL with contents')
  if (tag === 0x06 && (length === 0 || bytes[end - 1]! & 0x80)) throw new DerError('an OBJECT IDENTIFIER that is cut short')
}

/** Fails unless the element has the given identifier octet. */
export function expectTag(element: Element | undefined, tag: number, what: string): Element {
  if (element?.tag !== tag) throw new DerError(`${what} is missing or of another type`)
  return element
}

/** Dotted decimal of an OBJECT IDENTIFIER element. @throws DerError */
export function oidOf(element: Element | undefined): string {
  const { bytes, contentsStart, end } = expectTag(element, 0x06, 'an OBJECT IDENTIFIER')
  return oids.of(bytes, contentsStart, end)
}

function dottedOf(octets: Uint8Array): string {
  const arcs: number[] = []
  let arc = 0
  let first = true
  for (const octet of octets) {
    if (first && octet === 0x80) throw new DerError('an OBJECT IDENTIFIER arc that is not minimal')
    if (arc > Number.MAX_SAFE_INTEGER / 256) throw new DerError('an OBJECT IDENTIFIER arc too large')
    arc = arc * 128 + (octet & 0x7f)
    first = (octet & 0x80) === 0
    if (first) {
      arcs.push(arc)
      arc = 0
    }
  }
  const head = arcs[0]!
  const top = Math.min(2, Math.floor(head / 40))
  return [top, head - top * 40, ...arcs.slice(1)].join('.')
}

const oids = new LatestOf(512, 32, dottedOf)

/** Far more than any key, serial number or nonce takes: arithmetic with what is longer costs more than its octets. */
const mostIntegerOctets = 8192

/** An INTEGER as a bigint. @throws DerError also where it is longer than any in use */
export function integerOf(element: Element | undefined): bigint {
  const { contents } = expectTag(element, 0x02, 'an INTEGER')
  if (contents.length > mostIntegerOctets) throw new DerError('an INTEGER longer than any in use')
  const hex = Buffer.from(contents.buffer, contents.byteOffset, contents.length).toString('hex')
  return BigInt.asIntN(contents.length * 8, BigInt(`0x${hex}`))
}

/** A UTCTime or GeneralizedTime in the forms RFC 5280 §4.1.2.5 allows; a fraction of a second is read, to the millisecond (RFC 3161 §2.4.2). */
export function timeOf(element: Element | undefined): Date {
  if (element?.tag !== 0x17 && element?.tag !== 0x18) throw new DerError('a time is missing or of another type')
  return timeAt(element.bytes, element.tag, element.contentsStart, element.end)
}

/** The same by offsets: of the contents, after a tag of 0x17 or 0x18. */
export function timeAt(bytes: Uint8Array, tag: number, start: number, end: number): Date {
  const yearEnd = start + (tag === 0x17 ? 2 : 4)
  const year = digits(bytes, start, yearEnd, end)
  const month = digits(bytes, yearEnd, yearEnd + 2, end)
  const day = digits(bytes, yearEnd + 2, yearEnd + 4, end)
  const hour = digits(bytes, yearEnd + 4, yearEnd + 6, end)
  const minute = digits(bytes, yearEnd + 6, yearEnd + 8, end)
  const second = digits(bytes, yearEnd + 8, yearEnd + 10, end)
  const milliseconds = fractionOf(bytes, yearEnd + 10, end, tag)
  const full = tag === 0x18 ? year : year < 50 ? 2000 + year : 1900 + year
  const exists = full >= 100 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(full, month)
  if (!exists || hour > 23 || minute > 59 || second > 59) throw new DerError('no such time')
  return new Date(startOfDay(full, month, day) + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds)
}

function digits(bytes: Uint8Array, at: number, until: number, end: number): number {
  let value = 0
  for (let i = at; i < until; i++) {
    const digit = (i < end ? bytes[i]! : 0) - 0x30
    if (digit < 0 || digit > 9) throw new DerError('a time that is not written in digits')
    value = value * 10 + digit
  }
  return value
}

/** What follows the seconds: Z, in a GeneralizedTime after a fraction without trailing zeros. In milliseconds. */
function fractionOf(bytes: Uint8Array, at: number, end: number, tag: number): number {
  const last = end - 1
  if (bytes[last] !== 0x5a || at > last) throw new DerError('a time that does not end in Z')
  if (at === last) return 0
  if (tag !== 0x18 || bytes[at] !== 0x2e || last - at < 2 || bytes[last - 1] === 0x30)
    throw new DerError('a fraction that is not canonical')
  digits(bytes, at + 1, last, end)
  const shown = Math.min(3, last - at - 1)
  return digits(bytes, at + 1, at + 1 + shown, end) * 10 ** (3 - shown)
}

/** The octets of a BIT STRING that has no unused bits. */
export function bitsOf(element: Element | undefined): Uint8Array {
  const { contents } = expectTag(element, 0x03, 'a BIT STRING')
  if (contents[0] !== 0) throw new DerError('a BIT STRING with unused bits')
  return contents.subarray(1)
}

/** What was read; nothing where it is not what it should be. */
export function attempt<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof DerError) return []
    throw error
  }
}
