import { buyPlan as buyCall, initiatePayment as initiateCall } from '#contract/payments.ts'
import { vatOf, vatRate } from '#server/features/catalogue/vat.ts'
import { isGivenUp } from '#server/features/certificates/paid.ts'
import { audit } from '#server/platform/audit.ts'
import type { Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addAttempt, closeAttempt, openPage, ownPayment, payableUntil } from './attempts.ts'
import { settle } from './settle.ts'

export const buyPlan = route(buyCall, async (ctx, { productPricingDetailsSlno, returnTo }) => {
  // The row stands before the gateway hears of it: whatever happens there, we know what we asked for.
  const attempt = await ctx.db.transaction().execute(async (tx) => {
    const pricing = await tx
      .selectFrom('product_pricing')
      .innerJoin('product', 'product.id', 'product_pricing.product_id')
      .select(['product_pricing.id', 'transactions', 'validity_days', 'price_halalas'])
      .where('product_pricing.id', '=', productPricingDetailsSlno)
      .where('product.kind', '=', 'esignPlan')
      .where('on_sale', '=', true)
      .executeTakeFirst()
    if (!pricing) throw new Problem('NOT_FOUND', { cause: 'no such plan on sale' })
    const basisPoints = await vatRate(tx, ctx.now)
    const vat = vatOf(pricing.price_halalas, basisPoints)
    const order = await tx
      .insertInto('purchase_order')
      .values({
        public_id: newPublicId(),
        person_id: ctx.caller.personId,
        pricing_id: pricing.id,
        transactions: pricing.transactions,
        validity_days: pricing.validity_days,
        price_halalas: pricing.price_halalas,
        vat_basis_points: basisPoints,
        vat_halalas: vat,
        created_at: ctx.now,
      })
      .returning(['id', 'public_id'])
      .executeTakeFirstOrThrow()
    await audit(tx, ctx, 'plan.ordered', {
      subject: order.public_id,
      facts: { pricing: pricing.id, amountHalalas: pricing.price_halalas + vat },
    })
    return addAttempt(tx, ctx, order.id)
  })
  return openPage(ctx, attempt, returnTo)
})

/** Money that is there already must be seen before more is asked for, or the order given up. */
export async function settleOpenAttempts(ctx: Ctx, orderId: number): Promise<void> {
  const earlier = await ctx.db
    .selectFrom('payment')
    .select('id')
    .where('order_id', '=', orderId)
    .where('next_check_at', 'is not', null)
    .orderBy('id')
    .execute()
  for (const { id } of earlier) await settle(ctx, id, 'retry')
}

export const initiatePayment = route(initiateCall, async (ctx, { encodedPaymentSlno, returnTo }) => {
  const { orderId } = await ownPayment(ctx, encodedPaymentSlno)
  await settleOpenAttempts(ctx, orderId)
  const attempt = await ctx.db.transaction().execute(async (tx) => {
    const order = await tx
      .selectFrom('purchase_order')
      .select(['paid_at', 'created_at'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (order.paid_at) throw new Problem('WRONG_STATE', { cause: 'the order is paid' })
    if (await isGivenUp(tx, orderId)) throw new Problem('WRONG_STATE', { cause: 'the application was given up' })
    if (payableUntil(order.created_at) <= ctx.now) throw new Problem('EXPIRED', { cause: 'the order is too old for its price' })
    const open = await tx
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .where('status', '=', 'initiated')
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const { id } of open) await closeAttempt(tx, id, ctx.now, 'replaced')
    return addAttempt(tx, ctx, orderId)
  })
  return openPage(ctx, attempt, returnTo)
})
