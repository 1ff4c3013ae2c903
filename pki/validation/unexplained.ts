import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { isFilling } from './fieldChanges.ts'
import { reportChanged, reportXmp } from './metadataChanges.ts'
import type { Forgery } from './report.ts'

/** Names what became of an object that nothing on the white list touches. */
export function reportUnexplained(comparison: Comparison, object: number, before: Value, after: Value, freed: boolean): void {
  const dict = isStream(before) ? before.dict : isDict(before) ? before : undefined
  const type = dict && nameOf(dict.entries.get('Type'))
  const subtype = dict && nameOf(dict.entries.get('Subtype'))
  const isGone = freed || after === null
  const forgery: Forgery = isGone ? 'shadowHide' : 'shadowReplace'
  const info = comparison.pdf.revisions[comparison.from]!.trailer.entries.get('Info')
  if (type === 'Metadata') {
    comparison.metadata.add(object)
    reportXmp(comparison, before, after, object)
  } else if (isRef(info) && info.number === object) reportChanged(comparison, object)
  else if (isGone && dict && isOutline(dict)) comparison.report('objectRemoved', { object })
  else if (freed) comparison.report('objectRemoved', { object, forgery })
  else if (dict?.entries.has('ByteRange')) comparison.report('signatureChanged', { object, forgery: 'recycledSignatureField' })
  else if (type === 'Font' || type === 'FontDescriptor' || type === 'Encoding' || type === 'CMap')
    comparison.report('fontChanged', { object, forgery })
  else if (type === 'Pages') comparison.report('pageTreeChanged', { object, forgery: whatOfPages(comparison, before, after) })
  else if (type === 'OCG' || type === 'OCMD') comparison.report('optionalContentChanged', { object, forgery: 'shadowHide' })
  else if (type === 'Annot' || dict?.entries.has('Rect')) reportAnnotation(comparison, object, before, after)
  else if (type === 'Action' || dict?.entries.has('JS')) comparison.report('actionChanged', { object })
  else if (isStream(before))
    comparison.report(subtype === 'Type1C' || subtype === 'OpenType' || dict?.entries.has('Length1') ? 'fontChanged' : 'contentChanged', {
      object,
      forgery,
    })
  else comparison.report('objectChanged', listsFiles(comparison, before, after) ? { object } : { object, forgery })
}

/** Bookmarks are beside the pages: whoever writes others hides nothing of what was signed. */
function isOutline({ entries }: Dict): boolean {
  const type = nameOf(entries.get('Type'))
  return type === 'Outlines' || (type === undefined && ['First', 'Parent'].some((key) => entries.has(key)) && !entries.has('Kids'))
}

/** The catalogue's names, where attachments were added. */
const listsFiles = (comparison: Comparison, before: Value, after: Value) =>
  isDict(before) && isDict(after) && !after.repeated && comparison.differing(before, after).every((key) => key === 'EmbeddedFiles')

/** Pages that stood hidden in what was signed are one thing; new ones, or fewer of them, are what anybody makes who edits the file. */
function whatOfPages(comparison: Comparison, before: Value, after: Value): Forgery {
  const [old, now] = [before, after].map((node, i) => {
    const kids = isDict(node) ? comparison.pdf.get(node, 'Kids', i === 0 ? comparison.from : comparison.to) : null
    return isArray(kids) ? kids.flatMap((kid) => (isRef(kid) ? [kid] : [])) : undefined
  })
  if (!old || !now) return 'shadowHideAndReplace'
  const stood = new Set(old.map(({ number }) => number))
  const added = now.filter(({ number }) => !stood.has(number))
  if (added.length === 0) return now.length < old.length ? 'shadowHide' : 'shadowHideAndReplace'
  return added.some((kid) => comparison.existedBefore(kid)) ? 'shadowHideAndReplace' : 'incrementalSavingAttack'
}

/** Text in a widget that no form leads to: digitorus/pdfsign leaves the fields of others out of the form that it writes, and programs fill them in all the same. */
function fillsLostField(comparison: Comparison, before: Dict, after: Dict): boolean {
  const { permission, locks } = comparison.permissions
  const isText = [before, after].every(({ entries }) => nameOf(entries.get('Subtype')) === 'Widget' && nameOf(entries.get('FT')) === 'Tx')
  const keys = isText ? comparison.differing(before, after) : []
  return isText && permission !== 1 && locks.length === 0 && keys.every((key) => isFilling(comparison, before, after, key))
}

function reportAnnotation(comparison: Comparison, object: number, before: Value, after: Value): void {
  if (isDict(before) && isDict(after) && fillsLostField(comparison, before, after)) return comparison.report('fieldUnjudged', { object })
  const hidden = isDict(before) && isDict(after) && !sameValue(before.entries.get('F'), after.entries.get('F'), comparison.bytes)
  comparison.report('annotationChanged', {
    object,
    forgery: comparison.permissions.certified ? 'evilAnnotationAttack' : hidden ? 'shadowHide' : 'shadowReplace',
  })
}
