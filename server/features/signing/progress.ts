import * as calls from '#contract/signing.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { cancelChallenge, lookAtChallenge, type Look } from '#server/platform/identity/challenges.ts'
import { Problem } from '#server/platform/problems.ts'
import { askForApproval, takeApproval, takeLease } from './approval.ts'
import { carryOut } from './carryOut.ts'
import { describeSigning } from './describe.ts'
import { noteTold } from './lostStarts.ts'
import { endUnsigned, lockTransaction, type Acting, type Transaction } from './states.ts'

async function ownTransaction(ctx: Ctx<Caller>, publicId: string): Promise<Transaction> {
  const row = await ctx.db
    .selectFrom('esign_transaction')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('account_id', '=', ctx.caller.accountId)
    .executeTakeFirst()
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

export const verifySigning = route(calls.verifySigning, async (ctx, { transactionID }) => {
  const transaction = await ownTransaction(ctx, transactionID)
  await noteTold(ctx, transaction)
  const isOver = await endIfExpired(ctx, transaction)
  if (!isOver && transaction.state === 'reserved') await askForApproval(ctx, transaction.id)
  else if (!isOver) await advance(ctx, transaction)
  return describeSigning(ctx, transaction.id)
})

/** Carries a transaction as far as it can go now: takes an approval that has arrived and signs. */
export async function advance(acting: Acting & Pick<Ctx, 'db' | 'address'>, transaction: Transaction): Promise<void> {
  if (transaction.state === 'signing' && (await takeLease(acting, transaction.id))) return carryOut(acting, transaction.id)
  if (transaction.state !== 'authentication') return
  const state = await lookAtChallenge(acting, await challengeOf(acting, transaction.challenge_id!)).catch((error: unknown) => {
    if (error instanceof ProviderUnavailable) return 'waiting' as const
    throw error
  })
  if (state === 'completed') {
    if (await takeApproval(acting, transaction.id)) await carryOut(acting, transaction.id)
  } else if (state !== 'waiting' && state !== 'consumed') await end(acting, transaction.id, state)
}

type Ended = Exclude<Look['state'], 'waiting' | 'completed' | 'consumed'>

async function end(acting: Acting, id: number, state: Ended): Promise<void> {
  await acting.app.db.transaction().execute(async (tx) => {
    const transaction = await lockTransaction(tx, id)
    if (transaction.state === 'reserved' || transaction.state === 'authentication')
      await endUnsigned(tx, acting, transaction, endOf(state, transaction.state))
  })
}

/** Where the person did nothing that the transaction's own states know, it failed. */
function endOf(state: Ended, from: 'reserved' | 'authentication') {
  if (state === 'unconfirmed') return { to: 'failed', failure: 'approvalUnconfirmed' } as const
  const isKnown = state === 'expired' || state === 'cancelled' || (state === 'rejected' && from === 'authentication')
  return isKnown ? ({ to: state, cause: `approval ${state}` } as const) : ({ to: 'failed', failure: 'notApproved', detail: state } as const)
}

/** Ends a transaction that nobody approved in time. An approval that came in time and was not fetched yet still counts. */
export async function endIfExpired(acting: Acting & Pick<Ctx, 'db' | 'address'>, transaction: Transaction): Promise<boolean> {
  if (transaction.expires_at > acting.now || (transaction.state !== 'reserved' && transaction.state !== 'authentication')) return false
  const state =
    transaction.challenge_id === null ? 'expired' : await lookAtChallenge(acting, await challengeOf(acting, transaction.challenge_id))
  if (state === 'completed') return false
  await end(acting, transaction.id, state === 'waiting' || state === 'consumed' ? 'expired' : state)
  return true
}

const challengeOf = ({ db }: Pick<Ctx, 'db'>, id: number) =>
  db.selectFrom('challenge').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const cancelSigning = route(calls.cancelSigning, async (ctx, { transactionID }) => {
  const transaction = await ownTransaction(ctx, transactionID)
  await giveUp(ctx, transaction)
  return describeSigning(ctx, transaction.id)
})

export const byThePerson = { to: 'cancelled', cause: 'by the person' } as const

/** Ends a signing that its person does not want any more. @throws Problem WRONG_STATE where it is approved or over */
async function giveUp(ctx: Ctx<Caller>, transaction: Transaction): Promise<void> {
  // No step of a keyed request's: a repeat finds the signing at its end, and does not come by here.
  if (transaction.challenge_id !== null && transaction.ended_at === null)
    await cancelChallenge({ ...ctx, db: ctx.app.db }, transaction.challenge_id)
  await ctx.db.transaction().execute(async (tx) => endUnsigned(tx, ctx, await lockTransaction(tx, transaction.id), byThePerson))
}
