import { once } from '#pki/once.ts'
import type { Memo } from '#pki/once.ts'
import { resourceKinds } from '#pki/pdf/uses.ts'
import { isDict } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { sameValue } from './equality.ts'

/** Two revisions: what a value leads to in each. */
type Revisions = {
  readonly bytes: Uint8Array
  readonly memo: Memo
  before(value: Value | undefined): Value
  after(value: Value | undefined): Value
  differing(before: Dict, after: Dict): string[]
}

/** What is found for a pair is found once in a comparison: many pages lead to the same. */
export function oncePerPair<C extends { readonly memo: Memo }, T, R>(find: (comparison: C, before: T, after: T) => R): typeof find {
  const found = once<C, Map<T, Map<T, R>>>(() => new Map())
  return (comparison, before, after) =>
    found(comparison)
      .getOrInsertComputed(before, () => new Map())
      .getOrInsertComputed(after, () => find(comparison, before, after))
}

/** Whether two resource dictionaries name the same: pdf-lib writes out what stood in an object, and adds the kinds of which there are none. @throws PdfError */
export const sameResources = oncePerPair((revisions: Revisions, before: Dict, after: Dict): boolean =>
  revisions.differing(before, after).every((key) => {
    const [had, has] = [revisions.before(before.entries.get(key)), revisions.after(after.entries.get(key))]
    if (!resourceKinds.has(key) || before.repeated?.has(key) || after.repeated?.has(key) || !isDict(has)) return false
    return before.entries.has(key) ? sameValue(had, has, revisions.bytes) : has.entries.size === 0
  }),
)

/** Whether two fonts have the same characters, though that says an object of its own now: Aspose.PDF writes one each time. @throws PdfError */
export function sameCollection(revisions: Revisions, old: Dict, now: Dict): boolean {
  const [had, has] = [revisions.before(old.entries.get('CIDSystemInfo')), revisions.after(now.entries.get('CIDSystemInfo'))]
  return !old.repeated && !now.repeated && isDict(had) && sameValue(had, has, revisions.bytes)
}

/** Whether they name all that they named, and more. @throws PdfError */
export const haveGrown = oncePerPair((revisions: Revisions, before: Dict, after: Dict): boolean =>
  revisions.differing(before, after).every((key) => {
    if (!before.entries.has(key) || key === 'ProcSet') return true
    const [had, has] = [revisions.before(before.entries.get(key)), revisions.after(after.entries.get(key))]
    return isDict(had) && isDict(has) && revisions.differing(had, has).every((name) => !had.entries.has(name))
  }),
)
