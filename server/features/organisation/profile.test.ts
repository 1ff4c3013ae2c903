/** An organisation as it is registered, its seal and its administrators, for those who manage it and for nobody else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { decideAt } from '#test/decider.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { payer } from '#test/payer.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Browser
let officer: Browser
/** Registered by an application, with a seal. */
let registered: { orgSlNo: number; requestID: string; applicant: Browser }
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 20, expireAfterMs: 1_500 } } })
  ;[admin, officer] = [await server.signIn(cast.sarah), await server.signIn(cast.bandar)]
  registered = await register()
})
afterAll(() => server.close())

const profile = '/api/v1/profile/org'
const application = {
  unifiedOrgNo: '7040000001',
  organizationNameAr: 'شركة المدار',
  organizationName: 'Almadar Trading',
  DBANameAr: '',
  DBAName: '',
  crNumber: '1010987654',
  vatNumber: '',
  email: 'info@almadar.example',
  telephoneNumber: '0112345678',
  country: 'SA',
  stateProvinceRegion: 'Riyadh',
  city: 'Al Kharj',
  address: '12 King Fahd Road',
  postalCodeZIPCode: '13321',
}

async function register() {
  const { nationalId } = await addPerson(server, 2, 16_001)
  const applicant = await server.signIn(nationalId)
  const upload = async (purpose: string, bytes: Uint8Array) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await applicant.send('POST', `/api/v1/evidence/my/files?purpose=${purpose}&name=file`, { body: bytes, headers })).body
      .uniqueFileID as string
  }
  const files = { evidence: [await upload('organisation', simplePdf())], seal: await upload('organisationSeal', scan) }
  const { requestID } = (await applicant.post('/api/v1/organisation/my/application/submit', { ...application, ...files })).body
  const decided = { requestID, isApproved: '1', remarks: '' }
  const { transId, random } = (await officer.post('/api/v1/operations/organisation/decision/initiate', decided)).body
  const answer = await officer.pollUntilEnded('/api/v1/operations/organisation/decision/verify', { ...decided, transId, random })
  expect(answer.body).toMatchObject({ status: '1' })
  const { refreshToken } = applicant.session
  applicant.session = (await applicant.post('/api/v1/auth/refresh', { refreshToken, deviceID: applicant.deviceId })).body
  return { orgSlNo: applicant.session.organizationList[0].organizationSlno as number, requestID: requestID as string, applicant }
}

describe('an organisation', () => {
  test('is shown as it was registered, with its seal', async () => {
    const { orgSlNo, requestID, applicant } = registered
    const { body } = await applicant.post(`${profile}/view/${orgSlNo}`)
    const { organizationNameAr, organizationName, unifiedOrgNo, city, crNumber } = application
    expect(body).toMatchObject({
      organizationNameAr,
      organizationName,
      unifiedOrgNo,
      city,
      crNumber,
      uavUniqueReferenceNo: requestID,
      sipId: `SIP-${unifiedOrgNo}`,
      newDigitalStamp: null,
      oldDigitalStamp: { status: 'approved' },
      digitalSealStatus: 'none',
      remarks: null,
    })
    const stamp = await applicant.get(`${profile}/stamp/${body.oldDigitalStamp.uniqueFileID}`)
    expect([stamp.status, stamp.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('attachment')])
    expect((await officer.post(`${profile}/view/${orgSlNo}`)).body).toMatchObject({ unifiedOrgNo })
    const other = await server.signIn(cast.majed)
    const own = other.session.selectedOrganization.organizationSlno
    expect((await admin.get(`${profile}/stamp/${body.oldDigitalStamp.uniqueFileID}`)).status, 'another’s seal').toBe(404)
    expect((await other.post(`${profile}/view/${own}`)).body).toMatchObject({
      uavUniqueReferenceNo: '',
      oldDigitalStamp: null,
      crNumber: expect.anything(),
    })
  })

  test('is nobody’s business who is not of it', async () => {
    const { orgSlNo } = registered
    for (const number of [orgSlNo, 999_999]) {
      expect((await admin.post(`${profile}/view/${number}`)).status).toBe(404)
      expect((await admin.post(`${profile}/admin`, { orgSlNo: number })).status).toBe(404)
    }
    const user = await server.signIn(cast.reem)
    expect((await user.post(`${profile}/view/${user.session.selectedOrganization.organizationSlno}`)).status).toBe(403)
    expect((await user.post(`${profile}/admin`)).status).toBe(403)
  })
})

