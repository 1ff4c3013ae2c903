import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofKey } from '#test/proof.ts'
import { testServer, type Answer, type Browser, type TestServer } from '#test/server.ts'

const refreshPath = '/api/v1/auth/refresh'
/** A call that any session may make and that counts as activity. */
const act = (browser: Browser, headers?: Record<string, string>) =>
  browser.post('/api/v1/auth/session/organization', { organizationSlno: 987_654_321 }, headers)
const isIn = ({ status, body }: Answer) => (status === 404 ? 'in' : body.detail)

const refresh = (browser: Browser, refreshToken: string = browser.session.refreshToken, deviceID = browser.deviceId, headers = {}) =>
  browser.post(refreshPath, { refreshToken, deviceID }, headers)

const sessionOf = (server: TestServer, browser: Browser) =>
  server.db.selectFrom('session').selectAll().where('id', '=', browser.session.token.split('.')[0]).executeTakeFirstOrThrow()

const endsOf = async (server: TestServer, browser: Browser) =>
  (
    await server.db
      .selectFrom('audit_event')
      .select(['outcome', 'facts'])
      .where('action', '=', 'session.ended')
      .where('subject', '=', browser.session.token.split('.')[0])
      .execute()
  ).map(({ outcome, facts }) => `${(facts as { reason: string }).reason} ${outcome}`)

describe('rotation', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  test('gives a new pair each time, for the same session', async () => {
    const browser = await server.signIn('1200000022')
    const answer = await refresh(browser)
    expect(answer.body).toMatchObject({ userName: 'Faisal Mohammed Ibrahim Alzahrani', isSubscriber: true })
    expect(answer.body.refreshToken).not.toBe(browser.session.refreshToken)
    expect(answer.body.token).not.toBe(browser.session.token)
    browser.session = answer.body
    expect(isIn(await act(browser))).toBe('in')
  })

  test('two hundred at once: one rotation, one successor', async () => {
    const browser = await server.signIn('1200000022')
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(browser)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ body }) => `${body.token} ${body.refreshToken}`)).size).toBe(1)
    expect((await sessionOf(server, browser)).generation).toBe(2)
  })

  test('the selected organisation survives it', async () => {
    const browser = await server.signIn('1200000030')
    const { organizationList } = browser.session
    const other = organizationList.at(-1)
    await browser.post('/api/v1/auth/session/organization', { organizationSlno: other.organizationSlno })
    expect((await refresh(browser)).body.selectedOrganization).toEqual(other)
  })

  test.each([
    ['made up', () => '11111111-1111-4111-8111-111111111111.1.' + 'A'.repeat(43)],
    ['empty', () => ''],
    ['of a later generation', ({ session }: Browser) => session.refreshToken.replace('.1.', '.2.')],
    ['an access token', ({ session }: Browser) => session.token],
    ['with a letter changed', ({ session }: Browser) => session.refreshToken.replace(/.$/, (last: string) => (last === 'A' ? 'E' : 'A'))],
  ])('a token that is %s answers TOKEN_EXPIRED and ends nothing', async (_name, tokenOf) => {
    const browser = await server.signIn('1200000022')
    expect((await refresh(browser, tokenOf(browser))).body).toMatchObject({ status: 401, detail: 'TOKEN_EXPIRED' })
    expect((await refresh(browser)).status).toBe(200)
  })

  test('another device cannot use it, and does not end the session by trying', async () => {
    const browser = await server.signIn('1200000022')
    const thief = server.browser()
    expect((await refresh(thief, browser.session.refreshToken)).body.detail).toBe('TOKEN_EXPIRED')
    expect((await refresh(browser)).status).toBe(200)
  })

  test('the access token serves on its own device alone', async () => {
    const browser = await server.signIn('1200000022')
    expect(isIn(await act(browser, { 'x-device-id': crypto.randomUUID() }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser, { 'x-device-id': '' }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser, { authorization: `Bearer ${browser.session.refreshToken}` }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser))).toBe('in')
  })

  test('signing out ends it at once', async () => {
    const browser = await server.signIn('1200000022')
    expect((await browser.post('/api/v1/auth/logout')).body).toEqual({ status: '1' })
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    expect(await endsOf(server, browser)).toEqual(['logout done'])
  })

  test('an organisation of others is not found; one’s own is chosen, and the choice recorded', async () => {
    const browser = await server.signIn('1200000048')
    const foreign = await server.db
      .selectFrom('organisation')
      .select('id')
      .where('unified_number', '=', '7007654321')
      .executeTakeFirstOrThrow()
    const [one, two] = [await browser.post('/api/v1/auth/session/organization', { organizationSlno: foreign.id }), await act(browser)]
    expect([one.status, one.body.detail]).toEqual([404, 'NOT_FOUND'])
    expect({ ...one.body, reference: '' }).toEqual({ ...two.body, reference: '' })
    const { organizationSlno } = browser.session.selectedOrganization
    expect((await browser.post('/api/v1/auth/session/organization', { organizationSlno })).body.selectedOrganization).toEqual(
      browser.session.selectedOrganization,
    )
    const events = await server.db
      .selectFrom('audit_event')
      .select('facts')
      .where('action', '=', 'session.organisationSelected')
      .where('device_public_id', '=', browser.deviceId)
      .execute()
    expect(events).toEqual([{ facts: { organisation: organizationSlno } }])
  })

  test('who loses the selected organisation acts for none, not for another', async () => {
    const browser = await server.signIn('1200000030')
    const { organizationSlno } = browser.session.selectedOrganization
    await server.owner
      .updateTable('membership')
      .set({ active: false })
      .where('id', '=', browser.session.selectedOrganization.organizationUserSlno)
      .execute()
    const answer = await refresh(browser)
    expect(answer.body.organizationList).toHaveLength(1)
    expect(answer.body.organizationList[0].organizationSlno).not.toBe(organizationSlno)
    expect(answer.body.selectedOrganization).toBeNull()
  })

  test.each([
    ['a suspended person', (id: number) => server.owner.updateTable('person').set({ status: 'suspended' }).where('id', '=', id).execute()],
    [
      'a revoked device',
      (id: number) => server.owner.updateTable('device').set({ revoked_at: new Date() }).where('person_id', '=', id).execute(),
    ],
  ])('%s is out at the next call', async (_name, arrange) => {
    const browser = await server.signIn('1200000055')
    expect(isIn(await act(browser))).toBe('in')
    await arrange(browser.session.slno)
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    await server.owner.updateTable('person').set({ status: 'active' }).execute()
  })
})

