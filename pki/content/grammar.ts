/**
 * Whether content is written as the standard has it (ISO 32000-2 §7.8.2). What is not, each reader takes in another way: one leaves out an operator with an
 * operand too many, the next carries it out, and MuPDF gives up the rest of a page after some mistakes.
 */

import { latin1 } from '#pki/pdf/latin1.ts'
import { delimiter, endsForPdfium, hexDigit, white } from '#pki/pdf/characters.ts'
import { Parser } from '#pki/pdf/parse.ts'
import { Fault } from './fault.ts'
import { imageAt } from './inlineImages.ts'
import { operatorAt } from './operatorNames.ts'
import { Order } from './operators.ts'
import type { ArrayFacts, Nature } from './operators.ts'
import type { Resources } from './resources.ts'

/** Components of a colour, and its pattern: more than any reader has. */
const mostOperands = 64
const mostDigits = 10
const deepest = 30

/**
 * @param parts streams that follow one another; no token goes on from one to the next
 * @param resources what they draw with, where that is known
 * @returns what is wrong, in words for the log
 */
export function faultIn(parts: readonly Uint8Array[], resources?: Resources, nature: Nature = {}): string | undefined {
  try {
    new Scan(parts, new Order(resources, nature)).run()
    return undefined
  } catch (error) {
    if (error instanceof Fault) return error.message
    throw error
  }
}

/** Strings hold nothing. */
const strings = { depth: 0, values: Infinity }
const lineEnd = Buffer.from('\n')
const spaces = /[\0\t\n\f\r ]+/
const word = (text: string) => Buffer.from(text)
const [imageData, keywords] = [word('ID'), ['true', 'false', 'null'].map(word)]

/** Digits that a number holds exactly. */
const mostExact = 15

/** A number that is written as one. */
function numberAt(data: Uint8Array, start: number, end: number): number {
  if (end - start > mostExact) return Number(latin1(data.subarray(start, end)))
  let [value, scale] = [0, 0]
  for (let at = start; at < end; at++) {
    const byte = data[at]!
    if (byte === 0x2e) scale = 1
    else if (byte >= 0x30) [value, scale] = [value * 10 + byte - 0x30, scale * 10]
  }
  const size = scale > 1 ? value / scale : value
  return data[start] === 0x2d ? -size : size
}

class Scan {
  readonly #data: Uint8Array
  /** Where the parts end, but for the last; and the first of them that ends behind what was looked at. */
  readonly #ends: readonly number[]
  #part = 0
  #at = 0
  readonly #order: Order
  /** The kinds of the operands so far, and of what each dictionary and each array holds that is open. */
  #operands = ''
  readonly #open: { readonly isDictionary: boolean; readonly start: number; kinds: string }[] = []
  #array: ArrayFacts = { kinds: '', numbers: () => [] }
  /** Where the last name stands, without its solidus. */
  #named: readonly [number, number] = [0, 0]
  /** Where the numbers before an operator begin and end, in turn. */
  readonly #numbered: number[] = []
  #numbers: number[] | undefined
  /** Where the strings before an operator begin. */
  readonly #strings: number[] = []
  /** Of an image within the content: where its operands begin. */
  #image: number | undefined

  constructor(parts: readonly Uint8Array[], order: Order) {
    this.#order = order
    this.#data = parts.length === 1 ? parts[0]! : Buffer.concat(parts.flatMap((part) => [part, lineEnd]))
    let end = -1
    this.#ends = parts.slice(0, -1).map(({ length }) => (end += length + 1))
  }

