import type { Selectable } from 'kysely'
import { transactionEdges, type TransactionState } from '#contract/signing.ts'
import type { App } from '#server/app.ts'
import type { Actor } from '#server/platform/audit.ts'
import type { EsignTransaction } from '#server/platform/db/schema.ts'
import { inPassing, type Queryable } from '#server/platform/db/db.ts'
import { release } from '#server/platform/ledger.ts'
import { machine } from '#server/platform/machine.ts'
import { tell } from '#server/platform/tell.ts'
import { failureLetter, failureOf, type SigningCause } from './failures.ts'

export type Transaction = Selectable<EsignTransaction>
/** Who acts on a transaction: a person's request, or the product itself. */
export type Acting = Actor & { readonly app: App }

/** The ends at which nothing was signed: the documents can be taken up again for their day. */
export const cameToNothing = ['failed', 'expired', 'rejected', 'cancelled'] as const satisfies TransactionState[]

export const transactions = machine({
  table: 'esign_transaction',
  edges: transactionEdges,
  event: { table: 'esign_transaction_event', of: 'transaction_id' },
  action: (_, to) => `signing.${to}`,
})
export const lockTransaction = transactions.lock

type Change = {
  cause: string
  set?: Partial<Pick<Transaction, 'challenge_id' | 'expires_at' | 'approved_at' | 'leased_until' | 'plan_id' | 'failure'>>
}

const mayHaveTurn = (state: TransactionState) => state === 'reserved' || state === 'authentication'

/** Moves a locked transaction along an edge; one that asks for no approval any more gives up its turn. @throws Problem WRONG_STATE */
export async function move(
  tx: Queryable,
  acting: Acting,
  transaction: Transaction,
  to: TransactionState,
  { cause, set }: Change,
): Promise<void> {
  const end = transactionEdges[to].length === 0 && { ended_at: acting.now }
  await transactions.move(tx, acting, transaction, to, { cause, set: { ...set, ...end } })
  if (mayHaveTurn(transaction.state) && !mayHaveTurn(to)) await giveTurn(tx, transaction.id)
}

/** Lets the person's next transaction ask for its approval. */
export async function giveTurn(db: Queryable, transactionId: number): Promise<void> {
  await inPassing(db.deleteFrom('approval_turn').where('transaction_id', '=', transactionId))
}

/** `detail` goes on the record with the cause. */
type End = { to: 'failed'; failure: SigningCause; detail?: string } | { to: 'expired' | 'rejected' | 'cancelled'; cause: string }

/** Ends a locked transaction without a signature: what was reserved goes back, what was approved is void. */
export async function endUnsigned(tx: Queryable, acting: Acting, transaction: Transaction, end: End): Promise<void> {
  const change =
    end.to === 'failed'
      ? { cause: end.detail ? `${end.failure}: ${end.detail}` : end.failure, set: { failure: end.failure } }
      : { cause: end.cause }
  await move(tx, acting, transaction, end.to, change)
  await inPassing(tx.deleteFrom('activation').where('transaction_id', '=', transaction.id))
  if (transaction.plan_id !== null) await release(tx, acting.now, { planId: transaction.plan_id, transactionId: transaction.id })
  if (end.to === 'cancelled') return // who cancels knows
  const reason = end.to === 'failed' ? failureOf(end.failure) : null
  await tell(tx, acting, {
    to: transaction.person_id,
    kind: 'signingEnded',
    facts: { state: end.to, ...named(transaction, await firstNameOf(tx, transaction)), ...(reason && { reason }) },
    letter: reason && failureLetter(acting.app, reason, { documents: transaction.document_count, transactionID: transaction.public_id }),
  })
}

/** What a person knows a signing by: its first document's name, and how many there are. */
export const named = ({ document_count: documents, public_id: transactionID }: Transaction, firstName: string | undefined) => ({
  documents,
  transactionID,
  ...(firstName !== undefined && { name: firstName }),
})

async function firstNameOf(tx: Queryable, { id }: Transaction): Promise<string | undefined> {
  const first = await tx
    .selectFrom('document')
    .select('name')
    .where('transaction_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first?.name
}
