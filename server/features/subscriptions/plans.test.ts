import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { firstPreviousHash, invoiceHash } from '#server/features/payments/invoiceChain.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { lapsePlans } from './lapse.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
beforeAll(async () => {
  server = await testServer()
  noura = await server.signIn(cast.noura)
})
afterAll(() => server.close())

const base = '/api/v1/esign/my/subscription'
type Row = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- rows of several lists

async function page(
  path: string,
  number: number,
  query = '',
  size = 10,
): Promise<{ dataList: Row[]; totalCount: number; [also: string]: unknown }> {
  const answer = await noura.get(`${base}/${path}/${number}/${size}${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}

async function all(path: string, query = ''): Promise<Row[]> {
  return (await page(path, 1, query, 100)).dataList
}

describe.each([
  { path: 'plans/purchased', atLeast: 12, key: 'planUniqueID' },
  { path: 'plans/history', atLeast: 12, key: 'planUniqueID' },
  { path: 'payment/history', atLeast: 24, key: 'encodedPaymentSlno' },
])('$path', ({ path, atLeast, key }) => {
  test('comes in pages that together are the whole, each row once', async () => {
    const whole = await all(path)
    expect(whole.length).toBeGreaterThanOrEqual(atLeast)
    const pages: Row[] = []
    for (let number = 1; (number - 1) * 10 < whole.length; number++) {
      const { dataList, totalCount } = await page(path, number)
      expect(totalCount).toBe(whole.length)
      pages.push(...dataList)
    }
    expect(pages.map((row) => row[key])).toEqual(whole.map((row) => row[key]))
    expect(new Set(pages.map((row) => row[key])).size).toBe(whole.length)
    expect((await page(path, 99)).dataList).toEqual([])
  })

  test('adds up in every row', async () => {
    const halalas = (riyals: string) => Math.round(Number(riyals) * 100)
    for (const row of await all(path)) {
      const [price, tax, total] = row.totalPrice ? [row.price, row.tax, row.totalPrice] : [row.amountWithoutTax, row.tax, row.amount]
      expect(halalas(price) + halalas(tax)).toBe(halalas(total))
    }
  })

  test.each(['%', '_', '\\', "'", 'لا شيء كهذا'])('finds nothing for %s', async (text) => {
    expect(await page(path, 1, `?search=${encodeURIComponent(text)}`)).toMatchObject({ dataList: [], totalCount: 0 })
  })

  test('is empty for somebody who bought nothing, and needs a session', async () => {
    const newcomer = await server.signIn(cast.faisal)
    expect((await newcomer.get(`${base}/${path}/1/10`)).body).toMatchObject({ dataList: [], totalCount: 0 })
    expect((await server.browser().get(`${base}/${path}/1/10`)).status).toBe(401)
  })

  test.each(['0/10', '1/0', '1/101', 'x/10'])('has no page %s', async (numbers) => {
    expect((await noura.get(`${base}/${path}/${numbers}`)).status).toBe(404)
  })
})

test('active plans and welcome packs stand apart, newest first, and used ones are in the history', async () => {
  const { dataList, purchasedPlanList, welcomePackList } = await page('plans/purchased', 1)
  expect(purchasedPlanList).toEqual(dataList)
  expect(welcomePackList).toMatchObject([
    {
      planName: 'Welcome pack',
      transactions: 3,
      utilized: 2,
      balance: 1,
      totalPrice: '0.00',
      encodedOrderSlno: null,
      statusLabel: 'active',
    },
  ])
  const active = await all('plans/purchased')
  expect(new Set(active.map((row) => row.statusLabel))).toEqual(new Set(['active']))
  expect(active.map((row) => row.validFrom)).toEqual(
    active
      .map((row) => row.validFrom)
      .toSorted()
      .toReversed(),
  )
  const past = await all('plans/history')
  expect(past.every((row) => row.balance === 0)).toBe(true)
  expect(new Set(past.map((row) => row.statusLabel))).toEqual(new Set(['used', 'expired', 'refunded']))
  expect(past.filter((row) => row.statusLabel === 'used').every((row) => row.utilized === row.transactions)).toBe(true)
})

test('plans are found by their names and their product’s in both languages', async () => {
  for (const text of ['Starter', 'starter', 'باقة البداية', 'البداية']) {
    const found = await all('plans/purchased', `?search=${encodeURIComponent(text)}`)
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map((row) => row.planName))).toEqual(new Set(['Starter']))
  }
  for (const text of ['Electronic', 'التوقيع']) {
    expect(await all('plans/purchased', `?search=${encodeURIComponent(text)}`)).toHaveLength((await all('plans/purchased')).length)
  }
})

test('payments are found by transaction number, plan and status', async () => {
  const payments = await all('payment/history')
  expect(new Set(payments.map((row) => row.status))).toEqual(new Set(['initiated', 'paid', 'failed', 'expired', 'cancelled', 'refunded']))
  const { transactionId, invoiceNumber } = payments.find((row) => row.status === 'paid')!
  expect((await all('payment/history', `?search=${transactionId.toLowerCase()}`)).map((row) => row.transactionId)).toEqual([transactionId])
  expect((await all('payment/history', `?search=${invoiceNumber}`)).map((row) => row.transactionId)).toEqual([transactionId])
  const starters = await all('payment/history', `?search=${encodeURIComponent('باقة البداية')}`)
  expect(new Set(starters.map((row) => row.amount))).toEqual(new Set(['57.50']))
  const failed = await all('payment/history', '?status=failed')
  expect(failed.map((row) => row.encodedPaymentSlno)).toEqual(
    payments.filter((row) => row.status === 'failed').map((row) => row.encodedPaymentSlno),
  )
  expect((await noura.get(`${base}/payment/history/1/10?status=lost`)).status).toBe(422)
})

test('what can be done with a payment follows its state', async () => {
  const paidOrders = new Set((await all('payment/history')).filter((row) => row.invoiceNumber !== null).map((row) => row.orderDetailsSlno))
  const { order_id: givenUp } = await server.db
    .selectFrom('dsc')
    .select('order_id')
    .where('state', '=', 'cancelled')
    .executeTakeFirstOrThrow()
  for (const row of await all('payment/history')) {
    const isRecent = Date.parse(row.paymentDate) > Date.now() - 30 * 86_400_000
    expect(row).toMatchObject({
      initiatePayment: !paidOrders.has(row.orderDetailsSlno) && isRecent && row.orderDetailsSlno !== givenUp,
      recheckPayment: row.status === 'initiated',
    })
  }
  const labels = async (language: 'ar' | 'en') => {
    const browser = await server.signIn(cast.noura, { language })
    return (await browser.get(`${base}/payment/history/1/100?status=paid`)).body.dataList[0].statusLabel
  }
  expect([await labels('ar'), await labels('en')]).toEqual(['مدفوعة', 'Paid'])
})

test('the books of the demonstration balance, and its invoices are one chain', async () => {
  expect(await unbalancedPlans(server.db)).toEqual([])
  const invoices = await server.db.selectFrom('invoice').selectAll().orderBy('counter').execute()
  expect(invoices.map(({ counter }) => counter)).toEqual(invoices.map((_, i) => i + 1))
  let previousHash = firstPreviousHash
  for (const { number, kind, counter, uuid, issued_at: issuedAt, facts, hash, previous_hash } of invoices) {
    expect(previous_hash).toBe(previousHash)
    expect(hash).toBe(invoiceHash({ number, kind, counter, uuid, previousHash, issuedAt, facts }))
    previousHash = hash
  }
  const dates = invoices.map(({ issued_at }) => issued_at.getTime())
  expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  const { paid } = await server.db
    .selectFrom('payment')
    .where('status', 'in', ['paid', 'refunded'])
    .select((e) => e.fn.countAll<number>().as('paid'))
    .executeTakeFirstOrThrow()
  expect(invoices.filter(({ kind }) => kind === 'invoice')).toHaveLength(paid)
})

test('invoices and credit notes of the past can be downloaded', async () => {
  const [refunded] = await all('payment/history', '?status=refunded')
  for (const kind of ['invoice', 'creditNote']) {
    const answer = await noura.get(`${base}/payment/${kind}/${refunded!.encodedPaymentSlno}`)
    expect([answer.status, answer.headers.get('content-type'), answer.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  }
  const [paid] = await all('payment/history', '?status=paid')
  expect((await noura.get(`${base}/payment/creditNote/${paid!.encodedPaymentSlno}`)).status).toBe(404)
})

test('what is left of a plan is written off when its time is over', async () => {
  const before = await server.db.selectFrom('plan').select('id').where('available', '>', 0).where('unit', '=', 'transaction').execute()
  expect(before.length).toBeGreaterThan(12)
  server.clock.advance(400 * 86_400)
  await lapsePlans(server.app)
  await lapsePlans(server.app)
  server.clock.advance(-400 * 86_400)
  expect(await server.db.selectFrom('plan').select('id').where('available', '>', 0).where('unit', '=', 'transaction').execute()).toEqual([])
  const { entries } = await server.db
    .selectFrom('ledger_entry')
    .where('kind', '=', 'expire')
    .where(
      'plan_id',
      'in',
      before.map(({ id }) => id),
    )
    .select((e) => e.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  expect(entries).toBe(before.length)
  expect(await unbalancedPlans(server.db)).toEqual([])
  expect((await page('plans/purchased', 1)).totalCount).toBe(0)
})
