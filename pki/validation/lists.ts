import { once } from '#pki/once.ts'
import { eachReference } from '#pki/pdf/inside.ts'
import { isArray, isRef } from '#pki/pdf/values.ts'
import type { Ref, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'

/** The object number that a value stands in: its own where it is a reference, else its holder's. */
export const homeOf = (value: Value | undefined, holder: number) => (isRef(value) ? value.number : holder)

/** A value that moved to an object that stood unused before shows what was hidden there. */
export function movedToOld(comparison: Comparison, before: Value | undefined, after: Value | undefined): boolean {
  return isRef(after) && !(isRef(before) && before.number === after.number) && comparison.existedBefore(after)
}

/** Accounts for a list that stands in an object of its own. What is no list is something else, whatever calls it one: it may be a page's content. */
export function explainList(comparison: Comparison, list: Value | undefined, holder: number): void {
  const now = comparison.after(list)
  if (isArray(comparison.before(list)) && (isArray(now) || now === null)) comparison.explain(list, holder)
}

/** Whether the signed holder leads to a list in one place: in another it may be a page's content, or the colours of an image. */
function isNamedOnce({ pdf, from }: Comparison, list: Value | undefined, holder: number): boolean {
  if (!isRef(list)) return false
  const entry = pdf.revisions
    .slice(0, from + 1)
    .findLast(({ entries }) => entries.has(holder))
    ?.entries.get(holder)
  const generation = entry?.type === 'offset' ? entry.generation : 0
  let uses = 0
  eachReference(pdf.object({ kind: 'ref', number: holder, generation }, from)?.value, (number) => {
    if (number === list.number) uses++
  })
  return uses === 1
}

const placesByList = once<Comparison, Map<readonly Value[], ReadonlyMap<number, number>>>(() => new Map())

/** Where each object stands in a list, last; of one that many lead to, looked up once. */
const placesOf = (comparison: Comparison, list: readonly Value[]): ReadonlyMap<number, number> =>
  placesByList(comparison).getOrInsertComputed(
    list,
    () => new Map(list.flatMap((item, i) => (isRef(item) ? [[item.number, i] as const] : []))),
  )

/** Two arrays: what stays of what was there stays in order; what is new is handed on where it is an object of its own, as it has to be. */
export function compareLists(
  comparison: Comparison,
  before: Value | undefined,
  after: Value | undefined,
  holder: number,
  added: (item: Ref | undefined) => void,
  removed: (item?: Value) => void,
): void {
  if (movedToOld(comparison, before, after)) return removed()
  // pdf-lib adds to the one that there was, and writes the list where it was named as well
  for (const list of [before, after]) if (isNamedOnce(comparison, list, holder)) explainList(comparison, list, holder)
  const old = comparison.before(before)
  const now = comparison.after(after)
  const kept = isArray(old) ? old : []
  const places = placesOf(comparison, kept)
  const handedOn = new Set<number>() // a list may name one a thousand times
  let met = 0
  for (const item of isArray(now) ? now : []) {
    const place = isRef(item) ? (places.get(item.number) ?? -1) : met
    const at = place > met && !sameValue(kept[met], item, comparison.bytes) ? place : met
    if (at < kept.length && sameValue(kept[at], item, comparison.bytes)) {
      for (const one of kept.slice(met, at)) removed(one)
      met = at + 1
    } else if (!isRef(item)) added(undefined)
    else if (!handedOn.has(item.number)) {
      handedOn.add(item.number)
      added(item)
    }
  }
  for (const one of kept.slice(met)) removed(one)
}
