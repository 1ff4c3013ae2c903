import { sql } from 'kysely'
import type { IdentityAssertion } from '#server/adapters/identity/identity.ts'
import { bringUpToDate } from '#server/features/profile/identityFacts.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { addSeconds } from '#server/platform/clock.ts'
import { cancelChallenge, consumeChallenge, startChallenge, type Started } from '#server/platform/identity/challenges.ts'
import { waitingState } from '#server/platform/identity/standing.ts'
import { nationalIdOf } from '#server/platform/identity/nationalId.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { inPassing, type Tx } from '#server/platform/db/db.ts'
import { holdCredential } from './credential.ts'
import type { SigningCause } from './failures.ts'
import { endUnsigned, giveTurn, lockTransaction, move, type Acting, type Transaction } from './states.ts'

const activationSeconds = 300
const leaseSeconds = 60
/** Longer than the provider may take to answer. */
const turnSeconds = 30

/** The hashes of a transaction's documents, in their order: what the person approves and nothing else. */
const hashesOf = (tx: Tx, transactionId: number) =>
  tx
    .selectFrom('document')
    .select(sql<Buffer[]>`coalesce(array_agg(sha256 order by position, id), '{}')`.as('hashes'))
    .where('transaction_id', '=', transactionId)

/**
 * Asks the person's identity app to approve a reserved transaction, and binds the answer to its documents. Where another approval of the same
 * person is open, or the provider is down, the transaction stays reserved and the next look tries again.
 * It goes by the transaction's own state alone and may be asked for at any time: none of it is a step of a keyed request, which a repeat, finding
 * other things open than the first time, would look for in vain.
 */
export async function askForApproval(keyed: Ctx<Caller>, id: number): Promise<void> {
  const ctx = { ...keyed, db: keyed.app.db }
  const transaction = await ctx.db.selectFrom('esign_transaction').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (transaction.state !== 'reserved') return
  await forgetOrphans(ctx, transaction)
  if (!(await takeTurn(ctx, transaction))) return
  const started = await start(ctx, transaction)
  if (started?.outcome !== 'started') return giveTurn(ctx.db, id)
  const { challengeId } = started
  const isBegun = await bind(ctx, id, started).catch(async (error: unknown) => {
    // The database may have carried it out and its answer been lost.
    if (!(await isBound(ctx, id, challengeId))) {
      await letGo(ctx, transaction)
      throw error
    }
    return true
  })
  if (!isBegun) await letGo(ctx, transaction)
}

/** Binds a started challenge to the transaction's documents. @returns false where that was cancelled or expired meanwhile */
async function bind(ctx: Ctx<Caller>, id: number, started: Extract<Started, { outcome: 'started' }>): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const locked = await lockTransaction(tx, id)
    if (locked.state !== 'reserved') return false
    const { serial: credential } = await holdCredential(tx, locked, ctx.now)
    await inPassing(tx.updateTable('approval_turn').set({ until: started.expiresAt }).where('transaction_id', '=', id))
    await inPassing(
      tx.insertInto('activation').values({
        transaction_id: id,
        person_id: locked.person_id,
        hashes: hashesOf(tx, id),
        credential,
        purpose: 'signing',
        expires_at: addSeconds(started.expiresAt, activationSeconds),
      }),
    )
    await move(tx, ctx, locked, 'authentication', {
      cause: 'approval asked for',
      set: { challenge_id: started.challengeId, expires_at: started.expiresAt },
    })
    return true
  })
}

/** Takes the person's turn at the identity app, unless another of their transactions has it. */
async function takeTurn({ db, now }: Ctx<Caller>, { id, person_id }: Transaction): Promise<boolean> {
  const until = addSeconds(now, turnSeconds)
  const taken = await db
    .insertInto('approval_turn')
    .values({ person_id, transaction_id: id, until })
    .onConflict((conflict) =>
      conflict.column('person_id').doUpdateSet({ transaction_id: id, until }).where('approval_turn.until', '<=', now),
    )
    .returning('person_id')
    .executeTakeFirst()
  return taken !== undefined
}

async function start(ctx: Ctx<Caller>, transaction: Transaction): Promise<Started | null> {
  const nationalId = await nationalIdOf(ctx.db, ctx, transaction.person_id)
  try {
    return await startChallenge(ctx, { purpose: 'signing', nationalId, personId: transaction.person_id, subject: transaction.public_id })
  } catch (error) {
    await letGo(ctx, transaction)
    if (error instanceof ProviderUnavailable) return null
    throw error
  }
}

/** Whether the transaction waits for this challenge; a change of it that is still being committed is waited for. */
const isBound = (ctx: Ctx<Caller>, id: number, challengeId: number): Promise<boolean> =>
  ctx.app.db.transaction().execute(async (tx) => (await lockTransaction(tx, id)).challenge_id === challengeId)

