import { sql } from 'kysely'
import type { OrgRole } from '#contract/kit.ts'
import type { Queryable } from './db/db.ts'
import { enter } from './ledger.ts'
import { Problem } from './problems.ts'
import { newPublicId } from './secrets.ts'

/** What an organisation begins with when it is approved; more are sold as role plans. */
const startingSeats: Record<OrgRole, number> = { enrolmentAdmin: 1, authorizedSignatory: 1, organizationUser: 3 }

/** Credits an organisation's account with the seats that each begins with; a unique index lets it happen once. */
export async function creditStartingSeats(tx: Queryable, at: Date, accountId: number): Promise<void> {
  for (const [role, seats] of Object.entries(startingSeats) as [OrgRole, number][]) {
    const { id: planId } = await tx
      .insertInto('plan')
      .values({
        public_id: newPublicId(),
        account_id: accountId,
        kind: 'startingSeats',
        unit: 'seat',
        role,
        valid_from: at,
        credited: seats,
        available: seats,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enter(tx, at, { key: `credit:${planId}`, accountId, planId, kind: 'credit', from: 'issued', to: 'available', amount: seats })
  }
}

/**
 * Seats a member on a free seat of their role in their organisation: of what ends first, and then of what came first. Who sits already stays.
 * The membership is locked, so that its seat is taken and given back in turn; the plan's balance is one conditional update.
 * @throws Problem NO_BALANCE where no seat of the role is free
 */
export async function takeSeat(tx: Queryable, at: Date, membershipId: number): Promise<void> {
  const member = await lockMember(tx, membershipId)
  if (member.seat_plan_id !== null) return
  for (let free = await freeSeat(tx, at, member); free; free = await freeSeat(tx, at, member)) {
    const plan = await tx
      .updateTable('plan')
      .set({ available: sql`available - 1`, allocated: sql`allocated + 1` })
      .where('id', '=', free.id)
      .where('available', '>=', 1) // somebody may have taken the last one while this waited for the row
      .returning(['id', 'account_id'])
      .executeTakeFirst()
    if (!plan) continue
    const moved = { accountId: plan.account_id, planId: plan.id, membershipId, amount: 1 }
    await enter(tx, at, { ...moved, key: await nextKey(tx, membershipId), kind: 'allocate', from: 'available', to: 'allocated' })
    await tx.updateTable('membership').set({ seat_plan_id: plan.id }).where('id', '=', membershipId).execute()
    return
  }
  throw new Problem('NO_BALANCE', { cause: `no free seat of ${member.role}` })
}

/** Gives a member's seat back to the plan it was taken from; who has none has given it back. */
export async function giveSeatBack(tx: Queryable, at: Date, membershipId: number): Promise<void> {
  const { seat_plan_id: planId } = await lockMember(tx, membershipId)
  if (planId === null) return
  const { account_id: accountId } = await tx
    .updateTable('plan')
    .set({ available: sql`available + 1`, allocated: sql`allocated - 1` })
    .where('id', '=', planId)
    .returning('account_id')
    .executeTakeFirstOrThrow()
  const moved = { accountId, planId, membershipId, amount: 1 }
  await enter(tx, at, { ...moved, key: await nextKey(tx, membershipId), kind: 'release', from: 'allocated', to: 'available' })
  await tx.updateTable('membership').set({ seat_plan_id: null }).where('id', '=', membershipId).execute()
}

type Member = { account_id: number; role: OrgRole; seat_plan_id: number | null }

const lockMember = (tx: Queryable, membershipId: number): Promise<Member> =>
  tx
    .selectFrom('membership')
    .innerJoin('account', 'account.organisation_id', 'membership.organisation_id')
    .select(['account.id as account_id', 'membership.role', 'membership.seat_plan_id'])
    .where('membership.id', '=', membershipId)
    .forUpdate('membership')
    .executeTakeFirstOrThrow()

/** Whether an organisation has a seat of a role that nobody takes. */
export const hasFreeSeat = async (db: Queryable, at: Date, accountId: number, role: OrgRole): Promise<boolean> =>
  (await freeSeat(db, at, { account_id: accountId, role })) !== undefined

const freeSeat = (db: Queryable, at: Date, { account_id, role }: Pick<Member, 'account_id' | 'role'>) =>
  db
    .selectFrom('plan')
    .select('id')
    .where('account_id', '=', account_id)
    .where('unit', '=', 'seat')
    .where('role', '=', role)
    .where('available', '>=', 1)
    .where('valid_from', '<=', at)
    .where((e) => e.or([e('valid_to', 'is', null), e('valid_to', '>', at)]))
    .orderBy('valid_to', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** A member's entries are numbered, under the lock of the membership. */
async function nextKey(tx: Queryable, membershipId: number): Promise<string> {
  const { count } = await tx
    .selectFrom('ledger_entry')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('membership_id', '=', membershipId)
    .executeTakeFirstOrThrow()
  return `seat:${membershipId}:${count}`
}
