import type { Selectable } from 'kysely'
import type { PaymentStatus } from '#contract/payments.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/messages.ts'
import { notify } from '#server/platform/notifications.ts'
import type { Order } from './credit.ts'
import { riyals } from './invoice/zatcaQr.ts'

type Facts = { planAr: string; planEn: string; amount: string; reference: string; number: string | null }
type Text = { ar: string; en: string }

const certificatePaid = ({ planAr, planEn, amount, reference, number }: Facts) => ({
  subject: { ar: 'تم الدفع. بقي تأكيد هويتك', en: 'Your payment was received; one step is left' },
  text: {
    ar: `استلمنا ${amount} ريالًا مقابل «${planAr}». أكّد هويتك في نفاذ لتصدر شهادتك، من صفحة «شهاداتي الرقمية».\nرقم العملية ${reference}، ورقم الفاتورة الضريبية ${number}؛ يمكنك تنزيلها من سجل المدفوعات.`,
    en: `We received SAR ${amount} for “${planEn}”. Confirm your identity in Nafath to have your certificate issued, on the page “My certificates”.\nTransaction ${reference}, tax invoice ${number}; download it from your payment history.`,
  },
})

/** Only what a person would want to hear of; they know themselves that they cancelled. */
const news: Partial<Record<PaymentStatus, (facts: Facts) => { subject: Text; text: Text }>> = {
  paid: ({ planAr, planEn, amount, reference, number }) => ({
    subject: { ar: 'تم الدفع وأضيفت باقتك', en: 'Your payment was received' },
    text: {
      ar: `استلمنا ${amount} ريالًا مقابل «${planAr}» وأضيفت الباقة إلى حسابك. رقم العملية ${reference}، ورقم الفاتورة الضريبية ${number}؛ يمكنك تنزيلها من سجل المدفوعات.`,
      en: `We received SAR ${amount} for “${planEn}” and credited the plan. Transaction ${reference}, tax invoice ${number}; download it from your payment history.`,
    },
  }),
  failed: ({ planAr, planEn, amount, reference }) => ({
    subject: { ar: 'لم يكتمل الدفع', en: 'Your payment did not succeed' },
    text: {
      ar: `لم يكتمل دفع ${amount} ريالًا مقابل «${planAr}» (رقم العملية ${reference}). يمكنك المحاولة مرة أخرى من سجل المدفوعات.`,
      en: `The payment of SAR ${amount} for “${planEn}” did not succeed (transaction ${reference}). You can try again from your payment history.`,
    },
  }),
  refunded: ({ planAr, planEn, amount, reference, number }) => ({
    subject: { ar: 'أُعيد إليك المبلغ', en: 'Your money was returned' },
    text: {
      ar: `أعدنا ${amount} ريالًا دُفعت مقابل «${planAr}» (رقم العملية ${reference})${number ? `، ورقم الإشعار الدائن ${number}` : ' لأن الطلب مدفوع من قبل'}.`,
      en: `SAR ${amount} paid for “${planEn}” was returned (transaction ${reference})${number ? `; credit note ${number}` : ', since the order had been paid already'}.`,
    },
  }),
}

const kinds = { paid: 'paymentSettled', failed: 'paymentFailed', refunded: 'paymentRefunded' } as const

type Told = {
  order: Pick<Order, 'person_id' | 'pricing_id'>
  payment: Pick<Selectable<DB['payment']>, 'public_id' | 'reference' | 'amount_halalas'>
  to: PaymentStatus
  number: string | null
}

/** Tells the person what became of a payment, in the application and by mail, in the transaction that moved it. */
export async function tellPerson(tx: Tx, now: Date, told: Told): Promise<void> {
  const { order, payment, to, number } = told
  await notifyOfPayment(tx, now, told)
  const person = await tx.selectFrom('person').select(['email', 'language']).where('id', '=', order.person_id).executeTakeFirstOrThrow()
  const { planAr, planEn, kind } = await planOf(tx, order)
  const write = to === 'paid' && kind === 'certificate' ? certificatePaid : news[to]
  if (!write) return
  const facts = { planAr, planEn, amount: riyals(payment.amount_halalas), reference: payment.reference, number }
  await queueMail(tx, { now }, { to: person.email, language: person.language, ...write(facts) })
}

/** The part of it that is read in the application. */
export async function notifyOfPayment(tx: Tx, now: Date, { order, payment, to }: Omit<Told, 'number'>): Promise<void> {
  if (to !== 'paid' && to !== 'failed' && to !== 'refunded') return
  const { planAr: nameAr, planEn: nameEn, kind } = await planOf(tx, order)
  const facts = { nameAr, nameEn, halalas: payment.amount_halalas, paymentID: payment.public_id, isCertificate: kind === 'certificate' }
  await notify(tx, order.person_id, kinds[to], facts, now)
}

const planOf = (tx: Tx, { pricing_id }: Told['order']) =>
  tx
    .selectFrom('product_pricing')
    .innerJoin('product', 'product.id', 'product_pricing.product_id')
    .select(['plan_name_ar as planAr', 'plan_name_en as planEn', 'product.kind'])
    .where('product_pricing.id', '=', pricing_id)
    .executeTakeFirstOrThrow()
