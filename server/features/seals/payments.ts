/** How an order of a seal is paid, given up, and invoiced: as every other order, and for the organisation. */
import { to } from '#contract/screens.ts'
import * as calls from '#contract/seals.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { openPage, settleOpenAttempts } from '#server/features/payments/attempts.ts'
import { lockOrder } from '#server/features/payments/orders.ts'
import { askGateway, rechecks } from '#server/features/payments/outcomes.ts'
import { nextAttempt } from '#server/features/payments/payAgain.ts'
import { download } from '#server/features/payments/taxInvoices.ts'
import { route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { type Acting, describeSeal, lockSeal, ownSeal } from './rows.ts'

/** The payments of an order; the latest first. */
const latestPayment = (db: Parameters<typeof ownSeal>[0], orderId: number) =>
  db
    .selectFrom('payment')
    .select(['id', 'public_id', 'status'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

export const paySeal = route(calls.paySeal, async (ctx, { slNo }) => {
  const own = await ownSeal(ctx.db, ctx, slNo)
  return openPage(ctx, await nextAttempt(ctx, own.order_id), to('orgProfileCertificate'))
})

export const recheckSealPayment = route(calls.recheckSealPayment, async (ctx, { slNo }) => {
  const own = await ownSeal(ctx.db, ctx, slNo)
  const payment = await latestPayment(ctx.db, own.order_id)
  const isDecided = payment.status === 'paid' || payment.status === 'refunded'
  if (!isDecided && !(await askGateway(ctx, payment.id)))
    throw new Problem('TOO_MANY', { cause: 'rechecks of one payment', limit: rechecks, retryAfterSeconds: rechecks.windowSeconds })
  return describeSeal(ctx.db, ctx, own.id)
})

const paid = {
  ar: 'دُفعت قيمة هذا الطلب أو انتهى، فلا يُلغى هنا.',
  en: 'This order is paid or over, so it cannot be cancelled here.',
}

export const cancelSealOrder = route(calls.cancelSealOrder, async (ctx, { slNo }) => {
  const own = await ownSeal(ctx.db, ctx, slNo)
  // Who paid in another window has paid.
  if (own.state === 'applied') await settleOpenAttempts(ctx, own.order_id)
  await ctx.db.transaction().execute(async (tx) => {
    await lockOrder(tx, own.order_id)
    const locked = await lockSeal(tx, own)
    if (locked.state !== 'applied') throw new Problem('WRONG_STATE', { title: paid, cause: locked.state })
    await certificates.move(tx, ctx, locked, 'cancelled', { cause: 'enrolment admin' })
  })
  return describeSeal(ctx.db, ctx, own.id)
})

/** @throws Problem NOT_FOUND where nothing of the kind was written about the order */
async function paperOf(ctx: Acting, slNo: number, kind: 'invoice' | 'creditNote') {
  const own = await ownSeal(ctx.db, ctx, slNo)
  const written = await ctx.db
    .selectFrom('invoice')
    .innerJoin('payment', 'payment.id', 'invoice.payment_id')
    .select('payment.public_id')
    .where('payment.order_id', '=', own.order_id)
    .where('invoice.kind', '=', kind)
    .orderBy('invoice.id')
    .executeTakeFirst()
  if (!written) throw new Problem('NOT_FOUND')
  return download(ctx.db, ctx.organisation.accountId, written.public_id, kind)
}

export const downloadSealInvoice = route(calls.downloadSealInvoice, (ctx, { slNo }) => paperOf(ctx, slNo, 'invoice'))
export const downloadSealCreditNote = route(calls.downloadSealCreditNote, (ctx, { slNo }) => paperOf(ctx, slNo, 'creditNote'))
