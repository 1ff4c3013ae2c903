import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enroller } from '#test/enroller.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { unbalancedPlans } from '#server/platform/ledger.ts'
import { accountOf } from '#server/platform/accounts.ts'

let server: TestServer
let someone: ReturnType<typeof enroller>
beforeAll(async () => {
  server = await testServer()
  someone = enroller(server)
})
afterAll(() => server.close())
beforeEach(() => server.forgetAttempts())

/** The identity provider lives in the present: time goes back after each story. */
let moved = 0
const later = (seconds: number) => {
  server.clock.advance(seconds)
  moved += seconds
}
afterEach(() => {
  server.clock.advance(-moved)
  moved = 0
})

let people = 0
const newId = () => nationalIdWith(2, 30_000 + ++people)
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const rowOf = (deviceId: string) =>
  server.owner.selectFrom('enrolment').selectAll().where('device_public_id', '=', deviceId).executeTakeFirstOrThrow()

/** An enrolment with its details given and its codes out. */
async function detailed(nationalId = newId()) {
  const browser = server.browser()
  const contact = someone.contact()
  const { enrolmentID } = (await someone.prove(browser, nationalId)).enrolment as { enrolmentID: string }
  const given = await someone.details(browser, enrolmentID, contact)
  expect(given.status, given.text).toBe(200)
  return { browser, contact, enrolmentID, nationalId }
}

