import { join } from 'node:path'
import type { ValidationReport } from '#pki/validation/report.ts'
import { strangersText } from '#server/platform/isolate.ts'
import { limitedChild } from '../limitedChild.ts'

/** What the child is told: trust anchors as base64 of DER, the time of validation as ISO 8601, and what opens an encrypted file. */
export type Question = { anchors: string[]; at: string; password?: string | undefined }

const limits = {
  atOnce: 2,
  mostWaiting: 16,
  cpuSeconds: 16,
  heapMegabytes: 384,
  dataBytes: 1536 * 1024 * 1024,
  answerBytes: 8 * 1024 * 1024,
}

const isPlain = ({ indication, forgeries }: ValidationReport) => indication === 'TOTAL-PASSED' && forgeries.length === 0

const read = limitedChild<Question, ValidationReport>(join(import.meta.dirname, 'child.ts'), limits, isPlain)

/**
 * The report on the stranger's file at `path`, its texts fit to be shown; null when the child ran out of time or memory over it.
 * @param sender whose file this is, where it is known: theirs alone are read by one process after the other
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no child can be started
 */
export async function verifyPdf(path: string, question: Question, sender?: string): Promise<ValidationReport | null> {
  const outcome = await read(path, question, sender)
  return 'answer' in outcome ? strangersText(outcome.answer) : null
}
