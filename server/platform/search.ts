import { type Expression, type ExpressionBuilder, type ReferenceExpression, sql, type SqlBool } from 'kysely'
import { dayEnds, dayStarts } from './riyadh.ts'

/** A pattern for `ilike` that finds `text` anywhere; the pattern characters in it mean themselves. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** That one of the columns holds what is searched for, whatever its case. Nothing searched for is held by every row. */
export const matches = <DB, TB extends keyof DB>(
  e: ExpressionBuilder<DB, TB>,
  search: string | undefined,
  columns: readonly ReferenceExpression<DB, TB>[],
): Expression<SqlBool> => (search ? e.or(columns.map((column) => e(column, 'ilike', contains(search) as never))) : sql<boolean>`true`)

/** That a moment lies in a period of days in Riyadh, either end of which may be open. */
export const within = <DB, TB extends keyof DB>(
  e: ExpressionBuilder<DB, TB>,
  moment: ReferenceExpression<DB, TB>,
  { fromDate, toDate }: { fromDate?: string | undefined; toDate?: string | undefined },
): Expression<SqlBool> =>
  e.and([
    ...(fromDate ? [e(moment, '>=', dayStarts(fromDate) as never)] : []),
    ...(toDate ? [e(moment, '<', dayEnds(toDate) as never)] : []),
  ])
