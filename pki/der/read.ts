/** A strict DER reader (ITU-T X.690 §10–11). What is not canonical is refused, because signed bytes must have one reading. */

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
  readonly #bytes: Uint8Array
  #whole?: Uint8Array
  #contents?: Uint8Array

  constructor(bytes: Uint8Array, tag: number, start: number, contentsStart: number, end: number) {
    this.#bytes = bytes
    this.tag = tag
    this.start = start
    this.contentsStart = contentsStart
    this.end = end
  }
  /** Header and contents. */
  get whole(): Uint8Array {
    return (this.#whole ??= this.#bytes.subarray(this.start, this.end))
  }
  get contents(): Uint8Array {
    return (this.#contents ??= this.#bytes.subarray(this.contentsStart, this.end))
  }
  get children(): Element[] {
    const found: Element[] = []
    for (let at = this.contentsStart; at < this.end;) {
      const next = elementAt(this.#bytes, at, this.end)
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

const x500Oids: string[] = []

/** The identifiers of names and extensions all have this form: the text of each is made once. */
const x500Oid = (arc: number, last: number) => (x500Oids[arc * 128 + last] ??= `2.5.${arc}.${last}`)

/** Dotted decimal of an OBJECT IDENTIFIER element. */
export function oidOf(element: Element | undefined): string {
  const { contents } = expectTag(element, 0x06, 'an OBJECT IDENTIFIER')
  if (contents.length === 3 && contents[0] === 0x55 && contents[1]! < 0x80 && contents[2]! < 0x80)
    return x500Oid(contents[1]!, contents[2]!)
  const arcs: number[] = []
  let arc = 0
  let first = true
  for (const octet of contents) {
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

/** An INTEGER as a bigint. */
export function integerOf(element: Element | undefined): bigint {
  const { contents } = expectTag(element, 0x02, 'an INTEGER')
  let value = contents[0]! & 0x80 ? -1n : 0n
  for (const octet of contents) value = (value << 8n) | BigInt(octet)
  return value
}

/** A UTCTime or GeneralizedTime in the forms RFC 5280 §4.1.2.5 allows; a fraction of a second is read, to the millisecond (RFC 3161 §2.4.2). */
export function timeOf(element: Element | undefined): Date {
  if (element?.tag !== 0x17 && element?.tag !== 0x18) throw new DerError('a time is missing or of another type')
  const { tag, contents } = element
  const yearDigits = tag === 0x17 ? 2 : 4
  const year = digits(contents, 0, yearDigits)
  const month = digits(contents, yearDigits, 2)
  const day = digits(contents, yearDigits + 2, 2)
  const hour = digits(contents, yearDigits + 4, 2)
  const minute = digits(contents, yearDigits + 6, 2)
  const second = digits(contents, yearDigits + 8, 2)
  const milliseconds = fractionOf(contents, yearDigits + 10, tag)
  const full = tag === 0x18 ? year : year < 50 ? 2000 + year : 1900 + year
  const at = new Date(Date.UTC(full, month - 1, day, hour, minute, second, milliseconds))
  // Date rolls a 31 April over; full years below 100 it takes for 1900 and later.
  const exists = at.getUTCFullYear() === full && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  if (!exists || hour > 23 || minute > 59 || second > 59) throw new DerError('no such time')
  return at
}

function digits(contents: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = (contents[i] ?? 0) - 0x30
    if (digit < 0 || digit > 9) throw new DerError('a time that is not written in digits')
    value = value * 10 + digit
  }
  return value
}

/** What follows the seconds: Z, in a GeneralizedTime after a fraction without trailing zeros. In milliseconds. */
function fractionOf(contents: Uint8Array, at: number, tag: number): number {
  const last = contents.length - 1
  if (contents[last] !== 0x5a || at > last) throw new DerError('a time that does not end in Z')
  if (at === last) return 0
  if (tag !== 0x18 || contents[at] !== 0x2e || last - at < 2 || contents[last - 1] === 0x30)
    throw new DerError('a fraction that is not canonical')
  for (let i = at + 1; i < last; i++) digits(contents, i, 1)
  const shown = Math.min(3, last - at - 1)
  return digits(contents, at + 1, shown) * 10 ** (3 - shown)
}

/** The octets of a BIT STRING that has no unused bits. */
export function bitsOf(element: Element | undefined): Uint8Array {
  const { contents } = expectTag(element, 0x03, 'a BIT STRING')
  if (contents[0] !== 0) throw new DerError('a BIT STRING with unused bits')
  return contents.subarray(1)
}
