/** How a refund ends, and who hears of it. */
import { refundEdges } from '#contract/refunds.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { machine } from '#server/platform/machine.ts'
import { tell } from '#server/platform/tell.ts'

type Acting = Actor & { app: App }

export const refunds = machine({
  table: 'refund',
  column: 'status',
  edges: refundEdges,
  event: null,
  action: (_, to) => `refund.${to}`,
})

/** The money of a payment went back: the refund that asked for it is done, in the transaction that takes back what was bought. */
export async function endRefund(tx: Tx, acting: Acting, payment: { id: number; reference: string }): Promise<void> {
  const refund = await tx
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .where('status', '=', 'approved')
    .forUpdate()
    .executeTakeFirst()
  if (!refund) return
  await refunds.move(tx, acting, refund, 'done', { set: { next_try_at: null, ended_at: acting.now } })
  await tellMaker(tx, acting, refund, payment.reference, true)
}

const subjects = {
  done: { ar: 'أُعيد المبلغ', en: 'The money was returned' },
  refused: { ar: 'رفضت بوابة الدفع إعادة المبلغ', en: 'The gateway refused the refund' },
}

export const tellMaker = (tx: Tx, acting: Acting, refund: { made_by: number; public_id: string }, reference: string, isDone: boolean) =>
  tell(tx, acting, {
    to: refund.made_by,
    kind: 'refundEnded',
    facts: { requestID: refund.public_id, reference, isDone },
    letter: { subject: subjects[isDone ? 'done' : 'refused'] },
  })
