import { sql } from 'kysely'
import * as calls from '#contract/signing.ts'
import { assertMay, assertNameable } from '#server/features/certificates/refusals.ts'
import { ownCertificate } from '#server/features/certificates/states.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { reserve } from '#server/platform/ledger.ts'
import { Problem } from '#server/platform/problems.ts'
import { newProofCode, newPublicId } from '#server/platform/secrets.ts'
import { inPassing, type Tx } from '#server/platform/db/db.ts'
import { cancelChallenge } from '#server/platform/identity/challenges.ts'
import { placementSentence } from '#server/signing/refusals.ts'
import { placementFault, type Place } from '#server/signing/placement.ts'
import type { SigningFacts } from '#server/signing/signDocument.ts'
import { askForApproval } from './approval.ts'
import { referToContent } from '#server/platform/contents.ts'
import { describeSigning } from './describe.ts'
import { takeFromDraft } from './draft.ts'
import { keptFacts } from './keptFacts.ts'
import { reservationSeconds } from './lostStarts.ts'
import { byThePerson } from './progress.ts'
import { cameToNothing, endUnsigned, lockTransaction, move } from './states.ts'
import { findUnderWay, type Wanted } from './underWay.ts'

const timeUncertain = {
  ar: 'لا يمكن التوقيع الآن لأن الوقت الدقيق غير مؤكد لدينا. لم يُحجز شيء من باقتك. أعد المحاولة بعد قليل.',
  en: 'Nothing can be signed now, because the exact time is not certain. Nothing was reserved from your plan. Try again shortly.',
}

type Chosen = { id: number; wanted: Wanted; isTaken: boolean }

export const initiateSigning = route(calls.initiateSigning, async (ctx, order) => {
  const { documents, planUniqueID, encodedCertificateSlno } = order
  if (ctx.caller.kycUntil <= ctx.now) throw new Problem('KYC_DUE')
  await assertNameable(ctx.db, ctx.caller.personId)
  // Nobody is asked to approve what could not be stamped.
  if (!ctx.app.authority.knowsTime()) throw new Problem('BUSY', { title: timeUncertain, cause: 'no trusted time', retryAfterSeconds: 30 })
  // All that decides the way is read in the one step that reserves: whoever repeats this after a cut must not go by what it led to itself.
  const { id, isNew, replaced } = await ctx.db.transaction().execute(async (tx) => {
    const earlier = await findUnderWay(tx, ctx, order)
    if (earlier?.isSame) return { id: earlier.transaction.id, isNew: false, replaced: null }
    if (earlier) await endUnsigned(tx, ctx, await lockTransaction(tx, earlier.transaction.id), byThePerson)
    const chosen = await chooseDocuments(tx, ctx, documents)
    const dscId = encodedCertificateSlno === undefined ? null : await chooseCertificate(tx, ctx, encodedCertificateSlno)
    const reserved = await createReserved(tx, ctx, { planPublicId: planUniqueID, dscId, documentCount: chosen.length })
    for (const [position, { id: documentId, wanted, isTaken }] of chosen.entries())
      await attach(tx, ctx, { documentId, isTaken, position, wanted, transactionId: reserved })
    await takeFromDraft(tx, ctx, documents, reserved)
    return { id: reserved, isNew: true, replaced: earlier?.transaction.challenge_id ?? null }
  })
  if (replaced !== null) await cancelChallenge({ ...ctx, db: ctx.app.db }, replaced)
  await askForApproval(ctx, id).catch(async (error: unknown) => {
    // Too many starts, or the human check is due: nothing stays reserved for a request that was refused. After any other error it can be repeated.
    if (isNew && error instanceof Problem)
      await ctx.db
        .transaction()
        .execute(async (tx) => endUnsigned(tx, ctx, await lockTransaction(tx, id), { to: 'failed', failure: 'notStarted' }))
    throw error
  })
  return describeSigning(ctx, id)
})

