import { isArray, isDict, isInteger, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, PdfString, Value } from '#pki/pdf/values.ts'
import { marksIn } from './appearanceMarks.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import type { Field } from './form.ts'
import { textIn } from './appearanceTexts.ts'
import { showsItsState } from './buttonStates.ts'
import { fits, groundCovers, isDrawnAlike, isDrawnPlainly, valueCovers } from './drawnByReaders.ts'
import { contentEffort, leavesItsRectangle, rectangleOf } from './pageMarks.ts'
import { hidWritten, shownBy } from './neighbours.ts'
import { readRichText, squeezed } from './richTexts.ts'
import type { RichText } from './richTexts.ts'

const readOnlyFlag = 1
const hiddenFlag = 1 << 1
const passwordFlag = 1 << 13
const pushButtonFlag = 1 << 16
const deepest = 32
const longestCaption = 1000
/** Octets of a value that may be nothing but blanks; thousands of fields may share one. */
const mostBlanks = 1000

/**
 * Whether a widget that was filled in shows its field's value and nothing besides, as far as that can be told: letters that the format itself
 * defines, over nothing that was written. ISO 32000-2 §12.7.4.3 has the appearance say the value; nothing makes it do so.
 */
export function showsItsValue(comparison: Comparison, field: Field, widget: Dict): boolean {
  const { pdf, to } = comparison
  const appearances = pdf.get(widget, 'AP', to)
  const value = inheritedBy(comparison, widget, 'V')
  if (comparison.pagesWith(field.number).length > 1 || hidWritten(comparison, field)) return false
  if (leavesItsRectangle(comparison, widget, comparison.pageOf(field.number))) return false
  // readers draw it from the value
  if (appearances === null) return isDrawnAsSaid(comparison, field, widget)
  if (!isDict(appearances)) return false
  const flags = flagsOf(comparison, widget)
  if (field.type === 'Btn') return (flags & pushButtonFlag) === 0 && showsItsState(comparison, field, widget, appearances, value)
  if (flags & passwordFlag || showsOtherwiseAtTimes(comparison, field, appearances)) return false
  const rich = richTextOf(comparison, field, widget)
  if (rich?.styledAnew && !rich.saysValue) return false
  const shown = pdf.get(appearances, 'N', to)
  const said = isStream(shown) ? textIn(comparison, shown, widget, field.number) : undefined
  if (said === undefined) return false
  return sayings(comparison, field, widget, value).some((one) => squeezed(one) === squeezed(said))
}

/** Whether a field gained an appearance for a pointer that is over it or presses it. */
function showsOtherwiseAtTimes(comparison: Comparison, { dict }: Field, appearances: Dict): boolean {
  const before = comparison.before(dict.entries.get('AP'))
  const isAsItWas = (key: string, value: Value) =>
    isDict(before) &&
    sameValue(before.entries.get(key), value, comparison.bytes) &&
    isStream(comparison.after(value)) &&
    !(isRef(value) && comparison.changed.has(value.number))
  return [...appearances.entries].some(([key, value]) => key !== 'N' && !isAsItWas(key, value))
}

/** Whether readers draw a field from its value in letters that say it, as they would have before, and over nothing that was written. */
function isDrawnAsSaid(comparison: Comparison, field: Field, widget: Dict): boolean {
  const { dict, number } = field
  const [rich, value, flags] = [richTextOf(comparison, field, widget), inheritedBy(comparison, widget, 'V'), flagsOf(comparison, widget)]
  if (rich && (rich.styledAnew || !rich.saysValue)) return false
  const isEmpty = value === null || (isString(value) && value.bytes.length < mostBlanks && squeezed(textOf(value)) === '')
  if (!isEmpty && valueCovers(comparison, widget, number, flags)) return false
  const most = inheritedBy(comparison, widget, 'MaxLen')
  if (isString(value) && !isEmpty && !fits(comparison, widget, value, flags, isInteger(most) ? most : Infinity)) return false
  return isDrawnAlike(comparison, dict, widget) && isDrawnPlainly(comparison, widget) && !groundCovers(comparison, widget, number)
}

function richTextOf(comparison: Comparison, field: Field, widget: Dict): RichText | undefined {
  const rich = inheritedBy(comparison, widget, 'RV')
  return rich === null ? undefined : readRichText(comparison, field, rich, inheritedBy(comparison, widget, 'V'))
}

