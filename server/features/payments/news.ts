import type { Selectable } from 'kysely'
import type { PaymentStatus } from '#contract/payments.ts'
import type { App, Order } from '#server/app.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { tell, type Letter } from '#server/platform/tell.ts'
import { riyals } from './invoice/zatcaQr.ts'

type Facts = { nameAr: string; nameEn: string; amount: string; reference: string; number: string | null; isSeal: boolean }

/** Only what a person would want to hear of; they know themselves that they cancelled. */
const letters: Record<'failed' | 'refunded', (facts: Facts) => Letter> = {
  failed: ({ nameAr, nameEn, amount, reference, isSeal }) => ({
    subject: { ar: 'لم يكتمل الدفع', en: 'Your payment did not succeed' },
    text: {
      ar: `لم يكتمل دفع ${amount} ريالًا مقابل «${nameAr}» (رقم العملية ${reference}). يمكنك المحاولة مرة أخرى من ${isSeal ? 'صفحة «الشهادة» في ملف المنشأة' : 'سجل المدفوعات'}.`,
      en: `The payment of SAR ${amount} for “${nameEn}” did not succeed (transaction ${reference}). You can try again from ${isSeal ? 'the page “Certificate” of the organisation profile' : 'your payment history'}.`,
    },
  }),
  refunded: ({ nameAr, nameEn, amount, reference, number }) => ({
    subject: { ar: 'أُعيد إليك المبلغ', en: 'Your money was returned' },
    text: {
      ar: `أعدنا ${amount} ريالًا دُفعت مقابل «${nameAr}» (رقم العملية ${reference})${number ? `، ورقم الإشعار الدائن ${number}` : ' لأن الطلب مدفوع من قبل'}.`,
      en: `SAR ${amount} paid for “${nameEn}” was returned (transaction ${reference})${number ? `; credit note ${number}` : ', since the order had been paid already'}.`,
    },
  }),
}

const kinds = { paid: 'paymentSettled', failed: 'paymentFailed', refunded: 'paymentRefunded' } as const

type Told = {
  order: Pick<Order, 'id' | 'person_id' | 'kind'>
  payment: Pick<Selectable<DB['payment']>, 'public_id' | 'reference' | 'amount_halalas'>
  to: PaymentStatus
  number: string | null
}

/** Tells the person what became of a payment, in the application and by letter, in the transaction that moved it. */
export async function tellPerson(tx: Tx, { app, now }: { app: App; now: Date }, told: Told, byLetter = true): Promise<void> {
  const { order, payment, to, number } = told
  if (to !== 'paid' && to !== 'failed' && to !== 'refunded') return
  const name = await nameOf(tx, order)
  const isSeal = order.kind === 'seal'
  const said = { ...name, amount: riyals(payment.amount_halalas), reference: payment.reference, number }
  const letter = to === 'paid' ? app.fulfilments[order.kind].paidMail(said) : letters[to]({ ...said, isSeal })
  await tell(
    tx,
    { app, now },
    {
      to: order.person_id,
      kind: kinds[to],
      facts: {
        ...name,
        halalas: payment.amount_halalas,
        paymentID: payment.public_id,
        isCertificate: order.kind === 'certificate',
        isSeal,
      },
      letter: byLetter ? letter : null,
    },
  )
}

type PartTold = {
  order: Told['order']
  payment: Pick<Told['payment'], 'public_id' | 'reference'>
  halalas: number
  transactions: number
  number: string
}

/** Tells the person that part of what they paid went back, and what was taken back for it. */
export async function tellPart(tx: Tx, { app, now }: { app: App; now: Date }, told: PartTold): Promise<void> {
  const { order, payment, halalas, transactions, number } = told
  const name = await nameOf(tx, order)
  const { reference, public_id: paymentID } = payment
  const amount = riyals(halalas)
  const letter = {
    subject: { ar: 'أُعيد إليك جزء من المبلغ', en: 'Part of your money was returned' },
    text: {
      ar: `أعدنا ${amount} ريالًا من ثمن «${name.nameAr}» عن معاملات لم تُستخدم عددها ${transactions}، ولم تعد في رصيدك (رقم العملية ${reference})، ورقم الإشعار الدائن ${number}. يبقى لك ما بقي من الباقة.`,
      en: `SAR ${amount} of the price of “${name.nameEn}” was returned for ${transactions} unused ${transactions === 1 ? 'transaction, which is' : 'transactions, which are'} no longer in your balance (transaction ${reference}); credit note ${number}. The rest of the plan stays yours.`,
    },
  }
  const facts = { ...name, halalas, transactions, paymentID, isCertificate: false, isSeal: false }
  await tell(tx, { app, now }, { to: order.person_id, kind: 'paymentRefunded', facts, letter })
}

/** What an order is called: by its first line. */
const nameOf = (tx: Tx, { id }: Told['order']) =>
  tx
    .selectFrom('order_line as line')
    .innerJoin('product_pricing as p', 'p.id', 'line.pricing_id')
    .select(['p.plan_name_ar as nameAr', 'p.plan_name_en as nameEn'])
    .where('line.order_id', '=', id)
    .where('line.position', '=', 1)
    .executeTakeFirstOrThrow()
