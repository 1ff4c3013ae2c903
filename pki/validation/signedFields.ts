/** Fields that came to be signed: what is shown of them, and whether they may. */
import { isArray, isDict, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, Ref } from '#pki/pdf/values.ts'
import { marksIn } from './appearanceMarks.ts'
import { isUnbounded } from './appearancePlaces.ts'
import type { Comparison } from './changes.ts'
import { continuesText, hidWritten } from './neighbours.ts'
import { leavesItsRectangle, mayCover, rectangleOf } from './pageMarks.ts'
import { locksField } from './signatures.ts'

/** Keys that a new signature field merged with its widget may have (ISO 32000-2 tables 166, 168, 192, 226, 233). */
const newFieldKeys = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'TU',
  'TM',
  'V',
  'F',
  'Ff',
  'Rect',
  'P',
  'AP',
  'AS',
  'MK',
  'Lock',
  'SV',
  'DA',
  'BS',
  'Border',
  'NM',
  'M',
  'H',
  'DR',
  'Q',
  'StructParent',
  'Contents',
])
/** Where a field is seen: its own dictionary, or those below it. */
type Widget = { dict: Dict; object: number }

/** A field that the form's list gained: only one that carries a signature which holds, or waits for one. */
export function addedField(comparison: Comparison, ref: Ref): void {
  const dict = comparison.after(ref)
  const object = ref.number
  if (comparison.existedBefore(ref)) return comparison.report('fieldAdded', { object, forgery: 'shadowHideAndReplace' })
  const title = isDict(dict) ? comparison.after(dict.entries.get('T')) : null
  const field = isString(title) ? textOf(title) : undefined
  const widgets = isDict(dict) ? widgetsOf(comparison, dict, object) : undefined
  if (!isDict(dict) || dict.repeated || !widgets || nameOf(comparison.after(dict.entries.get('FT'))) !== 'Sig' || field === undefined)
    return comparison.report('fieldAdded', { object, field })
  for (const widget of widgets) compareNewWidget(comparison, widget, field, widget.object !== object)
  if (isWaiting(comparison, dict, widgets) && comparison.fieldsNamed(field).length === 0) prepared(comparison, object, field)
  else signed(comparison, dict, object, field, widgets)
}

/** Whether a field waits to be signed, and shows nothing until then but a ground and a border where nothing was: many programs prepare it for whoever signs next. */
function isWaiting(comparison: Comparison, dict: Dict, widgets: readonly Widget[]): boolean {
  if (comparison.after(dict.entries.get('V')) !== null) return false
  return widgets.every(({ dict: widget, object }) => {
    const isCovering = hasGround(comparison, widget) && isShownOver(comparison, widget, object)
    return !isCovering && drawsNothing(comparison, widget)
  })
}

function hasGround(comparison: Comparison, { entries }: Dict): boolean {
  const characteristics = comparison.after(entries.get('MK'))
  return isDict(characteristics) && ['BG', 'BC'].some((key) => characteristics.entries.has(key))
}

function drawsNothing(comparison: Comparison, { entries }: Dict): boolean {
  const appearances = comparison.after(entries.get('AP'))
  if (appearances === null) return true
  if (!isDict(appearances)) return false
  return appearances.entries.values().every((value) => {
    const appearance = comparison.after(value)
    return isStream(appearance) && marksIn(comparison, appearance, comparison.to)?.length === 0
  })
}

/** Whoever certified a document, or locked its fields, allowed no further ones. */
function prepared(comparison: Comparison, object: number, field: string): void {
  const { permission, locks } = comparison.permissions
  const isForbidden = permission !== null || locks.some((lock) => locksField(lock, field))
  comparison.report('fieldPrepared', { object, field, ...(isForbidden && { allowed: false }) })
}

/** A field that is its own widget, or has new ones below it that are nothing but widgets (pyHanko); undefined where it has others. */
function widgetsOf(comparison: Comparison, dict: Dict, object: number): Widget[] | undefined {
  if (!dict.entries.has('Kids')) return [{ dict, object }]
  const list = comparison.after(dict.entries.get('Kids'))
  const kids = (isArray(list) ? list : []).filter(isRef).map((kid) => ({ kid, dict: comparison.after(kid) }))
  const isWidget = ({ kid, dict: widget }: (typeof kids)[number]): boolean => {
    const parent = isDict(widget) ? widget.entries.get('Parent') : undefined
    const isOwn = isDict(widget) && !ownKeys.some((key) => widget.entries.has(key))
    return isOwn && (parent === undefined || (isRef(parent) && parent.number === object)) && !comparison.existedBefore(kid)
  }
  const isField = dict.entries.keys().every((key) => fieldKeys.has(key))
  if (!isArray(list) || kids.length !== list.length || !isField || !kids.every(isWidget)) return undefined
  return kids.map(({ kid, dict: widget }) => ({ dict: widget as Dict, object: kid.number }))
}
/** What makes a field of its own of what stands below one. */
const ownKeys = ['T', 'FT', 'V', 'Kids', 'Lock', 'SV']
const fieldKeys = new Set(['Type', 'FT', 'T', 'TU', 'TM', 'V', 'Ff', 'Kids', 'Lock', 'SV'])