describe('a session that is bound to a key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  async function signInWithKey() {
    const key = proofKey()
    const browser = server.browser()
    const started = await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: '1200000022' })
    const url = `${server.url}/api/v1/auth/nafath/login/verify`
    const body = { nationalID: '1200000022', transId: started.body.transId, random: started.body.random }
    for (let i = 0; i < 100; i++) {
      const answer = await browser.post(
        '/api/v1/auth/nafath/login/verify',
        body,
        key.proof({ method: 'POST', url, at: server.clock.now() }),
      )
      if (answer.body.status !== '3') browser.session = answer.body
      if (browser.session) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(browser.session.status).toBe('1')
    return { browser, key }
  }
  const actUrl = () => `${server.url}/api/v1/auth/session/organization`

  test('answers to that key, for that request, at that time', async () => {
    const { browser, key } = await signInWithKey()
    const { token } = browser.session
    const right = { method: 'POST', url: actUrl(), token, at: server.clock.now() }
    expect(isIn(await act(browser, key.proof(right)))).toBe('in')
    const seconds = (by: number) => new Date(server.clock.now().getTime() + by * 1000)
    const refused: [string, Record<string, string>][] = [
      ['no proof', {}],
      ['another key', proofKey().proof(right)],
      ['another address', key.proof({ ...right, url: `${server.url}/api/v1/auth/logout` })],
      ['another origin', key.proof({ ...right, url: 'https://evil.example/api/v1/auth/session/organization' })],
      ['another method', key.proof({ ...right, method: 'GET' })],
      ['no token named', key.proof({ ...right, token: undefined })],
      ['another token named', key.proof({ ...right, token: `${token}x` })],
      ['two minutes old', key.proof({ ...right, at: seconds(-120) })],
      ['two minutes early', key.proof({ ...right, at: seconds(120) })],
      ['another type of token', key.proof({ ...right, typ: 'JWT' })],
      ['a signature changed', { dpop: key.proof(right).dpop.slice(0, -4) + 'AAAA' }],
      ['not a token', { dpop: 'x.y.z' }],
    ]
    for (const [name, headers] of refused) {
      const answer = await act(browser, headers)
      expect([name, answer.status, answer.body.detail]).toEqual([name, 401, 'PROOF_MISSING'])
    }
  })

  test('refreshes with a fresh proof alone; a thief without the key neither gets nor ends it', async () => {
    const { browser, key } = await signInWithKey()
    const request = () => ({ method: 'POST', url: server.url + refreshPath, at: server.clock.now() })
    expect((await refresh(browser)).body.detail).toBe('PROOF_MISSING')
    expect((await refresh(browser, undefined, undefined, proofKey().proof(request()))).body.detail).toBe('PROOF_MISSING')
    const proof = key.proof(request())
    const answer = await refresh(browser, undefined, undefined, proof)
    expect(answer.status).toBe(200)
    browser.session = answer.body
    expect((await refresh(browser, undefined, undefined, proof)).body.detail, 'replayed').toBe('PROOF_MISSING')
    expect((await refresh(browser, undefined, undefined, key.proof(request()))).status).toBe(200)
  })

  test('a proof that proves nothing is refused at sign-in already, and may be mended', async () => {
    const browser = server.browser()
    const { transId, random } = (await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: '1200000063' })).body
    const body = { nationalID: '1200000063', transId, random }
    await new Promise((resolve) => setTimeout(resolve, 300))
    const bad = await browser.post('/api/v1/auth/nafath/login/verify', body, { dpop: 'x.y.z' })
    expect([bad.status, bad.body.detail]).toEqual([401, 'PROOF_MISSING'])
    expect((await browser.post('/api/v1/auth/nafath/login/verify', body)).body.status).toBe('1')
  })
})

