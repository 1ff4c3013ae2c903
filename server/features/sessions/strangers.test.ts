/** What strangers can do to an owner's ways in, and to other people's telephones. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cast, demoPassword } from '#server/demo/cast.ts'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { decide } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { becomes } from '#test/sessions.ts'
import { volume } from '#test/volume.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1', HUMAN_CHECK_AFTER_STARTS: '10' } })
}, 180_000)
afterAll(() => server?.close())
beforeEach(() => server.forgetAttempts())

const paths = {
  login: '/api/v1/auth/nafath/login',
  enrolment: '/api/v1/auth/nafath/enrollment',
  stepUp: '/api/v1/auth/nafath/stepup',
}
const from = (address: string) => ({ 'x-forwarded-for': address })
const solved = () => solvedHumanCheck(server)

const start = (browser: Browser, nationalID: string, headers: Record<string, string> = {}, way: 'login' | 'enrolment' = 'login') =>
  browser.post(`${paths[way]}/initiate`, { nationalID }, headers)
const look = (browser: Browser, { nationalID, transId, random }: Record<string, unknown>, way: 'login' | 'enrolment' = 'login') =>
  browser.post(`${paths[way]}/verify`, { nationalID, transId, random })
const outcome = ({ status, body }: Awaited<ReturnType<typeof start>>) => (status === 200 ? body.status : body.detail)

const faisal = cast.faisal
let lent: Browser | undefined
afterEach(async () => {
  if (lent) await becomes(server, lent, faisal)
  lent = undefined
})

/** An owner with a known device, for one story under this ID, and that device with nobody signed in on it. */
async function ownerOf(nationalID: string) {
  const signedIn = await server.signIn(faisal)
  await becomes(server, (lent = signedIn), nationalID)
  return { signedIn, device: server.browser({ deviceId: signedIn.deviceId }) }
}
const isOver = () => server.owner.updateTable('challenge').set({ state: 'expired' }).where('state', '=', 'waiting').execute()

describe('a stranger’s request', () => {
  test('is ended by the owner’s known device, which stands first in line and hears precisely what is in the way', async () => {
    const id = nationalIdWith(1, 201)
    const { device } = await ownerOf(id)
    const stranger = server.browser()
    const begun = (await start(stranger, id, {}, 'enrolment')).body
    expect(begun.status).toBe('1')
    const held = (await start(device, id)).body
    expect(held).toMatchObject({
      status: '0',
      random: '',
      transId: '',
      errorMessage: expect.stringMatching(/reject it there.*password and code/),
    })
    expect(new Date(held.heldUntil).getTime()).toBe(new Date(begun.expiresAt).getTime())
    const inArabic = await start(server.browser({ deviceId: device.deviceId, language: 'ar' }), id)
    expect(inArabic.body.errorMessage).toMatch(/فارفضه في التطبيق.*بكلمة المرور/)
    expect((await look(stranger, begun, 'enrolment')).body).toMatchObject({
      status: '0',
      errorMessage: 'The request could not be completed. Start again.',
    })

    await decide(server, id, false)
    expect(
      (await start(server.browser(), id, solved())).body,
      'strangers stand behind the owner, and are told no more than ever',
    ).toMatchObject({
      status: '0',
      heldUntil: null,
      errorMessage: expect.stringMatching(/^Nafath could not start/),
    })
    server.clock.advance(3)
    const own = (await start(device, id)).body
    expect(own).toMatchObject({ status: '1', heldUntil: null })
    expect(own.random).not.toBe('')
    await decide(server, id, true)
    expect(
      (await device.pollUntilEnded(`${paths.login}/verify`, { nationalID: id, transId: own.transId, random: own.random })).body.status,
    ).toBe('1')
    const events = await server.db
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('action', '=', 'identity.superseded')
      .execute()
    expect(events).toEqual([{ action: 'identity.superseded', outcome: 'refused' }])
  })

  test('of another service at the provider is told of, too, and the provider is asked every two seconds at most', async () => {
    const { device } = await ownerOf(nationalIdWith(5, 202))
    const asked = async () =>
      (
        await server.db
          .selectFrom('audit_event')
          .select('id')
          .where('action', '=', 'identity.challenged')
          .where('device_public_id', '=', device.deviceId)
          .execute()
      ).length
    const before = await asked()
    const first = (await start(device, nationalIdWith(5, 202))).body
    expect(first).toMatchObject({ status: '0', heldUntil: expect.any(String) })
    for (let i = 0; i < 3; i++) expect((await start(device, nationalIdWith(5, 202))).body.heldUntil).toBe(first.heldUntil)
    expect(await asked()).toBe(before + 1)
    server.clock.advance(3)
    expect((await start(device, nationalIdWith(5, 202))).body.heldUntil).toBe(first.heldUntil)
    expect(await asked()).toBe(before + 2)
  })

  test('is in nobody’s way who is signed in: a step-up is the next', async () => {
    const id = nationalIdWith(1, 203)
    const { signedIn } = await ownerOf(id)
    await start(server.browser(), id)
    expect((await signedIn.post(`${paths.stepUp}/initiate`)).body).toMatchObject({ status: '0', heldUntil: expect.any(String) })
    await decide(server, id, false)
    server.clock.advance(3)
    expect((await signedIn.post(`${paths.stepUp}/initiate`)).body.status).toBe('1')
  })

  test('is never ended by another stranger, nor the request of a known device by anybody', async () => {
    const id = nationalIdWith(1, 204)
    const { device } = await ownerOf(id)
    const own = (await start(device, id)).body
    expect(own.status).toBe('1')
    expect((await start(server.browser(), id)).body).toMatchObject({ status: '0', heldUntil: null })
    expect((await look(device, own)).body.status).toBe('3')
  })

  test('counts for strangers, whatever the owner approves meanwhile', async () => {
    const id = nationalIdWith(1, 205)
    const { device } = await ownerOf(id)
    const endedStart = async (headers?: Record<string, string>) => {
      const answer = await start(server.browser(), id, headers)
      if (answer.body.status === '1') await decide(server, id, false)
      await isOver()
      return outcome(answer)
    }
    expect([await endedStart(), await endedStart(), await endedStart()]).toEqual(['1', '1', 'HUMAN_CHECK'])
    const own = (await start(device, id)).body
    await decide(server, id, true)
    expect(
      (await device.pollUntilEnded(`${paths.login}/verify`, { nationalID: id, transId: own.transId, random: own.random })).body.status,
    ).toBe('1')
    expect(await endedStart(), 'the owner’s approval opened nothing').toBe('HUMAN_CHECK')
    expect(await endedStart(solved())).toBe('1')
    const over = await start(server.browser({ language: 'ar' }), id, solved())
    expect([over.status, over.body.detail, Number(over.headers.get('retry-after'))]).toEqual([429, 'TOO_MANY', expect.any(Number)])
    expect(over.body.title).toMatch(/كلمة المرور/)
  })
})

