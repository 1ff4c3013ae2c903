import type { App } from './app.ts'
import { forgetEvidence } from './features/evidence/files.ts'
import { forgetUnsealed } from './features/seals/documents.ts'
import { forgetUploads, isForgotten } from './features/signing/forgotten.ts'
import { removeUnneeded, type ContentReference } from './platform/contents.ts'

/** Every column that refers to stored content: what stands in none of them is removed. A test finds those that are missing here. */
export const contentReferences: readonly ContentReference[] = [
  { table: 'document', column: 'sha256', unless: isForgotten },
  { table: 'document', column: 'tail_sha256', unless: isForgotten },
  { table: 'evidence_file', column: 'sha256' },
  { table: 'sealed_document', column: 'sha256' },
  { table: 'sealed_document', column: 'tail_sha256' },
]

/** Forgets what was discarded or came to nothing, then removes content that nothing refers to. */
export async function sweepContents(app: App): Promise<void> {
  await forgetUploads(app)
  await forgetEvidence(app)
  await forgetUnsealed(app)
  await removeUnneeded(app, contentReferences)
}
