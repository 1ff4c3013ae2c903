import { type Expression, type ExpressionBuilder, type ReferenceExpression, sql, type SqlBool } from 'kysely'
import { westernDigits } from '#contract/typedDigits.ts'
import { dayEnds, dayStarts } from './riyadh.ts'

/** A pattern for `ilike` that finds `text` anywhere; the pattern characters in it mean themselves. */
export const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** That one of the columns holds what is searched for, whatever its case and in either digits. Nothing searched for is held by every row. */
export const matches = <DB, TB extends keyof DB>(
  e: ExpressionBuilder<DB, TB>,
  search: string | undefined,
  columns: readonly ReferenceExpression<DB, TB>[],
): Expression<SqlBool> => {
  if (!search) return sql<boolean>`true`
  const spellings = new Set([search, westernDigits(search)])
  return e.or(columns.flatMap((column) => [...spellings].map((spelling) => e(column, 'ilike', contains(spelling) as never))))
}

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
