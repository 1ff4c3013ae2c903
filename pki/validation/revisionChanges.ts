import type { PdfDocument } from '#pki/pdf/document.ts'
import { Comparison } from './changes.ts'
import type { Permissions, SoundSignatures } from './changes.ts'
import { compareFields } from './fieldChanges.ts'
import type { Change } from './report.ts'
import { compareStructure } from './structureChanges.ts'

/**
 * What the newest revision shows otherwise than revision `from` did, each change allowed or not.
 * @throws PdfError where a revision cannot be read.
 */
export function changesSince(
  pdf: PdfDocument,
  bytes: Uint8Array,
  from: number,
  permissions: Permissions,
  sound: SoundSignatures,
): Change[] {
  if (from === pdf.revisions.length - 1) return []
  const comparison = new Comparison(pdf, bytes, from, permissions, sound)
  comparison.compareSections()
  const added = comparison.collectChanged()
  compareStructure(comparison)
  compareFields(comparison)
  for (const [number, { before, after, freed }] of comparison.changed)
    if (!comparison.explained.has(number)) comparison.reportUnexplained(number, before, after, freed)
  comparison.checkReferences(added)
  return comparison.changes
}
