import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict } from '#pki/pdf/values.ts'
import { fieldsOf, signedFieldsOnPages } from './form.ts'
import type { Field } from './form.ts'
import { maxPages } from './pages.ts'
import { byteRangesIn, maxSignatures } from './signatures.ts'
import type { PlacedSignature } from './signatures.ts'

/**
 * Names of the fields that an earlier revision shows as signed, in its form or on a page alone, and the newest not at all or with nothing in them.
 * @throws PdfError
 */
export function removedSignatures(pdf: PdfDocument, bytes: Uint8Array, placed: readonly PlacedSignature[]): string[] {
  const present = new Set(placed.map(({ field }) => field))
  const removed = new Set<string>()
  const earlier = Math.min(pdf.revisions.length - 1, maxSignatures)
  // Each page of each revision is looked at only where some signature is left that no field leads to, and no more of them than one revision may have.
  const pages = byteRangesIn(bytes, placed.length + 1) > placed.length ? Math.floor(maxPages / earlier) : 0
  for (let at = 0; at < earlier; at++)
    for (const { dict, name, type } of signedFieldsAt(pdf, at, pages)) {
      if (type !== 'Sig' || present.has(name)) continue
      const signature = pdf.get(dict, 'V', at)
      if (isDict(signature) && signature.entries.has('ByteRange')) removed.add(name)
    }
  return [...removed]
}

function signedFieldsAt(pdf: PdfDocument, at: number, pages: number): Field[] {
  const fields = fieldsOf(pdf, at)
  return [...fields, ...signedFieldsOnPages(pdf, new Set(fields.map(({ number }) => number)), at, pages)]
}
