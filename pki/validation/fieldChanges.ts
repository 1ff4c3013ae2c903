import { once } from '#pki/once.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import type { Field } from './form.ts'
import { isClosed, isReadOnly, showsItsValue } from './fieldAppearances.ts'
import { homeOf } from './lists.ts'
import { rectangleOf } from './pageMarks.ts'
import { oncePerPair } from './resources.ts'
import { locksField } from './signatures.ts'
import { isShown, isShownOver, shownKeys, signed } from './signedFields.ts'

const signingKeys = new Set(['V', 'AP', 'AS', 'M', 'P', 'F', 'Type'])
const fillingKeys: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'M', 'I', 'TI', 'RV', 'DA'])

/** Fields that were there. */
export function compareFields(comparison: Comparison): void {
  for (const field of comparison.fieldsBefore.values()) {
    const change = comparison.changed.get(field.number)
    // what is a page as well, or another annotation than a widget, is compared as that
    if (!change || field.number === 0 || comparison.pageNodes.has(field.number) || isOtherAnnotation(comparison, field.dict)) continue
    if (!isDict(change.before) || !isDict(change.after)) continue // reported as removed or replaced
    comparison.explain({ kind: 'ref', number: field.number, generation: 0 })
    comparison.fields.add(field.number)
    const keys = comparison.differing(change.before, change.after)
    if (field.type === 'Sig') compareSignatureField(comparison, field, change.before, change.after, keys)
    else compareOtherField(comparison, field, change.before, change.after, keys)
  }
}

const isOtherAnnotation = (comparison: Comparison, { entries }: Dict) =>
  entries.has('Subtype') && nameOf(comparison.before(entries.get('Subtype'))) !== 'Widget'

/** The named field that a widget belongs to, before and after. */
function ownerOf(comparison: Comparison, field: Field): { number: number; before: Dict; after: Value } {
  const owner = field.widgetOnly ? comparison.fieldsNamed(field.name).find(({ widgetOnly }) => !widgetOnly) : field
  const number = (owner ?? field).number
  const before = (owner ?? field).dict
  return { number, before, after: comparison.changed.get(number)?.after ?? before }
}

function compareSignatureField(comparison: Comparison, field: Field, before: Dict, after: Dict, keys: string[]): void {
  const details = { object: field.number, field: field.name }
  const owner = ownerOf(comparison, field)
  const closing = keys.includes('Ff') && isClosed(comparison, before, after)
  if (closing) reportClosed(comparison, field)
  const others = closing ? keys.filter((key) => key !== 'Ff') : keys
  // Some writers repeat a field that was signed, and say then what it always was.
  if (others.every((key) => key === 'Type' && nameOf(comparison.after(after.entries.get(key))) === 'Annot')) return
  if (comparison.before(owner.before.entries.get('V')) !== null)
    return comparison.report('signatureChanged', { ...details, forgery: keys.includes('V') ? 'recycledSignatureField' : 'shadowReplace' })
  const isSigned = keys.includes('V') || (field.widgetOnly && isDict(owner.after) && owner.after.entries.has('V'))
  for (const key of others) {
    if (key === 'A' || key === 'AA') comparison.report('actionChanged', details)
    else if (key === 'Rect' && isSigned && vanishes(comparison, before, after)) continue
    else if (!signingKeys.has(key) || !isOfField(comparison, key, after))
      comparison.report('fieldChanged', { ...details, forgery: key === 'Rect' ? 'sneakySignatureAttack' : 'shadowReplace' })
  }
  if (keys.includes('V')) signed(comparison, after, field.number, field.name)
  else if (keys.includes('AP') || keys.includes('AS') || (keys.includes('F') && isShown(comparison, after))) {
    if (!isSigned) comparison.report('appearanceChanged', { ...details, forgery: 'sneakySignatureAttack' })
    else if (isShownOver(comparison, after, field.number)) comparison.report('signatureUnjudged', details)
  }
  // pyHanko draws what is there anew
  if (keys.includes('AP') || keys.includes('V')) explainAppearances(comparison, before, field.number)
}

