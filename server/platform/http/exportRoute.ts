/** Binds a list's query to its spreadsheet: the same rows as on the screen, all of them, read as fast as whoever asked takes them. */
import { Readable } from 'node:stream'
import { cellText, type Column, type ColumnKind } from '#contract/columns.ts'
import type { ListCall } from '#contract/kit.ts'
import type { ExportCall } from '#contract/lists.ts'
import { audit } from '../audit.ts'
import { type Cursor, openCursor } from '../db/cursor.ts'
import { Problem, type Language } from '../problems.ts'
import type { Cell, CellKind } from '../xlsx/cells.ts'
import { type SheetColumn, type Workbook, writeWorkbook } from '../xlsx/workbook.ts'
import type { Ctx, CtxFor } from './context.ts'
import { type Download, type FiltersOf, type ListQuery, type Route, sorted } from './route.ts'

const batchRows = 500
/** Whoever reads more slowly holds a connection that others wait for. */
const longestMs = 600_000

const stillRunning = { ar: 'يجري تصدير آخر لك. انتظر حتى ينتهي.', en: 'Another export of yours is running. Wait until it has ended.' }

/**
 * @param call declared by `exportOf`
 * @param query the list's own, which `listRoute` takes as well
 * @param before what is done first, for instance that somebody's data is looked at
 * @throws Error where the list declares no columns
 */
export function exportRoute<L extends ListCall>(
  call: ExportCall<L>,
  query: ListQuery<L>,
  before?: (ctx: CtxFor<L>, filters: FiltersOf<L>) => Promise<unknown>,
): Route {
  const columns = Object.entries(call.list.columns) as [string, Column][]
  if (columns.length === 0) throw new Error(`The list of ${call.path} declares no columns.`)
  const handle = async (ctx: CtxFor<L>, filters: FiltersOf<L>): Promise<Download> => {
    await before?.(ctx, filters)
    const cursor = await begin(ctx, sorted(ctx, call.list, query, filters).compile())
    ctx.onAnswered(() => void cursor.close())
    try {
      const narrowedBy = Object.keys(filters as object).filter((name) => (filters as Record<string, unknown>)[name] !== undefined)
      await audit(ctx.db, ctx, 'list.exported', { facts: { call: `${call.method} ${call.path}`, narrowedBy } })
      const first = await cursor.next() // what fails here is refused in words; later there is but a connection to end
      const book: Workbook = { ...headOf(columns, ctx.language), title: call.title[ctx.language] }
      const content = Readable.from(writeWorkbook(book, cells(first, cursor, columns, ctx)), { objectMode: false })
      return { content: bounded(content, cursor), fileName: `${call.title[ctx.language]}.xlsx` }
    } catch (error) {
      await cursor.close()
      throw error
    }
  }
  return { call, handle }
}

type Row = Readonly<Record<string, unknown>>

async function begin({ app, db, caller }: Ctx, query: Parameters<typeof openCursor<Row>>[1]): Promise<Cursor<Row>> {
  const cursor = await openCursor<Row>({ db: app.exports, other: db, turn: `export ${caller!.personId}` }, query, batchRows)
  if (!cursor) throw new Problem('TOO_MANY', { title: stillRunning, retryAfterSeconds: 5 })
  return cursor
}

/** Ends what nobody reads to its end. */
function bounded(content: Readable, cursor: Cursor<Row>): Readable {
  const tooLong = setTimeout(() => content.destroy(new Error('the export took too long')), longestMs)
  return content.once('close', () => {
    clearTimeout(tooLong)
    void cursor.close()
  })
}

async function* cells(first: Row[], cursor: Cursor<Row>, columns: [string, Column][], { language, log, reference }: Ctx) {
  try {
    for (let batch = first; batch.length > 0; batch = await cursor.next())
      yield batch.map((row) => columns.map((one) => cell(row, one, language)))
    await cursor.close() // before the last octets are out: whoever has them may ask for the next export
  } catch (error) {
    log.error({ reference, cause: error }, 'an export was cut off')
    throw error
  }
}

const sheetKind: Record<ColumnKind, CellKind> = {
  text: 'text',
  id: 'text',
  mobile: 'text',
  email: 'text',
  status: 'text',
  flag: 'text',
  number: 'number',
  money: 'money',
  moment: 'moment',
  date: 'moment',
  day: 'day',
}

const widths: Record<ColumnKind, number> = {
  text: 30,
  id: 28,
  mobile: 16,
  email: 30,
  status: 18,
  flag: 10,
  number: 14,
  money: 14,
  moment: 18,
  date: 18,
  day: 13,
}

function headOf(columns: [string, Column][], language: Language): Pick<Workbook, 'rightToLeft' | 'columns'> {
  const sheetColumns = columns.map(([, { kind, heading }]): SheetColumn => ({
    heading: heading[language],
    kind: sheetKind[kind],
    width: Math.max(widths[kind], heading[language].length + 3),
  }))
  return { rightToLeft: language === 'ar', columns: sheetColumns }
}

const cell = (row: Row, [field, column]: [string, Column], language: Language): Cell =>
  sheetKind[column.kind] === 'text' ? cellText(row, field, column, language) : ((row[field] ?? null) as Cell)
