/** Refunds: proposed by one of the finance staff, decided by another, and carried out at the gateway. */
import { sql } from 'kysely'
import * as calls from '#contract/refunds.ts'
import { shareOf } from '#contract/refunds.ts'
import type { Part } from '#server/app.ts'
import { carryOutRefund, holdRefunded, lockRefund, partOf } from '#server/features/payments/refunds.ts'
import { refunds } from '#server/features/payments/refundEnd.ts'
import { recordLook } from '#server/platform/dataLooks.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import { decision } from '#server/platform/decision.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { hindranceOfPayment, hindranceSentences, livingRefund, partialLine } from './hindrances.ts'
import { creditNoteOfRefund, paymentOf, usedOf } from './takenPayments.ts'

/** @throws Problem WRONG_STATE with the reason */
async function refuseHindered(tx: Tx, ctx: Ctx<Caller>, paymentId: number, part: Part | null): Promise<void> {
  const hindrance = await hindranceOfPayment(tx, ctx, paymentId, part)
  if (hindrance) throw new Problem('WRONG_STATE', { title: hindranceSentences[hindrance], cause: hindrance })
}

/**
 * What goes back: so many unused transactions with their share of the price, or all that is left. Of the last part of a payment nothing stays
 * paid: then it is all that is left.
 */
