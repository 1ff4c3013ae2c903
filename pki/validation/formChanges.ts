import { repeats } from '#pki/pdf/inside.ts'
import { isDict, isInteger, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { areDrawnAlike } from './drawnByReaders.ts'
import { sameValue } from './equality.ts'
import { oddWhenDrawnAnew } from './fieldAppearances.ts'
import { addedField } from './signedFields.ts'
import { formsOf, isOfForm, twofoldForm } from './form.ts'
import { explainFonts } from './formFonts.ts'
import { compareLists, homeOf, movedToOld } from './lists.ts'
import { isDataChanged } from './xfa.ts'

/** Where one catalogue states two forms, readers take one or the other. */
export function compareForms(comparison: Comparison, before: Dict, after: Dict, root: number): void {
  const [olds, nows] = [formsOf(before), formsOf(after)]
  for (const [i, now] of (nows.length > 0 ? nows : [undefined]).entries()) {
    const which = olds.length > nows.length ? closestTo(comparison, olds, now) : Math.min(i, olds.length - 1)
    // What this form lacks is not gone: it stands in the other one, as it was.
    const isBeside = comparison.isFormBeside && nows.length > 1 && i === 0
    compareForm(comparison, olds[which], now, { root, which, isBeside })
  }
}

/** Which of two forms a writer went on with. */
function closestTo(comparison: Comparison, olds: readonly Value[], now: Value | undefined): number {
  const form = comparison.after(now)
  const differences = olds.map((old) => {
    const was = comparison.before(old)
    return isDict(was) && isDict(form) ? changedKeys(comparison, was, form).length : Infinity
  })
  return differences.indexOf(Math.min(...differences))
}

/** Keys of the form that say something else now, its list of fields and what only says that there are signatures left out. */
const changedKeys = (comparison: Comparison, old: Value, now: Dict) =>
  (isDict(old) ? comparison.differing(old, now) : [...now.entries.keys()]).filter(
    (key) => key !== 'Fields' && key !== 'Type' && !(key === 'SigFlags' && isInteger(now.entries.get(key) ?? 0)),
  )

/** Whether what the form's resources named keeps its name: appearances that bring none are drawn with them (ISO 32000-2 §12.7.3). */
function keepsNames(comparison: Comparison, old: Value, now: Dict, which: number): boolean {
  const [had, has] = [isDict(old) ? comparison.before(old.entries.get('DR')) : null, comparison.after(now.entries.get('DR'))]
  if (!isDict(had)) return had === null
  if (repeats(has) || (has !== null && !isDict(has))) return false
  return [...had.entries].every(([kind, entry]) => {
    const [before, after] = [comparison.before(entry), comparison.after(has?.entries.get(kind))]
    if (kind === 'ProcSet' || !isDict(before) || (kind !== 'Font' && bringResources(comparison, which))) return true
    return isDict(after) && comparison.differing(before, after).every((name) => isSame(before.entries.get(name), after.entries.get(name)))
  })

  /** iText makes an object of its own of what stood in the list. */
  function isSame(named: Value | undefined, names: Value | undefined): boolean {
    return named === undefined || sameValue(comparison.before(named), comparison.after(names), comparison.bytes)
  }
}

/** Whether no appearance of a form's fields takes the form's resources because it brings none: PDFBox and iText 2 name what they sign with there, each time anew. */
function bringResources(comparison: Comparison, which: number): boolean {
  const { pdf, from } = comparison
  const brings = (appearance: Value) =>
    !isStream(appearance) || appearance.dict.entries.has('Resources') || !pdf.data(appearance).includes(aSlash)
  const brought = (value: Value) => {
    const shown = pdf.resolve(value, from)
    return brings(shown) && (!isDict(shown) || [...shown.entries.values()].every((state) => brings(pdf.resolve(state, from))))
  }
  for (const { dict, form } of comparison.fieldsBefore.values()) {
    const appearances = form === which ? pdf.get(dict, 'AP', from) : null
    if (isDict(appearances) && ![...appearances.entries.values()].every(brought)) return false
  }
  return true
}

/** A name in content begins with one. */
const aSlash = 0x2f

type Compared = { root: number; which: number; isBeside: boolean }

function compareForm(
  comparison: Comparison,
  before: Value | undefined,
  after: Value | undefined,
  { root, which, isBeside }: Compared,
): void {
  const old = comparison.before(before)
  const now = comparison.after(after)
  if (!isDict(now)) {
    if (isDict(old)) comparison.report('formChanged', { forgery: 'shadowHide' })
    return
  }
  if (movedToOld(comparison, before, after)) comparison.report('formChanged', { forgery: 'shadowHideAndReplace' })
  const twofold = twofoldForm(comparison.pdf, comparison.from)
  if (!(isRef(after) && after.number === twofold)) comparison.explain(after, root)
  const home = homeOf(after, root)
  for (const key of changedKeys(comparison, old, now)) {
    if (twofold !== undefined && !isOfForm(key)) continue
    if (isBeside && !now.entries.has(key)) continue
    // what readers draw fields with that bring no appearance
    if ((key === 'DR' || key === 'DA') && areDrawnAlike(comparison, which) && (key === 'DA' || keepsNames(comparison, old, now, which)))
      continue
    if (key === 'NeedAppearances' && comparison.permissions.permission !== 1) {
      const [was, is] = [isDict(old) ? comparison.before(old.entries.get(key)) : null, comparison.after(now.entries.get(key))]
      // readers draw fields from their values, or show the appearances that stand there
      const odd = (was === true) !== (is === true) ? oddWhenDrawnAnew(comparison) : undefined
      if (odd) comparison.report('fieldUnjudged', { object: odd.number, field: odd.name })
      continue
    }
    if (
      key === 'XFA' &&
      comparison.permissions.permission !== 1 &&
      isDict(old) &&
      isDataChanged(comparison, old.entries.get(key), now.entries.get(key))
    ) {
      comparison.report('xfaUnjudged')
      continue
    }
    comparison.report('formChanged', key === 'DR' || key === 'DA' ? { forgery: 'shadowReplace' } : {})
  }
  if (now.repeated) comparison.report('formChanged')
  explainFonts(comparison, now)
  const fieldsBefore = isDict(old) ? old.entries.get('Fields') : undefined
  compareLists(
    comparison,
    fieldsBefore,
    now.entries.get('Fields'),
    home,
    (field) => (field ? addedField(comparison, field) : comparison.report('fieldAdded')),
    () => isBeside || comparison.report('signatureRemoved', { forgery: 'shadowHide' }),
  )
}
