/** People are invited, find their way in, send their details or decline; who may, and what each is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as calls from '#contract/invitations.ts'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { enroller } from '#test/enroller.ts'
import { sentTo } from '#test/inbox.ts'
import { home, inviter } from '#test/inviter.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { expireInvitations } from './expire.ts'

let server: TestServer
let admin: Browser
let signatory: Browser
let people: ReturnType<typeof inviter>
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 50, expireAfterMs: 1_500 } } })
  people = inviter(server)
  ;[admin, signatory] = [await server.signIn(cast.sarah), await server.signIn(cast.abdulaziz)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const uav = '/api/v1/user/org/uav'
const joining = '/api/v1/orguser'
let count = 0
/** Somebody with an account of their own. */
const enrolled = async () => (await addPerson(server, 2, 12_000 + ++count)).nationalId
/** Somebody whom nobody here knows. */
const unknown = () => nationalIdWith(2, 40_000 + ++count)
const read = (id: number, by = admin) => by.post(`${uav}/viewUavUser`, { id })
const rows = async (filters: object = {}, by = admin) =>
  (await by.post(`${uav}/viewCreateUavUsersGrid`, { pageSize: 100, ...filters })).body
const noticesOf = async (browser: Browser): Promise<string[]> =>
  (await browser.get('/api/v1/dashboard/my/notifications?size=100')).body.dataList.map(({ kind }: { kind: string }) => kind)

describe('an invitation', () => {
  test('goes by letter and text message, stands in both lists, and names nobody to a stranger with the link', async () => {
    const nationalID = await enrolled()
    const typed = people.typed(nationalID, { userType: 'enrolmentAdmin' })
    const { status, body } = await admin.post(`${uav}/createUavUser`, { ...typed, employeeId: 'E-1' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      fullName: typed.fullName,
      nationalID: expect.stringMatching(/^1•+\d{4}$/),
      status: 0,
      statusLabel: 'initiated',
      processedBy: null,
      employeeId: 'E-1',
      waitsFor: null,
    })
    expect(JSON.stringify(body)).not.toContain(nationalID)
    const token = await people.tokenTo(typed.email)
    const [sms] = await sentTo(server, 'sms', `966${typed.mobileNo.slice(1)}`)
    expect(sms!.text).toContain(`#${token}`)
    expect((await server.browser().post(`/${token}`, {})).body).toMatchObject({
      purpose: 'accountInvitation',
      state: 'open',
      organizationName: 'Horizon Technology Company',
    })
    expect((await rows({ initiated: '1', search: typed.fullName })).dataList).toEqual([expect.objectContaining({ id: body.id })])
    const managed = await admin.post('/api/v1/user/org/orgUser/viewManageOrganizationUsersGrid', { initiated: '1', search: typed.fullName })
    expect(managed.body.dataList).toEqual([expect.objectContaining({ userSlno: body.id, fullName: typed.fullName, status: 'initiated' })])
    expect(
      (await admin.post('/api/v1/user/org/orgUser/viewOrganizationUser', { orgSlNo: await organisationOf(admin), userSlNo: body.id })).body,
    ).toMatchObject({
      status: 'initiated',
      fullName: typed.fullName,
    })
  })

  test('is made by enrolment admins alone, and never for who belongs already', async () => {
    const nationalID = await enrolled()
    for (const by of [signatory, await server.signIn(cast.reem), await server.signIn(cast.bandar)])
      expect((await by.post(`${uav}/createUavUser`, people.typed(nationalID))).status).toBe(403)
    const first = await people.invite(admin, nationalID)
    const again = await admin.post(`${uav}/createUavUser`, people.typed(nationalID))
    expect(again.body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'nationalID' }] })
    expect((await admin.post(`${uav}/createUavUser`, people.typed(cast.reem))).body.errors).toEqual([
      expect.objectContaining({ field: 'nationalID' }),
    ])
    const own = await admin.post(`${uav}/createUavUser`, people.typed(cast.sarah))
    expect(own.body.errors).toEqual([expect.objectContaining({ field: 'nationalID' })])
    const taken = await admin.post(`${uav}/createUavUser`, { ...people.typed(await enrolled()), employeeId: 'E-9' })
    expect(taken.status).toBe(200)
    const same = await admin.post(`${uav}/createUavUser`, { ...people.typed(await enrolled()), employeeId: 'E-9' })
    expect(same.body.errors).toEqual([expect.objectContaining({ field: 'employeeId' })])
    const others = await server.signIn(cast.majed)
    for (const call of ['viewUavUser', 'resendUavUser'])
      expect((await others.post(`${uav}/${call}`, { id: first.id })).text.replace(/"reference":"[^"]*"/, '')).toBe(
        (await others.post(`${uav}/${call}`, { id: 999_999 })).text.replace(/"reference":"[^"]*"/, ''),
      )
    expect((await rows({ search: 'Invited' }, others)).totalCount).toBe(0)
  })

  test('made twice at once for one person is made once', async () => {
    const nationalID = await enrolled()
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.post(`${uav}/createUavUser`, people.typed(nationalID))))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
  })

  test('sent again has a new link; cancelled it has none, and the person can be invited anew', async () => {
    const invited = await people.invite(admin, await enrolled())
    expect((await admin.post(`${uav}/resendUavUser`, { id: invited.id })).status).toBe(200)
    const second = await people.tokenTo(invited.email, 2)
    expect(second).not.toBe(invited.token)
    expect((await server.browser().post(`/${invited.token}`, {})).body.state).toBe('expired')
    expect((await people.prove(server.browser(), invited)).body).toMatchObject({ detail: 'EXPIRED' })
    const cancelled = await admin.post(`${uav}/cancelUavUser`, { id: invited.id, remarks: 'Wrong person.' })
    expect(cancelled.body).toMatchObject({ status: 4, statusLabel: 'cancelled', remarks: 'Wrong person.', expiresAt: null })
    expect((await people.prove(server.browser(), { ...invited, token: second })).body).toMatchObject({ detail: 'EXPIRED' })
    for (const call of ['resendUavUser', 'cancelUavUser'])
      expect((await admin.post(`${uav}/${call}`, { id: invited.id, ...(call === 'cancelUavUser' && { remarks: 'x' }) })).body.detail).toBe(
        'WRONG_STATE',
      )
    const managed = await admin.post('/api/v1/user/org/orgUser/viewManageOrganizationUsersGrid', { search: invited.email })
    expect(managed.body.totalCount).toBe(0)
    await people.invite(admin, invited.nationalID)
  })

  test('that nobody answers ends after fourteen days, and whoever made it is told', async () => {
    const invited = await people.invite(admin, await enrolled())
    await server.owner
      .updateTable('membership')
      .set({ invitation_ends_at: addDays(server.app.clock.now(), -1) })
      .where('id', '=', invited.id)
      .execute()
    const browser = await server.signIn(invited.nationalID)
    expect((await browser.get(`${joining}/invitations`)).body.dataList).toEqual([])
    await expireInvitations(server.app)
    expect((await read(invited.id)).body).toMatchObject({ statusLabel: 'cancelled' })
    expect(await noticesOf(admin)).toContain('invitationEnded')
    await expireInvitations(server.app)
    expect((await noticesOf(admin)).filter((kind) => kind === 'invitationEnded')).toHaveLength(1)
  })

  test('rings no phone more than five times a day', async () => {
    const { mobileNo } = people.typed(cast.noura)
    const ask = async () => admin.post(`${uav}/createUavUser`, { ...people.typed(await enrolled()), mobileNo })
    for (let i = 0; i < 5; i++) expect((await ask()).status).toBe(200)
    expect((await ask()).body).toMatchObject({ detail: 'TOO_MANY' })
  })
})

