import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'

/** More pages than anybody signs; what stands behind them is not looked at. */
export const maxPages = 50_000

type Page = { ref: Ref; dict: Dict }
const newestPages = once((pdf: PdfDocument): readonly Page[] => walk(pdf, pdf.revisions.length - 1))

/** The pages of a revision, the first one first; those of the newest are looked up once. @throws PdfError */
export function pagesAt(pdf: PdfDocument, at: number): readonly Page[] {
  return at < pdf.revisions.length - 1 ? walk(pdf, at) : newestPages(pdf)
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

/** The pages that each annotation stands on, by its object's number. Of a list that many pages name two are told. @throws PdfError */
export function pagesByAnnotation(pdf: PdfDocument, at: number): ReadonlyMap<number, readonly Ref[]> {
  const found = new Map<number, Ref[]>()
  const namings = new Map<number, number>()
  for (const { ref, dict } of pagesAt(pdf, at)) {
    const list = dict.entries.get('Annots')
    const named = isRef(list) ? (namings.get(list.number) ?? 0) : 0
    if (isRef(list)) namings.set(list.number, named + 1)
    if (named > 1) continue // thousands of pages may name one list of thousands
    for (const item of annotationsOf(pdf, dict, at)) {
      if (!isRef(item)) continue
      const pages = found.getOrInsertComputed(item.number, () => [])
      if (pages.at(-1) !== ref) pages.push(ref)
    }
  }
  return found
}

/** @throws PdfError */
function annotationsOf(pdf: PdfDocument, page: Dict, at: number): readonly Value[] {
  const list = pdf.resolve(page.entries.get('Annots'), at)
  return isArray(list) ? list : []
}

/** A page's annotations; none where its list is one that was seen before. @throws PdfError */
export function newAnnotations(pdf: PdfDocument, page: Dict, at: number, seen: Set<number>): readonly Value[] {
  const value = page.entries.get('Annots')
  if (isRef(value) && seen.has(value.number)) return []
  if (isRef(value)) seen.add(value.number)
  return annotationsOf(pdf, page, at)
}
