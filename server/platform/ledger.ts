import { sql } from 'kysely'
import type { Queryable } from './db/db.ts'
import type { LedgerEntry } from './db/schema.ts'
import { newPublicId } from './secrets.ts'
import { Problem } from './problems.ts'

/**
 * The ledger of plans, each of transactions or of seats. Every movement is one conditional UPDATE of the plan's balances and one entry, in the caller's transaction; the
 * entry's operation key is unique, so the same operation never moves anything twice.
 */

type Credit = {
  accountId: number
  pricingId: number
  kind: 'esignPlan' | 'welcomePack'
  /** What it was bought by; null where it was not bought. */
  orderLine: { orderId: number; position: number } | null
  transactions: number
  validFrom: Date
  validTo: Date
}

/** Opens a plan and credits it. A line of an order, and an account's welcome pack, have one plan at most. */
export async function creditPlan(
  tx: Queryable,
  at: Date,
  { accountId, pricingId, kind, orderLine, transactions, validFrom, validTo }: Credit,
): Promise<number> {
  const { id } = await tx
    .insertInto('plan')
    .values({
      public_id: newPublicId(),
      account_id: accountId,
      order_id: orderLine?.orderId ?? null,
      order_position: orderLine?.position ?? null,
      pricing_id: pricingId,
      kind,
      valid_from: validFrom,
      valid_to: validTo,
      credited: transactions,
      available: transactions,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enter(tx, at, { key: `credit:${id}`, accountId, planId: id, kind: 'credit', from: 'issued', to: 'available', amount: transactions })
  return id
}

type Reservation = { accountId: number; planPublicId?: string; transactionId: number }

/**
 * Sets one transaction of a plan aside for `transactionId`: of the plan asked for, or of the one that expires first.
 * @returns the plan's id. @throws Problem NO_BALANCE
 */
export async function reserve(tx: Queryable, at: Date, reservation: Reservation): Promise<number> {
  const { transactionId } = reservation
  for (let open = await openPlan(tx, at, reservation); open; open = await openPlan(tx, at, reservation)) {
    // somebody may have taken the last one while this waited for the row
    const plan = await moveOne(tx, at, open.id, {
      key: `reserve:${transactionId}`,
      kind: 'reserve',
      from: 'available',
      to: 'reserved',
      transactionId,
    })
    if (plan) return plan.plan_id
  }
  throw new Problem('NO_BALANCE')
}

const openPlan = (tx: Queryable, at: Date, { accountId, planPublicId }: Reservation) =>
  tx
    .selectFrom('plan')
    .select('id')
    .where('account_id', '=', accountId)
    .where('unit', '=', 'transaction')
    .where('held_at', 'is', null)
    .whereRef('available', '>', 'held')
    .where('valid_from', '<=', at)
    .where('valid_to', '>', at)
    .$if(planPublicId !== undefined, (q) => q.where('public_id', '=', planPublicId!))
    .orderBy('valid_to')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

type Settlement = { planId: number; transactionId: number }

/** Spends what was reserved for a transaction. */
export async function debit(tx: Queryable, at: Date, settlement: Settlement): Promise<void> {
  await settle(tx, at, settlement, { kind: 'debit', to: 'spent' })
}

/** Gives back what was reserved for a transaction. Debit and release share a key: one of them happens, once. */
export async function release(tx: Queryable, at: Date, settlement: Settlement): Promise<void> {
  await settle(tx, at, settlement, { kind: 'release', to: 'available' })
}

async function settle(tx: Queryable, at: Date, { planId, transactionId }: Settlement, how: Pick<Move, 'kind' | 'to'>): Promise<void> {
  const moved = await moveOne(tx, at, planId, { ...how, key: `settle:${transactionId}`, from: 'reserved', transactionId })
  if (!moved) throw new Error(`there is no plan ${planId}`)
}

type Balance = 'available' | 'reserved' | 'spent'
type Move = { key: string; kind: 'reserve' | 'debit' | 'release'; from: Balance; to: Balance; transactionId: number }

/** Moves one from balance to balance of a plan and enters it, in one statement. @returns undefined where none is there to be taken */
const moveOne = (tx: Queryable, at: Date, planId: number, { key, kind, from, to, transactionId }: Move) =>
  tx
    .with('moved', (q) =>
      q
        .updateTable('plan')
        .set({ [from]: sql`${sql.ref(from)} - 1`, [to]: sql`${sql.ref(to)} + 1` })
        .where('id', '=', planId)
        .$if(from === 'available', (open) => open.where('held_at', 'is', null).whereRef('available', '>', 'held'))
        .returning(['id', 'account_id']),
    )
    .insertInto('ledger_entry')
    .columns(['plan_id', 'account_id', 'operation_key', 'kind', 'from_account', 'to_account', 'amount', 'transaction_id', 'at'])
    .expression(
      sql`select id, account_id, ${key}::text, ${kind}::text, ${from}::text, ${to}::text, 1, ${transactionId}::bigint, ${at}::timestamptz from moved`,
    )
    .returning('plan_id')
    .executeTakeFirst()

/** Writes off what is left of a plan whose validity is over; what is reserved may still be spent or come back. */
export async function expirePlans(tx: Queryable, at: Date): Promise<number> {
  const plans = await tx
    .selectFrom('plan')
    .select(['id', 'account_id', 'available'])
    .where('valid_to', '<=', at)
    .where('available', '>', 0)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, account_id: accountId, available } of plans) {
    await tx
      .updateTable('plan')
      .set({ available: 0, expired: sql`expired + ${available}` })
      .where('id', '=', id)
      .execute()
    const { count } = await tx
      .selectFrom('ledger_entry')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .where('plan_id', '=', id)
      .where('kind', '=', 'expire')
      .executeTakeFirstOrThrow()
    await enter(tx, at, {
      key: `expire:${id}:${count}`,
      accountId,
      planId: id,
      kind: 'expire',
      from: 'available',
      to: 'expired',
      amount: available,
    })
  }
  return plans.length
}