describe('codes', () => {
  test('of a thousand guesses at once exactly five are evaluated', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const code = await someone.code('sms', contact.mobile)
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, i) => someone.verify(browser, enrolmentID, 'sms', wrong(code, i + 1))),
    )
    const evaluated = answers.filter(({ status }) => status === 200)
    expect(evaluated.map(({ body }) => body.triesLeft).sort()).toEqual([0, 1, 2, 3, 4])
    expect(answers.filter(({ status, body }) => status === 429 && body.detail === 'TOO_MANY')).toHaveLength(995)
    expect((await someone.verify(browser, enrolmentID, 'sms', code)).status, 'the right one is too late').toBe(429)
    expect((await rowOf(browser.deviceId)).mobile_confirmed_at).toBeNull()
    const refused = server.db.selectFrom('audit_event').select('id').where('action', '=', 'enrolment.codeRefused')
    expect(await refused.where('device_public_id', '=', browser.deviceId).execute()).toHaveLength(5)
  })

  test('serve once, for their own channel, their own browser and five minutes', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const [mail, sms] = [await someone.code('mail', contact.email), await someone.code('sms', contact.mobile)]
    const thief = server.browser()
    expect((await someone.verify(thief, enrolmentID, 'email', mail)).body.detail).toBe('TOO_MANY')
    if (mail !== sms) expect((await someone.verify(browser, enrolmentID, 'sms', mail)).body.status).toBe('0')
    expect((await someone.verify(browser, enrolmentID, 'email', mail)).body.status).toBe('1')
    expect((await someone.verify(browser, enrolmentID, 'email', mail)).body.detail).toBe('TOO_MANY')
    later(301)
    expect((await someone.verify(browser, enrolmentID, 'sms', sms)).body.detail).toBe('TOO_MANY')
  })

  test('another comes after a minute, voids the one before it, and five are sent at most', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const [first, link] = [await someone.code('sms', contact.mobile), await someone.link(contact.email)]
    expect((await someone.resend(browser, enrolmentID, 'sms')).body.detail).toBe('TOO_MANY')
    later(61)
    expect((await someone.resend(browser, enrolmentID, 'sms')).body.mobile).toMatchObject({ isConfirmed: false })
    const second = await someone.code('sms', contact.mobile, 1)
    if (second !== first) expect((await someone.verify(browser, enrolmentID, 'sms', first)).body.status).toBe('0')
    expect((await someone.resend(browser, enrolmentID, 'email')).status).toBe(200)
    expect((await someone.confirm(browser, link)).body.detail).toBe('EXPIRED')
    for (let i = 0; i < 3; i++) {
      later(61)
      expect((await someone.resend(browser, enrolmentID, 'sms')).status).toBe(200)
    }
    later(61)
    expect((await someone.resend(browser, enrolmentID, 'sms')).body.detail).toBe('TOO_MANY')
    expect((await someone.state(browser, enrolmentID)).body.mobile.resendAt).toBeNull()
  })

  test('for an address that was changed since confirm nothing; nor does its link', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const [code, link] = [await someone.code('mail', contact.email), await someone.link(contact.email)]
    const other = someone.contact()
    expect((await someone.details(browser, enrolmentID, { ...contact, email: other.email })).status).toBe(200)
    const next = await someone.code('mail', other.email)
    if (next !== code) expect((await someone.verify(browser, enrolmentID, 'email', code)).body.status).toBe('0')
    expect((await someone.look(browser, link)).body).toMatchObject({ purpose: 'emailConfirmation', state: 'expired' })
    expect((await someone.confirm(browser, link)).status).toBe(410)
    expect((await someone.verify(browser, enrolmentID, 'email', next)).body.status).toBe('1')
    const back = await someone.details(browser, enrolmentID, contact)
    expect(back.body.email, 'what was confirmed was the other address').toMatchObject({ address: contact.email, isConfirmed: false })
    expect((await someone.complete(browser, enrolmentID)).body.detail).toBe('WRONG_STATE')
  })

  test('to one address are five an hour, however many enrolments ask', async () => {
    const contact = someone.contact()
    const statuses = []
    for (let i = 0; i < 7; i++) {
      const browser = server.browser()
      const { enrolmentID } = (await someone.prove(browser, newId())).enrolment
      statuses.push((await someone.details(browser, enrolmentID, contact)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('are kept as a MAC alone, and so is the link', async () => {
    const { contact } = await detailed()
    const [code, link] = [await someone.code('sms', contact.mobile), await someone.link(contact.email)]
    const kept = JSON.stringify([
      await server.owner.selectFrom('enrolment_code').selectAll().execute(),
      await server.owner.selectFrom('link').selectAll().execute(),
      await server.owner.selectFrom('enrolment').selectAll().execute(),
      await server.owner.selectFrom('audit_event').select('facts').execute(),
    ])
    expect(kept.includes(`"${code}"`) || kept.includes(link)).toBe(false)
    expect(server.lines.some((line) => line.includes(link))).toBe(false)
  })
})

describe('the link in the mail', () => {
  test('tells what it is for, confirms the address once, and is then used', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const link = await someone.link(contact.email)
    for (let i = 0; i < 2; i++)
      expect((await someone.look(server.browser(), link)).body).toMatchObject({
        purpose: 'emailConfirmation',
        state: 'open',
        organizationName: null,
      })
    const answers = await Promise.all(Array.from({ length: 20 }, () => someone.confirm(browser, link)))
    const taken = answers.filter(({ status }) => status === 200)
    expect([taken.length, answers.filter(({ body }) => body.detail === 'EXPIRED').length]).toEqual([1, 19])
    expect(taken[0]!.body.enrolment).toMatchObject({ enrolmentID, email: { isConfirmed: true }, mobile: { isConfirmed: false } })
    expect((await someone.look(browser, link)).body.state).toBe('used')
    expect(
      server.lines.some((line) => line.includes(link)),
      'the log does not know it',
    ).toBe(false)
  })

  test('opened in another browser confirms the address and gives nothing of the enrolment away', async () => {
    const { browser, contact, enrolmentID } = await detailed()
    const answer = await someone.confirm(server.browser(), await someone.link(contact.email))
    expect(answer.body).toEqual({ status: '1', enrolment: null })
    expect((await someone.state(browser, enrolmentID)).body.email.isConfirmed).toBe(true)
  })

  test('ends after an hour; one that never was looks like no address', async () => {
    const { browser, contact } = await detailed()
    const link = await someone.link(contact.email)
    later(3_601)
    expect((await someone.look(browser, link)).body.state).toBe('expired')
    expect((await someone.confirm(browser, link)).status).toBe(410)
    expect((await someone.look(browser, 'A'.repeat(43))).body.detail).toBe('NOT_FOUND')
    expect((await someone.confirm(browser, 'A'.repeat(43))).body.detail).toBe('EXPIRED')
    expect((await browser.post('/no-such-page')).status).toBe(404)
  })
})

describe('a stolen secret', () => {
  test('serves no other browser', async () => {
    const { enrolmentID, contact } = await detailed()
    const thief = server.browser()
    const answers = await Promise.all([
      someone.state(thief, enrolmentID),
      someone.details(thief, enrolmentID, contact),
      someone.resend(thief, enrolmentID, 'sms'),
      someone.complete(thief, enrolmentID),
    ])
    expect(answers.map(({ status, body }) => `${status} ${body.detail}`)).toEqual(Array(4).fill('410 EXPIRED'))
    expect((await someone.state(thief, 'never-was')).body.detail, 'as one that never was').toBe('EXPIRED')
  })

  test('is worth nothing after the person has gone on elsewhere by proving who they are', async () => {
    const { browser, contact, enrolmentID, nationalId } = await detailed()
    await someone.verify(browser, enrolmentID, 'email', await someone.code('mail', contact.email))
    const old = await someone.code('sms', contact.mobile)
    const telephone = server.browser()
    const { enrolment } = await someone.prove(telephone, nationalId)
    expect(enrolment).toMatchObject({
      state: 'detailed',
      email: { isConfirmed: true },
      mobile: { isConfirmed: false, codeExpiresAt: null },
    })
    expect(enrolment.enrolmentID).not.toBe(enrolmentID)
    expect((await someone.state(browser, enrolmentID)).body.detail).toBe('EXPIRED')
    expect((await someone.verify(telephone, enrolment.enrolmentID, 'sms', old)).body.detail).toBe('TOO_MANY')
    expect((await someone.resend(telephone, enrolment.enrolmentID, 'sms')).status).toBe(200)
    const code = await someone.code('sms', contact.mobile, 1)
    expect((await someone.verify(telephone, enrolment.enrolmentID, 'sms', code)).body.status).toBe('1')
    expect((await someone.complete(telephone, enrolment.enrolmentID)).body.status).toBe('1')
  })

  test('of a challenge for something else starts no enrolment', async () => {
    const browser = server.browser()
    const nationalID = newId()
    const { transId, random } = (await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID })).body
    const answer = await browser.post('/api/v1/auth/nafath/enrollment/verify', { nationalID, transId, random })
    expect(answer.body).toMatchObject({ status: '0' })
    const own = (await browser.post('/api/v1/auth/nafath/enrollment/initiate', { nationalID: newId() })).body
    const other = await browser.post('/api/v1/auth/nafath/login/verify', {
      nationalID: own.nationalID,
      transId: own.transId,
      random: own.random,
    })
    expect(other.body.status).toBe('0')
  })
})

