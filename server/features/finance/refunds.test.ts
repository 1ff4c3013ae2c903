import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { cast } from '#server/demo/cast.ts'
import { reserve, unbalancedPlans } from '#server/platform/ledger.ts'
import { sweepRefunds } from '#server/features/payments/refunds.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { type Page, payer } from '#test/payer.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let shop: ReturnType<typeof payer>
let faisal: Browser
let finance: Browser
let admin: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000, simulators: { moyasar: { webhookPausesMs: [50, 100, 200, 400, 800] } } })
  shop = payer(server)
  ;[faisal, finance, admin, auditor] = [
    await server.signIn(cast.faisal),
    await server.signIn(cast.latifah),
    await server.signIn(cast.amal),
    await server.signIn(cast.tariq),
  ]
}, 240_000)
beforeEach(() => server.forgetAttempts())
afterEach(() => shop.gateway({}))
afterAll(() => server.close())

const root = '/api/v1/operations/refunds'
const reason = 'Bought twice by mistake.'

async function bought(planName = 'Starter'): Promise<Page> {
  const page = await shop.buy(faisal, planName)
  await shop.pay(page.paymentUrl)
  await shop.until(async () => (await shop.paymentOf(page)).status === 'paid')
  return page
}
const proposed = async (page: Page, by = finance) => {
  const answer = await by.post(`${root}/propose`, { paymentID: page.encodedPaymentSlno, reason })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.requestID as string
}
const decide = (by: Browser, requestID: string, how = {}) => decideAt(`${root}/decision`, by, { requestID }, how)
const read = async (requestID: string) => (await auditor.get(`${root}/${requestID}`)).body
const planOf = (page: Page) =>
  server.owner
    .selectFrom('plan')
    .innerJoin('sales_order', 'sales_order.id', 'plan.order_id')
    .selectAll('plan')
    .where('sales_order.public_id', '=', page.encodedOrderSlno)
    .executeTakeFirstOrThrow()
const atGateway = async (page: Page) => (await server.app.payments.fetchInvoice((await shop.paymentOf(page)).gateway_id!))!