/** Whether nobody may fill a field in (ISO 32000-2 table 227): what fills it all the same may be a calculation, and shows whatever it likes. */
export const isReadOnly = (comparison: Comparison, field: Dict): boolean => (flagsOf(comparison, field) & readOnlyFlag) !== 0

/** Whether nobody may fill a field in any more, and its flags say what they said otherwise: Acrobat and iText close fields as somebody signs. */
export const isClosed = (comparison: Comparison, before: Dict, after: Dict): boolean =>
  !isReadOnly(comparison, before) && flagsOf(comparison, after) === (flagsOf(comparison, before) | readOnlyFlag)

function flagsOf(comparison: Comparison, field: Dict): number {
  const flags = inheritedBy(comparison, field, 'Ff')
  return isInteger(flags) ? flags : 0
}

/**
 * A field that may look otherwise when readers draw all of them anew from their values (ISO 32000-2 table 224, /NeedAppearances); undefined where
 * each shows already what they draw. Of those that were filled in, what else they show is judged by itself.
 */
export function oddWhenDrawnAnew(comparison: Comparison): Field | undefined {
  for (const field of comparison.fieldsBefore.values()) {
    const now = field.number === 0 ? field.dict : comparison.after({ kind: 'ref', number: field.number, generation: 0 })
    if (isDict(now) && isDrawnAnywhere(comparison, now) && mayLookOtherwise(comparison, field, now)) return field
  }
  return undefined
}

function isDrawnAnywhere({ pdf, to }: Comparison, widget: Dict): boolean {
  const [flags, box] = [pdf.get(widget, 'F', to), rectangleOf(pdf, widget, to)]
  if (!widget.entries.has('Rect') || (isInteger(flags) && flags & hiddenFlag)) return false
  return !box || (box[2] > box[0] && box[3] > box[1])
}

function mayLookOtherwise(comparison: Comparison, field: Field, widget: Dict): boolean {
  const { number, type } = field
  if (type === 'Btn' && !saysItsCaption(comparison, field, widget)) return true
  if (type === 'Btn' || type === 'Sig') return groundCovers(comparison, widget, number) || hidWritten(comparison, field)
  if (type !== 'Tx' && type !== 'Ch') return false
  return !isDrawnAsSaid(comparison, field, widget) || (!isFilledIn(comparison, field, widget) && !showsItsValue(comparison, field, widget))
}

/** Whether a check box that is on shows something, as readers would draw a sign there, and one that is off no text. */
function showsWhetherOn(comparison: Comparison, widget: Dict): boolean {
  const { pdf, to } = comparison
  const isOn = (nameOf(pdf.get(widget, 'AS', to)) ?? 'Off') !== 'Off'
  const shown = shownBy(comparison, widget, to)
  const marks = shown ? marksIn(comparison, shown, to) : []
  return isOn ? marks?.length !== 0 : marks !== undefined && !marks.some(({ kind }) => kind !== 'path')
}

/** What a field that was filled in shows is judged by itself. */
function isFilledIn(comparison: Comparison, { name, dict, widgetOnly }: Field, widget: Dict): boolean {
  const owner = widgetOnly ? comparison.fieldsNamed(name).find((one) => !one.widgetOnly) : undefined
  const now = owner ? comparison.after({ kind: 'ref', number: owner.number, generation: 0 }) : widget
  return isDict(now) && comparison.differing(owner?.dict ?? dict, now).includes('V')
}

/** Whether a push button says what readers would write on it, and another button shows a sign at most (ISO 32000-2 table 192). */
function saysItsCaption(comparison: Comparison, { number }: Field, widget: Dict): boolean {
  const { pdf, to } = comparison
  const characteristics = pdf.get(widget, 'MK', to)
  const entries = isDict(characteristics) ? characteristics.entries : new Map<string, Value>()
  const caption = comparison.after(entries.get('CA'))
  const words = isString(caption) ? (caption.bytes.length > longestCaption ? undefined : textOf(caption)) : ''
  if (words === undefined || ['I', 'RI', 'IX'].some((icon) => entries.has(icon))) return false
  if ((flagsOf(comparison, widget) & pushButtonFlag) === 0) return [...words].length <= 1 && showsWhetherOn(comparison, widget)
  const appearances = pdf.get(widget, 'AP', to)
  const shown = isDict(appearances) ? pdf.get(appearances, 'N', to) : null
  const said = isStream(shown) ? textIn(comparison, shown, widget, number) : ''
  return said !== undefined && squeezed(said) === squeezed(words) && (words === '' || isDrawnPlainly(comparison, widget))
}

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
