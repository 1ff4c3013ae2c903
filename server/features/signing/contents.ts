/**
 * Documents lie in the store under their content, so that two uploads of one file share its bytes. Who stores and who removes meet at the
 * content's row: it is written before the bytes are, and locked while they are removed.
 */
import { sql } from 'kysely'
import type { App } from '#server/app.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { cameToNothing } from './states.ts'

/** Longer than storing and recording ever take. */
const onItsWaySeconds = 3_600
const atOnce = 100

/** Before the bytes are stored. Waits for a removal of the same content to end; what is stored after this call stays for an hour. */
export async function expectContent(app: App, sha256: Buffer): Promise<void> {
  const needed_until = addSeconds(app.clock.now(), onItsWaySeconds)
  await app.db
    .insertInto('stored_content')
    .values({ sha256, needed_until })
    .onConflict((conflict) => conflict.column('sha256').doUpdateSet({ needed_until }))
    .execute()
}

/**
 * In the transaction that records who refers to the content: whoever removes sees this reference, or has been here before.
 * @throws Problem BUSY when it was removed meanwhile
 */
export async function referToContent(tx: Queryable, sha256: Buffer): Promise<void> {
  const row = await tx.selectFrom('stored_content').select('sha256').where('sha256', '=', sha256).forShare().executeTakeFirst()
  if (!row) throw new Problem('BUSY', { cause: 'the content was removed before it was referred to' })
}

/**
 * Whether a `document` is one of a signing that came to nothing, and its day is over: its name and hash stay with the record of that signing,
 * and it refers to its bytes no more.
 */
export const isForgotten = (now: Date) => sql<boolean>`(document.expires_at <= ${now}::timestamptz and exists (
  select from esign_transaction as t where t.id = document.transaction_id and t.state = any(${cameToNothing})))`

/** Forgets uploads that were discarded or that nobody signed, then removes content that nothing refers to. */
export async function sweepContents(app: App): Promise<void> {
  const now = app.clock.now()
  await app.db.deleteFrom('document').where('transaction_id', 'is', null).where('expires_at', '<=', now).execute()
  const due = await app.db
    .selectFrom('stored_content')
    .select('sha256')
    .where('needed_until', '<=', now)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('document')
            .select('document.id')
            .where((of) =>
              of.or([
                of('document.sha256', '=', of.ref('stored_content.sha256')),
                of('document.tail_sha256', '=', of.ref('stored_content.sha256')),
              ]),
            )
            .where(isForgotten(now), '=', false),
        ),
      ),
    )
    .orderBy('needed_until')
    .orderBy('sha256')
    .limit(atOnce)
    .execute()
  for (const { sha256 } of due) await removeContent(app, sha256)
}

async function removeContent(app: App, sha256: Buffer): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('stored_content')
      .select('needed_until')
      .where('sha256', '=', sha256)
      .forUpdate()
      .skipLocked() // somebody stores it, or another server removes it
      .executeTakeFirst()
    const now = app.clock.now()
    if (!row || row.needed_until > now) return
    // A statement of its own, after the lock: it sees every reference that was written before.
    const reference = await tx
      .selectFrom('document')
      .select('id')
      .where((e) => e.or([e('sha256', '=', sha256), e('tail_sha256', '=', sha256)]))
      .where(isForgotten(now), '=', false)
      .limit(1)
      .executeTakeFirst()
    if (reference) return
    // The bytes first: a crash between the two leaves a row, and the next sweep ends what was begun.
    await app.documents.delete(sha256.toString('hex'))
    await tx.deleteFrom('stored_content').where('sha256', '=', sha256).execute()
  })
}