describe('passwords', () => {
  const validate = (browser: Browser, nationalID: string, password: string, address: string) =>
    browser.post('/api/v1/auth/credentials/login/validate', { nationalID, password, channel: 'sms' }, { ...solved(), ...from(address) })

  test('tried by strangers lock strangers alone, in the end everywhere; the known device has its own five', async () => {
    server.clock.awayFromWindowEnd(900)
    const device = server.browser({ deviceId: (await server.signIn(faisal)).deviceId })
    const tries = async (nationalID: string, address: string, count: number) => {
      const statuses: number[] = []
      for (let i = 0; i < count; i++) statuses.push((await validate(server.browser(), nationalID, 'wrong', address)).status)
      return statuses
    }
    const six = await tries(faisal, '203.0.113.0', 6)
    expect(six).toEqual([200, 200, 200, 200, 200, 429])
    expect(await tries(nationalIdWith(1, 206), '198.51.100.2', 6), 'an ID without an account is counted alike').toEqual(six)
    for (let i = 1; i < 6; i++) expect(await tries(faisal, `203.0.113.${i}`, 5)).toEqual([200, 200, 200, 200, 200])
    const refused = await validate(server.browser(), faisal, demoPassword, '192.0.2.77')
    expect([refused.status, refused.body.detail, refused.body.title]).toEqual([
      429,
      'TOO_MANY',
      expect.stringMatching(/Sign in with Nafath/),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await validate(server.browser({ language: 'ar' }), faisal, demoPassword, '192.0.2.77')).body.title).toMatch(/ادخل عبر نفاذ/)
    for (let i = 0; i < 5; i++) expect((await validate(device, faisal, demoPassword, '203.0.113.1')).status, 'the owner').toBe(200)
    const sixth = await validate(device, faisal, demoPassword, '203.0.113.1')
    expect([sixth.status, Number(sixth.headers.get('retry-after')) <= 900]).toEqual([429, true])
  }, 120_000)
})

