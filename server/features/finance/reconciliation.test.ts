import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { cast } from '#server/demo/cast.ts'
import type { StatementLine } from '#server/adapters/payment/payment.ts'
import { riyadhDay } from '#server/platform/riyadh.ts'
import { noticesOf } from '#test/decider.ts'
import { type Page, payer } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { type Booked, compareLines, onlyOurs } from './compare.ts'
import { sweepReconciliations } from './reconcile.ts'

const period = { from: new Date('2026-11-20T21:00:00Z'), to: new Date('2026-11-21T21:00:00Z') }
const at = new Date('2026-11-21T09:00:00Z')
const theirs = (more: Partial<StatementLine> = {}): StatementLine => ({
  id: 'p-1',
  invoiceId: 'i-1',
  ourReference: 'P-1',
  status: 'paid',
  halalas: 5_750,
  refundedHalalas: 0,
  at,
  ...more,
})
const ours = (more: Partial<Booked> = {}): Booked => ({
  id: 1,
  gatewayId: 'i-1',
  reference: 'P-1',
  halalas: 5_750,
  refundedHalalas: 0,
  status: 'paid',
  at,
  ...more,
})
const before = new Date(period.from.getTime() - 30_000)

describe('a line', () => {
  test.each<[string, StatementLine[], Booked[], string[]]>([
    ['agrees', [theirs()], [ours()], ['agreed']],
    ['of a refund agrees', [theirs({ status: 'refunded', refundedHalalas: 5_750 })], [ours({ status: 'refunded' })], ['agreed']],
    ['that was voided agrees with a refund', [theirs({ status: 'voided' })], [ours({ status: 'refunded' })], ['agreed']],
    ['has another amount', [theirs({ halalas: 5_000 })], [ours()], ['otherAmount']],
    ['was refunded there alone', [theirs({ status: 'refunded', refundedHalalas: 5_750 })], [ours()], ['otherStatus']],
    ['was partly refunded there alone', [theirs({ status: 'refunded', refundedHalalas: 1 })], [ours()], ['otherStatus']],
    ['of a part that went back agrees', [theirs({ status: 'refunded', refundedHalalas: 5 })], [ours({ refundedHalalas: 5 })], ['agreed']],
    ['of a part at a gateway where it stays paid', [theirs({ refundedHalalas: 5 })], [ours({ refundedHalalas: 5 })], ['agreed']],
    ['has another part gone back', [theirs({ status: 'refunded', refundedHalalas: 6 })], [ours({ refundedHalalas: 5 })], ['otherStatus']],
    ['has a part gone back here alone', [theirs()], [ours({ refundedHalalas: 5 })], ['otherStatus']],
    ['was paid there, and expired here', [theirs()], [ours({ status: 'expired' })], ['otherStatus']],
    ['is only there', [theirs({ invoiceId: 'i-2' })], [], ['onlyTheirs']],
    ['pays no invoice', [theirs({ invoiceId: null })], [ours()], ['onlyTheirs']],
    ['failed on both sides', [theirs({ status: 'failed' })], [ours({ status: 'failed' })], []],
    ['that failed before the one that paid', [theirs({ id: 'p-0', status: 'failed' }), theirs()], [ours()], ['agreed']],
    ['paid twice', [theirs(), theirs({ id: 'p-2' })], [ours()], ['agreed', 'agreed']],
    ['lies before midnight there, after it here', [theirs({ at: before })], [ours()], ['agreed']],
    ['lies before midnight here, after it there', [theirs()], [ours({ at: before })], ['agreed']],
    ['belongs to another day on both sides', [theirs({ at: before })], [ours({ at: before })], []],
    ['of another day is only there', [theirs({ at: before, invoiceId: 'i-9' })], [], []],
  ])('%s', (_, statement, books, outcomes) => {
    expect(compareLines(period, statement, books).map(({ outcome }) => outcome)).toEqual(outcomes)
  })

  test.each<[string, Partial<Booked>, number]>([
    ['paid', {}, 1],
    ['refunded', { status: 'refunded' }, 1],
    ['not paid', { status: 'expired' }, 0],
    ['of another day', { at: before }, 0],
  ])('only here and %s', (_, more, count) => {
    expect(onlyOurs(period, [ours(more)]).map(({ outcome }) => outcome)).toEqual(Array.from({ length: count }, () => 'onlyOurs'))
  })
})

