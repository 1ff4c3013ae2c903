import { proofCodeLength, shownProofCode } from '#contract/proofCode.ts'
import * as calls from '#contract/verification.ts'
import { keptFacts } from '#server/features/signing/keptFacts.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { signatureLevel } from '#server/signing/signDocument.ts'

/** For whoever holds a signed document, on paper too: enough to recognise it by, and nothing more about the person. */
export const readSigningProof = route(calls.readSigningProof, async (ctx, { code }) => {
  await countCall(ctx, calls.readSigningProof.limit!, ctx.network)
  const signing = await ctx.db
    .selectFrom('esign_transaction as t')
    .innerJoin('person', 'person.id', 't.person_id')
    .select(['t.id', 't.public_id', 't.proof_code', 't.ended_at', 'person.name_ar', 'person.name_en'])
    .where(code.length === proofCodeLength ? 't.proof_code' : 't.public_id', '=', code)
    .where('t.state', '=', 'success')
    .where('person.erased_at', 'is', null)
    .executeTakeFirst()
  if (!signing) throw new Problem('NOT_FOUND')
  const documents = await ctx.db
    .selectFrom('document')
    .select(['sha256', 'facts', 'signed_sha256', 'signed_size'])
    .where('transaction_id', '=', signing.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    transactionID: signing.public_id,
    code: signing.proof_code === null ? signing.public_id : shownProofCode(signing.proof_code),
    signedAt: signing.ended_at!,
    signer: initials(signing.name_en),
    signerAr: initials(signing.name_ar),
    documents: documents.map((document) => ({
      sha256: document.signed_sha256!.toString('hex'),
      size: document.signed_size!,
      level: signatureLevel(keptFacts(ctx.app.secrets, document)),
    })),
  }
})

/** Every word's first letter, an Arabic article before it left in: who holds the document recognises the name, nobody else learns it. */
const initials = (name: string) => name.replace(/(?<=^|\s)(ال\S|\S)\S*/gu, '$1•••')
