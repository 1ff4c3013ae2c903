import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { payer, type Page } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: ReturnType<typeof payer>
let faisal: Browser
let victim: Page
let victimsInvoice: string
// Notifications are sent by the tests alone; the sweep runs, since a forged word must not mislead it either.
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.1, simulators: { callbacks: {} } })
  server.simulators.callbacks.nafath = `${server.url}/api/v1/auth/nafath/callback`
  shop = payer(server)
  faisal = await server.signIn(cast.faisal)
  victim = await shop.buy(faisal, 'Professional')
  victimsInvoice = (await shop.paymentOf(victim)).gateway_id!
})
afterAll(() => server.close())

const { webhookSecret, secretKey } = simulatorCredentials.moyasar
const send = (body: string | Uint8Array, headers: Record<string, string> = {}, query = '') =>
  server
    .browser()
    .send('POST', `/api/v1/payments/moyasar/webhook${query}`, { body, headers: { 'content-type': 'application/json', ...headers } })

let events = 0
const event = (invoiceId: string, changed: object = {}) => ({
  id: `event-${++events}`,
  type: 'payment_paid',
  created_at: '2026-11-21T09:00:00Z',
  secret_token: webhookSecret,
  account_name: null,
  live: false,
  data: { id: 'p-1', status: 'paid', amount: 92_000, currency: 'SAR', invoice_id: invoiceId },
  ...changed,
})
const notify = (invoiceId: string, changed: object = {}) => send(JSON.stringify(event(invoiceId, changed)))
/** How many orders of this person were credited. */
const anyCredit = async () => (await faisal.get('/api/v1/esign/my/subscription/plans/purchased/1/100')).body.totalCount as number
const statusOf = async (page: Page) => (await shop.paymentOf(page)).status

/** An invoice that somebody opened at the gateway beside us, and paid. */
async function foreignInvoice(fields: { amount?: number; currency?: string; reference?: string | null }): Promise<string> {
  const { amount = 92_000, currency = 'SAR', reference = null } = fields
  const response = await fetch(`${server.simulators.url}/moyasar/v1/invoices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` },
    body: JSON.stringify({
      amount,
      currency,
      description: 'x',
      ...(reference !== null && { metadata: { reference } }),
      success_url: 'http://shop.example',
      back_url: 'http://shop.example',
    }),
  })
  const { id, url } = (await response.json()) as { id: string; url: string }
  await shop.pay(url)
  return id
}

/** Without the secret. */
const unproven: Record<string, () => Promise<{ status: number }>> = {
  'no secret': () => notify(victimsInvoice, { secret_token: undefined }),
  'an empty secret': () => notify(victimsInvoice, { secret_token: '' }),
  'another secret': () => notify(victimsInvoice, { secret_token: 'simulator-moyasar-webhook-secreT' }),
  'the beginning of the secret': () => notify(victimsInvoice, { secret_token: webhookSecret.slice(0, -1) }),
  'the secret and more': () => notify(victimsInvoice, { secret_token: `${webhookSecret}x` }),
  'the API key as the secret': () => notify(victimsInvoice, { secret_token: secretKey }),
  'the secret in a list': () => notify(victimsInvoice, { secret_token: [webhookSecret] }),
  'true as the secret': () => notify(victimsInvoice, { secret_token: true }),
  'null as the secret': () => notify(victimsInvoice, { secret_token: null }),
  'the secret beside its place': () => notify(victimsInvoice, { secret_token: undefined, token: webhookSecret }),
  'the secret in a header': () =>
    send(JSON.stringify(event(victimsInvoice, { secret_token: undefined })), { 'secret-token': webhookSecret, signature: webhookSecret }),
  'the secret in the address': () =>
    send(JSON.stringify(event(victimsInvoice, { secret_token: undefined })), {}, `?secret_token=${webhookSecret}`),
  'a session in place of the secret': () =>
    faisal.post('/api/v1/payments/moyasar/webhook', event(victimsInvoice, { secret_token: undefined })),
  'no event id': () => notify(victimsInvoice, { id: undefined }),
  'no invoice': () => notify(victimsInvoice, { data: { status: 'paid', amount: 92_000 } }),
  'a list of invoices': () => notify(victimsInvoice, { data: { invoice_id: [victimsInvoice] } }),
  'a list of events': () => send(JSON.stringify([event(victimsInvoice)])),
  nothing: () => send(''),
  'text that is no JSON': () => send('{'),
  'a form': () =>
    send(`secret_token=${webhookSecret}&data[invoice_id]=${victimsInvoice}`, { 'content-type': 'application/x-www-form-urlencoded' }),
  'bytes that are no UTF-8': () =>
    send(Buffer.concat([Buffer.from(JSON.stringify(event(victimsInvoice))).subarray(0, -1), Buffer.from([0xff, 0x7d])])),
  'NUL in the event id': () => notify(victimsInvoice, { id: 'a\0b' }),
  'NUL in the invoice': () => notify(`${victimsInvoice.slice(0, -1)}\0`),
  'NUL where nobody looks': () => notify(victimsInvoice, { account_name: '\0' }),
  'half a surrogate pair in the event id': () => notify(victimsInvoice, { id: '\ud800' }),
  'two event ids': () => send(JSON.stringify(event(victimsInvoice)).replace('{', '{"id":"another",')),
  'seventy kilobytes': () => notify(victimsInvoice, { filler: 'x'.repeat(70_000) }),
}

