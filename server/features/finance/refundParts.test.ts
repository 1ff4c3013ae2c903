import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { cast } from '#server/demo/cast.ts'
import { reserve, unbalancedPlans } from '#server/platform/ledger.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addPerson } from '#test/people.ts'
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

/** Takes transactions of a plan, as signings do. */
async function use(page: Page, count: number): Promise<void> {
  const { public_id: planPublicId, account_id: accountId } = await planOf(page)
  const { id: personId } = await server.owner
    .selectFrom('person')
    .select('id')
    .where('name_en', 'like', 'Faisal%')
    .executeTakeFirstOrThrow()
  for (let i = 0; i < count; i++) {
    const { id: transactionId } = await server.owner
      .insertInto('esign_transaction')
      .values({
        public_id: newPublicId(),
        person_id: personId,
        account_id: accountId,
        device_public_id: 'test',
        state: 'failed',
        failure: 'trouble',
        document_count: 1,
        created_at: server.clock.now(),
        expires_at: server.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await reserve(server.db, server.clock.now(), { accountId, planPublicId, transactionId })
  }
}

describe('a part', () => {
  const part = async (page: Page, transactions: number) => {
    const body = { paymentID: page.encodedPaymentSlno, reason, transactions }
    const answer = await finance.post(`${root}/propose`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body.requestID as string
  }
  const payment = async (page: Page) => (await finance.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)).body
  const notesOf = async (page: Page) =>
    server.db
      .selectFrom('invoice')
      .innerJoin('payment', 'payment.id', 'invoice.payment_id')
      .select(['number', 'facts'])
      .where('payment.public_id', '=', page.encodedPaymentSlno)
      .where('kind', '=', 'creditNote')
      .orderBy('counter')
      .execute() as Promise<{ number: string; facts: { netHalalas: number; vatHalalas: number; totalHalalas: number } }[]>

  test('goes back with its share of the price and its credit note, the rest stays, and in the end all adds up', async () => {
    const page = await bought()
    expect(await payment(page)).toMatchObject({ part: { most: 10, quantity: 10, returned: 0, price: '50.00', tax: '7.50' } })
    const first = await part(page, 3)
    expect(await read(first)).toMatchObject({ amount: '17.25', transactions: 3, notApprovable: null })
    expect((await decide(finance, first)).body.detail).toBe('NOT_ALLOWED')
    expect((await decide(admin, first)).body.status).toBe('1')
    expect(await read(first)).toMatchObject({ status: 'done', creditNoteNumber: expect.stringMatching(/^CRN-/) })
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'paid', refunded_halalas: 1_725 })
    expect(await atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 1_725 }] })
    expect(await planOf(page)).toMatchObject({ available: 7, reversed: 3, held: 0, held_at: null })
    expect(await unbalancedPlans(server.db)).toEqual([])
    expect((await noticesOf(faisal))[0]!.message).toContain('SAR 17.25')
    const second = await part(page, 4)
    expect((await decide(admin, second)).body.status).toBe('1')
    expect(await payment(page)).toMatchObject({ status: 'paid', refundedAmount: '40.25', part: { most: 3, returned: 7 } })
    // All that is left unused is all that is left of the money: the payment is refunded, and its last note completes the invoice.
    const last = await part(page, 3)
    expect(await read(last)).toMatchObject({ amount: '17.25', transactions: null })
    expect((await decide(admin, last)).body.status).toBe('1')
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
    expect(await planOf(page)).toMatchObject({ available: 0, reversed: 10 })
    expect(await unbalancedPlans(server.db)).toEqual([])
    const notes = await notesOf(page)
    expect(notes.map(({ facts }) => facts.totalHalalas)).toEqual([1_725, 2_300, 1_725])
    expect(notes.reduce((sum, { facts }) => sum + facts.vatHalalas, 0)).toBe(750)
    const { body: history } = await faisal.get('/api/v1/esign/my/subscription/payment/history/1/10')
    const row = history.dataList.find(({ encodedPaymentSlno }: Page) => encodedPaymentSlno === page.encodedPaymentSlno)
    expect(row).toMatchObject({ refundedAmount: '57.50', creditNotes: notes.map(({ number }) => number) })
    for (const { number } of notes) {
      const own = `/api/v1/esign/my/subscription/payment/creditNote/${page.encodedPaymentSlno}?documentNumber=${number}`
      expect([(await faisal.get(own)).status, (await finance.get(own)).status]).toEqual([200, 403])
      const theirs = await auditor.get(
        `/api/v1/operations/payments/${page.encodedPaymentSlno}/documents/creditNote?documentNumber=${number}`,
      )
      expect(theirs.headers.get('content-type')).toBe('application/pdf')
    }
    const { dataList } = (await auditor.post('/api/v1/operations/payments', { search: notes[0]!.number })).body
    expect(dataList).toMatchObject([{ creditNoteNumber: notes[2]!.number }])
  })

  test('is held while the gateway is down: the rest is used, not what goes back', async () => {
    const page = await bought()
    const requestID = await part(page, 9)
    await shop.gateway({ failNext: 50, status: 503 })
    expect((await decide(admin, requestID)).body.status).toBe('1')
    expect(await planOf(page)).toMatchObject({ available: 10, held: 9 })
    await use(page, 1)
    await expect(use(page, 1)).rejects.toMatchObject({ code: 'NO_BALANCE' })
    await shop.gateway({})
    expect((await finance.post(`${root}/retry`, { requestID })).body).toEqual({ status: 'done' })
    expect(await planOf(page)).toMatchObject({ available: 0, reserved: 1, reversed: 9, held: 0 })
    expect(await unbalancedPlans(server.db)).toEqual([])
  })

  test('is not asked for twice where the answer is lost, and is free again where the gateway refuses', async () => {
    const page = await bought()
    const requestID = await part(page, 2)
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
      expect((await finance.post(`${root}/retry`, { requestID })).body).toEqual({ status: 'done' })
    } finally {
      server.app.payments.refund = refund
      server.simulators.callbacks.moyasar = callback
    }
    expect(asked).toBe(1)
    const next = await part(page, 8)
    const { gateway_id, gateway_payment_id, reference } = await shop.paymentOf(page)
    const byHand = { gatewayId: gateway_id!, paymentId: gateway_payment_id!, amountHalalas: 500, ourReference: reference }
    await server.app.payments.refund(byHand)
    expect((await decide(admin, next)).body.status).toBe('1')
    expect(await read(next)).toMatchObject({ status: 'refused' })
    expect(await planOf(page)).toMatchObject({ available: 8, reversed: 2, held: 0, held_at: null })
    expect(await shop.paymentOf(page)).toMatchObject({ status: 'paid', refunded_halalas: 1_150 })
  })

  test('is no more than nobody used, when it is proposed and when it is approved', async () => {
    const page = await bought()
    const body = { paymentID: page.encodedPaymentSlno, reason }
    const many = await finance.post(`${root}/propose`, { ...body, transactions: 11 })
    expect([many.status, many.body.title]).toEqual([409, 'Not so many transactions are left unused.'])
    for (const transactions of [0, -1, 1.5, '3', 2_000_000])
      expect((await finance.post(`${root}/propose`, { ...body, transactions })).status).toBe(422)
    const answers = await Promise.all([1, 2, 3].map((transactions) => finance.post(`${root}/propose`, { ...body, transactions })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const requestID = answers.find(({ status }) => status === 200)!.body.requestID
    expect((await finance.post(`${root}/withdraw`, { requestID })).status).toBe(200)
    const next = await part(page, 8)
    await use(page, 3)
    expect((await read(next)).notApprovable).toContain('Not so many')
    expect((await decide(admin, next)).body.detail).toBe('WRONG_STATE')
    expect(await planOf(page)).toMatchObject({ available: 7, held: 0 })
  })
})

