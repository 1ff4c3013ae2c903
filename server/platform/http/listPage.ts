/** One page of a list, cut from the query of all its rows. */
import { ExpressionWrapper, type RawNode, type SelectQueryBuilder, sql } from 'kysely'
import { fieldSentence } from '#contract/fieldWords.ts'
import { type ListCall, mostCounted } from '#contract/kit.ts'
import type { DB } from '../db/schema.ts'
import { Problem } from '../problems.ts'
import type { Ctx } from './context.ts'

/**
 * The most rows that are passed over by counting them, which costs as many steps as there are rows: some hundred milliseconds for this many.
 * What lies deeper is reached by the keys of the page beside it, at the cost of the first page.
 */
const deepestOffset = 100_000

export type ListPage<Row> = {
  dataList: Row[]
  totalCount: number
  moreThanTotal: boolean
  nextCursor: string | null
  previousCursor: string | null
}

type Rows<Row> = SelectQueryBuilder<DB, never, Row>
type Input = Readonly<Record<string, unknown>>
/** What a cursor holds, sealed: which page lies behind these values of the order's columns, and in which direction. */
type Place = { page: number; keys: string[]; isBack: boolean }

/**
 * Cuts the page that `input` asks for, and counts the rows as far as they are counted. A cursor that an earlier answer gave for this page of this
 * list finds it by key; any other text in its place is as good as none.
 * @param rows all rows of the list, ordered by a unique key in the end
 * @throws Problem INVALID for a page that lies deeper than is counted, without its cursor
 */
export async function pageOf<Row>(ctx: Ctx, call: ListCall, rows: Rows<Row>, input: Input): Promise<ListPage<Row>> {
  const { [call.paging.page]: page, [call.paging.size]: size, cursor, ...filters } = input as Input & Record<string, number>
  const asked = { page: page!, size: size!, first: call.paging.zeroBased ? 0 : 1 }
  const sealing = sealingOf(ctx, call, size!, filters)
  const place = sealing.open(cursor, asked.page)
  const skipped = (asked.page - asked.first) * asked.size
  if (!place && skipped > deepestOffset) return beyond(ctx, call, await countOf(ctx, rows))
  const keys = orderOf(rows)
  const cut = place ? behind(rows, keys, place) : rows.offset(skipped)
  const [found, count] = await Promise.all([cut.select(keysOf(keys)).limit(asked.size).execute(), countOf(ctx, rows)])
  if (place?.isBack) found.reverse()
  const cursorTo = (row: Keyed | undefined, to: Omit<Place, 'keys'>) => {
    const values = keys.map((_, i) => row?.[`key${i}`])
    return values.length > 0 && values.every((value) => typeof value === 'string') ? sealing.seal({ ...to, keys: values }) : null
  }
  const isFull = found.length === asked.size && (count.moreThanTotal || skipped + asked.size < count.totalCount)
  return {
    dataList: found,
    ...count,
    nextCursor: isFull ? cursorTo(found.at(-1), { page: asked.page + 1, isBack: false }) : null,
    previousCursor: asked.page > asked.first ? cursorTo(found[0], { page: asked.page - 1, isBack: true }) : null,
  }
}

type Count = Pick<ListPage<unknown>, 'totalCount' | 'moreThanTotal'>

/** A list of millions costs no more to count than one of ten thousand. */
async function countOf({ db }: Ctx, rows: Rows<unknown>): Promise<Count> {
  const some = (rows as Rows<object>)
    .clearSelect()
    .clearOrderBy()
    .select(sql`1`.as('one'))
    .limit(mostCounted + 1)
  const { total } = await db
    .selectFrom(some.as('some'))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { totalCount: Math.min(total, mostCounted), moreThanTotal: total > mostCounted }
}

/** Whatever is counted to its end has no rows so deep. */
function beyond({ language }: Ctx, call: ListCall, count: Count): ListPage<never> {
  if (count.moreThanTotal)
    throw new Problem('INVALID', { errors: [{ field: call.paging.page, message: fieldSentence({ rule: 'tooDeep' }, language) }] })
  return { dataList: [], ...count, nextCursor: null, previousCursor: null }
}

type Key = { expression: ExpressionWrapper<DB, never, string>; isDescending: boolean }
type Keyed = Readonly<Record<string, unknown>>

/** The columns that a list is ordered by; none where they run in different directions, since no comparison of rows does. */
function orderOf(rows: Rows<unknown>): Key[] {
  const keys = (rows.toOperationNode().orderBy?.items ?? []).map(({ orderBy, direction }) => ({
    expression: new ExpressionWrapper<DB, never, string>(orderBy),
    isDescending: (direction as RawNode | undefined)?.sqlFragments[0] === 'desc',
  }))
  return keys.every(({ isDescending }) => isDescending === keys[0]!.isDescending) ? keys : []
}

/** As text, which keeps every digit of a moment. What a call does not declare stays here (`answer.ts`). */
const keysOf = (keys: Key[]) => keys.map(({ expression }, i) => sql<string>`${expression}::text`.as(`key${i}`))

/** The rows after a place in the list's order, or before it, the nearest first (a comparison of rows, which an index answers). */
function behind<Row>(rows: Rows<Row>, keys: Key[], { keys: values, isBack }: Place): Rows<Row> {
  const isDescending = keys[0]!.isDescending !== isBack
  const columns = sql.join(keys.map(({ expression }) => expression))
  const after = rows.where(sql<boolean>`(${columns}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(values)})`)
  if (!isBack) return after
  return keys.reduce((query, { expression }) => query.orderBy(expression, isDescending ? 'desc' : 'asc'), after.clearOrderBy())
}

/** A cursor serves its own list, caller, filters and size alone; keys may be numbers that nobody is to see. */
function sealingOf({ app, caller, organisation }: Ctx, { path }: ListCall, size: number, filters: Input) {
  const context = `page ${path} ${caller?.personId} ${organisation?.id} ${size} ${JSON.stringify(filters)}`
  return {
    seal: (place: Place) => app.secrets.seal(JSON.stringify(place), context).toString('base64url'),
    open(cursor: unknown, page: number): Place | undefined {
      if (typeof cursor !== 'string') return undefined
      try {
        const place = JSON.parse(app.secrets.open(Buffer.from(cursor, 'base64url'), context)) as Place
        return place.page === page ? place : undefined
      } catch {
        return undefined // of another list or other filters, or none of ours
      }
    },
  }
}
