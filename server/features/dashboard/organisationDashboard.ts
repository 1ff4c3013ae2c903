import { sql } from 'kysely'
import * as calls from '#contract/dashboard.ts'
import { countPayable } from '#server/features/payments/orders.ts'
import { seatsOf } from '#server/features/reports/seats.ts'
import { countTransactions, transactionsOf } from '#server/features/transactions/myTransactions.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { outOf, within } from '#server/platform/ledgerSums.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { usageOf } from './usage.ts'

const shownTransactions = 5

export const readEnrolmentAdminDashboard = route(calls.readEnrolmentAdminDashboard, async (ctx, wanted) => {
  const { db, now } = ctx
  const { id, accountId, nameEn: organizationName, nameAr: organizationNameAr } = ctx.organisation
  const usage = await usageOf(ctx, accountId, wanted)
  const [members, purchases, roles, counters, transactions, recentTransactions, expiry] = await Promise.all([
    countMembers(db, id),
    countPayable(ctx, accountId),
    seatsOf(db, now, accountId),
    countersOf(db, now, accountId),
    countTransactions(db, accountId, dayStarts(`${riyadhDay(now).slice(0, 7)}-01`)),
    transactionsOf(db, accountId).limit(shownTransactions).execute(),
    expiryOf(db, now, ctx.organisation),
  ])
  const { uav, newUsers, changes, ...users } = members
  return {
    organizationName,
    organizationNameAr,
    users,
    waiting: { uav, newUsers, changes, purchases },
    roles,
    counters,
    transactions,
    usage,
    recentTransactions,
    expiry,
  }
})

/** When what the organisation still has ends next. */
const expiryOf = (db: Queryable, now: Date, { id, accountId }: { id: number; accountId: number }) =>
  db
    .selectNoFrom([
      sql<Date | null>`(select min(valid_to) from plan where account_id = ${accountId} and unit = 'transaction'
        and available > 0 and valid_to > ${now})`.as('counters'),
      sql<Date | null>`(select min(valid_to) from plan where account_id = ${accountId} and unit = 'seat'
        and available > 0 and valid_to > ${now})`.as('seats'),
      sql<Date | null>`(select min(c.not_after) from dsc join certificate c on c.serial_number = dsc.serial_number
        where dsc.organisation_id = ${id} and dsc.state in ('active', 'suspended') and c.not_after > ${now})`.as('seal'),
    ])
    .executeTakeFirstOrThrow()

const countMembers = (db: Queryable, organisationId: number) =>
  db
    .selectFrom('membership')
    .where('organisation_id', '=', organisationId)
    .select([
      sql<number>`(count(*) filter (where status = 'approved' and active))::int`.as('active'),
      sql<number>`(count(*) filter (where status = 'approved' and not active))::int`.as('inActive'),
      sql<number>`(count(*) filter (where status = 'initiated'))::int`.as('uav'),
      sql<number>`(count(*) filter (where status = 'pending'))::int`.as('newUsers'),
      sql<number>`(select count(*) from membership_change c join membership m on m.id = c.membership_id
        where m.organisation_id = ${organisationId} and c.status = 'pending')::int`.as('changes'),
    ])
    .executeTakeFirstOrThrow()

/** The counters that can be used now, or were, of plans that have not ended. */
async function countersOf(db: Queryable, now: Date, accountId: number) {
  const { credited, utilizedCounters, remainingCounters } = await db
    .selectFrom('ledger_entry')
    .innerJoin('plan', 'plan.id', 'ledger_entry.plan_id')
    .where('ledger_entry.account_id', '=', accountId)
    .where('plan.unit', '=', 'transaction')
    .where('plan.valid_to', '>', now)
    .select([
      sql<number>`(${outOf('issued')})::int`.as('credited'),
      within('spent').as('utilizedCounters'),
      within('available').as('remainingCounters'),
    ])
    .executeTakeFirstOrThrow()
  return { totalCounters: credited, utilizedCounters, remainingCounters }
}
