import type { ExpressionBuilder, StringReference } from 'kysely'

/** A text column, empty where nothing is kept: what the wire has of it. */
export const orEmpty = <DB, TB extends keyof DB>(e: ExpressionBuilder<DB, TB>, column: StringReference<DB, TB>) =>
  e.fn.coalesce(e.ref(column).$castTo<string | null>(), e.val('')).$notNull()