describe('a decision', () => {
  const approving = { isApproved: '1', remarks: '' }
  const refusing = { isApproved: '0', remarks: 'Not so.' }
  const initiate = async (by: Browser, requestID: string, how: object) => {
    const { body } = await by.post(`${root}/decision/initiate`, { requestID, ...how })
    expect(body.status, JSON.stringify(body)).toBe('1')
    return body as { transId: string; random: string; digest: string }
  }
  /** The identity app has answered: whoever asks now is told at once. */
  const answered = (digest: string) =>
    shop.until(async () => {
      const row = await server.owner.selectFrom('challenge').select('state').where('subject', '=', digest).executeTakeFirst()
      return row?.state === 'completed'
    })
  const take = (by: Browser, requestID: string, how: object, { transId, random }: { transId: string; random: string }) =>
    by.post(`${root}/decision/verify`, { requestID, ...how, transId, random })

  test('two deciders at once give one', async () => {
    const { nationalId, personId } = await addPerson(server, 2, 9_701)
    await server.owner.insertInto('operator_role').values({ person_id: personId, role: 'administrator' }).execute()
    const second = await server.signIn(nationalId)
    const page = await bought()
    const requestID = await proposed(page)
    const [one, other] = [await initiate(admin, requestID, approving), await initiate(second, requestID, refusing)]
    await Promise.all([answered(one.digest), answered(other.digest)])
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => take(admin, requestID, approving, one)),
      ...Array.from({ length: 4 }, () => take(second, requestID, refusing, other)),
    ])
    expect(answers.filter(({ body }) => body.status === '1')).toHaveLength(1)
    const kept = await server.db.selectFrom('decision').select('is_approved').where('number', '=', requestID).execute()
    expect(kept).toHaveLength(1)
    expect((await read(requestID)).status).toBe(kept[0]!.is_approved ? 'done' : 'rejected')
    await server.owner.deleteFrom('operator_role').where('person_id', '=', personId).execute()
  })

  test('is void where something was used after it was shown', async () => {
    const page = await bought()
    const { requestID } = (await finance.post(`${root}/propose`, { paymentID: page.encodedPaymentSlno, reason, transactions: 2 })).body
    const shown = await initiate(admin, requestID, approving)
    await answered(shown.digest)
    await use(page, 1)
    expect((await take(admin, requestID, approving, shown)).body.status).toBe('0')
    expect((await read(requestID)).status).toBe('proposed')
    expect(await planOf(page)).toMatchObject({ available: 9, reserved: 1, held: 0 })
  })
})