/** The caller's own documents, each once: fresh uploads, or those of a signing that came to nothing. */
async function chooseDocuments(tx: Tx, ctx: Ctx<Caller>, documents: Wanted[]): Promise<Chosen[]> {
  const ids = documents.map(({ uniqueFileID }) => uniqueFileID)
  if (new Set(ids).size < ids.length) throw new Problem('INVALID', { errors: [{ field: 'documents', message: twice[ctx.language] }] })
  const rows = await tx
    .selectFrom('document')
    .leftJoin('esign_transaction', 'esign_transaction.id', 'document.transaction_id')
    .select(['document.id', 'document.public_id', 'document.facts', 'document.sha256', 'document.transaction_id'])
    .where('document.account_id', '=', ctx.caller.accountId)
    .where('document.public_id', '=', sql<string>`any(${ids})`)
    .where('document.expires_at', '>', ctx.now)
    .where((e) => e.or([e('document.transaction_id', 'is', null), e('esign_transaction.state', 'in', cameToNothing)]))
    .forUpdate('document')
    .execute()
  return documents.map((wanted, position) => {
    const row = rows.find(({ public_id }) => public_id === wanted.uniqueFileID)
    if (!row) throw new Problem('NOT_FOUND', { cause: `document ${position}` })
    refuseBadPlacement(ctx, keptFacts(ctx.app.secrets, row), wanted, position)
    return { id: row.id, wanted, isTaken: row.transaction_id !== null }
  })
}

const ownPlace = { ar: 'للحقل موضعه في المستند، فلا تحدّد موضعًا معه.', en: 'A field has a place of its own: name no other with it.' }
const twice = { ar: 'المستند نفسه مذكور مرتين.', en: 'The same document is named twice.' }

const placeOf = ({ placement, field }: Wanted): Place => (field === undefined ? placement : { field })

function refuseBadPlacement(ctx: Ctx, facts: SigningFacts, wanted: Wanted, position: number): void {
  if (wanted.field !== undefined && wanted.placement)
    throw new Problem('INVALID', { errors: [{ field: `documents.${position}.placement`, message: ownPlace[ctx.language] }] })
  const fault = placementFault(facts, placeOf(wanted), ctx.now)
  if (!fault) return
  const title = placementSentence(fault)
  throw new Problem('REFUSED_DOCUMENT', {
    title,
    cause: fault.code,
    errors: [{ field: `documents.${position}.${wanted.field === undefined ? 'placement' : 'field'}`, message: title[ctx.language] }],
  })
}

/** The caller's own certificate, which may sign now. @throws Problem NOT_FOUND; WRONG_STATE with the reason */
async function chooseCertificate(tx: Tx, ctx: Ctx<Caller>, publicId: string): Promise<number> {
  const own = await ownCertificate(ctx, publicId)
  await assertMay(tx, 'sign', own, ctx.now)
  return own.id
}

type New = { planPublicId: string | undefined; dscId: number | null; documentCount: number }

async function createReserved(tx: Tx, ctx: Ctx<Caller>, { planPublicId, dscId, documentCount }: New): Promise<number> {
  const received = await tx
    .insertInto('esign_transaction')
    .values({
      public_id: newPublicId(),
      proof_code: newProofCode(),
      account_id: ctx.caller.accountId,
      person_id: ctx.caller.personId,
      session_id: ctx.caller.sessionId,
      device_public_id: ctx.deviceId ?? '',
      language: ctx.language,
      state: 'received',
      document_count: documentCount,
      dsc_id: dscId,
      created_at: ctx.now,
      expires_at: addSeconds(ctx.now, reservationSeconds),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const planId = await reserve(tx, ctx.now, { accountId: ctx.caller.accountId, planPublicId, transactionId: received.id })
  await move(tx, ctx, received, 'reserved', { cause: 'initiated', set: { plan_id: planId } })
  return received.id
}

type Attachment = { documentId: number; isTaken: boolean; position: number; transactionId: number; wanted: Wanted }

/** Binds a document to the transaction; one that an earlier signing holds is taken over as a copy, so that the record of that one stays. */
async function attach(tx: Tx, ctx: Ctx, { documentId, isTaken, position, transactionId, wanted }: Attachment): Promise<void> {
  const place = placeOf(wanted)
  const appearance = wanted.appearance ? JSON.stringify(wanted.appearance) : null
  const set = { transaction_id: transactionId, position, placement: place && JSON.stringify(place), appearance }
  if (!isTaken) return inPassing(tx.updateTable('document').set(set).where('id', '=', documentId))
  const { id: _id, ...row } = await tx.selectFrom('document').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()
  await referToContent(tx, row.sha256)
  await tx
    .insertInto('document')
    .values({ ...row, ...set, public_id: newPublicId(), facts: JSON.stringify(row.facts), uploaded_at: ctx.now })
    .execute()
}
