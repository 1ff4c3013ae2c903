import { sql } from 'kysely'
import type { Fulfilment } from '#server/app.ts'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan, reversePlan } from '#server/platform/ledger.ts'

/** An order of plans: its lines are credited as plans, and a refund takes back what is left of them. */
export const planFulfilment: Fulfilment = {
  async pay(tx, { now }, { id, account_id: accountId }) {
    const lines = await tx.selectFrom('order_line').selectAll().where('order_id', '=', id).orderBy('position').execute()
    for (const { position, pricing_id: pricingId, quantity: transactions, validity_days } of lines)
      await creditPlan(tx, now, {
        accountId,
        pricingId,
        kind: 'esignPlan',
        orderLine: { orderId: id, position },
        transactions,
        validFrom: now,
        validTo: addDays(now, validity_days),
      })
  },
  async refund(tx, { now }, { id }) {
    const plans = await tx.selectFrom('plan').select('id').where('order_id', '=', id).orderBy('id').execute()
    for (const plan of plans) await reversePlan(tx, now, plan.id)
  },
  async hindersRefund(tx, { now }, { id }) {
    const plans = await tx.selectFrom('plan').selectAll().where('order_id', '=', id).orderBy('id').forUpdate().execute()
    if (plans.some(({ reserved }) => reserved > 0)) return 'inUse'
    if (plans.some(({ available, valid_to }) => available > 0 && valid_to! > now)) return null
    return plans.some(({ spent, credited }) => spent === credited) ? 'usedUp' : 'lapsed'
  },
  async hold(tx, { id }, since) {
    await tx.updateTable('plan').set({ held_at: since }).where('order_id', '=', id).execute()
  },
  mayPay: () => sql`true`,
  certificateOf: () => sql`null`,
  paidSentence: { ar: 'تم الدفع وأضيفت الباقة إلى حسابك.', en: 'The payment was received and the plan credited.' },
  paidMail: ({ nameAr, nameEn, amount, reference, number }) => ({
    subject: { ar: 'تم الدفع وأضيفت باقتك', en: 'Your payment was received' },
    text: {
      ar: `استلمنا ${amount} ريالًا مقابل «${nameAr}» وأضيفت الباقة إلى حسابك. رقم العملية ${reference}، ورقم الفاتورة الضريبية ${number}؛ يمكنك تنزيلها من سجل المدفوعات.`,
      en: `We received SAR ${amount} for “${nameEn}” and credited the plan. Transaction ${reference}, tax invoice ${number}; download it from your payment history.`,
    },
  }),
}
