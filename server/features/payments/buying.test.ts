import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { cards, payer } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { sweepPayments } from './sweep.ts'

let server: TestServer
let shop: ReturnType<typeof payer>
let noura: Browser
// The sweep runs when a test says so.
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000 })
  shop = payer(server)
  noura = await server.signIn(cast.faisal)
})
afterAll(() => server.close())

const base = '/api/v1/esign/my/subscription'
type Slno = { encodedPaymentSlno: string }
const recheck = ({ encodedPaymentSlno }: Slno, browser = noura) => browser.post(`${base}/payment/recheck`, { encodedPaymentSlno })
const cancel = ({ encodedPaymentSlno }: Slno, browser = noura) => browser.post(`${base}/payment/cancel`, { encodedPaymentSlno })
const initiate = ({ encodedPaymentSlno }: Slno, browser = noura) => browser.post(`${base}/payment/initiate`, { encodedPaymentSlno })
const statusOf = async (page: Slno) => (await shop.paymentOf(page)).status
const actionsOn = async (subject: string) =>
  (await server.db.selectFrom('audit_event').select('action').where('subject', '=', subject).orderBy('id').execute()).map(
    ({ action }) => action,
  )
const eventsOf = async (page: Slno) =>
  (
    await server.db
      .selectFrom('payment_event')
      .select(['from_status', 'to_status'])
      .where('payment_id', '=', (await shop.paymentOf(page)).id)
      .orderBy('id')
      .execute()
  ).map(({ from_status, to_status }) => `${from_status}→${to_status}`)

