/** A data folder that an earlier release left goes on: nobody is signed out, every sum stays, every file is still handed out. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { payer } from '../payer.ts'
import { type Browser, testServer, type TestServer } from '../server.ts'
import { keptAnswers, keptSession, olderDatabase } from './restore.ts'

const number = '0033'
const { madeAt, deviceId, ...session } = keptSession(number)
let server: TestServer
let noura: Browser
/** How many rows each table had before this release touched it. */
let before: Map<string, number>
let sumsBefore: { plan_id: number }[]

beforeAll(async () => {
  server = await testServer({
    older: {
      at: new Date(madeAt),
      async begin(folder) {
        const database = await olderDatabase(number, folder)
        before = await countsOf(database)
        sumsBefore = await sumsOf(database)
        return database
      },
    },
  })
  noura = server.browser({ deviceId })
  noura.session = session
}, 120_000)
afterAll(() => server.close())

type Database = Pick<TestServer, 'owner'>

async function countsOf({ owner }: Database): Promise<Map<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(owner)
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(owner)
    counts.set(name, rows[0]!.count)
  }
  return counts
}

/** What each plan moved, whatever the entries are called. */
const sumsOf = async ({ owner }: Database) =>
  (
    await sql<{
      plan_id: number
    }>`select plan_id, sum(amount) filter (where from_account = 'issued') as credited, sum(amount) filter (where to_account = 'spent') as spent,
      sum(amount) filter (where to_account = 'available') - sum(amount) filter (where from_account = 'available') as available
      from ledger_entry group by plan_id order by plan_id`.execute(owner)
  ).rows

test.each(keptAnswers(number))('$method $path answers as before', async ({ method, path, answer }) => {
  const again = method === 'GET' ? await noura.get(path) : await noura.post(path, { page: 1, limit: 100 })
  expect(again.status, again.text).toBe(200)
  expect(answer.dataList.length).toBeGreaterThan(0)
  const kept = answer.dataList.map((row) => Object.fromEntries(Object.entries(row).filter(([field]) => !(field in meansOther))))
  const refunded = await refundedPlans()
  const dataList = kept.map((row) => (refunded.has(row.planUniqueID) ? { ...row, statusLabel: 'refunded' } : row))
  expect(again.body).toMatchObject({ ...answer, dataList }) // a later release may add a field, and change no other
})

/** What these fields of a signing say was put right: a number of the one list, and a key that is not the signing's own number. */
const meansOther = { originator: '', esignLogsID: '' }
/** Of these it was said that their time was over; their money went back. */
const refundedPlans = async (): Promise<Set<unknown>> =>
  new Set(
    (
      await server.owner
        .selectFrom('plan')
        .innerJoin('payment', 'payment.order_id', 'plan.order_id')
        .select('plan.public_id')
        .where('payment.status', '=', 'refunded')
        .execute()
    ).map(({ public_id }) => public_id),
  )

test('no row is lost, and everybody has one account', async () => {
  const after = await countsOf(server)
  const lost = [...before].filter(([table, count]) => (after.get(renamed[table] ?? table) ?? 0) < count && !(table in forgotten))
  expect(lost).toEqual([])
  expect(after.get('account')).toBe(before.get('person')! + before.get('organisation')!)
})

/** Tables that have another name by now. */
const renamed: Record<string, string> = { purchase_order: 'sales_order' }
/** What is forgotten by time anyhow. */
const forgotten = { throttle: '', used_proof: '', challenge: '' }

test('the books say the same, and are in balance', async () => {
  const plans = new Set(sumsBefore.map(({ plan_id }) => plan_id))
  expect((await sumsOf(server)).filter(({ plan_id }) => plans.has(plan_id))).toEqual(sumsBefore)
  expect(await unbalancedPlans(server.db)).toEqual([])
})

test('what was refunded is reversed, and what lapsed has lapsed', async () => {
  const { rows } = await sql<{ is_refunded: boolean; expired: number; reversed: number }>`
    select payment.id is not null as is_refunded, sum(plan.expired)::int as expired, sum(plan.reversed)::int as reversed
    from plan left join payment on payment.order_id = plan.order_id and payment.status = 'refunded' group by 1 order by 1`.execute(
    server.db,
  )
  expect(rows).toEqual([
    { is_refunded: false, expired: expect.any(Number), reversed: 0 },
    { is_refunded: true, expired: 0, reversed: expect.any(Number) },
  ])
  expect(Math.min(rows[0]!.expired, rows[1]!.reversed)).toBeGreaterThan(0)
})