let server: TestServer
let shop: ReturnType<typeof payer>
let faisal: Browser
let finance: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000, simulators: { moyasar: { webhookPausesMs: [50, 100, 200, 400, 800] } } })
  shop = payer(server)
  ;[faisal, finance, auditor] = [await server.signIn(cast.faisal), await server.signIn(cast.latifah), await server.signIn(cast.tariq)]
}, 240_000)
beforeEach(() => server.forgetAttempts())
afterEach(() => shop.gateway({}))
afterAll(() => server.close())

const root = '/api/v1/operations/reconciliation'
const today = () => riyadhDay(server.clock.now())
const run = async (by = finance) => {
  const answer = await by.post(`${root}/run`, { fromDate: today(), toDate: today() })
  expect(answer.status, answer.text).toBe(200)
  await sweepReconciliations(server.app)
  return answer.body.runID as string
}
const read = async (runID: string) => (await auditor.get(`${root}/${runID}`)).body
type Line = { lineSlno: number; outcome: string; transactionId: string | null; isClosed: string }
const lines = async (runID: string, more: object = {}) =>
  (await auditor.post(`${root}/lines`, { runID, limit: 100, ...more })).body.dataList as Line[]
const paid = () => shop.bought(faisal)
const quietly = async <T>(act: () => Promise<T>): Promise<T> => {
  const callback = server.simulators.callbacks.moyasar
  server.simulators.callbacks.moyasar = undefined
  try {
    return await act()
  } finally {
    server.simulators.callbacks.moyasar = callback
  }
}

test('every page of the statement is read, and what agrees agrees', async () => {
  const pages: Page[] = []
  for (let i = 0; i < 3; i++) pages.push(await paid())
  const failed = await shop.buy(faisal)
  await shop.pay(failed.paymentUrl, '4201320000311101')
  const list = server.app.payments.listPayments!
  const { lines: all } = await list({ from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 86_400_000), page: 1 })
  expect(all.map(({ status }) => status)).toEqual(expect.arrayContaining(['paid', 'failed']))
  const asked: number[] = []
  server.app.payments.listPayments = async ({ page, ...span }) => {
    asked.push(page)
    const whole = await list({ ...span, page: 1 })
    return { lines: whole.lines.slice((page - 1) * 2, page * 2), nextPage: page * 2 < whole.lines.length ? page + 1 : null }
  }
  const runID = await run()
  server.app.payments.listPayments = list
  expect(asked).toEqual([1, 2])
  for (const page of pages) {
    const { reference } = await shop.paymentOf(page)
    expect((await lines(runID)).find(({ transactionId }) => transactionId === reference)).toMatchObject({ outcome: 'agreed' })
  }
  const { body } = await auditor.get(`${root}/${runID}`)
  expect(body).toMatchObject({
    state: 'done',
    pages: 2,
    fetched: 0,
    agreed: 3,
    fromDate: today(),
    toDate: today(),
    isDaily: '0',
    theirTotal: '172.50',
    fullName: expect.any(String),
  })
})