test('a plan is bought, paid on the gateway’s page, credited once, invoiced and told', async () => {
  const page = await shop.buy(noura)
  expect(await statusOf(page)).toBe('initiated')
  expect(await shop.creditsOf(page)).toEqual([])
  const back = await shop.pay(page.paymentUrl)
  expect(back.href).toContain(`${server.url}/app/my/paymentStatus?payment=${page.encodedPaymentSlno}`)
  await shop.until(async () => (await statusOf(page)) === 'paid')
  expect(await shop.creditsOf(page)).toMatchObject([{ credited: 10, available: 10 }])
  const outcome = (await recheck(page)).body
  expect(outcome).toMatchObject({
    status: 'paid',
    amount: '57.50',
    invoiceNumber: expect.stringMatching(/^INV-\d{8}$/),
    initiatePayment: false,
    recheckPayment: false,
  })

  const pdf = await noura.get(`${base}/payment/invoice/${page.encodedPaymentSlno}`)
  expect([pdf.status, pdf.headers.get('content-type'), pdf.text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  expect(pdf.headers.get('content-disposition')).toContain(`${outcome.invoiceNumber}.pdf`)
  expect(await actionsOn(page.encodedOrderSlno)).toEqual(['plan.ordered'])
  expect(await actionsOn(page.encodedPaymentSlno)).toEqual(['payment.initiated', 'payment.paid'])
  expect(await eventsOf(page)).toEqual(['null→initiated', 'initiated→paid'])
  const mails = await server.db
    .selectFrom('message')
    .select(['recipient', 'body'])
    .where('body', 'like', `%${outcome.transactionId}%`)
    .execute()
  expect(mails).toEqual([{ recipient: 'faisal.alzahrani@example.sa', body: expect.stringContaining(outcome.invoiceNumber) }])
})

test.each([
  [cards.failed, 'UNSPECIFIED FAILURE', 'unknown'],
  [cards.insufficient, 'INSUFFICIENT FUNDS', 'insufficientFunds'],
  [cards.declined, 'DECLINED', 'declined'],
  [cards.expired, 'EXPIRED CARD', 'expiredCard'],
])('card %s fails, and a second card on the same page still pays', async (number, told, failure) => {
  const page = await shop.buy(noura)
  const back = await shop.pay(page.paymentUrl, number)
  expect(back.searchParams.get('status')).toBe('failed')
  await shop.until(async () => (await statusOf(page)) === 'failed')
  expect(await shop.paymentOf(page)).toMatchObject({ failure, failure_told: told })
  expect((await recheck(page)).body).toMatchObject({ status: 'failed', failure, initiatePayment: true, recheckPayment: false })
  expect(await shop.creditsOf(page)).toEqual([])
  await shop.pay(page.paymentUrl)
  await shop.until(async () => (await statusOf(page)) === 'paid')
  expect(await shop.creditsOf(page)).toHaveLength(1)
  expect(await shop.paymentOf(page)).toMatchObject({ failure: null })
  expect(await actionsOn(page.encodedPaymentSlno)).toEqual(['payment.initiated', 'payment.failed', 'payment.paid'])
})

test('who declines at the bank has not paid, and the next attempt has a reference of its own', async () => {
  const page = await shop.buy(noura)
  await shop.pay(page.paymentUrl, cards.paid, 'deny')
  expect((await recheck(page)).body.status).toBe('failed')
  const next = (await initiate(page)).body
  expect(next.encodedOrderSlno).toBe(page.encodedOrderSlno)
  expect((await shop.paymentOf(next)).reference).not.toBe((await shop.paymentOf(page)).reference)
  await shop.pay(next.paymentUrl)
  await shop.until(async () => (await statusOf(next)) === 'paid')
  expect([await initiate(next), await initiate(page)].map(({ status, body }) => [status, body.detail])).toEqual([
    [409, 'WRONG_STATE'],
    [409, 'WRONG_STATE'],
  ])
})

describe('money is never lost', () => {
  test('a page that was given up and is paid after all counts', async () => {
    const page = await shop.buy(noura)
    expect((await cancel(page)).body).toMatchObject({ status: 'cancelled', initiatePayment: true })
    expect((await cancel(page)).body.detail).toBe('WRONG_STATE')
    expect(await actionsOn(page.encodedPaymentSlno)).toEqual(['payment.initiated', 'payment.cancelled'])
    await shop.pay(page.paymentUrl)
    await shop.until(async () => (await statusOf(page)) === 'paid')
    expect(await shop.creditsOf(page)).toHaveLength(1)
  })

  test('paying in one window and cancelling in the other is paying', async () => {
    const callback = server.simulators.callbacks.moyasar
    server.simulators.callbacks.moyasar = undefined
    const page = await shop.buy(noura)
    await shop.pay(page.paymentUrl)
    expect((await cancel(page)).body.status).toBe('paid')
    server.simulators.callbacks.moyasar = callback
  })

  test('two attempts that are both paid are one credit and one refund', async () => {
    const first = await shop.buy(noura)
    const second = (await initiate(first)).body
    expect(await statusOf(first)).toBe('cancelled')
    await Promise.all([shop.pay(first.paymentUrl), shop.pay(second.paymentUrl)])
    await shop.until(async () => [await statusOf(first), await statusOf(second)].toSorted().join() === 'paid,refunded')
    expect(await shop.creditsOf(first)).toHaveLength(1)
    const refunded = (await statusOf(first)) === 'refunded' ? first : second
    expect((await eventsOf(refunded)).at(-1)).toMatch(/→refunded$/)
    expect((await actionsOn(refunded.encodedPaymentSlno)).filter((action) => action === 'payment.refunded')).toHaveLength(1)
    const held = await server.app.payments.fetchInvoice((await shop.paymentOf(refunded)).gateway_id!)
    expect(held).toMatchObject({ status: 'refunded', payments: [{ refundedHalalas: 5_750 }] })
    // What was never credited was never invoiced.
    expect((await recheck(refunded)).body.invoiceNumber).toBe(null)
  })

  test('twelve orders, each paid twice at the same moment, are twelve credits and no error of ours', async () => {
    const orders = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const first = await shop.buy(noura)
        return [first, (await initiate(first)).body as typeof first] as const
      }),
    )
    await Promise.all(orders.flat().map((page) => shop.pay(page.paymentUrl)))
    for (const [first, second] of orders) {
      await shop.until(async () => [await statusOf(first), await statusOf(second)].toSorted().join() === 'paid,refunded')
      expect(await shop.creditsOf(first)).toHaveLength(1)
    }
    expect(server.lines.filter((line) => line.includes('"UNEXPECTED"'))).toEqual([])
  })

  test('a refund at the gateway’s own desk ends the plan and writes a credit note', async () => {
    const page = await shop.buy(noura)
    await shop.pay(page.paymentUrl)
    await shop.until(async () => (await statusOf(page)) === 'paid')
    const { gateway_id, gateway_payment_id, amount_halalas, reference } = await shop.paymentOf(page)
    await server.app.payments.refund({
      gatewayId: gateway_id!,
      paymentId: gateway_payment_id!,
      amountHalalas: amount_halalas,
      ourReference: reference,
    })
    await shop.until(async () => (await statusOf(page)) === 'refunded')
    expect(await shop.creditsOf(page)).toMatchObject([{ credited: 10, available: 0 }])
    expect((await noura.get(`${base}/payment/creditNote/${page.encodedPaymentSlno}`)).status).toBe(200)
    expect((await initiate(page)).body.detail).toBe('WRONG_STATE')
    const kinds = await server.db
      .selectFrom('invoice')
      .select('kind')
      .where('payment_id', '=', (await shop.paymentOf(page)).id)
      .orderBy('id')
      .execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['invoice', 'creditNote'])
  })
})

/** Later, and back again: the identity app's clock does not move with ours. */
async function after(seconds: number, act: () => Promise<void>) {
  server.clock.advance(seconds)
  await act().finally(() => server.clock.advance(-seconds))
}

test('what nobody pays expires, and what is paid after that still counts', async () => {
  const [left, late] = [await shop.buy(noura), await shop.buy(noura)]
  await after(31 * 60, async () => {
    await sweepPayments(server.app)
    expect([await statusOf(left), await statusOf(late)]).toEqual(['expired', 'expired'])
    await shop.pay(late.paymentUrl)
    await shop.until(async () => (await statusOf(late)) === 'paid')
  })
  expect(await shop.creditsOf(late)).toHaveLength(1)
  expect(await actionsOn(left.encodedPaymentSlno)).toEqual(['payment.initiated', 'payment.expired'])
  expect((await recheck(left)).body).toMatchObject({ status: 'expired', initiatePayment: true })
})

