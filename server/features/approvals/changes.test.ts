/** Changes to users of an organisation: asked for, confirmed by a code where they are an address, decided, and made. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrgRole } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { addPerson } from '#test/people.ts'
import { codeTo } from '#test/inbox.ts'
import { enter } from '#server/platform/ledger.ts'
import { creditStartingSeats, takeSeat } from '#server/platform/seats.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let own: Awaited<ReturnType<typeof newOrganisation>>
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  officer = await server.signIn(cast.bandar)
  own = await newOrganisation()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

type Member = { id: number; browser: Browser; personId: number }
let count = 0
/** A member on a seat of their role. */
async function member(organisation_id: number, role: OrgRole): Promise<Member> {
  const { nationalId, personId } = await addPerson(server, 2, 18_000 + ++count)
  const values = { organisation_id, person_id: personId, role, status: 'approved', work_email: `m${count}@oasis.example` } as const
  const { id } = await server.owner
    .insertInto('membership')
    .values({ ...values, work_mobile: '966550001111', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await server.owner.transaction().execute((tx) => takeSeat(tx, new Date(), id))
  return { id, browser: await server.signIn(nationalId), personId }
}
/** An organisation with the seats that each begins with, an admin, a signatory and a user on them. */
async function newOrganisation() {
  const unified_number = `70500000${String(++count).padStart(2, '0')}`
  const { id } = await server.owner
    .insertInto('organisation')
    .values({ unified_number, name_ar: 'شركة الواحة', name_en: 'Oasis Company', sip_code: `SIP-${unified_number}`, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await server.owner.selectFrom('account').select('id').where('organisation_id', '=', id).executeTakeFirstOrThrow()
  await server.owner.transaction().execute((tx) => creditStartingSeats(tx, new Date(), account.id))
  const admin = await member(id, 'enrolmentAdmin')
  const signatory = await member(id, 'authorizedSignatory')
  return { id, accountId: account.id, admin, signatory, user: await member(id, 'organizationUser') }
}
/** One more seat of a role, as a purchase credits it. */
const moreSeats = (accountId: number, role: OrgRole) =>
  server.owner.transaction().execute(async (tx) => {
    const { id: planId } = await tx
      .updateTable('plan')
      .set((e) => ({ credited: e('credited', '+', 1), available: e('available', '+', 1) }))
      .where('account_id', '=', accountId)
      .where('role', '=', role)
      .returning('id')
      .executeTakeFirstOrThrow()
    const credited = { accountId, planId, kind: 'credit', from: 'issued', to: 'available', amount: 1 } as const
    await enter(tx, new Date(), { ...credited, key: `more:${++count}` })
  })

const change = '/api/v1/user/org/orgUser/change'
const approval = '/api/v1/approval/org/users/change'
const consolePath = '/api/v1/operations/changes'
const roleChange = (userSlNo: number, userType: OrgRole, by = own.admin.browser, orgSlNo = own.id) =>
  by.post(`${change}/role`, { orgSlNo, userSlNo, userType, remarks: 'They lead now.' })
const read = async (slNo: number, by = own.signatory.browser) => (await by.post(`${approval}/viewChangeRequestDetails`, { slNo })).body
const decide = (by: Browser, slNo: number, how: object = {}) => decideAt(`${approval}/decision`, by, { slNo }, how)
const rowOf = (id: number) => server.db.selectFrom('membership').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const numberOf = async (id: number) =>
  (await server.db.selectFrom('membership_change').select('public_id').where('id', '=', id).executeTakeFirstOrThrow()).public_id
const openOf = async ({ browser }: Member, orgSlNo = own.id) =>
  (await browser.post('/api/v1/user/org/orgUser/own', { orgSlNo })).body.changes

describe('an address at work', () => {
  test('is confirmed by a code, waits for a signatory, and is what the organisation has from then on', async () => {
    const { browser, id } = own.user
    const email = 'new.work@oasis.example'
    const begun = await browser.post('/api/v1/profile/my/organizations/email', { orgSlNo: own.id, email })
    expect(begun.status).toBe(200)
    const { changeID } = begun.body
    expect((await browser.post('/api/v1/profile/my/contact/confirm', { changeID, otp: '000000' })).body.status).toBe('0')
    expect(await openOf(own.user)).toEqual([])
    const otp = await codeTo(server, 'mail', email)
    expect((await browser.post('/api/v1/profile/my/contact/confirm', { changeID, otp })).body).toEqual({ status: '1' })
    const [open] = await openOf(own.user)
    expect(open).toMatchObject({ changeType: 'email', newValue: email, waitsFor: 'authorizedSignatory' })
    expect((await noticesOf(own.signatory.browser))[0]).toMatchObject({ kind: 'organisationRequestWaits' })
    expect(await read(open.slNo)).toMatchObject({ newEmail: email, newValue: email, oldValue: expect.stringContaining('@oasis.example') })
    expect((await rowOf(id)).work_email).not.toBe(email)
    expect((await decide(own.signatory.browser, open.slNo)).body).toMatchObject({ status: '1' })
    expect((await rowOf(id)).work_email).toBe(email)
    const mine = (await browser.get('/api/v1/profile/my/organizations/emails')).body.dataList
    expect(mine).toEqual([expect.objectContaining({ email })])
    const personal = await server.db.selectFrom('person').select('email').where('id', '=', own.user.personId).executeTakeFirstOrThrow()
    expect(personal.email).not.toBe(email)
    expect((await noticesOf(browser))[0]).toMatchObject({ kind: 'requestDecided', message: expect.stringContaining('change request') })
    const same = await browser.post('/api/v1/profile/my/organizations/email', { orgSlNo: own.id, email })
    expect(same.body).toMatchObject({ errors: [{ field: 'email' }] })
  })

  test('of somebody’s own waits for the provider where no other signatory could decide', async () => {
    const { browser } = own.signatory
    const { changeID } = (await browser.post('/api/v1/profile/my/organizations/mobile', { orgSlNo: own.id, mobileNo: '0559998877' })).body
    const otp = await codeTo(server, 'sms', '966559998877')
    expect((await browser.post('/api/v1/profile/my/contact/confirm', { changeID, otp })).body).toEqual({ status: '1' })
    const [open] = await openOf(own.signatory)
    expect(open).toMatchObject({ changeType: 'mobile', waitsFor: 'registrationOfficer' })
    expect((await decide(browser, open.slNo)).body.detail).toBe('NOT_ALLOWED')
    const requestID = await numberOf(open.slNo)
    const queue = (await officer.get('/api/v1/operations/requests?kind=change&limit=100')).body.dataList
    expect(queue).toEqual([expect.objectContaining({ requestID })])
    expect((await officer.get(`${consolePath}/${requestID}`)).body).toMatchObject({
      newValue: '966559998877',
      organizationName: 'Oasis Company',
    })
    const looks = (await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
    expect(looks[0]).toMatchObject({ what: 'requests' })
    expect((await decideAt(`${consolePath}/decision`, officer, { requestID })).body).toMatchObject({ status: '1' })
    expect((await rowOf(own.signatory.id)).work_mobile).toBe('966559998877')
  })
})

describe('a unit', () => {
  test('is another one once a signatory agrees, and the user is told', async () => {
    const made = await server.owner
      .insertInto('organisation_unit')
      .values({
        public_id: 'unit-of-the-oasis-test',
        organisation_id: own.id,
        name_ar: 'العقود',
        name_en: 'Contracts',
        status: 'pending',
        made_by: own.admin.personId,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const ask = () =>
      own.admin.browser.post(`${change}/unit`, { orgSlNo: own.id, userSlNo: own.user.id, orgUnitSlNo: made.id, remarks: 'They moved.' })
    expect((await ask()).body).toMatchObject({ errors: [{ field: 'orgUnitSlNo' }] }) // not approved yet
    await decideAt('/api/v1/profile/org/units/decision', own.signatory.browser, { orgUnitSlNo: made.id })
    const asked = await ask()
    expect(asked.status).toBe(200)
    expect((await ask()).body.detail, 'one of a kind waits at a time').toBe('WRONG_STATE')
    const { slNo } = asked.body
    expect(await read(slNo)).toMatchObject({ changeType: 'unit', oldValue: '', newValue: 'Contracts', reason: 'They moved.' })
    expect((await decide(own.signatory.browser, slNo, { isApproved: false, remarks: 'Not yet.' })).body).toMatchObject({ status: '1' })
    expect((await rowOf(own.user.id)).unit_id).toBeNull()
    const again = (await ask()).body.slNo
    expect((await decide(own.signatory.browser, again)).body).toMatchObject({ status: '1' })
    expect(await rowOf(own.user.id)).toMatchObject({ unit_id: made.id, is_auto_unit: false })
    expect((await noticesOf(own.user.browser))[0]).toMatchObject({ kind: 'memberChanged', message: expect.stringContaining('Contracts') })
    expect((await ask()).body).toMatchObject({ errors: [{ field: 'orgUnitSlNo' }] }) // it is so already
  })
})

describe('a role', () => {
  test('of an admin is decided by a signatory and then by the provider; the seats change places', async () => {
    const { id } = own.user
    const before = await rowOf(id)
    const { slNo } = (await roleChange(id, 'enrolmentAdmin')).body
    expect(await read(slNo)).toMatchObject({ oldValue: 'Organization User', newValue: 'Enrolment Admin', isFull: true })
    expect((await decide(own.signatory.browser, slNo)).body.detail).toBe('NO_BALANCE')
    await moreSeats(own.accountId, 'enrolmentAdmin')
    expect((await decide(own.signatory.browser, slNo)).body).toMatchObject({ status: '1' })
    expect(await read(slNo)).toMatchObject({ waitsFor: 'registrationOfficer', requestStatus: 'pending', approvedBy: expect.any(String) })
    expect((await rowOf(id)).role).toBe('organizationUser')
    expect((await decide(own.signatory.browser, slNo)).body.detail).toBe('WRONG_STATE')
    const requestID = await numberOf(slNo)
    expect((await decideAt(`${consolePath}/decision`, officer, { requestID })).body).toMatchObject({ status: '1' })
    const after = await rowOf(id)
    expect(after.role).toBe('enrolmentAdmin')
    expect(after.seat_plan_id).not.toBe(before.seat_plan_id)
    expect((await noticesOf(own.user.browser))[0]).toMatchObject({
      kind: 'memberChanged',
      message: expect.stringContaining('Enrolment Admin'),
    })
    const back = (await roleChange(id, 'organizationUser')).body.slNo
    expect((await decide(own.signatory.browser, back)).body).toMatchObject({ status: '1' })
    expect(await rowOf(id)).toMatchObject({ role: 'organizationUser', seat_plan_id: before.seat_plan_id })
  })

  test('of the last admin and of the last signatory stays; two at once leave one', async () => {
    const other = await newOrganisation()
    const by = other.admin.browser
    expect((await roleChange(other.admin.id, 'organizationUser', by, other.id)).body.detail).toBe('WRONG_STATE')
    expect((await roleChange(other.signatory.id, 'organizationUser', by, other.id)).body.detail).toBe('WRONG_STATE')
    await moreSeats(other.accountId, 'enrolmentAdmin')
    const second = await member(other.id, 'enrolmentAdmin')
    const [one, two] = [
      await roleChange(other.admin.id, 'organizationUser', by, other.id),
      await roleChange(second.id, 'organizationUser', by, other.id),
    ]
    await moreSeats(other.accountId, 'authorizedSignatory')
    const deputy = await member(other.id, 'authorizedSignatory')
    const decided = await Promise.all([decide(other.signatory.browser, one.body.slNo), decide(deputy.browser, two.body.slNo)])
    expect(decided.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
    const roles = await Promise.all([rowOf(other.admin.id), rowOf(second.id)])
    expect(roles.map(({ role }) => role).toSorted()).toEqual(['enrolmentAdmin', 'organizationUser'])
  })
})

describe('a request', () => {
  test('is nobody else’s to make, read or decide', async () => {
    const { slNo } = (await roleChange(own.user.id, 'authorizedSignatory')).body
    const foreign = await server.signIn(cast.hind)
    for (const number of [slNo, 999_999]) {
      expect((await foreign.post(`${approval}/viewChangeRequestDetails`, { slNo: number })).status).toBe(404)
      expect((await decide(foreign, number)).status).toBe(404)
    }
    for (const by of [own.admin.browser, own.user.browser, officer]) expect((await decide(by, slNo)).status).toBe(403)
    const stranger = await server.signIn(cast.majed)
    expect((await roleChange(own.user.id, 'enrolmentAdmin', stranger)).status).toBe(404)
    expect((await roleChange(own.user.id, 'enrolmentAdmin', own.user.browser)).status).toBe(403)
    expect((await decideAt(`${consolePath}/decision`, officer, { requestID: await numberOf(slNo) })).body.detail).toBe('WRONG_STATE')
    expect((await decide(own.signatory.browser, slNo, { isApproved: false, remarks: 'No.' })).body).toMatchObject({ status: '1' })
  })

  test('ends with the membership, which nobody then decides about', async () => {
    const leaver = await member(own.id, 'organizationUser')
    const { slNo } = (await roleChange(leaver.id, 'authorizedSignatory')).body
    const end = { orgSlNo: own.id, userSlNo: leaver.id, remarks: 'Left the company.' }
    expect((await own.admin.browser.post('/api/v1/user/org/orgUser/deactivate', end)).status).toBe(200)
    expect(await read(slNo)).toMatchObject({ requestStatus: 'rejected', remarks: 'Left the company.', waitsFor: null })
    expect((await roleChange(leaver.id, 'authorizedSignatory')).body.detail).toBe('WRONG_STATE')
  })

  test('is listed by its state, and goes out as a spreadsheet', async () => {
    const list = async (filters: object) => (await own.admin.browser.post(`${approval}/requests`, { limit: 100, ...filters })).body
    const [all, approved] = [await list({}), await list({ approved: '1', language: 'ar' })]
    expect(all.totalCount).toBeGreaterThan(approved.totalCount)
    expect(approved.dataList[0]).toMatchObject({ status: 'approved', statusLabel: 'موافق عليه' })
    const path = '/api/v1/excel/report/exportOrganizationApprovalUserChangeRequest'
    const { body } = await own.admin.browser.post(path, { approved: '1' }, { 'accept-language': 'ar' })
    const { rows, isRightToLeft } = readSpreadsheet(body)[0]!
    expect([isRightToLeft, rows.length]).toEqual([true, approved.totalCount + 1])
    expect(rows[0]).toMatchObject({ A: 'الاسم', C: 'ما يتغيّر' })
  })
})
