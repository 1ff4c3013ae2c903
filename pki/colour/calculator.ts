/**
 * Programs of PostScript calculators (ISO 32000-2 §7.10.5). What a program may meet while it runs is told from the numbers that it may begin with: where
 * it takes more than there is, divides by nothing or leaves too much, each reader goes on with another number.
 */

import { Fault } from '#pki/content/fault.ts'
import type { Interval } from './numbers.ts'

type Item = Interval | 'boolean'
type Block = readonly Step[]
type Step = string | number | Block

/** Readers keep a hundred numbers. */
const mostItems = 64
const mostNumber = 2 ** 31
const deepest = 20
const token = /[ \t\r\n]*(?:%[^\r\n]*[\r\n]|([{}])|(-?(?:\d+\.?\d*|\.\d+))(?=[ \t\r\n{}%])|([a-z]+)(?=[ \t\r\n{}%]))/y

/**
 * @param program as its stream has it @param inputs what it is given
 * @param outputs how many numbers it must leave
 * @throws Fault where readers may make different numbers of it
 */
export function checkProgram(program: string, inputs: readonly Interval[], outputs: number): void {
  const items = new Run([...inputs]).all(blockIn(program))
  if (items.length !== outputs || items.includes('boolean')) throw new Fault('a program leaves other numbers than its function says')
}

function blockIn(program: string): Block {
  const open: Step[][] = [[]]
  token.lastIndex = 0
  let end = 0
  for (let found = token.exec(program); found; found = token.exec(program)) {
    end = token.lastIndex
    const [, brace, number, name] = found
    if (brace === '{') {
      if (open.push([]) > deepest) throw new Fault('a program stands too deep within itself')
    } else if (brace === '}') {
      const block = open.pop()!
      const around = open.at(-1)
      if (!around) throw new Fault('a program ends before it begins')
      around.push(block)
    } else if (number !== undefined) {
      if (Math.abs(Number(number)) >= mostNumber) throw new Fault('a number of a program is larger than readers take')
      open.at(-1)!.push(Number(number))
    } else if (name !== undefined) open.at(-1)!.push(name)
  }
  const [block, ...others] = open[0] ?? []
  if (open.length !== 1 || others.length > 0 || !Array.isArray(block) || program.slice(end).trim() !== '')
    throw new Fault('a program is not written as one')
  return block as Block
}

const map =
  (of: (value: number) => number) =>
  ([least, most]: Interval): Interval => [of(least), of(most)]

/** Those that rise with their number. */
const rising: Readonly<Record<string, (value: number) => number>> = {
  ceiling: Math.ceil,
  cvi: Math.trunc,
  cvr: (value) => value,
  floor: Math.floor,
  truncate: Math.trunc,
}
/** Those that rise, and what they are certain from. */
const risingFrom: Readonly<Record<string, readonly [(value: number) => number, number]>> = {
  ln: [Math.log, Number.MIN_VALUE],
  log: [Math.log10, Number.MIN_VALUE],
  round: [Math.round, 0],
  sqrt: [Math.sqrt, 0],
}
const hull = (values: readonly number[]): Interval => [Math.min(...values), Math.max(...values)]
const corners = (one: Interval, other: Interval, of: (a: number, b: number) => number) =>
  hull(one.flatMap((a) => other.map((b) => of(a, b))))

class Run {
  #items: Item[]

  constructor(items: Item[]) {
    this.#items = items
  }

  all(block: Block): Item[] {
    for (let at = 0; at < block.length; at++) {
      const step = block[at]!
      if (typeof step === 'number') this.#push([step, step])
      else if (typeof step === 'string') this.#operator(step)
      else at = this.#branch(block, at)
    }
    return this.#items
  }

