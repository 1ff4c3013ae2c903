import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import type { InvoiceRequest } from '../payment.ts'
import { moyasar } from './moyasar.ts'

let simulators: Awaited<ReturnType<typeof startSimulators>>
let portal: Server
let refuseNext = 0
const arrived: Buffer[] = []

beforeAll(async () => {
  portal = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      arrived.push(Buffer.concat(parts))
      response.writeHead(refuseNext-- > 0 ? 503 : 200).end()
    })
  })
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
  simulators = await startSimulators({
    port: 0,
    callbacks: { moyasar: `http://127.0.0.1:${(portal.address() as AddressInfo).port}/webhook` },
    moyasar: { webhookPausesMs: [5, 5, 5, 5, 5] },
  })
})
afterAll(async () => {
  await simulators.close()
  portal.closeAllConnections()
  portal.close()
})
beforeEach(() => {
  arrived.length = 0
  refuseNext = 0
})

const { secretKey, webhookSecret } = simulatorCredentials.moyasar
const gateway = (changed: Partial<Parameters<typeof moyasar>[0]> = {}) =>
  moyasar({ baseUrl: `${simulators.url}/moyasar/v1`, secretKey, webhookSecret, timeoutMs: 10_000, ...changed })

let orders = 0
const order = (changed: Partial<InvoiceRequest> = {}): InvoiceRequest => ({
  ourReference: `order-${++orders}`,
  amountHalalas: 230_000,
  currency: 'SAR',
  description: 'باقة 100 توقيع',
  language: 'ar',
  successUrl: 'http://shop.example/paid?order=7',
  backUrl: 'http://shop.example/back',
  callbackUrl: 'http://shop.example/notify',
  expiresAt: new Date(Date.now() + 900_000),
  ...changed,
})

const good = '4201320111111010'
const form = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

/** As the payer's browser would: the card form, then the bank's question, then the way back. */
async function pay(invoiceUrl: string, number: string, answer = 'confirm') {
  const question = await form(invoiceUrl, { number, name: 'NOURA ALQAHTANI', expiry: '12/39', cvc: '123' })
  expect(question.status).toBe(303)
  const done = await form(new URL(question.headers.get('location')!, invoiceUrl).href, { answer })
  expect(done.status).toBe(303)
  return new URL(done.headers.get('location')!)
}

async function events(count: number) {
  for (let tries = 0; tries < 200 && arrived.length < count; tries++) await new Promise((done) => setTimeout(done, 10))
  expect(arrived).toHaveLength(count)
  return arrived.map((body) => gateway().readWebhook({}, body))
}

