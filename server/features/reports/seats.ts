import { sql } from 'kysely'
import { orgRoles } from '#contract/members.ts'
import * as calls from '#contract/reports.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { route } from '#server/platform/http/route.ts'
import { within } from '#server/platform/ledgerSums.ts'

export const readRoleSummary = route(calls.readRoleSummary, ({ db, now, organisation }) => seatsOf(db, now, organisation.accountId))

/** Seats of each role: those that somebody sits on, and those that are free and not past their time. Sums over the ledger. */
export async function seatsOf(db: Queryable, now: Date, accountId: number) {
  const rows = await db
    .selectFrom('ledger_entry')
    .innerJoin('plan', 'plan.id', 'ledger_entry.plan_id')
    .where('ledger_entry.account_id', '=', accountId)
    .where('plan.unit', '=', 'seat')
    .groupBy(['plan.role', 'plan.id'])
    .select(['plan.role', within('allocated').as('used')])
    .select(sql<number>`case when plan.valid_to is null or plan.valid_to > ${now} then ${within('available')} else 0 end`.as('free'))
    .execute()
  const [enrolmentAdmin, authorizedSignatory, organizationUser] = orgRoles.map((role) => {
    const own = rows.filter((row) => row.role === role)
    const usedQuantity = own.reduce((sum, { used }) => sum + used, 0)
    const remainingQuantity = own.reduce((sum, { free }) => sum + free, 0)
    return { totalQuantity: usedQuantity + remainingQuantity, usedQuantity, remainingQuantity }
  })
  return { enrolmentAdmin: enrolmentAdmin!, authorizedSignatory: authorizedSignatory!, organizationUser: organizationUser! }
}
