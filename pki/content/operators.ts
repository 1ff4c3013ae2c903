/** The orders of content's operators that readers do not take alike. */

import type { State } from '#pki/colour/states.ts'
import { isClear } from '#pki/colour/transparency.ts'
import type { Clearness } from '#pki/colour/transparency.ts'
import { Fault } from './fault.ts'
import { hairlinesOf } from './hairlines.ts'
import type { Dependence, Grounds } from './inheritance.ts'
import { checkColours } from './inlineColours.ts'
import type { InlineImage } from './inlineImages.ts'
import { Inks } from './inks.ts'
import { Masked } from './masked.ts'
import type { Box, Matrix } from './matrix.ts'
import type { Operator } from './operatorNames.ts'
import { PathParts } from './pathParts.ts'
import { certain } from './resources.ts'
import type { Letters, Resources } from './resources.ts'
import { Shape } from './squeezed.ts'
import type { Turn } from './squeezed.ts'
import { Strokes } from './strokes.ts'

/** LibreOffice places the text of an empty box by three numbers, and shows none. */
const places = new Set(['Td', 'TD', 'Tm'])
const shows = new Set(['Tj', 'TJ', "'", '"'])
const moves = new Set([...places, ...shows, 'T*', 'BT'])
const fills = new Set(['f', 'F', 'f*'])
const paints = new Set('S s f F f* B B* b b*'.split(' '))
const draws = new Set([...paints, ...shows, 'sh', 'Do', 'BI'])
/** What is drawn with paths of its own. */
const beside = new Set(['sh', 'Do', 'BI'])

/** How text is shown (table 104). */
const modes = new Set([0, 1, 2, 3, 4, 5, 6, 7])
const firstOfEdges = 4
const unseen = 3
const colours = new Set('CS cs SC SCN sc scn G g RG rg K k sh'.split(' '))

/** What stands before an operator: the kinds of its operands, the last array, the last name, all numbers outside of arrays, and all strings. */
export type Operands = {
  readonly kinds: string
  readonly array: ArrayFacts
  readonly name: () => string
  readonly numbers: () => number[]
  readonly strings: () => Uint8Array[]
}
/** Its numbers, where it holds nothing else. */
export type ArrayFacts = { readonly kinds: string; readonly numbers: () => number[] }

/** What content is besides what it says. */
export type Nature = {
  /** Of a form, a pattern or a glyph, which go on with what draws them. */
  readonly dependence?: Dependence
  /** A pattern may take its colour from where it is used. */
  readonly isColourless?: boolean
  /** A group may have parts that take the place of those beneath them, by some readers. */
  readonly isKnockout?: boolean
  /** What a pattern has its content turned by. */
  readonly matrix?: Matrix
  /** Told of each form that is drawn, of the colours that it goes on with, and of what becomes of it. */
  /** Told of lines that not all readers see. */
  readonly onHairlines?: (lines: readonly Box[]) => void
  readonly onForm?: (form: number, grounds: Grounds, turn: Turn) => void
}

/** Readers leave the letters of a font where they are that comes with other things of the graphics state. */
const fontOfState: Letters = { areInDoubt: () => true }
const clips = new Set(['W', 'W*'])
const shortestDash = 0.001

/** How text is shown, whether an edge of nothing leaves out all that is drawn, and what lets be seen what lies beneath. */
type Shown = { readonly font: Letters | undefined; readonly mode: number; readonly isHidden: boolean; readonly clearness: Clearness }
type Saved = { readonly state: Shown; readonly moves: number }

/** Follows the operators of one content. */
export class Order {
  readonly #resources: Resources | undefined
  readonly #nature: Nature
  readonly #inks: Inks | undefined
  readonly #masked: Masked | undefined
  readonly #shape: Shape
  readonly #path = new PathParts()
  /** Lines that not all readers see. */
  readonly #hairlines: Box[] = []
  readonly #strokes: Strokes
  /** That text is shown in, and how (table 104), with those that were saved. */
  #state: Shown = { font: undefined, mode: 0, isHidden: false, clearness: {} }
  readonly #saved: Saved[] = []
  /** What is no fault unless text follows in the same text object. */
  #misplaced: Fault | undefined
  /** What of a text object readers do not agree about: where its text goes on, or where its line begins as well. */
  #astray: 'nothing' | 'text' | 'line' = 'nothing'
  /** How often text was placed or shown. */
  #moves = 0
  /** Whether more was restored than was saved. */
  #isTwofold = false
  #hasSpace = false
  #isText = false
  /** Whether a path was begun, and left for something else. */
  #isPath = false
  #isLeft = false
  /** Whether what is drawn takes its colour from elsewhere. */
  #isColourless: boolean
  /** Whether the path becomes an edge as soon as it is painted. */
  #edge: 'none' | 'next' | 'late' = 'none'
  /** Whether text of this text object becomes an edge when that ends. */
  #hasEdges = false
  #isDrawnOn = false

