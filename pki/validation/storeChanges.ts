/** What becomes of the document security store (ISO 32000-2 §12.8.4.3), which later revisions fill and write anew. */
import { once } from '#pki/once.ts'
import { isArray, isDict, isName, isRef, isStream } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { sameValue } from './equality.ts'
import { explainList, homeOf, movedToOld } from './lists.ts'

const dssArrays = new Set(['Certs', 'OCSPs', 'CRLs'])

/** The document security store (ISO 32000-2 §12.8.4.3): may grow, and holds streams and nothing else. */
export function compareDss(comparison: Comparison, before: Value | undefined, after: Value | undefined, root: number): void {
  const old = comparison.before(before)
  const now = comparison.after(after)
  if (!isDict(now)) return isAsItWas(comparison, before, after) ? undefined : comparison.report('catalogueChanged', { object: root })
  if (movedToOld(comparison, before, after)) return comparison.report('objectReused', { forgery: 'shadowHideAndReplace' })
  let grown = !isDict(old)
  const grow = () => {
    grown = true
  }
  for (const store of [before, after]) comparison.explain(store, root)
  explainFreed(comparison, before, root)
  const home = homeOf(after, root)
  for (const [key, value] of now.entries) {
    const earlier = isDict(old) ? old.entries.get(key) : undefined
    if (dssArrays.has(key)) compareData(comparison, earlier, value, home, grow)
    else if (key === 'VRI') compareVri(comparison, earlier, value, home, grow)
    else if (key !== 'Type' && !isAsItWas(comparison, earlier, value)) comparison.report('catalogueChanged', { object: home })
  }
  if (isDict(old)) for (const key of old.entries.keys()) if (!now.entries.has(key)) comparison.report('validationDataRemoved')
  if (grown) comparison.report('validationDataAdded')
}

/** Signatures may share a list, and a sender may have thousands share one: what it holds is looked at once, and against each other one once. */
function compareData(comparison: Comparison, before: Value | undefined, after: Value, holder: number, grow: () => void): void {
  if (movedToOld(comparison, before, after)) return comparison.report('objectReused', { forgery: 'shadowHideAndReplace' })
  explainList(comparison, after, holder)
  if ((before === undefined || isRef(before)) && isRef(after)) {
    const both = `${before?.number} ${after.number}`
    if (judged(comparison).has(both)) return
    judged(comparison).add(both)
  }
  const [old, now] = [comparison.before(before), comparison.after(after)]
  // what is wrong with a store that was signed stays so when others add to it
  const isWrong = (was: Value | undefined, is: Value) => !isAsItWas(comparison, was, is)
  const report = () => comparison.report('catalogueChanged', { object: holder })
  if (!isArray(now)) return isWrong(before, after) ? report() : undefined
  const kept = contentsOf(comparison, before, old, 'before').numbers
  const { numbers, others } = contentsOf(comparison, after, now, 'after')
  if (others.some(([i, item]) => !(isRef(item) && kept.has(item.number)) && isWrong(isArray(old) ? old[i] : undefined, item))) report()
  if (numbers.size > kept.size || !numbers.isSubsetOf(kept)) grow()
  if (kept.size > numbers.size || !kept.isSubsetOf(numbers)) comparison.report('validationDataRemoved')
}

const judged = once<Comparison, Set<string>>(() => new Set())

/** The objects that a list names, and where it holds something else than a stream of data, each such object once. */
type Contents = { readonly numbers: ReadonlySet<number>; readonly others: readonly (readonly [number, Value])[] }
const contentsByList = once<Comparison, Map<string, Contents>>(() => new Map())

function contentsOf(comparison: Comparison, list: Value | undefined, items: Value, when: 'before' | 'after'): Contents {
  const look = () => {
    const numbers = new Set<number>()
    const others: [number, Value][] = []
    for (const [i, item] of (isArray(items) ? items : []).entries()) {
      if (isRef(item) && numbers.has(item.number)) continue
      if (isRef(item)) numbers.add(item.number)
      const stream = comparison.after(item)
      if (!isRef(item) || !isStream(stream) || stream.dict.entries.has('Subtype')) others.push([i, item])
    }
    return { numbers, others }
  }
  return isRef(list) ? contentsByList(comparison).getOrInsertComputed(`${when} ${list.number}`, look) : look()
}

