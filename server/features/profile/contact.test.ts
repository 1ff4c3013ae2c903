import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeTo, sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { letConfirmationLapse } from '#test/sessions.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

const email = '/api/v1/profile/my/contact/email'
const mobile = '/api/v1/profile/my/contact/mobile'
const confirm = '/api/v1/profile/my/contact/confirm'
const resend = '/api/v1/profile/my/contact/resend'

let count = 0
/** Somebody of this test's own, signed in. */
async function newPerson(): Promise<{ browser: Browser; personId: number; nationalId: string }> {
  const { nationalId, personId } = await addPerson(server, 2, 500 + ++count)
  return { browser: await server.signIn(nationalId), personId, nationalId }
}
const newAddress = () => `new-${++count}@example.sa`
const own = async (browser: Browser) => (await browser.get('/api/v1/profile/my')).body
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a new e-mail address is confirmed by the code that was sent to it, and the old one hears of it', async () => {
  const { browser, personId } = await newPerson()
  const before = (await own(browser)).email
  const address = newAddress()
  const begun = await browser.post(email, { email: address.toUpperCase() })
  expect(begun.status).toBe(200)
  expect((await own(browser)).email).toBe(before)
  const code = await codeTo(server, 'mail', address)
  expect((await browser.post(confirm, { changeID: begun.body.changeID, otp: code })).body).toEqual({ status: '1' })
  expect((await own(browser)).email).toBe(address)
  for (const to of [before, address])
    await expect.poll(async () => (await sentTo(server, 'mail', to))[0]?.subject).toBe('غُيّر البريد الإلكتروني لحسابك')
  expect((await sentTo(server, 'mail', before))[0]!.text).toContain('إن لم تكن أنت')
  const events = await server.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject', '=', begun.body.changeID)
    .orderBy('id')
    .execute()
  expect(events.map(({ action }) => action)).toEqual(['contact.changeBegun', 'contact.changed'])
  const told = await server.db.selectFrom('notification').select('kind').where('person_id', '=', personId).execute()
  expect(told.map(({ kind }) => kind)).toContain('contactChanged')
  expect((await browser.post(confirm, { changeID: begun.body.changeID, otp: code })).status).toBe(429) // once
})

test('a new mobile number likewise, whichever way it is written', async () => {
  const { browser } = await newPerson()
  const begun = await browser.post(mobile, { mobileNo: '0551234001' })
  const code = await codeTo(server, 'sms', '966551234001')
  expect((await browser.post(confirm, { changeID: begun.body.changeID, otp: ` ${code} ` })).body).toEqual({ status: '1' })
  expect((await own(browser)).mobileNo).toBe('966551234001')
  expect((await browser.post(mobile, { mobileNo: '+966551234001' })).body.errors).toEqual([
    { field: 'mobileNo', message: 'This is what your account has now.' },
  ])
})

test('five wrong codes end it, and the right one no longer counts', async () => {
  const { browser } = await newPerson()
  const address = newAddress()
  const { changeID } = (await browser.post(email, { email: address })).body
  const code = await codeTo(server, 'mail', address)
  for (const triesLeft of [4, 3, 2, 1, 0]) {
    const { body } = await browser.post(confirm, { changeID, otp: other(code) })
    expect(body).toEqual({ status: '0', errorMessage: 'The code is not right.', triesLeft })
  }
  const answer = await browser.post(confirm, { changeID, otp: code })
  expect([answer.status, answer.body.detail, answer.headers.get('retry-after')]).toEqual([429, 'TOO_MANY', '60'])
  const refused = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'contact.codeRefused')
    .where('subject', '=', changeID)
    .execute()
  expect(refused).toHaveLength(5)
})

test('a hundred guesses at once are five', async () => {
  const { browser } = await newPerson()
  const { changeID } = (await browser.post(email, { email: newAddress() })).body
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => browser.post(confirm, { changeID, otp: String(100_000 + i) })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(95)
})

test('ten confirmations at once change it once', async () => {
  const { browser, personId } = await newPerson()
  const address = newAddress()
  const { changeID } = (await browser.post(email, { email: address })).body
  const code = await codeTo(server, 'mail', address)
  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.post(confirm, { changeID, otp: code })))
  expect(answers.filter(({ status }) => status === 200).map(({ body }) => body)).toEqual([{ status: '1' }])
  const changed = await server.db
    .selectFrom('audit_event')
    .select('id')
    .where('action', '=', 'contact.changed')
    .where('person_id', '=', personId)
    .execute()
  expect(changed).toHaveLength(1)
})

