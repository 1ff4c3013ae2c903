/** A strict DER reader (ITU-T X.690 §10–11). What is not canonical is refused, because signed bytes must have one reading. */

export class DerError extends Error {
  override name = 'DerError'
}

/** One element inside `bytes`; every offset counts from the start of the outermost buffer. */
export type Element = {
  /** The identifier octet, class and constructed bit included. */
  readonly tag: number
  /** Header and contents. */
  readonly whole: Uint8Array
  readonly contents: Uint8Array
  readonly start: number
  readonly end: number
}

const maxDepth = 32

/** Reads the one element that fills `bytes`, and checks the whole tree below it. @throws DerError */
export function parse(bytes: Uint8Array): Element {
  const root = elementAt(bytes, 0, bytes.length, 0)
  if (root.end !== bytes.length) throw new DerError(`${bytes.length - root.end} octets after the element`)
  checkTree(root, 0)
  return root
}

/** Reads the first element of `bytes` and ignores what follows it (zero padding in a PDF signature). @throws DerError */
export function parseFirst(bytes: Uint8Array): Element {
  const root = elementAt(bytes, 0, bytes.length, 0)
  checkTree(root, 0)
  return root
}

/** The elements inside a constructed element. @throws DerError */
export function children(of: Element): Element[] {
  const found: Element[] = []
  const base = of.end - of.contents.length
  for (let at = 0; at < of.contents.length; ) {
    const next = elementAt(of.contents, at, of.contents.length, base)
    found.push(next)
    at = next.end - base
  }
  return found
}

function elementAt(bytes: Uint8Array, at: number, limit: number, base: number): Element {
  if (at + 2 > limit) throw new DerError('an element is cut short')
  const tag = bytes[at]!
  if ((tag & 0x1f) === 0x1f) throw new DerError('a tag number above 30 stands where none is known')
  let length = bytes[at + 1]!
  let header = 2
  if (length >= 0x80) {
    const count = length & 0x7f
    if (count === 0 || count > 4) throw new DerError('an indefinite or oversized length')
    if (at + 2 + count > limit) throw new DerError('a length is cut short')
    length = 0
    for (let i = 0; i < count; i++) length = length * 256 + bytes[at + 2 + i]!
    if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('a length that is not minimal')
    header += count
  }
  const end = at + header + length
  if (end > limit) throw new DerError('an element runs past its parent')
  return { tag, whole: bytes.subarray(at, end), contents: bytes.subarray(at + header, end), start: base + at, end: base + end }
}

function checkTree(element: Element, depth: number): void {
  if (depth > maxDepth) throw new DerError('nested too deeply')
  if (element.tag & 0x20) for (const child of children(element)) checkTree(child, depth + 1)
  else checkPrimitive(element)
}

function checkPrimitive({ tag, contents }: Element): void {
  if (tag === 0x01 && (contents.length !== 1 || (contents[0] !== 0 && contents[0] !== 0xff))) throw new DerError('a BOOLEAN that is not canonical')
  if (tag === 0x02 || tag === 0x0a) {
    if (contents.length === 0) throw new DerError('an empty INTEGER')
    if (contents.length > 1 && ((contents[0] === 0 && contents[1]! < 0x80) || (contents[0] === 0xff && contents[1]! >= 0x80))) throw new DerError('an INTEGER that is not minimal')
  }
  if (tag === 0x03 && (contents.length === 0 || contents[0]! > 7 || (contents.length === 1 && contents[0] !== 0))) throw new DerError('a BIT STRING that is not well formed')
  if (tag === 0x05 && contents.length > 0) throw new DerError('a NULL with contents')
  if (tag === 0x06 && (contents.length === 0 || contents[contents.length - 1]! & 0x80)) throw new DerError('an OBJECT IDENTIFIER that is cut short')
}

/** Fails unless the element has the given identifier octet. */
export function expectTag(element: Element | undefined, tag: number, what: string): Element {
  if (element?.tag !== tag) throw new DerError(`${what} is missing or of another type`)
  return element
}

/** Dotted decimal of an OBJECT IDENTIFIER element. */
export function oidOf(element: Element | undefined): string {
  const { contents } = expectTag(element, 0x06, 'an OBJECT IDENTIFIER')
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
  const text = String.fromCharCode(...element.contents)
  const match = (element.tag === 0x17 ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)()Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d*[1-9]))?Z$/).exec(text)
  if (!match) throw new DerError(`not a time that RFC 5280 allows: ${text}`)
  const [, year, month, day, hour, minute, second, fraction] = match
  const full = element.tag === 0x17 ? String(Number(year) < 50 ? 2000 + Number(year) : 1900 + Number(year)) : year
  const at = new Date(`${full}-${month}-${day}T${hour}:${minute}:${second}.${(fraction || '').slice(0, 3).padEnd(3, '0')}Z`)
  if (Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) throw new DerError(`no such time: ${text}`)
  return at
}

/** The octets of a BIT STRING that has no unused bits. */
export function bitsOf(element: Element | undefined): Uint8Array {
  const { contents } = expectTag(element, 0x03, 'a BIT STRING')
  if (contents[0] !== 0) throw new DerError('a BIT STRING with unused bits')
  return contents.subarray(1)
}
