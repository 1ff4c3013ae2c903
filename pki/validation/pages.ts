import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'

const maxPages = 50_000

/** The pages of a revision, the first one first. @throws PdfError */
export function pagesAt(pdf: PdfDocument, at: number): { ref: Ref; dict: Dict }[] {
  const pages: { ref: Ref; dict: Dict }[] = []
  const seen = new Set<number>()
  const root = pdf.resolve(pdf.rootRef, at)
  const open: Value[] = isDict(root) ? [root.entries.get('Pages') ?? null] : []
  for (let next = open.pop(); next !== undefined && pages.length < maxPages; next = open.pop()) {
    if (!isRef(next) || seen.has(next.number)) continue
    seen.add(next.number)
    const dict = pdf.resolve(next, at)
    if (!isDict(dict)) continue
    const kids = pdf.get(dict, 'Kids', at)
    if (isArray(kids)) for (const kid of kids.toReversed()) open.push(kid)
    else pages.push({ ref: next, dict })
  }
  return pages
}

/** Where each annotation stands, by its object's number. @throws PdfError */
export function pagesByAnnotation(pdf: PdfDocument, at: number): ReadonlyMap<number, Ref> {
  const found = new Map<number, Ref>()
  for (const { ref, dict } of pagesAt(pdf, at)) {
    const list = pdf.get(dict, 'Annots', at)
    for (const item of isArray(list) ? list : []) if (isRef(item) && !found.has(item.number)) found.set(item.number, ref)
  }
  return found
}
