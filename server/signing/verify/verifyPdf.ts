import { hash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ValidationReport } from '#pki/validation/report.ts'
import { strangersText } from '#server/platform/isolate.ts'
import { limitedChild } from '../limitedChild.ts'

/** What the child is told: trust anchors as base64 of DER, the time of validation as ISO 8601, and what opens an encrypted file. */
export type Question = { anchors: string[]; at: string; password?: string | undefined }

const thorough = {
  atOnce: 1,
  mostWaiting: 16,
  cpuSeconds: 16,
  heapMegabytes: 384,
  dataBytes: 1536 * 1024 * 1024,
  answerBytes: 8 * 1024 * 1024,
}
/** Many times what an ordinary file takes. */
const quick = { ...thorough, atOnce: 2, cpuSeconds: 4 }

const isPlain = ({ indication, forgeries }: ValidationReport) => indication === 'TOTAL-PASSED' && forgeries.length === 0

const script = join(import.meta.dirname, 'child.ts')
const readQuickly = limitedChild<Question, ValidationReport>(script, quick, isPlain)
const readThoroughly = limitedChild<Question, ValidationReport>(script, thorough)

/**
 * The report on the stranger's file at `path`, its texts fit to be shown; null when the child ran out of time or memory over it. What takes long
 * is begun anew in a line of its own: however many addresses send such files, ordinary ones pass them.
 * @param sender whose file this is, where it is known: theirs alone are read by one process after the other
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no child can be started
 */
export async function verifyPdf(path: string, question: Question, sender?: string): Promise<ValidationReport | null> {
  const none = await reportOnNone(path, question)
  if (none) return none
  const first = await readQuickly(path, question, sender)
  const outcome = 'answer' in first ? first : await readThoroughly(path, question)
  return 'answer' in outcome ? strangersText(outcome.answer) : null
}

/** More octets are looked through where strangers' files are. */
const mostOfNone = 64 * 1024

/** Of what has no word of a PDF there is nothing to read for which a process would be started: a picture, a letter, ten letters x. */
async function reportOnNone(path: string, { at }: Question): Promise<ValidationReport | undefined> {
  if ((await stat(path)).size > mostOfNone) return undefined
  const bytes = await readFile(path)
  if (['%PDF', 'startxref', '%%EOF'].some((word) => bytes.includes(word))) return undefined
  return {
    indication: 'TOTAL-FAILED',
    subIndication: 'FORMAT_FAILURE',
    document: 'unproven',
    validatedAt: at,
    sha256: hash('sha256', bytes),
    size: bytes.length,
    signatures: [],
    attachments: [],
    forgeries: [],
    findings: [{ code: 'fileNotPdf', detail: 'NOT_PDF' }],
  }
}
