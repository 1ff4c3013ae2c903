import * as calls from '#contract/payments.ts'
import { onSale } from '#server/features/catalogue/offers.ts'
import { audit } from '#server/platform/audit.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { addAttempt, openPage, ownPayment } from './attempts.ts'
import { placeOrder } from './orders.ts'
import { nextAttempt } from './payAgain.ts'

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
      .where(onSale(ctx.now))
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
  return openPage(ctx, await nextAttempt(ctx, orderId), returnTo)
})
