import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { addPerson } from '#test/people.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
let noura: Browser
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura)
})
afterAll(() => server.close())

const read = async (browser: Browser, body: object = {}) => {
  const answer = await browser.post('/api/v1/dashboard/my/dashboard', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
type Counts = { success: number; failed: number; pending: number }
const sum = (bars: Counts[]) =>
  bars.reduce((total, { success, failed, pending }) => ({
    success: total.success + success,
    failed: total.failed + failed,
    pending: total.pending + pending,
  }))
const riyadhToday = () => new Date(server.app.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10)

test('every figure is a sum of the books', async () => {
  const { plans, soonestPlans, transactions, usage } = await read(noura)
  expect(plans.transactions).toBe(plans.utilized + plans.reserved + plans.balance)
  const listed = (await noura.get('/api/v1/esign/my/subscription/plans/purchased/1/100')).body
  const all = [...listed.dataList, ...listed.welcomePackList]
  const total = (name: string) => all.reduce((before: number, row: Record<string, number>) => before + row[name]!, 0)
  expect(plans).toMatchObject({
    active: all.length,
    transactions: total('transactions'),
    utilized: total('utilized'),
    balance: total('balance'),
  })
  const ends = all.map(({ validTo }: { validTo: string }) => validTo).toSorted()
  expect(plans.nextValidTo).toBe(ends[0])
  expect(soonestPlans.map(({ validTo }: { validTo: string }) => validTo)).toEqual(ends.slice(0, 4))
  expect(plans.ending).toBe(ends.filter((end: string) => Date.parse(end) <= Date.now() + 30 * 86_400_000).length)
  const { rows } = await sql<{ debits: number }>`select count(*) as debits from ledger_entry join plan on plan.id = plan_id
    where plan.account_id = ${await accountOf(server.db, noura.session.slno)} and ledger_entry.kind = 'debit'`.execute(server.db)
  expect(transactions.success).toBe(rows[0]!.debits)
  const counted = async (type: string) => (await noura.post('/api/v1/esign/my/transactions', { type })).body.totalCount
  expect(transactions).toEqual({ success: await counted('success'), failed: await counted('failed'), pending: await counted('pending') })
  expect(usage.bars).toHaveLength(30)
  expect(await unbalancedPlans(server.db)).toEqual([])
})

describe('the use of a period', () => {
  test.each(['day', 'week', 'month'])('per %s adds up to the list of the same period, and leaves no day out', async (per) => {
    const [fromDate, toDate] = [addDays(server.app.clock.now(), -80).toISOString().slice(0, 10), riyadhToday()]
    const { usage, transactions } = await read(noura, { fromDate, toDate, per })
    expect(usage).toMatchObject({ fromDate, toDate, per })
    const { bars } = usage
    expect([bars[0].fromDate, bars.at(-1).toDate]).toEqual([fromDate, toDate])
    for (const [i, bar] of bars.slice(1).entries()) expect(Date.parse(bar.fromDate) - Date.parse(bars[i].toDate)).toBe(86_400_000)
    const inner = bars.slice(1)
    if (per === 'week') expect(inner.every(({ fromDate: day }: { fromDate: string }) => new Date(day).getUTCDay() === 0)).toBe(true)
    if (per === 'month') expect(inner.every(({ fromDate: day }: { fromDate: string }) => day.endsWith('-01'))).toBe(true)
    expect(sum(bars)).toMatchObject(transactions)
    const listed = await noura.post('/api/v1/esign/my/transactions', { fromDate, toDate })
    const { success, failed, pending } = sum(bars)
    expect(success + failed + pending).toBe(listed.body.totalCount)
  })

  test.each([
    [{}, 'day', 30],
    [{ fromDate: '2026-01-01', toDate: '2026-01-31' }, 'day', 31],
    [{ fromDate: '2026-01-01', toDate: '2026-02-01' }, 'week', 6],
    [{ fromDate: '2024-01-01', toDate: '2026-01-01' }, 'month', 25],
    [{ fromDate: '2019-01-01', toDate: '2026-09-01' }, 'month', 93],
    [{ fromDate: '2024-02-28', toDate: '2024-03-01' }, 'day', 3],
    [{ toDate: '2026-02-01' }, 'day', 30],
    [{ fromDate: '2026-02-01' }, 'day', 30],
    [{ fromDate: '9999-12-31' }, 'day', 1],
    [{ fromDate: '9999-12-31', per: 'month' }, 'month', 1],
    [{ toDate: '0000-01-01' }, 'day', 1],
    [{ fromDate: '0026-01-15', toDate: '0026-12-15', per: 'month' }, 'month', 12],
  ])('%j is cut per %s', async (body, per, count) => {
    const { usage } = await read(noura, body)
    expect([usage.per, usage.bars.length]).toEqual([per, count])
  })

  test.each([
    [{ fromDate: '2026-02-02', toDate: '2026-02-01' }, 'toDate', 'The period ends before it begins.'],
    [{ fromDate: '2025-01-01', toDate: '2026-01-01', per: 'day' }, 'per', 'too long'],
    [{ fromDate: '0001-01-01', toDate: '9999-12-31' }, 'fromDate', 'too long'],
    [{ fromDate: '2026-02-30' }, 'fromDate', ''],
    [{ per: 'year' }, 'per', ''],
  ])('%j is refused at %s', async (body, field, sentence) => {
    const answer = await noura.post('/api/v1/dashboard/my/dashboard', body)
    expect([answer.status, answer.body.errors[0].field]).toEqual([422, field])
    expect(answer.body.errors[0].message).toContain(sentence)
  })

  test('a signing of the last minute of a day in Riyadh counts on that day', async () => {
    const { nationalId, personId } = await addPerson(server, 2, 301)
    const account_id = await accountOf(server.db, personId)
    const plan = await server.db.selectFrom('plan').select('id').where('account_id', '=', account_id).executeTakeFirstOrThrow()
    for (const [i, created_at] of ['2026-03-14T20:59:59.999Z', '2026-03-14T21:00:00.000Z'].entries())
      await server.db
        .insertInto('esign_transaction')
        .values({
          public_id: `edge-of-a-day-${i}`.padEnd(22, 'x'),
          account_id,
          person_id: personId,
          plan_id: plan.id,
          device_public_id: 'test',
          state: i === 0 ? 'success' : 'rejected',
          document_count: 1,
          created_at,
          expires_at: created_at,
          ended_at: created_at,
        })
        .execute()
    const browser = await server.signIn(nationalId)
    const { usage } = await read(browser, { fromDate: '2026-03-13', toDate: '2026-03-16' })
    expect(usage.bars.map(({ success, failed }: Counts) => [success, failed])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
    ])
  })
})

test('the state of the identity check, and what waits', async () => {
  const { nationalId, personId } = await addPerson(server, 2, 302, 10)
  const browser = await server.signIn(nationalId)
  const stateIn = async (days: number) => {
    await server.db
      .updateTable('person')
      .set({ kyc_until: addDays(server.app.clock.now(), days) })
      .where('id', '=', personId)
      .execute()
    return (await read(browser)).kycState
  }
  expect([await stateIn(31), await stateIn(29), await stateIn(0)]).toEqual(['valid', 'soon', 'due'])
  expect(await read(browser)).toMatchObject({ devices: 1, paymentsWaiting: 0, transactions: { success: 0, failed: 0, pending: 0 } })
  expect((await read(noura)).paymentsWaiting).toBe(1)
})

test('each sees their own alone, in sums as in rows', async () => {
  const faisal = await server.signIn(cast.faisal)
  const { plans, recentTransactions, transactions } = await read(faisal)
  expect(plans).toMatchObject({ active: 1, transactions: 3, utilized: 0, reserved: 0, balance: 3 })
  expect([recentTransactions, transactions]).toEqual([[], { success: 0, failed: 0, pending: 0 }])
  const member = await server.signIn(cast.reem)
  expect((await read(member)).plans).toMatchObject({ active: 0, transactions: 0, balance: 0, nextValidTo: null })
})

test('what happens to a person is told: payments, signings, a new device', async () => {
  const kinds = new Map<string, number>()
  for (let page = 1; page <= 2; page++)
    for (const { kind } of (await noura.get(`/api/v1/dashboard/my/notifications?page=${page}&size=100`)).body.dataList)
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const payments = (await noura.get('/api/v1/esign/my/subscription/payment/history/1/100')).body.dataList
  const ended = (status: string) => payments.filter((row: { status: string }) => row.status === status).length
  expect(kinds.get('paymentSettled')).toBe(ended('paid') + ended('refunded'))
  expect(kinds.get('paymentFailed')).toBe(ended('failed'))
  expect(kinds.get('paymentRefunded')).toBe(ended('refunded'))
  const cancelled = await server.db
    .selectFrom('esign_transaction')
    .where('person_id', '=', noura.session.slno)
    .where('state', '=', 'cancelled')
    .select('id')
    .execute()
  expect(kinds.get('signingEnded')).toBe((await noura.post('/api/v1/esign/my/transactions', {})).body.totalCount - cancelled.length)
  expect(kinds.get('newDevice')).toBe(7)
  expect(kinds.get('planExpiring')).toBe(1)
})
