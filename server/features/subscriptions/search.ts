import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'

/** True where any of these columns holds the text, in any case of letters; `%` and `_` stand for themselves. */
export function containsAnyOf(columns: readonly string[], text: string): Expression<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return expressionBuilder().or(columns.map((column) => sql<SqlBool>`${sql.ref(column)} ilike ${pattern}`))
}
