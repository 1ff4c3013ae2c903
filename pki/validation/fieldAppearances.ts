import { marksOf } from '#pki/content/marks.ts'
import type { Mark } from '#pki/content/marks.ts'
import { touches } from '#pki/content/matrix.ts'
import type { Box } from '#pki/content/matrix.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isInteger, isName, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, PdfString, Stream, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import type { Field } from './form.ts'
import { coversWritten } from './appearancePlaces.ts'
import { groundCovers, isDrawnAlike, isDrawnPlainly } from './drawnByReaders.ts'
import { contentEffort, leavesItsRectangle, mayCover, rectangleOf } from './pageMarks.ts'

const passwordFlag = 1 << 13
const pushButtonFlag = 1 << 16
const deepest = 32

/**
 * Whether a widget that was filled in shows its field's value and nothing besides, as far as that can be told: letters that the format itself
 * defines, over nothing that was written. ISO 32000-2 §12.7.4.3 has the appearance say the value; nothing makes it do so.
 */
export function showsItsValue(comparison: Comparison, field: Field, widget: Dict): boolean {
  const { pdf, to } = comparison
  const appearances = pdf.get(widget, 'AP', to)
  const value = inheritedBy(comparison, widget, 'V')
  if (leavesItsRectangle(comparison, widget, comparison.pageOf(field.number))) return false
  // readers draw it from the value
  if (appearances === null) return isDrawnAsSaid(comparison, field, widget)
  if (!isDict(appearances)) return false
  const flags = inheritedBy(comparison, widget, 'Ff')
  const number = isInteger(flags) ? flags : 0
  if (field.type === 'Btn') return (number & pushButtonFlag) === 0 && showsItsState(comparison, field, widget, appearances, value)
  if (number & passwordFlag) return false
  const shown = pdf.get(appearances, 'N', to)
  const said = isStream(shown) ? textIn(comparison, shown, widget, field.number) : undefined
  if (said === undefined) return false
  return sayings(comparison, field, widget, value).some((one) => squeezed(one) === squeezed(said))
}

/** Whether readers draw a field from its value in letters that say it, as they would have before, and over nothing that was written. */
const isDrawnAsSaid = (comparison: Comparison, { dict, number }: Field, widget: Dict) =>
  isDrawnAlike(comparison, dict, widget) && isDrawnPlainly(comparison, widget) && !groundCovers(comparison, widget, number)

/**
 * A field that may look otherwise when readers draw all of them anew from their values (ISO 32000-2 table 224, /NeedAppearances); undefined where
 * each shows its value already. Those that were filled in are judged by themselves.
 */
export function oddWhenDrawnAnew(comparison: Comparison): Field | undefined {
  for (const field of comparison.fieldsBefore.values()) {
    const { number, type, dict } = field
    if ((type !== 'Tx' && type !== 'Ch') || !dict.entries.has('Rect') || comparison.changed.has(number)) continue
    if (!showsItsValue(comparison, field, dict) || !isDrawnAsSaid(comparison, field, dict)) return field
  }
  return undefined
}

const squeezed = (text: string) => text.normalize('NFC').replace(/\s+/gu, '')

/** A field's own entry or that of the field it belongs to, which may have as many widgets as the file has objects: it is read once. */
function inheritedBy(comparison: Comparison, widget: Dict, key: string): Value {
  let node: Value = widget
  for (let depth = 0; isDict(node) && depth < deepest; depth++) {
    const value = comparison.after(node.entries.get(key))
    if (value !== null) return value
    node = comparison.parentOf(node)
  }
  return null
}

