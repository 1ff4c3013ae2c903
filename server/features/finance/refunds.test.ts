import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { cast } from '#server/demo/cast.ts'
import { reserve, unbalancedPlans } from '#server/platform/ledger.ts'
import { sweepRefunds } from '#server/features/payments/refunds.ts'
import { noticesOf } from '#test/decider.ts'
import { reason, refunder, refunds } from '#test/refunder.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
let desk: Awaited<ReturnType<typeof refunder>>
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000, simulators: { moyasar: { webhookPausesMs: [50, 100, 200, 400, 800] } } })
  desk = await refunder(server)
}, 240_000)
beforeEach(() => server.forgetAttempts())
afterEach(() => desk.shop.gateway({}))
afterAll(() => server.close())

test('one proposes, another decides, the gateway gives the money back, and everything follows', async () => {
  const page = await desk.bought()
  const { encodedPaymentSlno: paymentID } = page
  expect((await desk.finance.get(`/api/v1/operations/payments/${paymentID}`)).body).toMatchObject({ notRefundable: null, refunds: [] })
  const requestID = await desk.proposed(page)
  const { body: queue } = await desk.finance.get('/api/v1/operations/requests?kind=refund')
  expect(queue.dataList).toMatchObject([{ requestID, kind: 'refund', about: expect.stringMatching(/^P-/), waitingDays: 0 }])
  expect((await (await server.signIn(cast.bandar)).get('/api/v1/operations/requests?kind=refund')).body.totalCount).toBe(0)
  expect(await desk.read(requestID)).toMatchObject({
    status: 'proposed',
    amount: '57.50',
    reason,
    used: { credited: 10, spent: 0, available: 10 },
    notApprovable: null,
    nationalID: '1•••••0022',
    isOwn: false,
  })
  const own = await desk.decide(desk.finance, requestID)
  expect([own.status, own.body.detail]).toEqual([403, 'NOT_ALLOWED'])
  expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
  expect(await desk.atGateway(page)).toMatchObject({ status: 'refunded', payments: [{ refundedHalalas: 5_750 }] })
  expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
  const after = await desk.read(requestID)
  expect(after).toMatchObject({ status: 'done', tries: 1, creditNoteNumber: expect.stringMatching(/^CRN-/), endedDate: expect.any(String) })
  expect(await desk.planOf(page)).toMatchObject({ available: 0, reversed: 10 })
  expect(await unbalancedPlans(server.db)).toEqual([])
  const credit = await desk.auditor.get(`/api/v1/operations/payments/${paymentID}/documents/creditNote`)
  expect([credit.status, credit.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await noticesOf(desk.faisal))[0]!.message).toContain('SAR 57.50')
  expect((await noticesOf(desk.finance)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['refundEnded', 'requestDecided']))
  const again = await desk.finance.post(`${refunds}/propose`, { paymentID, reason })
  expect([again.status, again.body.detail]).toEqual([409, 'WRONG_STATE'])
  const { body: looks } = await desk.faisal.get('/api/v1/profile/my/data/looks/1/10')
  expect(looks.dataList[0]).toMatchObject({ what: 'payments' })
})

test('a rejected and a withdrawn one leave everything as it is', async () => {
  const page = await desk.bought()
  const first = await desk.proposed(page)
  expect((await desk.decide(desk.admin, first, { isApproved: false, remarks: 'Ask for the reason.' })).body.status).toBe('1')
  expect(await desk.read(first)).toMatchObject({ status: 'rejected', remarks: 'Ask for the reason.' })
  const second = await desk.proposed(page)
  expect((await desk.finance.post(`${refunds}/withdraw`, { requestID: second })).status).toBe(200)
  expect((await desk.finance.post(`${refunds}/withdraw`, { requestID: second })).body.detail).toBe('WRONG_STATE')
  expect((await desk.decide(desk.admin, second)).body.detail).toBe('WRONG_STATE')
  expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'paid' })
  expect(await desk.planOf(page)).toMatchObject({ available: 10, held_at: null })
})

