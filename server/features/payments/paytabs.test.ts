/** Buying with PayTabs in Moyasar's place: the real adapter, and the simulator over a socket. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { payer, type Page } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { sweepPayments } from './sweep.ts'

let server: TestServer
let shop: ReturnType<typeof payer>
let faisal: Browser
// The sweep runs when a test says so.
beforeAll(async () => {
  server = await testServer({ env: { PAYMENT: 'paytabs' }, sweepScale: 1_000 })
  shop = payer(server)
  faisal = await server.signIn(cast.faisal)
})
afterAll(() => server.close())

const base = '/api/v1/esign/my/subscription'
const { profileId, serverKey } = simulatorCredentials.paytabs
const recheck = async ({ encodedPaymentSlno }: Page) => (await faisal.post(`${base}/payment/recheck`, { encodedPaymentSlno })).body
const statusOf = async (page: Page) => (await shop.paymentOf(page)).status
const becomes = (page: Page, status: string) => shop.until(async () => (await statusOf(page)) === status)

/** What the gateway's own API says, as somebody in its dashboard would see it. */
async function ask(path: string, body: object) {
  const headers = { authorization: serverKey, 'content-type': 'application/json' }
  const answer = await fetch(`${server.simulators.url}/paytabs${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ profile_id: profileId, ...body }),
  })
  return (await answer.json()) as { tran_ref: string; tran_type: string; cart_amount: string }[]
}
const refundsOf = async (page: Page) =>
  (await ask('/payment/query', { cart_id: (await shop.paymentOf(page)).reference })).filter(({ tran_type }) => tran_type === 'Refund')

/** Fills the gateway's page in. @returns where the browser is sent back to, and with what */
async function pay({ paymentUrl }: Page, fields: Record<string, string>) {
  const form = { name: 'FAISAL ALZAHRANI', expiry: '12/39', cvc: '123', ...fields }
  const page = await (await fetch(paymentUrl, { method: 'POST', body: new URLSearchParams(form) })).text()
  const action = /<form class="card" method="post" action="([^"]*)"/.exec(page)![1]!
  const sent = Object.fromEntries([...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  return { action, sent }
}
const approved = { number: '4111 1111 1111 1111' }

test('a plan is bought, paid on the gateway’s page, credited once and invoiced', async () => {
  const page = await shop.buy(faisal)
  expect(page.paymentUrl).toContain('/paytabs/payment/page/TST')
  expect((await recheck(page)).status).toBe('initiated')
  const { action, sent } = await pay(page, approved)
  expect(action).toBe(`${server.url}/app/my/paymentStatus?payment=${page.encodedPaymentSlno}`)
  expect(sent).toMatchObject({ respStatus: 'A', cartId: (await shop.paymentOf(page)).reference })
  await becomes(page, 'paid')
  expect(await shop.creditsOf(page)).toMatchObject([{ credited: 10, available: 10 }])
  expect(await recheck(page)).toMatchObject({ status: 'paid', amount: '57.50', invoiceNumber: expect.stringMatching(/^INV-/) })
})

test.each([
  [{ number: '4000000000000002' }, 'failed', 'declined'],
  [{ number: '4000000000000051' }, 'failed', 'insufficientFunds'],
  [{ number: '4000000000000077' }, 'failed', 'expiredCard'],
  [{ answer: 'cancel' }, 'cancelled', null],
])('%j is %s (%s), and another attempt still pays', async (fields, status, failure) => {
  const page = await shop.buy(faisal)
  await pay(page, fields)
  await becomes(page, status)
  expect(await recheck(page)).toMatchObject({ status, failure, initiatePayment: true })
  expect(await shop.creditsOf(page)).toEqual([])
  const { body: again } = await faisal.post(`${base}/payment/initiate`, { encodedPaymentSlno: page.encodedPaymentSlno })
  await pay(again, approved)
  await becomes(again, 'paid')
  expect(await shop.creditsOf(again)).toHaveLength(1)
})

test('who pays twice gets the second payment back, once, however often it is looked at', async () => {
  const first = await shop.buy(faisal)
  const { body: second } = await faisal.post(`${base}/payment/initiate`, { encodedPaymentSlno: first.encodedPaymentSlno })
  await pay(second, approved)
  await becomes(second, 'paid')
  await pay(first, approved)
  await becomes(first, 'refunded')
  expect(await refundsOf(first)).toMatchObject([{ cart_amount: '57.50' }])
  const { id } = await shop.paymentOf(first)
  await server.owner.updateTable('payment').set({ next_check_at: server.clock.now() }).where('id', '=', id).execute()
  await sweepPayments(server.app)
  for (let i = 0; i < 3; i++) await recheck(first)
  expect(await refundsOf(first)).toHaveLength(1)
  expect(await shop.creditsOf(second)).toHaveLength(1)
})

test('what is refunded at the gateway ends the plan, by a notification about the refund alone', async () => {
  const page = await shop.buy(faisal)
  await pay(page, approved)
  await becomes(page, 'paid')
  const { gateway_id, reference } = await shop.paymentOf(page)
  const refund = { tran_type: 'refund', tran_class: 'ecom', tran_ref: gateway_id, cart_id: reference, cart_description: 'By hand' }
  await ask('/payment/request', { ...refund, cart_currency: 'SAR', cart_amount: 57.5 })
  await becomes(page, 'refunded')
  expect(await shop.creditsOf(page)).toMatchObject([{ available: 0 }])
  const { id } = await shop.paymentOf(page)
  const documents = await server.db.selectFrom('invoice').select('kind').where('payment_id', '=', id).orderBy('id').execute()
  expect(documents).toEqual([{ kind: 'invoice' }, { kind: 'creditNote' }])
})

test('a part that is refunded by hand leaves the plan as it is', async () => {
  const page = await shop.buy(faisal)
  await pay(page, approved)
  await becomes(page, 'paid')
  const { gateway_id, reference } = await shop.paymentOf(page)
  const refund = { tran_type: 'refund', tran_class: 'ecom', tran_ref: gateway_id, cart_id: reference, cart_description: 'By hand' }
  await ask('/payment/request', { ...refund, cart_currency: 'SAR', cart_amount: 10 })
  expect((await recheck(page)).status).toBe('paid')
  expect(await shop.creditsOf(page)).toMatchObject([{ available: 10 }])
})

test('a notification with another key, or of something else than was signed, is refused', async () => {
  const body = JSON.stringify({ tran_ref: 'TST1', cart_id: 'x', cart_amount: '1.00', cart_currency: 'SAR', tran_type: 'Sale' })
  for (const signature of ['', 'f'.repeat(64)]) {
    const headers = { 'content-type': 'application/json', signature }
    expect((await server.browser().send('POST', '/api/v1/payments/paytabs/webhook', { body, headers })).status).toBe(403)
  }
})

test('the address of a gateway that this deployment does not work with is none', async () => {
  const answer = await server.browser().post('/api/v1/payments/moyasar/webhook', {})
  expect([answer.status, answer.body.detail]).toEqual([404, 'NOT_FOUND'])
})
