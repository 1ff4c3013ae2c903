import { isDict, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { addedField, isPutOnPage } from './signedFields.ts'
import { isHighlight } from './highlights.ts'
import { isNote, isOpenOver } from './notes.ts'
import { mayCover, rectangleOf } from './pageMarks.ts'
import { isUnderText } from './textMarkup.ts'

/** An annotation that a page gained. */
export function addedAnnotation(comparison: Comparison, ref: Ref, page: Ref): void {
  if (comparison.newWidgets.has(ref.number)) return
  const object = ref.number
  const dict = comparison.after(ref)
  if (isDict(dict) && isPutOnPage(comparison, dict, object)) return
  if (comparison.existedBefore(ref)) return comparison.report('annotationAdded', { object, forgery: 'shadowHideAndReplace' })
  const subtype = isDict(dict) ? nameOf(comparison.after(dict.entries.get('Subtype'))) : undefined
  const value = isDict(dict) ? dict.entries.get('V') : undefined
  if (subtype === 'Widget' && isRef(value) && comparison.sound.has(value.number)) return addedField(comparison, ref)
  const { permission, certified } = comparison.permissions
  const acts = isDict(dict) && (dict.entries.has('A') || dict.entries.has('AA'))
  if (isDict(dict) && subtype && subtype !== 'Widget' && (permission ?? 3) === 3 && !acts)
    return comparison.report(hidesNothing(comparison, dict, subtype, page) ? 'annotationPermitted' : 'annotationUnjudged', { object })
  // It may not be there, but what covers nothing is no attack.
  const covers = (mark: Dict) => mayCover(comparison, page, rectangleOf(comparison.pdf, mark, comparison.to), 'everything')
  const isInput = isDict(dict) && ['Tx', 'Btn', 'Ch'].includes(nameOf(comparison.after(dict.entries.get('FT'))) ?? '')
  if (subtype === 'Widget')
    return comparison.report('fieldAdded', { object, forgery: isInput && !acts && !covers(dict) ? undefined : 'sneakySignatureAttack' })
  if (isDict(dict) && subtype && !acts && (hidesNothing(comparison, dict, subtype, page) || !covers(dict)))
    return comparison.report('annotationAdded', { object })
  comparison.report('annotationAdded', { object, forgery: certified ? 'evilAnnotationAttack' : 'incrementalSavingAttack' })
}

/**
 * Whether a mark leaves all that was signed to be seen, and adds nothing that could be read as part of it. Only kinds whose purpose is known
 * can: a note, a highlight, a line under text. What else may be drawn, wherever it stands, somebody has to look at: a stamp in an empty place can
 * say what the text did not.
 */
export function hidesNothing(comparison: Comparison, dict: Dict, subtype: string, page: Ref): boolean {
  const { pdf, to } = comparison
  if (dict.repeated || isOpenOver(comparison, pdf.get(dict, 'Popup', to), page)) return false
  const isDrawnByReaders = pdf.get(dict, 'AP', to) === null
  switch (subtype) {
    case 'Popup':
      return isDrawnByReaders && !isOpenOver(comparison, dict, page)
    case 'Text':
      return isNote(comparison, dict, page)
    case 'Highlight':
      return isHighlight(comparison, dict, page)
    case 'Underline':
      return isUnderText(comparison, dict, page)
    case 'Squiggly':
      return isDrawnByReaders && isUnderText(comparison, dict, page)
    default:
      return false
  }
}
