/** What content goes on with of what draws it: a form has the colours of that (ISO 32000-2 §8.10.1), and an annotation's appearance none but black. */

import { PdfError } from '#pki/pdf/error.ts'
import { largest, mostOfForm } from './squeezed.ts'
import type { Letters, Turn } from './squeezed.ts'
import { faultOfLines } from './strokes.ts'
import type { Lines } from './strokes.ts'

/** A colour where a form is drawn: how many numbers its space has, and whether it is black. Undefined where that was inherited in turn. */
export type Ground = { readonly count: number | undefined; readonly isBlack: boolean | undefined }
export type Grounds = Readonly<Record<Purpose, Ground>>
export type Purpose = 'fill' | 'line'

/** What the content of a form, a pattern or a glyph takes for given. */
export class Dependence {
  /** The numbers of colours that it says before it says their space. */
  readonly counts = new Map<Purpose, number>()
  /** What must be black, since some readers go on with it where a space begins. */
  readonly black = new Set<Purpose>()
  readonly letters: Letters = { squeeze: 0, size: 0, taken: 0 }
  readonly lines: Lines = { dot: 0, breadth: 0 }
  /** What goes on behind its end. */
  fault: string | undefined
}

type Call = { readonly by: number | undefined; readonly grounds: Grounds; readonly turn: Turn }

/** MuPDF draws thirty, and not fifty. */
const deepest = 28
const mostDrawn = 500_000
const mostSteps = 1_000_000
const purposes = ['fill', 'line'] as const
const asItIs: Turn = { squeeze: 1, scale: 1, odd: 0, open: 0 }
/** Gray has one number. */
const begin: Ground = { count: 1, isBlack: true }

export class Inheritance {
  readonly #calls = new Map<number, Map<string, Call>>()
  readonly #dependences = new Map<number, Dependence>()
  readonly #levels = new Map<number, number>()
  readonly #turns = new Map<number, Turn>()
  #drawn = 0
  #steps = 0

  /** @param form where it stands @param call by the form that draws it, undefined for a page @throws PdfError TOO_LARGE */
  draw(form: number, call: Call): void {
    if (++this.#drawn > mostDrawn) throw new PdfError('TOO_LARGE', 'more forms are drawn than the reader allows')
    const said = [call.by, ...purposes.flatMap((purpose) => Object.values(call.grounds[purpose]))].join()
    const calls = this.#calls.getOrInsertComputed(form, () => new Map<string, Call>())
    const turn = largerOf(call.turn, calls.get(said)?.turn ?? asItIs)
    calls.set(said, { ...call, turn })
  }

  of(form: number): Dependence {
    return this.#dependences.getOrInsertComputed(form, () => new Dependence())
  }

  /** What is wrong, once all content was read. */
  fault(): string | undefined {
    for (const form of this.#calls.keys()) if (this.#levelOf(form, 0) > deepest) return 'forms stand within one another too deep'
    for (const [form, { counts, black, letters, lines, fault }] of this.#dependences) {
      if (fault !== undefined && this.#calls.has(form)) return fault
      const { squeeze, scale, odd } = this.#turnOf(form)
      if ((letters.taken & odd) !== 0) return 'letters of a form stand as what draws it says, to some readers'
      if (letters.squeeze * squeeze > mostOfForm) return 'letters of a form are squeezed or slanted until they cannot be read'
      if (letters.size * scale > largest) return 'letters of a form are larger than readers draw them'
      const broken = faultOfLines(lines, scale)
      if (broken !== undefined) return broken
      for (const [purpose, count] of counts)
        if (!this.#is(form, (grounds) => isSame(grounds[purpose].count, count)))
          return 'a form says a colour in another space than it is drawn in'
      for (const purpose of black)
        if (!this.#is(form, (grounds) => grounds[purpose].isBlack)) return 'a form begins with a colour that some readers go on with'
    }
    return undefined
  }

  /** How many forms are drawn one by another until this one. What draws itself counts once. */
  #levelOf(form: number, beneath: number): number {
    if (beneath > deepest) return beneath
    const known = this.#levels.get(form)
    if (known !== undefined) return known
    this.#levels.set(form, 0)
    let level = 1
    for (const { by } of this.#calls.get(form)?.values() ?? [])
      if (by !== undefined) level = Math.max(level, 1 + this.#levelOf(by, beneath + 1))
    this.#levels.set(form, level)
    return level
  }

  /** What becomes of a form by all that draws it, at most. */
  #turnOf(form: number): Turn {
    const known = this.#turns.get(form)
    if (known) return known
    this.#turns.set(form, asItIs)
    let most = asItIs
    for (const { by, turn } of this.#calls.get(form)?.values() ?? []) {
      const above = by === undefined ? asItIs : this.#turnOf(by)
      const [squeeze, scale] = [turn.squeeze * above.squeeze, turn.scale * above.scale]
      most = largerOf(most, { squeeze, scale, odd: turn.odd | (above.odd & turn.open), open: 0 })
    }
    this.#turns.set(form, most)
    return most
  }

  /** Whether something holds wherever a form is drawn. @param holds undefined where that was inherited */
  #is(form: number, holds: (grounds: Grounds) => boolean | undefined): boolean {
    const open = [form]
    const met = new Set(open)
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const calls = this.#calls.get(one)
      if (!calls && !holds({ fill: begin, line: begin })) return false
      for (const { by, grounds } of calls?.values() ?? []) {
        const known = holds(grounds)
        if (++this.#steps > mostSteps || known === false || (known === undefined && by === undefined)) return false
        if (known === true || met.has(by!)) continue
        met.add(by!)
        open.push(by!)
      }
    }
    return true
  }
}

const largerOf = (one: Turn, other: Turn): Turn => ({
  squeeze: Math.max(one.squeeze, other.squeeze),
  scale: Math.max(one.scale, other.scale),
  odd: one.odd | other.odd,
  open: one.open | other.open,
})
const isSame = (one: number | undefined, other: number) => (one === undefined ? undefined : one === other)
