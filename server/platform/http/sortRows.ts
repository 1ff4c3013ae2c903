/** The order that a person chose for a list, in place of the list's own. */
import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  type OperationNode,
  ReferenceNode,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { ListCall } from '#contract/kit.ts'
import type { DB } from '../db/schema.ts'
import type { Language } from '../problems.ts'

type Rows<Row> = SelectQueryBuilder<DB, never, Row>

/** Each language puts its own letters first. */
const collations = { ar: sql`collate "ar-x-icu"`, en: sql`collate "en-x-icu"` }

/**
 * The rows in the order of one of their fields; those that are alike in it stay in the list's own order, turned the same way, so that a page
 * still begins behind the keys of the one before.
 * @param rows ordered by a unique key in the end
 * @param sort a field, with a minus before it from the largest, as `sortBy` declares; undefined leaves the list as it is
 */
export function sortRows<Row>(
  rows: Rows<Row>,
  { columns }: Pick<ListCall, 'columns'>,
  sort: string | undefined,
  language: Language,
): Rows<Row> {
  if (sort === undefined) return rows
  const isDescending = sort.startsWith('-')
  const field = isDescending ? sort.slice(1) : sort
  const column = columns[field]
  const chosen = selected(rows, language === 'ar' && column?.arabic ? column.arabic : field)
  const own = (rows.toOperationNode().orderBy?.items ?? []).map(({ orderBy }) => wrapped(orderBy))
  const keys = [column?.kind === 'text' ? sql`${chosen} ${collations[language]}` : chosen, ...own]
  return keys.reduce((query, key) => query.orderBy(key, isDescending ? 'desc' : 'asc'), rows.clearOrderBy())
}

const wrapped = (node: OperationNode) => new ExpressionWrapper<DB, never, unknown>(node)

/** What is selected under a name. @throws Error where nothing is */
function selected(rows: Rows<unknown>, name: string) {
  for (const { selection } of rows.toOperationNode().selections ?? []) {
    if (AliasNode.is(selection) && IdentifierNode.is(selection.alias) && selection.alias.name === name) return wrapped(selection.node)
    if (ReferenceNode.is(selection) && ColumnNode.is(selection.column) && selection.column.column.name === name) return wrapped(selection)
  }
  throw new Error(`The list selects nothing under the name ${name}.`)
}
