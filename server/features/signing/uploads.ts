import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import type { Output } from '#contract/kit.ts'
import * as calls from '#contract/signing.ts'
import { maxDocuments } from '#contract/signing.ts'
import { trailOf } from '#server/platform/audit.ts'
import { addDays } from '#server/platform/clock.ts'
import { inPassing, type Queryable } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { documentName } from '#server/platform/documentName.ts'
import { route } from '#server/platform/http/route.ts'
import { linesOf } from '#server/platform/lines.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { lockKey } from '#server/platform/db/lockKey.ts'
import { expectContent, referToContent } from '#server/platform/contents.ts'
import { describeUpload } from './describeUpload.ts'
import { inspectUpload } from './inspectUpload.ts'
import { factsToKeep } from './keptFacts.ts'
import { freeLostStarts } from './lostStarts.ts'
import { maxUploadBytes, receiveUpload } from './receiveUpload.ts'
import type { Received } from './receiveUpload.ts'
import { cameToNothing } from './states.ts'

const keptDays = 1
const mostWaiting = 100
/** Files of the largest size; together they may be as large as this many of them. */
const largestWaiting = 30

/** A person's files are read one after the other: many of them keep nobody else's waiting. */
const lineOf = linesOf<number>(maxDocuments)

export const uploadDocument = route(calls.uploadDocument, (ctx, { name }, body) =>
  lineOf(ctx.caller.personId, body, async (inTurn) => {
    await refuseMoreThanKept(ctx.db, ctx)
    const draft = await receiveUpload(ctx, body)
    try {
      const kept = await inTurn(() => keep(ctx, documentName(name), draft))
      await freeLostStarts(ctx)
      return kept
    } finally {
      await rm(draft.path, { force: true })
    }
  }),
)

/** What is kept of a person's for nothing that was signed is bounded, in files and in bytes: uploads, and documents of signings that came to nothing. */
async function refuseMoreThanKept(db: Queryable, { app, caller, now }: Ctx<Caller>): Promise<void> {
  const { count, bytes } = await db
    .selectFrom('document')
    .leftJoin('esign_transaction', 'esign_transaction.id', 'document.transaction_id')
    .select((e) => [e.fn.countAll<number>().as('count'), sql<number>`coalesce(sum(document.size), 0)::bigint`.as('bytes')])
    .where('document.person_id', '=', caller.personId)
    .where('document.expires_at', '>', now)
    .where('document.signed_at', 'is', null) // before any transaction is looked at: most of a day's documents are signed
    .where((e) => e.or([e('document.transaction_id', 'is', null), e('esign_transaction.state', 'in', cameToNothing)]))
    .executeTakeFirstOrThrow()
  if (count < mostWaiting && bytes < largestWaiting * maxUploadBytes(app)) return
  throw new Problem('TOO_MANY', { title: tooManyWait, cause: `${count} documents of ${bytes} bytes wait` })
}

const tooManyWait = {
  ar: 'لديك مستندات كثيرة لم توقَّع. وقّع ما رفعته أو احذفه، أو عد غدًا.',
  en: 'Many of your documents wait unsigned. Sign or remove those that you uploaded, or come back tomorrow.',
}

async function keep(ctx: Ctx<Caller>, name: string, draft: Received): Promise<Output<typeof calls.uploadDocument>> {
  const facts = await inspectUpload(ctx, draft)
  const sha256 = Buffer.from(draft.sha256, 'hex')
  await expectContent(ctx.app, sha256)
  const stored = await ctx.app.documents.putFile(draft.path)
  if (stored.sha256 !== draft.sha256) throw new Error('the stored bytes are not those that arrived')
  const id = newPublicId()
  const expiresAt = addDays(ctx.now, keptDays)
  await ctx.db.transaction().execute(async (tx) => {
    await lockKey(tx, `uploads|${ctx.caller.personId}`)
    await refuseMoreThanKept(tx, ctx)
    await referToContent(tx, sha256)
    const record = trailOf(ctx, 'document.uploaded', {
      subject: id,
      facts: { sha256: stored.sha256, size: stored.size, leadingBytes: draft.leadingBytes },
    })
    await inPassing(
      tx
        .with('recorded', (q) => q.insertInto('audit_event').values(record))
        .insertInto('document')
        .values({
          public_id: id,
          account_id: ctx.caller.accountId,
          person_id: ctx.caller.personId,
          name,
          sha256,
          size: stored.size,
          hash_state: Buffer.from(draft.hashState),
          facts: factsToKeep(ctx.app.secrets, facts, sha256),
          uploaded_at: ctx.now,
          expires_at: expiresAt,
        }),
    )
  })
  return describeUpload(ctx, { public_id: id, name, sha256, size: stored.size, expires_at: expiresAt }, facts)
}

export const discardUpload = route(calls.discardUpload, async (ctx, { uniqueFileID }) => {
  const gone = await ctx.db
    .updateTable('document')
    .set({ expires_at: ctx.now })
    .where('public_id', '=', uniqueFileID)
    .where('account_id', '=', ctx.caller.accountId)
    .where('transaction_id', 'is', null)
    .where('expires_at', '>', ctx.now)
    .returning('id')
    .executeTakeFirst()
  if (!gone) throw new Problem('NOT_FOUND')
  return { status: '1' as const }
})
