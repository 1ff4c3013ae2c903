/** Reads one PDF object out of bytes (ISO 32000-2 §7.2–7.3). Strict: what the grammar does not have is refused. */

import { delimiter, endsForPdfium, escapes, hexDigit, white } from './characters.ts'
import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import { nameAt } from './names.ts'
import { Spans } from './spans.ts'
import type { Dict, Name, PdfString, Ref, Text, Value } from './values.ts'

/** The text ends inside a token though the file goes on: the caller reads more and starts again. */
export class NeedMore extends Error {}

export type ParseLimits = { readonly depth: number; readonly values: number }

export class Parser {
  at: number
  readonly text: Text
  readonly #bytes: Uint8Array
  readonly #limits: ParseLimits
  #values = 0
  /** Names so far that PDFium ends sooner. */
  #splitNames = 0

  constructor(text: Text, at: number, limits: ParseLimits) {
    this.text = text
    this.#bytes = text.bytes
    this.at = at
    this.#limits = limits
  }

  fail(code: 'SYNTAX' | 'CUT_SHORT' | 'TOO_DEEP' | 'TOO_MANY_VALUES', message: string, at = this.at): never {
    this.at = at // so far it was read
    throw new PdfError(code, message, this.text.base === undefined ? undefined : this.text.base + at)
  }