test('an order keeps its price for thirty days', async () => {
  const page = await shop.buy(noura)
  const { order_id } = await shop.paymentOf(page)
  const monthAgo = new Date(server.clock.now().getTime() - 30 * 86_400_000 - 1000)
  await server.owner.updateTable('sales_order').set({ created_at: monthAgo }).where('id', '=', order_id).execute()
  expect((await initiate(page)).body.detail).toBe('EXPIRED')
  expect((await recheck(page)).body.initiatePayment).toBe(false)
})

test('a payment is watched until nothing can come any more', async () => {
  const page = await shop.buy(noura)
  for (const minutes of [1, 31, 36, 95, 26 * 60]) await after(minutes * 60, () => sweepPayments(server.app))
  expect(await shop.paymentOf(page)).toMatchObject({ status: 'expired', next_check_at: null, check_count: 5 })
})

test.each([{ price: '0.01' }, { amount: 1 }, { tax: '0.00' }, { totalPrice: 0 }, { quantity: -1 }, { currency: 'IDR' }, { vat: '0' }])(
  'a price from outside is refused: %o',
  async (extra) => {
    const plans = await noura.get('/api/v1/common/esign/plans')
    const { productPricingDetailsSlno } = plans.body.planDetailsDTOList[0]
    const answer = await noura.post(`${base}/buy`, { productPricingDetailsSlno, acceptTerms: true, ...extra })
    expect([answer.status, answer.body.detail, answer.body.errors[0].field]).toEqual([422, 'INVALID', Object.keys(extra)[0]])
  },
)

test.each(['-1', '0', '1.5', '1e309', '1e3000', '"2"', 'null', '[2]', '{}', '9007199254740993'])(
  'a plan’s number that is %s is refused',
  async (number) => {
    const answer = await noura.send('POST', `${base}/buy`, {
      body: `{"productPricingDetailsSlno":${number},"acceptTerms":true}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([400, 422]).toContain(answer.status)
  },
)

test('welcome packs, withdrawn and unknown plans are not for sale, and the terms must be accepted', async () => {
  const hidden = await server.db.selectFrom('product_pricing').select('id').where('sold_until', 'is not', null).execute()
  expect(hidden.length).toBeGreaterThan(0)
  for (const id of [...hidden.map((one) => one.id), 987_654]) {
    expect((await noura.post(`${base}/buy`, { productPricingDetailsSlno: id, acceptTerms: true })).status).toBe(404)
  }
  expect((await noura.post(`${base}/buy`, { productPricingDetailsSlno: 2, acceptTerms: false })).status).toBe(422)
})

test('somebody else’s payment answers like one that is not there', async () => {
  const page = await shop.buy(noura)
  const stranger = await server.signIn(cast.reem)
  const shown = ({ status, body }: Awaited<ReturnType<typeof recheck>>) => ({ status, ...body, reference: '' })
  const absent = { encodedPaymentSlno: 'A'.repeat(22) }
  for (const act of [recheck, cancel, initiate]) {
    expect(shown(await act(page, stranger))).toEqual(shown(await act(absent, stranger)))
    expect((await act(page, stranger)).status).toBe(404)
  }
  const pdf = (slno: string) => stranger.get(`${base}/payment/invoice/${slno}`)
  expect(shown(await pdf(page.encodedPaymentSlno))).toEqual(shown(await pdf(absent.encodedPaymentSlno)))
  expect(await statusOf(page)).toBe('initiated')
  expect((await stranger.get(`${base}/payment/history/1/10`)).body.totalCount).toBe(0)
})

test('buying needs a fresh confirmation, and the same key buys once', async () => {
  const browser = await server.signIn(cast.sarah)
  const body = { productPricingDetailsSlno: 2, acceptTerms: true }
  const headers = { 'idempotency-key': 'buy-once-please' }
  const [one, other] = [await browser.post(`${base}/buy`, body, headers), await browser.post(`${base}/buy`, body, headers)]
  expect(other.text).toBe(one.text)
  expect((await browser.get(`${base}/payment/history/1/10`)).body.totalCount).toBe(1)
  await after(6 * 60, async () => expect((await browser.post(`${base}/buy`, body)).body.detail).toBe('STEP_UP'))
})

test('invoice numbers have no gap when many pay at once, and the books balance', async () => {
  const pages = await Promise.all(Array.from({ length: 15 }, () => shop.buy(noura)))
  await Promise.all(pages.map((page) => shop.pay(page.paymentUrl)))
  await shop.until(async () => (await Promise.all(pages.map(statusOf))).every((status) => status === 'paid'))
  const counters = await server.db.selectFrom('invoice').select(['counter', 'hash', 'previous_hash']).orderBy('counter').execute()
  expect(counters.map(({ counter }) => counter)).toEqual(counters.map((_, i) => i + 1))
  expect(counters.slice(1).map((one) => one.previous_hash)).toEqual(counters.slice(0, -1).map((one) => one.hash))
  expect(await unbalancedPlans(server.db)).toEqual([])
})
