/** A member approves in the identity app that exactly this document is sealed with the seal that is in force; then it is sealed. */
import { createHash, hash } from 'node:crypto'
import * as calls from '#contract/sealedDocuments.ts'
import { sealRefusal } from '#contract/seals.ts'
import type { Acting as Sweeping } from '#server/features/certificates/states.ts'
import { keptFacts } from '#server/features/signing/keptFacts.ts'
import { canonicalJson } from '#server/platform/canonicalJson.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { askOwnApproval, takeOwnApproval } from '#server/platform/identity/ownApproval.ts'
import { Problem } from '#server/platform/problems.ts'
import { type Placement, placementFault } from '#server/signing/placement.ts'
import { recheckFile } from '#server/signing/recheck/recheckFile.ts'
import { placementSentence } from '#server/signing/refusals.ts'
import { sealForOrganisation, sealPlacement, type SealPlace } from '#server/signing/sealForOrganisation.ts'
import { describeDocument, ownDocument, sealedDocuments } from './documents.ts'
import { sealSentences } from './lifecycle.ts'
import { type Acting, sealsOf } from './rows.ts'

const leaseSeconds = 120
const mostAttempts = 3

const sentences = {
  none: { ar: 'لا ختم ساريًا لهذه المنشأة.', en: 'The organisation has no seal in force.' },
  done: { ar: 'خُتم هذا المستند أو يُختم الآن.', en: 'This document is sealed already, or is being sealed.' },
  time: {
    ar: 'لا يمكن ختم المستند الآن لأن الوقت الدقيق غير مؤكد لدينا. أعد المحاولة بعد قليل.',
    en: 'The document cannot be sealed now, because the exact time is not certain. Try again shortly.',
  },
  changed: {
    ar: 'تغيّر الختم أو المستند بعد أن عُرضا عليك، فلا تسري موافقتك. أعد المحاولة.',
    en: 'The seal or the document changed after it was shown to you, so your approval does not count. Try again.',
  },
}

type Wanted = SealPlace & { slNo: number }

/** The document and the seal, and what an approval of sealing the one with the other is bound to. @throws Problem NOT_FOUND, WRONG_STATE, BUSY */
async function bind(db: Queryable, ctx: Acting, { slNo, page, corner }: Wanted, { lock = false } = {}) {
  const row = await ownDocument(db, ctx, slNo, { lock })
  if (row.state !== 'uploaded') throw new Problem('WRONG_STATE', { title: sentences.done, cause: row.state })
  const seal = (await sealsOf(db, ctx, ctx.organisation.id)).find(({ state }) => state === 'active' || state === 'suspended')
  if (!seal) throw new Problem('WRONG_STATE', { title: sentences.none, cause: 'no seal in force' })
  const refusal = sealRefusal('seal', seal, ctx.now)
  if (refusal) throw new Problem('WRONG_STATE', { title: sealSentences[refusal], cause: refusal })
  if (!ctx.app.authority.knowsTime()) throw new Problem('BUSY', { title: sentences.time, cause: 'no trusted time', retryAfterSeconds: 30 })
  const facts = keptFacts(ctx.app.secrets, row)
  const placement = sealPlacement(facts, { page, corner })
  const fault = placementFault(facts, placement, ctx.now)
  if (fault) throw new Problem('WRONG_STATE', { title: placementSentence(fault), cause: fault.code })
  const bound = canonicalJson({
    kind: 'sealing',
    document: { fileName: row.name, size: row.size, sha256: row.sha256.toString('hex') },
    seal: { serialNumber: seal.serialNumberHex, issuedTo: seal.issuedTo, picture: seal.stamp.sha256 },
    placement,
    organisation: ctx.organisation.id,
    sealer: ctx.caller.personId,
  })
  const digest = createHash('sha256').update(bound).digest()
  return { row, seal, placement, bound, digest, subject: digest.toString('hex') }
}

export const initiateSealing = route(calls.initiateSealing, async (ctx, wanted) => {
  const { bound, subject } = await bind(ctx.db, ctx, wanted)
  return { ...(await askOwnApproval(ctx, 'sealing', subject)), bound, digest: subject }
})

export const verifySealing = route(calls.verifySealing, async (ctx, { transId, random, ...wanted }) => {
  const lock = (tx: Tx) => bind(tx, ctx, wanted, { lock: true })
  const approval = { purpose: 'sealing', transId, random, lock, changed: sentences.changed } as const
  const answer = await takeOwnApproval(ctx, approval, async (tx, { challenge }, { row, seal, placement, digest }) => {
    const set = {
      dsc_id: seal.slNo,
      placement: placement && JSON.stringify(placement),
      sealed_by: ctx.caller.personId,
      challenge_id: challenge.id,
      approval_digest: digest,
      approved_at: ctx.now,
      leased_until: addSeconds(ctx.now, leaseSeconds),
      attempts: 1,
    }
    await sealedDocuments.move(tx, ctx, row, 'sealing', { set, facts: { digest: digest.toString('hex'), seal: seal.serialNumberHex! } })
    return { id: row.id }
  })
  if (answer.status !== '1') return answer
  await carryOutSealing(ctx, answer.id)
  return { status: '1' as const, errorMessage: '', document: await describeDocument(ctx.db, ctx, answer.id) }
})

