/** What goes wrong with invitations and those who follow them: twice at once, and organisations that are suspended on the way. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { issueSeal } from '#server/features/seals/issue.ts'
import { systemActor } from '#server/platform/audit.ts'
import { giveSeatBack } from '#server/platform/seats.ts'
import { anyState } from '#test/anyState.ts'
import { decideAt } from '#test/decider.ts'
import { home, inviter } from '#test/inviter.ts'
import { addPerson } from '#test/people.ts'
import { sealOrderer } from '#test/sealOrderer.ts'
import { testServer, type Answer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let own: Awaited<ReturnType<typeof sealOrderer>>
let people: ReturnType<typeof inviter>
beforeAll(async () => {
  server = await testServer({ sweepScale: 0.05, simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  officer = await server.signIn(cast.bandar)
  own = await sealOrderer(server, officer, 35_000)
  people = inviter(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const uav = '/api/v1/user/org/uav'
const joining = '/api/v1/orguser'
const newUsers = '/api/v1/approval/org/users/new/decision'
let count = 0
const enrolled = async () => (await addPerson(server, 2, 36_000 + ++count)).nationalId
const setStatus = (to: 'suspend' | 'reactivate') =>
  officer.post(`/api/v1/operations/organisations/${to}`, { organizationSlno: own.id, remarks: 'The registration ran out.' })
/** Does something while the organisation is suspended. */
async function suspended<T>(then: () => Promise<T>): Promise<T> {
  expect((await setStatus('suspend')).body).toEqual({ state: 'suspended' })
  try {
    return await then()
  } finally {
    expect((await setStatus('reactivate')).body).toEqual({ state: 'active' })
  }
}
const statusOf = async (id: number) =>
  (await server.db.selectFrom('membership').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const sheetOf = (rows: string[][]) =>
  [['National ID', 'Name', 'E-mail', 'Mobile', 'Role', 'Employee number', 'Unit'], ...rows].map((row) => row.join(';')).join('\r\n')
const send = (what: 'check' | 'invite', body: Uint8Array | string, by = own.admin) =>
  by.send('POST', `${uav}/sheet/${what}`, { body, headers: { 'content-type': 'application/octet-stream' } })

describe('twice at once', () => {
  test('details are taken once, and a file of another try is in nobody’s way', async () => {
    const invited = await people.invite(own.admin, await enrolled())
    const browser = await server.signIn(invited.nationalID)
    const details = { requestID: await people.requestOf(browser), ...home, evidence: [], acceptTerms: true }
    const answers = await Promise.all([1, 2, 3, 4].map(() => browser.post(`${joining}/userDetails`, details)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    expect(await statusOf(invited.id)).toBe('pending')
  })

  test('details and a refusal by the person, and a cancellation by the organisation: one of them', async () => {
    const invited = await people.invite(own.admin, await enrolled())
    const browser = await server.signIn(invited.nationalID)
    const requestID = await people.requestOf(browser)
    const answers = await Promise.all([
      browser.post(`${joining}/userDetails`, { requestID, ...home, evidence: [], acceptTerms: true }),
      browser.post(`${joining}/decline`, { requestID }),
      own.admin.post(`${uav}/cancelUavUser`, { id: invited.id, remarks: 'The post was filled.' }),
    ])
    const ended = await statusOf(invited.id)
    expect(['userRejected', 'cancelled']).toContain(ended)
    const last = ended === 'userRejected' ? answers[1] : answers[2]
    expect(last.status, last.text).toBe(200)
    for (const { status, body } of answers) if (status !== 200) expect([status, body.detail]).toEqual([409, 'WRONG_STATE'])
  })

  test('one person by a form and by two sheets is invited once', async () => {
    const nationalID = await enrolled()
    const typed = people.typed(nationalID)
    const sheet = sheetOf([[nationalID, typed.fullName, typed.email, typed.mobileNo, '', '', '']])
    const answers = await Promise.all([own.admin.post(`${uav}/createUavUser`, typed), send('invite', sheet), send('invite', sheet)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of answers) if (status !== 200) expect([409, 422, 429], JSON.stringify(body)).toContain(status)
    const living = await server.db
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', own.id)
      .where('national_id_hash', '=', server.app.secrets.lookUp(nationalID))
      .execute()
    expect(living).toHaveLength(1)
  })

  test('two signatories who decide one request give one decision', async () => {
    const second = await own.member('authorizedSignatory', false)
    const invited = await people.invite(own.admin, await enrolled())
    await people.join(invited)
    const answers = await Promise.all([
      decideAt(newUsers, own.signatory, { userSlNo: invited.id }),
      decideAt(newUsers, second, { userSlNo: invited.id }, { isApproved: false, remarks: 'Not known here.' }),
    ])
    expect(answers.filter(({ status, body }) => status === 200 && body.status === '1')).toHaveLength(1)
    const kept = await server.db
      .selectFrom('decision')
      .innerJoin('membership as m', 'm.public_id', 'decision.number')
      .select('is_approved')
      .where('m.id', '=', invited.id)
      .execute()
    expect(kept).toHaveLength(1)
    expect(await statusOf(invited.id)).toBe(kept[0]!.is_approved ? 'approved' : 'rejected')
  })
})

const said = ({ status, body }: Answer) => [status, body.detail]

describe('an organisation that is suspended on the way', () => {
  test('proves nobody by its links, and takes no details; both go on once it is active again', async () => {
    const invited = await people.invite(own.admin, await enrolled())
    const browser = await server.signIn(invited.nationalID)
    const details = { requestID: await people.requestOf(browser), ...home, evidence: [], acceptTerms: true }
    await suspended(async () => {
      const proof = await server.browser().post(`${joining}/validate/nationalID`, { hash: invited.token, nationalID: invited.nationalID })
      expect(proof.body).toMatchObject({ detail: 'EXPIRED', title: expect.stringContaining('suspended') })
      expect((await browser.get(`${joining}/invitations`)).body.dataList).toEqual([])
      const sent = await browser.post(`${joining}/userDetails`, details)
      expect(sent.body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('suspended') })
    })
    expect(await statusOf(invited.id)).toBe('initiated')
    expect((await browser.post(`${joining}/userDetails`, details)).status).toBe(200)
  })

  test('its signatory decides nothing, whose approval was asked before; the provider approves nothing and may reject', async () => {
    const first = await people.invite(own.admin, await enrolled())
    await people.join(first)
    const decided = { userSlNo: first.id, isApproved: '1', remarks: '' }
    const proposed = (await own.signatory.post(`${newUsers}/initiate`, decided)).body
    const seated = await server.owner
      .selectFrom('membership')
      .select('id')
      .where('organisation_id', '=', own.id)
      .where('person_id', '=', own.signatory.session.slno)
      .executeTakeFirstOrThrow()
    await server.owner.transaction().execute((tx) => giveSeatBack(tx, new Date(), seated.id)) // for one more signatory
    const admin = await people.invite(own.admin, await enrolled(), { userType: 'authorizedSignatory' })
    await people.join(admin, { evidence: 1 })
    const { transId, random } = proposed
    const approvedFirst = { ...decided, transId, random }
    await suspended(async () => {
      expect((await own.signatory.post(`${newUsers}/verify`, approvedFirst)).status).toBe(403)
    })
    await own.signatory.pollUntilEnded(`${newUsers}/verify`, approvedFirst)
    expect(await statusOf(first.id)).toBe('approved')
    await server.forgetAttempts()
    expect((await decideAt(newUsers, own.signatory, { userSlNo: admin.id })).body).toMatchObject({ status: '1' })
    const { public_id: requestID } = await server.db
      .selectFrom('membership')
      .select('public_id')
      .where('id', '=', admin.id)
      .executeTakeFirstOrThrow()
    const byOfficer = (how: object = {}) => decideAt('/api/v1/operations/members/decision', officer, { requestID }, how)
    await suspended(async () => {
      const { body } = await byOfficer()
      expect(body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('suspended') })
      expect((await byOfficer({ isApproved: false, remarks: 'Not now.' })).body).toMatchObject({ status: '1' })
    })
    expect(await statusOf(admin.id)).toBe('rejected')
  })

  test('gets no seal while it is, though it was paid for and approved; it gets it once it is active again', async () => {
    const slNo = await own.confirmed()
    await own.bySignatory(slNo)
    const { requestID } = await own.read(slNo)
    const { force, stateOf } = anyState(server)
    await suspended(async () => {
      expect((await own.byOfficer(requestID)).body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('suspended') })
      expect((await own.upload(Buffer.from('%PDF-1.7'))).status).toBe(403)
      await force('dsc', 'state', slNo, 'approved') // a moment before it was suspended
      await issueSeal(systemActor(server.app), slNo)
      expect(await stateOf('dsc', 'state', slNo)).toBe('approved')
    })
    await own.shop.until(async () => (await own.read(slNo)).state === 'active')
  })

  test('is closed to a session that was open from its next call on', async () => {
    await suspended(async () => {
      for (const path of [`${uav}/viewCreateUavUsersGrid`, '/api/v1/user/org/orgUser/viewManageOrganizationUsersGrid'])
        expect(said(await own.admin.post(path)), path).toEqual([403, 'NOT_ALLOWED'])
    })
    expect((await own.admin.post(`${uav}/viewCreateUavUsersGrid`)).status).toBe(200)
  })
})
