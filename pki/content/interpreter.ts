import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isStream, isString, nameOf } from '#pki/pdf/values.ts'
import type { PdfString, Stream, Value } from '#pki/pdf/values.ts'
import { deviceSpaces, hasOddColours, hasOwnColours, hasTransfer, spaceOf } from './colours.ts'
import type { ColourSpace } from './colours.ts'
import { missingFont, readFont } from './fonts.ts'
import type { Font } from './fonts.ts'
import { faultIn } from './grammar.ts'
import { Layers } from './layers.ts'
import { addGlyph, lettersOnPage } from './letters.ts'
import { apply, cornersOf, grown, identity, multiply, transformed } from './matrix.ts'
import type { Matrix } from './matrix.ts'
import { cut, unwritten } from './mark.ts'
import type { Mark, Reading } from './mark.ts'
import { frameOf, narrowed } from './clips.ts'
import { Path } from './path.ts'
import { marksOfPath } from './pathMarks.ts'
import type { Painted } from './pathMarks.ts'
import { Pen } from './pen.ts'
import { leavesRoom, mostKerning, runOf, usualWidths } from './runs.ts'
import { mostOfPage, squeezeOf } from './squeezed.ts'
import { groupWithin, inkOf, mixedBy, setBy, startWith } from './state.ts'
import type { Group, State } from './state.ts'
import { matrixIn, numbersIn, operatorsIn, Unknown } from './tokens.ts'
import type { Effort } from './tokens.ts'

const deepest = 8

type CarryOut = (on: Interpreter, operator: string, operands: Value[]) => void

/** Carries out the operators of content, as far as they place marks. */
export class Interpreter {
  readonly #pdf: PdfDocument
  readonly #at: number
  readonly #marks: Mark[]
  readonly #effort: Effort
  readonly #carryOut: CarryOut
  readonly #reading: Reading
  #state = startWith(identity)
  #saved: State[] = []
  #path = new Path()
  #isClipping = false
  layers = new Layers()
  #resources: Value = null
  #group: Group = 'none'
  #depth = 0
  readonly #pen = new Pen()
  readonly #fonts = new Map<Value, Font | undefined>()
  readonly #spaces = new Map<Value, ColourSpace | undefined>()
  readonly #oddColours = new Map<Value, boolean>()

  constructor(pdf: PdfDocument, at: number, marks: Mark[], effort: Effort, carryOut: CarryOut, reading: Reading) {
    this.#carryOut = carryOut
    this.#reading = reading
    this.#pdf = pdf
    this.#at = at
    this.#marks = marks
    this.#effort = effort
  }

  begin(data: Uint8Array, resources: Value): void {
    this.#run(data, resources, startWith(identity), 0, 'none')
  }

