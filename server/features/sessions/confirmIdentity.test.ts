import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { becomes } from '#test/sessions.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const sessionOf = (browser: Browser) =>
  server.db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.person_id')
    .select(['session.confirmed_at', 'person.kyc_until'])
    .where('session.id', '=', browser.session.token.split('.')[0])
    .executeTakeFirstOrThrow()

const eventsOf = async (browser: Browser, after: string) =>
  (await server.db.selectFrom('audit_event').select('action').where('device_public_id', '=', browser.deviceId).orderBy('id').execute())
    .map(({ action }) => action)
    .slice(
      (
        await server.db.selectFrom('audit_event').select('action').where('device_public_id', '=', browser.deviceId).orderBy('id').execute()
      ).findIndex(({ action }) => action === after) + 1,
    )

const flows = [
  {
    name: 'step-up',
    initiate: '/api/v1/auth/nafath/stepup/initiate',
    verify: '/api/v1/auth/nafath/stepup/verify',
    takesId: false,
    event: 'session.confirmed',
    news: {},
  },
  {
    name: 'renewal',
    initiate: '/api/v1/auth/kyc/renewal/initiate',
    verify: '/api/v1/auth/kyc/renewal/verify',
    takesId: true,
    event: 'kyc.renewed',
    news: { changes: [], oldNameUntil: null },
  },
] as const
type Flow = (typeof flows)[number]

const begin = (browser: Browser, { initiate, takesId }: Flow, nationalID: string) => browser.post(initiate, takesId ? { nationalID } : {})
const end = (
  browser: Browser,
  { verify, takesId }: Flow,
  { nationalID, transId, random }: { nationalID: string; transId: string; random: string },
) => browser.pollUntilEnded(verify, { ...(takesId && { nationalID }), transId, random })

describe.each(flows)('$name', (flow) => {
  test('an approval by the person counts, once', async () => {
    const browser = await server.signIn(cast.faisal)
    await server.owner
      .updateTable('person')
      .set({ kyc_until: new Date(0) })
      .where('id', '=', browser.session.slno)
      .execute()
    const before = await sessionOf(browser)
    const started = await begin(browser, flow, cast.faisal)
    expect(started.body).toMatchObject({ status: '1', nationalID: cast.faisal })
    expect((await end(browser, flow, started.body)).body).toEqual({ status: '1', errorMessage: '', ...flow.news })
    const after = await sessionOf(browser)
    const moved = {
      'step-up': after.confirmed_at > before.confirmed_at,
      renewal: after.kyc_until.getTime() > Date.now() + 360 * 86_400_000,
    }
    expect(moved[flow.name]).toBe(true)
    expect(await eventsOf(browser, 'session.opened')).toEqual(['identity.challenged', flow.event])
    expect((await end(browser, flow, started.body)).body.status).toBe('0')
  })

  test.each([
    [nationalIdWith(3, 80), '2'],
    [nationalIdWith(5, 80), '0'],
    [nationalIdWith(6, 80), '0'],
  ])('for a person whose ID is %s it ends with "%s"', async (id, status) => {
    const browser = await server.signIn(cast.noura)
    await becomes(server, browser, id)
    const started = await begin(browser, flow, id)
    const answer = started.body.status === '0' ? started : await end(browser, flow, started.body)
    expect(answer.body).toMatchObject({ status, errorMessage: expect.stringMatching(/Nafath/) })
    expect(await eventsOf(browser, 'session.opened')).not.toContain(flow.event)
    await becomes(server, browser, cast.noura)
  })

  test('nobody who is not signed in may ask', async () => {
    const answer = await begin(server.browser(), flow, cast.faisal)
    expect(answer.body).toMatchObject({ status: 401, detail: 'NOT_SIGNED_IN' })
  })
})

test('the renewal is of one’s own ID: any other looks like one that does not exist', async () => {
  const browser = await server.signIn(cast.faisal)
  const renew = (nationalID: string) => browser.post('/api/v1/auth/kyc/renewal/initiate', { nationalID })
  const [known, unknown] = [await renew(cast.noura), await renew(nationalIdWith(1, 81))]
  expect(known.status).toBe(404)
  expect({ ...known.body, reference: '' }).toEqual({ ...unknown.body, reference: '' })
})

test('the session says when the identity is due to be confirmed again', async () => {
  const browser = await server.signIn(cast.majed)
  await server.owner
    .updateTable('person')
    .set({ kyc_until: new Date(Date.now() - 1000) })
    .where('id', '=', browser.session.slno)
    .execute()
  const { body } = await browser.post('/api/v1/auth/refresh', { refreshToken: browser.session.refreshToken, deviceID: browser.deviceId })
  expect(body.kycDue).toBe(true)
})
