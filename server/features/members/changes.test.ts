/** A member made inactive and active, and memberships that end: rights, seats, the last of a role, and who is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrgRole } from '#contract/kit.ts'
import * as calls from '#contract/members.ts'
import { cast } from '#server/demo/cast.ts'
import { takeSeat } from '#server/platform/seats.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let organisation: number
let accountId: number
beforeAll(async () => {
  server = await testServer()
  const row = await server.owner
    .selectFrom('organisation as o')
    .innerJoin('account as a', 'a.organisation_id', 'o.id')
    .select(['o.id', 'a.id as accountId'])
    .where('unified_number', '=', '7001234567')
    .executeTakeFirstOrThrow()
  ;({ id: organisation, accountId } = row)
  admin = await server.signIn(cast.sarah)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const users = '/api/v1/user/org/orgUser'
let count = 0
/** Somebody new in the organisation, with a seat where one is free. */
async function member(role: OrgRole = 'organizationUser', { seated = false } = {}) {
  const n = 9_600 + count++
  const { nationalId, personId } = await addPerson(server, 2, n)
  const { id } = await server.owner
    .insertInto('membership')
    .values({ organisation_id: organisation, person_id: personId, role, status: 'approved', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (seated) await server.owner.transaction().execute((tx) => takeSeat(tx, new Date(), id))
  return { userSlNo: id, personId, email: `person-${n}@example.sa`, browser: await server.signIn(nationalId) }
}
const remarks = 'The contract ended.'
const change = (to: 'activate' | 'inactivate' | 'deactivate', userSlNo: number, by = admin) =>
  by.post(`${users}/${to}`, { orgSlNo: organisation, userSlNo, remarks })
const resign = (by: Browser) => by.post(`${users}/resign`, { orgSlNo: organisation, remarks })
const read = (userSlNo: number, by = admin, more: object = {}) =>
  by.post(`${users}/viewOrganizationUser`, { orgSlNo: organisation, userSlNo, ...more })
const mayAct = async (browser: Browser) => {
  const { body } = await browser.post(`${users}/viewManageOrganizationUsersGrid`, { organizationSlno: organisation })
  return body.detail ?? 'yes'
}
const own = async (role: OrgRole) =>
  (
    await server.db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', organisation)
      .where('role', '=', role)
      .where('status', '=', 'approved')
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id
const freeSeats = async () =>
  (
    await server.db
      .selectFrom('plan')
      .select((e) => e.fn.sum<number>('available').as('free'))
      .where('account_id', '=', accountId)
      .where('role', '=', 'organizationUser')
      .executeTakeFirstOrThrow()
  ).free
const notices = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/api/v1/dashboard/my/notifications')).body.dataList.map(({ kind }: { kind: string }) => kind)
const trailOf = async (personId: number) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select(['action', 'organisation_id'])
      .where('person_id', '=', personId)
      .where('action', 'like', 'member.%')
      .orderBy('id')
      .execute()
  ).map(({ action, organisation_id }) => `${action} in ${organisation_id === organisation ? 'it' : organisation_id}`)

describe('one user', () => {
  test('is shown with what the organisation knows; they see who looked', async () => {
    const { userSlNo, browser } = await member()
    expect((await read(userSlNo)).body).toMatchObject({
      userSlno: userSlNo,
      userType: 'organizationUser',
      status: 'approved',
      active: true,
      isLastOfRole: false,
      isOwn: false,
      nationalID: expect.stringMatching(/^1•+\d{4}$/),
      organizationCounters: { totalCounters: 0, utilizedCounters: 0, remainingCounters: 0 },
    })
    const looks = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
    expect(looks).toEqual([expect.objectContaining({ what: 'profile', organization: 'Horizon Technology Company' })])
    expect((await read(await own('enrolmentAdmin'))).body).toMatchObject({ isLastOfRole: true, isOwn: true })
  })

  test('who is not what was asked for, or somebody else’s, is not found', async () => {
    const { userSlNo } = await member()
    expect((await read(userSlNo, admin, { active: '1', type: 'organizationUser' })).status).toBe(200)
    expect((await read(userSlNo, admin, { inActive: '1' })).status).toBe(404)
    expect((await read(userSlNo, admin, { type: 'enrolmentAdmin' })).status).toBe(404)
    const other = await server.signIn(cast.majed)
    expect((await read(userSlNo, other)).status).toBe(404)
    const { id } = await server.owner
      .selectFrom('organisation')
      .select('id')
      .where('unified_number', '=', '7007654321')
      .executeTakeFirstOrThrow()
    for (const number of [userSlNo, 987_654_321])
      expect((await other.post(`${users}/deactivate`, { orgSlNo: id, userSlNo: number, remarks })).status).toBe(404)
  })
})

describe('an inactive user', () => {
  test('may do nothing for the organisation from their next call on, keeps their seat, and is told; then they may again', async () => {
    const { userSlNo, personId, email, browser } = await member('authorizedSignatory')
    expect(await mayAct(browser)).toBe('yes')
    expect((await change('inactivate', userSlNo)).body).toMatchObject({ active: false, status: 'approved', remarks })
    expect(await mayAct(browser)).not.toBe('yes')
    expect((await change('inactivate', userSlNo)).body).toMatchObject({ detail: 'WRONG_STATE', title: 'The user is inactive.' })
    expect((await change('activate', userSlNo)).body).toMatchObject({ active: true })
    expect(await mayAct(browser)).toBe('yes')
    expect((await change('activate', userSlNo)).body.detail).toBe('WRONG_STATE')
    expect(await notices(browser)).toEqual(expect.arrayContaining(['membershipInactive', 'membershipActive']))
    await expect
      .poll(async () => (await sentTo(server, 'mail', email)).map(({ subject }) => subject))
      .toEqual(expect.arrayContaining(['أُوقفت عضويتك في منشأة', 'عضويتك في منشأة نشطة من جديد']))
    expect(await trailOf(personId)).toEqual(['member.inactivated in it', 'member.activated in it'])
    await change('deactivate', userSlNo)
  })
})

describe('a membership that ends', () => {
  test('gives the seat back and takes every right; nothing changes it any more', async () => {
    const free = await freeSeats()
    const { userSlNo, personId, browser } = await member('organizationUser', { seated: true })
    expect(await freeSeats()).toBe(free - 1)
    expect((await change('deactivate', userSlNo)).body).toMatchObject({ status: 'deactivated', active: false })
    expect(await freeSeats()).toBe(free)
    expect(await notices(browser)).toContain('membershipEnded')
    expect(await trailOf(personId)).toEqual(['member.deactivated in it'])
    for (const to of ['activate', 'inactivate', 'deactivate'] as const) expect((await change(to, userSlNo)).body.detail).toBe('WRONG_STATE')
    expect([403, 404]).toContain((await resign(browser)).status)
    expect(await freeSeats()).toBe(free)
  })

  test('by the member: the enrolment admins are told, by name and with the reason', async () => {
    const { userSlNo, browser } = await member()
    expect((await resign(browser)).body).toEqual({ status: 'deactivated' })
    expect((await read(userSlNo)).body).toMatchObject({ status: 'deactivated', remarks })
    const told = (await admin.get('/api/v1/dashboard/my/notifications')).body.dataList[0]
    expect(told).toMatchObject({ kind: 'memberResigned', message: expect.stringContaining(remarks) })
  })

  test('is the admin’s to end, and nobody ends their own there', async () => {
    const { userSlNo, browser } = await member()
    for (const nationalId of [cast.abdulaziz, cast.reem, cast.bandar])
      expect((await change('deactivate', userSlNo, await server.signIn(nationalId))).status, nationalId).toBe(403)
    expect((await change('deactivate', userSlNo, browser)).status).toBe(403)
    expect((await change('deactivate', await own('enrolmentAdmin'))).body).toMatchObject({ detail: 'WRONG_STATE' })
    expect((await admin.post(`${users}/deactivate`, { orgSlNo: organisation, userSlNo, remarks: '  ' })).status).toBe(422)
    expect((await read(userSlNo)).body).toMatchObject({ status: 'approved', active: true })
    await change('deactivate', userSlNo)
  })

  test('the last active enrolment admin and the last active signatory stay, with the reason', async () => {
    const title = calls.memberRefusalWords.lastOfRole.en
    const signatory = await own('authorizedSignatory')
    expect((await resign(admin)).body).toMatchObject({ detail: 'WRONG_STATE', title })
    for (const to of ['inactivate', 'deactivate'] as const)
      expect((await change(to, signatory)).body).toMatchObject({ detail: 'WRONG_STATE', title })
    const second = await member('authorizedSignatory')
    expect((await change('inactivate', second.userSlNo)).status).toBe(200)
    expect((await change('deactivate', signatory)).body).toMatchObject({ title }) // who is inactive stands for nobody
    await change('activate', second.userSlNo)
    expect((await change('inactivate', signatory)).status).toBe(200)
    expect((await change('deactivate', second.userSlNo)).body).toMatchObject({ title })
    await change('activate', signatory)
    expect((await change('deactivate', second.userSlNo)).status).toBe(200)
  })

  test('of two admins who leave at once, one stays', async () => {
    for (let round = 0; round < 10; round++) {
      const second = await member('enrolmentAdmin')
      const third = await member('enrolmentAdmin')
      const first = await own('enrolmentAdmin')
      await server.owner.updateTable('membership').set({ active: false }).where('id', '=', first).execute()
      const answers = await Promise.all([second, third].map(({ browser }) => resign(browser)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      await server.owner.updateTable('membership').set({ active: true }).where('id', '=', first).execute()
      const left = answers[0]!.status === 200 ? third : second
      expect((await change('deactivate', left.userSlNo)).status).toBe(200)
    }
  })

  test('asked for twice at once it ends once, and one seat comes back', async () => {
    const free = await freeSeats()
    const { userSlNo } = await member('organizationUser', { seated: true })
    const answers = await Promise.all([1, 2, 3].map(() => change('deactivate', userSlNo)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await freeSeats()).toBe(free)
  })
})
