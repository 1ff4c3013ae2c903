/** Requests to join are decided: by whom, in which order, against how many seats, and what each is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrgRole } from '#contract/kit.ts'
import { cast } from '#server/demo/cast.ts'
import { creditStartingSeats } from '#server/platform/seats.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { inviter, type Invited } from '#test/inviter.ts'
import { newPublicId } from '#server/platform/secrets.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { readSpreadsheet } from '#test/spreadsheet.ts'

let server: TestServer
let people: ReturnType<typeof inviter>
let officer: Browser
let organisation: number
let admin: Browser
let signatory: Browser
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  people = inviter(server)
  officer = await server.signIn(cast.bandar)
  ;({ organisation, admin, signatory } = await newOrganisation())
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const approval = '/api/v1/approval/org/users/new'
const console_ = '/api/v1/operations/members'
let count = 0
/** Somebody of an organisation, who takes no seat. */
async function member(organisation_id: number, role: OrgRole): Promise<Browser> {
  const { nationalId, personId } = await addPerson(server, 2, 14_000 + ++count)
  await server.owner
    .insertInto('membership')
    .values({ organisation_id, person_id: personId, role, status: 'approved', created_at: new Date() })
    .execute()
  return server.signIn(nationalId)
}
/** An organisation with the seats that each begins with: three for users, one for a signatory, one for an admin. */
async function newOrganisation() {
  const unified_number = `703000${String(++count).padStart(4, '0')}`
  const values = {
    unified_number,
    name_ar: 'شركة الواحة',
    name_en: 'Oasis Company',
    sip_code: `SIP-${unified_number}`,
    created_at: new Date(),
  }
  const { id } = await server.owner.insertInto('organisation').values(values).returning('id').executeTakeFirstOrThrow()
  const account = await server.owner.selectFrom('account').select('id').where('organisation_id', '=', id).executeTakeFirstOrThrow()
  await server.owner.transaction().execute((tx) => creditStartingSeats(tx, new Date(), account.id))
  return { organisation: id, admin: await member(id, 'enrolmentAdmin'), signatory: await member(id, 'authorizedSignatory') }
}
type Waiting = { invited: Invited; browser: Browser; personId: number; publicId: string }
/** Somebody who sent their details, with a file. */
async function waiting(userType: OrgRole = 'organizationUser', by = admin): Promise<Waiting> {
  const { nationalId, personId } = await addPerson(server, 2, 14_000 + ++count)
  const invited = await people.invite(by, nationalId, { userType })
  const browser = await people.join(invited, { evidence: 1 })
  return { invited, browser, personId, publicId: (await row(invited.id)).public_id! }
}
/** So many who sent their details, as rows: nobody of them is asked anything. */
async function manyWaiting(organisation_id: number, invited_by: number, many: number): Promise<number[]> {
  const [at, ids] = [new Date(), []] as [Date, number[]]
  for (let i = 0; i < many; i++) {
    const { personId, nationalId } = await addPerson(server, 2, 14_000 + ++count)
    const invited = { public_id: newPublicId(), invited_by, invited_at: at, invited_name: 'x', invitation_ends_at: at, submitted_at: at }
    const proof = { national_id_hash: server.app.secrets.lookUp(nationalId), national_id_masked: '1•••••' }
    const reached = {
      ...proof,
      postal_code: '13321',
      country: 'SA',
      work_email: `m${count}@oasis.example`,
      work_mobile: '966551112222',
      city: 'Riyadh',
      region: 'Riyadh',
    }
    const { id } = await server.owner
      .insertInto('membership')
      .values({ organisation_id, person_id: personId, role: 'organizationUser', status: 'pending', created_at: at, ...invited, ...reached })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}
const row = (id: number) => server.db.selectFrom('membership').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const decide = (by: Browser, { invited: { id } }: Waiting, isApproved = true, remarks = '') =>
  decideAt(`${approval}/decision`, by, { userSlNo: id }, { isApproved, remarks })
const decideForProvider = (by: Browser, { publicId }: Waiting, isApproved = true, remarks = '') =>
  decideAt(`${console_}/decision`, by, { requestID: publicId }, { isApproved, remarks })
const queue = async () =>
  (await officer.get('/api/v1/operations/requests?kind=membership&limit=100')).body.dataList as { requestID: string }[]
describe('a new user', () => {
  test('is approved by a signatory, takes a seat and acts for the organisation from the next call on', async () => {
    const one = await waiting()
    const read = await signatory.post(`${approval}/viewNewRequestDetails`, { userSlNo: one.invited.id })
    expect(read.body).toMatchObject({
      status: 'pending',
      statusLabel: 'Waiting for a signatory',
      waitsFor: 'authorizedSignatory',
      userType: 'organizationUser',
      nationalID: expect.stringMatching(/^1•+\d{4}$/),
      city: 'Al Kharj',
      ISDCode: '966',
      isFull: false,
      approvedBy: null,
      Docs: [expect.objectContaining({ ID: 1, docName: 'letter.pdf', docStatus: 'received' })],
    })
    const [file] = read.body.Docs
    const opened = await signatory.get(`${approval}/${one.invited.id}/documents/${file.uniqueFileID}`)
    expect([opened.status, opened.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    const looks = (await one.browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
    expect(looks.map(({ what, organization }: { what: string; organization: string }) => [what, organization])).toEqual(
      expect.arrayContaining([
        ['requests', 'Oasis Company'],
        ['documents', 'Oasis Company'],
      ]),
    )
    expect((await decide(signatory, one)).body).toMatchObject({ status: '1' })
    expect(await row(one.invited.id)).toMatchObject({ status: 'approved', seat_plan_id: expect.any(Number) })
    const { refreshToken } = one.browser.session
    const renewed = await one.browser.post('/api/v1/auth/refresh', { refreshToken, deviceID: one.browser.deviceId })
    expect(renewed.body.organizationList).toEqual([
      expect.objectContaining({ organizationSlno: organisation, userRole: 'organizationUser' }),
    ])
    expect((await noticesOf(one.browser))[0]).toMatchObject({ kind: 'requestDecided', message: expect.stringContaining('approved') })
    expect((await noticesOf(admin))[0]).toMatchObject({ kind: 'requestDecided', message: expect.stringContaining('invitation') })
    const listed = await admin.post('/api/v1/user/org/uav/viewUavUser', { id: one.invited.id })
    expect(listed.body).toMatchObject({ status: 2, processedBy: expect.any(String), waitsFor: null })
    expect((await decide(signatory, one)).body.detail).toBe('WRONG_STATE')
  })

  test('is refused with a reason, and may be invited again', async () => {
    const one = await waiting()
    expect((await decide(signatory, one, false)).body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'remarks' }] })
    expect((await decide(signatory, one, false, 'We do not know them.')).body).toMatchObject({ status: '1' })
    expect(await row(one.invited.id)).toMatchObject({ status: 'rejected', seat_plan_id: null, remarks: 'We do not know them.' })
    expect((await noticesOf(one.browser))[0]!.message).toContain('We do not know them.')
    await people.invite(admin, one.invited.nationalID)
  })

  test('is decided by nobody else: not an admin, not the provider, not another organisation, not by who sent the request', async () => {
    const one = await waiting()
    for (const by of [admin, one.browser, officer, await member(organisation, 'organizationUser')])
      expect((await decide(by, one)).status).toBe(403)
    expect((await decideForProvider(officer, one)).body.detail).toBe('WRONG_STATE')
    const foreign = await server.signIn(cast.hind)
    for (const userSlNo of [one.invited.id, 999_999])
      expect((await decideAt(`${approval}/decision`, foreign, { userSlNo })).status).toBe(404)
    expect((await foreign.post(`${approval}/viewNewRequestDetails`, { userSlNo: one.invited.id })).status).toBe(404)
    const [{ uniqueFileID }] = (await signatory.post(`${approval}/viewNewRequestDetails`, { userSlNo: one.invited.id })).body.Docs
    expect((await foreign.get(`${approval}/${one.invited.id}/documents/${uniqueFileID}`)).status).toBe(404)
    expect((await row(one.invited.id)).status).toBe('pending')
  })

  test('without a free seat waits, and nobody’s app rings; of fifty approvals as many stand as there are seats', async () => {
    const own = await newOrganisation()
    const fifty = await manyWaiting(own.organisation, own.admin.session.slno, 50)
    // Each signatory has one identity app: so fifty of them decide at once.
    const signatories: Browser[] = []
    for (let i = 0; i < fifty.length; i++) signatories.push(await member(own.organisation, 'authorizedSignatory'))
    const answers = await Promise.all(fifty.map((userSlNo, i) => decideAt(`${approval}/decision`, signatories[i]!, { userSlNo })))
    const told = Map.groupBy(answers, ({ body }) => String(body.detail ?? body.status))
    expect([...told].map(([answer, all]) => [answer, all.length]).toSorted()).toEqual([
      ['1', 3],
      ['NO_BALANCE', 47],
    ])
    const states = await Promise.all(fifty.map(async (id) => (await row(id)).status))
    expect(states.filter((state) => state === 'approved')).toHaveLength(3)
    const left = fifty[states.indexOf('pending')]!
    expect((await signatories[0]!.post(`${approval}/viewNewRequestDetails`, { userSlNo: left })).body.isFull).toBe(true)
    expect((await signatories[0]!.post(`${approval}/decision/initiate`, { userSlNo: left, isApproved: '1' })).body.detail).toBe(
      'NO_BALANCE',
    )
    const orgSlNo = own.organisation
    const leaver = fifty[states.indexOf('approved')]!
    const ended = await own.admin.post('/api/v1/user/org/orgUser/deactivate', { orgSlNo, userSlNo: leaver, remarks: 'Left.' })
    expect(ended.status).toBe(200)
    const two = await Promise.all([0, 1].map((i) => decideAt(`${approval}/decision`, signatories[i]!, { userSlNo: left })))
    expect(two.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
  })

  test('whose request changed after it was shown is not decided', async () => {
    const one = await waiting()
    const decided = { userSlNo: one.invited.id, isApproved: '1', remarks: '' }
    const { transId, random } = (await signatory.post(`${approval}/decision/initiate`, decided)).body
    await server.owner.updateTable('membership').set({ city: 'Jeddah' }).where('id', '=', one.invited.id).execute()
    const answer = await signatory.pollUntilEnded(`${approval}/decision/verify`, { ...decided, transId, random })
    expect(answer.body).toMatchObject({ status: '0', errorMessage: expect.stringContaining('changed') })
    expect((await row(one.invited.id)).status).toBe('pending')
  })
})

describe('a new admin or signatory', () => {
  test('is approved by a signatory and then by the provider, with both decisions kept', async () => {
    const one = await waiting('authorizedSignatory')
    expect((await queue()).map(({ requestID }) => requestID)).not.toContain(one.publicId)
    expect((await decideForProvider(officer, one)).body.detail).toBe('WRONG_STATE')
    expect((await decide(signatory, one)).body).toMatchObject({ status: '1' })
    expect(await row(one.invited.id)).toMatchObject({ status: 'pending', seat_plan_id: null })
    expect((await noticesOf(one.browser)).map(({ kind }) => kind)).not.toContain('requestDecided')
    expect((await decide(signatory, one)).body.detail).toBe('WRONG_STATE')
    const half = (await admin.post('/api/v1/user/org/uav/viewUavUser', { id: one.invited.id })).body
    expect(half).toMatchObject({ statusLabel: 'pending', waitsFor: 'registrationOfficer', processedBy: expect.any(String) })
    expect((await queue()).map(({ requestID }) => requestID)).toContain(one.publicId)
    const { body } = await officer.get(`${console_}/${one.publicId}`)
    expect(body).toMatchObject({ organizationName: 'Oasis Company', approvedBy: half.processedBy, waitsFor: 'registrationOfficer' })
    expect((await officer.get(`${console_}/${one.publicId}/documents/${body.Docs[0].uniqueFileID}`)).status).toBe(200)
    const auditor = await server.signIn(cast.tariq)
    expect((await decideForProvider(auditor, one)).status).toBe(403)
    expect((await decideForProvider(officer, one)).body).toMatchObject({ status: '1' })
    expect(await row(one.invited.id)).toMatchObject({ status: 'approved', seat_plan_id: expect.any(Number) })
    const kept = await server.db.selectFrom('decision').select('decider_id').where('number', '=', one.publicId).execute()
    expect(new Set(kept.map(({ decider_id }) => decider_id)).size).toBe(2)
  })

  test('of an organisation without a signatory waits for the provider alone', async () => {
    const own = await newOrganisation()
    const first = () =>
      server.owner.updateTable('membership').where('organisation_id', '=', own.organisation).where('role', '=', 'authorizedSignatory')
    const one = await waiting('authorizedSignatory', own.admin)
    expect((await decideForProvider(officer, one)).body.detail).toBe('WRONG_STATE')
    await first().where('status', '=', 'approved').set({ active: false }).execute()
    expect((await queue()).map(({ requestID }) => requestID)).toContain(one.publicId)
    expect((await decideForProvider(officer, one, false, 'Not shown.')).body).toMatchObject({ status: '1' })
  })

  test('is not decided for the provider by who belongs to the organisation', async () => {
    const one = await waiting('enrolmentAdmin')
    await decide(signatory, one)
    const { id: person_id } = await server.db
      .selectFrom('person')
      .select('id')
      .where('national_id_hash', '=', server.app.secrets.lookUp(cast.amal))
      .executeTakeFirstOrThrow()
    const member = {
      organisation_id: organisation,
      person_id,
      role: 'organizationUser',
      status: 'approved',
      created_at: new Date(),
    } as const
    const { id } = await server.owner.insertInto('membership').values(member).returning('id').executeTakeFirstOrThrow()
    const administrator = await server.signIn(cast.amal)
    expect((await decideForProvider(administrator, one)).status).toBe(403)
    await server.owner.updateTable('membership').set({ status: 'deactivated' }).where('id', '=', id).execute()
  })
})

describe('the list', () => {
  test('has the approved ones unless asked otherwise, by kind, and equals its spreadsheet', async () => {
    const list = async (filters: object) =>
      (await signatory.post(`${approval}/requests`, { page: 1, limit: 100, ...filters })).body.dataList as {
        status: string
        userType: string
        fullName: string
      }[]
    expect(new Set((await list({})).map(({ status }) => status))).toEqual(new Set(['approved']))
    const pending = await list({ pending: '1' })
    expect(new Set(pending.map(({ status }) => status))).toEqual(new Set(['pending']))
    expect(new Set((await list({ pending: '1', type: '2' })).map(({ userType }) => userType))).toEqual(new Set(['organizationUser']))
    expect((await list({ pending: '1', type: '1' })).map(({ userType }) => userType)).not.toContain('organizationUser')
    const sheet = await signatory.post(
      '/api/v1/excel/report/exportOrganizationApprovalUserNewRequest',
      { pending: '1', language: 'ar' },
      { 'accept-language': 'ar' },
    )
    const { rows, isRightToLeft } = readSpreadsheet(sheet.body)[0]!
    expect(isRightToLeft).toBe(true)
    expect(rows.length).toBe(pending.length + 1)
    expect(pending.length).toBeGreaterThan(1)
  })
})