/** Takes back what is left of a plan whose money went back, and ends it; what is reserved may still be spent, or lapses when it comes back. */
export async function reversePlan(tx: Queryable, at: Date, planId: number): Promise<void> {
  const { account_id: accountId, available } = await tx
    .selectFrom('plan')
    .select(['account_id', 'available'])
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('plan')
    .set({ valid_to: sql`least(valid_to, ${at})`, available: 0, held: 0, reversed: sql`reversed + ${available}` })
    .where('id', '=', planId)
    .execute()
  if (available > 0)
    await enter(tx, at, {
      key: `reverse:${planId}`,
      accountId,
      planId,
      kind: 'reverse',
      from: 'available',
      to: 'reversed',
      amount: available,
    })
}

/** Lets nothing take so many of what a plan has available; zero frees them. */
export async function holdPart(tx: Queryable, planId: number, transactions: number): Promise<void> {
  await tx.updateTable('plan').set({ held: transactions }).where('id', '=', planId).execute()
}

/** Takes back what was held of a plan, whose price went back. What lapsed meanwhile stays written off. */
export async function reversePart(
  tx: Queryable,
  at: Date,
  { planId, transactions, refundId }: { planId: number; transactions: number; refundId: number },
): Promise<void> {
  const { account_id: accountId, available } = await tx
    .selectFrom('plan')
    .select(['account_id', 'available'])
    .where('id', '=', planId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const amount = Math.min(available, transactions)
  await tx
    .updateTable('plan')
    .set({ held: 0, available: available - amount, reversed: sql`reversed + ${amount}` })
    .where('id', '=', planId)
    .execute()
  if (amount > 0)
    await enter(tx, at, {
      key: `reverse:${planId}:${refundId}`,
      accountId,
      planId,
      kind: 'reverse',
      from: 'available',
      to: 'reversed',
      amount,
    })
}

type Entry = {
  key: string
  accountId: number
  planId: number
  kind: LedgerEntry['kind']
  from: LedgerEntry['from_account']
  to: LedgerEntry['to_account']
  amount: number
  transactionId?: number
  membershipId?: number
}

/** Writes one entry, beside the change of balances that it tells of; no other way leads into the ledger. */
export async function enter(tx: Queryable, at: Date, entry: Entry): Promise<void> {
  const { key, accountId, planId, kind, from, to, amount, transactionId, membershipId } = entry
  await tx
    .insertInto('ledger_entry')
    .values({
      operation_key: key,
      account_id: accountId,
      plan_id: planId,
      kind,
      from_account: from,
      to_account: to,
      amount,
      transaction_id: transactionId ?? null,
      membership_id: membershipId ?? null,
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
        coalesce(sum(amount) filter (where to_account = 'expired'), 0) - coalesce(sum(amount) filter (where from_account = 'expired'), 0) as expired,
        coalesce(sum(amount) filter (where to_account = 'allocated'), 0) - coalesce(sum(amount) filter (where from_account = 'allocated'), 0) as allocated,
        coalesce(sum(amount) filter (where to_account = 'reversed'), 0) as reversed,
        coalesce(sum(amount) filter (where from_account = 'issued'), 0) as credited
      from ledger_entry group by plan_id) entries on entries.plan_id = plan.id
    where (plan.available, plan.reserved, plan.spent, plan.expired, plan.allocated, plan.reversed, plan.credited)
      is distinct from (entries.available, entries.reserved, entries.spent, entries.expired, entries.allocated, entries.reversed, entries.credited)
    order by plan.id`.execute(db)
  return rows.map(({ id }) => id)
}
