import { giveOrderBack } from '#server/features/payments/settle.ts'
import type { Acting } from '#server/features/certificates/states.ts'
import { addSeconds } from '#server/platform/clock.ts'

const retrySeconds = 600

/** Sends the money of an order back that came to nothing; it is due until the gateway has returned it. */
export async function returnMoney(acting: Acting, { id, orderId }: { id: number; orderId: number }): Promise<void> {
  const { db } = acting.app
  // The next try is on record before this one, so that a gateway that hangs is not asked all the time.
  const claimed = await db
    .updateTable('dsc')
    .set({ refund_next_at: addSeconds(acting.now, retrySeconds) })
    .where('id', '=', id)
    .where('refund_next_at', '<=', acting.now)
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return
  if (await giveOrderBack(acting, orderId)) await db.updateTable('dsc').set({ refund_next_at: null }).where('id', '=', id).execute()
}
