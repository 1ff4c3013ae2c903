import { isDict } from '#pki/pdf/values.ts'
import type { Dict } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'

/** ISO 32000-2 table 34. */
export const resourceKinds = new Set(['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'Properties'])

/** Whether two resource dictionaries name the same: pdf-lib writes out what stood in an object, and adds the kinds of which there are none. @throws PdfError */
export const sameResources = (comparison: Comparison, before: Dict, after: Dict): boolean =>
  comparison.differing(before, after).every((key) => {
    const [had, has] = [comparison.before(before.entries.get(key)), comparison.after(after.entries.get(key))]
    if (!resourceKinds.has(key) || before.repeated?.has(key) || after.repeated?.has(key) || !isDict(has)) return false
    return before.entries.has(key) ? sameValue(had, has, comparison.bytes) : has.entries.size === 0
  })

/** Whether they name all that they named, and more. @throws PdfError */
export const haveGrown = (comparison: Comparison, before: Dict, after: Dict): boolean =>
  comparison.differing(before, after).every((key) => {
    if (!before.entries.has(key) || key === 'ProcSet') return true
    const [had, has] = [comparison.before(before.entries.get(key)), comparison.after(after.entries.get(key))]
    return isDict(had) && isDict(has) && comparison.differing(had, has).every((name) => !had.entries.has(name))
  })
