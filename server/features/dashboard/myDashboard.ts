import { sql } from 'kysely'
import * as calls from '#contract/dashboard.ts'
import { soonestPlans } from '#server/features/subscriptions/plans.ts'
import { countInvitations } from '#server/features/invitations/join.ts'
import { countPayable } from '#server/features/payments/orders.ts'
import { countTransactions, transactionRows } from '#server/features/transactions/myTransactions.ts'
import { addDays } from '#server/platform/clock.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { route } from '#server/platform/http/route.ts'
import { into, outOf } from '#server/platform/ledgerSums.ts'
import { usageOf } from './usage.ts'

const soonDays = 30
const shownPlans = 4
const shownTransactions = 5

export const readMyDashboard = route(calls.readMyDashboard, async (ctx, wanted) => {
  const usage = await usageOf(ctx, ctx.caller.accountId, wanted)
  const [plans, soonest, transactions, recentTransactions, paymentsWaiting, devices, invitations] = await Promise.all([
    sumOfPlans(ctx),
    soonestPlans(ctx).limit(shownPlans).execute(),
    countTransactions(ctx.db, ctx.caller.accountId),
    transactionRows(ctx).limit(shownTransactions).execute(),
    countPayable(ctx, ctx.caller.accountId),
    countDevices(ctx),
    countInvitations(ctx),
  ])
  const { kycUntil } = ctx.caller
  return {
    plans,
    soonestPlans: soonest,
    transactions,
    usage,
    recentTransactions,
    paymentsWaiting,
    invitations,
    devices,
    kycValidTo: kycUntil,
    kycState: kycUntil <= ctx.now ? ('due' as const) : kycUntil <= addDays(ctx.now, soonDays) ? ('soon' as const) : ('valid' as const),
  }
})

/** The ledger's entries of the caller's plans, summed by plan and then over those that can be used. */
async function sumOfPlans({ db, caller, now }: Ctx<Caller>) {
  const balances = db
    .selectFrom('ledger_entry')
    .innerJoin('plan', 'plan.id', 'ledger_entry.plan_id')
    .where('ledger_entry.account_id', '=', caller.accountId)
    .where('plan.valid_to', '>', now)
    .groupBy(['plan.id', 'plan.valid_to'])
    .select([
      'plan.valid_to',
      outOf('issued').as('credited'),
      into('spent').as('spent'),
      sql<number>`${into('reserved')} - ${outOf('reserved')}`.as('reserved'),
      sql<number>`${into('available')} - ${outOf('available')}`.as('available'),
    ])
  const sum = (column: 'credited' | 'spent' | 'reserved' | 'available') => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::int`
  return db
    .with('balance', () => balances)
    .selectFrom('balance')
    .where(sql<boolean>`available + reserved > 0`)
    .select((e) => [
      e.fn.countAll<number>().as('active'),
      sum('credited').as('transactions'),
      sum('spent').as('utilized'),
      sum('reserved').as('reserved'),
      sum('available').as('balance'),
      sql<number>`(count(*) filter (where available > 0 and valid_to <= ${addDays(now, soonDays)}))::int`.as('ending'),
      sql<Date | null>`min(valid_to) filter (where available > 0)`.as('nextValidTo'),
    ])
    .executeTakeFirstOrThrow()
}

async function countDevices({ db, caller }: Ctx<Caller>): Promise<number> {
  const { count } = await db
    .selectFrom('device')
    .where('person_id', '=', caller.personId)
    .where('revoked_at', 'is', null)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
