/** What a new field adds to a tagged document (ISO 32000-2 §14.7): an element that leads to its widget, and a line in the parent tree. */

import { isArray, isDict, isInteger, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'

const mostNodes = 50_000
/** Texts that a screen reader says in place of what is shown. */
const spoken = ['ActualText', 'Alt', 'E']

/** Accounts for objects of the structure tree that grew; whatever else became of them stays unexplained. */
export function compareStructureTree(comparison: Comparison, before: Value | undefined, after: Value | undefined): void {
  const [old, now] = [comparison.before(before), comparison.after(after)]
  if (!isDict(old) || !isDict(now) || !isRef(before) || !isRef(after) || before.number !== after.number) return
  let isGrown = false
  for (const [number, change] of comparison.changed) {
    if (change.freed || !isDict(change.before) || !isDict(change.after)) continue
    const grows = number === before.number ? rootGrows(comparison, change.before, change.after) : elementGrows(comparison, change)
    if (!grows) continue
    comparison.explain({ kind: 'ref', number, generation: 0 })
    isGrown = true
  }
  if (parentTreeGrows(comparison, old, now)) explainTree(comparison, old.entries.get('ParentTree'), 0)
  if (isGrown) comparison.report('structureExtended')
}

function rootGrows(comparison: Comparison, before: Dict, after: Dict): boolean {
  for (const key of comparison.differing(before, after)) {
    if (key === 'ParentTreeNextKey') continue
    if (key === 'ParentTree' && parentTreeGrows(comparison, before, after)) continue
    if (key === 'K' && kidsGrow(comparison, before, after)) continue
    return false
  }
  return true
}

function elementGrows(comparison: Comparison, { before, after }: { before: Value; after: Value }): boolean {
  if (!isDict(before) || !isDict(after) || !before.entries.has('S') || !before.entries.has('P')) return false
  return comparison.differing(before, after).every((key) => key === 'K') && kidsGrow(comparison, before, after)
}

/** The kids that were there stay in their order; what comes in between or after leads to widgets and says nothing. */
function kidsGrow(comparison: Comparison, before: Dict, after: Dict): boolean {
  const list = (value: Value) => (isArray(value) ? [...value] : value === null ? [] : [value])
  const left = list(before.entries.get('K') ?? null)
  for (const kid of list(after.entries.get('K') ?? null)) {
    if (left.length > 0 && sameValue(left[0], kid, comparison.bytes)) left.shift()
    else if (comparison.existedBefore(kid) || !leadsToWidgets(comparison, kid, 0)) return false
  }
  return left.length === 0
}

function leadsToWidgets(comparison: Comparison, value: Value, depth: number): boolean {
  const element = comparison.after(value)
  if (!isDict(element) || depth > 8 || spoken.some((key) => element.entries.has(key))) return false
  if (nameOf(comparison.after(element.entries.get('Type'))) === 'OBJR') {
    const widget = comparison.after(element.entries.get('Obj'))
    return isDict(widget) && nameOf(comparison.after(widget.entries.get('Subtype'))) === 'Widget'
  }
  const kids = comparison.after(element.entries.get('K'))
  return isArray(kids) ? kids.every((kid) => leadsToWidgets(comparison, kid, depth + 1)) : leadsToWidgets(comparison, kids, depth + 1)
}

/** A number tree (ISO 32000-2 §7.9.7) that still says of every number what it said. */
function parentTreeGrows(comparison: Comparison, before: Dict, after: Dict): boolean {
  const old = numbersOf(comparison.before.bind(comparison), before.entries.get('ParentTree'))
  const now = numbersOf(comparison.after.bind(comparison), after.entries.get('ParentTree'))
  if (!old || !now) return false
  return [...old].every(([number, value]) => {
    const later = now.get(number)
    return sameValue(value, later, comparison.bytes) || sameValue(comparison.before(value), comparison.after(later), comparison.bytes)
  })
}

function numbersOf(resolve: (value: Value | undefined) => Value, tree: Value | undefined): Map<number, Value> | undefined {
  const found = new Map<number, Value>()
  const open: (Value | undefined)[] = [tree]
  for (let nodes = 0; open.length > 0; nodes++) {
    const node = resolve(open.pop())
    if (!isDict(node) || nodes > mostNodes) return undefined
    const [numbers, kids] = [resolve(node.entries.get('Nums')), resolve(node.entries.get('Kids'))]
    if (isArray(numbers))
      for (let i = 0; i + 1 < numbers.length; i += 2) if (isInteger(numbers[i])) found.set(numbers[i] as number, numbers[i + 1]!)
    if (isArray(kids)) for (const kid of kids) open.push(kid)
  }
  return found
}

function explainTree(comparison: Comparison, value: Value | undefined, depth: number): void {
  comparison.explain(value)
  const node = comparison.before(value)
  if (!isDict(node) || depth > 8) return
  comparison.explain(node.entries.get('Nums'))
  const kids = comparison.before(node.entries.get('Kids'))
  for (const kid of isArray(kids) ? kids : []) explainTree(comparison, kid, depth + 1)
}
