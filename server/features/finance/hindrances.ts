/** What stands against a refund, in words. */
import { type Hindrance, hindranceOf } from '#server/features/payments/refunds.ts'
import { lockOrder } from '#server/features/payments/orders.ts'
import type { App, Part } from '#server/app.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'

export const hindranceSentences: Record<Hindrance | 'asked' | 'tooLittle', { ar: string; en: string }> = {
  notPaid: {
    ar: 'لا مبلغ يُعاد: هذه العملية غير مدفوعة، أو أُعيد مبلغها.',
    en: 'This payment has not been paid, or was refunded already.',
  },
  otherGateway: {
    ar: 'لا تعرف بوابة الدفع الحالية هذه العملية، فلا يُعاد مبلغها من هنا. أعده من البوابة التي استلمته.',
    en: 'It was not made through the gateway in use now. Return the money at the gateway that took it.',
  },
  usedUp: { ar: 'استُهلك ما اشتُري كله، فلا يُعاد ثمنه.', en: 'What was bought is used up, so its price is not returned.' },
  lapsed: { ar: 'انتهت صلاحية ما اشتُري، فلا يُعاد ثمنه.', en: 'What was bought has expired, so its price is not returned.' },
  inUse: {
    ar: 'يجري الآن توقيع بما اشتُري. أعد المحاولة حين ينتهي.',
    en: 'A signing with what was bought is under way. Try again once it has ended.',
  },
  ended: { ar: 'انتهت الشهادة أو أُلغيت، فلا يُعاد ثمنها.', en: 'The certificate has expired or was revoked, so its price is not returned.' },
  indivisible: {
    ar: 'لا يُعاد جزء من ثمن هذا الطلب: إما أن يُعاد كله أو لا يُعاد.',
    en: 'No part of this order can be refunded: all of it goes back, or nothing.',
  },
  notSoMany: {
    ar: 'لم يبق هذا العدد من المعاملات دون استخدام.',
    en: 'Not so many transactions are left unused.',
  },
  tooLittle: {
    ar: 'ثمن هذا العدد أقل من ريال، فلا يُعاد وحده.',
    en: 'So many cost less than a riyal, which does not go back alone.',
  },
  asked: { ar: 'يوجد طلب لإعادة هذا المبلغ لم ينته بعد.', en: 'A refund of this payment is under way already.' },
}

/** Why no refund of a payment can be proposed now, in the caller's language; null where one can. */
export async function whyNot(ctx: Ctx<Caller>, paymentId: number): Promise<string | null> {
  const { db, language } = ctx
  const living = await livingRefund(db, paymentId)
  if (living) return hindranceSentences.asked[language]
  const hindrance = await db.transaction().execute((tx) => hindranceOfPayment(tx, ctx, paymentId))
  return hindrance && hindranceSentences[hindrance][language]
}

/** What stands against giving a payment back; its order is locked from here on. */
export async function hindranceOfPayment(tx: Tx, ctx: Ctx<Caller>, paymentId: number, part: Part | null = null): Promise<Hindrance | null> {
  const { order_id } = await tx.selectFrom('payment').select('order_id').where('id', '=', paymentId).executeTakeFirstOrThrow()
  const order = await lockOrder(tx, order_id)
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  return hindranceOf(tx, ctx, order, payment, part)
}

/** The line of a payment that can go back in part, with how many of its transactions; null where nothing can. */
export async function partOfPayment(db: App['db'], ctx: Ctx<Caller>, paymentId: number) {
  if (await livingRefund(db, paymentId)) return null
  return db.transaction().execute((tx) => partialLine(tx, ctx, paymentId, 1))
}

/** The first line with so many unused transactions. */
export async function partialLine(tx: Tx, ctx: Ctx<Caller>, paymentId: number, transactions: number) {
  const { order_id, status } = await tx
    .selectFrom('payment')
    .select(['order_id', 'status'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(tx, order_id)
  const { parts } = ctx.app.fulfilments[order.kind]
  if (!parts || status !== 'paid') return null
  const unused = (await parts.unused(tx, ctx, order)).find((one) => one.transactions >= transactions)
  if (!unused) return null
  const { position, returned } = unused
  if (await hindranceOfPayment(tx, ctx, paymentId, { position, transactions: 1 })) return null
  const line = await tx
    .selectFrom('order_line')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('position', '=', position)
    .executeTakeFirstOrThrow()
  return { position, most: unused.transactions, returned, quantity: line.quantity, price: line.price_halalas, tax: line.vat_halalas }
}

/** A refund of a payment that waits to be decided or carried out. */
export const livingRefund = (db: Queryable, paymentId: number) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
