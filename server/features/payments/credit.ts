import type { App, Order } from '#server/app.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { issueCreditNote, issueInvoice } from './taxInvoices.ts'

type Counted = { order: Order; paymentId: number; at: Date }

/** The money of an order has come: the order is paid and fulfilled, its invoice written. @returns the invoice's number */
export async function fulfil(tx: Tx, app: App, { order, paymentId, at }: Counted): Promise<string> {
  // The guard of exactly once: whoever else held the same evidence finds the order paid.
  await tx
    .updateTable('sales_order')
    .set({ paid_at: at })
    .where('id', '=', order.id)
    .where('paid_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.fulfilments[order.kind].pay(tx, { app, now: at }, order)
  return issueInvoice(tx, app, { order, paymentId, at })
}

/** Money that had fulfilled an order went back: what it led to is taken back, and a credit note answers the invoice. @returns its number */
export async function reverse(tx: Tx, app: App, { order, paymentId, at }: Counted): Promise<string | null> {
  await app.fulfilments[order.kind].refund(tx, { app, now: at }, order)
  return issueCreditNote(tx, { paymentId, at })
}