/** Gives up an approval that did not come to begin: neither the turn nor an open challenge stand in the way of the person's next one. */
async function letGo(ctx: Ctx<Caller>, { id, public_id }: Transaction): Promise<void> {
  const waiting = ctx.app.db.selectFrom('challenge').select('id').where('subject', '=', public_id).where('state', '=', waitingState)
  for (const challenge of await waiting.execute()) await cancelChallenge({ ...ctx, db: ctx.app.db }, challenge.id)
  await giveTurn(ctx.app.db, id)
}

/** Challenges that a process which died left without a transaction that waits for them. */
async function forgetOrphans(ctx: Ctx<Caller>, { person_id }: Transaction): Promise<void> {
  const orphans = await ctx.db
    .selectFrom('challenge')
    .select('challenge.id')
    .where('challenge.person_id', '=', person_id)
    .where('challenge.purpose', '=', 'signing')
    .where('challenge.state', '=', waitingState)
    .where('challenge.started_at', '<=', addSeconds(ctx.now, -turnSeconds))
    .where((e) =>
      e.not(e.exists(e.selectFrom('esign_transaction').select('id').whereRef('esign_transaction.challenge_id', '=', 'challenge.id'))),
    )
    .execute()
  for (const { id } of orphans) await cancelChallenge(ctx, id)
}

/**
 * Takes the person's approval, once, and turns it into the right to sign: the activation is consumed by deletion, and only if the
 * documents are still exactly those that were shown. @returns whether this call may sign
 */
export async function takeApproval(acting: Acting, id: number): Promise<boolean> {
  return acting.app.db.transaction().execute(async (tx) => {
    const transaction = await lockTransaction(tx, id)
    if (transaction.state !== 'authentication' || transaction.challenge_id === null) return false
    const assertion = await consumeChallenge(tx, acting, transaction.challenge_id)
    const signer = await signerOf(tx, acting, transaction)
    const activation = await tx
      .deleteFrom('activation')
      .where('transaction_id', '=', id)
      .returningAll()
      .returning(hashesOf(tx, id).as('present'))
      .executeTakeFirst()
    // No signature is made in a name that is no longer theirs: a chosen certificate in it is refused below, one for the signing takes the new.
    if (assertion?.nationalId === signer.nationalId) await bringUpToDate(tx, acting, transaction.person_id, assertion)
    const fault = assertion
      ? await faultOf(tx, acting, transaction, { assertion, signer, activation })
      : { failure: 'approvalUsed' as const }
    if (fault) {
      await endUnsigned(tx, acting, transaction, { to: 'failed', ...fault })
      return false
    }
    await move(tx, acting, transaction, 'signing', {
      cause: 'approved',
      set: { approved_at: acting.now, leased_until: addSeconds(acting.now, leaseSeconds) },
    })
    return true
  })
}

type Signer = { nationalId: string; status: string }

async function signerOf(tx: Tx, { app }: Acting, { person_id }: Transaction): Promise<Signer> {
  const { national_id_sealed, status } = await tx
    .selectFrom('person')
    .select(['national_id_sealed', 'status'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  return { nationalId: app.secrets.open(national_id_sealed, 'national ID'), status }
}

/** Compares like a serial number, and is none. */
const noCredential = Buffer.alloc(0)

/** `hashes` are those that were shown, `present` those that the documents have now. */
type Activation =
  | { person_id: number; hashes: Buffer[]; present: Buffer[] | null; credential: Buffer | null; purpose: string; expires_at: Date }
  | undefined

type Approval = { assertion: IdentityAssertion; signer: Signer; activation: Activation }

type Fault = { failure: SigningCause; detail?: string }

async function faultOf(
  tx: Tx,
  acting: Acting,
  transaction: Transaction,
  { assertion, signer, activation }: Approval,
): Promise<Fault | null> {
  if (!activation) return { failure: 'noActivation' }
  if (activation.expires_at <= acting.now) return { failure: 'activationExpired' }
  if (activation.purpose !== 'signing' || activation.person_id !== transaction.person_id) return { failure: 'otherActivation' }
  if (assertion.nationalId !== signer.nationalId) return { failure: 'otherPerson' }
  if (signer.status !== 'active') return { failure: 'accountClosed', detail: signer.status }
  const { serial, refusal } = await holdCredential(tx, transaction, acting.now)
  if (refusal) return { failure: 'certificateRefused', detail: refusal }
  if (Buffer.compare(serial ?? noCredential, activation.credential ?? noCredential) !== 0) return { failure: 'otherCertificate' }
  const { hashes, present } = activation
  const same = present?.length === hashes.length && hashes.every((hash, i) => hash.equals(present[i]!))
  return same ? null : { failure: 'otherDocuments' }
}

/** Takes over a transaction whose signer stopped half way. @returns whether this call may sign */
export async function takeLease(acting: Acting, id: number): Promise<boolean> {
  const taken = await acting.app.db
    .updateTable('esign_transaction')
    .set((e) => ({ leased_until: addSeconds(acting.now, leaseSeconds), attempts: e('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'signing')
    .where('leased_until', '<=', acting.now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
