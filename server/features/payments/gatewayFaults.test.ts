import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { payer } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { sweepPayments } from './sweep.ts'

let server: TestServer
let shop: ReturnType<typeof payer>
let faisal: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000, simulators: { moyasar: { webhookPausesMs: [50, 100, 200, 400, 800] } } })
  shop = payer(server)
  faisal = await server.signIn(cast.faisal)
})
afterEach(() => shop.gateway({}))
afterAll(() => server.close())

const base = '/api/v1/esign/my/subscription'
const buy = () => faisal.post(`${base}/buy`, { productPricingDetailsSlno: 2, acceptTerms: true })
const latest = async () => (await faisal.get(`${base}/payment/history/1/10`)).body.dataList[0]

/** A hang lasts until our own patience ends, ten seconds. */
const faults = [
  { name: '500', fault: { status: 500 } },
  { name: '503', fault: { status: 503 } },
  { name: '429', fault: { status: 429 } },
  { name: '401', fault: { status: 401 } },
  { name: 'a page that is no JSON', fault: { how: 'garbage' as const } },
  { name: 'an answer cut in the middle', fault: { how: 'cut' as const } },
  { name: 'silence', fault: { how: 'hang' as const } },
]

describe.each(faults)('a gateway that answers $name', ({ fault }) => {
  test('is an outage to who buys; the order can be paid afterwards', async () => {
    await shop.gateway({ failNext: 1, ...fault })
    const refused = await buy()
    expect([refused.status, refused.body.detail]).toEqual([503, 'PROVIDER_DOWN'])
    const row = await latest()
    expect(row).toMatchObject({ status: 'initiated', initiatePayment: true, recheckPayment: true })
    await shop.gateway({})
    const { encodedPaymentSlno } = row
    expect((await faisal.post(`${base}/payment/recheck`, { encodedPaymentSlno })).body.status).toBe('initiated')
    const again = (await faisal.post(`${base}/payment/initiate`, { encodedPaymentSlno })).body
    await shop.pay(again.paymentUrl)
    await shop.until(async () => (await shop.paymentOf(again)).status === 'paid')
    expect(await shop.creditsOf(again)).toHaveLength(1)
    expect((await shop.paymentOf({ encodedPaymentSlno })).status).toBe('cancelled')
  })

  test('is an outage to who comes back from paying; the next look credits', async () => {
    const page = (await buy()).body
    const callback = server.simulators.callbacks.moyasar
    server.simulators.callbacks.moyasar = undefined
    await shop.pay(page.paymentUrl)
    server.simulators.callbacks.moyasar = callback
    await shop.gateway({ failNext: 1, ...fault })
    const { encodedPaymentSlno } = page
    const refused = await faisal.post(`${base}/payment/recheck`, { encodedPaymentSlno })
    expect([refused.status, refused.body.detail]).toEqual([503, 'PROVIDER_DOWN'])
    const row = await shop.paymentOf(page)
    expect(row.status).toBe('initiated')
    expect(row.next_check_at!.getTime() - server.clock.now().getTime()).toBeLessThan(120_000)
    expect((await faisal.post(`${base}/payment/recheck`, { encodedPaymentSlno })).body.status).toBe('paid')
    expect(await shop.creditsOf(page)).toHaveLength(1)
  })
})

test('a notification that could not be checked comes again and counts then', async () => {
  const page = (await buy()).body
  await shop.gateway({ failNext: 2, status: 502 })
  await shop.pay(page.paymentUrl)
  await shop.until(async () => (await shop.paymentOf(page)).status === 'paid')
  expect(await shop.creditsOf(page)).toHaveLength(1)
})

test('second money that cannot be sent back at once is sent back later', async () => {
  const first = (await buy()).body
  const second = (await faisal.post(`${base}/payment/initiate`, { encodedPaymentSlno: first.encodedPaymentSlno })).body
  await shop.pay(first.paymentUrl)
  await shop.until(async () => (await shop.paymentOf(first)).status === 'paid')
  const callback = server.simulators.callbacks.moyasar
  server.simulators.callbacks.moyasar = undefined
  await shop.pay(second.paymentUrl)
  server.simulators.callbacks.moyasar = callback
  // The look succeeds, the refund does not.
  const { id } = await shop.paymentOf(second)
  const refund = server.app.payments.refund.bind(server.app.payments)
  Object.assign(server.app.payments, {
    refund: async (...args: Parameters<typeof refund>) => {
      await shop.gateway({ failNext: 1, status: 500 })
      Object.assign(server.app.payments, { refund })
      return refund(...args)
    },
  })
  expect((await faisal.post(`${base}/payment/recheck`, { encodedPaymentSlno: second.encodedPaymentSlno })).status).toBe(503)
  expect(await shop.paymentOf(second)).toMatchObject({ status: 'initiated', next_check_at: expect.any(Date) })
  server.clock.advance(120)
  await sweepPayments(server.app)
  server.clock.advance(-120)
  const { status } = await server.owner.selectFrom('payment').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('refunded')
  expect(await shop.creditsOf(second)).toHaveLength(1)
})

test('a gateway that hangs holds up nobody else, and the round of rechecks ends early', async () => {
  for (let i = 0; i < 12; i++) await buy()
  await shop.gateway({ failNext: 1_000, how: 'hang' })
  server.clock.advance(120)
  const sweeping = sweepPayments(server.app)
  const times: number[] = []
  for (let i = 0; i < 100; i++) {
    const start = performance.now()
    expect((await faisal.get(`${base}/payment/history/1/10`)).status).toBe(200)
    times.push(performance.now() - start)
  }
  expect(times.toSorted((a, b) => a - b)[98]).toBeLessThan(500)
  const start = performance.now()
  await sweeping
  expect(performance.now() - start).toBeLessThan(12_000)
  server.clock.advance(-120)
})

test('while the gateway is down nothing is decided; once it is back every order ends', async () => {
  await shop.gateway({ failNext: 1_000, status: 500 })
  server.clock.advance(32 * 60)
  await sweepPayments(server.app)
  const open = () =>
    server.owner.selectFrom('payment').select(['id', 'next_check_at', 'gateway_id']).where('status', '=', 'initiated').execute()
  const waiting = await open()
  expect(waiting.some(({ gateway_id }) => gateway_id !== null)).toBe(true)
  expect(waiting.every(({ next_check_at }) => next_check_at !== null)).toBe(true)
  await shop.gateway({})
  server.clock.advance(180)
  await sweepPayments(server.app)
  await sweepPayments(server.app)
  expect(await open()).toEqual([])
  server.clock.advance(-35 * 60)
})

test('no request of all these ended in an error of ours', () => {
  const statuses = server.lines
    .map((line) => JSON.parse(line) as { msg: string; status?: number; code?: string })
    .filter(({ msg }) => msg === 'request' || msg === 'problem')
  expect(statuses.length).toBeGreaterThan(100)
  expect(statuses.filter(({ status, code }) => (status !== undefined && status >= 500 && status !== 503) || code === 'UNEXPECTED')).toEqual(
    [],
  )
})
