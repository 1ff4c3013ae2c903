/** The page tree (ISO 32000-2 §7.7.3) as one that was arranged otherwise: iText puts trees in order whose leaves stand at several levels, as Chrome's do. */
import { isArray, isDict, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Ref, Value } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'
import { inheritable, isSameThere } from './pageChanges.ts'
import { maxPages } from './pages.ts'

/** What a page has, of its own or from the nodes above it, by the key. */
type Page = { number: number; attributes: ReadonlyMap<string, Value> }
type Tree = { pages: Page[]; nodes: Set<number> }

const nodeKeys: ReadonlySet<string> = new Set(['Type', 'Kids', 'Count', 'Parent', ...inheritable])
const deepest = 32

/**
 * Accounts for the nodes of a tree that leads to the same pages, each with what it had, in the same order.
 * @returns whether that is so; pages may name other parents then
 */
export function isArrangedAnew(comparison: Comparison): boolean {
  const [before, after] = [treeAt(comparison, 'before'), treeAt(comparison, 'after')]
  if (!before || !after || before.pages.length !== after.pages.length) return false
  const isSame = before.pages.every((page, i) => isSamePage(comparison, page, after.pages[i]!))
  if (!isSame) return false
  for (const number of [...before.nodes, ...after.nodes]) {
    if (!comparison.changed.has(number)) continue
    comparison.explain({ kind: 'ref', number, generation: 0 })
    comparison.pages.add(number)
  }
  return true
}

function isSamePage(comparison: Comparison, old: Page, now: Page): boolean {
  return (
    old.number === now.number &&
    [...inheritable].every((key) => {
      const [had, has] = [old.attributes.get(key), now.attributes.get(key)]
      if (had === undefined || has === undefined) return had === has // a crop box that leads to nothing is one of US Letter for MuPDF
      return isSameThere(comparison, comparison.before(had), comparison.after(has))
    })
  )
}

/** Undefined where a tree is not as readers expect it, each number of pages included. */
function treeAt(comparison: Comparison, when: 'before' | 'after'): Tree | undefined {
  const resolve = (value: Value | undefined) => comparison[when](value)
  const tree: Tree = { pages: [], nodes: new Set() }
  const root = resolve(when === 'before' ? comparison.root : comparison.pdf.rootRef)
  return isDict(root) && visit(root.entries.get('Pages') ?? null, undefined, new Map(), 0) !== undefined ? tree : undefined

  /** How many pages stand below. Some readers take what is handed down from the node that leads here, others from the one that is named as its parent. */
  function visit(value: Value, parent: Ref | undefined, above: ReadonlyMap<string, Value>, depth: number): number | undefined {
    const dict = resolve(value)
    if (!isRef(value) || !isDict(dict) || dict.repeated || depth > deepest || tree.pages.length >= maxPages) return undefined
    const named = dict.entries.get('Parent')
    if (parent ? !isRef(named) || named.number !== parent.number : named !== undefined) return undefined
    const own = [...inheritable].flatMap((key) => (dict.entries.has(key) ? [[key, dict.entries.get(key)!] as const] : []))
    const attributes = own.length === 0 ? above : new Map([...above, ...own])
    if (!dict.entries.has('Kids')) return tree.pages.push({ number: value.number, attributes }) && 1
    const kids = resolve(dict.entries.get('Kids'))
    if (
      nameOf(resolve(dict.entries.get('Type'))) !== 'Pages' ||
      !isArray(kids) ||
      tree.nodes.has(value.number) ||
      !dict.entries.keys().every((key) => nodeKeys.has(key))
    )
      return undefined
    tree.nodes.add(value.number)
    let count = 0
    for (const kid of kids) {
      const below = visit(kid, value, attributes, depth + 1)
      if (below === undefined) return undefined
      count += below
    }
    return resolve(dict.entries.get('Count')) === count ? count : undefined
  }
}
