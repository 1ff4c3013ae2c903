import { join } from 'node:path'
import type { Output } from '#contract/kit.ts'
import type { verifyDocument } from '#contract/verification.ts'
import { signerOf, verdictSentence } from '#contract/verificationSentences.ts'
import type { Browser } from '../server.ts'

export const sampleFolder = join(import.meta.dirname, '../fixtures/sample')

/** What our own verification says of a signed sample, as far as the home page repeats it. */
export async function factsOf(anybody: Browser, bytes: Uint8Array, language: 'ar' | 'en') {
  const answer = await anybody.send('POST', '/api/v1/verify', { body: bytes, headers: { 'content-type': 'application/pdf' } })
  const report = answer.body as Output<typeof verifyDocument>
  const signature = report.signatures.find(({ kind }) => kind === 'signature')!
  const said = {
    verdict: verdictSentence(report)[language],
    signer: signerOf(signature)!,
    signedAt: signature.timestamp!.time,
    level: signature.level,
  }
  return { indication: report.indication, said }
}
