import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isString } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { fieldsOf, signedFieldsOnPages } from './form.ts'
import type { Field } from './form.ts'
import { maxPages } from './pages.ts'
import { byteRangesIn, maxSignatures } from './signatures.ts'
import type { PlacedSignature } from './signatures.ts'

/** Names of fields that an earlier revision shows as signed, in its form or on a page alone. */
export type LostSignatures = {
  /** The newest has no such field, or nothing in it. */
  readonly removed: readonly string[]
  /** The newest has another signature there: Acrobat empties a field for whoever signed it, to be signed anew. */
  readonly replaced: readonly string[]
}

/** @throws PdfError */
export function lostSignatures(pdf: PdfDocument, bytes: Uint8Array, placed: readonly PlacedSignature[]): LostSignatures {
  const present = Map.groupBy(placed, ({ field }) => field)
  const [removed, replaced] = [new Set<string>(), new Set<string>()]
  const earlier = Math.min(pdf.revisions.length - 1, maxSignatures)
  // Each page of each revision is looked at only where some signature is left that no field leads to, and no more of them than one revision may have.
  const pages = byteRangesIn(bytes, placed.length + 1) > placed.length ? Math.floor(maxPages / earlier) : 0
  for (let at = 0; at < earlier; at++)
    for (const { dict, name, type } of signedFieldsAt(pdf, at, pages)) {
      if (type !== 'Sig') continue
      const signature = pdf.get(dict, 'V', at)
      if (!isDict(signature) || !signature.entries.has('ByteRange')) continue
      const now = present.get(name)
      if (!now) removed.add(name)
      else if (isNoneOf(now, pdf.get(signature, 'Contents', at))) replaced.add(name)
    }
  return { removed: [...removed], replaced: [...replaced] }
}

/** Whether a signature is another than those; a place that was kept for one, of zeros, is none, and what cannot be read now is judged by itself. */
function isNoneOf(placed: readonly PlacedSignature[], contents: Value): boolean {
  if (!isString(contents) || (contents.bytes[0] ?? 0) === 0) return false
  return placed.every((one) => one.contents.length > 0 && Buffer.compare(one.contents, contents.bytes) !== 0)
}

function signedFieldsAt(pdf: PdfDocument, at: number, pages: number): Field[] {
  const fields = fieldsOf(pdf, at)
  return [...fields, ...signedFieldsOnPages(pdf, new Set(fields.map(({ number }) => number)), at, pages)]
}
