import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lapsePlans } from '#server/features/subscriptions/lapse.ts'
import { ProviderUnavailable } from '#server/adapters/unavailable.ts'
import { reserve, unbalancedPlans } from '#server/platform/ledger.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addPerson } from '#test/people.ts'
import { noticesOf } from '#test/decider.ts'
import type { Page } from '#test/payer.ts'
import { reason, refunder, refunds } from '#test/refunder.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let desk: Awaited<ReturnType<typeof refunder>>
beforeAll(async () => {
  server = await testServer({ sweepScale: 1_000, simulators: { moyasar: { webhookPausesMs: [50, 100, 200, 400, 800] } } })
  desk = await refunder(server)
}, 240_000)
beforeEach(() => server.forgetAttempts())
afterEach(() => desk.shop.gateway({}))
afterAll(() => server.close())

/** Takes transactions of a plan, as signings do. */
async function use(page: Page, count: number): Promise<void> {
  const { public_id: planPublicId, account_id: accountId } = await desk.planOf(page)
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
  const payment = async (page: Page) => (await desk.finance.get(`/api/v1/operations/payments/${page.encodedPaymentSlno}`)).body
  /** How a plan ended, as its owner reads it; undefined while it goes on. */
  const ended = async (planUniqueID: string) => {
    const { dataList } = (await desk.faisal.get('/api/v1/esign/my/subscription/plans/history/1/100')).body
    return dataList.find((plan: { planUniqueID: string }) => plan.planUniqueID === planUniqueID)?.statusLabel
  }
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
    const page = await desk.bought()
    expect(await payment(page)).toMatchObject({ part: { most: 10, quantity: 10, returned: 0, price: '50.00', tax: '7.50' } })
    const first = await desk.proposed(page, 3)
    expect(await desk.read(first)).toMatchObject({ amount: '17.25', transactions: 3, notApprovable: null })
    expect((await desk.decide(desk.finance, first)).body.detail).toBe('NOT_ALLOWED')
    expect((await desk.decide(desk.admin, first)).body.status).toBe('1')
    expect(await desk.read(first)).toMatchObject({ status: 'done', creditNoteNumber: expect.stringMatching(/^CRN-/) })
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'paid', refunded_halalas: 1_725 })
    expect(await desk.atGateway(page)).toMatchObject({ payments: [{ refundedHalalas: 1_725 }] })
    expect(await desk.planOf(page)).toMatchObject({ available: 7, reversed: 3, held: 0, held_at: null })
    expect(await unbalancedPlans(server.db)).toEqual([])
    expect((await noticesOf(desk.faisal))[0]!.message).toContain('SAR 17.25')
    const second = await desk.proposed(page, 4)
    expect((await desk.decide(desk.admin, second)).body.status).toBe('1')
    expect(await payment(page)).toMatchObject({ status: 'paid', refundedAmount: '40.25', part: { most: 3, returned: 7 } })
    // All that is left unused is all that is left of the money: the payment is refunded, and its last note completes the invoice.
    const last = await desk.proposed(page, 3)
    expect(await desk.read(last)).toMatchObject({ amount: '17.25', transactions: null })
    expect((await desk.decide(desk.admin, last)).body.status).toBe('1')
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'refunded' })
    const { public_id: planUniqueID, ...refunded } = await desk.planOf(page)
    expect(refunded).toMatchObject({ available: 0, reversed: 10 })
    expect(await ended(planUniqueID)).toBe('refunded')
    expect(await unbalancedPlans(server.db)).toEqual([])
    const notes = await notesOf(page)
    expect(notes.map(({ facts }) => facts.totalHalalas)).toEqual([1_725, 2_300, 1_725])
    expect(notes.reduce((sum, { facts }) => sum + facts.vatHalalas, 0)).toBe(750)
    const { body: history } = await desk.faisal.get('/api/v1/esign/my/subscription/payment/history/1/10')
    const row = history.dataList.find(({ encodedPaymentSlno }: Page) => encodedPaymentSlno === page.encodedPaymentSlno)
    expect(row).toMatchObject({ refundedAmount: '57.50', creditNotes: notes.map(({ number }) => number) })
    for (const { number } of notes) {
      const own = `/api/v1/esign/my/subscription/payment/creditNote/${page.encodedPaymentSlno}?documentNumber=${number}`
      expect([(await desk.faisal.get(own)).status, (await desk.finance.get(own)).status]).toEqual([200, 403])
      const theirs = await desk.auditor.get(
        `/api/v1/operations/payments/${page.encodedPaymentSlno}/documents/creditNote?documentNumber=${number}`,
      )
      expect(theirs.headers.get('content-type')).toBe('application/pdf')
    }
    const { dataList } = (await desk.auditor.post('/api/v1/operations/payments', { search: notes[0]!.number })).body
    expect(dataList).toMatchObject([{ creditNoteNumber: notes[2]!.number }])
  })

  test('leaves a plan whose rest lapses expired, and not refunded', async () => {
    const page = await desk.bought()
    expect((await desk.decide(desk.admin, await desk.proposed(page, 3))).body.status).toBe('1')
    const { id, public_id: planUniqueID } = await desk.planOf(page)
    await server.owner.updateTable('plan').set({ valid_to: server.clock.now() }).where('id', '=', id).execute()
    expect(await ended(planUniqueID)).toBe('expired')
    await lapsePlans(server.app)
    expect(await desk.planOf(page)).toMatchObject({ available: 0, expired: 7, reversed: 3 })
    expect(await ended(planUniqueID)).toBe('expired')
  })

  test('is held while the gateway is down: the rest is used, not what goes back', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page, 9)
    await desk.shop.gateway({ failNext: 50, status: 503 })
    expect((await desk.decide(desk.admin, requestID)).body.status).toBe('1')
    expect(await desk.planOf(page)).toMatchObject({ available: 10, held: 9 })
    await use(page, 1)
    await expect(use(page, 1)).rejects.toMatchObject({ code: 'NO_BALANCE' })
    await desk.shop.gateway({})
    expect((await desk.finance.post(`${refunds}/retry`, { requestID })).body).toEqual({ status: 'done' })
    expect(await desk.planOf(page)).toMatchObject({ available: 0, reserved: 1, reversed: 9, held: 0 })
    expect(await unbalancedPlans(server.db)).toEqual([])
  })

  test('is not asked for twice where the answer is lost, and is free again where the gateway refuses', async () => {
    const page = await desk.bought()
    const requestID = await desk.proposed(page, 2)
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
      expect((await desk.finance.post(`${refunds}/retry`, { requestID })).body).toEqual({ status: 'done' })
    } finally {
      server.app.payments.refund = refund
      server.simulators.callbacks.moyasar = callback
    }
    expect(asked).toBe(1)
    const next = await desk.proposed(page, 8)
    const { gateway_id, gateway_payment_id, reference } = await desk.shop.paymentOf(page)
    const byHand = { gatewayId: gateway_id!, paymentId: gateway_payment_id!, amountHalalas: 500, ourReference: reference }
    await server.app.payments.refund(byHand)
    expect((await desk.decide(desk.admin, next)).body.status).toBe('1')
    expect(await desk.read(next)).toMatchObject({ status: 'refused' })
    expect(await desk.planOf(page)).toMatchObject({ available: 8, reversed: 2, held: 0, held_at: null })
    expect(await desk.shop.paymentOf(page)).toMatchObject({ status: 'paid', refunded_halalas: 1_150 })
  })

  test('is no more than nobody used, when it is desk.proposed and when it is approved', async () => {
    const page = await desk.bought()
    const body = { paymentID: page.encodedPaymentSlno, reason }
    const many = await desk.finance.post(`${refunds}/propose`, { ...body, transactions: 11 })
    expect([many.status, many.body.title]).toEqual([409, 'Not so many transactions are left unused.'])
    for (const transactions of [0, -1, 1.5, '3', 2_000_000])
      expect((await desk.finance.post(`${refunds}/propose`, { ...body, transactions })).status).toBe(422)
    const answers = await Promise.all([1, 2, 3].map((transactions) => desk.finance.post(`${refunds}/propose`, { ...body, transactions })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const requestID = answers.find(({ status }) => status === 200)!.body.requestID
    expect((await desk.finance.post(`${refunds}/withdraw`, { requestID })).status).toBe(200)
    const next = await desk.proposed(page, 8)
    await use(page, 3)
    expect((await desk.read(next)).notApprovable).toContain('Not so many')
    expect((await desk.decide(desk.admin, next)).body.detail).toBe('WRONG_STATE')
    expect(await desk.planOf(page)).toMatchObject({ available: 7, held: 0 })
  })
})

