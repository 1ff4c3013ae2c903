import type { Selectable } from 'kysely'
import { transactionEdges, type TransactionState } from '#contract/signing.ts'
import type { App } from '#server/app.ts'
import { audit, type Actor } from '#server/platform/audit.ts'
import type { EsignTransaction } from '#server/platform/db/schema.ts'
import type { Queryable } from '#server/platform/http/context.ts'
import { release } from '#server/platform/ledger.ts'
import { notify } from '#server/platform/notifications.ts'
import type { NotificationFacts, SigningFailure } from '#server/platform/notificationSentences.ts'
import { Problem } from '#server/platform/problems.ts'
import { failureOf, mailFailure } from './failures.ts'

export type Transaction = Selectable<EsignTransaction>
/** Who acts on a transaction: a person's request, or the product itself. */
export type Acting = Actor & { readonly app: App }

/** The ends at which nothing was signed: the documents can be taken up again for their day. */
export const cameToNothing = ['failed', 'expired', 'rejected', 'cancelled'] as const satisfies TransactionState[]

/** The row, locked until the end of the database transaction. */
export const lockTransaction = (tx: Queryable, id: number): Promise<Transaction> =>
  tx.selectFrom('esign_transaction').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

type Change = {
  cause: string
  set?: Partial<Pick<Transaction, 'challenge_id' | 'expires_at' | 'approved_at' | 'leased_until' | 'plan_id'>>
}

/** Moves a locked transaction along an edge and records it. @throws Problem WRONG_STATE */
export async function move(
  tx: Queryable,
  acting: Acting,
  transaction: Transaction,
  to: TransactionState,
  { cause, set = {} }: Change,
): Promise<void> {
  if (!transactionEdges[transaction.state].includes(to)) throw new Problem('WRONG_STATE', { cause: `${transaction.state} → ${to}` })
  const isFinal = transactionEdges[to].length === 0
  // Before the move, or the database refuses it.
  await tx
    .insertInto('esign_transaction_event')
    .values({ transaction_id: transaction.id, at: acting.now, from_state: transaction.state, to_state: to, cause })
    .execute()
  await tx
    .updateTable('esign_transaction')
    .set({ state: to, ...set, ...(isFinal && { ended_at: acting.now, failure: to === 'success' ? null : cause }) })
    .where('id', '=', transaction.id)
    .execute()
  if (to !== 'reserved' && to !== 'authentication') await giveTurn(tx, transaction.id)
  await audit(tx, acting, `signing.${to}`, { subject: transaction.public_id, personId: transaction.person_id, facts: { cause } })
}

/** Lets the person's next transaction ask for its approval. */
export async function giveTurn(db: Queryable, transactionId: number): Promise<void> {
  await db.deleteFrom('approval_turn').where('transaction_id', '=', transactionId).execute()
}

/** Tells the person how a signing ended, in the transaction that ended it. */
export const notifyOfEnd = (
  tx: Queryable,
  { now }: Acting,
  { person_id, document_count: documents, public_id: transactionID }: Transaction,
  state: NotificationFacts['signingEnded']['state'],
  reason?: SigningFailure,
) => notify(tx, person_id, 'signingEnded', { state, documents, transactionID, ...(reason && { reason }) }, now)

/** Ends a locked transaction without a signature: what was reserved goes back, what was approved is void. */
export async function endUnsigned(
  tx: Queryable,
  acting: Acting,
  transaction: Transaction,
  to: 'failed' | 'expired' | 'rejected' | 'cancelled',
  cause: string,
): Promise<void> {
  await move(tx, acting, transaction, to, { cause })
  await tx.deleteFrom('activation').where('transaction_id', '=', transaction.id).execute()
  if (transaction.plan_id !== null) await release(tx, acting.now, { planId: transaction.plan_id, transactionId: transaction.id })
  if (to === 'cancelled') return // who cancels knows
  const reason = to === 'failed' ? failureOf(cause) : null
  await notifyOfEnd(tx, acting, transaction, to, reason ?? undefined)
  const { person_id: personId, document_count: documents, public_id: transactionID } = transaction
  if (reason) await mailFailure(tx, acting, { personId, documents, transactionID, reason })
}
