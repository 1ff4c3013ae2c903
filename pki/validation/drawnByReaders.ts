/** Fields that bring no appearance: readers draw them from their value, with a font and a colour that /DA and /DR name (ISO 32000-2 §12.7.4.3). */
import { once } from '#pki/once.ts'
import { luminances } from '#pki/content/colours.ts'
import { readFont } from '#pki/content/fonts.ts'
import { numbersIn, operatorsIn, Unknown } from '#pki/content/tokens.ts'
import { grown } from '#pki/content/matrix.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, PdfString, Value } from '#pki/pdf/values.ts'
import { lettersWithin } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { formsOf } from './form.ts'
import { sameValue } from './equality.ts'
import { mayCover, rectangleOf } from './pageMarks.ts'

const deepest = 32

/** Whether readers draw a field in the same way in both revisions, its value aside. */
export function isDrawnAlike(comparison: Comparison, before: Dict, after: Dict): boolean {
  const { from, to, bytes } = comparison
  const [old, now] = [defaultAppearance(comparison, before, from), defaultAppearance(comparison, after, to)]
  return old !== undefined && old === now && sameValue(fontNamed(comparison, old, from), fontNamed(comparison, now, to), bytes)
}

/** Whether the letters in which readers draw a field are what its value says: those of a font that neither lies about its codes nor brings its glyphs. */
export function isDrawnPlainly(comparison: Comparison, widget: Dict): boolean {
  const { pdf, to } = comparison
  const appearance = defaultAppearance(comparison, widget, to)
  if (appearance === undefined) return false
  const { isPlain = true, size = 0 } = fontSelectedIn(comparison, appearance)
  if (!isPlain || (size !== 0 && size < smallest) || isUpsideDown(comparison, widget)) return false
  const font = pdf.resolve(fontNamed(comparison, appearance, to), to)
  return !isDict(font) || readFont(pdf, font, to)?.character(0x31) === '1'
}

/** Whether all fields of a form that readers draw, and nobody filled in, look as they did. */
export function areDrawnAlike(comparison: Comparison, which: number): boolean {
  const { from, to } = comparison
  const areAllDrawn = [from, to].some((at) => needsAppearances(comparison, at))
  const isDrawn = ({ entries }: Dict) => areAllDrawn || !entries.has('AP')
  for (const { number, dict, type, form } of comparison.fieldsBefore.values()) {
    if (form !== which || (type !== 'Tx' && type !== 'Ch') || !dict.entries.has('Rect') || !isDrawn(dict)) continue
    const now = comparison.after({ kind: 'ref', number, generation: 0 })
    if (isDict(now) && isDrawn(now) && !isDrawnAlike(comparison, dict, now)) return false
  }
  return true
}

/** Whether readers draw all fields anew (ISO 32000-2 table 224). */
function needsAppearances({ pdf }: Comparison, at: number): boolean {
  const root = pdf.resolve(pdf.rootAt(at), at)
  return isDict(root) && formsOf(root).some((form) => isNeeded(pdf.resolve(form, at)))

  function isNeeded(form: Value): boolean {
    return isDict(form) && pdf.get(form, 'NeedAppearances', at) === true
  }
}

/** Whether the ground or the border that readers give a field they draw hides what was written: with an appearance of its own it had none. */
export function groundCovers(comparison: Comparison, widget: Dict, self: number): boolean {
  const { pdf, to } = comparison
  const characteristics = pdf.get(widget, 'MK', to)
  const isPainted = (key: string) => {
    const colour = isDict(characteristics) ? pdf.get(characteristics, key, to) : null
    return isArray(colour) && colour.length > 0
  }
  if (!isPainted('BG') && !(isPainted('BC') && borderOf(comparison, widget) > widestBorder)) return false
  return mayCover(comparison, comparison.pageOf(self), rectangleOf(pdf, widget, to), 'what was written', { self })
}

const widestBorder = 3

/** Of the border style, or of what preceded it (ISO 32000-2 tables 166 and 168). */
function borderOf({ pdf, to }: Comparison, widget: Dict): number {
  const [style, older] = [pdf.get(widget, 'BS', to), pdf.get(widget, 'Border', to)]
  const width = isDict(style) ? pdf.get(style, 'W', to) : isArray(older) ? pdf.resolve(older[2], to) : 1
  return typeof width === 'number' ? width : 1
}

const multilineFlag = 1 << 12
/** Points between the letters of a field and its edge. */
const padding = 2