test('a statement is fetched page by page; what was cut or refused goes on where it ended', async () => {
  const page = await paid()
  const list = server.app.payments.listPayments!
  const asked: number[] = []
  let isDown = false
  server.app.payments.listPayments = async ({ page: at, ...span }) => {
    asked.push(at)
    if (at === 3 && isDown) throw new ProviderUnavailable('moyasar', 'timeout')
    const { lines: whole } = await list({ ...span, page: 1 })
    // The line of a page comes again on the next one, as it does where a new payment pushes it there.
    return { lines: whole.slice(Math.max(0, at - 2), at), nextPage: at < whole.length + 1 ? at + 1 : null }
  }
  try {
    isDown = true
    const answer = await finance.post(`${root}/run`, { fromDate: today(), toDate: today() })
    const runID = answer.body.runID as string
    expect(await read(runID)).toMatchObject({ state: 'fetching', pages: 0, fetched: 0 })
    await sweepReconciliations(server.app)
    expect(await read(runID)).toMatchObject({ state: 'fetching', pages: 2, fetched: 2, tries: 1, nextTryDate: expect.any(String) })
    expect(asked).toEqual([1, 2, 3])
    await sweepReconciliations(server.app) // it is not due
    expect(asked).toEqual([1, 2, 3])
    isDown = false
    const due = () => server.owner.updateTable('reconciliation').set({ next_try_at: server.clock.now() }).where('public_id', '=', runID)
    await due().execute()
    await Promise.all([sweepReconciliations(server.app), sweepReconciliations(server.app)])
    expect(await read(runID)).toMatchObject({ state: 'done', fetched: 0, tries: 0, endedDate: expect.any(String) })
    expect(asked.filter((at) => at === 1)).toHaveLength(1)
    const { reference } = await shop.paymentOf(page)
    expect((await lines(runID)).filter(({ transactionId }) => transactionId === reference)).toMatchObject([{ outcome: 'agreed' }])
    expect((await finance.post(`${root}/retry`, { runID })).body.detail).toBe('WRONG_STATE')
  } finally {
    server.app.payments.listPayments = list
  }
})

test('what the gateway never gives is given up, said, and can be taken up again', async () => {
  const list = server.app.payments.listPayments!
  server.app.payments.listPayments = async () => {
    throw new ProviderUnavailable('moyasar', 'timeout')
  }
  const runID = (await finance.post(`${root}/run`, { fromDate: today(), toDate: today() })).body.runID as string
  const set = (columns: object) => server.owner.updateTable('reconciliation').set(columns).where('public_id', '=', runID).execute()
  await set({ try_count: 19 })
  await sweepReconciliations(server.app)
  server.app.payments.listPayments = list
  expect(await read(runID)).toMatchObject({ state: 'failed', nextTryDate: null })
  expect((await auditor.get(`${root}?state=failed`)).body.dataList).toMatchObject([{ runID, state: 'failed' }])
  expect((await auditor.post(`${root}/retry`, { runID })).status).toBe(403)
  expect((await finance.post(`${root}/retry`, { runID: 'A'.repeat(22) })).status).toBe(404)
  expect((await finance.post(`${root}/retry`, { runID })).status).toBe(200)
  await sweepReconciliations(server.app)
  expect(await read(runID)).toMatchObject({ state: 'done' })
})