/** A check box or radio button shows one of the states that it had, and the one that its field names, over nothing that was written. */
function showsItsState(comparison: Comparison, field: Field, widget: Dict, appearances: Dict, value: Value): boolean {
  const { pdf, to } = comparison
  const before = comparison.before(field.dict.entries.get('AP'))
  if (!isDict(before) || comparison.differing(before, appearances).length > 0) return false
  const states = pdf.get(appearances, 'N', to)
  const state = nameOf(pdf.get(widget, 'AS', to)) ?? 'Off'
  const named = isName(value) ? value.name : 'Off'
  if (!isDict(states) || statesChanged(comparison, states)) return false
  if (state !== named && (state !== 'Off' || states.entries.has(named))) return false
  const shown = pdf.get(states, state, to)
  if (!isStream(shown)) return true
  const marks = marksIn(comparison, shown)
  return marks !== undefined && !coversWritten(comparison, shown, widget, marks, field.number)
}

const statesChanged = ({ changed }: Comparison, states: Dict) =>
  [...states.entries.values()].some((state) => isRef(state) && changed.has(state.number))

/** What an appearance may say for a value: the value, or for a choice what the person sees of it (§12.7.5.4). */
function sayings(comparison: Comparison, field: Field, widget: Dict, value: Value): string[] {
  const { pdf, to } = comparison
  const effort = contentEffort(pdf)
  const paidText = (text: PdfString) => ((effort.left -= text.bytes.length / 16) < 0 ? [] : [textOf(text)]) // many fields may share one
  const own = isString(value) ? paidText(value) : value === null ? [''] : []
  if (field.type !== 'Ch') return own
  const options = inheritedBy(comparison, widget, 'Opt')
  for (const option of isArray(options) ? options : []) {
    if (--effort.left < 0) return []
    const pair = pdf.resolve(option, to)
    const [exported, shown] = isArray(pair) ? pair.map((item) => pdf.resolve(item, to)) : []
    if (isString(exported) && isString(shown) && paidText(exported).some((text) => text === own[0])) return paidText(shown)
  }
  return own
}

/** The text of an appearance; undefined where it is not certain, cannot be seen, or more than text and its ground is drawn. */
function textIn(comparison: Comparison, stream: Stream, widget: Dict, self: number): string | undefined {
  const { pdf, to } = comparison
  const box = boxOf(comparison, stream)
  const marks = marksIn(comparison, stream)
  if (!marks || !box) return undefined
  let text = ''
  for (const mark of marks) {
    if (mark.kind === 'image' || (mark.kind === 'path' && !mark.isRule) || mark.isBlended) return undefined
    if (mark.kind === 'path') continue
    if (mark.text === undefined || !touches(mark.box, box)) return undefined
    if (mark.text.trim() !== '' && (mark.luminance === undefined || mark.luminance > 0.9)) return undefined
    text += mark.text
  }
  const isPainted = marks.some(({ kind }) => kind === 'path')
  if (isPainted && mayCover(comparison, comparison.pageOf(self), rectangleOf(pdf, widget, to), 'what was written', { self }))
    return undefined
  return coversWritten(comparison, stream, widget, marks, self) ? undefined : text
}

/** What an appearance draws; undefined where it cannot be told. Letters are read of fonts alone that the file does not bring itself. */
function marksIn(comparison: Comparison, stream: Stream): Mark[] | undefined {
  const { pdf, to } = comparison
  const resources = stream.dict.entries.get('Resources') ?? formResources(comparison)
  try {
    return marksOf(pdf, to, { data: pdf.data(stream), resources }, contentEffort(pdf))
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}

/** Appearances that bring no resources take the form's (ISO 32000-2 §12.7.3, /DR). */
function formResources({ pdf, to }: Comparison): Value {
  const root = pdf.resolve(pdf.rootRef, to)
  const form = isDict(root) ? pdf.get(root, 'AcroForm', to) : null
  return isDict(form) ? pdf.get(form, 'DR', to) : null
}

function boxOf({ pdf, to }: Comparison, { dict }: Stream): Box | undefined {
  const box = pdf.get(dict, 'BBox', to)
  const numbers = isArray(box) ? box.map((item) => pdf.resolve(item, to)) : []
  if (numbers.length !== 4 || !numbers.every((one) => typeof one === 'number')) return undefined
  const [a, b, c, d] = numbers as [number, number, number, number]
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
}
