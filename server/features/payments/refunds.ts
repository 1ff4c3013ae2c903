/** Money goes back: what stands against it, and the way from an approval to what the gateway holds. */
import type { Selectable } from 'kysely'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { App, Order, Part, RefundHindrance } from '#server/app.ts'
import { type Actor, systemActor } from '#server/platform/audit.ts'
import { addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { refunds, tellMaker } from './refundEnd.ts'
import { settle } from './settle.ts'

/** What a refund takes back of an order; null where it is all that is left. */
export const partOf = ({ position, transactions }: Pick<Selectable<DB['refund']>, 'position' | 'transactions'>): Part | null =>
  position === null ? null : { position, transactions: transactions! }

type Acting = Actor & { app: App }
type Payment = Pick<Selectable<DB['payment']>, 'status' | 'gateway' | 'gateway_id' | 'gateway_payment_id'>
export type Hindrance = RefundHindrance | 'notPaid' | 'otherGateway' | 'indivisible' | 'notSoMany'

/** Why a payment cannot be given back, or null. The order is locked, and so is what it led to from here on. */
export async function hindranceOf(tx: Tx, acting: Acting, order: Order, payment: Payment, part: Part | null): Promise<Hindrance | null> {
  const { app, now } = acting
  if (payment.status !== 'paid') return 'notPaid'
  if (payment.gateway !== app.payments.name || !payment.gateway_id || !payment.gateway_payment_id) return 'otherGateway'
  const { parts, hindersRefund } = app.fulfilments[order.kind]
  if (!part) return hindersRefund(tx, { app, now }, order)
  if (!parts) return 'indivisible'
  const unused = await parts.unused(tx, { app, now }, order)
  return unused.some(({ position, transactions }) => position === part.position && transactions >= part.transactions) ? null : 'notSoMany'
}

/** Seconds until the gateway is asked again. */
const pauseAfter = (tries: number) => Math.min(15 * 2 ** tries, 3_600)
/** Nobody else asks meanwhile: of two requests at once the gateway would refuse one, and it would pass for the answer. */
const leaseSeconds = 90

/**
 * Asks the gateway to give the money of an approved refund back. What it holds is looked at before and after: a request whose answer was
 * lost is found carried out and not made again, and the payment is only refunded by what the gateway holds (`settle`).
 * @throws ProviderUnavailable when the gateway does not answer; it is then asked again later
 */
export async function carryOutRefund(acting: Acting, refundId: number): Promise<void> {
  const { app } = acting
  const claimed = await app.db
    .updateTable('refund')
    .set((e) => ({ leased_until: addSeconds(acting.now, leaseSeconds), tried_at: acting.now, try_count: e('try_count', '+', 1) }))
    .where('id', '=', refundId)
    .where('status', '=', 'approved')
    .where((e) => e.or([e('leased_until', 'is', null), e('leased_until', '<=', acting.now)]))
    .returning(['id', 'public_id', 'payment_id', 'amount_halalas', 'try_count'])
    .executeTakeFirst()
  if (!claimed) return
  const { payment_id: paymentId, public_id: idempotencyKey, amount_halalas: amountHalalas, try_count: tries } = claimed
  try {
    await settle(acting, paymentId, 'refund')
    const payment = await app.db.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
    const { status } = await app.db.selectFrom('refund').select('status').where('id', '=', refundId).executeTakeFirstOrThrow()
    if (payment.status !== 'paid' || status !== 'approved') return
    const { gateway_id, gateway_payment_id, reference: ourReference } = payment
    const asked = { gatewayId: gateway_id!, paymentId: gateway_payment_id!, amountHalalas, ourReference, idempotencyKey }
    const answer = await app.payments.refund(asked)
    await settle(acting, paymentId, 'refund')
    if (answer.outcome === 'refused') await refuse(acting, refundId, answer.message)
  } finally {
    await app.db
      .updateTable('refund')
      .set({ leased_until: null, next_try_at: addSeconds(acting.now, pauseAfter(tries)) })
      .where('id', '=', refundId)
      .where('status', '=', 'approved')
      .execute()
  }
}

/** The order, then its payment, then the refund: locked in this order everywhere. */
export async function lockRefund(tx: Tx, refundId: number) {
  const { payment_id, order_id } = await tx
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment_id', 'payment.order_id'])
    .where('refund.id', '=', refundId)
    .executeTakeFirstOrThrow()
  const order = await tx.selectFrom('sales_order').selectAll().where('id', '=', order_id).forUpdate().executeTakeFirstOrThrow()
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', payment_id).forUpdate().executeTakeFirstOrThrow()
  return { order, payment, refund: await refunds.lock(tx, refundId) }
}

/** Lets nothing be taken of what a refund is of, from a moment on; null: it is its buyer's again. */
export async function holdRefunded(
  tx: Tx,
  app: App,
  order: Order,
  refund: Pick<Selectable<DB['refund']>, 'position' | 'transactions'>,
  since: Date | null,
) {
  const { parts, hold } = app.fulfilments[order.kind]
  const { position, transactions } = refund
  if (position === null) await hold(tx, order, since)
  else await parts!.hold(tx, order, { position, transactions: since ? transactions! : 0 })
}

/** The gateway gives nothing back, and holds the money still: what was bought is its buyer's again. */
async function refuse(acting: Acting, refundId: number, told: string): Promise<void> {
  const { app, now } = acting
  await app.db.transaction().execute(async (tx) => {
    const { order, payment, refund } = await lockRefund(tx, refundId)
    if (refund.status !== 'approved' || payment.status !== 'paid') return
    await refunds.move(tx, acting, refund, 'refused', { set: { told, next_try_at: null, ended_at: now }, facts: { told } })
    await holdRefunded(tx, app, order, refund, null)
    await tellMaker(tx, acting, refund, payment.reference, false)
  })
}

const atOnce = 20

/** Goes on with refunds that were approved and are not done: after an outage, an answer that never came, or the end of a process. */
export async function sweepRefunds(app: App): Promise<void> {
  const acting = systemActor(app)
  const due = await app.db
    .selectFrom('refund')
    .select('id')
    .where('next_try_at', '<=', acting.now)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(atOnce)
    .execute()
  for (const { id } of due) {
    try {
      await carryOutRefund(acting, id)
    } catch (cause) {
      app.log.warn({ refund: id, cause }, 'refund not carried out')
      if (cause instanceof ProviderUnavailable) return
    }
  }
}