  run(): void {
    const data = this.#data
    while (this.#at < data.length) {
      const byte = data[this.#at]!
      if (white[byte]) this.#at++
      else if (!delimiter[byte]) this.#word(byte)
      else if (byte === 0x28) this.#string()
      else if (byte === 0x2f) this.#name()
      else if (byte === 0x25) this.#comment()
      else if (byte === 0x5b) this.#begin(false, 1)
      else if (byte === 0x5d) this.#end(false, 1)
      else if (byte === 0x3c && data[this.#at + 1] === 0x3c) this.#begin(true, 2)
      else if (byte === 0x3c) this.#hexadecimal()
      else if (byte === 0x3e && data[this.#at + 1] === 0x3e) this.#end(true, 2)
      else throw new Fault(`${String.fromCharCode(byte)} stands alone`)
    }
    if (this.#open.length > 0 || this.#operands !== '' || this.#image !== undefined)
      throw new Fault('the content ends before its last operator')
    this.#order.end()
  }

  #begin(isDictionary: boolean, length: number): void {
    this.#at += length
    if (this.#open.push({ isDictionary, start: this.#at, kinds: '' }) > deepest) throw new Fault('arrays stand within one another too deep')
  }

  #end(isDictionary: boolean, length: number): void {
    const one = this.#open.pop()
    if (one?.isDictionary !== isDictionary) throw new Fault('the end of an array or a dictionary stands alone')
    if (isDictionary && !/^(?:\/.)*$/.test(one.kinds)) throw new Fault('a dictionary holds something else than names and their values')
    const end = this.#at
    this.#at += length
    this.#array = { kinds: one.kinds, numbers: () => latin1(this.#data.subarray(one.start, end)).split(spaces).filter(Boolean).map(Number) }
    this.#operand(isDictionary ? 'd' : 'a')
  }

  #operand(kind: string): void {
    const inside = this.#open.at(-1)
    if (!inside) {
      if ((this.#operands += kind).length > mostOperands) throw new Fault('an operator has too many operands')
    } else if (inside.isDictionary || !inside.kinds.includes(kind)) inside.kinds += kind
  }

  /** The first end of a part that stands at an offset or behind it. */
  #endOfPart(offset: number): number {
    while (this.#part < this.#ends.length && this.#ends[this.#part]! < offset) this.#part++
    return this.#ends[this.#part] ?? Infinity
  }

  /** Some readers put nothing between two streams, and what stands at their seam in a string. */
  #requireOnePart(start: number): void {
    if (this.#endOfPart(start) < this.#at) throw new Fault('a string or an image goes on in the next stream')
  }

  #string(): void {
    const [data, start] = [this.#data, this.#at]
    let [at, depth] = [start + 1, 1]
    for (; depth > 0; at++) {
      if (at >= data.length) throw new Fault('a string does not end')
      const byte = data[at]
      if (byte === 0x5c) at++
      else if (byte === 0x28) depth++
      else if (byte === 0x29) depth--
    }
    this.#at = at
    this.#strings.push(start)
    this.#requireOnePart(start)
    this.#operand('s')
  }

  #hexadecimal(): void {
    const [data, start] = [this.#data, this.#at]
    let at = start + 1
    for (; data[at] !== 0x3e; at++)
      if (at >= data.length || (hexDigit[data[at]!] === -1 && !white[data[at]!]))
        throw new Fault('a hexadecimal string holds something else')
    this.#at = at + 1
    this.#strings.push(start)
    this.#requireOnePart(start)
    this.#operand('s')
  }

  #name(): void {
    const start = ++this.#at
    this.#toEndOfWord()
    this.#named = [start, this.#at]
    if (this.#data.subarray(start, this.#at).some(endsForPdfium)) throw new Fault('a name has an octet that is white space to PDFium')
    this.#operand('/')
  }

  #lastName = () =>
    latin1(this.#data.subarray(...this.#named)).replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

  #numbersBefore = (): number[] => (this.#numbers ??= this.#readNumbers())

  #readNumbers(): number[] {
    const numbers: number[] = []
    for (let i = 0; i < this.#numbered.length; i += 2) numbers.push(numberAt(this.#data, this.#numbered[i]!, this.#numbered[i + 1]!))
    return numbers
  }

  #stringsBefore = (): Uint8Array[] =>
    this.#strings.map((start) => {
      const parser = new Parser({ bytes: this.#data, base: undefined, last: true }, start, strings)
      return parser.string().bytes
    })

  #comment(): void {
    const data = this.#data
    let at = this.#at
    while (at < data.length && data[at] !== 10 && data[at] !== 13) at++
    this.#at = at
    if (this.#endOfPart(at) === at) throw new Fault('a comment goes on in the next stream')
  }

  #toEndOfWord(): void {
    const data = this.#data
    let at = this.#at
    while (at < data.length && !white[data[at]!] && !delimiter[data[at]!]) at++
    this.#at = at
  }

  #word(first: number): void {
    const start = this.#at
    if ((first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x2e || first === 0x2b) return this.#number()
    this.#toEndOfWord()
    const operator = this.#open.length === 0 ? operatorAt(this.#data, start, this.#at) : undefined
    if (operator && this.#image === undefined) {
      this.#order.take(operator, {
        kinds: this.#operands,
        array: this.#array,
        name: this.#lastName,
        numbers: this.#numbersBefore,
        strings: this.#stringsBefore,
      })
      this.#operands = ''
      this.#strings.length = 0
      this.#numbered.length = 0
      this.#numbers = undefined
      if (operator.name === 'BI') this.#image = this.#at
    } else if (this.#image !== undefined && this.#open.length === 0 && this.#isWord(start, imageData)) this.#skipImage(this.#image, start)
    else if (keywords.some((keyword) => this.#isWord(start, keyword))) this.#operand('k')
    else throw new Fault(`an operator is not known: ${latin1(this.#data.subarray(start, Math.min(this.#at, start + 12)))}`)
  }

  #isWord = (start: number, wanted: Uint8Array) =>
    this.#at - start === wanted.length && wanted.every((byte, i) => this.#data[start + i] === byte)

  #skipImage(begin: number, id: number): void {
    const image = imageAt(this.#data, begin, id)
    this.#order.drawImage(image)
    this.#at = image.end
    this.#requireOnePart(begin)
    this.#operands = ''
    this.#numbered.length = 0
    this.#image = undefined
  }

  #number(): void {
    const data = this.#data
    let at = this.#at
    if (data[at] === 0x2d || data[at] === 0x2b) at++
    const whole = at
    while (data[at]! >= 0x30 && data[at]! <= 0x39) at++
    let digits = at - whole
    if (digits > mostDigits) throw new Fault('a number is larger than readers take')
    if (data[at] === 0x2e) {
      const point = ++at
      while (data[at]! >= 0x30 && data[at]! <= 0x39) at++
      digits += at - point
    }
    if (digits === 0 || (at < data.length && !white[data[at]!] && !delimiter[data[at]!])) throw new Fault('a number is written as none is')
    const inside = this.#open.at(-1)
    if (!inside) this.#numbered.push(this.#at, at)
    this.#at = at
    this.#operand('n')
  }
}
