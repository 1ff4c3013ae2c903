import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { endUnsigned, type Transaction } from './states.ts'

/** How long a reservation waits for the person's approval to begin, where another one of theirs goes first. */
export const reservationSeconds = 600

/**
 * Gives back what is reserved for signings whose beginning was answered to nobody, when their person, on whichever device, uploads the same
 * files again: all of those of a signing, since it began. One that a browser asked about, or whose approval was asked for, is left alone.
 */
export async function freeLostStarts(ctx: Ctx<Caller>): Promise<void> {
  if (!(await lostStarts(ctx.db, ctx).executeTakeFirst())) return
  await ctx.db.transaction().execute(async (tx) => {
    const lost = await lostStarts(tx, ctx).forUpdate().execute()
    for (const transaction of lost) await endUnsigned(tx, ctx, transaction, { to: 'cancelled', cause: 'its documents were uploaded again' })
  })
}

const lostStarts = (db: Queryable, { caller, now }: Ctx<Caller>) =>
  db
    .selectFrom('esign_transaction')
    .selectAll()
    .where('account_id', '=', caller.accountId)
    .where('created_at', '>', addSeconds(now, -reservationSeconds))
    .where('state', '=', 'reserved')
    .where('told_at', 'is', null)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('document')
            .select('document.id')
            .whereRef('document.transaction_id', '=', 'esign_transaction.id')
            .where((each) =>
              each.not(
                each.exists(
                  each
                    .selectFrom('document as again')
                    .select('again.id')
                    .whereRef('again.person_id', '=', 'esign_transaction.person_id')
                    .whereRef('again.sha256', '=', 'document.sha256')
                    .whereRef('again.uploaded_at', '>', 'esign_transaction.created_at')
                    .where('again.transaction_id', 'is', null)
                    .where('again.expires_at', '>', now),
                ),
              ),
            ),
        ),
      ),
    )
    .orderBy('id')

/** Somebody who knows the signing has asked about it. Once its approval was asked for, nothing depends on that. */
export async function noteTold({ db, now }: Pick<Ctx, 'db' | 'now'>, { id, state, told_at }: Transaction): Promise<void> {
  if (state === 'reserved' && told_at === null)
    await db.updateTable('esign_transaction').set({ told_at: now }).where('id', '=', id).execute()
}
