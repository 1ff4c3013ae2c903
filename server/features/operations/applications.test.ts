import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { addDays } from '#server/platform/clock.ts'
import { scan } from '#server/features/evidence/images/pictures.fixture.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let officer: Browser
let auditor: Browser
beforeAll(async () => {
  server = await testServer()
  ;[officer, auditor] = [await server.signIn(cast.bandar), await server.signIn(cast.tariq)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
})

const mine = '/api/v1/organisation/my/application'
const operations = '/api/v1/operations'
const pdf = readFileSync(join(import.meta.dirname, '../../../test/fixtures/pdf/chromium.pdf'))

let people = 0
/** Somebody who may apply, signed in. */
async function applicant() {
  const { nationalId, personId } = await addPerson(server, 2, 9_100 + people++)
  return { personId, browser: await server.signIn(nationalId) }
}

let numbers = 0
const filledIn = () => ({
  unifiedOrgNo: `70100000${String(numbers++).padStart(2, '0')}`,
  organizationNameAr: 'شركة المدار للتجارة',
  organizationName: 'Almadar Trading',
  DBANameAr: 'المدار',
  DBAName: 'Almadar',
  crNumber: '1010987654',
  vatNumber: '310000000000003',
  email: 'info@almadar.example',
  telephoneNumber: '٠١١ ٢٣٤ ٥٦٧٨',
  country: 'SA',
  stateProvinceRegion: 'Riyadh',
  city: 'Al Kharj',
  address: '12 King Fahd Road',
  postalCodeZIPCode: '13321',
})

async function upload(by: Browser, purpose: string, bytes: Uint8Array = pdf) {
  const { status, body, text } = await by.send('POST', `/api/v1/evidence/my/files?purpose=${purpose}&name=file`, {
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(status, text).toBe(200)
  return body.uniqueFileID as string
}

const withFiles = async (by: Browser) => ({
  evidence: [await upload(by, 'organisation')],
  seal: await upload(by, 'organisationSeal', scan),
})

/** An application that waits for its decision. */
async function sent(by: Browser, details = filledIn()) {
  const { status, body, text } = await by.post(`${mine}/submit`, { ...details, ...(await withFiles(by)) })
  expect(status, text).toBe(200)
  return { requestID: body.requestID as string, details }
}

async function decide(by: Browser, requestID: string, isApproved: boolean, remarks = '') {
  const decided = { requestID, isApproved: isApproved ? '1' : '0', remarks }
  const proposed = await by.post(`${operations}/organisation/decision/initiate`, decided)
  if (proposed.status !== 200) return proposed
  const { transId, random } = proposed.body
  return by.pollUntilEnded(`${operations}/organisation/decision/verify`, { ...decided, transId, random })
}

const give = (by: Browser, requestID: string, fieldRemarks: object[] = [{ field: 'vatNumber', remark: 'It is another company’s.' }]) =>
  by.post(`${operations}/organisation/applications/return`, { requestID, remarks: 'Please correct it.', fieldRemarks })

/** The session as it is renewed, with the organisations that its person now acts for. */
const renewed = async (by: Browser) => {
  const { refreshToken } = by.session
  const { body } = await by.post('/api/v1/auth/refresh', { refreshToken, deviceID: by.deviceId })
  return (by.session = body) as { organizationList: object[] }
}

const state = async (by: Browser) => (await by.get(mine)).body.application

describe('while it is filled in', () => {
  test('it is kept as typed, right or not, and one person has one', async () => {
    const { browser, personId } = await applicant()
    expect((await browser.get(mine)).body).toEqual({ application: null, hasRegister: true })
    const saves = await Promise.all([1, 2, 3].map(() => browser.post(`${mine}/save`, { unifiedOrgNo: '70', city: 'x' })))
    expect(new Set(saves.map(({ body }) => body.requestID)).size).toBe(1)
    expect(await state((await applicant()).browser)).toBeNull()
    expect(await state(browser)).toMatchObject({ state: 'application', unifiedOrgNo: '70', city: 'x', evidence: [], seal: null })
    expect((await browser.post(`${mine}/save`, { unifiedOrgNo: 'x'.repeat(301) })).status).toBe(422)
    const trail = await server.db.selectFrom('audit_event').select('action').where('person_id', '=', personId).execute()
    expect(trail.filter(({ action }) => action === 'application.begun')).toHaveLength(1)
    const waiting = await officer.get(`${operations}/requests?kind=organisation&limit=100`)
    expect(waiting.text).not.toContain(saves[0]!.body.requestID)
    expect((await officer.get(`${operations}/organisation/applications/${saves[0]!.body.requestID}`)).status).toBe(404)
  })

  const wrong: [field: string, value: unknown][] = [
    ['unifiedOrgNo', '1010123456'],
    ['unifiedOrgNo', '700123456'],
    ['vatNumber', '310000000000004'],
    ['vatNumber', '31000000000003'],
    ['crNumber', '10101'],
    ['telephoneNumber', '12'],
    ['postalCodeZIPCode', '1332'],
    ['email', 'nobody'],
    ['organizationName', ''],
    ['country', 'XX'],
    ['stateProvinceRegion', 'Atlantis'],
    ['city', 'Jeddah'],
    ['seal', undefined],
    ['evidence', []],
  ]
  test.each(wrong)('it is not sent with %s = %j', async (field, value) => {
    const { browser } = await applicant()
    const { status, body } = await browser.post(`${mine}/submit`, { ...filledIn(), ...(await withFiles(browser)), [field]: value })
    expect(status).toBe(422)
    expect(body.errors).toEqual([{ field, message: expect.stringMatching(/./) }])
    expect(await state(browser)).toBeNull()
  })

  test('a seal is a picture, and files are the applicant’s own', async () => {
    const [{ browser }, { browser: other }] = [await applicant(), await applicant()]
    const files = await withFiles(browser)
    const document = await browser.post(`${mine}/submit`, { ...filledIn(), ...files, seal: await upload(browser, 'organisationSeal') })
    expect([document.status, document.body.errors?.[0].field]).toEqual([422, 'seal'])
    expect((await other.post(`${mine}/submit`, { ...filledIn(), ...files })).status).toBe(404)
    expect((await browser.post(`${mine}/submit`, { ...filledIn(), ...files })).status).toBe(200)
  })

  test('empty optional fields are no mistake, and abroad the place is free', async () => {
    const { browser } = await applicant()
    const details = {
      ...filledIn(),
      DBAName: '',
      DBANameAr: '',
      crNumber: '',
      vatNumber: '',
      country: 'BH',
      stateProvinceRegion: 'x',
      city: 'Manama',
    }
    await sent(browser, details)
    expect(await state(browser)).toMatchObject({ state: 'review', country: 'BH', city: 'Manama', telephoneNumber: '0112345678' })
  })
})

test('it is sent, returned field by field, corrected, approved; the applicant then acts for the organisation', async () => {
  const { browser, personId } = await applicant()
  const { requestID, details } = await sent(browser)
  expect((await browser.post(`${mine}/save`, details)).body.detail).toBe('WRONG_STATE')
  const queue = await officer.get(`${operations}/requests?kind=organisation&limit=100`)
  expect(queue.body.dataList).toContainEqual(expect.objectContaining({ requestID, organizationName: 'Almadar Trading', waitingDays: 0 }))

  const shown = (await auditor.get(`${operations}/organisation/applications/${requestID}`)).body
  expect(shown).toMatchObject({
    state: 'review',
    isRegistered: false,
    unifiedOrgNo: details.unifiedOrgNo,
    nationalID: expect.stringContaining('•'),
  })
  for (const { uniqueFileID } of [...shown.evidence, shown.seal]) {
    const file = await officer.get(`${operations}/organisation/applications/${requestID}/evidence/${uniqueFileID}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  }
  expect((await browser.get('/api/v1/profile/my/data/looks/1/10')).body.dataList.map(({ what }: { what: string }) => what)).toContain(
    'requests',
  )

  expect((await give(officer, requestID)).body).toEqual({ status: '1' })
  expect(await state(browser)).toMatchObject({
    state: 'returned',
    remarks: 'Please correct it.',
    fieldRemarks: [{ field: 'vatNumber', remark: 'It is another company’s.' }],
  })
  expect((await give(officer, requestID)).body.detail).toBe('WRONG_STATE')
  expect((await decide(officer, requestID, true)).body.detail).toBe('WRONG_STATE')

  const again = await browser.post(`${mine}/submit`, { ...details, vatNumber: '399999999900003' })
  expect([again.status, again.body.requestID]).toEqual([200, requestID])
  const { body } = await decide(officer, requestID, true)
  expect(body).toMatchObject({ status: '1' })

  expect((await renewed(browser)).organizationList).toEqual([
    expect.objectContaining({ organizationName: 'Almadar Trading', userRole: 'enrolmentAdmin' }),
  ])
  const organisation = await server.db
    .selectFrom('organisation')
    .selectAll()
    .where('unified_number', '=', details.unifiedOrgNo)
    .executeTakeFirstOrThrow()
  expect(organisation).toMatchObject({ status: 'active', vat_number: '399999999900003', city: 'Al Kharj', telephone: '0112345678' })
  const seats = await server.db
    .selectFrom('plan')
    .innerJoin('account', 'account.id', 'plan.account_id')
    .select(['plan.role', 'plan.credited', 'plan.allocated'])
    .where('account.organisation_id', '=', organisation.id)
    .orderBy('plan.role')
    .execute()
  expect(seats).toEqual([
    { role: 'authorizedSignatory', credited: 1, allocated: 0 },
    { role: 'enrolmentAdmin', credited: 1, allocated: 1 },
    { role: 'organizationUser', credited: 3, allocated: 0 },
  ])
  const trail = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject', '=', requestID)
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual([
    'application.begun',
    'application.review',
    'application.returned',
    'application.review',
    'application.active',
  ])
  const { email } = await server.db.selectFrom('person').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  await vi.waitFor(async () => {
    const letters = (await sentTo(server, 'mail', email!)).map(({ text }) => text)
    for (const part of ['وصل طلب تسجيل «', 'أُعيد إليك طلب تسجيل', 'قُبل طلب تسجيل المنشأة'])
      expect(
        letters.some((text) => text.includes(part)),
        part,
      ).toBe(true)
  })
})

test('a rejection needs its reason, ends the application, and leaves no organisation', async () => {
  const { browser } = await applicant()
  const { requestID, details } = await sent(browser)
  expect((await decide(officer, requestID, false)).status).toBe(422)
  expect((await decide(officer, requestID, false, 'The register does not know it.')).body).toMatchObject({ status: '1' })
  expect(await state(browser)).toMatchObject({ state: 'rejected', remarks: 'The register does not know it.' })
  const found = await server.db.selectFrom('organisation').select('id').where('unified_number', '=', details.unifiedOrgNo).execute()
  expect(found).toEqual([])
  const next = await browser.post(`${mine}/save`, { unifiedOrgNo: '7' })
  expect(next.body.requestID).not.toBe(requestID)
})

test('one unified number is registered once', async () => {
  const [{ browser }, { browser: other }] = [await applicant(), await applicant()]
  const details = filledIn()
  const [one, two] = [await sent(browser, details), await sent(other, details)]
  expect((await decide(officer, one.requestID, true)).body.status).toBe('1')
  expect((await officer.get(`${operations}/organisation/applications/${two.requestID}`)).body.isRegistered).toBe(true)
  const { status, body } = await decide(officer, two.requestID, true)
  expect([status, body.detail, body.title]).toEqual([409, 'WRONG_STATE', expect.stringContaining('registered already')])
  expect((await give(officer, two.requestID)).status).toBe(200)
})

test('the maker decides nothing, and who only reads changes nothing', async () => {
  await server.owner.updateTable('person').set({ is_subscriber: true }).where('id', '=', officer.session.slno).execute()
  const own = await sent(officer)
  expect((await give(officer, own.requestID)).body).toMatchObject({ detail: 'NOT_ALLOWED', title: expect.stringContaining('your own') })
  expect((await decide(officer, own.requestID, true)).status).toBe(403)
  const { browser } = await applicant()
  const { requestID } = await sent(browser)
  for (const by of [auditor, browser]) {
    expect((await give(by, requestID)).status).toBe(403)
    expect((await decide(by, requestID, true)).status).toBe(403)
  }
  expect(await state(browser)).toMatchObject({ state: 'review' })
})

test('what waits longest stands first, with its days, and kinds can be chosen', async () => {
  const { browser } = await applicant()
  const { requestID } = await sent(browser)
  await server.owner
    .updateTable('organisation_application')
    .set({ submitted_at: addDays(server.clock.now(), -12) })
    .where('public_id', '=', requestID)
    .execute()
  const erasure = (await browser.post('/api/v1/profile/my/data/erasure', { reason: '' })).body.requestID
  const all = (await auditor.get(`${operations}/requests?limit=100`)).body.dataList as { requestID: string; waitingDays: number }[]
  expect(all[0]).toMatchObject({ requestID, waitingDays: 12 })
  expect(all.map((row) => row.requestID)).toContain(erasure)
  const only = (await auditor.get(`${operations}/requests?kind=erasure&limit=100`)).body.dataList as { kind: string }[]
  expect(new Set(only.map(({ kind }) => kind))).toEqual(new Set(['erasure']))
  const finance = (await (await server.signIn(cast.latifah)).get(`${operations}/requests?limit=100`)).body.dataList as { kind: string }[]
  expect(finance.filter(({ kind }) => kind !== 'catalogueChange' && kind !== 'refund')).toEqual([])
  expect((await (await server.signIn(cast.latifah)).get(`${operations}/requests?kind=erasure`)).body.totalCount).toBe(0)
  expect((await browser.get(`${operations}/requests`)).status).toBe(403)
})

test('two officers approve two applications with one number at once: one organisation comes of it, and the other waits on', async () => {
  const { nationalId, personId } = await addPerson(server, 2, 9_100 + people++)
  await server.owner.insertInto('operator_role').values({ person_id: personId, role: 'registrationOfficer' }).execute()
  const officers = [officer, await server.signIn(nationalId)]
  const details = filledIn()
  const makers = [(await applicant()).browser, (await applicant()).browser]
  const requests = [await sent(makers[0]!, details), await sent(makers[1]!, details)]
  const answers = await Promise.all(officers.map((by, i) => decide(by, requests[i]!.requestID, true)))
  const approved = answers.findIndex(({ status }) => status === 200)
  expect(answers[1 - approved]!.body).toMatchObject({ detail: 'WRONG_STATE', title: expect.stringContaining('registered already') })
  expect(await state(makers[approved]!)).toMatchObject({ state: 'active' })
  expect(await state(makers[1 - approved]!)).toMatchObject({ state: 'review' })
  const organisations = await server.db.selectFrom('organisation').select('id').where('unified_number', '=', details.unifiedOrgNo).execute()
  expect(organisations).toHaveLength(1)
})

test('an organisation is suspended and active again; its members lose it meanwhile and are told', async () => {
  const majed = await server.signIn(cast.majed)
  const { organizationSlno } = majed.session.organizationList[0]!
  const change = (by: Browser, to: string) =>
    by.post(`${operations}/organisations/${to}`, { organizationSlno, remarks: 'The registration ran out.' })
  for (const by of [majed, auditor]) expect((await change(by, 'suspend')).status).toBe(403)
  expect((await change(officer, 'suspend')).body).toEqual({ state: 'suspended' })
  expect((await change(officer, 'suspend')).body.detail).toBe('WRONG_STATE')
  expect((await renewed(majed)).organizationList).toEqual([])
  const rows = (await auditor.get(`${operations}/organisations?state=suspended`)).body.dataList
  expect(rows).toEqual([expect.objectContaining({ organizationSlno, remarks: 'The registration ran out.' })])
  expect((await auditor.get(`${operations}/organisations?search=7007654321`)).body.totalCount).toBe(1)
  expect((await change(officer, 'reactivate')).body).toEqual({ state: 'active' })
  expect((await renewed(majed)).organizationList).toHaveLength(1)
  expect((await officer.post(`${operations}/organisations/suspend`, { organizationSlno: 987_654, remarks: 'x' })).status).toBe(404)
  const { body } = await majed.get('/api/v1/dashboard/my/notifications')
  expect(body.dataList.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual(['organisationReactivated', 'organisationSuspended'])
})

test('the database keeps what was sent, and goes along the edges alone', async () => {
  const { browser } = await applicant()
  const { requestID } = await sent(browser)
  const change = (set: object) => server.owner.updateTable('organisation_application').set(set).where('public_id', '=', requestID).execute()
  await expect(change({ details: '{}' })).rejects.toMatchObject({ code: '23514' })
  await expect(change({ state: 'application' })).rejects.toMatchObject({ code: '23514' })
  await expect(change({ state: 'active', decided_at: server.clock.now() })).rejects.toMatchObject({ code: '23514' })
})