/** Whether letters in which readers draw a field's value stand over what was written. */
export function valueCovers(comparison: Comparison, widget: Dict, self: number, flags: number): boolean {
  const { pdf, to } = comparison
  const rect = rectangleOf(pdf, widget, to)
  const { size = 0 } = fontSelectedIn(comparison, defaultAppearance(comparison, widget, to) ?? '')
  const height = rect ? rect[3] - rect[1] : 0
  const isOneLine = (flags & multilineFlag) === 0 && size >= 0 && size <= height
  const letters = rect && (isOneLine ? lettersWithin(rect) : grown(rect, -Math.min(padding, height / 4)))
  return mayCover(comparison, comparison.pageOf(self), letters, 'what was written', { self, isFilledIn: true })
}

/** No writer needs more for a font and a colour. */
const longest = 1024

/** /DA of the field, of one above it, or of the form; undefined where it is too long for one. */
function defaultAppearance({ pdf }: Comparison, widget: Dict, at: number): string | undefined {
  const read = ({ bytes }: PdfString) => (bytes.length > longest ? undefined : latin1(bytes))
  let node: Value = widget
  for (let depth = 0; isDict(node) && depth < deepest; depth++) {
    const own = pdf.get(node, 'DA', at)
    if (isString(own)) return read(own)
    node = pdf.get(node, 'Parent', at)
  }
  const form = pdf.get(rootAt(), 'AcroForm', at)
  const common = isDict(form) ? pdf.get(form, 'DA', at) : null
  return isString(common) ? read(common) : ''

  function rootAt(): Dict {
    const root = pdf.resolve(pdf.rootAt(at), at)
    return isDict(root) ? root : pdf.root
  }
}

/** The form's font of that name, as it stands there; one that is an object of its own is compared by itself. */
function fontNamed(comparison: Comparison, appearance: string, at: number): Value | undefined {
  const { pdf } = comparison
  const { name } = fontSelectedIn(comparison, appearance)
  const root = pdf.resolve(pdf.rootAt(at), at)
  const form = isDict(root) ? pdf.get(root, 'AcroForm', at) : null
  const resources = isDict(form) ? pdf.get(form, 'DR', at) : null
  const fonts = isDict(resources) ? pdf.get(resources, 'Font', at) : null
  return name !== undefined && isDict(fonts) ? fonts.entries.get(name) : undefined
}

/** `isPlain`: nothing but the font and a colour that is seen on paper. */
type Selected = { name?: string | undefined; size?: number; isPlain?: boolean }
const selectedIn = once<Comparison, Map<string, Selected>>(() => new Map())

const spaces: Record<string, string> = { g: 'DeviceGray', rg: 'DeviceRGB', k: 'DeviceCMYK' }
/** Of relative luminance: what is lighter is hardly seen on paper. */
const lightest = 0.8
/** In points. */
const smallest = 2

function isUpsideDown({ pdf, to }: Comparison, widget: Dict): boolean {
  const characteristics = pdf.get(widget, 'MK', to)
  return isDict(characteristics) && pdf.get(characteristics, 'R', to) === 180
}

const multiline = 1 << 12

/** Whether readers draw all of a value: it is no longer than may be, and its line no longer or higher than its field. */
export function fits(comparison: Comparison, widget: Dict, value: PdfString, flags: number, most: number): boolean {
  const { pdf, to } = comparison
  const [text, rectangle] = [textOf(value), rectangleOf(pdf, widget, to)]
  if (text.length > most) return false
  const appearance = defaultAppearance(comparison, widget, to)
  const { size = 0 } = appearance === undefined ? {} : fontSelectedIn(comparison, appearance)
  if (size === 0 || flags & multiline || !rectangle) return true
  const font = appearance === undefined ? null : pdf.resolve(fontNamed(comparison, appearance, to), to)
  const widths = isDict(font) ? readFont(pdf, font, to) : undefined
  const ems = [...text].reduce((sum, one) => sum + (widths && one < '\x7f' ? widths.advance(one.charCodeAt(0))[1] : 1), 0)
  return ems * size <= rectangle[2] - rectangle[0] && size <= rectangle[3] - rectangle[1] + 2
}

/** The font that a default appearance ends with: many fields share one, and are asked in both revisions. */
const fontSelectedIn = (comparison: Comparison, appearance: string): Selected =>
  selectedIn(comparison).getOrInsertComputed(appearance, readSelected)

function readSelected(appearance: string): Selected {
  const found: Selected = {}
  try {
    for (const { operator, operands } of operatorsIn(Buffer.from(appearance, 'latin1'), { left: longest }))
      if (operator === 'Tf') Object.assign(found, { name: nameOf(operands.at(-2)), size: numbersIn(operands, 1)[0] })
      else if (!Object.hasOwn(spaces, operator) || luminances[spaces[operator]!]!(operands) > lightest) found.isPlain = false
  } catch (error) {
    if (!(error instanceof PdfError) && !(error instanceof Unknown)) throw error
  }
  return found
}
