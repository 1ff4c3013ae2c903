/** Marks of readers (ISO 32000-2 §12.5.6.2) that were there when a document was signed, and were changed or taken away since. */
import { isDict, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'
import { hidesNothing } from './annotationChanges.ts'
import type { Comparison } from './changes.ts'
import { homeOf } from './lists.ts'
import { mayCover, rectangleOf } from './pageMarks.ts'
import type { Beneath } from './pageMarks.ts'

/** What people write, draw, link and take away again. Files, sounds and what overlays text for good are content. */
const kinds = new Set(
  'Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup Link'.split(' '),
)

/** Entries of marks that say what they look like, what is written in them, by whom and when (tables 166, 172 to 187). */
const editable = new Set(
  (
    'Rect AP Contents M F C CA ca BM NM T Popup QuadPoints Subj RC CreationDate IRT RT State StateModel IT IC BS Border BE InkList ' +
    'L LE LL LLE LLO Cap CP CO Vertices DA DS Q CL RD Name Open Sy Rotate P StructParent Lang'
  ).split(' '),
)

/** Whether later revisions may have others (table 257): unless something stricter is in force, also where nothing is. */
const mayChange = ({ permissions: { permission } }: Comparison) => (permission ?? 3) === 3

/** An annotation that a page had and has no more. Where something written lay beneath it, it hid that from who signed. */
export function removedAnnotation(comparison: Comparison, item: Value | undefined, page: Ref): void {
  const dict = comparison.before(item)
  const change = isRef(item) ? comparison.changed.get(item.number) : undefined
  const isGone = !change || change.freed || change.after === null
  if (!isRef(item) || !isDict(dict) || !isGone || !isMark(comparison, dict) || hidWritten(comparison, item.number, dict, page))
    return comparison.report('annotationRemoved', { object: page.number, forgery: 'shadowHide' })
  explainMark(comparison, item, dict)
  if (mayChange(comparison)) comparison.report('annotationRemovalUnjudged', { object: item.number })
  else comparison.report('annotationRemoved', { object: page.number })
}

/** Accounts for marks that say or look otherwise than they did. One that may not, and hides nothing, is no forgery. */
export function compareMarks(comparison: Comparison): void {
  for (const [number, { before, after, freed }] of comparison.changed) {
    if (freed || !isDict(before) || !isDict(after) || comparison.explained.has(number) || comparison.fieldsBefore.has(number)) continue
    const [page, other] = isMark(comparison, before) ? comparison.pagesWith(number) : []
    if (!page || other || after.repeated || !comparison.differing(before, after).every((key) => editable.has(key))) continue
    if (hidWritten(comparison, number, before, page)) continue
    const isAllowed = mayChange(comparison)
    if (!isAllowed && hides(comparison, number, after, page)) continue
    explainMark(comparison, { kind: 'ref', number, generation: 0 }, before)
    comparison.report(isAllowed ? 'annotationEditUnjudged' : 'annotationChanged', { object: number })
  }
}

const isMark = (comparison: Comparison, dict: Dict) =>
  !dict.repeated && kinds.has(nameOf(comparison.before(dict.entries.get('Subtype'))) ?? '')

/** Whether something that was written could not be read for a mark. */
const hidWritten = (comparison: Comparison, number: number, dict: Dict, page: Ref) =>
  isOver(comparison, { number, dict, at: comparison.from }, page, 'what was written')

/** Whether something of the page cannot be seen for a mark now. */
const hides = (comparison: Comparison, number: number, dict: Dict, page: Ref) =>
  isOver(comparison, { number, dict, at: comparison.to }, page, 'everything')

type Mark = { number: number; dict: Dict; at: number }

function isOver(comparison: Comparison, { number, dict, at }: Mark, page: Ref, beneath: Beneath): boolean {
  const subtype = nameOf(comparison.pdf.get(dict, 'Subtype', at)) ?? ''
  const isUnseen = subtype === 'Popup' || (subtype === 'Link' && !dict.entries.has('AP'))
  if (isUnseen || hidesNothing(comparison, dict, subtype, page)) return false
  return mayCover(comparison, page, rectangleOf(comparison.pdf, dict, at), beneath, { self: number })
}

/** With what it was drawn with, which nothing else may use. */
function explainMark(comparison: Comparison, ref: Ref, dict: Dict): void {
  if (comparison.changed.has(ref.number)) comparison.fields.add(ref.number)
  comparison.explain(ref)
  const appearances = dict.entries.get('AP')
  const states = comparison.before(appearances)
  comparison.explain(appearances, ref.number)
  if (isDict(states)) for (const state of states.entries.values()) comparison.explain(state, homeOf(appearances, ref.number))
}