  /** One block before `if`, two before `ifelse`. @returns where that stands */
  #branch(block: Block, at: number): number {
    const [first, second, third] = block.slice(at, at + 3)
    const isTwofold = Array.isArray(second) && third === 'ifelse'
    if (!isTwofold && second !== 'if') throw new Fault('a program has a part that is not carried out')
    if (this.#pop() !== 'boolean') throw new Fault('a program goes by a number where it must know')
    const before = [...this.#items]
    const one = new Run([...before]).all(first as Block)
    const other = isTwofold ? new Run(before).all(second as Block) : before
    if (one.length !== other.length) throw new Fault('a program leaves more one way than another')
    this.#items = one.map((item, i): Item => {
      const across = other[i]!
      if (item === 'boolean' || across === 'boolean') {
        if (item !== across) throw new Fault('a program leaves a number one way, and none another')
        return item
      }
      return hull([...item, ...across])
    })
    return at + (isTwofold ? 2 : 1)
  }

  #push(item: Item): void {
    if (item !== 'boolean' && !(Math.abs(item[0]) < mostNumber && Math.abs(item[1]) < mostNumber))
      throw new Fault('a program makes numbers that are too large')
    if (this.#items.push(item) > mostItems) throw new Fault('a program keeps too many numbers')
  }

  #pop(): Item {
    const item = this.#items.pop()
    if (item === undefined) throw new Fault('a program takes more than there is')
    return item
  }

  #number(): Interval {
    const item = this.#pop()
    if (item === 'boolean') throw new Fault('a program reckons with what is no number')
    return item
  }

  /** What the program itself says. */
  #count(): number {
    const [least, most] = this.#number()
    if (least !== most || !Number.isInteger(least)) throw new Fault('a program moves numbers that are not counted')
    return least
  }

  #operator(name: string): void {
    if (this.#moves(name)) return
    if (Object.hasOwn(rising, name)) return this.#push(map(rising[name]!)(this.#number()))
    if (Object.hasOwn(risingFrom, name)) {
      const [of, from] = risingFrom[name]!
      const number = this.#number()
      if (number[0] < from) throw new Fault(`a program asks for ${name} of what has none`)
      return this.#push(map(of)(number))
    }
    if (/^(?:eq|ne|gt|ge|lt|le)$/.test(name)) {
      this.#number()
      this.#number()
      return this.#push('boolean')
    }
    if (/^(?:and|or|xor|not)$/.test(name)) {
      for (let taken = name === 'not' ? 1 : 2; taken > 0; taken--)
        if (this.#pop() !== 'boolean') throw new Fault('a program takes the bits of a number')
      return this.#push('boolean')
    }
    if (name === 'true' || name === 'false') return this.#push('boolean')
    this.#push(this.#reckoned(name, this.#number()))
  }

  #reckoned(name: string, last: Interval): Interval {
    const [least, most] = last
    switch (name) {
      case 'abs':
        return [least > 0 ? least : most < 0 ? -most : 0, Math.max(-least, most)]
      case 'neg':
        return [-most, -least]
      case 'sin':
      case 'cos':
        return [-1, 1]
      case 'add':
        return corners(this.#number(), last, (a, b) => a + b)
      case 'sub':
        return corners(this.#number(), last, (a, b) => a - b)
      case 'mul':
        return corners(this.#number(), last, (a, b) => a * b)
      case 'div':
        if (least <= 0 && most >= 0) throw new Fault('a program may divide by nothing')
        return corners(this.#number(), last, (a, b) => a / b)
      case 'exp': {
        const base = this.#number()
        if (base[0] < 0 || least <= 0) throw new Fault('a program asks for a power of what has none')
        return corners(base, last, (a, b) => a ** b)
      }
      default:
        throw new Fault(`readers carry out ${name.slice(0, 12)} differently`)
    }
  }

  /** Table 42. @returns whether it was one of these */
  #moves(name: string): boolean {
    if (name === 'pop') this.#pop()
    else if (name === 'dup') this.#copy(1)
    else if (name === 'copy') this.#copy(this.#count())
    else if (name === 'exch') this.#roll(2, 1)
    else if (name === 'index') {
      const behind = this.#last(this.#count() + 1)
      this.#push(this.#items.at(-behind)!)
    } else if (name === 'roll') {
      const by = this.#count()
      this.#roll(this.#count(), by)
    } else return false
    return true
  }

  #copy(count: number): void {
    for (const item of this.#items.slice(this.#items.length - this.#last(count))) this.#push(item)
  }

  #roll(count: number, by: number): void {
    const part = this.#items.splice(this.#items.length - this.#last(count))
    const from = part.length === 0 ? 0 : ((-by % part.length) + part.length) % part.length
    this.#items.push(...part.slice(from), ...part.slice(0, from))
  }

  /** As many as there are. */
  #last(count: number): number {
    if (count < 0 || count > this.#items.length) throw new Fault('a program moves more than there is')
    return count
  }
}
