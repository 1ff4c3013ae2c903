/** What draws the glyphs of a Type 1 font (Adobe Type 1 Font Format, chapters 6 and 8), as far as all readers draw it alike. */

import { standardNames } from './standardNames.ts'

export type Outlines = {
  /** Encrypted, as are the subroutines. */
  readonly glyphs: ReadonlyMap<string, Uint8Array>
  /** Names that more than one has: one glyph to some readers, and another to others. */
  readonly disputed: ReadonlySet<string>
  readonly subroutines: ReadonlyMap<number, Uint8Array>
  /** Octets before each of them that mean nothing (§7.3). */
  readonly lead: number
}

/** Operands that wait (§6.1), and subroutines inside one another (§6.5). */
const [mostOperands, mostDepth] = [24, 10]
/** Of all glyphs of a font together, so many for each of its octets and so many beside: calls may be many, and a font small. */
const [stepsOfOctet, stepsBeside] = [20, 100_000]
/** An operand, and where a glyph may reach: beyond it PDFium draws none. What is divided may be larger (§6.2). */
const farthest = 16_000

const isFar = (one: number) => Math.abs(one) > farthest

/** Whether a glyph's charstring says what all readers can draw: of others they show nothing, or what they can. */
export function wholeOutlines(font: Outlines, octets: number): (name: string) => boolean {
  const effort = { left: stepsBeside + stepsOfOctet * octets }
  const known = new Map<string, boolean>()
  const routines = new Map<number, Uint8Array | undefined>()
  const plain = (outline: Uint8Array) => decrypted(outline, outlineKey).subarray(font.lead)
  const routine: Routine = (number) =>
    routines.getOrInsertComputed(number, () => {
      const one = font.subroutines.get(number)
      return one && plain(one)
    })
  const isWhole = (name: string, isPart: boolean): boolean => {
    const outline = font.disputed.has(name) ? undefined : font.glyphs.get(name)
    const parts = outline && new Charstring(routine, effort).partsOf(plain(outline))
    return parts !== undefined && (parts.length === 0 || !isPart) && parts.every((part) => isWhole(part, true))
  }
  // nobody shows one that is not there
  return (name) => known.getOrInsertComputed(name, () => !font.glyphs.has(name) || isWhole(name, false))
}

/** The operands of those that draw (§6.4). */
const drawing = new Map([
  [5, 2],
  [6, 1],
  [7, 1],
  [8, 6],
  [30, 4],
  [31, 4],
])
const moving = new Map([
  [4, 1],
  [21, 2],
  [22, 1],
])
const hinting = new Map([
  [1, 2],
  [3, 2],
  [0x0c00, 0],
  [0x0c01, 6],
  [0x0c02, 6],
])
const [closes, calls, returns, escape, begins, ends] = [9, 10, 11, 12, 13, 14]
const [accented, beginsAbove, divides, callsOther, takesBack, setsPoint] = [0x0c06, 0x0c07, 0x0c0c, 0x0c10, 0x0c11, 0x0c21]
/** §8.3: a curve that is flat on small devices is begun, has a point, and is drawn; §8.1: other hints follow. */
const [drawsFlex, beginsFlex, addsToFlex, changesHints] = [0, 1, 2, 3]
const pointsOfFlex = 7

/** What a subroutine has in clear; undefined where it is not there. */
type Routine = (number: number) => Uint8Array | undefined

class Charstring {
  readonly #routine: Routine
  readonly #effort: { left: number }
  #operands: number[] = []
  /** What another subroutine left to be taken back. */
  #results: number[] = []
  #hasBegun = false
  #isOpen = false
  #isDrawn = false
  /** Points of a flex that have been; undefined outside of one. */
  #flex: number | undefined
  #isPointMoved = false
  #awaitsPoint = false
  #at: [number, number] = [0, 0]
  #parts: readonly string[] = []

  constructor(routine: Routine, effort: { left: number }) {
    this.#routine = routine
    this.#effort = effort
  }