  /** The byte at `at`, or the end of the text. */
  #byte(at: number): number {
    const byte = this.#bytes[at]
    if (byte !== undefined) return byte
    if (this.text.last) this.fail('CUT_SHORT', 'the file ends inside an object', at)
    throw new NeedMore()
  }

  /** A delimiter for the tokeniser: the end of the whole text ends a token too. */
  #ends(at: number): boolean {
    const byte = this.#bytes[at]
    if (byte === undefined) {
      if (this.text.last) return true
      throw new NeedMore()
    }
    return white[byte] === 1 || delimiter[byte] === 1
  }

  skipWhite(): void {
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === undefined) {
        if (this.text.last) return
        throw new NeedMore()
      }
      if (white[byte]) this.at++
      else if (byte === 0x25) {
        while (this.#bytes[this.at] !== undefined && this.#bytes[this.at] !== 10 && this.#bytes[this.at] !== 13) this.at++
      } else return
    }
  }

  /** Consumes `word` when it stands here as a whole token. */
  keyword(word: string): boolean {
    for (let i = 0; i < word.length; i++) {
      const byte = this.#bytes[this.at + i]
      if (byte === undefined && !this.text.last) throw new NeedMore()
      if (byte !== word.charCodeAt(i)) return false
    }
    if (!this.#ends(this.at + word.length)) return false
    this.at += word.length
    return true
  }

  /** An unsigned integer of at most 15 digits, after white space; undefined, and nothing consumed, when none stands here. */
  unsigned(): number | undefined {
    const before = this.at
    this.skipWhite()
    let value = 0
    let at = this.at
    for (;;) {
      const byte = this.#bytes[at]
      if (byte === undefined && !this.text.last) throw new NeedMore()
      if (byte === undefined || byte < 0x30 || byte > 0x39) break
      value = value * 10 + byte - 0x30
      at++
    }
    if (at === this.at || at - this.at > 15 || !this.#ends(at)) {
      this.at = before
      return undefined
    }
    this.at = at
    return value
  }

  value(depth = 0): Value {
    if (depth > this.#limits.depth) this.fail('TOO_DEEP', 'objects are nested too deeply')
    if (++this.#values > this.#limits.values) this.fail('TOO_MANY_VALUES', 'one object holds too many values')
    this.skipWhite()
    const byte = this.#byte(this.at)
    switch (byte) {
      case 0x2f:
        return this.#name()
      case 0x28:
        return this.#literal()
      case 0x5b:
        return this.#array(depth)
      case 0x3c:
        return this.#byte(this.at + 1) === 0x3c ? this.#dict(depth) : this.#hex()
    }
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return this.#numberOrRef()
    if (this.keyword('true')) return true
    if (this.keyword('false')) return false
    if (this.keyword('null')) return null
    return this.fail('SYNTAX', 'not an object')
  }

  /** The string that begins here. */
  string(): PdfString {
    return this.#byte(this.at) === 0x28 ? this.#literal() : this.#hex()
  }

  #numberOrRef(): number | Ref {
    const start = this.at
    const value = this.#number()
    if (!this.#areDigits(start)) return value
    const after = this.at
    const generation = this.unsigned()
    if (generation !== undefined) {
      this.skipWhite()
      if (this.keyword('R')) return { kind: 'ref', number: value, generation }
    }
    this.at = after
    return value
  }

  /** From `start` to here, without a sign or a point. */
  #areDigits(start: number): boolean {
    for (let at = start; at < this.at; at++) if (this.#bytes[at]! < 0x30) return false
    return true
  }

  #number(): number {
    const start = this.at
    let digits = 0
    let points = 0
    let at = start
    if (this.#bytes[at] === 0x2b || this.#bytes[at] === 0x2d) at++
    for (; !this.#ends(at); at++) {
      const byte = this.#bytes[at]!
      if (byte >= 0x30 && byte <= 0x39) digits++
      else if (byte === 0x2e) points++
      else this.fail('SYNTAX', 'not a number', at)
    }
    if (digits === 0 || points > 1 || at - start > 64) this.fail('SYNTAX', 'not a number', at)
    this.at = at
    return digits === at - start && digits <= 15 ? integerAt(this.#bytes, start, at) : Number(latin1(this.#bytes.subarray(start, at)))
  }

  #name(): Name {
    let at = this.at + 1
    const start = at
    let escaped = false
    let isSplit = false
    for (; !this.#ends(at); at++) {
      const byte = this.#bytes[at]
      if (byte === 0x23) escaped = true
      else if (endsForPdfium(byte)) isSplit = true
    }
    if (isSplit) this.#splitNames++
    const plain = nameAt(this.#bytes, start, at)
    this.at = at
    if (!escaped) return { kind: 'name', name: plain }
    return {
      kind: 'name',
      name: plain.replace(/#([0-9a-fA-F]{2})/g, (_escape: string, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    }
  }

  #literal(): PdfString {
    const out: number[] = []
    let open = 1
    let at = this.at + 1
    for (;;) {
      let byte = this.#byte(at++)
      if (byte === 0x28) open++
      else if (byte === 0x29 && --open === 0) break
      else if (byte === 0x0d) {
        // an end of line of any kind reads as one line feed (§7.3.4.2)
        if (this.#byte(at) === 0x0a) at++
        byte = 0x0a
      } else if (byte === 0x5c) {
        const escape = this.#byte(at++)
        if (escape >= 0x30 && escape <= 0x37) {
          let code = escape - 0x30
          for (let i = 0; i < 2; i++) {
            const next = this.#byte(at)
            if (next < 0x30 || next > 0x37) break
            code = code * 8 + next - 0x30
            at++
          }
          byte = code & 0xff
        } else if (escape === 0x0a || escape === 0x0d) {
          if (escape === 0x0d && this.#byte(at) === 0x0a) at++
          continue
        } else byte = escapes.get(escape) ?? escape
      }
      out.push(byte)
    }
    this.at = at
    return { kind: 'string', bytes: Uint8Array.from(out), hex: false }
  }

  #hex(): PdfString {
    let at = this.at + 1
    const end = this.#bytes.indexOf(0x3e, at)
    if (end < 0) this.#byte(this.#bytes.length)
    // /Contents is tens of thousands of digits and nothing between them; what stops at anything else is read one by one
    const plain = Buffer.from(latin1(this.#bytes.subarray(at, end)), 'hex')
    if (plain.length * 2 === end - at) {
      this.at = end + 1
      return { kind: 'string', bytes: new Uint8Array(plain), hex: true } // a Buffer is sliced otherwise
    }
    const out = new Uint8Array((end - at + 1) >> 1)
    let digits = 0
    for (; at < end; at++) {
      const byte = this.#bytes[at]!
      const digit = hexDigit[byte]!
      if (digit < 0) {
        if (white[byte]) continue
        this.fail('SYNTAX', 'not a hexadecimal string', at)
      }
      out[digits >> 1]! |= digits & 1 ? digit : digit << 4
      digits++
    }
    this.at = end + 1
    return { kind: 'string', bytes: out.subarray(0, (digits + 1) >> 1), hex: true }
  }

  #array(depth: number): Value[] {
    this.at++
    const items: Value[] = []
    for (;;) {
      this.skipWhite()
      if (this.#byte(this.at) === 0x5d) {
        this.at++
        return items
      }
      items.push(this.value(depth + 1))
    }
  }

  #dict(depth: number): Dict {
    this.at += 2
    const entries = new Map<string, Value>()
    const spans = new Spans(entries)
    let repeated: Map<string, Value> | undefined
    for (;;) {
      this.skipWhite()
      const byte = this.#byte(this.at)
      if (byte === 0x3e && this.#byte(this.at + 1) === 0x3e) {
        this.at += 2
        return { kind: 'dict', entries, spans, text: this.text, repeated }
      }
      if (byte !== 0x2f) this.fail('SYNTAX', 'a dictionary key is not a name')
      const splitNames = this.#splitNames
      const key = this.#name().name
      this.skipWhite()
      const start = this.at
      const value = this.value(depth + 1)
      const before = entries.get(key)
      entries.set(key, value)
      // who ends a name sooner finds another key, or another value
      if (this.#splitNames > splitNames) (repeated ??= new Map()).set(key, value)
      if (before === undefined) spans.add(key, start, this.at)
      else {
        const isSaid = Buffer.compare(this.#bytes.subarray(...spans.get(key)!), this.#bytes.subarray(start, this.at)) === 0
        if (!isSaid && !panels.has(key) && !repeated?.has(key)) (repeated ??= new Map()).set(key, before)
        spans.replace(key, start, this.at)
      }
    }
  }
}

/** Of at most 15 digits. */
function integerAt(bytes: Uint8Array, start: number, end: number): number {
  let value = 0
  for (let i = start; i < end; i++) value = value * 10 + bytes[i]! - 0x30
  return value
}

/** Keys that only say which panel a reader opens beside the pages: TCPDF writes them twice. */
const panels = new Set(['PageMode', 'PageLayout'])
