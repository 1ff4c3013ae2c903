import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paytabs } from './paytabs.ts'

type Row = Record<string, unknown> & { cart_amount: number; payment_result?: { response_status: string; response_message: string } }
const rows = new Map<string, Row>()
const serverKey = 'SKJNTEST'
let server: Server
let url = ''

/** Enough of PayTabs to hold the adapter to its wire: keys, profile, decimal amounts, query and refund. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      const send = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body))
      const asked = JSON.parse(text)
      if (request.headers.authorization !== serverKey || asked.profile_id !== 47_001)
        return send(401, { code: 1, message: 'Authentication failed.' })
      const shown = (row: Row) => ({ ...row, cart_amount: row.cart_amount.toFixed(2) })
      if (request.url === '/payment/query' && asked.cart_id !== undefined) {
        const ofCart = [...rows.values()].filter(({ cart_id }) => cart_id === asked.cart_id).map(shown)
        return send(200, ofCart.length === 1 ? ofCart[0]! : ofCart)
      }
      if (request.url === '/payment/query') {
        const row = rows.get(asked.tran_ref)
        return row ? send(200, shown(row)) : send(404, { code: 2, message: 'Not found' })
      }
      const ref = `TST${rows.size + 1}`
      if (asked.tran_type === 'refund') {
        const paid = rows.get(asked.tran_ref)
        if (!paid || asked.cart_amount > paid.cart_amount) return send(400, { code: 113, message: 'Unable to process your request' })
        const refund = { ...asked, tran_ref: ref, tran_type: 'Refund', previous_tran_ref: asked.tran_ref }
        rows.set(ref, { ...refund, payment_result: { response_status: 'A', response_message: 'Authorised' } })
        return send(200, shown(rows.get(ref)!))
      }
      rows.set(ref, { ...asked, tran_ref: ref, tran_type: 'Sale' })
      send(200, { ...asked, tran_ref: ref, redirect_url: `${url}/payment/page/${ref}` })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const gateway = (changed = {}) => paytabs({ baseUrl: url, profileId: 47_001, serverKey, timeoutMs: 10_000, ...changed })
const order = {
  ourReference: 'order-1',
  amountHalalas: 115_005,
  currency: 'SAR',
  description: 'Plan',
  language: 'ar',
  successUrl: 'http://shop.example/paid',
  backUrl: 'http://shop.example/back',
  callbackUrl: 'http://shop.example/notify',
  expiresAt: new Date(),
} as const

test('amounts cross as decimals and come back to the halala', async () => {
  const { gatewayId, url: page } = await gateway().openInvoice(order)
  expect(page).toBe(`${url}/payment/page/${gatewayId}`)
  expect(rows.get(gatewayId)).toMatchObject({
    cart_amount: 1150.05,
    return: order.successUrl,
    callback: order.callbackUrl,
    tran_class: 'ecom',
    paypage_lang: 'ar',
  })
  expect(await gateway().fetchInvoice(gatewayId)).toEqual({
    status: 'initiated',
    amountHalalas: 115_005,
    currency: 'SAR',
    ourReference: 'order-1',
    payments: [],
  })
})

test.each([
  ['Sale', 'A', 'paid', 'paid'],
  ['Capture', 'A', 'paid', 'paid'],
  ['Auth', 'A', 'initiated', 'initiated'],
  ['Refund', 'A', 'refunded', 'refunded'],
  ['Sale', 'H', 'initiated', 'initiated'],
  ['Sale', 'P', 'initiated', 'initiated'],
  ['Sale', 'V', 'cancelled', 'voided'],
  ['Sale', 'C', 'cancelled', 'failed'],
  ['Sale', 'E', 'failed', 'failed'],
  ['Sale', 'D', 'failed', 'failed'],
  ['Sale', 'X', 'expired', 'failed'],
])('a %s with result %s is %s', async (kind, result, status, payment) => {
  const { gatewayId } = await gateway().openInvoice(order)
  Object.assign(rows.get(gatewayId)!, {
    tran_type: kind,
    payment_result: { response_status: result, response_message: 'word' },
    payment_info: { payment_description: '4111 11## #### 1111' },
  })
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({
    status,
    payments: [{ id: gatewayId, status: payment, message: 'word', failure: payment === 'failed' ? 'unknown' : null, cardLast4: '1111' }],
  })
})

test('an unknown result is not believed, an unknown order is none, wrong keys are an outage', async () => {
  const { gatewayId } = await gateway().openInvoice(order)
  Object.assign(rows.get(gatewayId)!, { payment_result: { response_status: 'Z' } })
  await expect(gateway().fetchInvoice(gatewayId)).rejects.toMatchObject({ reason: 'answer' })
  expect(await gateway().fetchInvoice('TST0')).toBeNull()
  await expect(gateway({ serverKey: 'other' }).fetchInvoice(gatewayId)).rejects.toMatchObject({ reason: 'keys' })
})

test('money goes back, but not more than came; the sale is refunded though its own answer stays “authorised”', async () => {
  const { gatewayId } = await gateway().openInvoice({ ...order, ourReference: 'order-2' })
  Object.assign(rows.get(gatewayId)!, { payment_result: { response_status: 'A', response_message: 'Authorised' } })
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({ status: 'paid', payments: [{ status: 'paid', refundedHalalas: 0 }] })
  const refund = (amountHalalas: number) => gateway().refund({ gatewayId, paymentId: gatewayId, amountHalalas, ourReference: 'order-2' })
  expect(await refund(115_005)).toEqual({ outcome: 'refunded' })
  expect(await refund(115_006)).toEqual({ outcome: 'refused', message: 'Unable to process your request' })
  expect(await gateway().fetchInvoice(gatewayId)).toMatchObject({
    status: 'refunded',
    payments: [{ id: gatewayId, status: 'refunded', amountHalalas: 115_005, refundedHalalas: 115_005 }],
  })
})

const notice = Buffer.from(
  JSON.stringify({
    tran_ref: 'TST9',
    cart_id: 'order-9',
    cart_amount: '10.00',
    cart_currency: 'SAR',
    tran_type: 'Sale',
    payment_result: { response_status: 'A' },
  }),
)
const seal = (body: Uint8Array, key = serverKey) => createHmac('sha256', key).update(body).digest('hex')

test('a signed notification is read, its repetition has the same id', () => {
  const first = gateway().readWebhook({ signature: seal(notice) }, notice)
  expect(first).toMatchObject({ type: 'paid', gatewayId: 'TST9' })
  expect(gateway().readWebhook({ signature: seal(notice) }, notice)).toEqual(first)
})

test('a notification about a refund is about the sale', () => {
  const [headers, body] = signed({ tran_ref: 'TST10', previous_tran_ref: 'TST9', tran_type: 'Refund' })
  expect(gateway().readWebhook(headers, body)).toMatchObject({ type: 'refunded', gatewayId: 'TST9' })
})

const forged: [string, Record<string, string | string[]>, Buffer][] = [
  ['no signature', {}, notice],
  ['an empty signature', { signature: '' }, notice],
  ['another key', { signature: seal(notice, 'other') }, notice],
  ['an empty key', { signature: createHmac('sha256', '').update(notice).digest('hex') }, notice],
  ['the signature in a list', { signature: [seal(notice)] }, notice],
  ['a changed amount', { signature: seal(notice) }, Buffer.from(notice.toString().replace('10.00', '99.00'))],
  ['a space more', { signature: seal(notice) }, Buffer.concat([notice, Buffer.from(' ')])],
  ['an amount that is none', ...signed({ cart_amount: '1e3' })],
  ['a negative amount', ...signed({ cart_amount: '-10.00' })],
  ['no reference', ...signed({ tran_ref: '' })],
]
function signed(changed: object): [Record<string, string>, Buffer] {
  const body = Buffer.from(JSON.stringify({ ...JSON.parse(notice.toString()), ...changed }))
  return [{ signature: seal(body) }, body]
}
test.each(forged)('a notification with %s is not believed', (_, headers, body) => {
  expect(gateway().readWebhook(headers, body)).toBeNull()
})
