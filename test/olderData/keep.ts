/**
 * Keeps what a release leaves in a data folder, for `upgrade.test.ts` of later ones: `node test/olderData/keep.ts` writes the rows of the
 * demonstration, the files beside them, somebody's open session and what they were answered to `test/fixtures/data-<number of the last migration>`.
 */
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { cast } from '#server/demo/cast.ts'
import { readConfiguration } from '#server/platform/configuration/configuration.ts'
import { type Connection, startEmbedded } from '#server/platform/db/embedded.ts'
import { migrationsFolder } from '#server/platform/db/migrate.ts'
import { appRole, ownerRole } from '#server/platform/db/roles.ts'
import { startProduct } from '#server/product.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'

/** What a later release must answer in the same words. */
const questions = [
  ['GET', '/api/v1/esign/my/subscription/payment/history/1/100'],
  ['GET', '/api/v1/esign/my/subscription/plans/purchased/1/100'],
  ['GET', '/api/v1/esign/my/subscription/plans/history/1/100'],
  ['GET', '/api/v1/dsc/my/certificates/1/100'],
  ['POST', '/api/v1/esign/my/transactions'],
] as const

const folder = mkdtempSync(join(tmpdir(), 'tawqi-keep-'))
const [port, publicUrl] = [18_480, 'http://127.0.0.1:18480']
const database = await startEmbedded({ dataDir: join(folder, 'database'), durable: false })
const simulators = await startSimulators({ port: 0, callbacks: { nafath: `${publicUrl}/api/v1/auth/nafath/callback` } })
const address = (user: string) => `postgres://${user}@socket/${database.owner.database}?host=${encodeURIComponent(database.owner.host)}`
const DATA_DIR = join(folder, 'files')
const product = await startProduct({
  configuration: readConfiguration({
    DATA_DIR,
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: address(appRole),
    DATABASE_OWNER_URL: address(ownerRole),
    LOG_LEVEL: 'error',
  }),
  parties: {
    nafath: { baseUrl: `${simulators.url}/nafath`, ...simulatorCredentials.nafath, serverAddress: '127.0.0.1' },
    moyasar: { baseUrl: `${simulators.url}/moyasar/v1`, ...simulatorCredentials.moyasar },
    paytabs: null,
    smtp: { host: '127.0.0.1', port: simulators.smtpPort, tls: 'none', from: 'nobody@example.sa' },
    sms: { baseUrl: `${simulators.url}/sms`, ...simulatorCredentials.sms, sender: 'nobody' },
    humanCheck: null,
    commercialRegister: null,
  },
})
const session = await signIn(cast.noura)
const answers = await ask(session)
await forgetOlderTails()
await product.close()
const number = Math.max(...readdirSync(migrationsFolder).map((name) => Number(name.slice(0, 4))))
const kept = fileURLToPath(new URL(`../fixtures/data-${String(number).padStart(4, '0')}`, import.meta.url))
rmSync(kept, { recursive: true, force: true })
mkdirSync(kept, { recursive: true })
writeFileSync(join(kept, 'rows.jsonl.gz'), gzipSync((await allRows(database.superuser)).join('\n'), { level: 9 }))
writeFileSync(join(kept, 'session.json'), `${JSON.stringify({ madeAt: new Date(), ...session }, null, 2)}\n`)
writeFileSync(join(kept, 'answers.json.gz'), gzipSync(JSON.stringify(answers), { level: 9 }))
cpSync(DATA_DIR, join(kept, 'files'), { recursive: true })
await simulators.close()
await database.stop()
rmSync(folder, { recursive: true })

async function signIn(nationalID: string) {
  const deviceId = randomUUID()
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${publicUrl}/api/v1/auth/nafath/login/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-device-id': deviceId },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { status: string; transId: string; random: string; token: string; refreshToken: string }
  }
  const { transId, random } = await post('initiate', { nationalID })
  for (;;) {
    const { status, token, refreshToken } = await post('verify', { nationalID, transId, random })
    if (status === '1') return { deviceId, token, refreshToken }
    if (status !== '3') throw new Error(`the sign-in ended with ${status}`)
    await wait(50)
  }
}

async function ask({ deviceId, token }: { deviceId: string; token: string }) {
  const headers = { authorization: `Bearer ${token}`, 'x-device-id': deviceId, 'accept-language': 'en', 'content-type': 'application/json' }
  const answered: { method: string; path: string; answer: unknown }[] = []
  for (const [method, path] of questions) {
    const answer = await fetch(publicUrl + path, { method, headers, ...(method === 'POST' && { body: '{"page":1,"limit":100}' }) })
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
    answered.push({ method, path, answer: await answer.json() })
  }
  return answered
}

/** Of the signed documents, those of the newest signing are kept whole: they are enough to see that downloads go on. */
async function forgetOlderTails() {
  const tails = await product.app.db
    .selectFrom('document')
    .select('tail_sha256')
    .where('tail_sha256', 'is not', null)
    .where('transaction_id', '<', (e) => e.selectFrom('document').select((max) => max.fn.max('transaction_id').as('newest')))
    .execute()
  for (const { tail_sha256: sha256 } of tails) await product.app.documents.delete(sha256!.toString('hex'))
}

/** A line of JSON for each row, `{"in": table, "row": …}`, with no column that the database computes. */
async function allRows(superuser: Connection): Promise<string[]> {
  const client = new pg.Client({ ...superuser, database: database.owner.database })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'schema_migration' group by table_name order by table_name`)
  const lines: string[] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ line: string }>(
      `select json_build_object('in', $1::text, 'row', row_to_json(r))::text as line from (select ${columns} from ${name}) r`,
      [name],
    )
    lines.push(...rows.map(({ line }) => line))
  }
  await client.end()
  return lines
}
