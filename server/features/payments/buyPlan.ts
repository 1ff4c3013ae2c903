import * as calls from '#contract/payments.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { addAttempt, closeAttempt, openPage, ownPayment, settleOpenAttempts } from './attempts.ts'
import { lockOrder, mayPay, payableUntil, placeOrder } from './orders.ts'

export const buyPlan = route(calls.buyPlan, async (ctx, { productPricingDetailsSlno, returnTo }) => {
  const { accountId, personId } = ctx.caller
  // The row stands before the gateway hears of it: whatever happens there, we know what we asked for.
  const attempt = await ctx.db.transaction().execute(async (tx) => {
    const pricing = await tx
      .selectFrom('product_pricing')
      .innerJoin('product', 'product.id', 'product_pricing.product_id')
      .select('product_pricing.id')
      .where('product_pricing.id', '=', productPricingDetailsSlno)
      .where('product.kind', '=', 'esignPlan')
      .where('on_sale', '=', true)
      .executeTakeFirst()
    if (!pricing) throw new Problem('NOT_FOUND', { cause: 'no such plan on sale' })
    const order = await placeOrder(tx, { accountId, personId, kind: 'esignPlan', pricingIds: [pricing.id], at: ctx.now })
    const { publicId: subject, amountHalalas } = order
    await audit(tx, ctx, 'plan.ordered', { subject, facts: { pricing: pricing.id, amountHalalas } })
    return addAttempt(tx, ctx, order.id)
  })
  return openPage(ctx, attempt, returnTo)
})

export const initiatePayment = route(calls.initiatePayment, async (ctx, { encodedPaymentSlno, returnTo }) => {
  const { orderId } = await ownPayment(ctx, encodedPaymentSlno)
  await settleOpenAttempts(ctx, orderId)
  const attempt = await ctx.db.transaction().execute(async (tx) => {
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
  return openPage(ctx, attempt, returnTo)
})