test('of changes that begin at the same moment one stays', async () => {
  const { browser, personId } = await newPerson()
  const begun = await Promise.all([1, 2, 3, 4, 5].map(() => browser.post(email, { email: newAddress() })))
  expect(begun.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const states = await server.db.selectFrom('contact_change').select('state').where('person_id', '=', personId).orderBy('state').execute()
  expect(states.map(({ state }) => state).toSorted()).toEqual(['replaced', 'replaced', 'replaced', 'replaced', 'waiting'])
})

test('a code ends after five minutes, with a newer one, and with a newer change', async () => {
  const { browser } = await newPerson()
  const address = newAddress()
  const { changeID } = (await browser.post(email, { email: address })).body
  const first = await codeTo(server, 'mail', address)
  expect((await browser.post(resend, { changeID })).status).toBe(429) // within the minute
  server.clock.advance(61)
  expect((await browser.post(resend, { changeID })).status).toBe(200)
  const second = await codeTo(server, 'mail', address, 1)
  if (first !== second) expect((await browser.post(confirm, { changeID, otp: first })).body.status).toBe('0')
  server.clock.advance(301)
  expect((await browser.post(confirm, { changeID, otp: second })).status).toBe(429)
  server.clock.advance(-362)
  const { changeID: next } = (await browser.post(email, { email: newAddress() })).body
  expect(next).not.toBe(changeID)
  expect((await browser.post(confirm, { changeID, otp: second })).status).toBe(429)
})

test('no more than three codes are sent for one change', async () => {
  const { browser } = await newPerson()
  const { changeID } = (await browser.post(email, { email: newAddress() })).body
  const statuses = []
  for (let i = 0; i < 3; i++) {
    server.clock.advance(61)
    statuses.push((await browser.post(resend, { changeID })).status)
  }
  server.clock.advance(-183)
  expect(statuses).toEqual([200, 200, 429])
})

test('an address of somebody else answers the same, gets no code, and its owner is warned', async () => {
  const { browser } = await newPerson()
  const { browser: owner } = await newPerson()
  const address = (await own(owner)).email
  const [taken, free] = [await browser.post(email, { email: address }), await browser.post(email, { email: newAddress() })]
  expect(Object.keys(taken.body)).toEqual(Object.keys(free.body))
  expect(taken.status).toBe(free.status)
  const again = await browser.post(email, { email: address })
  const subjects = async () => (await sentTo(server, 'mail', address)).map(({ subject }) => subject)
  await expect.poll(subjects, { timeout: 8_000 }).toContain('محاولة استخدام بريدك في حساب آخر')
  expect((await sentTo(server, 'mail', address)).some(({ text }) => /\b\d{6}\b/.test(text))).toBe(false)
  const { body } = await browser.post(confirm, { changeID: again.body.changeID, otp: '123456' })
  expect(body).toEqual({ status: '0', errorMessage: 'The code is not right.', triesLeft: 4 })
})

test('an address that somebody else took meanwhile is not taken over', async () => {
  const [one, two] = [await newPerson(), await newPerson()]
  const address = newAddress()
  const first = (await one.browser.post(email, { email: address })).body.changeID
  const firstCode = await codeTo(server, 'mail', address)
  const second = (await two.browser.post(email, { email: address })).body.changeID
  const secondCode = await codeTo(server, 'mail', address, 1)
  expect((await one.browser.post(confirm, { changeID: first, otp: firstCode })).body.status).toBe('1')
  expect((await two.browser.post(confirm, { changeID: second, otp: secondCode })).status).toBe(409)
  expect((await own(two.browser)).email).not.toBe(address)
})

test('a change of somebody else, or of another session, answers like one that is not there', async () => {
  const { browser, nationalId } = await newPerson()
  const { browser: stranger } = await newPerson()
  const elsewhere = await server.signIn(nationalId)
  const address = newAddress()
  const { changeID } = (await browser.post(email, { email: address })).body
  const otp = await codeTo(server, 'mail', address)
  server.clock.advance(61) // who began it may ask for another code now
  for (const other of [stranger, elsewhere])
    for (const call of [confirm, resend]) {
      const ask = async (id: string) => {
        const { status, body } = await other.post(call, { changeID: id, ...(call === confirm && { otp }) })
        return { status, ...body, reference: '' }
      }
      expect(await ask(changeID)).toEqual(await ask('A'.repeat(22)))
    }
  expect((await browser.post(confirm, { changeID, otp })).body).toEqual({ status: '1' })
})

test('an identity that was not confirmed lately must be confirmed first', async () => {
  const { browser } = await newPerson()
  await letConfirmationLapse(server, browser)
  const answers = [await browser.post(email, { email: newAddress() }), await browser.post(mobile, { mobileNo: '0551234002' })]
  expect(answers.map(({ body }) => body.detail)).toEqual(['STEP_UP', 'STEP_UP'])
})

test.each([
  [email, { email: 'no address' }, 'email'],
  [email, { email: 'a@b.sa\r\nBcc: x@y.sa' }, 'email'],
  [email, {}, 'email'],
  [mobile, { mobileNo: '+15551234567' }, 'mobileNo'],
  [mobile, { mobileNo: '0512' }, 'mobileNo'],
  [confirm, { changeID: 'short', otp: '123456' }, 'changeID'],
  [confirm, { changeID: 'A'.repeat(22), otp: '12x' }, 'otp'],
])('%s refuses %j', async (call, body, field) => {
  const { browser } = await newPerson()
  const answer = await browser.post(call, body)
  expect(answer.status).toBe(422)
  expect(answer.body.errors[0].field).toBe(field)
})

test('neither a person nor an address is given codes without end', async () => {
  const { browser } = await newPerson()
  const byPerson = []
  for (let i = 0; i < 7; i++) byPerson.push((await browser.post(email, { email: newAddress() })).status)
  expect(byPerson).toEqual([200, 200, 200, 200, 200, 200, 429])
  const address = newAddress()
  const toAddress = []
  for (let i = 0; i < 6; i++) {
    const { browser: somebody } = await newPerson()
    toAddress.push((await somebody.post(email, { email: address })).status)
  }
  expect(toAddress).toEqual([200, 200, 200, 200, 200, 429])
})