const control = (faults: object) =>
  fetch(`${simulators.url}/moyasar/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
const api = (path: string, init: RequestInit = {}) =>
  fetch(`${simulators.url}/moyasar/v1${path}`, {
    ...init,
    headers: { authorization: `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}` },
  })

test('an order is opened, paid, notified and confirmed', async () => {
  const request = order()
  const { gatewayId, url } = await gateway().openInvoice(request)
  expect(new URL(url).searchParams.get('lang'), 'the page speaks the language of the person').toBe('ar')
  expect(await gateway().fetchInvoice(gatewayId)).toEqual({
    status: 'initiated',
    amountHalalas: 230_000,
    currency: 'SAR',
    ourReference: request.ourReference,
    payments: [],
  })
  const back = await pay(url, good)
  expect(back.origin + back.pathname).toBe('http://shop.example/paid')
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ order: '7', status: 'paid', message: 'APPROVED', invoice_id: gatewayId })
  expect(await events(1)).toEqual([{ eventId: expect.stringMatching(/^[0-9a-f-]{36}$/), type: 'paid', gatewayId }])
  const invoice = await gateway().fetchInvoice(gatewayId)
  expect(invoice).toMatchObject({
    status: 'paid',
    payments: [{ status: 'paid', amountHalalas: 230_000, refundedHalalas: 0, cardLast4: '1010' }],
  })
  expect(invoice!.payments[0]!.id).toBe(back.searchParams.get('id'))
})

test.each([
  ['4201320000013020', 'UNSPECIFIED FAILURE'],
  ['4201320000311101', 'INSUFFICIENT FUNDS'],
  ['4201321234411220', 'DECLINED'],
  ['4201322267774310', 'EXPIRED CARD'],
  ['5555555555554444', 'CARD NOT SUPPORTED IN TEST MODE'],
])('card %s fails with %s, and another card may still pay', async (number, message) => {
  const { gatewayId, url } = await gateway().openInvoice(order())
  const back = await pay(url, number)
  expect(back.href).toContain('http://shop.example/back')
  expect(back.searchParams.get('status')).toBe('failed')
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'failed', payments: [{ status: 'failed', message }] })
  await pay(url, good)
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'paid', payments: [{ status: 'failed' }, { status: 'paid' }] })
  expect((await events(2)).map((event) => event?.type).sort()).toEqual(['failed', 'paid'])
})

test('declining at the bank fails', async () => {
  const { gatewayId, url } = await gateway().openInvoice(order())
  expect((await pay(url, good, 'deny')).searchParams.get('status')).toBe('failed')
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'failed' })
})

test('an invoice is paid once, though two windows ask the bank', async () => {
  const { gatewayId, url } = await gateway().openInvoice(order())
  const card = { number: good, name: 'NOURA', expiry: '12/39', cvc: '123' }
  const questions = await Promise.all([form(url, card), form(url, card)])
  await Promise.all(questions.map((one) => form(new URL(one.headers.get('location')!, url).href, { answer: 'confirm' })))
  const invoice = await gateway().fetchInvoice(gatewayId)
  expect(invoice!.payments.map((payment) => payment.status).sort()).toEqual(['failed', 'paid'])
})

test('the page judges the card before the bank does', async () => {
  const { url } = await gateway().openInvoice(order())
  const card = { number: good, name: 'NOURA', expiry: '12/39', cvc: '123' }
  for (const wrong of [
    { number: '4201320111111011' },
    { number: '' },
    { name: '' },
    { expiry: '13/39' },
    { expiry: '12/20' },
    { cvc: '1' },
  ]) {
    expect((await form(url, { ...card, ...wrong })).status).toBe(422)
  }
  expect((await form(url, { ...card, number: '٤٢٠١ ٣٢٠١ ١١١١ ١٠١٠', expiry: '١٢/٣٩' })).status).toBe(303)
})

test('the page speaks English to whoever reads it', async () => {
  const { url } = await gateway().openInvoice(order({ language: 'en' }))
  expect(await (await fetch(url)).text()).toContain('lang="en"')
})

test('nobody pays after the end', async () => {
  const { gatewayId, url } = await gateway().openInvoice(order({ expiresAt: new Date(Date.now() + 30) }))
  await new Promise((done) => setTimeout(done, 40))
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'expired' })
  const page = await form(url, { number: good, name: 'NOURA', expiry: '12/39', cvc: '123' })
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('انتهت صلاحية')
})

test('cancelling closes, and the list holds it', async () => {
  const { gatewayId } = await gateway().openInvoice(order())
  expect((await api(`/invoices/${gatewayId}/cancel`, { method: 'PUT' })).status).toBe(200)
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'cancelled' })
  const { invoices, meta } = await (await api('/invoices?status=canceled')).json()
  expect(invoices[0].id).toBe(gatewayId)
  expect(meta.current_page).toBe(1)
})

test('asking twice for one order gives one invoice', async () => {
  const request = order()
  const first = await gateway().openInvoice(request)
  expect(await gateway().openInvoice(request)).toEqual(first)
  await expect(gateway().openInvoice({ ...request, amountHalalas: 100 })).rejects.toMatchObject({
    name: 'ProviderUnavailable',
    reason: 'answer',
  })
  expect(await gateway().fetchInvoice(first.gatewayId)).toMatchObject({ amountHalalas: 230_000 })
})

test('money goes back in parts, never more than came', async () => {
  const request = order({ amountHalalas: 1000 })
  const { gatewayId, url } = await gateway().openInvoice(request)
  await pay(url, good)
  const paymentId = (await gateway().fetchInvoice(gatewayId))!.payments[0]!.id
  const refund = (amountHalalas: number) => gateway().refund({ gatewayId, paymentId, amountHalalas, ourReference: request.ourReference })
  expect(await refund(400)).toEqual({ outcome: 'refunded' })
  expect(await refund(601)).toMatchObject({ outcome: 'refused' })
  expect(await refund(600)).toEqual({ outcome: 'refunded' })
  expect(await refund(1)).toMatchObject({ outcome: 'refused' })
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({
    status: 'refunded',
    payments: [{ status: 'refunded', refundedHalalas: 1000 }],
  })
  expect((await events(3)).filter((event) => event?.type === 'refunded')).toHaveLength(2)
})

test('a payment can be voided', async () => {
  const { gatewayId, url } = await gateway().openInvoice(order())
  const paymentId = (await pay(url, good)).searchParams.get('id')
  expect((await api(`/payments/${paymentId}/void`, { method: 'POST' })).status).toBe(200)
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'cancelled', payments: [{ status: 'voided' }] })
})

test('a notification comes six times at most, always with the same event id', async () => {
  refuseNext = 100
  const { url } = await gateway().openInvoice(order())
  await pay(url, good)
  const seen = await events(6)
  await new Promise((done) => setTimeout(done, 60))
  expect(arrived).toHaveLength(6)
  expect(new Set(seen.map((event) => event?.eventId)).size).toBe(1)
})

const event = {
  id: 'e-1',
  type: 'payment_paid',
  created_at: '2026-11-21T09:00:00Z',
  secret_token: webhookSecret,
  live: false,
  data: { invoice_id: 'i-1' },
}
const body = (changed: object) => Buffer.from(JSON.stringify({ ...event, ...changed }))

test.each([
  ['payment_paid', 'paid'],
  ['payment_captured', 'paid'],
  ['payment_failed', 'failed'],
  ['payment_faild', 'failed'],
  ['payment_refunded', 'refunded'],
  ['payment_voided', 'voided'],
  ['payment_authorized', 'other'],
  ['payment_verified', 'other'],
  ['payment_abandoned', 'other'],
  ['toString', 'other'],
])('%s is %s', (type, meaning) => {
  expect(gateway().readWebhook({}, body({ type }))).toEqual({ eventId: 'e-1', type: meaning, gatewayId: 'i-1' })
})

test.each([
  ['no secret', body({ secret_token: undefined })],
  ['an empty secret', body({ secret_token: '' })],
  ['another secret', body({ secret_token: 'simulator-moyasar-webhook-secreT' })],
  ['a longer secret', body({ secret_token: `${webhookSecret}x` })],
  ['the beginning of the secret', body({ secret_token: webhookSecret.slice(0, -1) })],
  ['the API key as the secret', body({ secret_token: secretKey })],
  ['the secret in a list', body({ secret_token: [webhookSecret] })],
  ['true as the secret', body({ secret_token: true })],
  ['null as the secret', body({ secret_token: null })],
  ['the secret inside the data', body({ secret_token: undefined, data: { invoice_id: 'i-1', secret_token: webhookSecret } })],
  ['no event id', body({ id: undefined })],
  ['an event id as a number', body({ id: 7 })],
  ['a payment without an invoice', body({ data: { id: 'p-1' } })],
  ['no data', body({ data: undefined })],
  ['an invoice id that is a list', body({ data: { invoice_id: ['i-1'] } })],
  ['nothing', Buffer.alloc(0)],
  ['a list of events', Buffer.from(JSON.stringify([event]))],
  ['a form', Buffer.from(`secret_token=${webhookSecret}`)],
  ['bytes that are no UTF-8', Buffer.concat([body({}).subarray(0, -1), Buffer.from([0xff, 0x7d])])],
])('a notification with %s is not believed', (_, forged) => {
  expect(gateway().readWebhook({}, forged)).toBeNull()
})

test('an invoice that is not there is not there', async () => {
  expect(await gateway().fetchInvoice('00000000-0000-4000-8000-000000000000')).toBeNull()
  expect(await gateway().fetchInvoice('../payments')).toBeNull()
})

test('wrong keys are an outage of ours', async () => {
  await expect(gateway({ secretKey: 'sk_live_other' }).openInvoice(order())).rejects.toMatchObject({ reason: 'keys', code: '401' })
})

test.each([
  [{ failNext: 1, status: 500 }, 'status'],
  [{ failNext: 1, how: 'hang' }, 'timeout'],
  [{ failNext: 1, how: 'cut' }, 'network'],
  [{ failNext: 1, how: 'garbage' }, 'answer'],
  [{ latencyMs: 600 }, 'timeout'],
])('%o leaves the outcome unknown, and asking again is safe', async (fault, reason) => {
  const request = order()
  await control(fault)
  const asked = gateway({ timeoutMs: reason === 'timeout' ? 400 : 10_000 }).openInvoice(request)
  await expect(asked).rejects.toMatchObject({ name: 'ProviderUnavailable', reason })
  await control({})
  const { gatewayId } = await gateway().openInvoice(request)
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ ourReference: request.ourReference })
})
