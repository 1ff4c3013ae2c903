/** What an enrolment admin sees of the organisation at a glance, and its seats; each number is counted or summed, never kept. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays, addSeconds } from '#server/platform/clock.ts'
import { creditPlan } from '#server/platform/ledger.ts'
import { newProofCode, newPublicId } from '#server/platform/secrets.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let organisation: { id: number; sip: number; accountId: number }
beforeAll(async () => {
  server = await testServer()
  organisation = await server.owner
    .selectFrom('organisation as o')
    .innerJoin('account as a', 'a.organisation_id', 'o.id')
    .select(['o.id', 'o.sip_number as sip', 'a.id as accountId'])
    .where('unified_number', '=', '7001234567')
    .executeTakeFirstOrThrow()
  admin = await server.signIn(cast.sarah)
})
afterAll(() => server.close())

const glance = (by = admin, body: object = { sipSlno: organisation.sip, organizationSlNo: organisation.id }) =>
  by.post('/api/v1/dashboard/dashboardDetailsForEnrolmentAdmin', body)
const seats = (by = admin, sip = organisation.sip) => by.get(`/api/v1/reports/org/role/deduction/summary/${sip}`)
const startingSeats = {
  enrolmentAdmin: { totalQuantity: 1, usedQuantity: 1, remainingQuantity: 0 },
  authorizedSignatory: { totalQuantity: 1, usedQuantity: 1, remainingQuantity: 0 },
  organizationUser: { totalQuantity: 3, usedQuantity: 1, remainingQuantity: 2 },
}

test('an organisation begins with its own members and the seats that each begins with', async () => {
  expect((await glance()).body).toEqual({
    organizationName: 'Horizon Technology Company',
    organizationNameAr: expect.stringMatching(/^[\u0600-\u06ff ]+$/),
    users: { active: 3, inActive: 0 },
    waiting: { uav: 0, newUsers: 0, changes: 1, purchases: 0 },
    roles: startingSeats,
    counters: { totalCounters: 0, utilizedCounters: 0, remainingCounters: 0 },
    transactions: { success: 0, failed: 0, pending: 0 },
    usage: expect.objectContaining({ per: 'day' }),
    recentTransactions: [],
    expiry: { counters: null, seats: null, seal: expect.any(String) },
  })
})

describe('what waits in an organisation', () => {
  const waiting = async (by: Browser) => {
    const { status, body } = await by.post('/api/v1/dashboard/org/waiting')
    expect(status).toBe(200)
    return Object.fromEntries(
      (body.dataList as { kind: string; isOwn: boolean; count: number }[]).map(({ kind, isOwn, count }) => [
        `${kind}${isOwn ? ' for me' : ''}`,
        count,
      ]),
    )
  }

  test('is the signatory’s to decide, the admin’s to look at, and of a user what is about them', async () => {
    const [signatory, user] = [await server.signIn(cast.abdulaziz), await server.signIn(cast.reem)]
    const others = { change: 1, unit: 1, technicalContact: 1, organisationChange: 1, seal: 1 }
    expect(await waiting(admin)).toMatchObject(others)
    expect(Object.keys(await waiting(admin)).filter((kind) => kind.endsWith('for me'))).toEqual([])
    expect(await waiting(signatory)).toMatchObject(Object.fromEntries(Object.entries(others).map(([kind, n]) => [`${kind} for me`, n])))
    expect(await waiting(user)).toEqual({ change: 1 })
  })

  test('is no signatory’s own request, waits for the provider once they approved, and is told since when', async () => {
    const signatory = await server.signIn(cast.abdulaziz)
    const before = await waiting(signatory)
    await server.owner
      .updateTable('organisation_unit')
      .set({ made_by: signatory.session.slno })
      .where('organisation_id', '=', organisation.id)
      .where('status', '=', 'pending')
      .execute()
    const after = await waiting(signatory)
    expect([after['unit for me'], after['unit']]).toEqual([undefined, 1])
    const approvedAt = new Date('2026-01-02T03:04:05Z')
    await server.owner
      .updateTable('dsc')
      .set({ signatory_approved_at: approvedAt })
      .where('organisation_id', '=', organisation.id)
      .where('state', '=', 'identityVerified')
      .execute()
    const { dataList } = (await signatory.post('/api/v1/dashboard/org/waiting')).body
    const seal = dataList.find(({ kind }: { kind: string }) => kind === 'seal')
    expect(before['seal for me']).toBe(1)
    expect(seal).toMatchObject({ isOwn: false, count: 1 })
    expect(new Date(seal.waitingSince).getTime()).toBeGreaterThanOrEqual(approvedAt.getTime())
    const foreign = await server.signIn(cast.hind)
    expect((await foreign.post('/api/v1/dashboard/org/waiting', { organizationSlno: organisation.id })).status).toBe(404)
  })
})

test('what its signings came to is told by day, the latest first, and nobody’s own are among them', async () => {
  const now = server.app.clock.now()
  const { id: pricingId } = await server.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 10)
    .executeTakeFirstOrThrow()
  const { accountId } = organisation
  const over = { accountId, pricingId, kind: 'esignPlan', orderLine: null, transactions: 10 } as const
  await server.db.transaction().execute((tx) => creditPlan(tx, now, { ...over, validFrom: addDays(now, -30), validTo: addDays(now, -1) }))
  const { id: plan_id } = await server.owner
    .selectFrom('plan')
    .select('id')
    .where('account_id', '=', accountId)
    .where('unit', '=', 'transaction')
    .executeTakeFirstOrThrow()
  const made = { device_public_id: 'test', document_count: 1, expires_at: now, plan_id, person_id: admin.session.slno }
  for (const [i, state] of (['success', 'success', 'expired'] as const).entries())
    await server.owner
      .insertInto('esign_transaction')
      .values({
        ...made,
        public_id: newPublicId(),
        proof_code: newProofCode(),
        account_id: organisation.accountId,
        state,
        created_at: addSeconds(now, -60 * (3 - i)),
      })
      .execute()
  const { body } = await glance()
  expect(body.transactions).toEqual({ success: 2, failed: 1, pending: 0 })
  expect(body.recentTransactions.map(({ statusLabel }: { statusLabel: string }) => statusLabel)).toEqual(['failed', 'success', 'success'])
  const sum = (name: string) => body.usage.bars.reduce((total: number, bar: Record<string, number>) => total + bar[name]!, 0)
  expect([sum('success'), sum('failed'), body.usage.bars.length]).toEqual([2, 1, 30])
  const past = { fromDate: '2020-01-01', toDate: '2020-02-29', per: 'month' }
  const narrowed = (await glance(admin, { sipSlno: organisation.sip, organizationSlNo: organisation.id, ...past })).body.usage
  expect(narrowed.bars).toEqual([
    { fromDate: '2020-01-01', toDate: '2020-01-31', success: 0, failed: 0, pending: 0 },
    { fromDate: '2020-02-01', toDate: '2020-02-29', success: 0, failed: 0, pending: 0 },
  ])
  const tooLong = { ...past, per: 'day', fromDate: '1999-01-01' }
  expect((await glance(admin, { sipSlno: organisation.sip, organizationSlNo: organisation.id, ...tooLong })).status).toBe(422)
})

test('members in each status and the counters are in it as soon as they are there', async () => {
  const now = server.app.clock.now()
  for (const [i, status] of (['pending', 'pending', 'initiated', 'rejected', 'deactivated'] as const).entries()) {
    const { personId } = await addPerson(server, 2, 9_560 + i)
    await server.owner
      .insertInto('membership')
      .values({ organisation_id: organisation.id, person_id: personId, role: 'organizationUser', status, created_at: now })
      .execute()
  }
  const signatory = await server.owner
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.id'])
    .where('m.organisation_id', '=', organisation.id)
    .where('m.role', '=', 'organizationUser')
    .where('m.status', '=', 'approved')
    .executeTakeFirstOrThrow()
  const change = { orgSlNo: organisation.id, userSlNo: signatory.id, remarks: 'On leave.' }
  expect((await admin.post('/api/v1/user/org/orgUser/inactivate', change)).status).toBe(200)
  const { id: pricingId } = await server.db
    .selectFrom('product_pricing')
    .select('id')
    .where('transactions', '=', 10)
    .executeTakeFirstOrThrow()
  const plan = {
    accountId: organisation.accountId,
    pricingId,
    kind: 'esignPlan',
    orderLine: null,
    transactions: 10,
    validFrom: now,
  } as const
  for (const validTo of [addDays(now, 30), addDays(now, 60)])
    await server.db.transaction().execute((tx) => creditPlan(tx, now, { ...plan, validTo }))
  expect((await glance()).body).toMatchObject({
    users: { active: 2, inActive: 1 },
    waiting: { uav: 1, newUsers: 2, changes: 1, purchases: 0 },
    roles: startingSeats, // who is inactive keeps their seat
    counters: { totalCounters: 20, utilizedCounters: 0, remainingCounters: 20 },
    expiry: { counters: addDays(now, 30).toISOString() },
  })
  await admin.post('/api/v1/user/org/orgUser/deactivate', change)
  expect((await seats()).body).toEqual({
    ...startingSeats,
    organizationUser: { totalQuantity: 3, usedQuantity: 0, remainingQuantity: 3 },
  })
})

test('the glance is the admin’s; signatory and auditor read the seats; nobody reads those of another organisation', async () => {
  const [signatory, user, auditor, foreign] = [
    await server.signIn(cast.abdulaziz),
    await server.signIn(cast.hind),
    await server.signIn(cast.tariq),
    await server.signIn(cast.majed),
  ]
  expect((await glance(signatory)).status).toBe(403)
  for (const by of [signatory, auditor]) expect((await seats(by)).status).toBe(200)
  for (const by of [foreign, user]) expect((await seats(by)).status).toBe(404)
  expect((await glance(foreign)).status).toBe(404)
  expect((await glance(admin, { sipSlno: 987_654, organizationSlNo: organisation.id })).status).toBe(404)
})
