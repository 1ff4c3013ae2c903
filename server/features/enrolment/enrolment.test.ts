import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { enroller, goodPassword } from '#test/enroller.ts'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { decide } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
let someone: ReturnType<typeof enroller>
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 50, expireAfterMs: 1_500 } } })
  someone = enroller(server)
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

let people = 0
const newId = (second = 2) => nationalIdWith(second, 20_000 + ++people)
const arabic = (text: string) => text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
const personOf = (nationalId: string) =>
  server.owner.selectFrom('person').selectAll().where('national_id_hash', '=', server.app.secrets.lookUp(nationalId)).executeTakeFirst()
const plansOf = async (personId: number) =>
  server.owner
    .selectFrom('plan')
    .selectAll()
    .where('account_id', '=', await accountOf(server.owner, personId))
    .execute()
const eventsOf = async (deviceId: string) =>
  (await server.db.selectFrom('audit_event').select('action').where('device_public_id', '=', deviceId).orderBy('id').execute()).map(
    ({ action }) => action,
  )

test('an identity, an e-mail, a mobile and a password become an account with its welcome pack, signed in', async () => {
  const browser = server.browser({ language: 'ar' })
  const contact = someone.contact()
  const nationalID = '1100000015'
  const started = await browser.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: ` ${arabic(nationalID)} ` })
  expect(started.body).toMatchObject({ status: '1', nationalID, random: expect.stringMatching(/^\d\d$/) })
  const { transId, random } = started.body
  const poll = () => browser.post('/api/v1/auth/nafath/enrollment/verify', { nationalID, transId, random })
  expect((await poll()).body.status).toBe('3')
  await decide(server, nationalID, true)
  const proven = (await browser.pollUntilEnded('/api/v1/auth/nafath/enrollment/verify', { nationalID, transId, random })).body
  expect(proven).toMatchObject({
    status: '1',
    isEnrolled: false,
    session: null,
    enrolment: {
      state: 'verified',
      person: { nationalID: '1•••••0015', fullNameAr: 'يزيد عبدالمحسن فهد العنزي', dateOfBirth: '2000-07-07' },
      email: null,
      mobile: null,
    },
  })
  const { enrolmentID } = proven.enrolment

  const mobileTyped = arabic(`0${contact.mobile.slice(3)}`)
  const given = await someone.details(browser, enrolmentID, { email: ` ${contact.email.toUpperCase()} `, mobile: mobileTyped })
  expect(given.body).toMatchObject({
    state: 'detailed',
    email: { address: contact.email, isConfirmed: false },
    mobile: { address: contact.mobile, isConfirmed: false },
  })
  expect((await someone.complete(browser, enrolmentID)).body.detail, 'not before both are confirmed').toBe('WRONG_STATE')
  const mailed = await someone.verify(browser, enrolmentID, 'email', arabic(await someone.code('mail', contact.email)))
  expect(mailed.body).toMatchObject({ status: '1', enrolment: { email: { isConfirmed: true, resendAt: null } } })
  expect((await someone.complete(browser, enrolmentID)).body.detail).toBe('WRONG_STATE')
  const texted = await someone.verify(browser, enrolmentID, 'sms', ` ${await someone.code('sms', contact.mobile)} `)
  expect(texted.body.status).toBe('1')

  const done = await someone.complete(browser, enrolmentID)
  expect(done.body).toMatchObject({ status: '1', userNameAr: 'يزيد عبدالمحسن فهد العنزي', isSubscriber: true, kycDue: false })
  expect(done.body.welcomePack).toMatchObject({ transactions: 3 })
  browser.session = done.body
  const current = await browser.get('/api/v1/esign/my/subscription/plans/purchased/1/10')
  expect(current.status, current.text).toBe(200)

  const person = (await personOf(nationalID))!
  expect(person).toMatchObject({ email: contact.email, mobile: contact.mobile, language: 'ar', status: 'active', is_subscriber: true })
  expect(await plansOf(person.id)).toMatchObject([{ kind: 'welcomePack', credited: 3, available: 3 }])
  expect(await unbalancedPlans(server.owner)).toEqual([])
  expect(await eventsOf(browser.deviceId)).toEqual([
    'identity.challenged',
    'enrolment.verified',
    'enrolment.detailed',
    'enrolment.contactConfirmed',
    'enrolment.contactConfirmed',
    'agreement.accepted',
    'agreement.accepted',
    'agreement.accepted',
    'account.opened',
    'session.opened',
  ])
  await expect
    .poll(async () => (await someone.texts('mail', contact.email))[0], { timeout: 8_000 })
    .toMatch(/مرحبًا \u2068يزيد\u2069[^]*عددها 3/)
  expect((await someone.texts('mail', contact.email)).length, 'no mail of a new device beside the welcome').toBe(2)

  const kept = await server.owner.selectFrom('enrolment').selectAll().where('person_id', '=', person.id).executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ state: 'completed', identity_sealed: null, email: null, mobile: null, password_hash: null })
  const login = await server
    .browser()
    .post('/api/v1/auth/credentials/login/validate', { nationalID, password: goodPassword, channel: 'email' }, solvedHumanCheck(server))
  const byPassword = await server.owner.selectFrom('login_attempt').select('person_id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect([login.status, byPassword.person_id], 'the password is the one that was given').toEqual([200, person.id])
  expect((await someone.state(browser, enrolmentID)).body.detail).toBe('WRONG_STATE')
  expect((await someone.complete(browser, enrolmentID)).body.detail).toBe('WRONG_STATE')
})

