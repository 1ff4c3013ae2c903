import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError, TooCostly } from '#pki/pdf/error.ts'
import { addedAnnotation } from './annotationChanges.ts'
import { Comparison } from './changes.ts'
import type { Permissions, SoundSignatures } from './changes.ts'
import { compareFields } from './fieldChanges.ts'
import type { Change } from './report.ts'
import { placeChanges } from './places.ts'
import { compareSections } from './sections.ts'
import { compareStructure } from './structureChanges.ts'
import { reportUnexplained } from './unexplained.ts'

/**
 * What the newest revision shows otherwise than revision `from` did, each change allowed or not.
 * `complete` is false where a revision could not be read to its end; what was found until then counts all the same.
 */
export function changesSince(
  pdf: PdfDocument,
  bytes: Uint8Array,
  from: number,
  permissions: Permissions,
  sound: SoundSignatures,
): { changes: Change[]; complete: boolean } {
  // of what was signed, two readers showed two things from the start
  const isTwofold = pdf.revisions.slice(0, from + 1).some(({ isAmbiguous }) => isAmbiguous)
  const changes: Change[] = isTwofold ? [{ code: 'crossReferenceHybrid', allowed: false, forgery: 'hybridCrossReference' }] : []
  if (from === pdf.revisions.length - 1) return { changes, complete: true }
  const comparison = new Comparison(pdf, bytes, from, permissions, sound, changes)
  // what cannot be read in one place hides nothing in another
  const isRead = [compareSections, compare].map((step) => untilUnreadable(() => step(comparison))).every(Boolean)
  untilUnreadable(() => placeChanges(comparison))
  return { changes, complete: isRead && comparison.isComplete }
}

function untilUnreadable(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof PdfError || error instanceof TooCostly) return false
    throw error
  }
}

function compare(comparison: Comparison): void {
  const added = comparison.collectChanged()
  compareStructure(comparison)
  compareFields(comparison)
  for (const { ref, page } of comparison.annotations) addedAnnotation(comparison, ref, page)
  for (const [number, { before, after, freed }] of comparison.changed)
    if (!comparison.explained.has(number)) reportUnexplained(comparison, number, before, after, freed)
  comparison.checkReferences(added)
}
