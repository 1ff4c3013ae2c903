import { join } from 'node:path'
import { refusal } from '#pki/signature/facts.ts'
import type { Refusal, SigningFacts } from '#pki/signature/facts.ts'
export type { Refusal }
import type { FactsOptions } from '#pki/signature/readFacts.ts'
import { limitedChild } from '../limitedChild.ts'

const limits = {
  atOnce: 2,
  mostWaiting: 200,
  cpuSeconds: 6,
  heapMegabytes: 160,
  semiSpaceMegabytes: 4,
  dataBytes: 1024 * 1024 * 1024,
  answerBytes: 48 * 1024 * 1024,
}

const read = limitedChild<FactsOptions, SigningFacts | Refusal>(join(import.meta.dirname, 'child.ts'), limits, ({ signable }) => signable)

/**
 * The signing facts of an uploaded file, or why it is refused; TOO_COMPLEX also when the child ran out of time or memory.
 * @param sender whose file this is, where it is known: theirs alone are read by one process after the other
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no child can be started
 */
export async function inspectPdf(path: string, options: FactsOptions = {}, sender?: string): Promise<SigningFacts | Refusal> {
  const outcome = await read(path, options, sender)
  return 'answer' in outcome ? outcome.answer : refusal('TOO_COMPLEX', outcome.failure, ['PROCESS'])
}
