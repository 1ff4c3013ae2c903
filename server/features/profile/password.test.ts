import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { passwordMatches } from '#server/platform/sessions/password.ts'
import { sentTo } from '#test/inbox.ts'
import { letConfirmationLapse } from '#test/sessions.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const path = '/api/v1/profile/my/password'
const good = 'Sand-dunes-at-9pm'
const hashOf = async (nationalId: string) =>
  (
    await server.db
      .selectFrom('person')
      .select('password_hash')
      .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
      .executeTakeFirstOrThrow()
  ).password_hash

test('a password is changed by the present one, and everything else is signed out', async () => {
  const [here, there] = [await server.signIn(cast.faisal), await server.signIn(cast.faisal)]
  await letConfirmationLapse(server, here)
  const answer = await here.post(path, { currentPassword: demoPassword, newPassword: good })
  expect(answer.body).toEqual({ status: '1', sessionsEnded: 1 })
  expect(await passwordMatches(good, await hashOf(cast.faisal))).toBe(true)
  expect((await there.get('/api/v1/profile/my')).status).toBe(401)
  const { body } = await here.get('/api/v1/profile/my')
  expect([body.hasPassword, body.passwordChangedDate]).toEqual([true, expect.any(String)])
  await expect
    .poll(async () => (await sentTo(server, 'mail', 'faisal.alzahrani@example.sa')).map(({ subject }) => subject))
    .toContain('غُيّرت كلمة المرور لحسابك')
  const told = await server.db
    .selectFrom('notification')
    .select('kind')
    .where('person_id', '=', here.session.slno)
    .where('kind', '=', 'passwordChanged')
    .execute()
  expect(told).toHaveLength(1)
  const events = await server.db.selectFrom('audit_event').select('facts').where('action', '=', 'password.changed').execute()
  expect(events).toEqual([{ facts: { first: false, sessionsEnded: 1 } }])
})

test('without the present one the identity must have been confirmed lately', async () => {
  const reem = await server.signIn(cast.reem)
  await letConfirmationLapse(server, reem)
  const refused = await reem.post(path, { newPassword: good })
  expect([refused.status, refused.body.detail]).toEqual([403, 'STEP_UP'])
  const lately = await server.signIn(cast.reem)
  expect((await lately.post(path, { newPassword: good })).body.status).toBe('1')
})

test('who has no password yet sets one', async () => {
  const sarah = await server.signIn(cast.sarah)
  await server.owner.updateTable('person').set({ password_hash: null }).where('id', '=', sarah.session.slno).execute()
  expect((await sarah.get('/api/v1/profile/my')).body.hasPassword).toBe(false)
  const wrong = await sarah.post(path, { currentPassword: demoPassword, newPassword: good })
  expect(wrong.body.errors).toEqual([{ field: 'currentPassword', message: 'The present password is not right.' }])
  expect((await sarah.post(path, { newPassword: good })).body.status).toBe('1')
})

test('a wrong present password is refused, recorded, and not tried without end', async () => {
  server.clock.awayFromWindowEnd(900)
  const noura = await server.signIn(cast.noura)
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await noura.post(path, { currentPassword: `wrong-${i}`, newPassword: good })).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  expect(await passwordMatches(demoPassword, await hashOf(cast.noura))).toBe(true)
  const events = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'password.checked')
    .where('person_id', '=', noura.session.slno)
    .where('outcome', '=', 'refused')
    .execute()
  expect(events).toHaveLength(5)
})

test.each([
  ['short', 'Choose a password of 10 to 128 characters.'],
  ['a'.repeat(129), 'Choose a password of 10 to 128 characters.'],
  ['my-1200000048-id', 'Leave your name, ID, mobile and e-mail out of the password.'],
  ['call me 0500000048', 'Leave your name, ID, mobile and e-mail out of the password.'],
  ['Aldossari-of-Najd', 'Leave your name, ID, mobile and e-mail out of the password.'],
  ['الدوسري من نجد', 'Leave your name, ID, mobile and e-mail out of the password.'],
  ['P@ssw0rd2026', 'This password is common and easily guessed. Choose another.'],
  ['1234567890', 'This password is common and easily guessed. Choose another.'],
  [demoPassword, 'This is your present password. Choose another.'],
])('“%s” is refused', async (newPassword, message) => {
  const abdulaziz = await server.signIn(cast.abdulaziz)
  const answer = await abdulaziz.post(path, { newPassword })
  expect(answer.status).toBe(422)
  expect(answer.body.errors).toEqual([{ field: 'newPassword', message }])
})
