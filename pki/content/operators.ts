/** The operators of content (ISO 32000-2 annex A), and the orders of them that readers do not take alike. */

import { Fault } from './fault.ts'

/** Each with its operands: `n` a number, `/` a name, `s` a string, `a` an array, `d` a dictionary, `p` a name or a dictionary, `c` a colour. */
const table = `
  q Q cm:nnnnnn w:n J:n j:n M:n d:an ri:/ i:n gs:/
  m:nn l:nn c:nnnnnn v:nnnn y:nnnn h re:nnnn W W* S s f F f* B B* b b* n
  BT ET Tc:n Tw:n Tz:n TL:n Tf:/n Tr:n Ts:n Td:nn TD:nn Tm:nnnnnn T* Tj:s TJ:a ':s ":nns d0:nn d1:nnnnnn
  CS:/ cs:/ G:n g:n RG:nnn rg:nnn K:nnnn k:nnnn SC:c SCN:c sc:c scn:c
  sh:/ Do:/ MP:/ DP:/p BMC:/ BDC:/p EMC BX EX BI`

/** LibreOffice places the text of an empty box by three numbers, and shows none. */
const places = new Set(['Td', 'TD', 'Tm'])
const shows = new Set(['Tj', 'TJ', "'", '"'])
const paints = new Set('S s f F f* B B* b b*'.split(' '))
const draws = new Set([...paints, ...shows, 'sh', 'Do', 'BI'])
/** What belongs to the graphics state (§8.4). */
const changes = new Set('cm w J j M d ri i gs W W* Tc Tw Tz TL Tf Tr Ts CS cs SC SCN sc scn G g RG rg K k'.split(' '))

/** How text is shown (table 104). */
const modes = new Set([0, 1, 2, 3, 4, 5, 6, 7])
const colours = new Set('CS cs SC SCN sc scn G g RG rg K k sh'.split(' '))

/** One operator, with what it takes. */
export type Operator = { readonly name: string; readonly operands: string }

/** By the octets of their names, each the next of one number. */
const operators = new Map<number, Operator>()
for (const one of table.trim().split(/\s+/)) {
  const [name = '', operands = ''] = one.split(':')
  operators.set(codeOf(name), { name, operands })
}
const longestName = 3

function codeOf(name: string): number {
  let code = 0
  for (let i = 0; i < name.length; i++) code = code * 256 + name.charCodeAt(i)
  return code
}

/** The operator whose name stands in [start, end). */
export function operatorAt(data: Uint8Array, start: number, end: number): Operator | undefined {
  if (end - start > longestName) return undefined
  let code = 0
  for (let at = start; at < end; at++) code = code * 256 + data[at]!
  return operators.get(code)
}

/** What stands before an operator: the kinds of its operands, the last array, the last name, the last number, and all strings. */
export type Operands = {
  readonly kinds: string
  readonly array: ArrayFacts
  readonly name: () => string
  readonly number: () => number
  readonly strings: () => Uint8Array[]
}
export type ArrayFacts = { readonly kinds: string; readonly isZero: boolean }

/** A font of the resources by its name. @throws Fault where there is none */
export type Fonts = (name: string) => Letters
/** Whether readers may show different letters for a string. */
export type Letters = { readonly areInDoubt: (string: Uint8Array) => boolean }

/** Follows the operators of one content. */
export class Order {
  readonly #fonts: Fonts
  /** That text is shown in, and those that were saved. */
  #font: Letters | undefined
  readonly #savedFonts: (Letters | undefined)[] = []
  /** What is no fault unless text follows in the same text object. */
  #misplaced: Fault | undefined
  /** Whether the graphics state beneath those that are saved was changed, and whether that was restored all the same. */
  #isChanged = false
  #isTwofold = false
  #hasSpace = false
  #isText = false
  /** Whether a path was begun, and left for something else. */
  #isPath = false
  #isLeft = false
  /** Whether a glyph said that it takes its colour from the text. */
  #isColourless = false

  constructor(fonts: Fonts) {
    this.#fonts = fonts
  }

  /** @throws Fault */
  take(operator: Operator, { kinds, array, name, number, strings }: Operands): void {
    const is = operator.name
    if (!fits(kinds, operator.operands)) this.#misplace(is)
    if ((is === 'TJ' && !isOfText(array)) || (is === 'd' && !isOfDashes(array))) throw new Fault(`${is} has an array of something else`)
    if (draws.has(is)) this.#draw(is, strings)
    if (is === 'Tr' && !modes.has(number())) throw new Fault('text is shown in a mode that is none')
    if (is === 'd1') this.#isColourless = true
    else if (this.#isColourless && colours.has(is)) throw new Fault('a glyph has a colour of its own, and says that it has none')
    if (is === 'cs' || is === 'CS') this.#hasSpace = true
    else if (operator.operands === 'c' && kinds.endsWith('/') && !this.#hasSpace) throw new Fault('a pattern has no colour space')
    if (is === 'm' || is === 're') this.#isPath = true
    else if (is === 'n' || paints.has(is)) [this.#isPath, this.#isLeft] = [false, false]
    else if (is === 'BT') [this.#isText, this.#isLeft] = [true, this.#isPath]
    else if (is === 'ET') [this.#isText, this.#misplaced] = [false, undefined]
    else if (is === 'q') this.#savedFonts.push(this.#font)
    else if (is === 'Q') this.#restore()
    else if (is === 'Tf') this.#font = this.#fonts(name())
    if (this.#savedFonts.length === 0 && changes.has(is)) this.#isChanged = true
  }

  #misplace(operator: string): void {
    const fault = new Fault(`${operator} has other operands than it takes`)
    if (!places.has(operator)) throw fault
    this.#misplaced ??= fault
  }

  #draw(operator: string, strings: () => Uint8Array[]): void {
    if (this.#isTwofold) throw new Fault('something is drawn after more was restored than was saved')
    // MuPDF forgets such a path, and others paint it with the next
    if (this.#isLeft && paints.has(operator)) throw new Fault('a path is painted behind something else that was drawn')
    if (!shows.has(operator)) return
    if (this.#misplaced) throw this.#misplaced
    if (!this.#isText) throw new Fault('text is shown outside of a text object')
    if (!this.#font) throw new Fault('text is shown in no font of its own')
    if (strings().some(this.#font.areInDoubt)) throw new Fault('a letter is another one to some readers')
  }

  /** Where nothing was saved MuPDF goes back to what the content began with, and others go on. */
  #restore(): void {
    if (this.#savedFonts.length === 0) this.#isTwofold ||= this.#isChanged
    else this.#font = this.#savedFonts.pop()
  }
}

function fits(kinds: string, wanted: string): boolean {
  if (kinds === wanted) return true
  if (wanted === 'c') return /^(?:n+|n*\/)$/.test(kinds)
  return wanted === '/p' && (kinds === '/d' || kinds === '//')
}

const isOfText = ({ kinds }: ArrayFacts) => /^[ns]*$/.test(kinds)
/** A line of dashes without a length some draw, and others do not. */
const isOfDashes = ({ kinds, isZero }: ArrayFacts) => kinds === '' || (kinds === 'n' && !isZero)
