/**
 * What a page of a long list costs over HTTP against its question alone in SQL, and what memory an export takes. The product is as it is started,
 * with the database that comes with it; one person has a million signings. Both sides are asked in turns, so that they see the same machine.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import { mostCounted } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { accountOf } from '#server/platform/accounts.ts'
import { createDb, type Db } from '#server/platform/db/db.ts'
import { socketFolder } from '#server/platform/db/embedded.ts'
import { ownerRole } from '#server/platform/db/roles.ts'
import { addSignings } from '#test/manySignings.ts'
import { Browser } from '#test/server.ts'
import { isQuick, median, report, times } from './measure.ts'
import { startProduct, surroundings } from './product.ts'

const rowCount = isQuick ? 200_000 : 1_000_000
const exportedRows = 100_000
const mostTimes = 3
const mostMegabytes = 150
const rounds = isQuick ? 15 : 40
/** Three began in each minute. */
const days = Math.floor(rowCount / 3 / 1_440)
const [oldest, newest] = [Math.floor(days * 0.8), Math.floor(days * 0.4)]
const list = '/api/v1/esign/my/transactions'

await using around = surroundings()
const simulators = await startSimulators({ port: 0, nafath: { decideAfterMs: 20 } })
const { nafath } = simulatorCredentials
const { url, pid } = await startProduct(around, {
  NAFATH_URL: `${simulators.url}/nafath`,
  NAFATH_APP_ID: nafath.appId,
  NAFATH_APP_KEY: nafath.appKey,
  NAFATH_AUDIENCE: nafath.audience,
  NAFATH_SERVER_ADDRESS: '127.0.0.1',
})
simulators.callbacks.nafath = `${url}/api/v1/auth/nafath/callback`
const owner = createDb({ host: socketFolder(join(around.folder, 'database')), database: 'tawqi', user: ownerRole }, { connections: 2 })
const person = new Browser(url)
await person.signIn(cast.faisal)
await simulators.close()
await addSignings({ owner }, person, rowCount, '1 minute')
const accountId = await accountOf(owner, person.session.slno)

const deepest = await read({ page: 1_000, limit: 100 })
await comparePages('first page', {}, { filtered: sql``, behind: sql``, size: 10 })
await comparePages(
  'filtered by a state and a period',
  { type: 'failed', fromDate: dayBefore(oldest), toDate: dayBefore(newest + 1) },
  { filtered: inPeriod(), behind: sql``, size: 10 },
)
await comparePages(
  'page 1001 of 100, by key',
  { page: 1_001, limit: 100, cursor: deepest.nextCursor },
  { filtered: sql``, behind: behindKey(), size: 100 },
)
await measureExport()
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

/** The same rows and the same bounded count, one after the other, as plain SQL on a connection of its own. */
async function bare(db: Db, { filtered, behind, size }: Bare): Promise<number> {
  const from = sql`from esign_transaction t join plan p on p.id = t.plan_id join product_pricing pp on pp.id = p.pricing_id where t.account_id = ${accountId}`
  const begun = performance.now()
  await sql`select t.created_at, t.document_count, t.public_id, pp.plan_name_en, pp.plan_name_ar, t.user_role, t.state, t.originator
    ${from} ${filtered} ${behind} order by t.created_at desc, t.id desc limit ${size}`.execute(db)
  await sql`select count(*) from (select 1 ${from} ${filtered} limit ${mostCounted + 1}) counted`.execute(db)
  return performance.now() - begun
}

async function comparePages(name: string, asked: object, of: Bare): Promise<void> {
  const [own, least]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds + 5; round++) {
    const begun = performance.now()
    await read(asked)
    own.push(performance.now() - begun)
    least.push(await bare(owner, of))
  }
  const [ms, bareMs] = [median(own.slice(5)), median(least.slice(5))]
  report({
    name: `a list of ${rowCount.toLocaleString('en')} rows, ${name} : bare SQL`,
    measured: `${ms.toFixed(1)} ms`,
    baseline: `${bareMs.toFixed(1)} ms`,
    ratio: times(ms / bareMs),
    demanded: `≤ ${mostTimes} ×`,
    met: ms / bareMs <= mostTimes,
  })
}

/** The process's memory is looked at while the spreadsheet comes. */
async function measureExport(): Promise<void> {
  const toDate = dayBefore(0)
  const fromDate = dayBefore(Math.floor(exportedRows / 3 / 1_440))
  const before = resident()
  let most = before
  const watching = new AbortController()
  const watch = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, resident())
      await wait(20)
    }
  })()
  const begun = performance.now()
  const answer = await person.post(`${list}/export`, { fromDate, toDate })
  const seconds = (performance.now() - begun) / 1000
  watching.abort()
  await watch
  if (answer.status !== 200) throw new Error(`the export answered ${answer.status}`)
  report({
    name: `an export of ${exportedRows.toLocaleString('en')} rows, ${(answer.body.length / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s: growth of resident memory at its peak`,
    measured: `${((most - before) / 1e6).toFixed(0)} MB`,
    demanded: `≤ ${mostMegabytes} MB`,
    met: (most - before) / 1e6 <= mostMegabytes,
  })
}

/** In octets, of the process that serves. */
function resident(): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024
}
