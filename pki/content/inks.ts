/** The colours that content draws in (ISO 32000-2 §8.6.8), as far as it takes to know that there are some, and of as many numbers as they need. */

import { has } from '#pki/colour/numbers.ts'
import type { Interval } from '#pki/colour/numbers.ts'
import { deviceSpaces } from '#pki/colour/spaces.ts'
import type { Space } from '#pki/colour/spaces.ts'
import { Fault } from './fault.ts'
import type { Dependence, Ground, Grounds, Purpose } from './inheritance.ts'
import type { Resources } from './resources.ts'

/**
 * The space is not known where content began with that of what draws it, nor whether it is black. Whether a colour was said in a space counts, too: pdf.js
 * and PDFium go on with the one before, others with the one that the space begins with, which may both be black.
 */
type Ink = { readonly space: Space | undefined; readonly isSaid: boolean; readonly isBlack: boolean | undefined }

const shortcuts: Readonly<Record<string, string>> = { g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }
const fills = new Set('f F f* B B* b b*'.split(' '))
const lines = new Set('S s B B* b b*'.split(' '))
const black: Ink = { space: deviceSpaces['DeviceGray'], isSaid: true, isBlack: true }
const inherited: Ink = { space: undefined, isSaid: true, isBlack: undefined }
/** Gray and red, green and blue that are out of range all readers take for the nearest that is not. */
const mostOutOfRange: Interval = [-10_000, 10_000]
/** What a number of a table may have besides: readers leave it off. */
const mostBeside = 0.49

/** What stands before an operator. */
export type Said = { readonly kinds: string; readonly name: () => string; readonly numbers: () => number[] }

export class Inks {
  readonly #resources: Resources
  #fill: Ink
  #line: Ink
  readonly #saved: (readonly [Ink, Ink])[] = []
  readonly #dependence: Dependence | undefined

  /** @param dependence of content that begins with the colours of what draws it; others begin in black */
  constructor(resources: Resources, dependence: Dependence | undefined) {
    this.#resources = resources
    this.#dependence = dependence
    this.#fill = this.#line = dependence ? inherited : black
  }

  /** What a form goes on with that is drawn now. */
  get grounds(): Grounds {
    const ground = ({ space, isBlack }: Ink): Ground => ({ count: space?.components.length, isBlack })
    return { fill: ground(this.#fill), line: ground(this.#line) }
  }

  /** @throws Fault */
  take(is: string, said: Said): void {
    if (is === 'q') this.#saved.push([this.#fill, this.#line])
    else if (is === 'Q') [this.#fill, this.#line] = this.#saved.pop() ?? [this.#fill, this.#line]
    else if (is === 'cs') this.#fill = begun(this.#fill, this.#resources.space(said.name()))
    else if (is === 'CS') this.#line = begun(this.#line, this.#resources.space(said.name()))
    else if (is === 'sc' || is === 'scn') this.#fill = this.#coloured(this.#fill, is, said, 'fill')
    else if (is === 'SC' || is === 'SCN') this.#line = this.#coloured(this.#line, is, said, 'line')
    else if (Object.hasOwn(shortcuts, is)) this.#fill = this.#coloured(this.#device(is), is, said, 'fill')
    else if (Object.hasOwn(shortcuts, is.toLowerCase())) this.#line = this.#coloured(this.#device(is.toLowerCase()), is, said, 'line')
    else if (fills.has(is)) this.requireFill()
    if (lines.has(is)) this.requireLine()
  }

  /** Whatever is drawn in the colour of areas. */
  requireFill(): void {
    this.#requireSaid(this.#fill, 'fill')
  }

  requireLine(): void {
    this.#requireSaid(this.#line, 'line')
  }

  /** Of letters. */
  requireOutlines(): void {
    this.requireLine()
    // poppler draws them in black
    if (this.#line.space?.kind === 'pattern') throw new Fault('letters are outlined in a pattern')
  }

  #requireSaid({ isSaid, isBlack }: Ink, purpose: Purpose): void {
    if (isSaid || isBlack === true) return
    if (isBlack === false) throw new Fault('something is drawn in no colour')
    this.#dependence?.black.add(purpose)
  }

  #device = (is: string): Ink => ({ ...black, space: this.#resources.space(shortcuts[is]!) })

  #coloured({ space }: Ink, operator: string, said: Said, purpose: Purpose): Ink {
    const given = said.numbers()
    const isPattern = said.kinds.endsWith('/')
    if (space?.kind === 'pattern') this.#requirePattern(space, operator, said, given)
    else if (isPattern) throw new Fault('a pattern has no colour space')
    else if (space) requireColour(space, given)
    else this.#requireAbove(given.length, purpose)
    return { space, isSaid: true, isBlack: space !== undefined && !isPattern && isBlack(space, given) }
  }

  /** In the space of what draws this content. */
  #requireAbove(count: number, purpose: Purpose): void {
    const { counts } = this.#dependence!
    if (counts.getOrInsert(purpose, count) !== count) throw new Fault('a colour has more numbers than another of its space')
  }

  #requirePattern(space: Space, operator: string, { kinds, name }: Said, given: readonly number[]): void {
    if (!kinds.endsWith('/') || operator.toLowerCase() !== 'scn') throw new Fault('a pattern has no name')
    const { takesColour } = this.#resources.pattern(name())
    if (takesColour && space.components.length > 0) requireColour(space, given)
    else if (takesColour || given.length > 0) throw new Fault('a pattern has a colour that it does not take, or none')
  }
}

function requireColour({ kind, components }: Space, given: readonly number[]): void {
  if (given.length !== components.length) throw new Fault('a colour has more numbers than its space, or less')
  const isClamped = kind === 'device' && components.length < 4
  const isThere = (range: Interval, number: number) =>
    kind === 'table' ? isOfTable(range, number) : has(isClamped ? mostOutOfRange : range, number)
  if (!components.every((range, i) => isThere(range, given[i]!))) throw new Fault('a colour is none of its space')
}

const isOfTable = ([least, most]: Interval, number: number) => number >= least && Math.floor(number) <= most && number % 1 <= mostBeside

function isBlack({ kind }: Space, given: readonly number[]): boolean {
  if (kind !== 'device' && kind !== 'measured') return false
  return given.length === 4 ? kind === 'device' && given.join() === '0,0,0,1' : given.every((one) => one === 0)
}

/** In the colour that a space begins with (§8.6.5.1). */
function begun({ isBlack }: Ink, space: Space): Ink {
  const beginsBlack = space.kind === 'device' || (space.kind === 'measured' && space.components.length < 4)
  return { space, isSaid: false, isBlack: beginsBlack ? isBlack : false }
}
