/**
 * What a page of a long list costs over HTTP against its question alone in SQL, and what memory an export takes. The product is as it is started,
 * with the database that comes with it; one person has a million signings.
 */
import { join } from 'node:path'
import { sql } from 'kysely'
import { mostCounted } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { createDb, type Db } from '#server/platform/db/db.ts'
import { socketFolder } from '#server/platform/db/embedded.ts'
import { ownerRole } from '#server/platform/db/roles.ts'
import { addSignings } from '#test/manySignings.ts'
import { Browser } from '#test/server.ts'
import { isQuick } from './measure.ts'
import { comparePages, measureExport } from './pages.ts'
import { startWithNafath, surroundings } from './product.ts'

const rowCount = isQuick ? 200_000 : 1_000_000
const exportedRows = 100_000
/** Three began in each minute. */
const days = Math.floor(rowCount / 3 / 1_440)
const [oldest, newest] = [Math.floor(days * 0.8), Math.floor(days * 0.4)]
const list = '/api/v1/esign/my/transactions'

await using around = surroundings()
const { url, pid, simulators } = await startWithNafath(around)
const owner = createDb({ host: socketFolder(join(around.folder, 'database')), database: 'tawqi', user: ownerRole }, { connections: 2 })
const person = new Browser(url)
await person.signIn(cast.faisal)
await simulators.close()
await addSignings({ owner }, person, rowCount, '1 minute')
const accountId = await accountOf(owner, person.session.slno)

const deepest = await read({ page: 1_000, limit: 100 })
await compare('first page', {}, { filtered: sql``, behind: sql``, size: 10 })
await compare(
  'filtered by a state and a period',
  { type: 'failed', fromDate: dayBefore(oldest), toDate: dayBefore(newest + 1) },
  { filtered: inPeriod(), behind: sql``, size: 10 },
)
await compare(
  'page 1001 of 100, by key',
  { page: 1_001, limit: 100, cursor: deepest.nextCursor },
  { filtered: sql``, behind: behindKey(), size: 100 },
)
const ofExport = { fromDate: dayBefore(Math.floor(exportedRows / 3 / 1_440)), toDate: dayBefore(0) }
await measureExport(`an export of ${exportedRows.toLocaleString('en')} rows`, pid, () => person.post(`${list}/export`, ofExport))
await owner.destroy()

async function read(body: object) {
  const answer = await person.post(list, { limit: 10, ...body })
  if (answer.status !== 200 || answer.body.dataList.length === 0) throw new Error(`the list answered ${answer.status} ${answer.text}`)
  return answer.body
}

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

function inPeriod() {
  return sql`and t.state in ('failed', 'expired', 'rejected', 'cancelled')
    and t.created_at >= ${`${dayBefore(oldest)}T00:00:00+03:00`}::timestamptz and t.created_at < ${`${dayBefore(newest)}T00:00:00+03:00`}::timestamptz`
}

function behindKey() {
  const { transactionID } = deepest.dataList.at(-1) as { transactionID: string }
  return sql`and (t.created_at, t.id) < (select created_at, id from esign_transaction where public_id = ${transactionID})`
}

type Part = ReturnType<typeof inPeriod>
type Bare = { filtered: Part; behind: Part; size: number }

function compare(name: string, asked: object, of: Bare): Promise<void> {
  return comparePages(
    `a list of ${rowCount.toLocaleString('en')} rows, ${name}`,
    () => read(asked),
    () => bare(owner, of),
  )
}

/** The same rows and the same bounded count, one after the other, as plain SQL on a connection of its own. */
async function bare(db: Db, { filtered, behind, size }: Bare): Promise<void> {
  const from = sql`from esign_transaction t join plan p on p.id = t.plan_id join product_pricing pp on pp.id = p.pricing_id where t.account_id = ${accountId}`
  await sql`select t.created_at, t.document_count, t.public_id, pp.plan_name_en, pp.plan_name_ar, t.user_role, t.state, t.originator
    ${from} ${filtered} ${behind} order by t.created_at desc, t.id desc limit ${size}`.execute(db)
  await sql`select count(*) from (select 1 ${from} ${filtered} limit ${mostCounted + 1}) counted`.execute(db)
}