  /** @param resources undefined where nothing is known of them */
  constructor(resources: Resources | undefined, nature: Nature) {
    this.#resources = resources
    this.#inks = resources && new Inks(resources, nature.dependence)
    this.#masked = resources?.haveMasks ? new Masked() : undefined
    this.#nature = nature
    this.#shape = new Shape(nature.matrix)
    this.#strokes = new Strokes(nature.dependence?.lines)
    this.#isColourless = nature.isColourless === true
  }

  /** @throws Fault */
  take(operator: Operator, operands: Operands): void {
    const { kinds, array, name, numbers } = operands
    const is = operator.name
    if (!fits(kinds, operator.operands)) this.#misplace(is)
    if ((is === 'TJ' && !isOfText(array)) || (is === 'd' && !isOfDashes(array))) throw new Fault(`${is} has an array of something else`)
    this.#shape.take(is, numbers)
    if (draws.has(is)) this.#draw(is, operands)
    if (is === 'd1') this.#isColourless = true
    else if (this.#isColourless && colours.has(is))
      throw new Fault('a glyph or a pattern has a colour of its own, and says that it has none')
    if (is === 'cs' || is === 'CS') this.#hasSpace = true
    else if (operator.operands === 'c' && kinds.endsWith('/') && !this.#hasSpace) throw new Fault('a pattern has no colour space')
    this.#inks?.take(is, operands)
    this.#masked?.take(is, numbers)
    this.#path.take(is, numbers, this.#shape.matrix)
    this.#strokes.take(is, numbers, array.numbers)
    this.#follow(is)
    this.#place(is)
    if (is === 'BT') [this.#isText, this.#isLeft] = [true, this.#isPath]
    else if (is === 'ET') [this.#isText, this.#hasEdges, this.#misplaced] = [false, false, undefined]
    else if (is === 'q') this.#saved.push({ state: this.#state, moves: this.#moves })
    else if (is === 'Q') this.#restore()
    else if (is === 'Tf') this.#state = { ...this.#state, font: this.#resources ? this.#resources.font(name()) : certain }
    else if (is === 'Tr') this.#setMode(numbers()[0]!)
    else if (is === 'gs' && this.#resources) this.#change(this.#resources.state(name()))
  }

  /** One within the content. @throws Fault */
  drawImage(image: InlineImage): void {
    if (this.#resources) checkColours(image, this.#resources.space)
    this.#masked?.drawImage()
  }

  /** Of the content. */
  end(): void {
    if (this.#isPath || this.#edge !== 'none') this.#goOn('a path goes on outside of its content')
    if (this.#hairlines.length > 0) this.#nature.onHairlines?.(this.#hairlines)
  }

  /** Behind the end of this content. */
  #goOn(fault: string): void {
    if (this.#nature.dependence) this.#nature.dependence.fault = fault
  }

  /** Paths, and what they leave out when they are painted. */
  #follow(is: string): void {
    if (is === 'm' || is === 're') this.#isPath = true
    else if (is === 'n' || paints.has(is)) this.#endPath(is)
    else if (clips.has(is)) this.#edge = 'next'
    else if (this.#edge !== 'none' && (is === 'q' || is === 'Q' || is === 'BT')) this.#edge = 'late'
  }

  /** poppler goes on with text where a path ends that was begun in between, PDFium where it was when a state was saved, and MuPDF where a form's text ends. */
  #place(is: string): void {
    if (moves.has(is)) this.#moves++
    if (is === 'BT' || is === 'Tm') this.#astray = 'nothing'
    else if (this.#astray === 'line') return
    else if (is === 'm' || is === 're') this.#astray = 'text'
    else if (moves.has(is)) this.#astray = 'nothing'
  }

  #endPath(is: string): void {
    this.#masked?.endPath(is)
    const parts = this.#path.end()
    if (fills.has(is)) this.#hairlines.push(...hairlinesOf(parts))
    else if (is !== 'n') this.#strokes.paint(parts, this.#shape.matrix())
    // pdf.js makes it one whatever was saved, restored or shown in between
    if (this.#edge === 'late') throw new Fault('a path becomes an edge behind something else')
    // MuPDF leaves out everything where nothing is an edge, and others nothing
    if (this.#edge === 'next' && !this.#isPath) this.#state = { ...this.#state, isHidden: true }
    ;[this.#isPath, this.#isLeft, this.#edge] = [false, false, 'none']
  }

  #setMode(mode: number): void {
    if (!modes.has(mode)) throw new Fault('text is shown in a mode that is none')
    if (this.#hasEdges && mode < firstOfEdges) throw new Fault('letters are an edge, and others of their text are none')
    this.#state = { ...this.#state, mode }
  }

  #misplace(operator: string): void {
    const fault = new Fault(`${operator} has other operands than it takes`)
    if (!places.has(operator)) throw fault
    this.#misplaced ??= fault
  }

  #draw(operator: string, { name, strings }: Operands): void {
    if (this.#isTwofold) throw new Fault('something is drawn after more was restored than was saved')
    if (this.#state.isHidden) throw new Fault('something is drawn where nothing is an edge')
    this.#takePlace(operator, name)
    // MuPDF forgets such a path, and others paint it with the next
    if (this.#isLeft && paints.has(operator)) throw new Fault('a path is painted behind something else that was drawn')
    if (this.#edge !== 'none' && beside.has(operator)) throw new Fault('a path becomes an edge behind something else')
    if (operator === 'sh') this.#shade(name())
    else if (operator === 'BI') this.#inks?.requireFill()
    else if (operator === 'Do') this.#drawObject(name())
    else if (shows.has(operator)) {
      if (this.#astray === 'line' || (this.#astray === 'text' && operator.startsWith('T')))
        throw new Fault('text goes on behind something else')
      this.#show(strings())
    }
  }

  /** Some readers show what lies beneath a part of a group that is clear, and others do not. */
  #takePlace(operator: string, name: () => string): void {
    if (!this.#nature.isKnockout) return
    const mayBeClear = () => isClear(this.#state.clearness) || (operator === 'Do' && this.#resources?.object(name()).mayBeClear())
    if (this.#isDrawnOn && mayBeClear()) throw new Fault('a part of a group takes the place of what lies beneath it')
    this.#isDrawnOn = true
  }

  #change({ hasFont, clearness, mask, pen }: State): void {
    this.#strokes.change(pen)
    if (this.#masked && clearness.SMask !== undefined) this.#masked.mask = mask
    this.#state = { ...this.#state, clearness: { ...this.#state.clearness, ...clearness }, ...(hasFont && { font: fontOfState }) }
  }

  #drawObject(name: string): void {
    if (!this.#resources || !this.#inks) return
    const { kind, forms, frame, mayShowText, isOtherwise } = this.#resources.object(name)
    // groups of some programs have frames that are larger than any page
    if (kind !== 'form' || mayShowText()) this.#masked?.draw(frame)
    if (isOtherwise(this.#state.clearness)) throw new Fault('a form says otherwise what it is drawn through')
    if (kind === 'stencil' || kind === 'form') this.#inks.requireFill()
    if (kind === 'form') this.#inks.requireLine()
    if (this.#isText && mayShowText()) this.#astray = 'line'
    for (const { start, matrix } of forms) this.#nature.onForm?.(start, this.#inks.grounds, this.#shape.ofForm(matrix))
  }

  #shade(name: string): void {
    this.#resources?.shading(name)
    this.#masked?.draw(undefined)
  }

  #show(strings: readonly Uint8Array[]): void {
    const { font, mode } = this.#state
    if (this.#misplaced) throw this.#misplaced
    if (!this.#isText) throw new Fault('text is shown outside of a text object')
    if (!font) throw new Fault('text is shown in no font of its own')
    if (strings.some(font.areInDoubt)) throw new Fault('a letter is another one to some readers')
    if (mode % firstOfEdges === 0 || mode % firstOfEdges === 2) this.#inks?.requireFill()
    if (mode % firstOfEdges === 1 || mode % firstOfEdges === 2) this.#inks?.requireOutlines()
    this.#masked?.draw(undefined)
    if (mode % firstOfEdges !== unseen) this.#shape.show(this.#nature.dependence?.letters)
    if (mode >= firstOfEdges) this.#hasEdges = true
  }

  /** Where nothing was saved MuPDF goes back to what the content began with, poppler before that, pdf.js out of a form, and others go on. */
  #restore(): void {
    const saved = this.#saved.pop()
    if (this.#isText && saved?.moves !== this.#moves) this.#astray = 'line'
    if (saved) this.#state = saved.state
    else {
      this.#isTwofold = true
      this.#goOn('more is restored than was saved')
    }
  }
}

function fits(kinds: string, wanted: string): boolean {
  if (kinds === wanted) return true
  if (wanted === 'c') return /^(?:n+|n*\/)$/.test(kinds)
  return wanted === '/p' && (kinds === '/d' || kinds === '//')
}

const isOfText = ({ kinds }: ArrayFacts) => /^[ns]*$/.test(kinds)
/** A line of dashes without a length some draw, and others do not; and some go by the smallest dashes. */
const isOfDashes = ({ kinds, numbers }: ArrayFacts) =>
  kinds === '' || (kinds === 'n' && numbers().some((one) => one > 0) && numbers().every((one) => one === 0 || one >= shortestDash))