/** libpdf signs without a picture in a field that had none: a place of no size, where nothing was seen. */
const vanishes = (comparison: Comparison, before: Dict, after: Dict) =>
  !shownKeys.some((key) => before.entries.has(key)) && !isShown(comparison, after) && isEmptyBox(comparison, after)

function isEmptyBox({ pdf, to }: Comparison, widget: Dict): boolean {
  const box = rectangleOf(pdf, widget, to)
  return box !== undefined && box[0] === box[2] && box[1] === box[3]
}

function compareOtherField(comparison: Comparison, field: Field, before: Dict, after: Dict, keys: string[]): void {
  const details = { object: field.number, field: field.name }
  const owner = ownerOf(comparison, field)
  const isFilled = () => isDict(owner.after) && comparison.differing(owner.before, owner.after).includes('V')
  const filled =
    comparison.filledFields.getOrInsertComputed(owner.number, isFilled) ||
    (isDict(owner.after) && field.type === 'Btn' && comparison.differing(before, after).includes('V'))
  for (const key of keys) {
    if (isFilling(comparison, before, after, key)) continue
    if (key === 'Ff' && isClosed(comparison, before, after)) reportClosed(comparison, field)
    else if (key === 'A' || key === 'AA') comparison.report('actionChanged', details)
    else comparison.report('fieldChanged', { ...details, forgery: key === 'F' ? 'shadowHide' : 'shadowReplace' })
  }
  if (!keys.some((key) => fillingKeys.has(key))) return
  const { permission, locks } = comparison.permissions
  const isAbove = comparison.hasFieldsBelow(field.name)
  const against = permission === 1 || locks.some((lock) => isAbove || locksField(lock, field.name))
  const findOdd = () => comparison.oddWidgets.getOrInsertComputed(field.name, () => oddWidgetOf(comparison, field))
  if (!filled) {
    // An appearance that changes while the value stays shows another text than the signer saw. Where there was none, HexaPDF draws what readers drew.
    const isNew = keys.includes('AP') && comparison.before(before.entries.get('AP')) === null
    const isAdded = field.type !== 'Btn' && isNew && !isAbove && findOdd() === null
    if (isAdded && !against) return comparison.report('appearanceAdded', details)
    return comparison.report('appearanceChanged', isAdded ? details : { ...details, forgery: 'shadowReplace' })
  }
  explainAppearances(comparison, before, field.number)
  if (against) return comparison.report('fieldFilledAgainstLock', details)
  // what it hands down shows in others
  const odd = isAbove || isReadOnly(comparison, before) ? field.number : findOdd()
  if (odd === null) comparison.report('fieldFilled', details)
  else comparison.report('fieldUnjudged', { object: odd, field: field.name })
}

/** Nothing that is shown changes, but who certified that nothing may change did not allow it. */
function reportClosed(comparison: Comparison, { number: object, name: field }: Field): void {
  comparison.report('fieldClosed', { object, field, ...(comparison.permissions.permission === 1 ? { allowed: false } : {}) })
}

/** Whether a key is one that writers change who fill a field in, or says what was so before. */
export const isFilling = (comparison: Comparison, before: Dict, after: Dict, key: string): boolean =>
  (fillingKeys.has(key) && isOfField(comparison, key, after)) || (!before.entries.has(key) && saysWhatWasSo(comparison, after, key))

/**
 * Whether what a key says can be said of a field alone: the same dictionary may be a membership of layers, whose /P says when they are shown, or a
 * transparency group, whose /I is a truth value.
 */
function isOfField(comparison: Comparison, key: string, field: Dict): boolean {
  const value = comparison.after(field.entries.get(key))
  if (key === 'P') return isDict(value) && nameOf(comparison.after(value.entries.get('Type'))) === 'Page'
  if (key === 'Type') return nameOf(value) === 'Annot'
  return key !== 'I' || value === null || isArray(value)
}

