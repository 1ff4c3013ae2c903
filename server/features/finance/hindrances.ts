/** What stands against a refund, in words. */
import { type Hindrance, hindranceOf } from '#server/features/payments/refunds.ts'
import { lockOrder } from '#server/features/payments/orders.ts'
import type { Queryable, Tx } from '#server/platform/db/db.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'

export const hindranceSentences: Record<Hindrance | 'asked', { ar: string; en: string }> = {
  notPaid: {
    ar: 'لا مبلغ يُعاد: هذه العملية غير مدفوعة، أو أُعيد مبلغها.',
    en: 'There is nothing to return: this is not paid, or was refunded.',
  },
  otherGateway: {
    ar: 'لا تعرف بوابة الدفع الحالية هذه العملية، فلا يُعاد مبلغها من هنا. أعده من البوابة التي استلمته.',
    en: 'The present gateway does not know this payment, so it cannot be returned from here. Return it at the gateway that took it.',
  },
  usedUp: { ar: 'استُهلك ما اشتُري كله، فلا يُعاد ثمنه.', en: 'What was bought is used up, so its price is not returned.' },
  lapsed: { ar: 'انتهت صلاحية ما اشتُري، فلا يُعاد ثمنه.', en: 'What was bought has expired, so its price is not returned.' },
  inUse: {
    ar: 'يجري الآن توقيع بما اشتُري. أعد المحاولة حين ينتهي.',
    en: 'A signing with what was bought is under way. Try again once it has ended.',
  },
  ended: { ar: 'انتهت الشهادة أو أُلغيت، فلا يُعاد ثمنها.', en: 'The certificate has expired or was revoked, so its price is not returned.' },
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
export async function hindranceOfPayment(tx: Tx, ctx: Ctx<Caller>, paymentId: number): Promise<Hindrance | null> {
  const { order_id } = await tx.selectFrom('payment').select('order_id').where('id', '=', paymentId).executeTakeFirstOrThrow()
  const order = await lockOrder(tx, order_id)
  const payment = await tx.selectFrom('payment').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow()
  return hindranceOf(tx, ctx, order, payment)
}

/** A refund of a payment that waits to be decided or carried out. */
export const livingRefund = (db: Queryable, paymentId: number) =>
  db
    .selectFrom('refund')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('status', 'in', ['proposed', 'approved'])
    .executeTakeFirst()