test.each(Object.entries(unproven))('a notification with %s is refused and moves nothing', async (_, attack) => {
  const { status } = await attack()
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(await anyCredit()).toBe(0)
  expect(await statusOf(victim)).toBe('initiated')
})

/** With the secret, as somebody who stole it would: the gateway is asked, and it knows better. */
const untrue: Record<string, () => Promise<unknown>> = {
  'paid, before anybody paid': () => notify(victimsInvoice),
  'captured, before anybody paid': () => notify(victimsInvoice, { type: 'payment_captured' }),
  'paid, with our reference in it': async () =>
    notify(victimsInvoice, {
      data: {
        invoice_id: victimsInvoice,
        status: 'paid',
        amount: 92_000,
        metadata: { reference: (await shop.paymentOf(victim)).reference },
      },
    }),
  refunded: () => notify(victimsInvoice, { type: 'payment_refunded' }),
  voided: () => notify(victimsInvoice, { type: 'payment_voided' }),
  failed: () => notify(victimsInvoice, { type: 'payment_failed' }),
  'a type that does not exist': () => notify(victimsInvoice, { type: '__proto__' }),
  'an invoice that does not exist': () => notify('00000000-0000-4000-8000-000000000000'),
  'an invoice that is a path': () => notify(`../invoices/${victimsInvoice}`),
  'an invoice that somebody else opened and paid': async () => notify(await foreignInvoice({})),
  'one riyal paid under our reference': async () =>
    notify(await foreignInvoice({ amount: 100, reference: (await shop.paymentOf(victim)).reference })),
}

test.each(Object.entries(untrue))('a notification of %s is taken and moves nothing', async (_, attack) => {
  expect(await attack()).toMatchObject({ status: 200, body: { received: true } })
  expect(await anyCredit()).toBe(0)
  expect(await statusOf(victim)).toBe('initiated')
})

/** What the gateway holds under the number that we hold is not what we asked for. */
describe.each([
  { name: 'one riyal for 920', fields: { amount: 100 }, own: true },
  { name: 'a riyal too much', fields: { amount: 92_100 }, own: true },
  { name: 'another currency', fields: { currency: 'USD' }, own: true },
  { name: 'a currency in small letters worth less', fields: { currency: 'IDR' }, own: true },
  { name: 'another order’s reference', fields: { reference: 'P-0000000000000000' }, own: false },
  { name: 'no reference', fields: { reference: null }, own: false },
])('an invoice with $name', ({ fields, own }) => {
  test('is not credited, closes the payment, and is loud', async () => {
    const page = await shop.buy(faisal, 'Professional')
    const { id, reference } = await shop.paymentOf(page)
    const invoice = await foreignInvoice({ ...(own && { reference }), ...fields })
    await server.owner.updateTable('payment').set({ gateway_id: invoice }).where('id', '=', id).execute()
    expect((await notify(invoice)).status).toBe(200)
    const { status, failure } = await shop.paymentOf(page)
    expect({ status, failure }).toEqual({ status: 'failed', failure: expect.stringMatching(/^other(Amount|Currency|Reference)$/) })
    expect(await anyCredit()).toBe(0)
    const audited = await server.db
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('subject', '=', page.encodedPaymentSlno)
      .orderBy('id')
      .execute()
    expect(audited).toEqual([
      { action: 'payment.initiated', outcome: 'done' },
      { action: 'payment.failed', outcome: 'refused' },
    ])
    expect(server.lines.some((line) => line.includes(reference) && line.includes('"level":50'))).toBe(true)
    // Told again, it stays as it is.
    await notify(invoice)
    expect(await statusOf(page)).toBe('failed')
  })
})