test('organisations begin with their seats, and their members sit', async () => {
  const { rows } = await sql`select role, credited, available, allocated from plan where unit = 'seat' order by account_id, role`.execute(
    server.db,
  )
  const each = [
    { role: 'authorizedSignatory', credited: 1, available: 0, allocated: 1 },
    { role: 'enrolmentAdmin', credited: 1, available: 0, allocated: 1 },
    { role: 'organizationUser', credited: 3, available: 2, allocated: 1 },
  ]
  expect(rows).toEqual([...each, ...each])
})

test('invoices, credit notes and signed files are handed out', async () => {
  const { body: history } = await noura.get('/api/v1/esign/my/subscription/payment/history/1/100')
  for (const [status, kind] of [
    ['paid', 'invoice'],
    ['refunded', 'creditNote'],
  ] as const) {
    const row = history.dataList.find((one: { status: string }) => one.status === status)
    const { status: answered, body } = await noura.get(`/api/v1/esign/my/subscription/payment/${kind}/${row.encodedPaymentSlno}`)
    expect([answered, body.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  }
  const { body: signings } = await noura.post('/api/v1/esign/my/transactions', { type: 'success' })
  const keys = signings.dataList.flatMap((row: { transactionID: string; esignLogsID: string }) => [row.transactionID, row.esignLogsID])
  expect(new Set(keys).size).toBe(2 * signings.dataList.length)
  const { body: documents } = await noura.post('/api/v1/esign/my/documents', { transactionID: signings.dataList[0].transactionID })
  const [{ uniqueFileID, sha256, signedSize }] = documents.dataList
  const original = await noura.get(`/api/v1/esign/my/documents/${uniqueFileID}/original`)
  expect(createHash('sha256').update(original.body).digest('hex')).toBe(sha256)
  expect((await noura.get(`/api/v1/esign/my/documents/${uniqueFileID}/signed`)).body).toHaveLength(signedSize)
})

/** The gateway lives today, whenever the folder was kept: what is still open is taken along, and Noura signs in again. */
async function arriveToday() {
  const { owner, clock } = server
  const at = new Date()
  await owner
    .updateTable('person')
    .set({ kyc_until: addDays(at, 300) })
    .execute()
  await owner.updateTable('sales_order').set({ created_at: at }).where('paid_at', 'is', null).execute()
  await owner.updateTable('dsc').set({ created_at: at }).where('state', '=', 'applied').execute()
  clock.advance((at.getTime() - clock.now().getTime()) / 1000)
  noura = await server.signIn(cast.noura)
}

test('orders of then are paid now: a plan is credited once, a certificate goes on', async () => {
  await arriveToday()
  const gateway = payer(server)
  const { body: history } = await noura.get('/api/v1/esign/my/subscription/payment/history/1/100')
  const open = history.dataList.filter(
    (one: { initiatePayment: boolean; status: string }) => one.initiatePayment && one.status === 'failed',
  )
  const came: Record<string, number> = { certificate: 0, plan: 0 }
  for (const { encodedPaymentSlno: earlier } of open) {
    const { body: page, text } = await noura.post('/api/v1/esign/my/subscription/payment/initiate', { encodedPaymentSlno: earlier })
    expect(page.paymentUrl, text).toBeDefined()
    await gateway.pay(page.paymentUrl)
    const { encodedPaymentSlno } = page
    const { body: outcome } = await noura.post('/api/v1/esign/my/subscription/payment/recheck', { encodedPaymentSlno })
    expect(outcome).toMatchObject({ status: 'paid', invoiceNumber: expect.any(String) })
    const { encodedCertificateSlno } = outcome
    if (encodedCertificateSlno) {
      expect((await noura.get(`/api/v1/dsc/my/certificates/${encodedCertificateSlno}`)).body.state).toBe('paid')
      came.certificate!++
    } else {
      expect(await gateway.creditsOf(page)).toHaveLength(1)
      came.plan!++
    }
  }
  expect(came).toEqual({ certificate: 1, plan: 1 })
  expect(await unbalancedPlans(server.db)).toEqual([])
})