/** Writers that fill a field in state what holds without being said (ISO 32000-2 tables 166, 168, 226 and 228): no flags, and a line of one point. */
function saysWhatWasSo(comparison: Comparison, field: Dict, key: string): boolean {
  const value = comparison.after(field.entries.get(key))
  if (key === 'F') return value === 0
  if (key === 'Type') return nameOf(value) === 'Annot' && field.entries.has('Rect')
  if (key === 'Ff' || key === 'Q') return value === 0 && !field.entries.has('Parent')
  if (!isDict(value)) return false
  if (key === 'MK') return value.entries.size === 0
  const stated = [...value.entries].map(([name, entry]) => [name, comparison.after(entry)] as const)
  return (
    key === 'BS' && !value.repeated && stated.every(([name, entry]) => (name === 'W' ? entry === 1 : name === 'S' && nameOf(entry) === 'S'))
  )
}

/** The number of a widget that may show something else than its field's value, those that were left as they were among them; null where none does. */
function oddWidgetOf(comparison: Comparison, { name }: Field): number | null {
  for (const field of comparison.fieldsNamed(name)) {
    const widget = comparison.after({ kind: 'ref', number: field.number, generation: 0 })
    const isWidget = isDict(widget) && widget.entries.has('Rect')
    if (isWidget && !showsItsValue(comparison, field, widget)) return field.number
  }
  return null
}

/** Appearance streams rewritten in place, which nothing but this widget may use, nor what leads from it to them. */
function explainAppearances(comparison: Comparison, before: Dict, widget: number): void {
  const value = before.entries.get('AP')
  const appearances = comparison.before(value)
  if (!isDict(appearances)) return
  comparison.explain(value, widget)
  const home = homeOf(value, widget)
  const explainAll = () =>
    [...appearances.entries.values()].map((appearance) => explainAppearance(comparison, appearance, home)).some(Boolean)
  if (askedOnce(comparison, value, explainAll)) comparison.hold(value, widget)
}

const knownAnew = once<Comparison, Map<number, boolean>>(() => new Map())
/** Thousands of fields may share what they are drawn with. */
const askedOnce = (comparison: Comparison, value: Value | undefined, look: () => boolean): boolean =>
  isRef(value) ? knownAnew(comparison).getOrInsertComputed(value.number, look) : look()

/** @returns whether it, one of its states or what they are drawn with is another object than it was */
function explainAppearance(comparison: Comparison, value: Value, holder: number): boolean {
  comparison.explain(value, holder)
  const states = comparison.before(value)
  if (!isDict(states)) return isRewritten(comparison, value, holder)
  const home = homeOf(value, holder)
  const isOne = askedOnce(comparison, value, () => {
    for (const state of states.entries.values()) comparison.explain(state, home)
    return [...states.entries.values()].map((state) => isRewritten(comparison, state, home)).some(Boolean)
  })
  if (isOne) comparison.hold(value, holder)
  return isOne
}

function isRewritten(comparison: Comparison, value: Value, holder: number): boolean {
  const gainsFonts = explainResources(comparison, value)
  if (gainsFonts) comparison.hold(value, holder)
  return gainsFonts || (isRef(value) && comparison.changed.has(value.number))
}

/**
 * What an appearance alone is drawn with, where that stands in objects of its own and gains fonts: PDFBox adds its own to those of Foxit.
 * @returns whether it does
 */
function explainResources(comparison: Comparison, value: Value): boolean {
  const appearance = comparison.before(value)
  if (!isRef(value) || !isStream(appearance)) return false
  const resources = appearance.dict.entries.get('Resources')
  const before = comparison.before(resources)
  const fonts = isDict(before) ? before.entries.get('Font') : undefined
  const isOwn = gainsNames(comparison, resources)
  const isListOfFonts = gainsNames(comparison, fonts)
  if (isOwn || isListOfFonts) comparison.hold(resources, value.number)
  if (isOwn) comparison.explain(resources, value.number)
  if (isListOfFonts) comparison.explain(fonts, homeOf(resources, value.number))
  return isOwn || isListOfFonts
}

function gainsNames(comparison: Comparison, list: Value | undefined): boolean {
  const change = isRef(list) ? comparison.changed.get(list.number) : undefined
  if (!change || !isDict(change.before) || !isDict(change.after) || change.after.repeated) return false
  return haveNewNames(comparison, change.before, change.after)
}

/** Many fields may be drawn with the same fonts. */
const haveNewNames = oncePerPair((comparison: Comparison, before: Dict, after: Dict): boolean =>
  comparison.differing(before, after).every((name) => !before.entries.has(name)),
)
