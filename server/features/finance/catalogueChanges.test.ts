import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { dayStarts, riyadhDay } from '#server/platform/riyadh.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { payer } from '#test/payer.ts'
import { refresh } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let noura: Browser
let finance: Browser
let admin: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer()
  ;[noura, finance, admin, auditor] = [
    await server.signIn(cast.noura),
    await server.signIn(cast.latifah),
    await server.signIn(cast.amal),
    await server.signIn(cast.tariq),
  ]
}, 60_000)
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const root = '/api/v1/operations/catalogue'
const decisionPath = `${root}/decision`
const dayIn = (days: number) => riyadhDay(new Date(server.clock.now().getTime() + days * 86_400_000))
const catalogue = async (by = finance) => (await by.get(root)).body
const planCalled = async (name: string) =>
  (await catalogue()).plans.find(({ planName }: { planName: string }) => planName === name) as Record<string, unknown> & {
    offerCode: string
  }
const publicPrices = async () => {
  const { body } = await server.browser().get('/api/v1/common/esign/plans')
  return Object.fromEntries(body.planDetailsDTOList.map((one: Record<string, string>) => [one.planName, one.totalPrice])) as Record<
    string,
    string
  >
}
const plan = (more: object = {}) => ({
  planName: 'Student',
  planNameAr: 'باقة الطالب',
  transactionLimit: 20,
  validity: 365,
  price: '30.00',
  fromDate: dayIn(2),
  ...more,
})
const proposed = async (by: Browser, what: string, body: object) => {
  const answer = await by.post(`${root}/changes/${what}`, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.requestID as string
}
const approve = async (by: Browser, requestID: string) => {
  const { body } = await decideAt(decisionPath, by, { requestID })
  expect(body.status, JSON.stringify(body)).toBe('1')
}
/** Nobody’s session ends by a move of the clock. */
const stayIn = () => {
  const now = server.clock.now()
  return server.owner.updateTable('session').set({ born_at: now, rotated_at: now, seen_at: now, confirmed_at: now }).execute()
}
/** Looks at the product as it is at so many seconds after the start of a day in Riyadh, and comes back. */
async function at<T>(day: string, seconds: number, look: () => Promise<T>): Promise<T> {
  const ahead = (dayStarts(day).getTime() - server.clock.now().getTime()) / 1000 + seconds
  server.clock.advance(ahead)
  await stayIn()
  for (const browser of [noura, finance, admin, auditor]) Object.assign(browser.session, (await refresh(browser)).body)
  try {
    return await look()
  } finally {
    server.clock.advance(-ahead)
    await stayIn()
  }
}
const withdraw = (by: Browser, requestID: string) => by.post(`${root}/changes/withdraw`, { requestID })

test('a price follows its day, and what was ordered before keeps its own', async () => {
  const shop = payer(server)
  const { offerCode, planName, planNameAr, transactionLimit, validity } = await planCalled('Freelance')
  const terms = { offerCode, planName, planNameAr, transactionLimit, validity, price: '400' }
  const day = dayIn(2)
  const requestID = await proposed(finance, 'plan', { ...terms, fromDate: day, reason: 'Costs rose.' })
  const { body: change } = await auditor.get(`${root}/changes/${requestID}`)
  expect(change).toMatchObject({
    kind: 'plan',
    status: 'proposed',
    before: { price: '360.00', tax: '54.00', totalPrice: '414.00' },
    after: { price: '400.00', tax: '60.00', totalPrice: '460.00' },
    rateBefore: '15',
    rateAfter: '15',
    fromDate: day,
    isOwn: false,
  })
  const { body: queue } = await admin.get('/api/v1/operations/requests?kind=catalogueChange')
  expect(queue.dataList.map((one: { requestID: string }) => one.requestID)).toContain(requestID)
  const own = await decideAt(decisionPath, finance, { requestID })
  expect([own.status, own.body.detail]).toEqual([403, 'NOT_ALLOWED'])
  await approve(admin, requestID)
  expect((await noticesOf(finance))[0]!.message).toContain('proposed change to the catalogue was approved')
  expect((await planCalled('Freelance')).ahead).toMatchObject({ requestID, status: 'approved', price: '400.00', fromDate: day })
  const ordered = await shop.buy(noura, 'Freelance')
  expect((await publicPrices()).Freelance).toBe('414.00')
  expect((await at(day, -1, publicPrices)).Freelance).toBe('414.00')
  await at(day, 0, async () => {
    expect((await publicPrices()).Freelance).toBe('460.00')
    expect((await planCalled('Freelance')) as object).toMatchObject({ price: '400.00', ahead: null, fromDate: day })
    const again = await noura.post('/api/v1/esign/my/subscription/payment/initiate', { encodedPaymentSlno: ordered.encodedPaymentSlno })
    expect((await shop.paymentOf(again.body)).amount_halalas).toBe(41_400)
    expect((await shop.paymentOf(await shop.buy(noura, 'Freelance'))).amount_halalas).toBe(46_000)
    const late = await withdraw(finance, requestID)
    expect([late.status, late.body.detail]).toEqual([409, 'WRONG_STATE'])
  })
})

test('a new plan is sold from its day', async () => {
  const day = dayIn(2)
  await approve(admin, await proposed(finance, 'plan', plan()))
  expect(await planCalled('Student')).toMatchObject({ state: 'coming', price: '30.00', totalPrice: '34.50', ahead: { status: 'approved' } })
  expect((await publicPrices()).Student).toBeUndefined()
  expect((await at(day, -1, publicPrices)).Student).toBeUndefined()
  expect((await at(day, 0, publicPrices)).Student).toBe('34.50')
  expect(((await catalogue()).plans as { planName: string }[]).filter(({ planName }) => planName === 'Student')).toHaveLength(1)
})

test('a plan goes off sale with its day, and one that was off sale comes back', async () => {
  const shop = payer(server)
  const { offerCode } = await planCalled('Professional')
  const day = dayIn(2)
  const requestID = await proposed(admin, 'offSale', { offerCode, fromDate: day })
  await approve(finance, requestID)
  expect((await at(day, -1, publicPrices)).Professional).toBe('920.00')
  await at(day, 0, async () => {
    expect((await publicPrices()).Professional).toBeUndefined()
    expect(await planCalled('Professional')).toMatchObject({ state: 'offSale' })
    await expect(shop.buy(noura, 'Professional')).rejects.toThrow('productPricingDetailsSlno')
    expect((await admin.post(`${root}/changes/offSale`, { offerCode, fromDate: dayIn(3) })).body.detail).toBe('WRONG_STATE')
  })
  expect((await withdraw(admin, requestID)).status).toBe(200)
  expect((await at(day, 0, publicPrices)).Professional).toBe('920.00')
  const week = await planCalled('One week')
  expect(week).toMatchObject({ state: 'offSale', ahead: null })
  const back = plan({ offerCode: week.offerCode, planName: 'One week', planNameAr: 'باقة الأسبوع', fromDate: day })
  await approve(finance, await proposed(admin, 'plan', back))
  expect((await at(day, 0, publicPrices))['One week']).toBe('34.50')
})

test('a change that was approved is withdrawn before its day, and what holds goes on', async () => {
  const { offerCode, planName, planNameAr, transactionLimit, validity } = await planCalled('Personal')
  const day = dayIn(3)
  const terms = { offerCode, planName, planNameAr, transactionLimit, validity, price: '210.50' }
  const requestID = await proposed(finance, 'plan', { ...terms, fromDate: day })
  await approve(admin, requestID)
  expect((await withdraw(finance, requestID)).status).toBe(200)
  expect(await planCalled('Personal')).toMatchObject({ ahead: null, price: '200.00', state: 'onSale' })
  const { body } = await finance.get(`${root}/changes/${requestID}`)
  expect(body).toMatchObject({ status: 'withdrawn', withdrawnBy: { fullName: expect.any(String) }, before: { price: '200.00' } })
  expect((await at(day, 0, publicPrices)).Personal).toBe('230.00')
  expect((await withdraw(finance, requestID)).body.detail).toBe('WRONG_STATE')
})

test('VAT changes with its day, for prices and orders alike', async () => {
  const shop = payer(server)
  const day = dayIn(2)
  const requestID = await proposed(admin, 'vat', { rate: '7.5', fromDate: day })
  const { body } = await auditor.get(`${root}/changes/${requestID}`)
  expect(body).toMatchObject({ rateBefore: '15', rateAfter: '7.5', before: null, after: null })
  await approve(finance, requestID)
  expect((await catalogue()).vat).toMatchObject({ rate: '15', ahead: { rate: '7.5', fromDate: day, status: 'approved' } })
  const rate = async () => (await server.browser().get('/api/v1/common/get/vat')).body.vat
  expect(await at(day, -1, rate)).toBe('15')
  await at(day, 0, async () => {
    expect(await rate()).toBe('7.5')
    expect((await publicPrices()).Starter).toBe('53.75')
    expect((await shop.paymentOf(await shop.buy(noura))).amount_halalas).toBe(5_375)
  })
  expect((await withdraw(admin, requestID)).status).toBe(200)
  expect(await at(day, 0, rate)).toBe('15')
})

test('prices of certificates change one by one', async () => {
  const classes = async () =>
    (await server.browser().get('/api/v1/common/dsc/classes')).body.dataList as { classCode: string; prices: object[] }[]
  const change = { classCode: 'personalSigning', years: 2, price: '199.99', fromDate: dayIn(1) }
  await approve(admin, await proposed(finance, 'certificate', change))
  const { prices } = (await at(change.fromDate, 0, classes)).find(({ classCode }) => classCode === 'personalSigning')!
  expect(prices).toMatchObject([{ years: 1, price: '100.00' }, { years: 2, price: '199.99', tax: '30.00' }, { years: 3 }])
  const unknown = await finance.post(`${root}/changes/certificate`, { ...change, classCode: 'gold', fromDate: dayIn(2) })
  expect([unknown.status, unknown.body.detail]).toEqual([404, 'NOT_FOUND'])
})

describe('refused', () => {
  test.each([
    ['a negative price', { price: '-5.00' }, 'price'],
    ['nothing', { price: '0' }, 'price'],
    ['less than a riyal', { price: '0.99' }, 'price'],
    ['parts of a halala', { price: '5.005' }, 'price'],
    ['a number', { price: 50 }, 'price'],
    ['an endless number', { price: '1e309' }, 'price'],
    ['more than a million', { price: '1000000.01' }, 'price'],
    ['spaces', { price: ' 50' }, 'price'],
    ['a day that has begun', { fromDate: '2026-01-01' }, 'fromDate'],
    ['no day', { fromDate: '2027-02-30' }, 'fromDate'],
    ['a day in many years', { fromDate: '2099-01-01' }, 'fromDate'],
    ['no transactions', { transactionLimit: 0 }, 'transactionLimit'],
    ['half a transaction', { transactionLimit: 1.5 }, 'transactionLimit'],
    ['no name', { planName: ' ' }, 'planName'],
    ['an unseen name', { planNameAr: 'باقة\u202e' }, 'planNameAr'],
  ])('%s', async (_, more, field) => {
    const { status, body } = await finance.post(`${root}/changes/plan`, plan(more))
    expect([status, body.errors?.map((one: { field: string }) => one.field)]).toEqual([422, [field]])
  })

  test.each(['price', 'validity', 'transactionLimit'])('an endless number as %s', async (field) => {
    const body = JSON.stringify(plan({ [field]: 0 })).replace(`"${field}":0`, `"${field}":1e309`)
    const { status, body: answer } = await finance.send('POST', `${root}/changes/plan`, {
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([status >= 400 && status < 500, answer.detail]).toEqual([true, 'MALFORMED'])
  })

  test.each(['100', '-1', '15.123', '1e2', 15])('VAT of %s', async (rate) => {
    expect((await finance.post(`${root}/changes/vat`, { rate, fromDate: dayIn(2) })).status).toBe(422)
  })

  test('today', async () => {
    expect((await finance.post(`${root}/changes/plan`, plan({ fromDate: dayIn(0) }))).body.errors[0].field).toBe('fromDate')
  })

  test('those who only read', async () => {
    for (const reader of [auditor, noura, await server.signIn(cast.bandar)])
      expect((await reader.post(`${root}/changes/plan`, plan())).status).toBe(403)
    expect((await noura.get(root)).status).toBe(403)
    expect((await auditor.get(root)).status).toBe(200)
  })

  test('a second change of one offer, whoever is first', async () => {
    const { offerCode } = await planCalled('Professional')
    const body = { offerCode, fromDate: dayIn(4) }
    const answers = await Promise.all([finance, admin, finance, admin].map((by) => by.post(`${root}/changes/offSale`, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const { requestID } = answers.find(({ status }) => status === 200)!.body
    const terms = plan({ offerCode, fromDate: dayIn(9) })
    expect((await finance.post(`${root}/changes/plan`, terms)).body.detail).toBe('WRONG_STATE')
    expect((await finance.post(`${root}/changes/withdraw`, { requestID })).status).toBe(200)
    expect((await finance.post(`${root}/changes/withdraw`, { requestID })).body.detail).toBe('WRONG_STATE')
  })

  test('the terms that hold already', async () => {
    const { offerCode, planName, planNameAr, transactionLimit, validity, price } = await planCalled('Professional')
    const same = { offerCode, planName, planNameAr, transactionLimit, validity, price, fromDate: dayIn(2) }
    expect((await finance.post(`${root}/changes/plan`, same)).body.detail).toBe('WRONG_STATE')
    expect((await finance.post(`${root}/changes/vat`, { rate: '15', fromDate: dayIn(2) })).body.detail).toBe('WRONG_STATE')
  })

  test('offers and changes that are not there', async () => {
    expect((await finance.post(`${root}/changes/offSale`, { offerCode: 'plan:none', fromDate: dayIn(2) })).status).toBe(404)
    expect((await finance.post(`${root}/changes/offSale`, { offerCode: 'welcomePack', fromDate: dayIn(2) })).status).toBe(404)
    expect((await finance.post(`${root}/changes/plan`, plan({ offerCode: 'certificate:personalSigning:1' }))).status).toBe(404)
    expect((await finance.get(`${root}/changes/${'A'.repeat(22)}`)).status).toBe(404)
    expect((await finance.post(`${root}/changes/withdraw`, { requestID: 'A'.repeat(22) })).status).toBe(404)
  })

  test('an approval once the day has begun; it can still be rejected', async () => {
    const day = dayIn(1)
    const requestID = await proposed(finance, 'plan', plan({ planName: 'Late', fromDate: day }))
    await at(day, 1, async () => {
      const late = await admin.post(`${decisionPath}/initiate`, { requestID, isApproved: '1', remarks: '' })
      expect([late.status, late.body.detail]).toEqual([409, 'WRONG_STATE'])
      expect((await finance.get(`${root}/changes/${requestID}`)).body.hasBegun).toBe(true)
    })
    const refused = await decideAt(decisionPath, admin, { requestID }, { isApproved: false, remarks: 'Propose another day.' })
    expect(refused.body.status).toBe('1')
    expect((await planCalled('Late')) ?? null).toBeNull()
  })

  test('two deciders of one change', async () => {
    const requestID = await proposed(admin, 'plan', plan({ planName: 'Twice' }))
    const answers = await Promise.all([decideAt(decisionPath, finance, { requestID }), decideAt(decisionPath, finance, { requestID })])
    expect(answers.filter(({ body }) => body.status === '1').length).toBeLessThanOrEqual(1)
    const rows = await server.db.selectFrom('product_pricing').select('id').where('plan_name_en', '=', 'Twice').execute()
    expect(rows.length).toBeLessThanOrEqual(1)
  })
})

test('the database keeps one price for each moment, and terms as they are', async () => {
  const row = await server.db.selectFrom('product_pricing').selectAll().where('code', '=', 'plan:starter').executeTakeFirstOrThrow()
  const { id, ...terms } = row
  const again = server.db.insertInto('product_pricing').values({ ...terms, public_id: 'B'.repeat(22), sold_from: server.clock.now() })
  await expect(again.execute()).rejects.toMatchObject({ code: '23P01' })
  const cheaper = server.db.updateTable('product_pricing').set({ price_halalas: 1 }).where('id', '=', id)
  await expect(cheaper.execute()).rejects.toMatchObject({ code: '23514' })
})

test('agreements stand in both languages with their fingerprints', async () => {
  const { body } = await auditor.get(`${root}/agreements`)
  expect(body.totalCount).toBe(body.dataList.length)
  expect(body.dataList[0]).toMatchObject({ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), isCurrent: true, version: 1 })
  expect(body.dataList.some(({ accepted }: { accepted: number }) => accepted > 0)).toBe(true)
})
