import { sql } from 'kysely'
import type { Fulfilment } from '#server/app.ts'
import { systemActor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { tellHolder } from './news.ts'
import { certificates } from './states.ts'

/** The application that an order pays; locked. */
async function applicationOf(tx: Tx, orderId: number) {
  const { id } = await tx.selectFrom('dsc').select('id').where('order_id', '=', orderId).executeTakeFirstOrThrow()
  return certificates.lock(tx, id)
}

/** An order of a certificate: its application goes on when it is paid, and ends, or the certificate is revoked, when it is refunded. */
export const certificateFulfilment: Fulfilment = {
  async pay(tx, { app, now }, order) {
    const application = await applicationOf(tx, order.id)
    const isLate = application.state === 'cancelled'
    // An application that was given up may have been followed by another renewal: then this one stands for itself.
    const set = isLate ? { renews: null, key_destroyed_at: null } : {}
    await certificates.move(tx, { ...systemActor(app), now }, application, 'paid', { cause: isLate ? 'late payment' : 'payment', set })
  },
  async refund(tx, { app, now }, order) {
    const application = await applicationOf(tx, order.id)
    const acting = { ...systemActor(app), now }
    const { state, serial_number: serial } = application
    if (state === 'active' || state === 'suspended') {
      await app.authority.status.revoke(tx, serial!, 'privilegeWithdrawn')
      await certificates.move(tx, acting, application, 'revoked', {
        cause: 'refund',
        event: { reason: 'privilegeWithdrawn' },
        set: { pkcs12_sealed: null, pkcs12_until: null },
      })
      await tellHolder(tx, acting, application.id, 'revoked')
    } else if (state !== 'revoked' && state !== 'expired' && state !== 'rejected')
      await certificates.move(tx, acting, application, 'cancelled', { cause: 'refund', set: { key_sealed: null } })
  },
  async hindersRefund(tx, _, { id }) {
    const { state } = await applicationOf(tx, id)
    return state === 'expired' || state === 'revoked' ? 'ended' : null
  },
  // Nothing is taken of a certificate bit by bit: the refund itself revokes it, or ends the application.
  hold: () => Promise.resolve(),
  parts: null,
  // Nobody is sent to pay for an application that ended. Who ends one locks its order first.
  mayPay: (orderId) => sql`exists (select from dsc where dsc.order_id = ${orderId} and dsc.state = 'applied')`,
  certificateOf: (orderId) => sql`(select dsc.public_id from dsc where dsc.order_id = ${orderId})`,
  paidSentence: {
    ar: 'تم الدفع. أكّد هويتك في نفاذ لتصدر شهادتك.',
    en: 'The payment was received. Confirm your identity in Nafath to have your certificate issued.',
  },
  paidMail: ({ nameAr, nameEn, amount, reference, number }) => ({
    subject: { ar: 'تم الدفع. بقي تأكيد هويتك', en: 'Your payment was received; one step is left' },
    text: {
      ar: `استلمنا ${amount} ريالًا مقابل «${nameAr}». أكّد هويتك في نفاذ لتصدر شهادتك، من صفحة «شهاداتي الرقمية».\nرقم العملية ${reference}، ورقم الفاتورة الضريبية ${number}؛ يمكنك تنزيلها من سجل المدفوعات.`,
      en: `We received SAR ${amount} for “${nameEn}”. Confirm your identity in Nafath to have your certificate issued, on the page “My certificates”.\nTransaction ${reference}, tax invoice ${number}; download it from your payment history.`,
    },
  }),
}
