/** Part of a payment went back: it stays paid, and so many transactions are taken back with a credit note of their own. */
import type { Selectable } from 'kysely'
import type { App, Order } from '#server/app.ts'
import { audit, type Actor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { tellPart } from './news.ts'
import { refunds, tellMaker } from './refundEnd.ts'
import { issuePartNote } from './taxInvoices.ts'

type Acting = Actor & { app: App }
type Returned = {
  order: Order
  payment: Pick<Selectable<DB['payment']>, 'id' | 'public_id' | 'reference'>
  /** What went back at the gateway and was not counted yet. */
  halalas: number
}

/**
 * Counts what the gateway gave back by an approved refund, in the transaction that looked at it. What went back by hand, or beside a refund of
 * another amount, is nothing that we know the reason of: people settle that with the reconciliation, and nothing moves here.
 */
export async function countPart(tx: Tx, acting: Acting, { order, payment, halalas }: Returned): Promise<void> {
  const { app, now } = acting
  const refund = await tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'approved')
    .where('position', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (refund?.amount_halalas !== halalas) {
    app.log.error({ payment: payment.reference, halalas }, 'the gateway gave back a part that no refund asked for')
    return
  }
  const part = { position: refund.position!, transactions: refund.transactions!, refundId: refund.id }
  await tx
    .updateTable('payment')
    .set((e) => ({ refunded_halalas: e('refunded_halalas', '+', halalas) }))
    .where('id', '=', payment.id)
    .execute()
  await app.fulfilments[order.kind].parts!.refund(tx, { app, now }, order, part)
  const number = await issuePartNote(tx, { paymentId: payment.id, refund: { ...part, halalas }, at: now })
  await audit(tx, acting, 'payment.partRefunded', {
    personId: order.person_id,
    subject: payment.public_id,
    facts: { reference: payment.reference, amountHalalas: halalas, transactions: part.transactions, document: number },
  })
  await refunds.move(tx, acting, refund, 'done', { set: { next_try_at: null, ended_at: now } })
  await tellMaker(tx, acting, refund, payment.reference, true)
  await tellPart(tx, acting, { order, payment, halalas, transactions: part.transactions, number })
}
