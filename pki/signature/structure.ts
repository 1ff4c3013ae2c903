/** The structure tree of a tagged document (ISO 32000-2 §14.7), which a new widget joins: an element that leads to it, and a number that leads back. */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isInteger, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import type { StructureFacts, TreeList } from './facts.ts'
import { entryOf, pointerOf, rawEntries, reference, writeDict, writeValue } from './raw.ts'
import type { Pointer, RawEntries } from './raw.ts'
import type { RevisionWriter } from './revision.ts'

const mostNodes = 50_000
/** The largest list that signing repeats. */
const mostCharacters = 256 * 1024
/** Elements that may hold any other (ISO 32000-2 §14.8.4). */
const grouping = new Set(['Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div'])

/** Undefined where the document is not tagged, or in a way that cannot be added to in a few objects. @throws PdfError */
export function readStructure(document: PdfDocument): StructureFacts | undefined {
  const rootRef = document.root.entries.get('StructTreeRoot')
  const root = document.resolve(rootRef)
  if (!isRef(rootRef) || !isDict(root) || root.repeated) return undefined
  const tree = document.get(root, 'ParentTree')
  const highest = isDict(tree) ? highestKey(document, tree) : undefined
  if (!isDict(tree) || tree.repeated || highest === undefined) return undefined
  const key = tree.entries.has('Kids') ? 'Kids' : 'Nums'
  const numbers = { ...treeOf(root, tree), key, ...listOf(document, tree, key) } as const
  const only = onlyGroup(document, root)
  const { items } = listOf(document, only?.dict ?? root, 'K')
  const next = document.get(root, 'ParentTreeNextKey')
  const grown = ['ParentTreeNextKey', ...(only ? [] : ['K']), ...(numbers.pointer ? [] : ['ParentTree'])]
  const facts: StructureFacts = {
    root: { pointer: pointerOf(rootRef), entries: rawEntries(root, grown) },
    ...(only && { parent: { pointer: only.pointer, entries: rawEntries(only.dict, ['K']) } }),
    kids: { items }, // into the element itself: a list that is an object of its own may be that of others, too
    numbers,
    nextKey: Math.max(highest + 1, isInteger(next) ? next : 0),
  }
  return [facts.root.entries, facts.parent?.entries ?? [], [['', items + numbers.items]] as const].some(isLong) ? undefined : facts
}

const isLong = (entries: RawEntries) => entries.reduce((sum, [, text]) => sum + text.length, 0) > mostCharacters

/** The one kid of the root that groups all others. */
function onlyGroup(document: PdfDocument, root: Dict): { pointer: Pointer; dict: Dict } | undefined {
  const value = document.get(root, 'K')
  const kid = isArray(value) ? (value.length === 1 ? value[0] : undefined) : root.entries.get('K')
  const dict = document.resolve(kid)
  if (!isRef(kid) || !isDict(dict) || dict.repeated) return undefined
  const roles = document.get(root, 'RoleMap')
  const type = nameOf(document.get(dict, 'S')) ?? ''
  const standard = isDict(roles) ? (nameOf(document.get(roles, type)) ?? type) : type
  return grouping.has(standard) ? { pointer: pointerOf(kid), dict } : undefined
}

function treeOf(root: Dict, tree: Dict): { pointer?: Pointer; entries: RawEntries } {
  const ref = root.entries.get('ParentTree')
  return { ...(isRef(ref) && { pointer: pointerOf(ref) }), entries: rawEntries(tree, ['Nums', 'Kids']) }
}

/** An array, or the one value that stands in its place. */
function listOf(document: PdfDocument, dict: Dict, key: string): TreeList {
  const ref = dict.entries.get(key)
  const value = document.resolve(ref)
  if (isArray(value)) return { ...(isRef(ref) && { holder: pointerOf(ref) }), items: value.map(writeValue).join(' ') }
  return { items: value === null ? '' : writeValue(ref!) }
}

/** The highest number of the tree; undefined where it is no number tree of a bounded size (ISO 32000-2 §7.9.7). */
function highestKey(document: PdfDocument, tree: Dict): number | undefined {
  let highest = -1
  const open: Value[] = [tree]
  for (let nodes = 0; open.length > 0; nodes++) {
    const node = document.resolve(open.pop())
    if (!isDict(node) || nodes >= mostNodes) return undefined
    const [numbers, kids] = [document.get(node, 'Nums'), document.get(node, 'Kids')]
    if (isArray(numbers) === isArray(kids) && node.entries.size > 0) return undefined
    for (let i = 0; isArray(numbers) && i < numbers.length; i += 2) {
      const key = numbers[i]
      if (!isInteger(key)) return undefined
      highest = Math.max(highest, key)
    }
    if (isArray(kids)) for (const kid of kids) open.push(kid)
  }
  return highest
}

/** Adds an element of the type Form with the widget as its only kid; the widget has to name `nextKey` as its /StructParent. @returns the tree afterwards */
export function addWidget(writer: RevisionWriter, structure: StructureFacts, widget: Pointer, page: Pointer): StructureFacts {
  const { root, parent = root, numbers, nextKey } = structure
  const space = entryOf(parent.entries, 'NS')
  const element = writer.add(
    writeDict([
      ['Type', '/StructElem'],
      ['S', '/Form'],
      ['P', reference(parent.pointer)],
      ['K', `<</Type /OBJR /Obj ${reference(widget)} /Pg ${reference(page)}>>`],
      ...(space ? [['NS', space] as const] : []),
    ]),
  )
  const row = `${nextKey} ${reference(element)}`
  const item = numbers.key === 'Nums' ? row : reference(writer.add(`<</Limits [${nextKey} ${nextKey}] /Nums [${row}]>>`))
  const after = { ...structure, kids: grown(structure.kids, reference(element)), numbers: grown(numbers, item), nextKey: nextKey + 1 }
  const kids = ['K', `[${after.kids.items}]`] as const
  const tree = writeDict([...numbers.entries, [numbers.key, written(writer, after.numbers)]])
  if (numbers.pointer && !numbers.holder) writer.write(numbers.pointer, tree)
  if (structure.parent) writer.write(parent.pointer, writeDict([...parent.entries, kids]))
  writer.write(
    root.pointer,
    writeDict([
      ...root.entries,
      ['ParentTreeNextKey', String(after.nextKey)],
      ...(structure.parent ? [] : [kids]),
      ...(numbers.pointer ? [] : [['ParentTree', tree] as const]),
    ]),
  )
  return after
}

const grown = <T extends TreeList>(list: T, item: string): T => ({ ...list, items: `${list.items} ${item}`.trim() })

/** The value under which the list is found, which is written where it stands in an object of its own. */
function written(writer: RevisionWriter, { holder, items }: TreeList): string {
  if (holder) writer.write(holder, `[${items}]`)
  return holder ? reference(holder) : `[${items}]`
}
