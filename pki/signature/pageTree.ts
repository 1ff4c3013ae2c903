/**
 * Where readers differ about a tree of pages (ISO 32000-2 §7.7.3): some count what /Kids leads to and others believe /Count; some take what a page
 * inherits on the way down and others by /Parent. What two of them would show differently must not be signed.
 */

import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'

/** A node on the way down to a page. `isStraight` where each on the way names the one above it as its parent. */
export type Above = { readonly ref: Ref; readonly dict: Dict; readonly above: Above | undefined; readonly isStraight: boolean }

/** What is called something else, a page or a node, is shown by some readers alone; one without a type is told by its /Kids. @throws PdfError */
export function requireType(document: PdfDocument, dict: Dict, type: 'Page' | 'Pages'): void {
  const stated = document.get(dict, 'Type')
  const isOther = stated === null ? isRef(dict.entries.get('Type')) : nameOf(stated) !== type
  if (isOther) throw new PdfError('TYPE', `a /${type} of the page tree is called something else`)
}

/** @param pages as many as are below the node @throws PdfError */
export function requireCount(document: PdfDocument, node: Dict, pages: number): void {
  if (document.get(node, 'Count') !== pages) throw new PdfError('TYPE', 'the page tree does not hold as many pages as it says')
}

/** The node itself, for what is below it. */
export const below = (ref: Ref, dict: Dict, above: Above | undefined): Above => ({
  ref,
  dict,
  above,
  isStraight: above === undefined || isChildOf(dict, above),
})

const isChildOf = (dict: Dict, above: Above) => above.isStraight && sameRef(dict.entries.get('Parent'), above.ref)

const inheritable = ['MediaBox', 'CropBox', 'Rotate', 'Resources'] as const
/** As deep as a tree may be. */
const mostLevels = 50

/**
 * What a page or a node takes from above it does not call null, by that name or by a reference to nothing: PDFium and MuPDF take nothing then, the
 * one or the other, and most readers what stands above.
 * @throws PdfError
 */
export function requireNoNull(document: PdfDocument, dict: Dict, above: Above | undefined): void {
  for (const key of inheritable) {
    if (!dict.entries.has(key) || document.get(dict, key) !== null) continue
    for (let node = above; node; node = node.above)
      if (document.get(node.dict, key) !== null)
        throw new PdfError('TYPE', `a page says that /${key} is null, and what is above it says more`)
  }
}

/** What a page inherits is the same on both ways. @throws PdfError */
export function requireParents(document: PdfDocument, page: Dict, above: Above | undefined): void {
  if (above === undefined || isChildOf(page, above)) return
  const parents = parentsOf(document, page)
  for (const key of inheritable) {
    if (page.entries.has(key)) continue
    let node: Above | undefined = above
    while (node && !node.dict.entries.has(key)) node = node.above
    const other = parents.find(({ dict }) => dict.entries.has(key))
    if (node && other && sameRef(node.ref, other.ref)) continue
    if (!sameShort(node?.dict.entries.get(key), other?.dict.entries.get(key)))
      throw new PdfError('TYPE', `a page inherits /${key} from its place in the tree, and another one from its /Parent`)
  }
}

function parentsOf(document: PdfDocument, page: Dict): { ref: Ref; dict: Dict }[] {
  const parents: { ref: Ref; dict: Dict }[] = []
  for (let ref = page.entries.get('Parent'); isRef(ref); ref = parents.at(-1)!.dict.entries.get('Parent')) {
    if (parents.length === mostLevels) throw new PdfError('LOOP', 'the parents of a page lead to one another')
    const dict = document.resolve(ref)
    if (!isDict(dict)) break
    parents.push({ ref, dict })
  }
  return parents
}

const sameRef = (one: Value | undefined, other: Ref) => isRef(one) && one.number === other.number && one.generation === other.generation

/** The same reference, number or rectangle: a tree has no end of larger ones to compare. */
function sameShort(one: Value | undefined, other: Value | undefined): boolean {
  if (one === undefined || other === undefined || typeof one !== 'object' || typeof other !== 'object') return one === other
  if (isRef(one) && isRef(other)) return sameRef(one, other)
  if (!isArray(one) || !isArray(other) || one.length !== 4 || other.length !== 4) return false
  return one.every((value, i) => typeof value === 'number' && value === other[i])
}
