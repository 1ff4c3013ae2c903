import { randomBytes } from 'node:crypto'
import type { paymentReturns } from '#contract/payments.ts'
import { audit } from '#server/platform/audit.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'

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

/** How long an order keeps its price. */
const orderDays = 30
export const payableUntil = (orderedAt: Date) => addDays(orderedAt, orderDays)
/** Orders placed after this can still be paid. */
export const payableSince = (now: Date) => addDays(now, -orderDays)

/** A payment of the caller's; somebody else's is none. @throws Problem NOT_FOUND */
export async function ownPayment({ db, caller }: Ctx<Caller>, publicId: string) {
  const payment = await db
    .selectFrom('payment')
    .innerJoin('purchase_order', 'purchase_order.id', 'payment.order_id')
    .select(['payment.id', 'payment.status', 'payment.order_id as orderId'])
    .where('payment.public_id', '=', publicId)
    .where('purchase_order.person_id', '=', caller.personId)
    .executeTakeFirst()
  if (!payment) throw new Problem('NOT_FOUND')
  return payment
}

/** Gives an open attempt up on our side; its page stays with the gateway, so it goes on being watched. */
export async function closeAttempt(tx: Tx, id: number, at: Date, cause: 'replaced' | 'person'): Promise<void> {
  await tx.insertInto('payment_event').values({ payment_id: id, at, from_status: 'initiated', to_status: 'cancelled', cause }).execute()
  await tx.updateTable('payment').set({ status: 'cancelled', settled_at: at }).where('id', '=', id).execute()
}

/** The next attempt to pay an order, with a reference of its own. */
export async function addAttempt(tx: Tx, ctx: Ctx<Caller>, orderId: number): Promise<Attempt> {
  const order = await tx
    .selectFrom('purchase_order as o')
    .innerJoin('product_pricing as p', 'p.id', 'o.pricing_id')
    .select(['o.public_id', 'o.price_halalas', 'o.vat_halalas', 'p.plan_name_ar', 'p.plan_name_en'])
    .where('o.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const expiresAt = addSeconds(ctx.now, pageMinutes * 60)
  const amountHalalas = order.price_halalas + order.vat_halalas
  const payment = await tx
    .insertInto('payment')
    .values({
      public_id: newPublicId(),
      order_id: orderId,
      reference: newReference(),
      gateway: ctx.app.configuration.PAYMENT,
      amount_halalas: amountHalalas,
      created_at: ctx.now,
      expires_at: expiresAt,
      next_check_at: addSeconds(ctx.now, 15),
    })
    .returning(['id', 'public_id', 'reference'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payment_event')
    .values({ payment_id: payment.id, at: ctx.now, from_status: null, to_status: 'initiated', cause: 'person' })
    .execute()
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
  { app, db }: Ctx<Caller>,
  { id, publicId, orderPublicId, reference, amountHalalas, expiresAt, description }: Attempt,
  returnTo: (typeof paymentReturns)[number] = '/app/my/paymentStatus',
) {
  const { PUBLIC_URL } = app.configuration
  const back = `${PUBLIC_URL}${returnTo}?payment=${publicId}`
  const { gatewayId, url } = await app.payments.openInvoice({
    ourReference: reference,
    amountHalalas,
    currency: 'SAR',
    description,
    successUrl: back,
    backUrl: back,
    callbackUrl: `${PUBLIC_URL}/api/v1/payments/moyasar/webhook`,
    expiresAt,
  })
  await db.updateTable('payment').set({ gateway_id: gatewayId, payment_url: url }).where('id', '=', id).execute()
  return { encodedPaymentSlno: publicId, encodedOrderSlno: orderPublicId, paymentUrl: url, expiresAt }
}
