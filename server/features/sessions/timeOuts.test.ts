import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { act, endsOf, isIn, refresh, sessionOf } from '#test/sessions.ts'

describe('time', () => {
  let server: TestServer
  const all: Record<string, Browser> = {}
  beforeAll(async () => {
    server = await testServer()
    // Everybody signs in before the time moves: the identity provider lives in real time.
    for (const name of ['grace', 'idle', 'passive', 'absolute', 'token', 'reuse']) all[name] = await server.signIn(cast.faisal)
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
