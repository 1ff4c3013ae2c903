import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { decideAt } from '#test/decider.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
beforeAll(async () => {
  server = await testServer({ simulators: { wathq: { slowMs: 100 } } })
  officer = await server.signIn(cast.bandar)
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const mine = '/api/v1/organisation/my/application'
const operations = '/api/v1/operations/organisation'
const pdf = readFileSync(join(import.meta.dirname, '../../../test/fixtures/pdf/chromium.pdf'))

let people = 0
async function applicant() {
  const { nationalId, personId } = await addPerson(server, 2, 8_100 + people++)
  return { personId, browser: await server.signIn(nationalId) }
}

const ask = (by: Browser, unifiedOrgNo: string) => by.post(`${mine}/register`, { unifiedOrgNo })
const askAgain = (by: Browser, requestID: string) => by.post(`${operations}/applications/register`, { requestID })
const shown = async (requestID: string, by = officer) => (await by.get(`${operations}/applications/${requestID}`)).body

async function sent(by: Browser, details: Record<string, string>) {
  const upload = async (purpose: string, body: Uint8Array) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return (await by.send('POST', `/api/v1/evidence/my/files?purpose=${purpose}&name=file`, { body, headers })).body.uniqueFileID as string
  }
  const files = { evidence: [await upload('organisation', pdf)], seal: await upload('organisationSeal', scan) }
  const { status, body, text } = await by.post(`${mine}/submit`, { ...details, ...files })
  expect(status, text).toBe(200)
  return body.requestID as string
}

/** As the register has it, and the rest that it does not know. */
const asRegistered = (entry: Record<string, string>, unifiedOrgNo: string) => {
  const { organizationNameAr, organizationName, crNumber, country, stateProvinceRegion, city, address, postalCodeZIPCode } = entry
  const registered = { organizationNameAr, organizationName, crNumber, country, stateProvinceRegion, city, address, postalCodeZIPCode }
  const rest = { DBANameAr: '', DBAName: '', vatNumber: '', email: 'a@b.example', telephoneNumber: '0112345678' }
  return { ...(registered as Record<string, string>), ...rest, unifiedOrgNo }
}

test('the applicant hears what the register tells anybody, with the city as one of ours', async () => {
  const { browser, personId } = await applicant()
  const { status, body, text } = await ask(browser, '٧٠٠١ ٢٣٤ ٥٦٧')
  expect(status, text).toBe(200)
  expect(body).toEqual({
    registerOutcome: 'found',
    askedDate: expect.stringMatching(/Z$/),
    entry: {
      organizationNameAr: 'شركة الأفق للتقنية',
      organizationName: 'Horizon Technology Company',
      crNumber: '1010123456',
      country: 'SA',
      stateProvinceRegion: 'Riyadh',
      city: 'Riyadh',
      address: '2929، طريق الملك فهد، حي العليا',
      postalCodeZIPCode: '12313',
      legalForm: 'شركة ذات مسؤولية محدودة',
      registeredOn: '2019-05-14',
      registerStatus: 'active',
      statusWords: 'نشط',
    },
  })
  const trail = await server.db.selectFrom('audit_event').select(['action', 'facts']).where('person_id', '=', personId).execute()
  expect(trail.filter(({ action }) => action === 'application.registerAsked').map(({ facts }) => facts)).toEqual([
    { unifiedNumber: '7001234567', outcome: 'found' },
  ])
})

test.each([
  ['7010000404', 'notFound', null],
  ['7010000502', 'unavailable', null],
  ['7010000503', 'unavailable', null],
  ['7010000410', 'found', 'cancelled'],
  ['7010000423', 'found', 'suspended'],
  ['7010000451', 'found', 'inLiquidation'],
  ['7010000408', 'found', 'active'],
])('%s: %s, %s', async (number, outcome, status) => {
  const { body } = await ask((await applicant()).browser, number)
  expect([body.registerOutcome, body.entry?.registerStatus ?? null]).toEqual([outcome, status])
})

test('the officer sees what differs from the register, what the applicant is there, and when it was asked', async () => {
  const { browser } = await applicant()
  const number = '7010000301'
  const { body } = await ask(browser, number)
  const requestID = await sent(browser, {
    ...asRegistered(body.entry, number),
    organizationName: 'ALMADAR  trading Co',
    city: 'Al Kharj',
    stateProvinceRegion: 'Riyadh',
  })
  const { register, hasRegister } = await shown(requestID)
  expect(hasRegister).toBe(true)
  expect(register).toMatchObject({ registerOutcome: 'found', askedDate: body.askedDate, entry: body.entry, applicantCapacity: 'none' })
  expect(register.differences).toContain('organizationName')
  expect(register.differences).not.toContain('organizationNameAr')
  expect(register.askedBy.fullName).toMatch(/\w/)
})

test('whoever manages it in the register is told apart, and nobody’s number is kept', async () => {
  const faisal = await server.signIn(cast.faisal)
  const number = `70100006${cast.faisal.slice(-2)}`
  const { body } = await ask(faisal, number)
  expect(JSON.stringify(body)).not.toMatch(/manager|owner|12000000\d\d|1000000008/)
  const requestID = await sent(faisal, asRegistered(body.entry, number))
  expect((await shown(requestID)).register.applicantCapacity).toBe('manager')
  const rows = await server.db.selectFrom('register_look_up').selectAll().where('unified_number', '=', number).execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/12000000\d\d|1000000008/)
})