  #run(data: Uint8Array, resources: Value, state: State, depth: number, group: Group): void {
    this.#state = state
    this.#resources = this.#pdf.resolve(resources, this.#at)
    this.#depth = depth
    this.#group = group
    if (this.#reading.isStrict && faultIn([data])) throw new Unknown()
    for (const { operator, operands } of operatorsIn(data, this.#effort)) this.#carryOut(this, operator, operands)
  }

  save(): void {
    this.#saved.push({ ...this.#state })
    if (this.#saved.length > 500) throw new Unknown()
  }

  restore(): void {
    const saved = this.#saved.pop()
    // readers differ about one too many, and pages by the thousand have it
    if (!saved && (this.#reading.keepsAreas || this.#depth > 0)) throw new Unknown()
    this.#state = saved ?? this.#state
  }

  concatenate(operands: readonly Value[]): void {
    this.#state.ctm = multiply(numbersIn(operands, 6) as unknown as Matrix, this.#state.ctm)
  }

  set(key: 'lineWidth' | 'charSpace' | 'wordSpace' | 'leading' | 'rise', operands: readonly Value[]): void {
    this.#state[key] = numbersIn(operands, 1)[0]!
  }

  setMode(operands: readonly Value[]): void {
    const mode = numbersIn(operands, 1)[0]!
    if (!Number.isInteger(mode) || mode < 0 || mode > 7) throw new Unknown()
    this.#state.mode = mode
  }

  drawLines(how: Partial<Pick<State, 'isDashed' | 'isMitred' | 'miterLimit'>>): void {
    Object.assign(this.#state, how)
  }

  setScale(operands: readonly Value[]): void {
    this.#state.scale = numbersIn(operands, 1)[0]! / 100
  }

  colour(where: 'fill' | 'stroke', luminance: number | undefined): void {
    this.#state[where] = luminance
    this.#state[`${where}Pattern`] = false
  }

  colourSpace(where: 'fill' | 'stroke', operands: readonly Value[]): void {
    const value = deviceSpaces.has(nameOf(operands.at(-1)) ?? '') ? operands.at(-1)! : this.#resource('ColorSpace', operands)
    const space = this.#spaces.getOrInsertComputed(value, () => spaceOf(this.#pdf, value, this.#at, this.#effort))
    this.#state[`${where}Space`] = space
    this.colour(where, space?.initial)
  }

  colourInSpace(where: 'fill' | 'stroke', operands: readonly Value[]): void {
    this.colour(where, this.#state[`${where}Space`]?.luminance(operands))
    this.#state[`${where}Pattern`] = nameOf(operands.at(-1)) !== undefined
  }

  graphicsState(operands: readonly Value[]): void {
    const dict = this.#resource('ExtGState', operands)
    if (!isDict(dict) || dict.entries.has('Font') || hasTransfer(this.#pdf, dict, this.#at)) throw new Unknown()
    setBy(this.#state, dict, (value) => this.#pdf.resolve(value, this.#at))
  }

  #resource(kind: string, operands: readonly Value[]): Value {
    const name = nameOf(operands.at(-1))
    const all = isDict(this.#resources) ? this.#pdf.get(this.#resources, kind, this.#at) : null
    return name !== undefined && isDict(all) ? this.#pdf.get(all, name, this.#at) : null
  }

  move(operands: readonly Value[], count: 2 | 4 | 6, how: 'begins' | 'goes on' = 'goes on'): void {
    const numbers = numbersIn(operands, count)
    if (how === 'begins') this.#path.begin()
    for (let i = 0; i < count; i += 2) this.#path.add(apply(this.#state.ctm, [numbers[i]!, numbers[i + 1]!]))
    this.#path.segments++
    if (count > 2) this.#path.bend()
  }

  rectangle(operands: readonly Value[]): void {
    const [x, y, width, height] = numbersIn(operands, 4) as [number, number, number, number]
    this.#path.begin()
    for (const corner of cornersOf([x, y, x + width, y + height])) this.#path.add(apply(this.#state.ctm, corner))
    this.#path.segments += 4
    this.#path.close()
  }

  close(): this {
    this.#path.close()
    return this
  }

  paint(how: Painted): void {
    const path = this.#path
    if (this.#isClipping) this.#state.clip = narrowed(this.#state.clip, path)
    this.#isClipping = false
    this.#path = new Path()
    if (path.points.length === 0) return
    const { keepsAreas = false, isApart = false } = this.#reading
    for (const mark of marksOfPath(path, how, this.#state, keepsAreas, isApart)) this.#leave(mark)
  }

  #leave(mark: Pick<Mark, 'kind' | 'box' | 'luminance'> & Partial<Mark>): void {
    if (!mark.box.every(Number.isFinite)) throw new Unknown()
    const areOdd = this.#reading.keepsAreas ? hasOwnColours : hasOddColours
    const isOdd = this.#oddColours.getOrInsertComputed(this.#resources, (from) => areOdd(this.#pdf, from, this.#at, this.#effort))
    const luminance = isOdd ? undefined : mark.luminance
    this.#marks.push({ ...unwritten, ...mixedBy(this.#state, this.#group, this.layers.mayHide), ...mark, luminance })
  }

  /** The path bounds what is drawn after it was painted. */
  clip(): void {
    this.#isClipping = true
    this.#state.isClipped = true
  }

  object(operands: readonly Value[]): void {
    const stream = this.#resource('XObject', operands)
    if (stream === null) return
    if (!isStream(stream)) throw new Unknown()
    const subtype = nameOf(this.#pdf.get(stream.dict, 'Subtype', this.#at))
    if (subtype === 'Image') return this.image(stream)
    if (subtype !== 'Form' || this.#depth >= deepest) throw new Unknown()
    const kept = [this.#state, this.#saved, this.#resources, this.#group, this.#path, this.layers] as const
    const state: State = { ...this.#state, ctm: multiply(matrixIn(this.#pdf.get(stream.dict, 'Matrix', this.#at)), this.#state.ctm) }
    const entry = this.#pdf.get(stream.dict, 'Group', this.#at)
    const group = isDict(entry) ? groupWithin(this.#group, this.#state, this.#pdf.get(entry, 'I', this.#at) === true) : this.#group
    if (entry !== null) state.blend = 'normal'
    const frame = frameOf(this.#pdf.get(stream.dict, 'BBox', this.#at), state.ctm)
    state.clip = narrowed(state.clip, frame)
    this.#saved = []
    this.#path = new Path()
    this.layers = this.layers.ofForm(stream.dict)
    const first = this.#marks.length
    const data = this.#pdf.data(stream, this.#reading.isStrict)
    this.#run(data, stream.dict.entries.get('Resources') ?? this.#resources, state, this.#depth + 1, group)
    cut(this.#marks.slice(first), narrowed('everything', frame))
    ;[this.#state, this.#saved, this.#resources, this.#group, this.#path, this.layers] = kept
    this.#depth--
  }

  image(stream: Stream): void {
    const matrix = this.#state.ctm
    this.#leave({ kind: 'image', box: transformed(matrix, [0, 0, 1, 1]), luminance: undefined, picture: { stream, matrix } })
  }

  selectFont(operands: readonly Value[]): void {
    this.#state.size = numbersIn(operands, 1)[0]!
    const dict = this.#resource('Font', operands.slice(0, -1))
    this.#state.font = this.#fonts.getOrInsertComputed(dict, () => (isDict(dict) ? readFont(this.#pdf, dict, this.#at) : missingFont))
  }

  beginText(): void {
    this.#pen.placeLine(identity)
  }

  placeText(operands: readonly Value[]): void {
    this.#pen.placeLine(numbersIn(operands, 6) as unknown as Matrix)
  }

  nextLine(x: number, y: number): void {
    this.#pen.placeLine(multiply([1, 0, 0, 1, x, y], this.#pen.line))
  }

  newLine(): void {
    this.nextLine(0, -this.#state.leading)
  }

  moveText(operands: readonly Value[], setsLeading: boolean): void {
    const [x, y] = numbersIn(operands, 2) as [number, number]
    if (setsLeading) this.#state.leading = -y
    this.nextLine(x, y)
  }

  show(items: readonly Value[]): void {
    const { font, size, scale, rise, mode } = this.#state
    let [left, right] = [this.#pen.from, this.#pen.to]
    let text: string | undefined = ''
    let glyphs = 0
    let [begin, end] = [this.#pen.least, -Infinity]
    let reach = this.#pen.most
    const letters: number[] = []
    for (const item of items) {
      if (typeof item === 'number') this.#pen.advance(this.#state, [-item / 1000, -item / 1000], [-item / 1000, -item / 1000], 0)
      else if (isString(item) && item.bytes.length > 0) {
        if (glyphs === 0) begin = this.#pen.least
        else if ((this.#pen.least - end) / (size * scale) < -mostKerning) text = undefined
        text = this.#showString(item, font, text, letters)
        glyphs += Math.ceil(item.bytes.length / (font?.codeLength ?? 1))
        end = this.#pen.least
        reach = Math.max(reach, this.#pen.most)
      }
      left = Math.min(left, this.#pen.from)
      right = Math.max(right, this.#pen.to)
    }
    if (mode >= 4) Object.assign(this.#state, { clip: 'unknown', isClipped: true } satisfies Partial<State>)
    if (mode === 3 || mode === 7) return
    const margin = 0.3 * Math.abs(size)
    // letters of a negative size stand on their heads
    const [low, high] = [rise + Math.min(-0.4 * size, 1.15 * size), rise + Math.max(-0.4 * size, 1.15 * size)]
    const toPage = multiply(this.#pen.line, this.#state.ctm)
    if (size !== 0 && squeezeOf(multiply([scale, 0, 0, 1, 0, 0], toPage)) > mostOfPage) throw new Unknown()
    const { luminance, darkest, reach: around, hidesLetters } = inkOf(this.#state)
    const box = grown(transformed(toPage, [left - margin, low, right + margin, high]), around)
    const { clip } = this.#state
    const run = runOf(toPage, { from: begin, to: Math.max(begin, end), most: reach, em: [size * scale, size], rise, clip, font })
    const said = hidesLetters ? undefined : text
    this.#leave({ kind: 'text', box, luminance, darkest, text: said, glyphs, run, letters: lettersOnPage(letters, toPage) })
  }

  #showString({ bytes }: PdfString, font: Font | undefined, before: string | undefined, ends: number[]): string | undefined {
    if (!font) throw new Unknown()
    const { size, scale, charSpace, wordSpace } = this.#state
    const { codeLength } = font
    let text = before
    this.#effort.left -= 1 + (bytes.length >> 3)
    for (let i = 0; i + codeLength <= bytes.length; i += codeLength) {
      const code = codeLength === 1 ? bytes[i]! : (bytes[i]! << 8) | bytes[i + 1]!
      const [least, most] = font.advance(code)
      const isSpace = codeLength === 1 && code === 32
      const space = charSpace + (isSpace ? wordSpace : 0)
      if (!isSpace) addGlyph(ends, this.#pen.to, this.#pen.from + least * size * scale, Math.abs(size))
      const character = font.character(code)
      const usual = least === most ? ([least, most] as const) : usualWidths(character)
      this.#pen.advance(this.#state, [least, most], usual, space)
      const isRead = text !== undefined && character !== undefined && leavesRoom(character, usual[0] + space / size)
      text = isRead ? text + character : undefined
    }
    return text
  }
}
