/** What a new field or annotation adds to a tagged document (ISO 32000-2 §14.7): an element that leads to it, and a line in the parent tree. */

import { once } from '#pki/once.ts'
import { isArray, isDict, isInteger, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { explainList } from './lists.ts'
import { oncePerPair } from './resources.ts'

const mostNodes = 50_000
/** Where the structure tree, its parent tree, destinations and outlines have elements. */
const leadsToElements: ReadonlySet<string> = new Set('StructTreeRoot K K[] P Nums[] Nums[][] Names[] Ref Ref[] SE SD SD[] D[]'.split(' '))
/** Where an element has a list of others: one by which a page finds its content would say something else of it. */
const leadsToKids: ReadonlySet<string> = new Set(['K'])
/** Texts that a screen reader says in place of what is shown. */
const spoken = ['ActualText', 'Alt', 'E']

/**
 * Accounts for objects of the structure tree that grew; whatever else became of them stays unexplained.
 * @returns whether another tree than there was is accounted for
 */
export function compareStructureTree(comparison: Comparison, before: Value | undefined, after: Value | undefined): boolean {
  const [old, now] = [comparison.before(before), comparison.after(after)]
  if (isBegun(comparison, old, after)) {
    comparison.report('structureExtended')
    return true
  }
  if (!isDict(old) || !isDict(now) || !isRef(before) || !isRef(after) || before.number !== after.number) return false
  let isGrown = false
  const known: Known = new Map()
  const isParentTreeGrown = parentTreeGrows(comparison, old, now)
  for (const [number, change] of comparison.changed) {
    const [was, is] = [change.before, change.after]
    if (change.freed) continue
    if (isDict(was) && isDict(is)) {
      const isRoot = number === before.number
      if (!(isRoot ? rootGrows(comparison, was, is, isParentTreeGrown, known) : elementGrows(comparison, was, is, known))) continue
    } else if (!isArray(was) || !isArray(is) || !kidsGrow(comparison, was, is, known)) continue
    comparison.explain({ kind: 'ref', number, generation: 0 })
    comparison.judgeUnder(number, isDict(was) ? leadsToElements : leadsToKids)
    isGrown = true
  }
  if (isParentTreeGrown) explainTree(comparison, old.entries.get('ParentTree'), before.number)
  if (isGrown) comparison.report('structureExtended')
  return false
}

/** What iText writes into a tree that it begins. */
const rootKeys = new Set(['Type', 'K', 'ParentTree', 'ParentTreeNextKey', 'RoleMap'])

/** Whether a new tree says of new fields alone where they are, and stands in place of one that said nothing, as LibreOffice writes it. */
function isBegun(comparison: Comparison, old: Value, after: Value | undefined): boolean {
  const now = comparison.after(after)
  if (!isDict(old) || !isDict(now) || !isRef(after) || comparison.existedBefore(after)) return false
  const numbers = numbersOf((value) => comparison.after(value), now.entries.get('ParentTree'))
  const known: Known = new Map()
  return (
    old.entries.keys().every((key) => key === 'Type') &&
    now.entries.keys().every((key) => rootKeys.has(key)) &&
    isEmpty(comparison, now.entries.get('RoleMap')) &&
    numbers !== undefined &&
    [...numbers.values()].every((value) => !comparison.existedBefore(value) && leadsToAnnotations(comparison, value, known, 0)) &&
    kidsGrow(comparison, old.entries.get('K'), now.entries.get('K'), known)
  )
}

function isEmpty(comparison: Comparison, value: Value | undefined): boolean {
  const now = comparison.after(value)
  return now === null || (isDict(now) && now.entries.size === 0)
}

/** By the number of what they belong to, the elements of the structure tree as it is now; undefined where it has no such numbers. */
const numbersNow = once((comparison: Comparison) => {
  const root = comparison.after(comparison.pdf.rootRef)
  const tree = comparison.after(isDict(root) ? root.entries.get('StructTreeRoot') : null)
  if (!isDict(tree) || !tree.entries.has('ParentTree')) return new Map<number, Value>()
  return numbersOf((value) => comparison.after(value), tree.entries.get('ParentTree'))
})

/** Whether the number by which a page's content would be found in the structure tree (ISO 32000-2 §14.7.5.4) leads to nothing. */
export const leadsToNoElement = (comparison: Comparison, number: Value): boolean =>
  isInteger(number) && numbersNow(comparison)?.has(number) === false

/** Whether what stands behind a reference leads to annotations, asked once: a sender may have many elements lead to the same. A list of kids has its number below zero. */
type Known = Map<number, boolean>

function rootGrows(comparison: Comparison, before: Dict, after: Dict, isParentTreeGrown: boolean, known: Known): boolean {
  for (const key of comparison.differing(before, after)) {
    if (key === 'ParentTreeNextKey' && isInteger(after.entries.get(key))) continue
    if (key === 'ParentTree' && isParentTreeGrown) continue
    if (key === 'RoleMap' && !before.entries.has(key) && isEmpty(comparison, after.entries.get(key))) continue
    if (key === 'K' && kidsGrow(comparison, before.entries.get(key), after.entries.get(key), known)) continue
    return false
  }
  return true
}

function elementGrows(comparison: Comparison, before: Dict, after: Dict, known: Known): boolean {
  if (!before.entries.has('S') || !before.entries.has('P')) return false
  const isOnPage = (key: string) => key === 'Pg' && !before.entries.has(key) && !holdsContent(comparison, before)
  const keys = comparison.differing(before, after)
  return keys.every((key) => key === 'K' || isOnPage(key)) && kidsGrow(comparison, before.entries.get('K'), after.entries.get('K'), known)
}

/** Whether an element has content of its own, for which the page counts that it names; what other elements have they name themselves. */
function holdsContent(comparison: Comparison, { entries }: Dict): boolean {
  const entry = entries.get('K') ?? null
  const look = () => {
    const kids = comparison.before(entry)
    return !(isArray(kids) ? kids : [entry]).every((kid) => isRef(kid) && !isContent(comparison.before(kid)))
  }
  return isRef(entry) ? heldByList(comparison).getOrInsertComputed(entry.number, look) : look()
}

/** The same of what many elements may name. */
const heldByList = once<Comparison, Map<number, boolean>>(() => new Map())

const isContent = (kid: Value) => !isDict(kid) || !kid.entries.has('S')

/**
 * The kids that were there stay in their order; what comes in between or after leads to annotations and says nothing. A list that is an object of
 * its own is judged by itself, once: many elements may name it.
 */
function kidsGrow(comparison: Comparison, before: Value = null, after: Value = null, known: Known): boolean {
  if (sameValue(before, after, comparison.bytes)) return true
  const old = comparison.before(before)
  const kept = isArray(old) ? old : listed(before)
  let met = 0
  for (const kid of isArray(after) ? after : listed(after)) {
    if (met < kept.length && sameValue(kept[met], kid, comparison.bytes)) met++
    else if (comparison.existedBefore(kid) || !leadsToAnnotations(comparison, kid, known, 0)) return false
  }
  return met === kept.length
}

const listed = (value: Value) => (value === null ? [] : [value])

function leadsToAnnotations(comparison: Comparison, value: Value, known: Known, depth: number): boolean {
  if (!isRef(value)) return elementLeadsToAnnotations(comparison, value, known, depth)
  let leads = known.get(value.number)
  if (leads === undefined) {
    known.set(value.number, false) // whoever comes back here turns in a circle
    known.set(value.number, (leads = elementLeadsToAnnotations(comparison, value, known, depth)))
  }
  return leads
}

function elementLeadsToAnnotations(comparison: Comparison, value: Value, known: Known, depth: number): boolean {
  const element = comparison.after(value)
  if (!isDict(element) || depth > 8 || spoken.some((key) => element.entries.has(key))) return false
  if (nameOf(comparison.after(element.entries.get('Type'))) === 'OBJR') {
    const object = element.entries.get('Obj')
    const annotation = comparison.after(object)
    const subtype = isDict(annotation) ? nameOf(comparison.after(annotation.entries.get('Subtype'))) : undefined
    // one that its page gained is judged by itself
    const isGained = isRef(object) && !comparison.existedBefore(object) && comparison.pageOf(object.number) !== undefined
    return subtype === 'Widget' || (subtype !== undefined && isGained)
  }
  const entry = element.entries.get('K') ?? null
  const kids = comparison.after(entry)
  if (entry === null) return isBare(element)
  if (!isArray(kids)) return leadsToAnnotations(comparison, entry, known, depth + 1)
  const lead = () => kids.length > 0 && kids.every((kid) => leadsToAnnotations(comparison, kid, known, depth + 1))
  return isRef(entry) ? known.getOrInsertComputed(-entry.number, lead) : lead()
}

/** iText begins a tree with an element of nothing. */
const isBare = ({ entries }: Dict) =>
  entries.has('S') && nameOf(entries.get('Type')) === 'StructElem' && entries.keys().every((key) => bareKeys.has(key))
const bareKeys = new Set(['Type', 'S', 'P'])

/** A number tree (ISO 32000-2 §7.9.7) that still says of every number what it said. */
function parentTreeGrows(comparison: Comparison, before: Dict, after: Dict): boolean {
  const old = numbersOf(comparison.before.bind(comparison), before.entries.get('ParentTree'))
  const now = numbersOf(comparison.after.bind(comparison), after.entries.get('ParentTree'))
  if (!before.entries.has('ParentTree')) return now?.size === 0
  if (!old || !now) return false
  return [...old].every(([number, value]) => {
    const later = now.get(number)
    return sameValue(value, later, comparison.bytes) || sayTheSame(comparison, comparison.before(value), comparison.after(later))
  })
}

/** Many numbers may lead to one list. */
const sayTheSame = oncePerPair((comparison: Comparison, old: Value, now: Value) => sameValue(old, now, comparison.bytes))

function numbersOf(resolve: (value: Value | undefined) => Value, tree: Value | undefined): Map<number, Value> | undefined {
  const found = new Map<number, Value>()
  const seen = new Set<number>()
  const open: (Value | undefined)[] = [tree]
  for (let nodes = 0; open.length > 0; nodes++) {
    const next = open.pop()
    const node = resolve(next)
    if (!isDict(node) || nodes > mostNodes || (isRef(next) && seen.has(next.number))) return undefined
    if (isRef(next)) seen.add(next.number)
    const list = node.entries.get('Nums')
    const isKnown = isRef(list) && seen.has(list.number) // many nodes may name one list
    if (isRef(list)) seen.add(list.number)
    const [numbers, kids] = [isKnown ? null : resolve(list), resolve(node.entries.get('Kids'))]
    if (numbers !== null && !isArray(numbers)) return undefined
    for (let i = 0; i < (numbers?.length ?? 0); i += 2) {
      if (!isInteger(numbers![i])) return undefined // a list of something else: it may be a page's content
      if (numbers![i + 1] !== undefined) found.set(numbers![i] as number, numbers![i + 1]!)
    }
    if (isArray(kids)) for (const kid of kids) open.push(kid)
  }
  return found
}

/** Of a tree that was read through: every node stands in it once. */
function explainTree(comparison: Comparison, value: Value | undefined, holder: number, depth = 0): void {
  if (depth > deepest) return
  const [node, now] = [comparison.before(value), comparison.after(value)]
  if (!isDict(node) || !isDict(now) || comparison.differing(node, now).some((key) => !nodeKeys.has(key))) return
  comparison.explain(value, holder)
  const home = isRef(value) ? value.number : holder
  explainList(comparison, node.entries.get('Nums'), home)
  const list = node.entries.get('Kids')
  const kids = comparison.before(list)
  for (const kid of isArray(kids) ? kids : []) explainTree(comparison, kid, isRef(list) ? list.number : home, depth + 1)
}

/** Nobody needs more levels for any number of pages. */
const deepest = 32

const nodeKeys = new Set(['Nums', 'Kids', 'Limits'])
