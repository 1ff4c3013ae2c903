import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { sentTo } from '#test/inbox.ts'
import { refresh } from '#test/sessions.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const preferences = '/api/v1/profile/my/preferences'
const untouched = {
  language: null,
  messageLanguage: null,
  theme: null,
  digits: 'latn',
  calendar: 'gregory',
  pageSize: 10,
  lettersLeftOut: [] as string[],
}

test('a person reads who they are, the ID masked', async () => {
  const noura = await server.signIn(cast.noura)
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
    preferences: untouched,
  })
  expect(text).not.toMatch(/1200000014|argon2/)
})

test('staff of the provider read theirs too', async () => {
  const tariq = await server.signIn(cast.tariq)
  expect((await tariq.get('/api/v1/profile/my')).body.fullName).toBe('Tariq Hassan Omar Bawazir')
})

test('each organisation has its own contact data of a member', async () => {
  const sarah = await server.signIn(cast.sarah)
  const { body: mobiles } = await sarah.get('/api/v1/profile/my/organizations/mobiles')
  expect(mobiles.dataList.map((row: Record<string, unknown>) => [row.organizationName, row.mobileNo, row.isVerified])).toEqual([
    ['Horizon Technology Company', '966500000030', false], // as the organisation wrote it, confirmed by nobody
    ['Albayan Consulting', '966500000030', false],
  ])
  const { body: emails } = await sarah.get('/api/v1/profile/my/organizations/emails')
  expect(emails).toMatchObject({ totalCount: 2, dataList: [{ email: 'sarah.alotaibi@horizon.example.sa' }, {}] })
  const noura = await server.signIn(cast.noura)
  expect((await noura.get('/api/v1/profile/my/organizations/mobiles')).body).toEqual({ dataList: [], totalCount: 0 })
  await server.owner.updateTable('membership').set({ work_email: null }).where('person_id', '=', sarah.session.slno).execute()
  expect((await sarah.get('/api/v1/profile/my/organizations/emails')).body.totalCount).toBe(0)
})

test('preferences are kept one by one, and come with every session', async () => {
  const faisal = await server.signIn(cast.faisal)
  expect(faisal.session.preferences).toEqual(untouched)
  expect((await faisal.post(preferences, { digits: 'arab' })).body).toMatchObject({ language: null, digits: 'arab' })
  const rest = { language: 'en', theme: 'dark', calendar: 'islamic-umalqura', pageSize: 50, lettersLeftOut: ['plans', 'signings'] }
  const chosen = { ...untouched, digits: 'arab', ...rest }
  expect((await faisal.post(preferences, rest)).body).toEqual(chosen)
  expect((await faisal.post(preferences, {})).body).toEqual(chosen)
  expect((await refresh(faisal)).body.preferences).toEqual(chosen)
  const elsewhere = await server.signIn(cast.faisal)
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

test('mails and text messages come in the language chosen for them, and in the screen’s where none is', async () => {
  const reem = await server.signIn(cast.reem)
  const sent = async () => ({
    mails: (await sentTo(server, 'mail', 'reem.alshehri@example.sa')).filter(({ subject }) => /جلسة|session/.test(subject!)),
    messages: await sentTo(server, 'sms', '966500000055'),
  })
  const written = async () => {
    await server.signIn(cast.reem)
    const before = await sent()
    expect((await reem.post('/api/v1/profile/my/sessions/revokeOthers')).status).toBe(200)
    const credentials = { nationalID: cast.reem, password: demoPassword, channel: 'sms' }
    const login = await server.browser().post('/api/v1/auth/credentials/login/validate', credentials, solvedHumanCheck(server))
    expect(login.status).toBe(200)
    return vi.waitFor(
      async () => {
        const { mails, messages } = await sent()
        expect([mails.length, messages.length]).toEqual([before.mails.length + 1, before.messages.length + 1])
        return [mails[0]!.subject, /^[^:]+/.exec(messages[0]!.text)![0]]
      },
      { timeout: 8_000, interval: 50 },
    )
  }
  const arabic = ['أُنهيت جلسة في حسابك', 'رمز التحقق لتسجيل الدخول إلى توقيع']
  const english = ['A session of your account was ended', 'Your Tawqi sign-in code']
  expect(await written()).toEqual(arabic)
  expect((await reem.post(preferences, { messageLanguage: 'en' })).body).toMatchObject({ language: null, messageLanguage: 'en' })
  expect(await written()).toEqual(english)
  expect((await reem.post(preferences, { language: 'ar' })).body).toMatchObject({ language: 'ar', messageLanguage: 'en' })
  expect(await written()).toEqual(english)
  expect((await reem.post(preferences, { messageLanguage: null })).body).toMatchObject({ language: 'ar', messageLanguage: null })
  expect(await written()).toEqual(arabic)
})

test.each([
  { language: 'fr' },
  { theme: 'blue' },
  { digits: 'roman' },
  { calendar: 'julian' },
  { colour: 'red' },
  { pageSize: 11 },
  { messageLanguage: 'fr' },
  { lettersLeftOut: ['passwords'] },
  { lettersLeftOut: 'plans' },
])('%j is refused', async (body) => {
  const faisal = await server.signIn(cast.faisal)
  expect((await faisal.post(preferences, body)).status).toBe(422)
})

test('what a member does for themselves is recorded without their organisation; what they are refused in it, with it', async () => {
  const reem = await server.signIn(cast.reem)
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