describe('the gateway', () => {
  test('is down: nothing is taken of what was desk.bought, and the sweep goes on later', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    await desk.shop.gateway({ failNext: 50, status: 503 })
    expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
    expect(await desk.read(requestID)).toMatchObject({ status: 'approved', nextTryDate: expect.any(String) })
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'paid' })
    expect((await desk.planOf(page)).held_at).not.toBeNull()
    const down = await desk.finance.post(`${refunds}/retry`, { requestID })
    expect([down.status, down.body.detail]).toEqual([503, 'PROVIDER_DOWN'])
    await desk.shop.gateway({})
    await server.owner.updateTable('refund').set({ next_try_at: server.clock.now() }).where('public_id', '=', requestID).execute()
    await sweepRefunds(server.app)
    expect(await desk.read(requestID)).toMatchObject({ status: 'done', tries: 3 })
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
  })

  test('carries it out and its answer is lost: it is not asked twice', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
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
      expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
      expect(await desk.read(requestID)).toMatchObject({ status: 'approved' })
      expect((await desk.finance.post(`${refunds}/retry`, { requestID })).body).toEqual({ status: 'done' })
    } finally {
      server.app.payments.refund = refund
      server.simulators.callbacks.moyasar = callback
    }
    expect(asked).toBe(1)
    expect(await desk.atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 5_750 }] })
  })

  test('refuses: the buyer keeps what was desk.bought, and whoever desk.proposed it is told', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    const { gateway_id, gateway_payment_id, reference } = await desk.shop.paymentOf(page)
    // Part went back by hand at the gateway: what is left is less than what was paid.
    await server.app.payments.refund({
      gatewayId: gateway_id!,
      paymentId: gateway_payment_id!,
      amountHalalas: 750,
      ourReference: reference,
    })
    expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
    expect(await desk.read(requestID)).toMatchObject({ status: 'refused', told: expect.stringContaining('Amount') })
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'paid' })
    expect(await desk.planOf(page)).toMatchObject({ available: 10, held_at: null })
    expect((await noticesOf(desk.finance))[0]!.message).toContain('The gateway refused')
    expect((await desk.finance.post(`${refunds}/retry`, { requestID })).body.detail).toBe('WRONG_STATE')
  })

  test('is asked by one at a time: who comes meanwhile takes no other answer for its own', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    await desk.shop.gateway({ failNext: 1, status: 500 })
    await desk.decide(desk.admin, requestID)
    await desk.shop.gateway({ latencyMs: 300 })
    const first = desk.finance.post(`${refunds}/retry`, { requestID })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect((await desk.finance.post(`${refunds}/retry`, { requestID })).body).toEqual({ status: 'approved' })
    expect((await first).body).toEqual({ status: 'done' })
    expect(await desk.read(requestID)).toMatchObject({ status: 'done', tries: 2, told: '' })
  })

  test('is asked once, however many carry the same refund out', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    await desk.shop.gateway({ failNext: 1, status: 500 })
    await desk.decide(desk.admin, requestID)
    await desk.shop.gateway({})
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.finance.post(`${refunds}/retry`, { requestID })))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect(await desk.read(requestID)).toMatchObject({ status: 'done' })
    expect(await desk.atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 5_750 }] })
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
  test('where what was desk.bought is used up, is being used, or has lapsed', async () => {
    const page = await desk.bought()
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
    const requestID = await desk.proposed(page)
    const title = async (language: 'ar' | 'en' = 'en') =>
      (await desk.admin.post(`${refunds}/decision/initiate`, { requestID, isApproved: '1', remarks: '' }, { 'accept-language': language }))
        .body.title
    await set({ available: 9, reserved: 1 })
    expect(await title()).toContain('under way')
    await set({ available: 0, reserved: 0, spent: 10 })
    expect(await title()).toContain('used up')
    expect(await title('ar')).toContain('استُهلك')
    expect((await desk.read(requestID)).notApprovable).toContain('used up')
    await set({ available: 0, spent: 4, expired: 6 })
    expect(await title()).toContain('expired')
    expect((await desk.finance.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)).body.notRefundable).toContain(
      'under way already',
    )
    await set({ available: 6, spent: 4, expired: 0 })
    expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
    expect(await desk.read(requestID)).toMatchObject({ status: 'done', used: { spent: 4, available: 0 } })
    await set({ available: 0, spent: 0, reversed: 10 })
  })

  test('where nothing was paid, where it was asked already, and to those who only read', async () => {
    const open = await desk.shop.buy(desk.faisal)
    const body = { paymentID: open.encodedPaymentSlno, reason }
    expect((await desk.finance.post(`${refunds}/propose`, body)).body.detail).toBe('WRONG_STATE')
    const page = await desk.bought()
    const paid = { paymentID: page.encodedPaymentSlno, reason }
    const answers = await Promise.all(Array.from({ length: 4 }, () => desk.finance.post(`${refunds}/propose`, paid)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const reader of [desk.auditor, desk.admin, desk.faisal]) expect((await reader.post(`${refunds}/propose`, paid)).status).toBe(403)
    expect((await desk.finance.post(`${refunds}/propose`, { ...paid, paymentID: 'A'.repeat(22) })).status).toBe(404)
    expect((await desk.finance.post(`${refunds}/propose`, { ...paid, reason: ' ' })).status).toBe(422)
    expect((await desk.finance.post(`${refunds}/propose`, { ...paid, amount: '5.00' })).status).toBe(422)
    expect((await desk.finance.get(`${refunds}/${'A'.repeat(22)}`)).status).toBe(404)
  })

  test('nothing is signed with a plan whose money goes back', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    await desk.shop.gateway({ failNext: 50, status: 503 })
    await desk.decide(desk.admin, requestID)
    const { public_id: planUniqueID, account_id: accountId } = await desk.planOf(page)
    const reservation = { accountId, planPublicId: planUniqueID, transactionId: 987_654_321 }
    await expect(reserve(server.db, server.clock.now(), reservation)).rejects.toMatchObject({ code: 'NO_BALANCE' })
  })
})

test('payments are listed, narrowed and searched, and nobody is named in the rows', async () => {
  const page = await desk.bought()
  const { reference } = await desk.shop.paymentOf(page)
  const list = async (filters: object) => (await desk.auditor.post('/api/v1/operations/payments', filters)).body
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
  const { body } = await desk.auditor.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)
  expect(body).toMatchObject({
    lines: [{ planName: 'Starter', price: '50.00', tax: '7.50', totalPrice: '57.50' }],
    attempts: [{ transactionId: reference }],
    rate: '15',
    gatewayPaymentID: expect.any(String),
  })
  expect(body.events.map(({ status }: { status: string }) => status)).toEqual(['initiated', 'paid'])
  expect(body.notifications.length).toBeGreaterThan(0)
  const sheet = await desk.auditor.post('/api/v1/operations/payments/export', { status: 'paid' })
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  expect((await desk.faisal.post('/api/v1/operations/payments', {})).status).toBe(403)
  expect((await desk.finance.post('/api/v1/operations/payments/recheck', { paymentID: page.encodedPaymentSlno })).body).toEqual({
    status: 'paid',
  })
})