test.each([
  [3, '2'],
  [4, '4'],
] as const)('a challenge that is rejected or runs out (second digit %s) makes no enrolment', async (second, status) => {
  const nationalId = newId(second)
  const browser = server.browser()
  const started = await browser.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: nationalId })
  const { transId, random } = started.body
  const ended = await browser.pollUntilEnded('/api/v1/auth/nafath/enrollment/verify', { nationalID: nationalId, transId, random })
  expect(ended.body.status).toBe(status)
  expect(await server.owner.selectFrom('enrolment').select('id').where('device_public_id', '=', browser.deviceId).execute()).toEqual([])
})

test.each([5, 6])('a challenge that cannot start (second digit %s) says so', async (second) => {
  const answer = await server.browser().post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: newId(second) })
  expect(answer.body).toMatchObject({ status: '0', transId: '', errorMessage: expect.stringMatching(/Nafath/) })
})

describe('what is typed is judged field by field, in the language of the caller', () => {
  const good = { email: 'someone@example.sa', mobileNo: '0555000111', password: goodPassword, acceptTerms: true }
  const cases = [
    ['email', 'nobody', 'أدخل بريدًا إلكترونيًا صحيحًا.'],
    ['email', 'a@example.sa\r\nBcc: b@example.sa', 'أدخل بريدًا إلكترونيًا صحيحًا.'],
    ['email', 'اسم@example.sa', 'أدخل بريدًا إلكترونيًا صحيحًا.'],
    ['mobileNo', '0155000111', 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.'],
    ['mobileNo', '+15550001111', 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.'],
    ['password', 'قصيرة-1', 'اختر كلمة مرور من 10 أحرف إلى 128 حرفًا.'],
    ['password', '1234567890', 'كلمة المرور هذه شائعة يسهل تخمينها. اختر غيرها.'],
    ['password', 'Password2026!', 'كلمة المرور هذه شائعة يسهل تخمينها. اختر غيرها.'],
    ['password', 'x-0555000111', 'لا تضع اسمك أو هويتك أو جوالك أو بريدك في كلمة المرور.'],
    ['password', 'Someone@Example.SA', 'لا تضع اسمك أو هويتك أو جوالك أو بريدك في كلمة المرور.'],
    ['acceptTerms', false, 'يلزم أن توافق للمتابعة.'],
    ['enrolmentID', undefined, 'هذا الحقل مطلوب.'],
    ['undeclared', 1, 'هذا الحقل غير معروف.'],
  ] as const

  test.each(cases)('%s %j', async (field, value, message) => {
    const browser = server.browser({ language: 'ar' })
    const { enrolment } = await someone.prove(browser, newId())
    const answer = await browser.post('/api/v1/auth/enrollment/contact', { ...good, enrolmentID: enrolment.enrolmentID, [field]: value })
    expect(answer.body).toMatchObject({ status: 422, detail: 'INVALID', errors: [{ field, message }] })
    const left = await server.owner.selectFrom('enrolment').select('state').where('device_public_id', '=', browser.deviceId).execute()
    expect(left).toEqual([{ state: 'verified' }])
  })

  test('the ID itself is no password', async () => {
    const browser = server.browser()
    const nationalId = newId()
    const { enrolment } = await someone.prove(browser, nationalId)
    const answer = await someone.details(browser, enrolment.enrolmentID, someone.contact(), { password: `ab-${nationalId}` })
    expect(answer.body.errors).toEqual([{ field: 'password', message: 'Leave your name, ID, mobile and e-mail out of the password.' }])
  })
})

describe('who is enrolled', () => {
  test('starts like anybody else, and learns it by their own approval, which signs them in', async () => {
    const [known, unknown] = [server.browser(), server.browser()]
    const answers = await Promise.all([
      known.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: cast.noura }),
      unknown.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: newId() }),
    ])
    const shapes = answers.map(({ status, body }) => [status, Object.keys(body), body.status, body.errorMessage])
    expect(shapes[0]).toEqual(shapes[1])
    const { transId, random } = answers[0].body
    const ended = await known.pollUntilEnded('/api/v1/auth/nafath/enrollment/verify', { nationalID: cast.noura, transId, random })
    expect(ended.body).toMatchObject({
      status: '1',
      isEnrolled: true,
      enrolment: null,
      session: { userName: expect.stringMatching(/^Noura/) },
    })
    known.session = ended.body.session
    expect((await known.get('/api/v1/devices/registeredDevices/1/10')).status).toBe(200)
  })

  test('a member of an organisation gets an account of their own beside it', async () => {
    const browser = server.browser()
    const contact = someone.contact()
    const before = (await personOf(cast.reem))!
    const done = await someone.complete(browser, await someone.untilLast(browser, cast.reem, contact))
    expect(done.body).toMatchObject({ status: '1', isSubscriber: true, welcomePack: { transactions: 3 } })
    expect(done.body.organizationList).toHaveLength(1)
    expect(await personOf(cast.reem)).toMatchObject({ id: before.id, email: contact.email, is_subscriber: true })
    await expect.poll(() => someone.texts('mail', before.email!), { timeout: 8_000 }).toEqual([expect.stringMatching(/البريد|e-mail/)])
  })

  test('a closed account is opened again, without a second welcome pack', async () => {
    const nationalId = newId()
    const first = server.browser()
    await someone.complete(first, await someone.untilLast(first, nationalId, someone.contact()))
    const person = (await personOf(nationalId))!
    await server.owner.updateTable('person').set({ status: 'closed' }).where('id', '=', person.id).execute()
    const again = server.browser()
    const done = await someone.complete(again, await someone.untilLast(again, nationalId, someone.contact()))
    expect(done.body).toMatchObject({ status: '1', welcomePack: null, slno: person.id })
    expect(await plansOf(person.id)).toHaveLength(1)
  })

  test('a suspended account stays suspended, and only its owner is told', async () => {
    const nationalId = newId()
    const first = server.browser()
    await someone.complete(first, await someone.untilLast(first, nationalId, someone.contact()))
    await server.owner
      .updateTable('person')
      .set({ status: 'suspended' })
      .where('id', '=', (await personOf(nationalId))!.id)
      .execute()
    expect(await someone.prove(server.browser(), nationalId)).toMatchObject({
      status: '0',
      errorMessage: expect.stringMatching(/suspended/),
    })
  })
})

