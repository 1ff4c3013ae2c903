import type { Selectable } from 'kysely'
import type { App } from '#server/app.ts'
import { payApplication, refundApplication } from '#server/features/certificates/paid.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { creditPlan, expirePlans } from '#server/platform/ledger.ts'
import { issueCreditNote, issueInvoice } from './taxInvoices.ts'

export type Order = Selectable<DB['purchase_order']>

/** What a payment buys: the order is paid, its plan credited or its certificate one step on, its invoice written. @returns the invoice's number */
export async function countMoney(
  tx: Tx,
  app: App,
  { order, paymentId, at }: { order: Order; paymentId: number; at: Date },
): Promise<string> {
  // The guard of exactly once: whoever else held the same evidence finds the order paid.
  await tx
    .updateTable('purchase_order')
    .set({ paid_at: at })
    .where('id', '=', order.id)
    .where('paid_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (await payApplication(tx, app, { orderId: order.id, at })) return issueInvoice(tx, app, { paymentId, at })
  const { person_id: personId, pricing_id: pricingId, transactions, validity_days } = order
  await creditPlan(tx, at, {
    personId,
    pricingId,
    kind: 'esignPlan',
    orderId: order.id,
    transactions,
    validFrom: at,
    validTo: addDays(at, validity_days),
  })
  return issueInvoice(tx, app, { paymentId, at })
}

type TakeBack = { orderId: number; paymentId: number; at: Date; wasCredited: boolean }

/** What a refund undoes: what is left of the plan ends now, or the certificate does, and a credit note answers the invoice. @returns its number */
export async function takeBack(tx: Tx, app: App, { orderId, paymentId, at, wasCredited }: TakeBack): Promise<string | null> {
  if (!wasCredited) return null
  if (await refundApplication(tx, app, { orderId, at })) return issueCreditNote(tx, { paymentId, at })
  await tx.updateTable('plan').set({ valid_to: at }).where('order_id', '=', orderId).where('valid_to', '>', at).execute()
  await expirePlans(tx, at)
  return issueCreditNote(tx, { paymentId, at })
}
