/** What draws the glyphs of compact fonts (Adobe technical note 5177, "The Type 2 Charstring Format"; 5176 §16, §19). */

import { dictIn, indexAt, integer, operators, Reader } from './cff.ts'
import type { Cff, Dict } from './cff.ts'

type Subroutines = readonly Uint8Array[]

/** Operands that wait, and subroutines inside one another (appendix B). */
const [mostOperands, mostDepth] = [48, 10]
/** Of all glyphs of a font together, so many for each of its octets and so many beside: calls may be many, and a font small. */
const [stepsOfOctet, stepsBeside] = [20, 100_000]

/** Whether a glyph's charstring says what all readers can draw: of others they show nothing, or what they can. */
export function wholeOutlines(font: Cff): (glyph: number) => boolean {
  const effort = { left: stepsBeside + stepsOfOctet * font.bytes.length }
  const known = new Map<number, boolean>()
  let locals: ((glyph: number) => Subroutines) | undefined
  return (glyph) =>
    known.getOrInsertComputed(glyph, () => {
      const outline = font.outlines[glyph]
      if (!outline) return true // nobody shows one that is not there
      try {
        locals ??= localsOf(font)
        return new Charstring(font.subroutines, locals(glyph), effort).isWhole(outline)
      } catch (error) {
        if (error instanceof RangeError) return false
        throw error
      }
    })
}

/** The subroutines of each glyph's own. @throws RangeError */
function localsOf(font: Cff): (glyph: number) => Subroutines {
  const [[fonts], [select]] = [font.top.get(operators.fonts) ?? [], font.top.get(operators.select) ?? []]
  if (fonts === undefined || select === undefined) {
    const own = localsIn(font, font.top)
    return () => own
  }
  const each = indexAt(font.bytes, fonts).parts.map((part) => localsIn(font, dictIn(part)))
  const chosen = choices(new Reader(font.bytes, select), font.outlines.length)
  return (glyph) => each[chosen[glyph]!] ?? []
}

function localsIn({ bytes }: Cff, dict: Dict): Subroutines {
  const [length = 0, at = 0] = dict.get(operators.private) ?? []
  const [place] = dictIn(bytes.subarray(at, at + length)).get(operators.subroutines) ?? []
  return place === undefined ? [] : indexAt(bytes, at + place).parts
}

function choices(select: Reader, glyphs: number): number[] {
  const chosen: number[] = []
  if (select.number(1) === 0) while (chosen.length < glyphs) chosen.push(select.number(1))
  else {
    const ranges = select.number(2)
    select.number(2)
    for (let i = 0; i < ranges; i++) {
      const font = select.number(1)
      const end = select.number(2)
      while (chosen.length < Math.min(end, glyphs)) chosen.push(font)
    }
  }
  return chosen
}

/** The least operands of those that draw (§4.1), and what their number is a multiple of beyond it. */
const drawing = new Map<number, { least: number; step: number }>([
  [5, { least: 2, step: 2 }],
  [6, { least: 1, step: 1 }],
  [7, { least: 1, step: 1 }],
  [8, { least: 6, step: 6 }],
  [24, { least: 8, step: 6 }],
  [25, { least: 8, step: 2 }],
  [26, { least: 4, step: 1 }],
  [27, { least: 4, step: 1 }],
  [30, { least: 4, step: 1 }],
  [31, { least: 4, step: 1 }],
  [0x0c22, { least: 7, step: 0 }],
  [0x0c23, { least: 13, step: 0 }],
  [0x0c24, { least: 9, step: 0 }],
  [0x0c25, { least: 11, step: 0 }],
])
const moving = new Map([
  [4, 1],
  [21, 2],
  [22, 1],
])
const stems = new Set([1, 3, 18, 23])
const masks = new Set([19, 20])
/** Of older fonts (§4.1); it says nothing any more. */
const dotSection = 0x0c00
const [callLocal, callGlobal, returns, ends, escape] = [10, 29, 11, 14, 12]

class Charstring {
  readonly #global: Subroutines
  readonly #local: Subroutines
  readonly #effort: { left: number }
  #operands: number[] = []
  #hints = 0
  /** The first operator that takes all operands may have one more, the width. */
  #isFirst = true
  #hasMoved = false

  constructor(global: Subroutines, local: Subroutines, effort: { left: number }) {
    this.#global = global
    this.#local = local
    this.#effort = effort
  }

  /** @throws RangeError where it ends before its operands do */
  isWhole = (outline: Uint8Array): boolean => this.#run(outline, 0) === 'end'

  #run(code: Uint8Array, depth: number): 'end' | 'return' | 'broken' {
    if (depth > mostDepth) return 'broken'
    const reader = new Reader(code, 0)
    while (reader.at < code.length) {
      if (--this.#effort.left < 0) return 'broken'
      const first = reader.number(1)
      if (first === 28 || first > 31) {
        if (this.#operands.push(numberOf(reader, first)) > mostOperands) return 'broken'
        continue
      }
      const operator = first === escape ? 0x0c00 + reader.number(1) : first
      if (operator === returns) return depth > 0 ? 'return' : 'broken'
      if (operator === ends) return this.#takes((count) => count === 0 || count === 4) ? 'end' : 'broken'
      if (operator === callLocal || operator === callGlobal) {
        const after = this.#call(operator === callLocal ? this.#local : this.#global, depth)
        if (after !== 'return') return after
      } else if (!this.#does(operator, reader)) return 'broken'
    }
    return depth > 0 ? 'return' : 'broken'
  }

  #call(subroutines: Subroutines, depth: number): 'end' | 'return' | 'broken' {
    const bias = subroutines.length < 1240 ? 107 : subroutines.length < 33_900 ? 1131 : 32_768
    const called = subroutines[(this.#operands.pop() ?? NaN) + bias]
    return called ? this.#run(called, depth + 1) : 'broken'
  }

  #does(operator: number, reader: Reader): boolean {
    if (stems.has(operator) || masks.has(operator)) {
      const isMask = masks.has(operator)
      this.#hints += this.#operands.length >> 1
      if (isMask) reader.number(Math.ceil(this.#hints / 8))
      return this.#takes((count) => count % 2 === 0 && (isMask || count > 0))
    }
    if (operator === dotSection) return this.#operands.length === 0
    const moved = moving.get(operator)
    if (moved !== undefined) {
      this.#hasMoved = true
      return this.#takes((count) => count === moved)
    }
    const drawn = drawing.get(operator)
    if (!drawn || !this.#hasMoved) return false
    const beyond = this.#operands.length - drawn.least
    this.#operands = []
    return beyond === 0 || (beyond > 0 && drawn.step > 0 && beyond % drawn.step === 0)
  }

  /** Whether there are as many operands as it needs, or one more where that may be the width. */
  #takes(isEnough: (count: number) => boolean): boolean {
    const { length } = this.#operands
    const isTaken = isEnough(length) || (this.#isFirst && length > 0 && isEnough(length - 1))
    this.#operands = []
    this.#isFirst = false
    return isTaken
  }
}

/** Whole, or of sixteen bits behind the point. */
const numberOf = (reader: Reader, first: number) => (first === 255 ? reader.number(4) / 65_536 : integer(reader, first))