/**
 * Whether a field that waited for its signature, in the form and on no page, was put on one as it was signed (EU DSS). That it is signed is told
 * with the field; it is held to what a new one is.
 */
export function isPutOnPage(comparison: Comparison, dict: Dict, object: number): boolean {
  const prepared = comparison.fieldsBefore.get(object)
  const value = dict.entries.get('V')
  if (prepared?.type !== 'Sig' || prepared.widgetOnly || comparison.before(prepared.dict.entries.get('V')) !== null) return false
  if (!isRef(value) || !comparison.sound.has(value.number) || comparison.existedBefore(value)) return false
  compareNewWidget(comparison, { dict, object }, prepared.name, dict.entries.has('Parent'))
  return true
}

function compareNewWidget(comparison: Comparison, { dict, object }: Widget, field: string, isBelow: boolean): void {
  const [type, subtype] = ['Type', 'Subtype'].map((key) => nameOf(comparison.after(dict.entries.get(key))))
  // on a page it is a widget, or readers draw something else there
  const pages = comparison.pagesWith(object).length
  const isOther = dict.entries.has('Subtype') ? subtype !== 'Widget' : pages > 0
  if (isOther || pages > 1 || (type !== undefined && type !== 'Annot'))
    comparison.report('fieldAdded', { object, field, forgery: 'sneakySignatureAttack' })
  for (const key of dict.entries.keys())
    if (!newFieldKeys.has(key) && !(isBelow && key === 'Parent'))
      comparison.report(key === 'A' || key === 'AA' ? 'actionChanged' : 'fieldAdded', { object, field })
  // its words are a text; a page's content would be a stream
  const words = comparison.after(dict.entries.get('Contents'))
  if (dict.repeated || (words !== null && !isString(words))) comparison.report('fieldAdded', { object, field })
  comparison.newWidgets.add(object)
}

/** A field's value became a signature: whose, and may it? */
export function signed(
  comparison: Comparison,
  dict: Dict,
  object: number,
  field: string,
  widgets: readonly Widget[] = [{ dict, object }],
): void {
  const value = dict.entries.get('V')
  const { permission, locks } = comparison.permissions
  const kind = comparison.sound.get(isRef(value) ? value.number : -object)
  if (comparison.existedBefore(value)) return comparison.report('signatureChanged', { object, field, forgery: 'recycledSignatureField' })
  const prepared = comparison.fieldsBefore.get(object)
  const uncovers = prepared !== undefined && hidWritten(comparison, prepared)
  const isOver = () => uncovers || widgets.some((widget) => isShownOver(comparison, widget.dict, widget.object))
  if (!kind) return comparison.report('signatureUnfinished', { object, field, ...(isOver() ? { forgery: 'sneakySignatureAttack' } : {}) })
  const isSeen = widgets.some((widget) => isShown(comparison, widget.dict))
  // Document time stamps are permitted at every level (ISO 32000-2 §12.8.2.2.2) as long as they show nothing.
  if (kind === 'documentTimestamp' && !isSeen && !uncovers) return comparison.report('timestampAdded', { object, field })
  if (locks.some((lock) => locksField(lock, field))) return comparison.report('fieldFilledAgainstLock', { object, field })
  const details = { object, field, ...(permission === 1 ? { allowed: false as const } : {}) }
  comparison.report(isOver() ? 'signatureUnjudged' : 'signatureAdded', details)
}

/** Whether a signature's own appearance may cover what was signed before it. A field that waited for it on its page stands where its author put it. */
export function isShownOver(comparison: Comparison, widget: Dict, object: number): boolean {
  if (!isShown(comparison, widget)) return false
  const box = rectangleOf(comparison.pdf, widget, comparison.to)
  const isPrepared = comparison.fieldsBefore.has(object) && !comparison.annotations.some(({ ref }) => ref.number === object)
  const page = comparison.pageOf(object)
  return (
    comparison.pagesWith(object).length > 1 ||
    continuesText(comparison, widget, isPrepared, object) ||
    leavesItsRectangle(comparison, widget, page) ||
    isUnbounded(comparison, widget) ||
    mayCover(comparison, page, box, isPrepared ? 'what was written' : 'everything', { self: object })
  )
}

/** Without an appearance readers draw a ground and a border. What is no rectangle of four numbers readers understand each in their way. */
export function isShown(comparison: Comparison, widget: Dict): boolean {
  const { entries } = widget
  const rect = comparison.after(entries.get('Rect'))
  if (!shownKeys.some((key) => entries.has(key))) return false
  const numbers = isArray(rect) ? rect.map((item) => comparison.after(item)) : []
  const isNowhere = rect === null || (numbers.length === 4 && (numbers[0] === numbers[2] || numbers[1] === numbers[3]))
  return !isNowhere || isUnbounded(comparison, widget)
}
/** What of a field readers see. */
export const shownKeys = ['AP', 'MK', 'BS', 'Border']
