import type { DscState } from '#contract/certificateStates.ts'
import type { App } from '#server/app.ts'
import { certificates } from './states.ts'

const atOnce = 100
const over = ['revoked', 'expired', 'cancelled', 'rejected'] as const satisfies DscState[]

/**
 * Destroys keys kept here whose certificate is over, or came to nothing: after the transaction that ended it, because a destroyed key does
 * not come back. Noted when it is done, so that the sweep does what a stopped process or a failing key store left.
 * @param publicId of the one that just ended; left out, all of them
 */
export async function destroyKeys({ db, clock, authority }: App, publicId?: string): Promise<void> {
  const rows = await db
    .selectFrom('dsc')
    .select('id')
    .where('key_source', '=', 'keyStore')
    .where('state', 'in', over)
    .where('key_destroyed_at', 'is', null)
    .$if(publicId !== undefined, (q) => q.where('public_id', '=', publicId!))
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id } of rows)
    await db.transaction().execute(async (tx) => {
      // Money that comes late would take a cancelled application up again, and its key with it.
      const { state } = await certificates.lock(tx, id)
      if (!isOver(state)) return
      await authority.personal.destroyKey(id)
      await tx.updateTable('dsc').set({ key_destroyed_at: clock.now() }).where('id', '=', id).execute()
    })
}

const isOver = (state: DscState) => (over as readonly DscState[]).includes(state)