test('the plan that was chosen before comes out at the end; one that is not on sale is forgotten', async () => {
  const { planDetailsDTOList: plans } = (await server.browser().get('/api/v1/common/esign/plans')).body
  const encodedPlanSlno = plans[1].encodedPlanSlno
  const browser = server.browser()
  const secret = await someone.untilLast(browser, newId(), someone.contact(), { encodedPlanSlno })
  expect((await someone.complete(browser, secret)).body).toMatchObject({ status: '1', encodedPlanSlno })
  const other = server.browser()
  const withoutPlan = await someone.untilLast(other, newId(), someone.contact(), { encodedPlanSlno: 'A'.repeat(22) })
  expect((await someone.complete(other, withoutPlan)).body).toMatchObject({ status: '1', encodedPlanSlno: null })
})

test('whoever wants no password opens an account without one, and may choose one later', async () => {
  const browser = server.browser()
  const nationalID = newId()
  browser.session = (
    await someone.complete(browser, await someone.untilLast(browser, nationalID, someone.contact(), { password: undefined }))
  ).body
  expect(await personOf(nationalID)).toMatchObject({ status: 'active', password_hash: null })
  expect((await browser.get('/api/v1/profile/my')).body).toMatchObject({ hasPassword: false })
  const login = (password: string) =>
    server.browser().post('/api/v1/auth/credentials/login/validate', { nationalID, password, channel: 'email' }, solvedHumanCheck(server))
  const lastAttempt = () =>
    server.owner.selectFrom('login_attempt').select('person_id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  await login('')
  await login(goodPassword)
  expect((await lastAttempt()).person_id, 'no password is right where there is none').toBeNull()
  const chosen = await browser.post('/api/v1/profile/my/password', { newPassword: goodPassword })
  expect(chosen.status, 'the identity was proven a moment ago').toBe(200)
  await login(goodPassword)
  expect((await lastAttempt()).person_id).toBe((await personOf(nationalID))!.id)
})

test('who signs in without an account opens one with the identity that they have just proven', async () => {
  const browser = server.browser()
  const nationalID = newId()
  const { transId, random } = (await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID })).body
  const answer = await browser.pollUntilEnded('/api/v1/auth/nafath/login/verify', { nationalID, transId, random })
  expect(answer.body).toMatchObject({ status: '6', enrolmentID: expect.any(String) })
  const { enrolmentID } = answer.body
  expect((await someone.state(server.browser(), enrolmentID)).body.detail, 'it serves the browser that proved it').toBe('EXPIRED')
  await someone.reach(browser, enrolmentID, someone.contact())
  expect((await someone.complete(browser, enrolmentID)).body).toMatchObject({ status: '1', isSubscriber: true })
  const asked = await server.db
    .selectFrom('challenge')
    .select(['purpose', 'state'])
    .where('national_id_hash', '=', server.app.secrets.lookUp(nationalID))
    .execute()
  expect(asked, 'one proof for all of it').toEqual([{ purpose: 'login', state: 'consumed' }])
})

test.each([
  ['a minute ago is not asked for again', 60, 200],
  ['longer ago is asked for again, though the account has just been opened', 301, 403],
] as const)('an identity that was proven %s', async (_, seconds, status) => {
  const browser = server.browser()
  const { enrolment } = await someone.prove(browser, newId())
  server.clock.advance(seconds)
  await someone.reach(browser, enrolment.enrolmentID, someone.contact(), { password: undefined })
  browser.session = (await someone.complete(browser, enrolment.enrolmentID)).body
  const answer = await browser.post('/api/v1/profile/my/password', { newPassword: goodPassword })
  expect([answer.status, answer.body.detail], answer.text).toEqual([status, status === 403 ? 'STEP_UP' : undefined])
})
