import { once } from '#pki/once.ts'
import { eachLedTo, generationOf, isSame } from './disputed.ts'
import type { PdfDocument } from './document.ts'
import { isArray, isDict, isStream, nameOf } from './values.ts'
import type { Value } from './values.ts'
import { refTo } from './views.ts'
import type { Entry } from './xref.ts'

/**
 * Objects that something leads to, and that are other ones to PDFium than to other readers, or none. Where a newer section has an object in use under a
 * lower generation than before, PDFium stays with the older, also where a cross-reference stream says that it is free; and it finds nothing in an object
 * stream that the newest section does not count. iText 5 says of the number of its cross-reference stream that it is free, and PDFBox and EU DSS give
 * that number to what they append.
 * @throws PdfError where an object cannot be read
 */
export const missedByPdfium = once((pdf: PdfDocument): ReadonlySet<number> => {
  const differing = new Set(otherToPdfium(pdf))
  const ledTo = new Set<number>()
  if (differing.size > 0) eachLedTo(pdf, (number) => void (differing.has(number) && ledTo.add(number)))
  return ledTo
})

/** In any revision. */
function* otherToPdfium(pdf: PdfDocument): Generator<number> {
  const size = Number(pdf.trailer.entries.get('Size'))
  const ranked = new Map<number, { readonly entry: Entry; readonly at: number }>()
  for (const [at, { entries, kind }] of pdf.revisions.entries())
    for (const [number, entry] of entries) {
      const older = ranked.get(number)
      const isLower = older !== undefined && entry.type !== 'free' && generationOf(entry) < generationOf(older.entry)
      if (isLower || (entry.type === 'packed' && entry.stream >= size)) {
        const value = valueOf(pdf, number, entry, at)
        if (!isUnseen(pdf, value, at) && !(isLower && isSame(value, valueOf(pdf, number, older.entry, older.at)))) yield number
      } else if (generationOf(entry) > 0 && (entry.type !== 'free' || kind === 'stream')) ranked.set(number, { entry, at })
    }
}

const valueOf = (pdf: PdfDocument, number: number, entry: Entry, at: number): Value =>
  entry.type === 'free' ? null : (pdf.object(refTo(number, entry), at)?.value ?? null)

/** What no page is drawn with: validation data (ISO 32000-2 §12.8.4.3), and a signature field without a place or anything to show there. */
function isUnseen(pdf: PdfDocument, value: Value, at: number): boolean {
  if (!isDict(value)) return false
  const { entries } = value
  if (nameOf(entries.get('FT')) !== 'Sig') return entries.keys().every((key) => storeKeys.has(key))
  const rectangle = pdf.get(value, 'Rect', at)
  const [left, bottom, right, top] = isArray(rectangle) ? rectangle : []
  const appearances = pdf.get(value, 'AP', at)
  const appearance = isDict(appearances) ? pdf.get(appearances, 'N', at) : null
  const isEmpty = appearance === null || (isStream(appearance) && appearance.length === 0)
  return isEmpty || (left !== undefined && (left === right || bottom === top))
}
const storeKeys = new Set(['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI'])
