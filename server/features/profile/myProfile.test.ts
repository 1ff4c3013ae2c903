import { afterAll, beforeAll, expect, test } from 'vitest'
import { refresh } from '#test/sessions.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const preferences = '/api/v1/profile/my/preferences'

test('a person reads who they are, the ID masked', async () => {
  const noura = await server.signIn('1200000014')
  const { body, text } = await noura.get('/api/v1/profile/my')
  expect(body).toMatchObject({
    fullName: 'Noura Abdullah Saad Alqahtani',
    fullNameAr: 'نورة عبدالله سعد القحطاني',
    nationalID: '1•••••0014',
    gender: 'F',
    nationality: 'SA',
    dateOfBirth: '1991-03-14',
    email: 'noura.alqahtani@example.sa',
    mobileNo: '966500000014',
    hasPassword: true,
    messageLanguage: 'ar',
    preferences: { language: null, theme: null, digits: 'latn', calendar: 'gregory' },
  })
  expect(text).not.toMatch(/1200000014|argon2/)
})

test('staff of the provider read theirs too', async () => {
  const tariq = await server.signIn('1200000105')
  expect((await tariq.get('/api/v1/profile/my')).body.fullName).toBe('Tariq Hassan Omar Bawazir')
})

test('each organisation knows the same contact data', async () => {
  const sarah = await server.signIn('1200000030')
  const { body: mobiles } = await sarah.get('/api/v1/profile/my/organizations/mobiles')
  expect(mobiles.dataList.map((row: Record<string, unknown>) => [row.organizationName, row.mobileNo, row.isVerified])).toEqual([
    ['Horizon Technology Company', '966500000030', true],
    ['Albayan Consulting', '966500000030', true],
  ])
  const { body: emails } = await sarah.get('/api/v1/profile/my/organizations/emails')
  expect(emails).toMatchObject({ totalCount: 2, dataList: [{ email: 'sarah.alotaibi@example.sa' }, {}] })
  const noura = await server.signIn('1200000014')
  expect((await noura.get('/api/v1/profile/my/organizations/mobiles')).body).toEqual({ dataList: [], totalCount: 0 })
  await server.owner.updateTable('person').set({ email: null, mobile: null }).where('id', '=', sarah.session.slno).execute()
  expect((await sarah.get('/api/v1/profile/my/organizations/emails')).body.totalCount).toBe(0)
})

test('preferences are kept one by one, and come with every session', async () => {
  const faisal = await server.signIn('1200000022')
  expect(faisal.session.preferences).toEqual({ language: null, theme: null, digits: 'latn', calendar: 'gregory' })
  expect((await faisal.post(preferences, { digits: 'arab' })).body).toMatchObject({ language: null, digits: 'arab' })
  const chosen = { language: 'en', theme: 'dark', digits: 'arab', calendar: 'islamic-umalqura' }
  expect((await faisal.post(preferences, { language: 'en', theme: 'dark', calendar: 'islamic-umalqura' })).body).toEqual(chosen)
  expect((await faisal.post(preferences, {})).body).toEqual(chosen)
  expect((await refresh(faisal)).body.preferences).toEqual(chosen)
  const elsewhere = await server.signIn('1200000022')
  expect(elsewhere.session.preferences).toEqual(chosen)
  expect((await elsewhere.get('/api/v1/profile/my')).body).toMatchObject({ messageLanguage: 'en', preferences: chosen })
  const events = await server.db
    .selectFrom('audit_event')
    .select('facts')
    .where('action', '=', 'preferences.changed')
    .orderBy('id')
    .execute()
  expect(events.map(({ facts }) => facts)).toEqual([expect.objectContaining({ digits: 'arab' }), chosen])
})

test.each([{ language: 'fr' }, { theme: 'blue' }, { digits: 'roman' }, { calendar: 'julian' }, { colour: 'red' }])(
  '%j is refused',
  async (body) => {
    const faisal = await server.signIn('1200000022')
    expect((await faisal.post(preferences, body)).status).toBe(422)
  },
)

test('what a member does for themselves is recorded without their organisation; what they are refused in it, with it', async () => {
  const reem = await server.signIn('1200000055')
  expect(reem.session.organizationList).toHaveLength(1)
  expect((await reem.post(preferences, { theme: 'dark' })).status).toBe(200)
  expect((await reem.post('/api/v1/dashboard/dashboardDetailsForEnrolmentAdmin', { sipSlno: 1, organizationSlNo: 1 })).status).toBe(403)
  const events = await server.db
    .selectFrom('audit_event')
    .select(['action', 'organisation_id'])
    .where('person_id', '=', reem.session.slno)
    .where('device_public_id', '=', reem.deviceId)
    .orderBy('id')
    .execute()
  const { organisationId } = await server.db
    .selectFrom('membership')
    .select('organisation_id as organisationId')
    .where('person_id', '=', reem.session.slno)
    .executeTakeFirstOrThrow()
  expect(events).toContainEqual({ action: 'preferences.changed', organisation_id: null })
  expect(events.filter(({ organisation_id }) => organisation_id !== null)).toEqual([
    { action: 'access.refused', organisation_id: organisationId },
  ])
})
