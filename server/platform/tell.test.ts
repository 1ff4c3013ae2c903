import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { tell } from './tell.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

let people = 0
async function person(language: 'ar' | 'en', email: string | null = `told-${people}@example.sa`) {
  const { personId } = await addPerson(server, 2, ++people)
  await server.db.updateTable('person').set({ language, email }).where('id', '=', personId).execute()
  const acting = { app: server.app, now: server.app.clock.now() }
  const heard = async () => ({
    notices: (await server.db.selectFrom('notification').select('kind').where('person_id', '=', personId).execute()).map(
      ({ kind }) => kind,
    ),
    letters: email && (await server.db.selectFrom('message').select(['subject', 'body']).where('recipient', '=', email).execute()),
  })
  return { personId, acting, heard }
}

const until = '2027-01-01T00:00:00.000Z'
const subject = { ar: 'جدّد توثيق هويتك', en: 'Renew your identity check' }

test('a letter without words of its own says the notice’s sentence and where to go, in the person’s language', async () => {
  const { personId, acting, heard } = await person('en')
  expect(await tell(server.db, acting, { to: personId, kind: 'kycDue', facts: { until }, letter: { subject } })).toBe(true)
  const body = `Your identity check is valid until 1 January 2027. Renew it with Nafath to keep signing.\n\n${server.app.configuration.PUBLIC_URL}/app/my/kyc-renewal`
  expect(await heard()).toEqual({ notices: ['kycDue'], letters: [{ subject: subject.en, body }] })
})

test('what is told once goes out once, by every way', async () => {
  const { personId, acting, heard } = await person('ar')
  const once = () =>
    tell(server.db, acting, { to: personId, kind: 'kycDue', facts: { until }, letter: { subject }, onceKey: `told:${personId}` })
  expect((await Promise.all([once(), once(), once()])).filter(Boolean)).toEqual([true])
  expect(await heard()).toMatchObject({ notices: ['kycDue'], letters: [{ subject: subject.ar }] })
})

test('a matter of letters alone leaves no notice, a matter of notices no letter, and whoever has no address still gets the notice', async () => {
  const letter = { subject: { ar: 'أُنهيت جلسة', en: 'A session was ended' }, text: { ar: 'نص', en: 'Text' } }
  const one = await person('en')
  await tell(server.db, one.acting, { to: one.personId, kind: 'sessionEnded', letter })
  expect(await one.heard()).toEqual({ notices: [], letters: [{ subject: 'A session was ended', body: 'Text' }] })
  const two = await person('en')
  await tell(server.db, two.acting, { to: two.personId, kind: 'kycRenewed', facts: { until } })
  expect(await two.heard()).toEqual({ notices: ['kycRenewed'], letters: [] })
  const three = await person('en', null)
  await tell(server.db, three.acting, { to: three.personId, kind: 'passwordChanged', facts: { area: 'my' }, letter })
  expect(await three.heard()).toEqual({ notices: ['passwordChanged'], letters: null })
})

test('whoever left letters about something out gets the notice alone, and every letter that concerns their safety', async () => {
  const { personId, acting, heard } = await person('en')
  await server.db
    .updateTable('person')
    .set({ letters_left_out: ['plans'] })
    .where('id', '=', personId)
    .execute()
  const plan = { nameAr: 'باقة', nameEn: 'Plan', left: 3 }
  expect(await tell(server.db, acting, { to: personId, kind: 'planLow', facts: plan, letter: { subject } })).toBe(true)
  expect(await heard()).toEqual({ notices: ['planLow'], letters: [] })
  await tell(server.db, acting, { to: personId, kind: 'kycDue', facts: { until }, letter: { subject } })
  expect(await heard()).toMatchObject({ notices: ['planLow', 'kycDue'], letters: [{ subject: subject.en }] })
})

test('nothing is told of an event that was undone', async () => {
  const { personId, acting, heard } = await person('en')
  const undone = server.db.transaction().execute(async (tx) => {
    await tell(tx, acting, { to: personId, kind: 'kycDue', facts: { until }, letter: { subject } })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await heard()).toEqual({ notices: [], letters: [] })
})
