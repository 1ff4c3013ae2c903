import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'

const maxPages = 50_000

type Page = { ref: Ref; dict: Dict }
const newest = new WeakMap<PdfDocument, readonly Page[]>()

/** The pages of a revision, the first one first; those of the newest are looked up once. @throws PdfError */
export function pagesAt(pdf: PdfDocument, at: number): readonly Page[] {
  if (at < pdf.revisions.length - 1) return walk(pdf, at)
  let pages = newest.get(pdf)
  if (!pages) newest.set(pdf, (pages = walk(pdf, at)))
  return pages
}

function walk(pdf: PdfDocument, at: number): Page[] {
  const pages: Page[] = []
  const seen = new Set<number>()
  const root = pdf.resolve(pdf.rootAt(at), at)
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
  const seen = new Set<number>()
  for (const { ref, dict } of pagesAt(pdf, at))
    for (const item of newAnnotations(pdf, dict, at, seen)) if (isRef(item) && !found.has(item.number)) found.set(item.number, ref)
  return found
}

/** A page's annotations; none where its list is one that was seen before: thousands of pages may name one list of thousands. @throws PdfError */
export function newAnnotations(pdf: PdfDocument, page: Dict, at: number, seen: Set<number>): readonly Value[] {
  const value = page.entries.get('Annots')
  if (isRef(value) && seen.has(value.number)) return []
  if (isRef(value)) seen.add(value.number)
  const list = pdf.resolve(value, at)
  return isArray(list) ? list : []
}