describe('an address that belongs to another account', () => {
  const noura = { email: 'noura.alqahtani@example.sa', mobile: '966500000014' }

  test('answers like any other; its owner hears of it, and no code comes', async () => {
    const [browser, other] = [server.browser(), server.browser()]
    const mine = (await someone.prove(browser, newId())).enrolment.enrolmentID as string
    const theirs = (await someone.prove(other, newId())).enrolment.enrolmentID as string
    const seen = { mail: (await someone.texts('mail', noura.email)).length, sms: (await someone.texts('sms', noura.mobile)).length }
    const answers = [await someone.details(browser, mine, noura), await someone.details(other, theirs, someone.contact())]
    const shape = ({ status, body }: (typeof answers)[number]) => [
      status,
      body.state,
      Object.keys(body),
      Object.keys(body.email),
      Object.keys(body.mobile),
      body.email.isConfirmed,
    ]
    expect(shape(answers[0]!)).toEqual(shape(answers[1]!))
    await expect.poll(async () => (await someone.texts('mail', noura.email)).length, { timeout: 8_000 }).toBe(seen.mail + 1)
    await expect.poll(async () => (await someone.texts('sms', noura.mobile)).length, { timeout: 8_000 }).toBe(seen.sms + 1)
    const told = [
      ...(await someone.texts('mail', noura.email)).slice(0, 1),
      ...(await someone.texts('sms', noura.mobile)).slice(0, 1),
    ].join('\n')
    expect(told).toMatch(/حاول شخص/)
    expect(told).not.toMatch(/\d{6}|#/)
    expect((await someone.verify(browser, mine, 'email', '123456')).body).toMatchObject({ status: '0', triesLeft: 4 })
  })

  test('of two who confirmed the same address at once, one gets it', async () => {
    const contact = someone.contact()
    const [first, second] = [server.browser(), server.browser()]
    const secrets = [await someone.untilLast(first, newId(), contact)]
    later(61)
    const { enrolmentID } = (await someone.prove(second, newId())).enrolment
    await someone.details(second, enrolmentID, contact)
    await someone.verify(second, enrolmentID, 'email', await someone.code('mail', contact.email, 1))
    await someone.verify(second, enrolmentID, 'sms', await someone.code('sms', contact.mobile, 1))
    secrets.push(enrolmentID)
    const answers = await Promise.all([someone.complete(first, secrets[0]!), someone.complete(second, secrets[1]!)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(refused.body.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'mobileNo'])
    const owners = await server.owner.selectFrom('person').select('id').where('email', '=', contact.email).execute()
    expect(owners).toHaveLength(1)
  })
})

describe('the end', () => {
  test('pressed twenty times at once makes one account with one welcome pack', async () => {
    const nationalId = newId()
    const browser = server.browser()
    const secret = await someone.untilLast(browser, nationalId, someone.contact())
    const answers = await Promise.all(Array.from({ length: 20 }, () => someone.complete(browser, secret)))
    expect(answers.filter(({ body }) => body.status === '1')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.detail === 'WRONG_STATE')).toHaveLength(19)
    const people = await server.owner
      .selectFrom('person')
      .select('id')
      .where('national_id_hash', '=', server.app.secrets.lookUp(nationalId))
      .execute()
    expect(people).toHaveLength(1)
    const packs = await server.owner
      .selectFrom('plan')
      .select(['kind', 'credited'])
      .where('account_id', '=', await accountOf(server.owner, people[0]!.id))
      .execute()
    expect(packs).toEqual([{ kind: 'welcomePack', credited: 3 }])
    expect(await unbalancedPlans(server.owner)).toEqual([])
    const accepted = await server.owner
      .selectFrom('agreement_acceptance')
      .select(['how', 'user_type'])
      .where('person_id', '=', people[0]!.id)
      .execute()
    expect(accepted.length).toBeGreaterThan(0)
    expect(accepted.every(({ how, user_type }) => how === 'enrolment' && user_type === 'subscriber')).toBe(true)
  })

  test('does not come by itself: after a day nothing is left of an enrolment', async () => {
    const { browser, enrolmentID, nationalId } = await detailed()
    later(86_401)
    expect((await someone.state(browser, enrolmentID)).body.detail).toBe('EXPIRED')
    expect((await someone.complete(browser, enrolmentID)).body.detail).toBe('EXPIRED')
    const idHash = server.app.secrets.lookUp(nationalId)
    const left = () => server.owner.selectFrom('enrolment').select('id').where('national_id_hash', '=', idHash).execute()
    const { forgetEnrolments } = await import('./forget.ts')
    await forgetEnrolments(server.app)
    expect(await left()).toEqual([])
  })

  test('no other way leads from one state to another', async () => {
    const { browser } = await detailed()
    const { id } = await rowOf(browser.deviceId)
    const to = (state: 'verified' | 'detailed' | 'completed') =>
      server.owner
        .updateTable('enrolment')
        .set({ state, completed_at: state === 'completed' ? server.clock.now() : null })
        .where('id', '=', id)
        .execute()
    await expect(to('verified')).rejects.toThrow(/may not go/)
    await to('completed')
    await expect(to('detailed')).rejects.toThrow(/may not go/)
    await expect(to('verified')).rejects.toThrow(/may not go/)
  })
})