const organisationOf = async (by: Browser) => by.session.selectedOrganization.organizationSlno as number

describe('the invited person', () => {
  test('with an account proves who they are, is signed in, and sends the details; the signatory is told', async () => {
    const invited = await people.invite(admin, await enrolled())
    const browser = await people.join(invited)
    expect((await read(invited.id)).body).toMatchObject({
      status: 1,
      statusLabel: 'pending',
      waitsFor: 'authorizedSignatory',
      expiresAt: null,
    })
    expect((await browser.get(`${joining}/invitations`)).body.dataList).toEqual([expect.objectContaining({ status: 'pending' })])
    expect(await noticesOf(signatory)).toContain('memberWaits')
    expect((await server.browser().post(`/${invited.token}`, {})).body.state).not.toBe('open')
    const accepted = (await browser.get('/api/v1/profile/my/agreements')).body.dataList
    expect(accepted).toContainEqual(expect.objectContaining({ userType: 'organizationUser', organization: 'Horizon Technology Company' }))
    const again = { requestID: await people.requestOf(browser), ...home, acceptTerms: true }
    expect((await browser.post(`${joining}/userDetails`, again)).body.detail).toBe('WRONG_STATE')
    expect((await admin.post(`${uav}/resendUavUser`, { id: invited.id })).body.detail).toBe('WRONG_STATE')
  })

  test('without one opens it by the enrolment that their proof begins', async () => {
    const someone = enroller(server)
    const invited = await people.invite(admin, unknown())
    const browser = server.browser()
    const { body } = await people.prove(browser, invited)
    expect(body).toMatchObject({ status: '1', isEnrolled: false, session: null, enrolment: { state: 'verified' } })
    const { enrolmentID } = body.enrolment
    await someone.reach(browser, enrolmentID, someone.contact())
    browser.session = (await someone.complete(browser, enrolmentID)).body
    const [mine] = (await browser.get(`${joining}/invitations`)).body.dataList
    expect(mine).toMatchObject({ organizationName: 'Horizon Technology Company', status: 'initiated', email: invited.email })
    const sent = await browser.post(`${joining}/userDetails`, { requestID: mine.requestID, ...home, acceptTerms: true })
    expect(sent.body).toMatchObject({ status: '1', requestNo: invited.id })
  })

  test('is nobody else: not by another number, not by another’s proof, not by the link alone', async () => {
    const invited = await people.invite(admin, await enrolled())
    const other = await enrolled()
    const wrong = await people.prove(server.browser(), { ...invited, nationalID: other })
    expect(wrong.body.errors).toEqual([{ field: 'nationalID', message: expect.stringContaining('not for the holder') }])
    const theirs = await people.invite(admin, other)
    const browser = server.browser()
    const started = await browser.post(`${joining}/validate/nationalID`, { hash: theirs.token, nationalID: other })
    const { transId, random } = started.body
    const crossed = { hash: invited.token, nationalID: other, transId, random }
    expect((await browser.pollUntilEnded(`${joining}/nafath/verify`, crossed)).body).toMatchObject({ status: '0' })
    const stranger = await server.signIn(other)
    const mine = await server.signIn(invited.nationalID)
    const requestID = await people.requestOf(mine)
    for (const number of [requestID, 'A'.repeat(22)]) {
      expect((await stranger.post(`${joining}/userDetails`, { requestID: number, ...home, acceptTerms: true })).status).toBe(404)
      expect((await stranger.post(`${joining}/decline`, { requestID: number })).status).toBe(404)
    }
  })

  test('whose number is guessed is found by nobody: ten tries an hour', async () => {
    const invited = await people.invite(admin, await enrolled())
    const other = await enrolled()
    for (let i = 0; i < 10; i++)
      expect((await people.prove(server.browser(), { ...invited, nationalID: other })).body.detail).toBe('INVALID')
    expect((await people.prove(server.browser(), { ...invited, nationalID: other })).body).toMatchObject({ detail: 'TOO_MANY' })
  })

  test('declines before or after the details; the organisation is told, and may ask again', async () => {
    const nationalID = await enrolled()
    const first = await people.invite(admin, nationalID)
    const mine = await server.signIn(nationalID)
    const declined = await mine.post(`${joining}/decline`, { requestID: await people.requestOf(mine), remarks: 'I work elsewhere.' })
    expect(declined.body).toEqual({ status: '1' })
    expect((await read(first.id)).body).toMatchObject({ statusLabel: 'cancelled', remarks: 'I work elsewhere.' })
    expect((await server.browser().post(`/${first.token}`, {})).body.state).toBe('expired')
    const browser = await people.join(await people.invite(admin, nationalID))
    expect((await browser.post(`${joining}/decline`, { requestID: await people.requestOf(browser) })).status).toBe(200)
    expect((await browser.get(`${joining}/invitations`)).body.dataList).toEqual([])
    await people.invite(admin, nationalID)
  })

  test('who is to be an admin sends a file that shows by what right; a place that is none is told beside its field', async () => {
    const invited = await people.invite(admin, await enrolled(), { userType: 'enrolmentAdmin' })
    expect(calls.needsEvidence('enrolmentAdmin')).toBe(true)
    const browser = server.browser()
    browser.session = (await people.prove(browser, invited)).body.session
    const body = { requestID: await people.requestOf(browser), ...home, acceptTerms: true }
    expect((await browser.post(`${joining}/userDetails`, body)).body.errors).toEqual([expect.objectContaining({ field: 'evidence' })])
    const place = await browser.post(`${joining}/userDetails`, { ...body, state: 'Nowhere' })
    expect(place.body.errors).toEqual([expect.objectContaining({ field: 'state' })])
    const foreign = await people.file(await server.signIn(await enrolled()))
    expect((await browser.post(`${joining}/userDetails`, { ...body, evidence: [foreign] })).status).toBe(404)
    expect((await read(invited.id)).body.statusLabel).toBe('initiated')
    expect((await browser.post(`${joining}/userDetails`, { ...body, evidence: [await people.file(browser)] })).status).toBe(200)
  })

  test('is told when what they sent is cancelled', async () => {
    const invited = await people.invite(admin, await enrolled())
    const browser = await people.join(invited)
    await admin.post(`${uav}/cancelUavUser`, { id: invited.id, remarks: 'The post was filled.' })
    expect(await noticesOf(browser)).toContain('invitationCancelled')
    expect((await browser.get(`${joining}/invitations`)).body.dataList).toEqual([])
  })
})
