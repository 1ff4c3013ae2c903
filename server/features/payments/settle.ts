import { paymentEdges, type PaymentStatus } from '#contract/payments.ts'
import type { App } from '#server/app.ts'
import type { GatewayInvoice, GatewayPayment } from '#server/adapters/payment/payment.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { audit, type Actor } from '#server/platform/audit.ts'
import { retrying, type Tx } from '#server/platform/db/db.ts'
import { fulfil, reverse } from './credit.ts'
import { type FailureCause, judge, nextCheckAt, type Verdict } from './judge.ts'
import { tellPerson } from './news.ts'
import { countPart } from './partRefunds.ts'
import { endRefund } from './refundEnd.ts'
import { payments } from './states.ts'

/** What made us look. */
export type Cause = 'webhook' | 'recheck' | 'retry' | 'sweep' | 'refund' | 'reconciliation' | 'not granted'
type Acting = Actor & { app: App }

/**
 * Brings a payment up to what the gateway holds: the only way by which money counts. The gateway is asked outside of any transaction;
 * what it said is judged under the locks of the order and the payment, so that any number of callers settle a payment once.
 * @throws ProviderUnavailable when the gateway does not answer; the payment is then asked about again later
 */
export async function settle(acting: Acting, paymentId: number, cause: Cause): Promise<void> {
  const money = await fetchAndApply(acting, paymentId, cause)
  if (!money) return
  const refused = await giveBack(acting, paymentId, money)
  const left = await fetchAndApply(acting, paymentId, cause)
  if (left) acting.app.log.error({ payment: paymentId, refused }, 'money of an order that is paid already was not taken back')
}

/** @returns money that has to go back, because the order is paid already */
async function fetchAndApply(acting: Acting, paymentId: number, cause: Cause): Promise<GatewayPayment | null> {
  const { app } = acting
  const payment = await app.db.selectFrom('payment').select(['gateway', 'gateway_id']).where('id', '=', paymentId).executeTakeFirstOrThrow()
  // What was opened at the gateway of an earlier configuration is not to be asked of this one.
  const asks = payment.gateway === app.payments.name && payment.gateway_id !== null
  const invoice = asks ? await fetchInvoice(acting, paymentId, payment.gateway_id!) : null
  return retrying(() => app.db.transaction().execute((tx) => apply(tx, acting, paymentId, invoice, cause)))
}

async function fetchInvoice({ app, now }: Acting, paymentId: number, gatewayId: string): Promise<GatewayInvoice | null> {
  try {
    return await app.payments.fetchInvoice(gatewayId)
  } catch (error) {
    if (error instanceof ProviderUnavailable) await noteCheck(app, paymentId, now)
    throw error
  }
}

