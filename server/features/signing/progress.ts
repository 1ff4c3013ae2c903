import { cancelSigning, verifySigning } from '#contract/signing.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { cancelChallenge, lookAtChallenge } from '#server/platform/identity/challenges.ts'
import { Problem } from '#server/platform/problems.ts'
import { askForApproval, takeApproval, takeLease } from './approval.ts'
import { carryOut } from './carryOut.ts'
import { describeSigning } from './describe.ts'
import { endUnsigned, lockTransaction, type Acting, type Transaction } from './states.ts'

async function ownTransaction(ctx: Ctx<Caller>, publicId: string): Promise<Transaction> {
  const row = await ctx.db
    .selectFrom('esign_transaction')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('person_id', '=', ctx.caller.personId)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const lookAtSigning = route(verifySigning, async (ctx, { transactionID }) => {
  const transaction = await ownTransaction(ctx, transactionID)
  const isOver = await endIfExpired(ctx, transaction)
  if (!isOver && transaction.state === 'reserved') await askForApproval(ctx, transaction.id)
  else if (!isOver) await advance(ctx, transaction)
  return describeSigning(ctx, transaction.id)
})

/** Carries a transaction as far as it can go now: takes an approval that has arrived and signs. */
export async function advance(acting: Acting & Pick<Ctx, 'db' | 'address'>, transaction: Transaction): Promise<void> {
  if (transaction.state === 'signing' && (await takeLease(acting, transaction.id))) return carryOut(acting, transaction.id)
  if (transaction.state !== 'authentication') return
  const challenge = await acting.db
    .selectFrom('challenge')
    .selectAll()
    .where('id', '=', transaction.challenge_id!)
    .executeTakeFirstOrThrow()
  const state = await lookAtChallenge(acting, challenge).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return 'waiting' as const
    throw error
  })
  if (state === 'completed') {
    if (await takeApproval(acting, transaction.id)) await carryOut(acting, transaction.id)
  } else if (state !== 'waiting' && state !== 'consumed') await end(acting, transaction.id, state)
}

async function end(acting: Acting, id: number, state: 'rejected' | 'expired' | 'cancelled' | 'failed'): Promise<void> {
  await acting.app.db.transaction().execute(async (tx) => {
    const transaction = await lockTransaction(tx, id)
    if (transaction.state === 'reserved' || transaction.state === 'authentication')
      await endUnsigned(
        tx,
        acting,
        transaction,
        transaction.state === 'reserved' && state === 'rejected' ? 'failed' : state,
        `approval ${state}`,
      )
  })
}

/** Ends a transaction that nobody approved in time. An approval that came in time and was not fetched yet still counts. */
export async function endIfExpired(acting: Acting & Pick<Ctx, 'db'>, transaction: Transaction): Promise<boolean> {
  if (transaction.expires_at > acting.now || (transaction.state !== 'reserved' && transaction.state !== 'authentication')) return false
  if (transaction.challenge_id !== null) {
    const challenge = await acting.db
      .selectFrom('challenge')
      .select('state')
      .where('id', '=', transaction.challenge_id)
      .executeTakeFirstOrThrow()
    if (challenge.state === 'completed') return false
    await cancelChallenge(acting, transaction.challenge_id)
  }
  await end(acting, transaction.id, 'expired')
  return true
}

export const cancel = route(cancelSigning, async (ctx, { transactionID }) => {
  const transaction = await ownTransaction(ctx, transactionID)
  if (transaction.challenge_id !== null && transaction.ended_at === null) await cancelChallenge(ctx, transaction.challenge_id)
  await ctx.db
    .transaction()
    .execute(async (tx) => endUnsigned(tx, ctx, await lockTransaction(tx, transaction.id), 'cancelled', 'by the person'))
  return describeSigning(ctx, transaction.id)
})
