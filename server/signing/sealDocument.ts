import { advance, emptyState } from '#pki/signature/hashState.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { signPdf } from '#pki/signature/sign.ts'
import type { Authority } from '#server/ca/authority.ts'
import { Problem } from '#server/platform/problems.ts'

const timeUncertain = {
  ar: 'لا يمكن ختم المستند الآن لأن الوقت الدقيق غير مؤكد لدينا. أعد المحاولة بعد قليل.',
  en: 'The document cannot be sealed now, because the exact time is not certain. Try again shortly.',
}

const label = { ar: 'ختم مقدّم خدمات الثقة', en: 'Seal of the trust service provider' }

/**
 * Seals a PDF that we wrote ourselves, unseen on its pages, at B-LTA: whoever holds it can prove later who wrote it, when, and that nothing
 * was changed. @throws Problem BUSY while the time is not certain
 */
export async function sealDocument(authority: Authority, bytes: Uint8Array, language: 'ar' | 'en', sealedAt: Date): Promise<Buffer> {
  if (!authority.knowsTime()) throw new Problem('BUSY', { title: timeUncertain, cause: 'no trusted time', retryAfterSeconds: 30 })
  const facts = readSigningFacts(bytes)
  if (!facts.signable) throw new Error(`a document of our own cannot be sealed: ${facts.code} ${facts.detail}`)
  const { signer, certificate, chain } = authority.seal
  const { tail } = await signPdf({
    level: 'B-LTA',
    signer,
    certificate,
    certificates: [certificate, ...chain],
    facts,
    hashState: advance(emptyState(), bytes),
    timestamp: authority.timestamper,
    validationMaterial: () => authority.validationMaterial(certificate, 'seals'),
    signature: { fieldName: 'Seal', signedAt: sealedAt, name: 'Tawqi', label: label[language] },
  })
  return Buffer.concat([bytes, tail])
}
