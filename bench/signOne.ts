import { coveredParts, fillContents, prepareSignature } from '#pki/signature/prepare.ts'
import type { SigningFacts } from '#pki/signature/facts.ts'
import { assembleCms, attributesToSign, contentsLength } from '#pki/signature/sign.ts'
import type { SigningIdentity } from '#pki/signature/sign.ts'

export const signature = { fieldName: 'Approval', signedAt: new Date('2026-11-21T09:00:00Z') }

/** B-B in one go; `digest` of the covered parts is what differs. */
export function signerOfOne(identity: SigningIdentity) {
  const room = contentsLength(identity)
  return (facts: SigningFacts, digest: (parts: [Uint8Array, Uint8Array]) => Uint8Array) => {
    const prepared = prepareSignature(facts, { ...signature, contentsLength: room })
    const toSign = attributesToSign(digest(coveredParts(prepared)), identity)
    return fillContents(prepared, assembleCms(identity, toSign, identity.signer.sign(toSign)))
  }
}