test('one proposes, another decides, the gateway gives the money back, and everything follows', async () => {
  const page = await bought()
  const { encodedPaymentSlno: paymentID } = page
  expect((await finance.get(`/api/v1/operations/payments/${paymentID}`)).body).toMatchObject({ notRefundable: null, refunds: [] })
  const requestID = await proposed(page)
  const { body: queue } = await finance.get('/api/v1/operations/requests?kind=refund')
  expect(queue.dataList).toMatchObject([{ requestID, kind: 'refund', waitingDays: 0 }])
  expect((await (await server.signIn(cast.bandar)).get('/api/v1/operations/requests?kind=refund')).body.totalCount).toBe(0)
  expect(await read(requestID)).toMatchObject({
    status: 'proposed',
    amount: '57.50',
    reason,
    used: { credited: 10, spent: 0, available: 10 },
    notApprovable: null,
    nationalID: '1•••••0022',
    isOwn: false,
  })
  const own = await decide(finance, requestID)
  expect([own.status, own.body.detail]).toEqual([403, 'NOT_ALLOWED'])
  expect((await decide(admin, requestID)).body.status).toBe('1')
  expect(await atGateway(page)).toMatchObject({ status: 'refunded', payments: [{ refundedHalalas: 5_750 }] })
  expect(await shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
  const after = await read(requestID)
  expect(after).toMatchObject({ status: 'done', tries: 1, creditNoteNumber: expect.stringMatching(/^CRN-/), endedDate: expect.any(String) })
  expect(await planOf(page)).toMatchObject({ available: 0, reversed: 10 })
  expect(await unbalancedPlans(server.db)).toEqual([])
  const credit = await auditor.get(`/api/v1/operations/payments/${paymentID}/documents/creditNote`)
  expect([credit.status, credit.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await noticesOf(faisal))[0]!.message).toContain('SAR 57.50')
  expect((await noticesOf(finance)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refundEnded', 'requestDecided']))
  const again = await finance.post(`${root}/propose`, { paymentID, reason })
  expect([again.status, again.body.detail]).toEqual([409, 'WRONG_STATE'])
  const { body: looks } = await faisal.get('/api/v1/profile/my/data/looks/1/10')
  expect(looks.dataList[0]).toMatchObject({ what: 'payments' })
})

test('a rejected and a withdrawn one leave everything as it is', async () => {
  const page = await bought()
  const first = await proposed(page)
  expect((await decide(admin, first, { isApproved: false, remarks: 'Ask for the reason.' })).body.status).toBe('1')
  expect(await read(first)).toMatchObject({ status: 'rejected', remarks: 'Ask for the reason.' })
  const second = await proposed(page)
  expect((await finance.post(`${root}/withdraw`, { requestID: second })).status).toBe(200)
  expect((await finance.post(`${root}/withdraw`, { requestID: second })).body.detail).toBe('WRONG_STATE')
  expect((await decide(admin, second)).body.detail).toBe('WRONG_STATE')
  expect(await shop.paymentOf(page)).toMatchObject({ status: 'paid' })
  expect(await planOf(page)).toMatchObject({ available: 10, held_at: null })
})

describe('the gateway', () => {
  test('is down: nothing is taken of what was bought, and the sweep goes on later', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    await shop.gateway({ failNext: 50, status: 503 })
    expect((await decide(admin, requestID)).body.status).toBe('1')
    expect(await read(requestID)).toMatchObject({ status: 'approved', nextTryDate: expect.any(String) })
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'paid' })
    expect((await planOf(page)).held_at).not.toBeNull()
    const down = await finance.post(`${root}/retry`, { requestID })
    expect([down.status, down.body.detail]).toEqual([503, 'PROVIDER_DOWN'])
    await shop.gateway({})
    await server.owner.updateTable('refund').set({ next_try_at: server.clock.now() }).where('public_id', '=', requestID).execute()
    await sweepRefunds(server.app)
    expect(await read(requestID)).toMatchObject({ status: 'done', tries: 3 })
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
  })

  test('carries it out and its answer is lost: it is not asked twice', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    const refund = server.app.payments.refund.bind(server.app.payments)
    let asked = 0
    server.app.payments.refund = async (request) => {
      asked++
      await refund(request)
      throw new ProviderUnavailable('moyasar', 'timeout')
    }
    const callback = server.simulators.callbacks.moyasar
    server.simulators.callbacks.moyasar = undefined
    try {
      expect((await decide(admin, requestID)).body.status).toBe('1')
      expect(await read(requestID)).toMatchObject({ status: 'approved' })
      expect((await finance.post(`${root}/retry`, { requestID })).body).toEqual({ status: 'done' })
    } finally {
      server.app.payments.refund = refund
      server.simulators.callbacks.moyasar = callback
    }
    expect(asked).toBe(1)
    expect(await atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 5_750 }] })
  })

  test('refuses: the buyer keeps what was bought, and whoever proposed it is told', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    const { gateway_id, gateway_payment_id, reference } = await shop.paymentOf(page)
    // Part went back by hand at the gateway: what is left is less than what was paid.
    await server.app.payments.refund({
      gatewayId: gateway_id!,
      paymentId: gateway_payment_id!,
      amountHalalas: 750,
      ourReference: reference,
    })
    expect((await decide(admin, requestID)).body.status).toBe('1')
    expect(await read(requestID)).toMatchObject({ status: 'refused', told: expect.stringContaining('Amount') })
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'paid' })
    expect(await planOf(page)).toMatchObject({ available: 10, held_at: null })
    expect((await noticesOf(finance))[0]!.message).toContain('The gateway refused')
    expect((await finance.post(`${root}/retry`, { requestID })).body.detail).toBe('WRONG_STATE')
  })

  test('is asked by one at a time: who comes meanwhile takes no other answer for its own', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    await shop.gateway({ failNext: 1, status: 500 })
    await decide(admin, requestID)
    await shop.gateway({ latencyMs: 300 })
    const first = finance.post(`${root}/retry`, { requestID })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect((await finance.post(`${root}/retry`, { requestID })).body).toEqual({ status: 'approved' })
    expect((await first).body).toEqual({ status: 'done' })
    expect(await read(requestID)).toMatchObject({ status: 'done', tries: 2, told: '' })
  })

  test('is asked once, however many carry the same refund out', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    await shop.gateway({ failNext: 1, status: 500 })
    await decide(admin, requestID)
    await shop.gateway({})
    const answers = await Promise.all(Array.from({ length: 4 }, () => finance.post(`${root}/retry`, { requestID })))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await read(requestID)).toMatchObject({ status: 'done' })
    expect(await atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 5_750 }] })
    const notes = await server.db
      .selectFrom('invoice')
      .innerJoin('payment', 'payment.id', 'invoice.payment_id')
      .select('number')
      .where('payment.public_id', '=', page.encodedPaymentSlno)
      .where('kind', '=', 'creditNote')
      .execute()
    expect(notes).toHaveLength(1)
  })
})

