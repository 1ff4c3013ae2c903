import { generateKeyPairSync } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { signPdf, type Signed } from '#pki/signature/sign.ts'
import type { Signer } from '#pki/signer.ts'
import { signerOf } from '#server/adapters/keys/signerOf.ts'
import type { Authority } from '#server/ca/authority.ts'
import { proofCodeLength, shownProofCode } from '#contract/proofCode.ts'
import { to } from '#contract/screens.ts'
import type { SignatureAppearance } from '#contract/signing.ts'
import type { AppearanceInput } from './appearance/lines.ts'
import { signatureAppearance, smallestAppearance } from './appearance/signatureAppearance.ts'
import { fieldOptions, type Place } from './placement.ts'

/** What signing must know of a file, as it was read at upload. */
export type { SigningFacts }

/** A key for one approval: made for it, never stored, gone with it. */
export const newSignatureKey = (): Signer => signerOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)

export type SignRequest = {
  authority: Authority
  signer: Signer
  certificate: Uint8Array
  chain: readonly Uint8Array[]
  facts: SigningFacts
  hashState: Uint8Array
  placement: Place
  /** Of a new field. */
  fieldName: string
  person: { nameAr: string; nameEn: string }
  /** How it looks where it is shown. */
  appearance: SignatureAppearance
  proof: Proof
  signedAt: Date
}

/** How a signature looks where its signer chose nothing. */
export const usualAppearance = (language: 'ar' | 'en'): SignatureAppearance => ({ design: 'full', language, background: 'none' })

/** What leads from a signature on paper to what is known of it. */
export type Proof = Pick<AppearanceInput, 'proofCode' | 'verifyUrl' | 'isTest'>

/** @param code of a signing, short or the older form */
export const proofOf = ({ PUBLIC_URL, MODE }: { PUBLIC_URL: string; MODE: 'demo' | 'production' }, code: string): Proof => ({
  proofCode: code.length === proofCodeLength ? shownProofCode(code) : code,
  verifyUrl: `${PUBLIC_URL}${to('verify', { code })}`,
  isTest: MODE === 'demo',
})

/** B-LTA, or B-LT where the permissions of an encrypted file allow no new field, which an archive time stamp needs. */
export const signatureLevel = ({ encryption }: SigningFacts): 'B-LT' | 'B-LTA' => (encryption?.mayAddFields === false ? 'B-LT' : 'B-LTA')

/**
 * Signs one document by appending to it. What it takes does not grow with the file.
 */
export async function signDocument(request: SignRequest): Promise<Signed> {
  const { authority, signer, certificate, chain, facts, hashState, person, signedAt } = request
  const { shown, ...field } = fieldOptions(facts, request.placement, request.fieldName)
  const appearance = shown && signatureAppearance({ ...person, ...request.appearance, ...request.proof, ...drawnSize(shown), signedAt })
  if (appearance) await turn() // drawing and signing are each long enough, and others wait for both
  return signPdf({
    level: signatureLevel(facts),
    signer,
    certificate,
    certificates: [certificate, ...chain],
    facts,
    hashState,
    timestamp: authority.timestamper,
    validationMaterial: () => authority.validationMaterial(certificate),
    signature: {
      ...field,
      signedAt,
      name: person.nameEn,
      label: { ar: `توقيع ${person.nameAr}`, en: `Signature of ${person.nameEn}` }[request.appearance.language],
      ...(appearance && { appearance }),
    },
  })
}

/** A field of the form's author may be smaller than the mark: it is drawn larger, and a viewer fits it to the field (ISO 32000-2 §12.5.5). */
export function drawnSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.max(1, smallestAppearance.width / width, smallestAppearance.height / height)
  return { width: width * scale, height: height * scale }
}
