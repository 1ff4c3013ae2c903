import { sql } from 'kysely'
import type { Fulfilment } from '#server/app.ts'
import { tellHolder } from '#server/features/certificates/news.ts'
import { certificates } from '#server/features/certificates/states.ts'
import { systemActor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { lockSeal } from './rows.ts'

/** The order of a seal that a sales order pays; locked. */
async function orderOf(tx: Tx, orderId: number) {
  const found = await tx.selectFrom('dsc').select(['id', 'organisation_id']).where('order_id', '=', orderId).executeTakeFirstOrThrow()
  return lockSeal(tx, found)
}

/** An order of a seal goes on when it is paid; where the money went back it ends, or the seal is revoked. */
export const sealFulfilment: Fulfilment = {
  async pay(tx, { app, now }, order) {
    const seal = await orderOf(tx, order.id)
    const acting = { ...systemActor(app), now }
    // Money for an order that was given up goes back: the organisation may have ordered another seal since, and one waits at a time.
    if (seal.state === 'cancelled') await tx.updateTable('dsc').set({ refund_next_at: now }).where('id', '=', seal.id).execute()
    else await certificates.move(tx, acting, seal, 'paid', { cause: 'payment' })
  },
  async refund(tx, { app, now }, order) {
    const seal = await orderOf(tx, order.id)
    const acting = { ...systemActor(app), now }
    if (seal.state === 'active' || seal.state === 'suspended') {
      await app.authority.status.revoke(tx, seal.serial_number!, 'privilegeWithdrawn')
      await certificates.move(tx, acting, seal, 'revoked', { cause: 'refund', event: { reason: 'privilegeWithdrawn' } })
      await tellHolder(tx, acting, seal.id, 'revoked')
    } else if (certificates.edges[seal.state].includes('cancelled'))
      await certificates.move(tx, acting, seal, 'cancelled', { cause: 'refund' })
  },
  async hindersRefund(tx, _, { id }) {
    const { state } = await orderOf(tx, id)
    return state === 'expired' || state === 'revoked' ? 'ended' : null
  },
  // Nothing is taken of a seal bit by bit: the refund itself revokes it, or ends its order.
  hold: () => Promise.resolve(),
  parts: null,
  // Nobody is sent to pay for an order that ended. Who ends one locks its sales order first.
  mayPay: (orderId) => sql`exists (select from dsc where dsc.order_id = ${orderId} and dsc.state = 'applied')`,
  certificateOf: () => sql`null::text`,
  paidSentence: {
    ar: 'تم الدفع. أكّد الطلب في نفاذ ليصل إلى المفوّض بالتوقيع.',
    en: 'The payment was received. Confirm the order in Nafath, so that it goes to a signatory.',
  },
  paidMail: ({ nameAr, nameEn, amount, reference, number }) => ({
    subject: { ar: 'تم دفع قيمة الختم. بقي تأكيدك', en: 'The seal is paid for; your confirmation is next' },
    text: {
      ar: `استلمنا ${amount} ريالًا مقابل «${nameAr}». أكّد الطلب في نفاذ من صفحة «الشهادة» في ملف المنشأة، ثم يقرّر فيه المفوّض بالتوقيع ومقدّم الخدمة.\nرقم العملية ${reference}، ورقم الفاتورة الضريبية ${number}؛ يمكنك تنزيلها من الصفحة نفسها.`,
      en: `We received SAR ${amount} for “${nameEn}”. Confirm the order in Nafath on the page “Certificate” of the organisation profile; a signatory and the provider then decide it.\nTransaction ${reference}, tax invoice ${number}; download it on the same page.`,
    },
  }),
}