test('its administrators are those whose place was approved, active or not', async () => {
  const { orgSlNo, applicant } = registered
  const add = async (n: number, role: 'enrolmentAdmin' | 'authorizedSignatory', status: 'approved' | 'deactivated', active: boolean) => {
    const { personId: person_id } = await addPerson(server, 2, n)
    const values = {
      organisation_id: orgSlNo,
      person_id,
      role,
      status,
      active,
      employee_number: `E-${n}`,
      created_at: server.app.clock.now(),
    }
    await server.owner.insertInto('membership').values(values).execute()
  }
  await add(16_002, 'enrolmentAdmin', 'approved', false)
  await add(16_003, 'enrolmentAdmin', 'deactivated', false)
  await add(16_004, 'authorizedSignatory', 'approved', true)
  const { body } = await applicant.post(`${profile}/admin`, {})
  expect(body.dataList.map(({ employeeID, isActive }: { employeeID: string; isActive: boolean }) => [employeeID, isActive])).toEqual([
    ['', true],
    ['E-16002', false],
  ])
  expect(body.dataList[0]).toMatchObject({ loginType: 'credentials', designation: '' })
  for (const search of ['E-16002', 'e-١٦٠٠٢'])
    expect((await applicant.post(`${profile}/admin`, { search })).body.totalCount, search).toBe(1)
})

/** Orders a seal with the picture of the registration, and has it decided. */
async function seal({ applicant, signatory }: { applicant: Browser; signatory: string }) {
  const of = `${profile}/seal`
  const [{ prices }] = (await applicant.post(`${of}/offer`)).body.dataList
  const body = { productPricingDetailsSlno: prices[0].productPricingDetailsSlno, acceptTerms: true }
  const { slNo, paymentUrl } = (await applicant.post(`${of}/order`, body)).body
  await payer(server).pay(paymentUrl)
  await applicant.post(`${of}/recheck`, { slNo })
  const { transId, random } = (await applicant.post(`${of}/identity/initiate`, { slNo })).body
  await applicant.pollUntilEnded(`${of}/identity/verify`, { slNo, transId, random })
  await decideAt('/api/v1/approval/org/dsc/decision', await server.signIn(signatory), { slNo })
  const { requestID } = (await applicant.post('/api/v1/approval/org/dsc/view', { slNo })).body
  await decideAt('/api/v1/operations/seals/decision', officer, { requestID })
  return (await applicant.post('/api/v1/approval/org/dsc/view', { slNo })).body
}

test('its certificates are those of its seal, told to those who manage it', async () => {
  const { orgSlNo, applicant } = registered
  const info = (by: Browser, number = orgSlNo) => by.get(`${profile}/cert/info/${number}`)
  expect((await info(applicant)).body).toEqual({ dataList: [], totalCount: 0 })
  const signatory = await addPerson(server, 2, 16_005)
  await server.owner
    .insertInto('membership')
    .values({
      organisation_id: orgSlNo,
      person_id: signatory.personId,
      role: 'authorizedSignatory',
      status: 'approved',
      created_at: server.app.clock.now(),
    })
    .execute()
  const { issuedTo, issuedBy, serialNumberHex, serialNumberDecimal } = await seal({ applicant, signatory: signatory.nationalId })
  const keyUsage = ['nonRepudiation']
  for (const by of [applicant, officer])
    expect((await info(by)).body).toMatchObject({
      totalCount: 1,
      dataList: [{ serialNumberHex, serialNumberDecimal, issuedBy, issuedTo, keyUsage, isDocumentSigner: true }],
    })
  expect((await info(admin)).status).toBe(404)
})