test('what the browser brings back proves nothing', async () => {
  const page = await shop.buy(faisal)
  await server.browser().get(`/app/my/paymentStatus?payment=${page.encodedPaymentSlno}&status=paid&id=p-1&message=APPROVED`)
  expect(
    (await faisal.post('/api/v1/esign/my/subscription/payment/recheck', { encodedPaymentSlno: page.encodedPaymentSlno })).body.status,
  ).toBe('initiated')
  expect(await anyCredit()).toBe(0)
})

test('one true notification a hundred times at once is one credit, and the victim of all this can still pay', async () => {
  await shop.pay(victim.paymentUrl)
  const body = JSON.stringify(event(victimsInvoice))
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(body)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await shop.until(async () => (await statusOf(victim)) === 'paid')
  expect(await shop.creditsOf(victim)).toMatchObject([{ credited: 250 }])
  expect(await anyCredit()).toBe(1)
})

test('notifications with different ids, late and out of order, are one credit', async () => {
  const page = await shop.buy(faisal)
  const invoice = (await shop.paymentOf(page)).gateway_id!
  const before = await anyCredit()
  await shop.pay(page.paymentUrl)
  const types = [
    'payment_refunded',
    'payment_failed',
    'payment_paid',
    'payment_captured',
    'payment_abandoned',
    'payment_voided',
    'payment_authorized',
    'payment_faild',
  ]
  const answers = await Promise.all([...types, ...types].map((type) => notify(invoice, { type })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await statusOf(page)).toBe('paid')
  await notify(invoice, { type: 'payment_failed' })
  expect(await statusOf(page)).toBe('paid')
  expect(await anyCredit()).toBe(before + 1)
  const { id } = await shop.paymentOf(page)
  expect(await server.db.selectFrom('payment_event').select('to_status').where('payment_id', '=', id).orderBy('id').execute()).toEqual([
    { to_status: 'initiated' },
    { to_status: 'paid' },
  ])
  expect(await server.db.selectFrom('invoice').select('kind').where('payment_id', '=', id).execute()).toEqual([{ kind: 'invoice' }])
})

test('the event of one order, sent again for another, moves neither', async () => {
  const [paid, unpaid] = [await shop.buy(faisal), await shop.buy(faisal)]
  await shop.pay(paid.paymentUrl)
  const { gateway_id: first } = await shop.paymentOf(paid)
  const { gateway_id: second } = await shop.paymentOf(unpaid)
  const told = event(first!)
  await send(JSON.stringify(told))
  expect(await statusOf(paid)).toBe('paid')
  await send(JSON.stringify({ ...told, data: { ...told.data, invoice_id: second } }))
  expect([await statusOf(unpaid), (await shop.creditsOf(unpaid)).length, (await shop.creditsOf(paid)).length]).toEqual(['initiated', 0, 1])
})

test('a notification that got lost is healed by the sweep within two minutes', async () => {
  const page = await shop.buy(faisal)
  await shop.pay(page.paymentUrl)
  expect(await statusOf(page)).toBe('initiated')
  const { check_count } = await shop.paymentOf(page)
  expect(check_count).toBe(0)
  server.clock.advance(20)
  await shop.until(async () => (await statusOf(page)) === 'paid')
  expect(await shop.creditsOf(page)).toHaveLength(1)
})
