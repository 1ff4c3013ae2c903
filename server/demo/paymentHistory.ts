import { createHash } from 'node:crypto'
import type { PaymentStatus } from '#contract/payments.ts'
import type { App, OrderKind } from '#server/app.ts'
import { fulfil, reverse } from '#server/features/payments/credit.ts'
import { tellPerson } from '#server/features/payments/news.ts'
import { placeOrder } from '#server/features/payments/orders.ts'
import { audit, systemActor } from '#server/platform/audit.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { expirePlans } from '#server/platform/ledger.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { newPublicId } from '#server/platform/secrets.ts'

/** `week` is an offer that is no longer on sale; the others are the plans on sale, by position. */
type Bought = { daysAgo: number; plan: 'week' | 0 | 1 | 2 | 3; attempts: readonly PaymentStatus[] }

const purchases: readonly Bought[] = [
  { daysAgo: 64, plan: 'week', attempts: ['paid'] },
  { daysAgo: 62, plan: 0, attempts: ['paid'] },
  { daysAgo: 61, plan: 'week', attempts: ['failed', 'paid'] },
  { daysAgo: 58, plan: 1, attempts: ['expired'] },
  { daysAgo: 57, plan: 1, attempts: ['paid'] },
  { daysAgo: 55, plan: 'week', attempts: ['paid'] },
  { daysAgo: 53, plan: 0, attempts: ['cancelled', 'paid'] },
  { daysAgo: 51, plan: 'week', attempts: ['paid'] },
  { daysAgo: 49, plan: 2, attempts: ['failed', 'failed', 'paid'] },
  { daysAgo: 47, plan: 'week', attempts: ['paid'] },
  { daysAgo: 45, plan: 3, attempts: ['refunded'] },
  { daysAgo: 43, plan: 1, attempts: ['paid'] },
  { daysAgo: 41, plan: 'week', attempts: ['paid'] },
  { daysAgo: 39, plan: 0, attempts: ['paid'] },
  { daysAgo: 36, plan: 'week', attempts: ['expired', 'paid'] },
  { daysAgo: 34, plan: 2, attempts: ['paid'] },
  { daysAgo: 31, plan: 'week', attempts: ['paid'] },
  { daysAgo: 29, plan: 0, attempts: ['paid'] },
  { daysAgo: 27, plan: 3, attempts: ['cancelled'] },
  { daysAgo: 25, plan: 'week', attempts: ['paid'] },
  { daysAgo: 23, plan: 1, attempts: ['failed', 'paid'] },
  { daysAgo: 20, plan: 'week', attempts: ['paid'] },
  { daysAgo: 18, plan: 0, attempts: ['paid'] },
  { daysAgo: 15, plan: 'week', attempts: ['paid'] },
  { daysAgo: 13, plan: 3, attempts: ['paid'] },
  { daysAgo: 10, plan: 1, attempts: ['failed'] },
  { daysAgo: 6, plan: 'week', attempts: ['paid'] },
  { daysAgo: 5, plan: 'week', attempts: ['paid'] },
  { daysAgo: 3, plan: 1, attempts: ['expired', 'paid'] },
  { daysAgo: 0, plan: 0, attempts: ['initiated'] },
]

type Demo = { personId: number; plans: readonly number[] }

/** What the subscriber bought in the last nine weeks, day by day, through the product's own functions. */
export async function addPaymentHistory(tx: Tx, app: App, { personId, plans }: Demo): Promise<void> {
  const now = app.clock.now()
  const week = await addWeekOffer(tx, addDays(now, -720), addDays(now, -4))
  let number = 0
  for (const { daysAgo, plan, attempts } of purchases) {
    const at = daysAgo === 0 ? addSeconds(now, -300) : duringTheDay(addDays(now, -daysAgo), number)
    await expirePlans(tx, at)
    const orderId = await addOrder(tx, { personId, kind: 'esignPlan', pricingId: plan === 'week' ? week : plans[plan]!, at })
    for (const [i, status] of attempts.entries())
      await addPayment(tx, app, { orderId, status, at: addSeconds(at, i * 2_000), number: ++number })
  }
  await expirePlans(tx, now)
}

const hourSeconds = 3_600
/** Between eight in the morning and six in the evening, in Riyadh. */
const duringTheDay = (day: Date, number: number) =>
  addSeconds(dayStarts(riyadhDay(day)), 8 * hourSeconds + ((number * 4_111) % (10 * hourSeconds)))

