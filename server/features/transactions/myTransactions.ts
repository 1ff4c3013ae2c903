import { sql } from 'kysely'
import * as calls from '#contract/transactions.ts'
import { isForgotten } from '#server/features/signing/forgotten.ts'
import type { Queryable } from '#server/platform/db/db.ts'
import { contains, within } from '#server/platform/search.ts'
import type { Caller, Ctx } from '#server/platform/http/context.ts'
import { exportRoute } from '#server/platform/http/exportRoute.ts'
import { listRoute, route } from '#server/platform/http/route.ts'
import { Problem } from '#server/platform/problems.ts'

/** The three labels that people see, over the states that the product keeps. */
const statesOf = {
  pending: ['received', 'reserved', 'authentication', 'signing'],
  success: ['success'],
  failed: ['failed', 'expired', 'rejected', 'cancelled'],
} as const

const labels = Object.entries(statesOf).flatMap(([label, states]) =>
  states.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(label)}`),
)
export const labelOfState = sql<keyof typeof statesOf>`case esign_transaction.state ${sql.join(labels, sql` `)} end`

type Filters = { type?: '' | 'pending' | 'success' | 'failed'; search?: string; fromDate?: string; toDate?: string }

/** The caller's signings under the wire's names, newest first. */
export const transactionRows = ({ db, caller }: Ctx<Caller>, filters: Filters = {}) => transactionsOf(db, caller.accountId, filters)

/** The signings of an account, a person's or an organisation's. */
export const transactionsOf = (db: Queryable, accountId: number, { type, search, fromDate, toDate }: Filters = {}) =>
  db
    .selectFrom('esign_transaction')
    .innerJoin('plan', 'plan.id', 'esign_transaction.plan_id')
    .innerJoin('product_pricing', 'product_pricing.id', 'plan.pricing_id')
    .where('esign_transaction.account_id', '=', accountId)
    // By the states themselves: how many rows have one is known to the planner, and of an expression it is not.
    .$if(!!type, (q) => q.where('esign_transaction.state', 'in', [...statesOf[type as 'pending']]))
    .where((e) => within(e, 'esign_transaction.created_at', { fromDate, toDate }))
    .$if(!!search, (q) =>
      q.where((e) =>
        e.or([
          e('esign_transaction.public_id', 'ilike', contains(search!)),
          e('product_pricing.plan_name_ar', 'ilike', contains(search!)),
          e('product_pricing.plan_name_en', 'ilike', contains(search!)),
          e.exists(
            e
              .selectFrom('document')
              .select('document.id')
              .whereRef('document.transaction_id', '=', 'esign_transaction.id')
              .where('document.name', 'ilike', contains(search!)),
          ),
        ]),
      ),
    )
    .select((e) => [
      'esign_transaction.created_at as transactionDate',
      e.fn
        .coalesce(
          e
            .selectFrom('document')
            .select('document.name')
            .whereRef('document.transaction_id', '=', 'esign_transaction.id')
            .orderBy('document.position')
            .orderBy('document.id')
            .limit(1),
          e.val(''),
        )
        .as('documentName'),
      'esign_transaction.document_count as numberOfDocuments',
      'esign_transaction.public_id as transactionID',
      'product_pricing.plan_name_en as planType',
      'product_pricing.plan_name_ar as planTypeAr',
      'esign_transaction.user_role as userRole',
      sql<number>`case ${labelOfState} when 'pending' then 0 when 'success' then 1 else 2 end`.as('statusID'),
      labelOfState.as('statusLabel'),
      'esign_transaction.originator as originator',
      'esign_transaction.logs_id as esignLogsID',
    ])
    .orderBy('esign_transaction.created_at', 'desc')
    .orderBy('esign_transaction.id', 'desc')

/** How many signings an account has in each state, since `from` where that is given. */
export async function countTransactions(db: Queryable, accountId: number, from?: Date) {
  const rows = await db
    .selectFrom('esign_transaction')
    .where('account_id', '=', accountId)
    .where('plan_id', 'is not', null)
    .$if(from !== undefined, (q) => q.where('created_at', '>=', from!))
    .select((e) => [labelOfState.as('label'), e.fn.countAll<number>().as('count')])
    .groupBy('label')
    .execute()
  const of = (label: keyof typeof statesOf) => rows.find((row) => row.label === label)?.count ?? 0
  return { success: of('success'), failed: of('failed'), pending: of('pending') }
}

export const listMyTransactions = listRoute(calls.listMyTransactions, transactionRows)

export const exportMyTransactions = exportRoute(calls.exportMyTransactions, transactionRows)

export const listMyDocuments = route(calls.listMyDocuments, async ({ db, caller, now }, { transactionID }) => {
  const transaction = await db
    .selectFrom('esign_transaction')
    .select(['id', labelOfState.as('statusLabel')])
    .where('public_id', '=', transactionID)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst()
  if (!transaction) throw new Problem('NOT_FOUND')
  const rows = await db
    .selectFrom('document')
    .select(['public_id', 'name', 'sha256', 'signed_size', 'signed_at', isForgotten(now).as('is_forgotten')])
    .where('transaction_id', '=', transaction.id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const dataList = rows.map((row, i) => ({
    rowCount: i + 1,
    documentName: row.name,
    uniqueFileID: row.public_id,
    sha256: row.sha256.toString('hex'),
    signedSize: row.signed_size,
    signedAt: row.signed_at,
    isKept: !row.is_forgotten,
  }))
  return { dataList, totalCount: dataList.length, statusLabel: transaction.statusLabel }
})
