import * as calls from '#contract/payments.ts'
import type { PaymentStatus } from '#contract/payments.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { OrderKind } from '#server/app.ts'
import { audit } from '#server/platform/audit.ts'
import { countCall } from '#server/platform/http/callLimit.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { countAttempt } from '#server/platform/throttle.ts'
import { closeAttempt, ownPayment } from './attempts.ts'
import { paymentRows } from './history.ts'
import { certificateOf, lockOrder } from './orders.ts'
import type { FailureCause } from './judge.ts'
import { isReturnToken } from './returnToken.ts'
import { settle } from './settle.ts'

const sentences: Record<Exclude<PaymentStatus, 'paid'>, { ar: string; en: string }> = {
  initiated: { ar: 'لم يصلنا تأكيد الدفع بعد.', en: 'The payment is not confirmed yet.' },
  failed: { ar: 'لم تنجح عملية الدفع. يمكنك المحاولة مرة أخرى.', en: 'The payment did not succeed. You can try again.' },
  expired: { ar: 'انتهت مهلة الدفع قبل إتمامه.', en: 'The time to pay ran out.' },
  cancelled: { ar: 'أُلغيت عملية الدفع.', en: 'The payment was cancelled.' },
  refunded: { ar: 'أُعيد المبلغ إليك.', en: 'The money was returned.' },
}

async function outcomeOf(ctx: Ctx<Caller>, publicId: string) {
  const row = await paymentRows(ctx)
    .select(['o.public_id as encodedOrderSlno', 'o.kind', certificateOf(ctx.app).as('encodedCertificateSlno'), 'payment.failure as cause'])
    .where('payment.public_id', '=', publicId)
    .executeTakeFirstOrThrow()
  return { ...row, ...inWords(ctx, row) }
}

type Told = { status: PaymentStatus; kind: OrderKind; cause: FailureCause | null }

function inWords({ app, language }: Ctx, { status, kind, cause }: Told) {
  const sentence = status === 'paid' ? app.fulfilments[kind].paidSentence : sentences[status]
  return {
    failure: status === 'failed' ? (calls.paymentFailures.find((one) => one === cause) ?? 'unknown') : null,
    message: sentence[language],
  }
}

export const rechecks = { name: 'rechecks', quota: 60, windowSeconds: 60 }
const isDecided = (status: PaymentStatus) => status === 'paid' || status === 'refunded'

/** Asks the gateway, as often in a minute as `rechecks` lets one payment be asked about. @returns whether it was asked */
export async function askGateway(ctx: Ctx, id: number): Promise<boolean> {
  if ((await countAttempt(ctx.db, `recheck|${id}`, rechecks.windowSeconds, ctx.now)) > rechecks.quota) return false
  await settle(ctx, id, 'recheck')
  return true
}

/** A token that is not this payment's answers like a payment that does not exist. */
export const readReturnedPayment = route(calls.readReturnedPayment, async (ctx, { encodedPaymentSlno, returnToken }) => {
  await countCall(ctx, calls.readReturnedPayment.limit!, ctx.network)
  if (!isReturnToken(ctx.app, encodedPaymentSlno, returnToken)) throw new Problem('NOT_FOUND')
  const read = () =>
    ctx.db
      .selectFrom('payment')
      .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
      .innerJoin('order_line as line', (join) => join.onRef('line.order_id', '=', 'o.id').on('line.position', '=', 1))
      .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
      .select(['payment.id', 'payment.status', 'payment.failure as cause', 'payment.amount_halalas as amount', 'o.kind'])
      .select(['p.plan_name_en as planName', 'p.plan_name_ar as planNameAr'])
      .where('payment.public_id', '=', encodedPaymentSlno)
      .executeTakeFirst()
  const before = await read()
  if (!before) throw new Problem('NOT_FOUND')
  if (!isDecided(before.status)) await askGateway(ctx, before.id)
  const { id: _id, kind, cause, ...row } = (await read())!
  return { ...row, ...inWords(ctx, { status: row.status, kind, cause }) }
})

export const recheckPayment = route(calls.recheckPayment, async (ctx, { encodedPaymentSlno }) => {
  const { id, status } = await ownPayment(ctx, encodedPaymentSlno)
  if (!isDecided(status) && !(await askGateway(ctx, id)))
    throw new Problem('TOO_MANY', { cause: 'rechecks of one payment', limit: rechecks, retryAfterSeconds: rechecks.windowSeconds })
  return outcomeOf(ctx, encodedPaymentSlno)
})

export const cancelPayment = route(calls.cancelPayment, async (ctx, { encodedPaymentSlno }) => {
  const { id, orderId, status } = await ownPayment(ctx, encodedPaymentSlno)
  if (status !== 'initiated') throw new Problem('WRONG_STATE', { cause: status })
  // Who paid in another window has paid. While the gateway is silent, what comes later still counts.
  await settle(ctx, id, 'recheck').catch((error: unknown) => {
    if (!(error instanceof ProviderUnavailable)) throw error
  })
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId)
    const payment = await tx.selectFrom('payment').select('status').where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
    if (payment.status !== 'initiated') return
    await closeAttempt(tx, ctx, id, 'person')
    await audit(tx, ctx, 'payment.cancelled', { subject: encodedPaymentSlno, facts: { cause: 'person' } })
  })
  return outcomeOf(ctx, encodedPaymentSlno)
})