/** The document or its seal is not as it has to be: another try would not change that. */
class CannotSeal extends Error {
  override name = 'CannotSeal'
}

/** Seals what was approved. All before the last transaction can be repeated; only that one says that it is sealed. */
export async function carryOutSealing(acting: Sweeping, id: number): Promise<void> {
  const { app } = acting
  try {
    const sealed = await seal(acting, id)
    await app.db.transaction().execute(async (tx) => {
      const row = await sealedDocuments.lock(tx, id)
      if (row.state !== 'sealing') return // another process finished
      const used = await tx.selectFrom('dsc').select('state').where('id', '=', row.dsc_id).forShare().executeTakeFirstOrThrow()
      if (used.state !== 'active') throw new CannotSeal('the seal is no longer in force')
      await referToContent(tx, sealed.tail_sha256)
      await sealedDocuments.move(tx, acting, row, 'sealed', { set: { ...sealed, sealed_at: app.clock.now() } })
    })
  } catch (cause) {
    app.log.error({ document: id, cause }, 'sealing')
    await app.db.transaction().execute(async (tx) => {
      const row = await sealedDocuments.lock(tx, id)
      if (row.state !== 'sealing' || (row.attempts < mostAttempts && !(cause instanceof CannotSeal))) return
      await sealedDocuments.move(tx, acting, row, 'failed', { cause: (cause as Error).name })
    })
  }
}

async function seal({ app }: Sweeping, id: number) {
  const row = await app.db
    .selectFrom('sealed_document as d')
    .innerJoin('dsc', 'dsc.id', 'd.dsc_id')
    .innerJoin('certificate', 'certificate.serial_number', 'dsc.serial_number')
    .innerJoin('evidence_file as image', 'image.id', 'dsc.image_id')
    .innerJoin('organisation as o', 'o.id', 'd.organisation_id')
    .selectAll('d')
    .select(['dsc.state as sealState', 'dsc.id as sealId', 'certificate.certificate', 'o.name_ar', 'o.name_en'])
    .select(['image.sha256 as imageSha256', 'image.kind as imageKind'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.sealState !== 'active') throw new CannotSeal('the seal is not in force')
  const certificate = row.certificate!
  const signed = await sealForOrganisation({
    authority: app.authority,
    signer: await app.authority.seals.signerOf(row.sealId),
    certificate,
    facts: keptFacts(app.secrets, row),
    hashState: row.hash_state,
    placement: row.placement as Placement | null,
    fieldName: `Tawqi-seal-${row.public_id.slice(0, 8)}`,
    organisation: { nameAr: row.name_ar, nameEn: row.name_en },
    picture: { kind: row.imageKind as 'png' | 'jpeg', bytes: await wholeOf(await app.documents.read(row.imageSha256.toString('hex'))) },
    isTest: app.configuration.MODE === 'demo',
    sealedAt: app.clock.now(),
  })
  const tail_sha256 = hash('sha256', signed.tail, 'buffer')
  await expectContent(app, tail_sha256)
  await app.documents.put(signed.tail)
  // Another reader than the sealer's goes over the assembled bytes, from the store, before anybody hears of success.
  const verdict = await recheckFile({
    original: () => app.documents.read(row.sha256.toString('hex')),
    tail: signed.tail,
    approvedSha256: row.sha256,
    originalSize: row.size,
    signerCertificate: certificate,
    key: signed.facts.encryption?.key,
  })
  if (!verdict.ok) throw new CannotSeal(verdict.reason)
  return { tail_sha256, sealed_sha256: Buffer.from(verdict.sha256), sealed_size: row.size + signed.tail.length }
}

async function wholeOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts)
}

/** Sealings whose process stopped half way, or that failed and may be tried again. */
export async function sweepSealings(acting: Sweeping): Promise<void> {
  const { db } = acting.app
  const due = await db
    .updateTable('sealed_document')
    .set((e) => ({ leased_until: addSeconds(acting.now, leaseSeconds), attempts: e('attempts', '+', 1) }))
    .where('state', '=', 'sealing')
    .where('leased_until', '<=', acting.now)
    .returning('id')
    .execute()
  for (const { id } of due) await carryOutSealing(acting, id)
}