async function noteCheck({ db }: App, paymentId: number, now: Date): Promise<void> {
  const held = await db
    .selectFrom('payment')
    .select(['status', 'expires_at', 'check_count'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment')
    .set({ checked_at: now, check_count: held.check_count + 1, next_check_at: nextCheckAt(held, now) })
    .where('id', '=', paymentId)
    .execute()
}

/** Lock, look, rule, write, record. The order is locked before its payments, everywhere. */
async function apply(
  tx: Tx,
  acting: Acting,
  paymentId: number,
  invoice: GatewayInvoice | null,
  cause: Cause,
): Promise<GatewayPayment | null> {
  const { app, now } = acting
  const order = await tx
    .selectFrom('sales_order')
    .selectAll()
    .where('id', '=', (e) => e.selectFrom('payment').select('order_id').where('payment.id', '=', paymentId))
    .forUpdate()
    .executeTakeFirstOrThrow()
  const payment = await payments.lock(tx, paymentId)
  const verdict = judge({ ...payment, orderIsPaid: order.paid_at !== null }, invoice, now)
  if (verdict.is === 'mismatch')
    app.log.error({ payment: payment.reference, mismatch: verdict.of, invoice }, 'the gateway holds something else than we asked for')
  const to = movesTo(payment, verdict)
  const failed = failureOf(verdict)
  const checked = {
    checked_at: now,
    check_count: payment.check_count + 1,
    next_check_at: nextCheckAt({ ...payment, status: verdict.is === 'giveBack' ? 'initiated' : (to ?? payment.status) }, now),
    ...(verdict.is === 'moved' && 'gatewayPaymentId' in verdict && { gateway_payment_id: verdict.gatewayPaymentId }),
  }
  if (!to) {
    await tx.updateTable('payment').set(checked).where('id', '=', paymentId).execute()
    if (verdict.is === 'partReturned') await countPart(tx, acting, { order, payment, halalas: verdict.halalas })
    return verdict.is === 'giveBack' ? verdict.money : null
  }
  await payments.move(tx, acting, payment, to, { cause, set: { ...checked, settled_at: now, ...failed } })
  const number =
    to === 'paid'
      ? await fulfil(tx, app, { order, paymentId, at: now })
      : to === 'refunded' && payment.status === 'paid'
        ? await reverse(tx, app, { order, paymentId, at: now })
        : null
  await audit(tx, acting, `payment.${to}`, {
    personId: order.person_id,
    subject: payment.public_id,
    outcome: verdict.is === 'mismatch' ? 'refused' : 'done',
    facts: {
      reference: payment.reference,
      amountHalalas: payment.amount_halalas,
      cause,
      ...(failed.failure && { failure: failed.failure }),
      ...(number && { document: number }),
    },
  })
  if (to === 'refunded') await endRefund(tx, acting, payment)
  await tellPerson(tx, acting, { order, payment, to, number })
  return null
}

/** The edge that a verdict takes, or null. A mismatch closes an open payment and moves nothing else. */
function movesTo(payment: { status: PaymentStatus }, verdict: Verdict): PaymentStatus | null {
  const to = verdict.is === 'moved' ? verdict.to : verdict.is === 'mismatch' ? 'failed' : null
  return to !== null && paymentEdges[payment.status].includes(to) ? to : null
}

function failureOf(verdict: Verdict): { failure: FailureCause | null; failure_told: string | null } {
  if (verdict.is === 'mismatch') return { failure: verdict.of, failure_told: null }
  if (verdict.is === 'moved' && verdict.to === 'failed') return { failure: verdict.failure, failure_told: verdict.told }
  return { failure: null, failure_told: null }
}

/**
 * Sends back money that came a second time for one order. Asked twice, the gateway refuses the second time; what it holds then tells.
 * @returns why it refused
 */
async function giveBack({ app }: Acting, paymentId: number, money: Pick<GatewayPayment, 'id' | 'amountHalalas'>): Promise<string | null> {
  const payment = await app.db
    .selectFrom('payment')
    .select(['gateway_id', 'reference'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const { gateway_id: gatewayId, reference: ourReference } = payment
  const returned = await app.payments.refund({
    gatewayId: gatewayId!,
    paymentId: money.id,
    amountHalalas: money.amountHalalas,
    ourReference,
    idempotencyKey: `second ${money.id}`,
  })
  return returned.outcome === 'refused' ? returned.message : null
}

/**
 * Sends the money of a paid order back, because what it paid for was not granted; the credit note and what else a refund leads to follow.
 * Called again, it asks the gateway no second time once the payment is refunded.
 * @returns whether nothing of it is left to go back @throws ProviderUnavailable
 */
export async function giveOrderBack(acting: Acting, orderId: number): Promise<boolean> {
  const paid = () =>
    acting.app.db
      .selectFrom('payment')
      .select(['id', 'amount_halalas', 'refunded_halalas', 'gateway_payment_id'])
      .where('order_id', '=', orderId)
      .where('status', '=', 'paid')
      .executeTakeFirst()
  const payment = await paid()
  if (!payment) return true
  const money = { id: payment.gateway_payment_id!, amountHalalas: payment.amount_halalas - payment.refunded_halalas }
  const refused = await giveBack(acting, payment.id, money)
  await settle(acting, payment.id, 'not granted')
  if (!(await paid())) return true
  acting.app.log.error({ payment: payment.id, refused }, 'money of what was not granted was not taken back')
  return false
}
