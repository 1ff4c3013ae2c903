import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { addAttempt, closeAttempt, settleOpenAttempts } from './attempts.ts'
import { lockOrder, mayPay, payableUntil } from './orders.ts'

/**
 * The next attempt to pay an order, whose earlier ones are closed. Whose order it is has been looked at before.
 * @throws Problem WRONG_STATE where it is paid or what was ordered was given up, EXPIRED where its price no longer holds
 */
export async function nextAttempt(ctx: Ctx<Caller>, orderId: number) {
  await settleOpenAttempts(ctx, orderId)
  return ctx.db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.paid_at) throw new Problem('WRONG_STATE', { cause: 'the order is paid' })
    // Asked after the lock was given: before, it might tell of what somebody else has ended meanwhile.
    const { may } = await tx
      .selectFrom('sales_order as o')
      .select(mayPay(ctx.app).as('may'))
      .where('o.id', '=', orderId)
      .executeTakeFirstOrThrow()
    if (!may) throw new Problem('WRONG_STATE', { cause: 'what was ordered was given up' })
    if (payableUntil(order.created_at) <= ctx.now) throw new Problem('EXPIRED', { cause: 'the order is too old for its price' })
    const open = await tx
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'initiated')
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id } of open) await closeAttempt(tx, ctx, id, 'replaced')
    return addAttempt(tx, ctx, orderId)
  })
}
