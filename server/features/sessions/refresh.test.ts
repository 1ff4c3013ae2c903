import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { act, endsOf, isIn, refresh, sessionOf } from '#test/sessions.ts'

describe('rotation', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  test('gives a new pair each time, for the same session', async () => {
    const browser = await server.signIn(cast.faisal)
    const answer = await refresh(browser)
    expect(answer.body).toMatchObject({ userName: 'Faisal Mohammed Ibrahim Alzahrani', isSubscriber: true })
    expect(answer.body.refreshToken).not.toBe(browser.session.refreshToken)
    expect(answer.body.token).not.toBe(browser.session.token)
    browser.session = answer.body
    expect(isIn(await act(browser))).toBe('in')
  })

  test('two hundred at once: one rotation, one successor', async () => {
    const browser = await server.signIn(cast.faisal)
    const answers = await Promise.all(Array.from({ length: 200 }, () => refresh(browser)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(new Set(answers.map(({ body }) => `${body.token} ${body.refreshToken}`)).size).toBe(1)
    expect((await sessionOf(server, browser)).generation).toBe(2)
  })

  test('the selected organisation survives it', async () => {
    const browser = await server.signIn(cast.sarah)
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
    const browser = await server.signIn(cast.faisal)
    expect((await refresh(browser, tokenOf(browser))).body).toMatchObject({ status: 401, detail: 'TOKEN_EXPIRED' })
    expect((await refresh(browser)).status).toBe(200)
  })

  test('another device cannot use it, and does not end the session by trying', async () => {
    const browser = await server.signIn(cast.faisal)
    const thief = server.browser()
    expect((await refresh(thief, browser.session.refreshToken)).body.detail).toBe('TOKEN_EXPIRED')
    expect((await refresh(browser)).status).toBe(200)
  })

  test('the access token serves on its own device alone', async () => {
    const browser = await server.signIn(cast.faisal)
    expect(isIn(await act(browser, { 'x-device-id': crypto.randomUUID() }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser, { 'x-device-id': '' }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser, { authorization: `Bearer ${browser.session.refreshToken}` }))).toBe('NOT_SIGNED_IN')
    expect(isIn(await act(browser))).toBe('in')
  })

  test('signing out ends it at once', async () => {
    const browser = await server.signIn(cast.faisal)
    expect((await browser.post('/api/v1/auth/logout')).body).toEqual({ status: '1' })
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    expect(await endsOf(server, browser)).toEqual(['logout done'])
  })

  test('an organisation of others is not found; one’s own is chosen, and the choice recorded', async () => {
    const browser = await server.signIn(cast.abdulaziz)
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
    const browser = await server.signIn(cast.sarah)
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
    const browser = await server.signIn(cast.reem)
    expect(isIn(await act(browser))).toBe('in')
    await arrange(browser.session.slno)
    expect(isIn(await act(browser))).toBe('NOT_SIGNED_IN')
    expect((await refresh(browser)).body.detail).toBe('TOKEN_EXPIRED')
    await server.owner.updateTable('person').set({ status: 'active' }).execute()
  })
})
