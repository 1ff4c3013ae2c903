/** Units of an organisation: submitted, decided by a signatory or the provider, in use or not, and chosen for its users. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { decideAt, noticesOf } from '#test/decider.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { inviter } from '#test/inviter.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let signatory: Browser
let officer: Browser
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  ;[admin, signatory, officer] = [await server.signIn(cast.sarah), await server.signIn(cast.abdulaziz), await server.signIn(cast.bandar)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const units = '/api/v1/profile/org/units'
const consoleUnits = '/api/v1/operations/units'
const submit = (organizationalUnitName: string, more: object = {}, by = admin) =>
  by.post(`${units}/create`, { organizationalUnitName, organizationalUnitNameAr: `وحدة ${organizationalUnitName}`, ...more })
const read = (orgUnitSlNo: number, by = admin) => by.post(`${units}/view`, { orgUnitSlNo })
const rows = async (filters: object = {}, by = admin) => (await by.post(units, { limit: 100, ...filters })).body.dataList
const decide = (by: Browser, orgUnitSlNo: number, how: object = {}) => decideAt(`${units}/decision`, by, { orgUnitSlNo }, how)
const publicIdOf = async (id: number) =>
  (await server.db.selectFrom('organisation_unit').select('public_id').where('id', '=', id).executeTakeFirstOrThrow()).public_id
async function approved(name: string): Promise<number> {
  const { orgUnitSlNo } = (await submit(name)).body
  expect((await decide(signatory, orgUnitSlNo)).body).toMatchObject({ status: '1' })
  return orgUnitSlNo
}
async function document(): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' }
  const { body } = await admin.send('POST', '/api/v1/evidence/my/files?purpose=unit&name=decision.pdf', { body: simplePdf(), headers })
  return body.uniqueFileID as string
}

test('is submitted with its document, told to the signatories, and approved by one of them', async () => {
  const { status, body } = await submit('Works', { evidence: [await document()] })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'pending',
    organizationalUnitNameAr: 'وحدة Works',
    supportingDocument: 'decision.pdf',
    decidedBy: null,
    remarks: null,
    users: 0,
  })
  const { orgUnitSlNo } = body
  expect((await noticesOf(signatory))[0]).toMatchObject({
    kind: 'organisationRequestWaits',
    message: expect.stringContaining('unit “\u2068Works\u2069”'),
  })
  const file = await signatory.get(`${units}/${orgUnitSlNo}/document`)
  expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
  expect((await decide(signatory, orgUnitSlNo)).body).toMatchObject({ status: '1' })
  expect((await read(orgUnitSlNo)).body).toMatchObject({ status: 'approved', isActive: true, decidedBy: { fullName: expect.any(String) } })
  expect((await noticesOf(admin))[0]).toMatchObject({ kind: 'requestDecided', message: expect.stringContaining('unit') })
  expect((await decide(signatory, orgUnitSlNo)).body.detail).toBe('WRONG_STATE')
  expect((await read(orgUnitSlNo, await server.signIn(cast.bandar))).status, 'an officer names the organisation').toBe(422)
})

test('is refused with a reason, and its name is free again', async () => {
  const { orgUnitSlNo } = (await submit('Archive')).body
  expect((await submit(' archive ')).body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'organizationalUnitName' }] })
  expect((await decide(signatory, orgUnitSlNo, { isApproved: false })).body).toMatchObject({ errors: [{ field: 'remarks' }] })
  expect((await decide(signatory, orgUnitSlNo, { isApproved: false, remarks: 'There is one.' })).body).toMatchObject({ status: '1' })
  expect((await read(orgUnitSlNo)).body).toMatchObject({ status: 'rejected', remarks: 'There is one.' })
  expect((await submit('Archive')).status).toBe(200)
})

test('waits in the provider’s queue and is decided there, too; once', async () => {
  const { orgUnitSlNo } = (await submit('Press', { evidence: [await document()] })).body
  const requestID = await publicIdOf(orgUnitSlNo)
  const waiting = (await officer.get('/api/v1/operations/requests?kind=unit&limit=100')).body.dataList
  expect(waiting).toEqual(expect.arrayContaining([expect.objectContaining({ requestID, kind: 'unit' })]))
  expect((await officer.get(`${consoleUnits}/${requestID}`)).body).toMatchObject({ unifiedOrgNo: '7001234567', status: 'pending' })
  expect((await officer.get(`${consoleUnits}/${requestID}/document`)).status).toBe(200)
  const looks = (await admin.get('/api/v1/profile/my/data/looks/1/10')).body.dataList
  expect(looks[0]).toMatchObject({ what: 'documents' })
  const both = await Promise.all([decide(signatory, orgUnitSlNo), decideAt(`${consoleUnits}/decision`, officer, { requestID })])
  expect(both.map(({ body }) => body.detail ?? body.status).toSorted()).toEqual(['1', 'WRONG_STATE'])
  expect(await rows({ search: 'press' })).toMatchObject([{ status: 'approved' }])
})

test('is nobody else’s to submit, read or decide', async () => {
  const { orgUnitSlNo } = (await submit('Ours')).body
  const [foreign, user] = [await server.signIn(cast.hind), await server.signIn(cast.reem)]
  expect((await submit('Theirs', {}, signatory)).status).toBe(403)
  expect((await submit('Theirs', {}, user)).status).toBe(403)
  for (const number of [orgUnitSlNo, 999_999]) {
    expect((await read(number, foreign)).status).toBe(404)
    expect((await decide(foreign, number)).status).toBe(404)
    expect((await foreign.get(`${units}/${number}/document`)).status).toBe(404)
  }
  expect((await decide(admin, orgUnitSlNo)).status).toBe(403)
  expect((await submit('With another’s file', { evidence: ['A'.repeat(22)] })).status).toBe(404)
  expect(await rows({ search: 'another' })).toEqual([])
})

test('is in use or not, says why, and is listed by that; pages count from 0', async () => {
  const orgUnitSlNo = await approved('Stores')
  const change = (what: string) => admin.post(`${units}/${what}`, { orgUnitSlNo, remarks: 'Closed for now.' })
  expect((await change('activate')).body.detail).toBe('WRONG_STATE')
  expect((await change('inactivate')).body).toMatchObject({ isActive: false, remarks: 'Closed for now.' })
  expect((await change('inactivate')).body.detail).toBe('WRONG_STATE')
  const named = async (display: string) => (await rows({ display, search: 'stores' })).length
  expect([await named('1'), await named('2'), await named('3')]).toEqual([0, 1, 1])
  expect((await change('activate')).body).toMatchObject({ isActive: true })
  const first = (await admin.post(units, { page: 0, limit: 1 })).body.dataList
  const second = (await admin.post(units, { page: 1, limit: 1 })).body.dataList
  expect(first[0].orgUnitSlNo).not.toBe(second[0].orgUnitSlNo)
})

test('is chosen for whoever is invited; the only one there is goes without saying', async () => {
  const people = inviter(server)
  const own = await server.signIn(cast.majed) // of an organisation without units
  const chief = await server.signIn(cast.hind)
  const invite = async (by: Browser, more: object = {}) => {
    const { nationalId } = await addPerson(server, 2, 17_000 + ++count)
    return (await by.post('/api/v1/user/org/uav/createUavUser', { ...people.typed(nationalId), ...more })).body
  }
  expect(await invite(own)).toMatchObject({ organizationUnit: '' })
  const only = (await submit('Sales', {}, own)).body.orgUnitSlNo
  expect(await invite(own, { orgUnitSlNo: only })).toMatchObject({ detail: 'INVALID', errors: [{ field: 'orgUnitSlNo' }] })
  await decide(chief, only)
  const { id } = await invite(own)
  const member = await own.post('/api/v1/user/org/orgUser/viewOrganizationUser', {
    orgSlNo: own.session.selectedOrganization.organizationSlno,
    userSlNo: id,
  })
  expect(member.body).toMatchObject({ organizationUnit: 'Sales', orgUnitSlNo: only, isAutoOU: true })
  const names = (await admin.post(`/api/v1/user/org/orgUser/organizationUnitList/${admin.session.selectedOrganization.organizationSlno}`))
    .body
  expect(names.dataList.length).toBeGreaterThan(1)
  expect(await invite(admin)).toMatchObject({ organizationUnit: '' })
  const chosen = names.dataList.find((unit: { organizationalUnitName: string }) => unit.organizationalUnitName === 'Works')
  expect(await invite(admin, { orgUnitSlNo: chosen.orgUnitSlNo })).toMatchObject({ organizationUnit: 'Works' })
  expect(await invite(admin, { orgUnitSlNo: only })).toMatchObject({ errors: [{ field: 'orgUnitSlNo' }] }) // another organisation’s
})
let count = 0
