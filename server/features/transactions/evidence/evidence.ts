import * as calls from '#contract/transactions.ts'
import { describeCertificate, summarize } from '#server/ca/describeCertificate.ts'
import { keptFacts } from '#server/features/signing/keptFacts.ts'
import { audit } from '#server/platform/audit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { sealDocument } from '#server/signing/sealDocument.ts'
import { proofOf, signatureLevel } from '#server/signing/signDocument.ts'
import { renderEvidencePage } from './evidencePage.ts'

/** What our records hold of a signing, for its owner to show to others: sealed, so that they need not take the owner's word. */
export const downloadEvidence = route(calls.downloadEvidence, async (ctx, { transactionID, language }) => {
  const signing = await ownSigning(ctx, transactionID)
  const certificate = await certificateOf(ctx, signing)
  const page = renderEvidencePage({
    language,
    transactionID,
    createdAt: ctx.now,
    verifyUrl: proofOf(ctx.app.configuration, signing.proof_code ?? transactionID).verifyUrl,
    signer: { name: nameAtSigning(signing, certificate.subject, language), nationalIdMasked: signing.national_id_masked },
    approval: signing.started_at && { askedAt: signing.started_at, number: signing.random!, request: signing.provider_trans_id! },
    approvedAt: signing.approved_at!,
    signedAt: signing.ended_at!,
    documents: await signedDocuments(ctx, signing.id),
    certificate,
    timestampAuthority: ctx.app.authority.timestamper.name,
  })
  await audit(ctx.db, ctx, 'document.downloaded', { subject: transactionID, facts: { version: 'evidence' } })
  return { content: await sealDocument(ctx.app.authority, page, language, ctx.now), fileName: `${transactionID}-evidence.pdf` }
})

type Signing = Awaited<ReturnType<typeof ownSigning>>

/** A person may be called otherwise by now: what was signed bears the name of its certificate, of which we know no translation then. */
const nameAtSigning = ({ name_ar, name_en }: Signing, certified: string, language: 'ar' | 'en') =>
  certified !== name_ar && certified !== name_en ? certified : language === 'ar' ? name_ar : name_en

async function ownSigning({ db, caller }: Ctx<Caller>, transactionID: string) {
  const signing = await db
    .selectFrom('esign_transaction as t')
    .innerJoin('person', 'person.id', 't.person_id')
    .leftJoin('challenge as c', 'c.id', 't.challenge_id')
    .select([
      't.id',
      't.proof_code',
      't.approved_at',
      't.ended_at',
      't.dsc_id',
      'person.name_ar',
      'person.name_en',
      'person.national_id_masked',
    ])
    .select(['c.started_at', 'c.random', 'c.provider_trans_id'])
    .where('t.public_id', '=', transactionID)
    .where('t.account_id', '=', caller.accountId)
    .where('t.state', '=', 'success')
    .executeTakeFirst()
  if (!signing) throw new Problem('NOT_FOUND')
  return signing
}

async function signedDocuments({ app, db }: Ctx, transactionId: number) {
  const rows = await db
    .selectFrom('document')
    .select(['name', 'sha256', 'facts', 'signed_sha256', 'signed_at'])
    .where('transaction_id', '=', transactionId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    name: row.name,
    sha256: row.sha256.toString('hex'),
    signedSha256: row.signed_sha256!.toString('hex'),
    level: signatureLevel(keptFacts(app.secrets, row)),
    signedAt: row.signed_at!,
  }))
}

/** The one that was made for the signing, or the signer's own that was chosen for it. */
async function certificateOf({ db }: Ctx, { id, dsc_id }: Signing) {
  const row = await db
    .selectFrom('certificate')
    .select(['certificate', 'not_before', 'not_after'])
    .where(dsc_id === null ? 'transaction_id' : 'dsc_id', '=', dsc_id ?? id)
    .where('certificate', 'is not', null)
    .orderBy('issued_at', 'desc')
    .orderBy('serial_number')
    .executeTakeFirstOrThrow()
  const { issuedTo, issuedBy, serial } = summarize(row.certificate!)
  return {
    subject: issuedTo,
    issuer: issuedBy,
    serial: serial.toString('hex').toUpperCase(),
    policy: describeCertificate(row.certificate!).policyOid!,
    notBefore: row.not_before!,
    notAfter: row.not_after!,
    isOneTime: dsc_id === null,
  }
}