async function addWeekOffer(tx: Tx, from: Date, until: Date): Promise<number> {
  const product = await tx.selectFrom('product').select('id').where('kind', '=', 'esignPlan').executeTakeFirstOrThrow()
  const offer = { plan_name_ar: 'باقة الأسبوع', plan_name_en: 'One week', transactions: 5, validity_days: 7, price_halalas: 1_500 }
  const { id } = await tx
    .insertInto('product_pricing')
    .values({
      public_id: newPublicId(),
      product_id: product.id,
      ...offer,
      position: 9,
      code: 'plan:week',
      sold_from: from,
      sold_until: until,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An order at the price of its day. */
export async function addOrder(tx: Tx, { personId, kind, pricingId, at }: Ordered): Promise<number> {
  const { id } = await placeOrder(tx, { accountId: await accountOf(tx, personId), personId, kind, pricingIds: [pricingId], at })
  return id
}

type Ordered = { personId: number; kind: OrderKind; pricingId: number; at: Date }

const secondsUntil: Record<PaymentStatus, number> = { initiated: 0, paid: 90, failed: 70, cancelled: 200, expired: 1_800, refunded: 90 }
const failures = [
  { failure: 'insufficientFunds', failure_told: 'INSUFFICIENT FUNDS' },
  { failure: 'declined', failure_told: 'DECLINED' },
  { failure: 'notAuthenticated', failure_told: '3-D SECURE AUTHENTICATION FAILED' },
] as const

type NewPayment = {
  orderId: number
  status: PaymentStatus
  at: Date
  number: number
  settledAfterSeconds?: number
  refundedAfterSeconds?: number
}

/** Each status by its edges, from `initiated` on. */
export async function addPayment(
  tx: Tx,
  app: App,
  { orderId, status, at, number, settledAfterSeconds = secondsUntil[status], refundedAfterSeconds = 40_000 }: NewPayment,
): Promise<void> {
  const order = await tx.selectFrom('sales_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  const hash = createHash('sha256').update(`demonstration ${number}`).digest('hex')
  const expires_at = addSeconds(at, 1_800)
  const payment = await tx
    .insertInto('payment')
    .values({
      public_id: newPublicId(),
      order_id: orderId,
      reference: `P-${hash.slice(0, 16).toUpperCase()}`,
      gateway: app.configuration.PAYMENT,
      amount_halalas: order.price_halalas + order.vat_halalas,
      created_at: at,
      expires_at,
      next_check_at: status === 'initiated' ? expires_at : null,
    })
    .returning(['id', 'public_id', 'reference', 'amount_halalas'])
    .executeTakeFirstOrThrow()
  await record(tx, payment.id, at, null, 'initiated')
  if (status === 'initiated') return
  const settled = addSeconds(at, settledAfterSeconds)
  const move = async (from: PaymentStatus, to: PaymentStatus, when: Date) => {
    const failure = to === 'failed' ? failures[number % failures.length] : {}
    await record(tx, payment.id, when, from, to)
    await tx
      .updateTable('payment')
      .set({ status: to, settled_at: when, ...failure })
      .where('id', '=', payment.id)
      .execute()
    await audit(tx, { ...systemActor(app), now: when }, `payment.${to}`, {
      personId: order.person_id,
      subject: payment.public_id,
      facts: { reference: payment.reference, amountHalalas: payment.amount_halalas, cause: 'webhook' },
    })
    await tellPerson(tx, { app, now: when }, { order, payment, to, number: null }, false) // what was long ago sends no letter now
  }
  if (status !== 'paid' && status !== 'refunded') return move('initiated', status, settled)
  await move('initiated', 'paid', settled)
  await fulfil(tx, app, { order, paymentId: payment.id, at: settled })
  if (status === 'paid') return
  const returned = addSeconds(settled, refundedAfterSeconds)
  await move('paid', 'refunded', returned)
  await reverse(tx, app, { order, paymentId: payment.id, at: returned })
}

const record = (tx: Tx, paymentId: number, at: Date, from: PaymentStatus | null, to: PaymentStatus) =>
  tx
    .insertInto('payment_event')
    .values({ payment_id: paymentId, at, from_status: from, to_status: to, cause: from === null ? 'person' : 'webhook' })
    .execute()
