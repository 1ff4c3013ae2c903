import { to } from '#contract/screens.ts'
import type { SignatureAppearance } from '#contract/signing.ts'
import { hash } from 'node:crypto'
import type { App } from '#server/app.ts'
import { inPassing } from '#server/platform/db/db.ts'
import { debit } from '#server/platform/ledger.ts'
import { tell, type Letter } from '#server/platform/tell.ts'
import { subjectColumns } from '#server/signing/personSubject.ts'
import { recheckFile } from '#server/signing/recheck/recheckFile.ts'
import { proofOf, signDocument, usualAppearance } from '#server/signing/signDocument.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import { CredentialRefused, holdCredential, openCredential } from './credential.ts'
import { keptFacts } from './keptFacts.ts'
import { causeOf, type SigningCause } from './failures.ts'
import { endUnsigned, lockTransaction, move, named, type Acting } from './states.ts'
import type { Place } from '#server/signing/placement.ts'

const mostAttempts = 3

/** The output did not stand up to the second reader: nothing is handed out. */
class RecheckFailed extends Error {
  override name = 'RecheckFailed'
}

/**
 * Signs what was approved. Everything before the last database transaction can be repeated after a crash: tails are stored by their content, and
 * only that last step says success and spends the reserved counter, together.
 */
export async function carryOut(acting: Acting, id: number): Promise<void> {
  const { app } = acting
  try {
    const signed = await signAll(app, id)
    await app.db.transaction().execute(async (tx) => {
      const transaction = await lockTransaction(tx, id)
      if (transaction.state !== 'signing' || transaction.plan_id === null) return // another signer finished
      const { refusal } = await holdCredential(tx, transaction, app.clock.now())
      if (refusal) throw new CredentialRefused(refusal)
      for (const { documentId, name: _name, ...set } of signed) {
        await referToContent(tx, set.tail_sha256)
        await inPassing(
          tx
            .updateTable('document')
            .set({ ...set, signed_at: app.clock.now() })
            .where('id', '=', documentId),
        )
      }
      await debit(tx, app.clock.now(), { planId: transaction.plan_id, transactionId: id })
      const now = app.clock.now()
      await move(tx, { ...acting, now }, transaction, 'success', { cause: 'signed' })
      await tell(
        tx,
        { app, now },
        {
          to: transaction.person_id,
          kind: 'signingEnded',
          facts: { state: 'success', ...named(transaction, signed[0]?.name) },
          letter: signedLetter(app, signed.length),
        },
      )
    })
  } catch (cause) {
    app.log.error({ transaction: id, cause }, 'signing')
    await giveUp(acting, id, cause)
  }
}

const finalCauses: SigningCause[] = ['notRechecked', 'notIssued', 'placementRefused', 'certificateRefused']

/** A signature that was refused fails at once; trouble around it is tried again when the lease ends, a few times. */
async function giveUp(acting: Acting, id: number, cause: unknown): Promise<void> {
  const isFinal = finalCauses.includes(causeOf(cause))
  await acting.app.db.transaction().execute(async (tx) => {
    const transaction = await lockTransaction(tx, id)
    if (transaction.state !== 'signing') return
    if (isFinal || transaction.attempts >= mostAttempts)
      await endUnsigned(tx, acting, transaction, {
        to: 'failed',
        failure: causeOf(cause),
        ...(cause instanceof Error && { detail: cause.name }),
      })
  })
}

type SignedRow = { documentId: number; name: string; tail_sha256: Buffer; signed_sha256: Buffer; signed_size: number }

async function signAll(app: App, id: number): Promise<SignedRow[]> {
  const transaction = await app.db.selectFrom('esign_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const person = await app.db
    .selectFrom('person')
    .select(['name_ar', 'name_en', ...subjectColumns])
    .where('id', '=', transaction.person_id)
    .executeTakeFirstOrThrow()
  const documents = await app.db
    .selectFrom('document')
    .selectAll()
    .where('transaction_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const { signer, certificate, chain } = await openCredential(app, transaction, person)
  const rows: SignedRow[] = []
  for (const document of documents) {
    const signed = await signDocument({
      authority: app.authority,
      signer,
      certificate,
      chain,
      facts: keptFacts(app.secrets, document),
      hashState: document.hash_state,
      placement: document.placement as Place,
      fieldName: `Tawqi-${transaction.public_id.slice(0, 8)}-${document.position! + 1}`,
      person: { nameAr: person.name_ar, nameEn: person.name_en },
      appearance: (document.appearance as SignatureAppearance | null) ?? usualAppearance(transaction.language),
      proof: proofOf(app.configuration, transaction.proof_code ?? transaction.public_id),
      signedAt: app.clock.now(),
    })
    const tailSha256 = hash('sha256', signed.tail, 'buffer')
    await expectContent(app, tailSha256)
    await app.documents.put(signed.tail)
    const signedSha256 = await recheck(app, {
      sha256: document.sha256,
      size: document.size,
      tail: signed.tail,
      certificate,
      key: signed.facts.encryption?.key,
    })
    rows.push({
      documentId: document.id,
      name: document.name,
      tail_sha256: tailSha256,
      signed_sha256: signedSha256,
      signed_size: document.size + signed.tail.length,
    })
  }
  return rows
}

type Output = { sha256: Buffer; size: number; tail: Uint8Array; certificate: Uint8Array; key: string | undefined }

/** Another reader than the signer's goes over the assembled bytes, from the store, before anybody hears of success. */
async function recheck(app: App, { sha256, size, tail, certificate, key }: Output): Promise<Buffer> {
  const verdict = await recheckFile({
    original: () => app.documents.read(sha256.toString('hex')),
    tail,
    approvedSha256: sha256,
    originalSize: size,
    signerCertificate: certificate,
    key,
  })
  if (!verdict.ok) throw new RecheckFailed(verdict.reason)
  return Buffer.from(verdict.sha256)
}

function signedLetter({ configuration }: App, count: number): Letter {
  const link = `${configuration.PUBLIC_URL}${to('myTransactions')}`
  return {
    subject: { ar: 'اكتمل توقيع مستنداتك', en: 'Your documents are signed' },
    text: {
      ar: `اكتمل التوقيع الإلكتروني على ${count === 1 ? 'مستندك' : `مستنداتك (${count})`}. نزّل النسخ الموقعة من صفحة «معاملاتي»: ${link}`,
      en: `Your ${count === 1 ? 'document is' : `${count} documents are`} signed. Download the signed copies under “My transactions”: ${link}`,
    },
  }
}
