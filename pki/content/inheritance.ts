/** What content goes on with of what draws it: a form has the colours of that (ISO 32000-2 §8.10.1), and an annotation's appearance none but black. */

import { PdfError } from '#pki/pdf/error.ts'
import { mostOfForm } from './squeezed.ts'

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
  /** The most that its letters are squeezed. */
  squeeze = 0
  /** What goes on behind its end. */
  fault: string | undefined
}

type Call = { readonly by: number | undefined; readonly grounds: Grounds; readonly squeeze: number }

/** MuPDF draws thirty, and not fifty. */
const deepest = 28
const mostDrawn = 500_000
const mostSteps = 1_000_000
const purposes = ['fill', 'line'] as const
/** Gray has one number. */
const begin: Ground = { count: 1, isBlack: true }

export class Inheritance {
  readonly #calls = new Map<number, Map<string, Call>>()
  readonly #dependences = new Map<number, Dependence>()
  readonly #levels = new Map<number, number>()
  readonly #squeezes = new Map<number, number>()
  #drawn = 0
  #steps = 0

  /** @param form where it stands @param call by the form that draws it, undefined for a page @throws PdfError TOO_LARGE */
  draw(form: number, call: Call): void {
    if (++this.#drawn > mostDrawn) throw new PdfError('TOO_LARGE', 'more forms are drawn than the reader allows')
    const said = purposes.flatMap((purpose) => Object.values(call.grounds[purpose]))
    this.#calls
      .getOrInsertComputed(form, () => new Map<string, Call>())
      .set([call.by, ...said, call.squeeze > 1.01 && call.squeeze].join(), call)
  }

  of(form: number): Dependence {
    return this.#dependences.getOrInsertComputed(form, () => new Dependence())
  }

  /** What is wrong, once all content was read. */
  fault(): string | undefined {
    for (const form of this.#calls.keys()) if (this.#levelOf(form, 0) > deepest) return 'forms stand within one another too deep'
    for (const [form, { counts, black, squeeze, fault }] of this.#dependences) {
      if (fault !== undefined && this.#calls.has(form)) return fault
      if (squeeze * this.#squeezeOf(form) > mostOfForm) return 'letters of a form are squeezed or slanted until they cannot be read'
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

  /** How much a form is squeezed by all that draws it, at most. */
  #squeezeOf(form: number): number {
    const known = this.#squeezes.get(form)
    if (known !== undefined) return known
    this.#squeezes.set(form, 1)
    let most = 1
    for (const { by, squeeze } of this.#calls.get(form)?.values() ?? [])
      most = Math.max(most, squeeze * (by === undefined ? 1 : this.#squeezeOf(by)))
    this.#squeezes.set(form, most)
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

const isSame = (one: number | undefined, other: number) => (one === undefined ? undefined : one === other)
