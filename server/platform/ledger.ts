import { sql } from 'kysely'
import type { Queryable } from './http/context.ts'
import { newPublicId } from './secrets.ts'
import { Problem } from './problems.ts'

/**
 * The ledger of plans. Every movement is one conditional UPDATE of the plan's balances and one entry, in the caller's transaction; the
 * entry's operation key is unique, so the same operation never moves anything twice.
 */

type Credit = {
  personId: number
  pricingId: number
  kind: 'esignPlan' | 'welcomePack'
  orderId: number | null
  transactions: number
  validFrom: Date
  validTo: Date
}

/** Opens a plan and credits it. The plan's key is the order or the welcome pack, each of which has one plan at most. */
export async function creditPlan(
  tx: Queryable,
  at: Date,
  { personId, pricingId, kind, orderId, transactions, validFrom, validTo }: Credit,
): Promise<number> {
  const { id } = await tx
    .insertInto('plan')
    .values({
      public_id: newPublicId(),
      person_id: personId,
      order_id: orderId,
      pricing_id: pricingId,
      kind,
      valid_from: validFrom,
      valid_to: validTo,
      credited: transactions,
      available: transactions,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enter(tx, at, { key: `credit:${id}`, planId: id, kind: 'credit', from: 'issued', to: 'available', amount: transactions })
  return id
}

type Reservation = { personId: number; planPublicId?: string; transactionId: number }

/**
 * Sets one transaction of a plan aside for `transactionId`: of the plan asked for, or of the one that expires first.
 * @returns the plan's id. @throws Problem NO_BALANCE
 */
export async function reserve(tx: Queryable, at: Date, reservation: Reservation): Promise<number> {
  const { transactionId } = reservation
  for (let open = await openPlan(tx, at, reservation); open; open = await openPlan(tx, at, reservation)) {
    const plan = await tx
      .updateTable('plan')
      .set({ available: sql`available - 1`, reserved: sql`reserved + 1` })
      .where('id', '=', open.id)
      .where('available', '>=', 1) // somebody may have taken the last one while this waited for the row
      .returning('id')
      .executeTakeFirst()
    if (!plan) continue
    await enter(tx, at, {
      key: `reserve:${transactionId}`,
      planId: plan.id,
      kind: 'reserve',
      from: 'available',
      to: 'reserved',
      amount: 1,
      transactionId,
    })
    return plan.id
  }
  throw new Problem('NO_BALANCE')
}

const openPlan = (tx: Queryable, at: Date, { personId, planPublicId }: Reservation) =>
  tx
    .selectFrom('plan')
    .select('id')
    .where('person_id', '=', personId)
    .where('available', '>=', 1)
    .where('valid_from', '<=', at)
    .where('valid_to', '>', at)
    .$if(planPublicId !== undefined, (q) => q.where('public_id', '=', planPublicId!))
    .orderBy('valid_to')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type Settlement = { planId: number; transactionId: number }

/** Spends what was reserved for a transaction. */
export async function debit(tx: Queryable, at: Date, { planId, transactionId }: Settlement): Promise<void> {
  await tx
    .updateTable('plan')
    .set({ reserved: sql`reserved - 1`, spent: sql`spent + 1` })
    .where('id', '=', planId)
    .execute()
  await enter(tx, at, { key: `settle:${transactionId}`, planId, kind: 'debit', from: 'reserved', to: 'spent', amount: 1, transactionId })
}

/** Gives back what was reserved for a transaction. Debit and release share a key: one of them happens, once. */
export async function release(tx: Queryable, at: Date, { planId, transactionId }: Settlement): Promise<void> {
  await tx
    .updateTable('plan')
    .set({ reserved: sql`reserved - 1`, available: sql`available + 1` })
    .where('id', '=', planId)
    .execute()
  await enter(tx, at, {
    key: `settle:${transactionId}`,
    planId,
    kind: 'release',
    from: 'reserved',
    to: 'available',
    amount: 1,
    transactionId,
  })
}

/** Writes off what is left of a plan whose validity is over; what is reserved may still be spent or come back. */
export async function expirePlans(tx: Queryable, at: Date): Promise<number> {
  const plans = await tx
    .selectFrom('plan')
    .select(['id', 'available'])
    .where('valid_to', '<=', at)
    .where('available', '>', 0)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, available } of plans) {
    await tx
      .updateTable('plan')
      .set({ available: 0, expired: sql`expired + ${available}` })
      .where('id', '=', id)
      .execute()
    const { count } = await tx
      .selectFrom('ledger_entry')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('plan_id', '=', id)
      .where('kind', '=', 'expire')
      .executeTakeFirstOrThrow()
    await enter(tx, at, { key: `expire:${id}:${count}`, planId: id, kind: 'expire', from: 'available', to: 'expired', amount: available })
  }
  return plans.length
}

type Entry = {
  key: string
  planId: number
  kind: 'credit' | 'reserve' | 'debit' | 'release' | 'expire'
  from: 'issued' | 'available' | 'reserved'
  to: 'available' | 'reserved' | 'spent' | 'expired'
  amount: number
  transactionId?: number
}

async function enter(tx: Queryable, at: Date, { key, planId, kind, from, to, amount, transactionId }: Entry): Promise<void> {
  await tx
    .insertInto('ledger_entry')
    .values({
      operation_key: key,
      plan_id: planId,
      kind,
      from_account: from,
      to_account: to,
      amount,
      transaction_id: transactionId ?? null,
      at,
    })
    .execute()
}

/** Plans whose balances are not the sums of their entries: none, or the books are wrong. */
export async function unbalancedPlans(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select plan.id from plan left join (
      select plan_id,
        coalesce(sum(amount) filter (where to_account = 'available'), 0) - coalesce(sum(amount) filter (where from_account = 'available'), 0) as available,
        coalesce(sum(amount) filter (where to_account = 'reserved'), 0) - coalesce(sum(amount) filter (where from_account = 'reserved'), 0) as reserved,
        coalesce(sum(amount) filter (where to_account = 'spent'), 0) as spent,
        coalesce(sum(amount) filter (where to_account = 'expired'), 0) as expired,
        coalesce(sum(amount) filter (where from_account = 'issued'), 0) as credited
      from ledger_entry group by plan_id) entries on entries.plan_id = plan.id
    where (plan.available, plan.reserved, plan.spent, plan.expired, plan.credited)
      is distinct from (entries.available, entries.reserved, entries.spent, entries.expired, entries.credited)
    order by plan.id`.execute(db)
  return rows.map(({ id }) => id)
}