async function asked(tx: Tx, ctx: Ctx<Caller>, paymentId: number, transactions: number | undefined) {
  const { amount_halalas, refunded_halalas } = await tx
    .selectFrom('payment')
    .select(['amount_halalas', 'refunded_halalas'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const all = { amount_halalas: amount_halalas - refunded_halalas, position: null, transactions: null }
  if (transactions === undefined) return all
  const line = await partialLine(tx, ctx, paymentId, transactions)
  const part = { position: line?.position ?? 1, transactions }
  await refuseHindered(tx, ctx, paymentId, part)
  const { price: price_halalas, tax: vat_halalas } = shareOf(line!, transactions)
  const amount = price_halalas + vat_halalas
  if (amount < 100) throw new Problem('WRONG_STATE', { title: hindranceSentences.tooLittle, cause: `${amount} halalas` })
  return amount === all.amount_halalas ? all : { amount_halalas: amount, ...part, price_halalas, vat_halalas }
}

export const proposeRefund = route(calls.proposeRefund, async (ctx, { paymentID, reason, transactions }) => {
  const { id: paymentId } = await paymentOf(ctx.db, paymentID)
  return ctx.db.transaction().execute(async (tx) => {
    // Locks the order, and with it whoever proposes the same.
    if (transactions === undefined) await refuseHindered(tx, ctx, paymentId, null)
    const goesBack = await asked(tx, ctx, paymentId, transactions)
    if (await livingRefund(tx, paymentId)) throw new Problem('WRONG_STATE', { title: hindranceSentences.asked, cause: 'asked already' })
    const row = await tx
      .insertInto('refund')
      .values({
        public_id: newPublicId(),
        payment_id: paymentId,
        ...goesBack,
        reason,
        made_by: ctx.caller.personId,
        created_at: ctx.now,
      })
      .returning(['id', 'public_id', 'status'])
      .executeTakeFirstOrThrow()
    await refunds.begin(tx, ctx, row, {
      facts: { payment: paymentID, amountHalalas: goesBack.amount_halalas, transactions: goesBack.transactions },
    })
    return { requestID: row.public_id }
  })
})

const refundRows = (db: Queryable) =>
  db
    .selectFrom('refund as r')
    .innerJoin('payment', 'payment.id', 'r.payment_id')
    .innerJoin('sales_order as o', 'o.id', 'payment.order_id')
    .innerJoin('order_line as line', (join) => join.onRef('line.order_id', '=', 'o.id').on('line.position', '=', 1))
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .select(['r.public_id as requestID', 'payment.public_id as paymentID', 'payment.reference as transactionId'])
    .select(['p.plan_name_en as planName', 'p.plan_name_ar as planNameAr', 'r.amount_halalas as amount', 'r.status'])
    .select(['r.created_at as createdDate', 'r.ended_at as endedDate'])

export const listRefunds = listRoute(calls.listRefunds, ({ db }, { status }) =>
  refundRows(db)
    .$if(status !== undefined, (q) => q.where('r.status', '=', status!))
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc'),
)

type Named = { fullName: string; fullNameAr: string }
const named = (of: 'made_by' | 'decided_by') =>
  sql<Named | null>`(select jsonb_build_object('fullName', who.name_en, 'fullNameAr', who.name_ar) from person who where who.id = ${sql.ref(`r.${of}`)})`

const invoiceNumber = sql<string | null>`(select number from invoice where invoice.payment_id = payment.id and invoice.kind = 'invoice')`

/** @throws Problem NOT_FOUND */
async function refundOf(db: Queryable, publicId: string) {
  const row = await refundRows(db)
    .innerJoin('person', 'person.id', 'o.person_id')
    .select([
      'r.id',
      'r.payment_id',
      'r.made_by',
      'r.position',
      'r.transactions',
      'o.id as order_id',
      'o.person_id',
      'o.paid_at as paidDate',
      'r.reason',
      'r.remarks',
    ])
    .select(['person.name_en as fullName', 'person.name_ar as fullNameAr', 'person.national_id_masked as nationalID'])
    .select(['r.decided_at as decidedDate', 'r.try_count as tries', 'r.tried_at as triedDate', 'r.next_try_at as nextTryDate', 'r.told'])
    .select([named('made_by').$notNull().as('madeBy'), named('decided_by').as('decidedBy')])
    .select([invoiceNumber.as('invoiceNumber'), creditNoteOfRefund.as('creditNoteNumber')])
    .where('r.public_id', '=', publicId)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const readRefund = route(calls.readRefund, async (ctx, { requestID }) => {
  const {
    id: _id,
    payment_id: paymentId,
    order_id: orderId,
    person_id: personId,
    made_by,
    position,
    ...shown
  } = await refundOf(ctx.db, requestID)
  await recordLook(ctx.db, ctx, { personId, viewerId: ctx.caller.personId, organisationId: null, what: 'payments' })
  const part = partOf({ position, transactions: shown.transactions })
  const hindrance =
    shown.status === 'proposed' ? await ctx.db.transaction().execute((tx) => hindranceOfPayment(tx, ctx, paymentId, part)) : null
  const notApprovable = hindrance && hindranceSentences[hindrance][ctx.language]
  return { ...shown, used: await usedOf(ctx.db, orderId), notApprovable, isOwn: made_by === ctx.caller.personId }
})

const refundDecision = decision<Awaited<ReturnType<typeof refundOf>>>({
  kind: 'refund',
  async read(ctx, requestID, tx) {
    const { id } = await refundOf(ctx.db, requestID)
    if (tx) await lockRefund(tx, id)
    const row = await refundOf(tx ?? ctx.db, requestID)
    const { transactionId, amount, planName, planNameAr, fullName, fullNameAr, nationalID, reason, invoiceNumber, paidDate } = row
    const content = {
      requestID,
      transactionId,
      amountHalalas: amount,
      transactions: row.transactions,
      planName,
      planNameAr,
      fullName,
      fullNameAr,
      nationalID,
      reason,
      invoiceNumber,
      paidDate: paidDate?.toISOString() ?? null,
      used: await usedOf(tx ?? ctx.db, row.order_id),
    }
    return { row, makerId: row.made_by, state: row.status, content }
  },
  mayBeDecided: ({ status }) => status === 'proposed',
  async assertMay(db, ctx, { payment_id: paymentId, ...row }, { isApproved }) {
    if (!isApproved) return
    const part = partOf(row)
    if (db === ctx.db) await ctx.db.transaction().execute((tx) => refuseHindered(tx, ctx, paymentId, part))
    else await refuseHindered(db as Tx, ctx, paymentId, part)
  },
  async carryOut(tx, ctx, { id }, { isApproved, remarks }) {
    const { order, refund } = await lockRefund(tx, id)
    const decided = { decided_by: ctx.caller.personId, decided_at: ctx.now, remarks }
    const set = isApproved ? { ...decided, next_try_at: ctx.now } : { ...decided, ended_at: ctx.now }
    await refunds.move(tx, ctx, refund, isApproved ? 'approved' : 'rejected', { set })
    // From now on nothing is taken of what was bought, or the money and its use would both be the buyer's.
    if (isApproved) await holdRefunded(tx, ctx.app, order, refund, ctx.now)
  },
})

export const initiateRefundDecision = route(calls.initiateRefundDecision, (ctx, { requestID, isApproved, remarks }) =>
  refundDecision.propose(ctx, requestID, { isApproved, remarks: remarks.trim() }),
)

export const verifyRefundDecision = route(calls.verifyRefundDecision, async (ctx, { requestID, isApproved, remarks, transId, random }) => {
  const answer = await refundDecision.decide(ctx, requestID, { isApproved, remarks: remarks.trim() }, { transId, random })
  if (answer.status === '1' && isApproved) {
    const { id } = await refundOf(ctx.db, requestID)
    // Decided it is: where the gateway does not answer now, the sweep goes on with it.
    await carryOutRefund(ctx, id).catch((cause: unknown) => ctx.log.warn({ refund: requestID, cause }, 'refund not carried out yet'))
  }
  return answer
})

export const withdrawRefund = route(calls.withdrawRefund, (ctx, { requestID }) =>
  ctx.db.transaction().execute(async (tx) => {
    const { id } = await refundOf(tx, requestID)
    const { refund } = await lockRefund(tx, id)
    await refunds.move(tx, ctx, refund, 'withdrawn', { set: { ended_at: ctx.now } })
    return { status: '1' as const }
  }),
)

const notWaiting = { ar: 'لا تنتظر هذه الإعادة البوابة.', en: 'This refund does not wait for the gateway.' }

export const retryRefund = route(calls.retryRefund, async (ctx, { requestID }) => {
  const { id, status } = await refundOf(ctx.db, requestID)
  if (status !== 'approved') throw new Problem('WRONG_STATE', { title: notWaiting, cause: status })
  await carryOutRefund(ctx, id)
  return { status: (await refundOf(ctx.db, requestID)).status }
})