test('no more than five statements are fetched for people at once', async () => {
  const body = { fromDate: today(), toDate: today() }
  const answers = await Promise.all(Array.from({ length: 8 }, () => finance.post(`${root}/run`, body)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  await sweepReconciliations(server.app)
  expect((await auditor.get(`${root}?state=fetching`)).body.totalCount).toBe(0)
})

test('a notice that was lost shows as another state, and looking again settles and closes it', async () => {
  const page = await shop.buy(faisal)
  await quietly(() => shop.pay(page.paymentUrl))
  const { reference } = await shop.paymentOf(page)
  const line = (await lines(await run())).find(({ transactionId }) => transactionId === reference)!
  expect(line).toMatchObject({ outcome: 'otherStatus', ourStatus: 'initiated', theirStatus: 'paid', isClosed: '0' })
  expect((await finance.post(`${root}/recheck`, { lineSlno: line.lineSlno })).body).toEqual({ isClosed: '1' })
  expect((await shop.paymentOf(page)).status).toBe('paid')
  expect(await shop.creditsOf(page)).toHaveLength(1)
  expect((await finance.post(`${root}/recheck`, { lineSlno: line.lineSlno })).body.detail).toBe('WRONG_STATE')
})

test('what is only on one side is closed by hand, with a reason', async () => {
  const page = await paid()
  const { id, reference, gateway_id } = await shop.paymentOf(page)
  await server.owner
    .updateTable('payment')
    .set({ gateway_id: `${gateway_id}-lost` })
    .where('id', '=', id)
    .execute()
  const runID = await run()
  const differing = (await lines(runID)).filter(({ outcome }) => outcome !== 'agreed')
  expect(differing.map(({ outcome }) => outcome).sort()).toEqual(expect.arrayContaining(['onlyOurs', 'onlyTheirs']))
  const theirLine = differing.find(({ outcome, transactionId }) => outcome === 'onlyTheirs' && transactionId === reference)!
  const { lineSlno } = theirLine
  expect((await finance.post(`${root}/recheck`, { lineSlno })).body.detail).toBe('WRONG_STATE')
  expect((await auditor.post(`${root}/close`, { lineSlno, remarks: 'x' })).status).toBe(403)
  expect((await finance.post(`${root}/close`, { lineSlno, remarks: ' ' })).status).toBe(422)
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => finance.post(`${root}/close`, { lineSlno, remarks: 'Known at the gateway.' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await lines(runID, { isClosed: '1' })).toMatchObject([{ lineSlno, remarks: 'Known at the gateway.' }])
  expect((await finance.post(`${root}/close`, { lineSlno: 999_999, remarks: 'x' })).status).toBe(404)
  const sheet = await auditor.post(`${root}/lines/export`, { runID })
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  await server.owner.updateTable('payment').set({ gateway_id }).where('id', '=', id).execute()
})

test('the day before is compared by itself, once, and finance is told of differences', async () => {
  const page = await paid()
  const { id } = await shop.paymentOf(page)
  // Within the first hour of a day the one before is not compared yet.
  const yesterday = new Date(server.clock.now().getTime() - 90_000_000)
  await server.owner.updateTable('payment').set({ gateway_id: 'elsewhere', created_at: yesterday }).where('id', '=', id).execute()
  await server.owner
    .updateTable('payment_event')
    .set({ at: yesterday })
    .where('payment_id', '=', id)
    .execute()
    .catch(() => undefined)
  await server.owner.deleteFrom('reconciliation_line').execute()
  await server.owner.deleteFrom('reconciliation').execute()
  await Promise.all([sweepReconciliations(server.app), sweepReconciliations(server.app)])
  await sweepReconciliations(server.app)
  const { body } = await auditor.get(root)
  expect(body.dataList).toMatchObject([{ isDaily: '1', fromDate: riyadhDay(yesterday), toDate: riyadhDay(yesterday) }])
  expect(body.dataList[0].open).toBeGreaterThan(0)
  expect((await auditor.get(`${root}?isOpen=1`)).body.totalCount).toBe(1)
  expect((await noticesOf(finance))[0]).toMatchObject({ kind: 'reconciliationDiffers' })
})

describe('refused', () => {
  test.each([
    ['a period that ends before it begins', { fromDate: '2026-11-20', toDate: '2026-11-19' }],
    ['more than 31 days', { fromDate: '2026-01-01', toDate: '2026-03-01' }],
    ['days to come', { fromDate: '2099-01-01', toDate: '2099-01-02' }],
    ['no days', { fromDate: 'soon', toDate: '2026-02-30' }],
  ])('%s', async (_, body) => expect((await finance.post(`${root}/run`, body)).status).toBe(422))

  test('where the gateway gives no statement; the days go on without', async () => {
    const { listPayments } = server.app.payments
    server.app.payments.listPayments = null
    const none = await finance.post(`${root}/run`, { fromDate: today(), toDate: today() })
    await sweepReconciliations(server.app)
    server.app.payments.listPayments = listPayments
    expect([none.status, none.body.detail]).toEqual([409, 'WRONG_STATE'])
  })

  test('a statement that leads in a circle', async () => {
    const { createServer } = await import('node:http')
    const { moyasar } = await import('#server/adapters/payment/moyasar/moyasar.ts')
    const answer = JSON.stringify({ payments: [], meta: { current_page: 1, next_page: 1 } })
    const circle = createServer((_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(answer))
    await new Promise<void>((done) => circle.listen(0, '127.0.0.1', done))
    const { port } = circle.address() as { port: number }
    const gateway = moyasar({ baseUrl: `http://127.0.0.1:${port}`, secretKey: 'x', webhookSecret: 'y', timeoutMs: 1_000 })
    await expect(gateway.listPayments!({ ...period, page: 1 })).rejects.toMatchObject({ reason: 'answer' })
    circle.closeAllConnections()
    circle.close()
  })
})
