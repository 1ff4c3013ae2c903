import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { attachmentsByObject } from '#pki/signature/attachments.ts'
import type { AttachmentReport } from './report.ts'
import type { PlacedSignature } from './signatures.ts'

/** Files inside the file, and from which of the signatures on each is covered as it is now; undefined where they cannot be read to the end. */
export function attachmentsOf(pdf: PdfDocument, signatures: readonly PlacedSignature[]): AttachmentReport[] | undefined {
  try {
    const found = attachmentsByObject(pdf)
    const writtenIn = new Map<number, number>()
    for (const [revision, { entries }] of pdf.revisions.entries())
      for (const number of entries.keys()) if (found.has(number)) writtenIn.set(number, revision)
    return [...found].map(([number, { name, type = null, size = null, sha256 = null, at = null }]) => {
      const first = signatures.findIndex(({ revision = -1 }) => revision >= writtenIn.get(number)!)
      return { name, type, size, sha256, at, coveredFrom: first < 0 ? null : first + 1 }
    })
  } catch (error) {
    if (error instanceof PdfError) return undefined
    throw error
  }
}