describe('refused', () => {
  test('where what was bought is used up, is being used, or has lapsed', async () => {
    const page = await bought()
    const set = (balances: object) =>
      server.owner
        .updateTable('plan')
        .set(balances)
        .where('id', '=', (e) =>
          e
            .selectFrom('sales_order')
            .innerJoin('plan as own', 'own.order_id', 'sales_order.id')
            .select('own.id')
            .where('sales_order.public_id', '=', page.encodedOrderSlno),
        )
        .execute()
    const requestID = await proposed(page)
    const title = async (language: 'ar' | 'en' = 'en') =>
      (await admin.post(`${root}/decision/initiate`, { requestID, isApproved: '1', remarks: '' }, { 'accept-language': language })).body
        .title
    await set({ available: 9, reserved: 1 })
    expect(await title()).toContain('under way')
    await set({ available: 0, reserved: 0, spent: 10 })
    expect(await title()).toContain('used up')
    expect(await title('ar')).toContain('استُهلك')
    expect((await read(requestID)).notApprovable).toContain('used up')
    await set({ available: 0, spent: 4, expired: 6 })
    expect(await title()).toContain('expired')
    expect((await finance.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)).body.notRefundable).toContain('under way already')
    await set({ available: 6, spent: 4, expired: 0 })
    expect((await decide(admin, requestID)).body.status).toBe('1')
    expect(await read(requestID)).toMatchObject({ status: 'done', used: { spent: 4, available: 0 } })
    await set({ available: 0, spent: 0, reversed: 10 })
  })

  test('where nothing was paid, where it was asked already, and to those who only read', async () => {
    const open = await shop.buy(faisal)
    const body = { paymentID: open.encodedPaymentSlno, reason }
    expect((await finance.post(`${root}/propose`, body)).body.detail).toBe('WRONG_STATE')
    const page = await bought()
    const paid = { paymentID: page.encodedPaymentSlno, reason }
    const answers = await Promise.all(Array.from({ length: 4 }, () => finance.post(`${root}/propose`, paid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const reader of [auditor, admin, faisal]) expect((await reader.post(`${root}/propose`, paid)).status).toBe(403)
    expect((await finance.post(`${root}/propose`, { ...paid, paymentID: 'A'.repeat(22) })).status).toBe(404)
    expect((await finance.post(`${root}/propose`, { ...paid, reason: ' ' })).status).toBe(422)
    expect((await finance.post(`${root}/propose`, { ...paid, amount: '5.00' })).status).toBe(422)
    expect((await finance.get(`${root}/${'A'.repeat(22)}`)).status).toBe(404)
  })

  test('nothing is signed with a plan whose money goes back', async () => {
    const page = await bought()
    const requestID = await proposed(page)
    await shop.gateway({ failNext: 50, status: 503 })
    await decide(admin, requestID)
    const { public_id: planUniqueID, account_id: accountId } = await planOf(page)
    const reservation = { accountId, planPublicId: planUniqueID, transactionId: 987_654_321 }
    await expect(reserve(server.db, server.clock.now(), reservation)).rejects.toMatchObject({ code: 'NO_BALANCE' })
  })
})

test('payments are listed, narrowed and searched, and nobody is named in the rows', async () => {
  const page = await bought()
  const { reference } = await shop.paymentOf(page)
  const list = async (filters: object) => (await auditor.post('/api/v1/operations/payments', filters)).body
  expect((await list({ search: reference })).dataList).toMatchObject([
    { transactionId: reference, status: 'paid', amount: '57.50', method: 'moyasar' },
  ])
  const { invoiceNumber } = (await list({ search: reference })).dataList[0]
  expect((await list({ search: invoiceNumber })).totalCount).toBe(1)
  expect((await list({ status: 'refunded' })).dataList.every(({ status }: { status: string }) => status === 'refunded')).toBe(true)
  const ofFaisal = await list({ search: cast.faisal, limit: 100 })
  expect(ofFaisal.totalCount).toBeGreaterThan(0)
  expect((await list({})).totalCount).toBeGreaterThan(ofFaisal.totalCount)
  expect(JSON.stringify(ofFaisal)).not.toMatch(/Faisal|فيصل/)
  expect((await list({ fromDate: '2020-01-01', toDate: '2020-01-02' })).totalCount).toBe(0)
  const { body } = await auditor.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)
  expect(body).toMatchObject({
    lines: [{ planName: 'Starter', price: '50.00', tax: '7.50', totalPrice: '57.50' }],
    attempts: [{ transactionId: reference }],
    rate: '15',
    gatewayPaymentID: expect.any(String),
  })
  expect(body.events.map(({ status }: { status: string }) => status)).toEqual(['initiated', 'paid'])
  expect(body.notifications.length).toBeGreaterThan(0)
  const sheet = await auditor.post('/api/v1/operations/payments/export', { status: 'paid' })
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  expect((await faisal.post('/api/v1/operations/payments', {})).status).toBe(403)
  expect((await finance.post('/api/v1/operations/payments/recheck', { paymentID: page.encodedPaymentSlno })).body).toEqual({
    status: 'paid',
  })
})
