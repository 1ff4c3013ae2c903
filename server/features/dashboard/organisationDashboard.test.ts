/** What an enrolment admin sees of the organisation at a glance, and its seats; each number is counted or summed, never kept. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { creditPlan } from '#server/platform/ledger.ts'
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
  })
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