function compareVri(comparison: Comparison, before: Value | undefined, after: Value, holder: number, grow: () => void): void {
  if (movedToOld(comparison, before, after)) return comparison.report('objectReused', { forgery: 'shadowHideAndReplace' })
  comparison.explain(after, holder)
  const old = comparison.before(before)
  const now = comparison.after(after)
  if (!isDict(now)) return isAsItWas(comparison, before, after) ? undefined : comparison.report('catalogueChanged', { object: holder })
  const home = homeOf(after, holder)
  for (const [key, value] of now.entries) {
    const earlier = isDict(old) ? old.entries.get(key) : undefined
    if (key === 'Type' && isName(comparison.after(value))) continue
    if (isDigest(key)) compareVriEntry(comparison, earlier, value, home, grow)
    else if (!isAsItWas(comparison, earlier, value)) comparison.report('catalogueChanged', { object: home })
  }
  if (isDict(old)) for (const key of old.entries.keys()) if (!now.entries.has(key)) comparison.report('validationDataRemoved')
}

const isDigest = (key: string) => /^(?:[0-9A-F]{2}){16,64}$/i.test(key)

/** A later store may repeat what no standard knows; what that leads to is compared by itself. */
const isAsItWas = ({ bytes }: Comparison, before: Value | undefined, after: Value | undefined) =>
  before === after || (before !== undefined && sameValue(before, after, bytes))

/** Syncfusion names the lists as the store does. */
const proofs: ReadonlySet<string> = new Set(['Cert', 'OCSP', 'CRL', ...dssArrays])

/** What proves one signature. iText 5 put there, too, what proves the answers and lists among that: once, and no deeper. */
function compareVriEntry(
  comparison: Comparison,
  before: Value | undefined,
  after: Value,
  holder: number,
  grow: () => void,
  isInner = false,
): void {
  const entry = comparison.after(after)
  if (!isDict(entry)) return isAsItWas(comparison, before, after) ? undefined : comparison.report('catalogueChanged', { object: holder })
  comparison.explain(after, holder)
  const old = comparison.before(before)
  const home = homeOf(after, holder)
  for (const [kind, value] of entry.entries) {
    const earlier = isDict(old) ? old.entries.get(kind) : undefined
    if (proofs.has(kind)) compareData(comparison, earlier, value, home, grow)
    else if (kind === 'TU' || kind === 'TS') grow()
    else if (isDigest(kind) && !isInner) compareVriEntry(comparison, earlier, value, home, grow, true)
    else if (kind !== 'Type' && !isAsItWas(comparison, earlier, value)) comparison.report('catalogueChanged', { object: holder })
  }
}

/** What stands at one level of a store, by its key; `''` is any other. */
type Level = { [key: string]: Level } | 'data' | 'list'
const lists: Level = { Certs: 'list', OCSPs: 'list', CRLs: 'list' }
const answers: Level = { Cert: 'list', OCSP: 'list', CRL: 'list', TS: 'data', ...lists }
const levels: Level = { ...lists, VRI: { '': answers } }

/** Accounts for streams and lists of the old store that are no more: iText writes them anew under other numbers and frees these. */
function explainFreed(comparison: Comparison, store: Value | undefined, root: number): void {
  const known = new Map<number, boolean>()
  walk(store, root, levels)

  /** @returns whether something was freed there; what leads to it may then lead to nothing but a store */
  function walk(value: Value | undefined, holder: number, level: Level): boolean {
    const old = comparison.before(value)
    const isFreed = isRef(value) && comparison.changed.get(value.number)?.freed === true && (level !== 'data' || isStream(old))
    if (isFreed) comparison.explain(value, holder)
    const earlier = isRef(value) ? known.get(value.number) : undefined
    const isAnyFreed = earlier ?? (inside(old, homeOf(value, holder), level) || isFreed)
    if (isRef(value)) known.set(value.number, isAnyFreed)
    if (isAnyFreed && !isFreed) comparison.hold(value, holder)
    return isAnyFreed
  }

  function inside(old: Value, home: number, level: Level): boolean {
    if (level === 'list') return isArray(old) && old.map((item) => walk(item, home, 'data')).some(Boolean)
    if (level === 'data' || !isDict(old)) return false
    const found = [...old.entries].map(([key, entry]) => {
      const below = Object.hasOwn(level, key) ? level[key] : level['']
      return below !== undefined && walk(entry, home, below)
    })
    return found.some(Boolean)
  }
}