describe('from one network', () => {
  const most = 30
  test(`${volume({ push: 40, release: 300 })} IDs reach ${most} telephones, though each start solves the human check`, async () => {
    const ids = Array.from({ length: volume({ push: 40, release: 300 }) }, (_, i) => nationalIdWith(1, 1_000 + i))
    const ways = ['login', 'enrolment'] as const
    // One connection has a whole /64, and no two of these come from the same address.
    const answers: Awaited<ReturnType<typeof start>>[] = []
    for (const [i, id] of ids.entries()) {
      const headers = { ...solved(), ...from(`2001:db8:7:9::${(i + 1).toString(16)}`) }
      answers.push(await start(server.browser(), id, headers, ways[i % 2]))
    }
    expect(answers.filter((answer) => outcome(answer) === '1')).toHaveLength(most)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(ids.length - most)
    for (const { body, headers } of refused) {
      expect(body.title).toMatch(/from your network/)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(
      outcome(await start(server.browser(), nationalIdWith(1, 900), { ...solved(), ...from('2001:db8:7:a::1') })),
      'the neighbour',
    ).toBe('1')
  }, 300_000)

  test('an address within IPv6 is the IPv4 address', async () => {
    for (let i = 0; i < 9; i++)
      expect(outcome(await start(server.browser(), nationalIdWith(1, 920 + i), from('::ffff:203.0.113.50')))).toBe('1')
    expect(outcome(await start(server.browser(), nationalIdWith(1, 930), from('203.0.113.50')))).toBe('HUMAN_CHECK')
  })

  test('an office of people who sign in and approve is asked for no human check, and a known device never', async () => {
    const office = '198.51.100.7'
    const inOffice = async (browser: Browser, path: string, body: object) => {
      const started = (await browser.post(`${path}/initiate`, body, from(office))).body
      expect(started.status).toBe('1')
      return browser.pollUntilEnded(`${path}/verify`, { ...body, transId: started.transId, random: started.random })
    }
    const devices: Browser[] = []
    for (let i = 0; i < 4; i++) {
      const browser = server.browser()
      browser.session = (await inOffice(browser, paths.login, { nationalID: faisal })).body
      devices.push(browser)
      for (let j = 0; j < 3; j++) expect((await inOffice(browser, paths.stepUp, {})).body.status).toBe('1')
    }
    expect(outcome(await start(server.browser(), nationalIdWith(1, 940), from(office)))).toBe('1')
    for (let i = 0; i < 9; i++) await start(server.browser(), nationalIdWith(1, 941 + i), from(office))
    expect(outcome(await start(server.browser(), nationalIdWith(1, 960), from(office))), 'strangers who did not approve').toBe(
      'HUMAN_CHECK',
    )
    const known = server.browser({ deviceId: devices[0]!.deviceId })
    expect(outcome(await start(known, faisal, from(office)))).toBe('1')
  }, 120_000)
})

describe('what the provider decided is found by asking, where its callback does not come', () => {
  test.each([['login'], ['enrolment']] as const)(
    '%s: an approval without its assertion ends with a sentence, and is asked for again',
    async (way) => {
      const id = nationalIdWith(7, way === 'login' ? 1 : 2)
      const browser = server.browser()
      const begun = (await start(browser, id, {}, way)).body
      const state = async () => (await look(browser, begun, way)).body
      await expect
        .poll(async () => {
          server.clock.advance(1.1)
          await state()
          return (await server.db.selectFrom('challenge').select('approved_at').orderBy('id', 'desc').executeTakeFirstOrThrow()).approved_at
        })
        .not.toBeNull()
      expect((await state()).status).toBe('3')
      server.clock.advance(26)
      expect(await state()).toEqual({
        status: '0',
        errorMessage: expect.stringMatching(/^Nafath says that you approved.*Send the request again\.$/),
      })
      expect((await state()).errorMessage, 'and stays so').toMatch(/^Nafath says/)
      expect((await start(browser, id, {}, way)).body.status).toBe('1')
      const counted = await server.db
        .selectFrom('throttle')
        .select('count')
        .where('key', 'like', 'challenge|%')
        .where('count', '>', 0)
        .execute()
      expect(counted, 'an approved start is held against nobody').toHaveLength(1)
    },
  )

  test.each([
    [3, 'rejected', '2'],
    [4, 'expired', '4'],
  ] as const)('second digit %s: %s', async (digit, state, status) => {
    const callback = server.simulators.callbacks.nafath
    server.simulators.callbacks.nafath = undefined
    const browser = server.browser()
    const id = nationalIdWith(digit, 300)
    const begun = (await start(browser, id)).body
    if (state === 'expired') server.clock.advance(61)
    expect(
      (
        await browser.pollUntilEnded(
          `${paths.login}/verify`,
          { nationalID: id, transId: begun.transId, random: begun.random },
          { everyMs: 300 },
        )
      ).body.status,
    ).toBe(status)
    server.simulators.callbacks.nafath = callback
  })

  test('whoever comes back when the time is over hears what became of it', async () => {
    const browser = server.browser()
    const id = nationalIdWith(7, 3)
    const begun = (await start(browser, id)).body
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect((await look(browser, begun)).body.status).toBe('3')
    server.clock.advance(61)
    expect((await look(browser, begun)).body.errorMessage).toMatch(/^Nafath says that you approved/)
  })
})