test('nobody asked: the officer asks, and asks again; what was being approved has to be approved anew', async () => {
  const { browser } = await applicant()
  const number = '7010000302'
  const details = asRegistered(
    (await ask((await applicant()).browser, number)).body.entry, // another’s question is not this one’s
    number,
  )
  const requestID = await sent(browser, details)
  expect((await shown(requestID)).register).toBeNull()
  const decided = { requestID, isApproved: '1', remarks: '' }
  const proposed = await officer.post(`${operations}/decision/initiate`, decided)
  expect(JSON.parse(proposed.body.bound).content.register).toBeNull()
  const first = await askAgain(officer, requestID)
  expect([first.status, first.body.registerOutcome, first.body.differences]).toEqual([200, 'found', []])
  const { transId, random } = proposed.body
  const late = await officer.pollUntilEnded(`${operations}/decision/verify`, { ...decided, transId, random })
  expect([late.status, late.body.status]).not.toEqual([200, '1'])
  expect(late.body.errorMessage).toMatch(/changed/)
  const done = await decideAt(`${operations}/decision`, officer, { requestID })
  expect(done.body.status, done.text).toBe('1')
  expect((await askAgain(officer, requestID)).body.detail).toBe('WRONG_STATE')
})

test('a register that is down keeps nobody from sending, and the officer sees that it did not answer', async () => {
  const { browser } = await applicant()
  const number = '7010000503'
  expect((await ask(browser, number)).body.registerOutcome).toBe('unavailable')
  const given = (await ask((await applicant()).browser, '7010000303')).body.entry
  const requestID = await sent(browser, asRegistered(given, number))
  expect((await shown(requestID)).register).toMatchObject({ registerOutcome: 'unavailable', entry: null, differences: [] })
})

test('it is no open look-up: six questions an hour, none while an application is looked at, none of a number that is none', async () => {
  const { browser } = await applicant()
  expect((await ask(browser, '1010123456')).status).toBe(422)
  for (let i = 0; i < 6; i++) expect((await ask(browser, `701000010${i}`)).status).toBe(200)
  const refused = await ask(browser, '7010000107')
  expect([refused.status, refused.body.detail]).toEqual([429, 'TOO_MANY'])
  const { browser: other } = await applicant()
  const { entry } = (await ask(other, '7010000304')).body
  await sent(other, asRegistered(entry, '7010000304'))
  expect((await ask(other, '7010000305')).body.detail).toBe('WRONG_STATE')
  const auditor = await server.signIn(cast.tariq)
  expect((await askAgain(auditor, 'x'.repeat(22))).status).toBe(403)
  expect((await askAgain(officer, 'x'.repeat(22))).status).toBe(404)
})