describe('a decision', () => {
  const approving = { isApproved: '1', remarks: '' }
  const refusing = { isApproved: '0', remarks: 'Not so.' }
  const initiate = async (by: Browser, requestID: string, how: object) => {
    const { body } = await by.post(`${refunds}/decision/initiate`, { requestID, ...how })
    expect(body.status, JSON.stringify(body)).toBe('1')
    return body as { transId: string; random: string; digest: string }
  }
  /** The identity app has answered: whoever asks now is told at once. */
  const answered = (digest: string) =>
    desk.shop.until(async () => {
      const row = await server.owner.selectFrom('challenge').select('state').where('subject', '=', digest).executeTakeFirst()
      return row?.state === 'completed'
    })
  const take = (by: Browser, requestID: string, how: object, { transId, random }: { transId: string; random: string }) =>
    by.post(`${refunds}/decision/verify`, { requestID, ...how, transId, random })

  test('two deciders at once give one', async () => {
    const { nationalId, personId } = await addPerson(server, 2, 9_701)
    await server.owner.insertInto('operator_role').values({ person_id: personId, role: 'administrator' }).execute()
    const second = await server.signIn(nationalId)
    const page = await desk.bought()
    const requestID = await desk.proposed(page)
    const [one, other] = [await initiate(desk.admin, requestID, approving), await initiate(second, requestID, refusing)]
    await Promise.all([answered(one.digest), answered(other.digest)])
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => take(desk.admin, requestID, approving, one)),
      ...Array.from({ length: 4 }, () => take(second, requestID, refusing, other)),
    ])
    expect(answers.filter(({ body }) => body.status === '1')).toHaveLength(1)
    const kept = await server.db.selectFrom('decision').select('is_approved').where('number', '=', requestID).execute()
    expect(kept).toHaveLength(1)
    expect((await desk.read(requestID)).status).toBe(kept[0]!.is_approved ? 'done' : 'rejected')
    await server.owner.deleteFrom('operator_role').where('person_id', '=', personId).execute()
  })

  test('is void where something was used after it was shown', async () => {
    const page = await desk.bought()
    const { requestID } = (await desk.finance.post(`${refunds}/propose`, { paymentID: page.encodedPaymentSlno, reason, transactions: 2 }))
      .body
    const shown = await initiate(desk.admin, requestID, approving)
    await answered(shown.digest)
    await use(page, 1)
    expect((await take(desk.admin, requestID, approving, shown)).body.status).toBe('0')
    expect((await desk.read(requestID)).status).toBe('proposed')
    expect(await desk.planOf(page)).toMatchObject({ available: 9, reserved: 1, held: 0 })
  })
})