describe('time', () => {
  let server: TestServer
  const all: Record<string, Browser> = {}
  beforeAll(async () => {
    server = await testServer()
    // Everybody signs in before the time moves: the identity provider lives in real time.
    for (const name of ['grace', 'idle', 'passive', 'absolute', 'token', 'reuse']) all[name] = await server.signIn('1200000022')
  })
  afterAll(() => server.close())
  /** Puts a session's times where the story begins, so that each is independent of the others. */
  const begin = async (browser: Browser) => {
    const now = server.clock.now()
    await server.owner
      .updateTable('session')
      .set({ born_at: now, seen_at: now, rotated_at: now })
      .where('id', '=', browser.session.token.split('.')[0])
      .execute()
  }

  test('within ten seconds the predecessor gives the same successor; after that it ends the family', async () => {
    const browser = all.grace!
    await begin(browser)
    const first = (await refresh(browser)).body
    server.clock.advance(8)
    expect((await refresh(browser)).body).toMatchObject({ token: first.token, refreshToken: first.refreshToken })
    server.clock.advance(3)
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    expect(await endsOf(server, browser)).toEqual(['reuse refused'])
    expect((await refresh(browser, first.refreshToken)).body.detail).toBe('TOKEN_EXPIRED')
    expect(isIn(await act(browser, { authorization: `Bearer ${first.token}` }))).toBe('NOT_SIGNED_IN')
  })

  test('two generations back ends the family even within the grace', async () => {
    const browser = all.reuse!
    await begin(browser)
    const second = (await refresh(browser)).body
    await refresh(browser, second.refreshToken)
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    expect(await endsOf(server, browser)).toEqual(['reuse refused'])
  })

  test('the access token lives ten minutes, to the second', async () => {
    const browser = all.token!
    await begin(browser)
    const { token, tokenExpiresAt, refreshToken } = (await refresh(browser)).body
    const left = (Date.parse(tokenExpiresAt) - server.clock.now().getTime()) / 1000
    expect(left).toBeGreaterThan(598)
    expect(left).toBeLessThanOrEqual(600)
    server.clock.advance(left - 0.8)
    expect(isIn(await act(browser, { authorization: `Bearer ${token}` }))).toBe('in')
    server.clock.advance(1)
    expect(isIn(await act(browser, { authorization: `Bearer ${token}` }))).toBe('NOT_SIGNED_IN')
    expect((await refresh(browser, refreshToken)).status).toBe(200)
  })

  /** A session as if the person had been idle, or in, for so many seconds. */
  async function after(browser: Browser, times: { seen: number; born: number }) {
    const ago = (seconds: number) => new Date(server.clock.now().getTime() - seconds * 1000)
    await server.owner
      .updateTable('session')
      .set({ seen_at: ago(times.seen), born_at: ago(times.born), ended_at: null, end_reason: null })
      .where('id', '=', browser.session.token.split('.')[0])
      .execute()
    browser.session = (await refresh(browser)).body
    return browser
  }

  test('half an hour without a call ends it, to the second', async () => {
    const browser = await after(all.idle!, { seen: 1799, born: 1799 })
    expect(isIn(await act(browser))).toBe('in')
    await after(browser, { seen: 1790, born: 3000 })
    server.clock.advance(10)
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await sessionOf(server, browser)).end_reason).toBe('idle')
    expect(await endsOf(server, browser)).toEqual(['idle done'])
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
  })

  test('refreshes and polls are no activity', async () => {
    const browser = await after(all.passive!, { seen: 1700, born: 1700 })
    const poll = () => browser.post('/api/v1/auth/nafath/stepup/verify', { transId: 'x', random: '1' })
    for (let i = 0; i < 9; i++) {
      server.clock.advance(10)
      expect((await poll()).body.status).toBe('0')
      browser.session = (await refresh(browser)).body
    }
    server.clock.advance(11)
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    expect((await sessionOf(server, browser)).end_reason).toBe('idle')
  })

  test('a session ends after twelve hours however busy, to the second', async () => {
    const browser = await after(all.absolute!, { seen: 5, born: 12 * 3600 - 3 })
    expect(isIn(await act(browser))).toBe('in')
    server.clock.advance(4)
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await sessionOf(server, browser)).end_reason).toBe('absolute')
    expect(await endsOf(server, browser)).toEqual(['absolute done'])
  })
})