  /** The glyphs that an accented letter is made of, none for others; undefined where not all readers draw it alike. */
  partsOf = (code: Uint8Array): readonly string[] | undefined => (this.#run(code, 0) === 'end' ? this.#parts : undefined)

  #run(code: Uint8Array, depth: number): 'end' | 'return' | 'broken' {
    for (let at = 0; at < code.length;) {
      if (--this.#effort.left < 0) return 'broken'
      const first = code[at++]!
      if (first >= 32) {
        const [value, size] = numberAt(code, at - 1)
        if (!Number.isNaN(value) && this.#operands.push(value) <= mostOperands) at += size - 1
        else return 'broken' // also where it is cut short
        continue
      }
      const operator = first === escape ? 0x0c00 + (code[at++] ?? 0xff) : first
      if (operator === returns) return depth > 0 ? 'return' : 'broken'
      if (operator === ends || operator === accented) return this.#ends(operator) && isOver(code.subarray(at), depth) ? 'end' : 'broken'
      if (operator !== calls) {
        if (!this.#does(operator)) return 'broken'
        continue
      }
      const called = depth < mostDepth && this.#routine(this.#operands.pop() ?? NaN)
      const after = called ? this.#run(called, depth + 1) : 'broken'
      if (after === 'end' && !isOver(code.subarray(at), depth)) return 'broken'
      if (after !== 'return') return after
    }
    return 'broken'
  }

  #ends(operator: number): boolean {
    if (!this.#hasBegun || this.#flex !== undefined || this.#results.length > 0) return false
    if (operator === ends) return this.#operands.length === 0
    const [base, accent] = this.#operands.slice(3).map((code) => standardNames(code))
    if (this.#operands.length !== 5 || this.#isDrawn || this.#operands.some(isFar) || base === undefined || accent === undefined)
      return false
    this.#parts = [base, accent]
    return true
  }

  #does(operator: number): boolean {
    if (operator === divides) return this.#divides()
    if (operator === callsOther) return this.#callsOther()
    if (operator === takesBack) return this.#results.length > 0 && this.#operands.push(this.#results.pop()!) <= mostOperands
    const operands = this.#operands
    this.#operands = []
    if (operands.some(isFar)) return false
    if (operator === begins || operator === beginsAbove) {
      const [x = 0, y = 0, , down = 0] = operator === begins ? [operands[0]] : operands
      if (this.#hasBegun || operands.length !== (operator === begins ? 2 : 4) || down !== 0) return false
      this.#hasBegun = true
      return this.#moves(x, y)
    }
    if (!this.#hasBegun || this.#results.length > 0) return false
    if (operator === setsPoint) return operands.length === 2 && this.#awaitsPoint && !(this.#awaitsPoint = false)
    if (this.#awaitsPoint) return false
    if (moving.get(operator) === operands.length) {
      if (this.#isPointMoved) return false
      if (this.#flex === undefined) this.#isOpen = true
      else this.#isPointMoved = true
      return this.#draws(operator, operands)
    }
    if (this.#flex !== undefined) return false
    if (hinting.get(operator) === operands.length) return true
    if (operator === closes) {
      this.#isOpen = false
      return operands.length === 0
    }
    return this.#isOpen && drawing.get(operator) === operands.length && this.#draws(operator, operands)
  }

  /** Where the pen is afterwards; the points between may not be far either. */
  #draws(operator: number, operands: readonly number[]): boolean {
    this.#isDrawn = true
    const [a = 0, b = 0, c = 0, d = 0] = operands
    if (operator === 4 || operator === 7) return this.#moves(0, a)
    if (operator === 6 || operator === 22) return this.#moves(a, 0)
    if (operator === 30) return this.#moves(0, a) && this.#moves(b, c) && this.#moves(d, 0)
    if (operator === 31) return this.#moves(a, 0) && this.#moves(b, c) && this.#moves(0, d)
    for (let i = 0; i < operands.length; i += 2) if (!this.#moves(operands[i]!, operands[i + 1]!)) return false
    return true
  }

  #moves(x: number, y: number): boolean {
    this.#at = [this.#at[0] + x, this.#at[1] + y]
    return !this.#at.some(isFar)
  }

  #divides(): boolean {
    const [divisor, dividend] = [this.#operands.pop(), this.#operands.pop()]
    if (divisor === undefined || dividend === undefined || divisor === 0 || isFar(divisor)) return false
    this.#operands.push(dividend / divisor)
    return true
  }

  #callsOther(): boolean {
    const [other, count] = [this.#operands.pop(), this.#operands.pop()]
    const given = this.#operands
    this.#operands = []
    if (!this.#hasBegun || count !== given.length || this.#results.length > 0 || this.#awaitsPoint) return false
    if (other === changesHints) {
      this.#results = given
      return count === 1 && this.#flex === undefined
    }
    if (other === beginsFlex) {
      const isFirst = this.#flex === undefined
      this.#flex = 0
      return count === 0 && isFirst && this.#isOpen
    }
    if (this.#flex === undefined) return false
    if (other === addsToFlex) {
      const isMoved = this.#isPointMoved
      this.#isPointMoved = false
      return count === 0 && isMoved && ++this.#flex <= pointsOfFlex
    }
    if (other !== drawsFlex || count !== 3 || this.#flex !== pointsOfFlex || this.#isPointMoved) return false
    this.#flex = undefined
    this.#results = given.slice(1)
    return (this.#awaitsPoint = true)
  }
}

/** Nothing is behind the end; in a subroutine it may be said that it returns. */
const isOver = (rest: Uint8Array, depth: number) => rest.length === 0 || (depth > 0 && rest.length === 1 && rest[0] === returns)

const outlineKey = 4330

/** A number (§6.2), and in how many octets it is; none where they are not all there. */
function numberAt(code: Uint8Array, at: number): readonly [value: number, size: number] {
  const [first, second = NaN] = [code[at]!, code[at + 1]]
  if (first < 247) return [first - 139, 1]
  if (first < 251) return [(first - 247) * 256 + second + 108, 2]
  if (first < 255) return [-(first - 251) * 256 - second - 108, 2]
  return [at + 5 <= code.length ? new DataView(code.buffer, code.byteOffset + at + 1, 4).getInt32(0) : NaN, 5]
}

/** What keeps a program, and what draws in it, from being read by chance (§7.1). */
export function decrypted(octets: Uint8Array, key: number): Uint8Array {
  const plain = new Uint8Array(octets.length)
  for (let i = 0, at = key; i < octets.length; i++) {
    const octet = octets[i]!
    plain[i] = octet ^ (at >> 8)
    at = ((octet + at) * 52_845 + 22_719) & 0xffff
  }
  return plain
}
