import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ simulators: { nafath: { decideAfterMs: 50, expireAfterMs: 300, callbackPausesMs: [] } } })
})
afterAll(() => server.close())

const initiate = (browser: Browser, nationalID: string) => browser.post('/api/v1/auth/nafath/login/initiate', { nationalID })
const verifyPath = '/api/v1/auth/nafath/login/verify'

/** What the audit trail has of a browser. */
async function eventsOf(browser: Browser) {
  const rows = await server.db
    .selectFrom('audit_event')
    .select(['action', 'outcome'])
    .where('device_public_id', '=', browser.deviceId)
    .orderBy('id')
    .execute()
  return rows.map(({ action, outcome }) => `${action} ${outcome}`)
}

/** The person in front of their identity app. */
async function decide(nationalId: string, choice: 'approve' | 'reject' | 'wrong number') {
  const pending = (await (await fetch(`${server.simulators.url}/nafath/app/pending?nationalId=${nationalId}`)).json()) as {
    random: string
  }[]
  const { random } = pending[0]!
  const picked = choice === 'wrong number' ? String(10 + ((Number(random) - 9) % 90)) : random
  await fetch(`${server.simulators.url}/nafath/app/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId, random: picked, approve: choice !== 'reject' }),
  })
}

test('a person signs in through the identity app and gets a session', async () => {
  const browser = await server.signIn(cast.faisal)
  expect(browser.session).toMatchObject({
    status: '1',
    userName: 'Faisal Mohammed Ibrahim Alzahrani',
    isSubscriber: true,
    organizationList: [],
    selectedOrganization: null,
    kycDue: false,
  })
  expect(await eventsOf(browser)).toEqual(['identity.challenged done', 'session.opened done'])
  const asserted = await server.db
    .selectFrom('audit_event')
    .select(['facts', 'outcome'])
    .where('action', '=', 'identity.asserted')
    .execute()
  expect(asserted).toEqual([{ outcome: 'done', facts: { purpose: 'login', token: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
})

test('a new device is told of by mail, a known one is not', async () => {
  const deviceId = crypto.randomUUID()
  for (let i = 0; i < 2; i++) await server.signIn(cast.noura, { deviceId })
  await expect.poll(() => warningsTo('noura.alqahtani@example.sa'), { timeout: 15_000 }).toHaveLength(1)
  const [warning, ...more] = await warningsTo('noura.alqahtani@example.sa')
  expect(more).toEqual([])
  expect(warning, 'the day is said in the language of the letter').toMatch(
    /في \d{1,2} \p{Script=Arabic}+ 20\d\d، \d{1,2}:\d\d [صم] بتوقيت الرياض/u,
  )
})

async function warningsTo(to: string): Promise<string[]> {
  const mails = (await (await fetch(`${server.simulators.url}/mail/messages?to=${to}`)).json()) as { text: string }[]
  return mails.map(({ text }) => text).filter((text) => text.includes('جهاز جديد'))
}

describe('what the person decides', () => {
  const cases = [
    {
      id: nationalIdWith(1, 1),
      decision: 'approve',
      status: '6',
      text: 'There is no account',
      ends: ['session.refused refused', 'enrolment.verified done'],
    },
    { id: nationalIdWith(1, 2), decision: 'reject', status: '2', text: 'rejected', ends: ['identity.rejected refused'] },
    { id: nationalIdWith(1, 3), decision: 'wrong number', status: '2', text: 'rejected', ends: ['identity.rejected refused'] },
    {
      id: nationalIdWith(2, 400),
      decision: null,
      status: '6',
      text: 'There is no account',
      ends: ['session.refused refused', 'enrolment.verified done'],
    },
    { id: nationalIdWith(3, 1), decision: null, status: '2', text: 'rejected', ends: ['identity.rejected refused'] },
    { id: nationalIdWith(4, 1), decision: null, status: '4', text: 'expired', ends: ['identity.expired refused'] },
  ] as const

  test.each(cases)('$id $decision → $status', async ({ id, decision, status, text, ends }) => {
    const browser = server.browser()
    const started = await initiate(browser, id)
    expect(started.body).toMatchObject({ nationalID: id, status: '1', errorMessage: '', random: expect.stringMatching(/^\d{2}$/) })
    const body = { nationalID: id, transId: started.body.transId, random: started.body.random }
    if (decision) {
      expect((await browser.post(verifyPath, body)).body).toMatchObject({ status: '3' })
      await decide(id, decision)
    }
    const answer = await browser.pollUntilEnded(verifyPath, body)
    expect(answer.body).toEqual({
      status,
      errorMessage: expect.stringContaining(text),
      ...(status === '6' && { enrolmentID: expect.stringMatching(/^[\w-]{22}$/) }),
    })
    expect(await eventsOf(browser)).toEqual(['identity.challenged done', ...ends])
    const again = await browser.post(verifyPath, body)
    expect(again.body.status, 'the end is final').toBe(status === '6' ? '0' : status)
  })

  test('nobody decides in time: the product ends it by its own clock', async () => {
    const other = await testServer()
    try {
      const id = nationalIdWith(1, 9)
      const browser = other.browser()
      const { transId, random } = (await initiate(browser, id)).body
      other.clock.advance(59)
      expect((await browser.post(verifyPath, { nationalID: id, transId, random })).body.status).toBe('3')
      other.clock.advance(2)
      expect((await browser.post(verifyPath, { nationalID: id, transId, random })).body.status).toBe('4')
    } finally {
      await other.close()
    }
  })

  test('the person themselves approves on the page and is let in', async () => {
    const id = nationalIdWith(1, 5)
    await server.owner
      .updateTable('person')
      .set({ national_id_hash: server.app.secrets.lookUp(id), national_id_sealed: server.app.secrets.seal(id, 'national ID') })
      .where('name_en', 'like', 'Reem%')
      .execute()
    const browser = server.browser()
    const { transId, random } = (await initiate(browser, id)).body
    await decide(id, 'approve')
    const answer = await browser.pollUntilEnded(verifyPath, { nationalID: id, transId, random })
    expect(answer.body).toMatchObject({ status: '1', userName: 'Reem Fahad Ali Alshehri' })
  })
})

describe('a start that cannot be', () => {
  test.each([
    [nationalIdWith(5, 1), 'If one is open in the app', 'busy'],
    [nationalIdWith(6, 1), 'does not answer now', 'down'],
  ])('%s is an outcome with a sentence, not an error (%s)', async (id, text) => {
    const browser = server.browser()
    const answer = await initiate(browser, id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      nationalID: id,
      status: '0',
      errorMessage: expect.stringContaining(text),
      transId: '',
      random: '',
      expiresAt: null,
      heldUntil: null,
    })
    expect((await initiate(server.browser({ language: 'ar' }), id)).body.errorMessage).toMatch(/نفاذ/)
  })

  test('an outage does not use up the starts of a person', async () => {
    const browser = server.browser()
    for (let i = 0; i < 6; i++) expect((await initiate(browser, nationalIdWith(6, 2))).body.status).toBe('0')
  })

  test.each([
    ['a wrong check digit', '1200000023', 'check the digits'],
    ['a visitor', '3200000012'],
    ['eleven digits', '12000000220'],
    ['letters', 'abcdefghij'],
    ['no number', '', 'required'],
  ])('%s is refused with the field named', async (_why, nationalID, said = '10 digits') => {
    const answer = await initiate(server.browser(), nationalID)
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'nationalID', message: expect.stringContaining(said) }] })
  })

  test('Arabic digits and spaces are the same ID', async () => {
    expect((await initiate(server.browser(), ' ١١٠٠٠٠٠٠١٥ ')).body).toMatchObject({ status: '1', nationalID: '1100000015' })
  })

  test('a caller without a device id is told so', async () => {
    const answer = await server
      .browser()
      .post('/api/v1/auth/nafath/login/initiate', { nationalID: nationalIdWith(1, 6) }, { 'x-device-id': '' })
    expect(answer.body).toMatchObject({ detail: 'INVALID', errors: [{ field: 'X-DEVICE-ID' }] })
  })

  test('so is one that asks how a sign-in ended', async () => {
    const held = { nationalID: nationalIdWith(1, 6), transId: 'A'.repeat(22), random: '42' }
    const answer = await server.browser().post('/api/v1/auth/nafath/login/verify', held, { 'x-device-id': 'no device' })
    expect(answer).toMatchObject({ status: 422, body: { detail: 'INVALID', errors: [{ field: 'X-DEVICE-ID' }] } })
  })
})

describe('one challenge lives for a national ID', () => {
  const id = nationalIdWith(1, 20)
  test('the browser that began it gets the same one back, another hears the public sentence', async () => {
    const owner = server.browser()
    const first = await initiate(owner, id)
    const again = await initiate(owner, id)
    expect(again.body).toEqual(first.body)
    const other = await initiate(server.browser(), id)
    expect(other.body).toMatchObject({ status: '0', transId: '', random: '', errorMessage: expect.stringContaining('could not start') })
    expect(other.text).not.toContain(first.body.transId)
  })

  test('cancelled by its browser alone', async () => {
    const owner = server.browser()
    const mine = nationalIdWith(1, 21)
    const { transId, random } = (await initiate(owner, mine)).body
    const cancel = (browser: Browser, nationalID = mine) => browser.post('/api/v1/auth/nafath/cancel', { nationalID, transId, random })
    for (const answer of [await cancel(server.browser()), await cancel(owner, id)]) expect(answer.body).toEqual({ status: '5' })
    expect((await owner.post(verifyPath, { nationalID: mine, transId, random })).body.status).toBe('3')
    await cancel(owner)
    expect((await owner.post(verifyPath, { nationalID: mine, transId, random })).body.status).toBe('5')
    expect(await eventsOf(owner)).toEqual(['identity.challenged done', 'identity.cancelled refused'])
  })

  test('twenty browsers at once: one challenge', async () => {
    const wanted = nationalIdWith(1, 22)
    const answers = await Promise.all(Array.from({ length: 20 }, () => initiate(server.browser(), wanted)))
    const outcomes = answers.map(({ status, body }) => (status === 200 ? body.status : body.detail))
    expect(outcomes.filter((outcome) => outcome === '1')).toHaveLength(1)
    expect(outcomes.every((outcome) => ['0', '1', 'TOO_MANY', 'HUMAN_CHECK'].includes(outcome))).toBe(true)
  })
})

test('known and unknown IDs look the same until the person has approved', async () => {
  const shapeOf = async (id: string) => {
    const { status, body, headers } = await initiate(server.browser(), id)
    return {
      status,
      names: Object.keys(body),
      outcome: body.status,
      text: body.errorMessage,
      secret: body.transId.length,
      headers: [...headers.keys()].sort(),
    }
  }
  const known = nationalIdWith(1, 5) // enrolled above
  expect(await shapeOf(known)).toEqual(await shapeOf(nationalIdWith(1, 30)))
})

test('a suspended account is told of to its owner alone, after their approval', async () => {
  await server.owner.updateTable('person').set({ status: 'suspended' }).where('name_en', 'like', 'Hind%').execute()
  const browser = server.browser()
  const { transId, random } = (await initiate(browser, cast.hind)).body
  const answer = await browser.pollUntilEnded(verifyPath, { nationalID: cast.hind, transId, random })
  expect(answer.body).toEqual({ status: '0', errorMessage: 'This account is suspended. Contact us to learn why.' })
  expect(await eventsOf(browser)).toContain('session.refused refused')
})
