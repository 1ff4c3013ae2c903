import { screens } from '#contract/screens.ts'
import { randomBytes } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { returnToken } from './returnToken.ts'
import { payments } from './states.ts'
import { settle } from './settle.ts'

/** How long a payment page serves. */
const pageMinutes = 30

/** What the gateway and the person know an attempt by: `P-` and 64 random bits. */
export const newReference = () => `P-${randomBytes(8).toString('hex').toUpperCase()}`

type Attempt = {
  id: number
  publicId: string
  orderPublicId: string
  reference: string
  amountHalalas: number
  expiresAt: Date
  description: string
}

/** A payment of the caller's; somebody else's is none. @throws Problem NOT_FOUND */
export async function ownPayment({ db, caller }: Ctx<Caller>, publicId: string) {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('sales_order', 'sales_order.id', 'payment.order_id')
    .select(['payment.id', 'payment.status', 'payment.order_id as orderId'])
    .where('payment.public_id', '=', publicId)
    .where('sales_order.account_id', '=', caller.accountId)
    .executeTakeFirst()
  if (!payment) throw new Problem('NOT_FOUND')
  return payment
}

/** Gives an open attempt up on our side; its page stays with the gateway, so it goes on being watched. */
export const closeAttempt = (tx: Tx, ctx: Ctx, id: number, cause: 'replaced' | 'person'): Promise<void> =>
  payments.move(tx, ctx, { id, status: 'initiated' }, 'cancelled', { cause, set: { settled_at: ctx.now } })

/** The next attempt to pay an order, with a reference of its own. */
export async function addAttempt(tx: Tx, ctx: Ctx<Caller>, orderId: number): Promise<Attempt> {
  const order = await tx
    .selectFrom('sales_order as o')
    .innerJoin('order_line as line', 'line.order_id', 'o.id')
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .select(['o.public_id', 'o.price_halalas', 'o.vat_halalas', 'p.plan_name_ar', 'p.plan_name_en'])
    .where('o.id', '=', orderId)
    .where('line.position', '=', 1)
    .executeTakeFirstOrThrow()
  const expiresAt = addSeconds(ctx.now, pageMinutes * 60)
  const amountHalalas = order.price_halalas + order.vat_halalas
  const payment = await tx
    .insertInto('payment')
    .values({
      public_id: newPublicId(),
      order_id: orderId,
      reference: newReference(),
      gateway: ctx.app.payments.name,
      amount_halalas: amountHalalas,
      created_at: ctx.now,
      expires_at: expiresAt,
      next_check_at: addSeconds(ctx.now, 15),
    })
    .returning(['id', 'public_id', 'reference', 'status'])
    .executeTakeFirstOrThrow()
  await payments.begin(tx, ctx, payment, { cause: 'person' })
  await audit(tx, ctx, 'payment.initiated', { subject: payment.public_id, facts: { reference: payment.reference, amountHalalas } })
  const description = ctx.language === 'ar' ? order.plan_name_ar : order.plan_name_en
  return {
    id: payment.id,
    publicId: payment.public_id,
    orderPublicId: order.public_id,
    reference: payment.reference,
    amountHalalas,
    expiresAt,
    description,
  }
}

/** Asks the gateway for a page. When it does not answer, nobody has the page's address, so nobody can pay: the attempt lapses by itself. */
export async function openPage(
  { app, db, language }: Ctx<Caller>,
  { id, publicId, orderPublicId, reference, amountHalalas, expiresAt, description }: Attempt,
  returnTo: string = screens.paymentStatus.path,
) {
  const { PUBLIC_URL } = app.configuration
  const isBeforeSignIn = returnTo === screens.paymentStatusPreLogin.path
  const back = `${PUBLIC_URL}${returnTo}?payment=${publicId}${isBeforeSignIn ? `&return=${returnToken(app, publicId)}` : ''}`
  const { gatewayId, url } = await app.payments.openInvoice({
    ourReference: reference,
    amountHalalas,
    currency: 'SAR',
    description,
    language,
    successUrl: back,
    backUrl: back,
    callbackUrl: `${PUBLIC_URL}/api/v1/payments/${app.payments.name}/webhook`,
    expiresAt,
  })
  await db.updateTable('payment').set({ gateway_id: gatewayId, payment_url: url }).where('id', '=', id).execute()
  return { encodedPaymentSlno: publicId, encodedOrderSlno: orderPublicId, paymentUrl: url, expiresAt }
}

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
