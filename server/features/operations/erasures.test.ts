import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { verifyDecision } from '#server/operate/decisions.ts'
import { sentTo } from '#test/inbox.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let subscriber: Browser
let officer: Browser
let admin: Browser
beforeAll(async () => {
  server = await testServer()
  const { nationalId } = await addPerson(server, 2, 40)
  ;[subscriber, officer, admin] = [await server.signIn(nationalId), await server.signIn(cast.bandar), await server.signIn(cast.amal)]
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.forgetAttempts()
  await server.owner.deleteFrom('erasure_request').execute()
})

const requests = '/api/v1/operations/erasure/requests'
const address = (step: 'initiate' | 'verify') => `/api/v1/operations/erasure/decision/${step}`

/** Somebody's own request. */
const asked = async (by: Browser) =>
  (await by.post('/api/v1/profile/my/data/erasure', { reason: 'I moved abroad.' })).body.requestID as string
const granted = { isApproved: '1', remarks: 'Your account is closed on Sunday.' }
const refused = { isApproved: '0', remarks: 'An invoice of yours is still open.' }

async function propose(by: Browser, requestID: string, decided: object) {
  const { status, body } = await by.post(address('initiate'), { requestID, ...decided })
  expect(status, JSON.stringify(body)).toBe(200)
  expect(body.status).toBe('1')
  return body as { transId: string; random: string; bound: string; digest: string }
}
const take = (by: Browser, requestID: string, decided: object, { transId, random }: { transId: string; random: string }) =>
  by.pollUntilEnded(address('verify'), { requestID, ...decided, transId, random })

const stateOf = async (requestID: string) =>
  (await server.db.selectFrom('erasure_request').select('state').where('public_id', '=', requestID).executeTakeFirstOrThrow()).state

/** Waits until the person's approval has arrived, without taking it. */
const approved = (digest: string) =>
  vi.waitFor(
    async () => {
      const { state } = await server.db.selectFrom('challenge').select('state').where('subject', '=', digest).executeTakeFirstOrThrow()
      expect(state).toBe('completed')
    },
    { timeout: 10_000, interval: 25 },
  )

test('staff see what waits, look at one, and the person sees that they did', async () => {
  const requestID = await asked(subscriber)
  const { body: list } = await officer.get(requests)
  expect(list).toMatchObject({ totalCount: 1, dataList: [{ requestID, state: 'requested' }] })
  expect(JSON.stringify(list)).not.toMatch(/Faisal|فيصل|moved/)
  const { body } = await officer.get(`${requests}/${requestID}`)
  expect(body).toMatchObject({
    fullName: expect.stringContaining('Faisal'),
    nationalID: expect.stringContaining('•'),
    reason: 'I moved abroad.',
  })
  const { body: looks } = await subscriber.get('/api/v1/profile/my/data/looks/1/10')
  expect(looks.dataList[0]).toMatchObject({ what: 'requests' })
  expect((await officer.get(`${requests}/${'A'.repeat(22)}`)).status).toBe(404)
})

test('a decision is shown with its digest, approved by the decider, carried out once, kept and told', async () => {
  const { nationalId, personId } = await addPerson(server, 2, 41)
  const somebody = await server.signIn(nationalId)
  const requestID = await asked(somebody)
  const proposed = await propose(officer, requestID, granted)
  expect(createHash('sha256').update(proposed.bound).digest('hex')).toBe(proposed.digest)
  expect(JSON.parse(proposed.bound)).toMatchObject({
    kind: 'erasure',
    number: requestID,
    state: 'requested',
    content: { reason: 'I moved abroad.', nationalID: expect.stringContaining('•') },
    decision: { isApproved: true, remarks: granted.remarks },
  })
  const { body } = await take(officer, requestID, granted, proposed)
  expect(body).toMatchObject({ status: '1', decisionID: expect.stringMatching(/^[\w-]{22}$/) })
  const decided = await server.db.selectFrom('erasure_request').selectAll().where('public_id', '=', requestID).executeTakeFirstOrThrow()
  expect(decided).toMatchObject({ state: 'decided', is_granted: true, answer: granted.remarks })
  expect((await somebody.get('/api/v1/profile/my')).status).toBe(401) // the account is closed with it
  const notices = await server.db
    .selectFrom('notification')
    .select('facts')
    .where('person_id', '=', personId)
    .where('kind', '=', 'requestDecided')
    .execute()
  expect(notices).toMatchObject([{ facts: { request: 'erasure', isApproved: true } }])
  await vi.waitFor(async () => {
    const letters = await sentTo(server, 'mail', 'person-41@example.sa')
    expect(letters.some(({ text }) => text.includes(granted.remarks))).toBe(true)
  })
  const trail = await server.db
    .selectFrom('audit_event')
    .select(['action', 'person_id'])
    .where('subject', 'in', [body.decisionID, requestID])
    .orderBy('id')
    .execute()
  expect(trail.map(({ action }) => action)).toEqual(['erasure.requested', 'decision.made', 'erasure.decided'])
  const again = await officer.post(address('initiate'), { requestID, ...refused })
  expect([again.status, again.body.detail]).toEqual([409, 'WRONG_STATE'])
})

test('a refusal needs its reason, the maker decides nothing, and remarks are bounded', async () => {
  const requestID = await asked(subscriber)
  const silent = await officer.post(address('initiate'), { requestID, isApproved: '0', remarks: '  ' })
  expect([silent.status, silent.body.errors]).toEqual([
    422,
    [{ field: 'remarks', message: 'Give the reason for refusing it; it goes to whoever made the request.' }],
  ])
  expect((await officer.post(address('initiate'), { requestID, isApproved: '0', remarks: 'x'.repeat(1_001) })).status).toBe(422)
  const own = await asked(officer)
  const self = await officer.post(address('initiate'), { requestID: own, ...granted })
  expect([self.status, self.body.detail, self.body.title]).toEqual([
    403,
    'NOT_ALLOWED',
    'This request is your own: somebody else decides it.',
  ])
  for (const stranger of [subscriber, await server.signIn(cast.tariq)])
    expect((await stranger.post(address('initiate'), { requestID, ...granted })).status).toBe(403)
})

describe('an approval is void', () => {
  const changes: Record<string, (requestID: string) => Promise<unknown>> = {
    'the request reads otherwise': (requestID) =>
      server.owner.updateTable('erasure_request').set({ reason: 'Something else.' }).where('public_id', '=', requestID).execute(),
    'its maker has another name': () =>
      server.owner.updateTable('person').set({ family_name_en: 'Alharbi' }).where('id', '=', subscriber.session.slno).execute(),
  }
  test.each(Object.entries(changes))('once %s', async (_, change) => {
    const requestID = await asked(subscriber)
    const proposed = await propose(officer, requestID, granted)
    await approved(proposed.digest)
    await change(requestID)
    const { body } = await take(officer, requestID, granted, proposed)
    expect(body).toMatchObject({ status: '0', errorMessage: expect.stringContaining('changed after it was shown to you') })
    expect(await stateOf(requestID)).toBe('requested')
  })

  test('for another decision, for another request, and for another purpose', async () => {
    const [requestID, other] = [await asked(subscriber), await asked(await server.signIn((await addPerson(server, 2, 42)).nationalId))]
    const proposed = await propose(officer, requestID, granted)
    await approved(proposed.digest)
    for (const [number, decided] of [
      [requestID, refused],
      [requestID, { ...granted, remarks: 'else' }],
      [other, granted],
    ] as const)
      expect((await take(officer, number, decided, proposed)).body).toMatchObject({ status: '0' })
    const { transId, random } = proposed
    expect((await officer.post('/api/v1/auth/nafath/stepup/verify', { transId, random })).body.status).toBe('0')
    expect((await take(admin, requestID, granted, proposed)).body).toMatchObject({ status: '0' })
    expect([await stateOf(requestID), await stateOf(other)]).toEqual(['requested', 'requested'])
  })

  test('once the request was withdrawn', async () => {
    const requestID = await asked(subscriber)
    const proposed = await propose(officer, requestID, granted)
    await approved(proposed.digest)
    await subscriber.post('/api/v1/profile/my/data/erasure/withdraw', { requestID })
    const { status, body } = await take(officer, requestID, granted, proposed)
    expect([status, body.detail]).toEqual([409, 'WRONG_STATE'])
    expect(await stateOf(requestID)).toBe('withdrawn')
  })
})

test('two deciders at once give one decision', async () => {
  const { nationalId, personId } = await addPerson(server, 2, 43)
  const requestID = await asked(await server.signIn(nationalId))
  const [one, other] = [await propose(officer, requestID, granted), await propose(admin, requestID, refused)]
  await Promise.all([approved(one.digest), approved(other.digest)])
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, () => take(officer, requestID, granted, one)),
    ...Array.from({ length: 5 }, () => take(admin, requestID, refused, other)),
  ])
  expect(answers.filter(({ body }) => body.status === '1')).toHaveLength(1)
  const kept = await server.db.selectFrom('decision').select('is_approved').where('number', '=', requestID).execute()
  expect(kept).toHaveLength(1)
  const { is_granted } = await server.db
    .selectFrom('erasure_request')
    .select('is_granted')
    .where('public_id', '=', requestID)
    .executeTakeFirstOrThrow()
  expect(is_granted).toBe(kept[0]!.is_approved)
  const { status } = await server.db.selectFrom('person').select('status').where('id', '=', personId).executeTakeFirstOrThrow()
  expect(status).toBe(is_granted ? 'closed' : 'active')
})

/** A key of RFC 7517, appendix A.1. */
const otherKey = {
  kty: 'RSA',
  e: 'AQAB',
  n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
}

describe('what was kept proves the decision without the provider', () => {
  let decisionID: string
  beforeEach(async () => {
    const requestID = await asked(subscriber)
    decisionID = (await take(officer, requestID, refused, await propose(officer, requestID, refused))).body.decisionID
  })
  const verified = () =>
    server.owner.transaction().execute((tx) => {
      const { configuration, secrets, clock } = server.app
      const acting = {
        now: clock.now(),
        caller: null,
        organisation: null,
        deviceId: null,
        address: '',
        reference: '',
        app: { configuration, secrets },
      }
      return verifyDecision({ tx, acting, by: 'test' }, [decisionID])
    })

  test('as it stands', async () => {
    expect(await verified()).toMatch(/^The decision .* holds\.[\s\S]*refused by .*[\s\S]*An invoice of yours is still open\./)
  })

  test.each([
    ['other remarks', { remarks: 'Else.' }, 'another decision than its row'],
    ['another hash', { assertion_sha256: Buffer.alloc(32) }, 'another hash'],
    ['another key', { provider_key: JSON.stringify(otherKey) }, 'did not sign'],
  ] as const)('and not with %s', async (_, change, said) => {
    await server.owner.updateTable('decision').set(change).where('public_id', '=', decisionID).execute()
    await expect(verified()).rejects.toThrow(said)
  })

  test('and not with another content, which the database itself takes with its own digest alone', async () => {
    const content = (
      await server.owner.selectFrom('decision').select('content').where('public_id', '=', decisionID).executeTakeFirstOrThrow()
    ).content.replace('I moved abroad.', 'I moved.')
    const set = (more: object) =>
      server.owner
        .updateTable('decision')
        .set({ content, ...more })
        .where('public_id', '=', decisionID)
        .execute()
    await expect(set({})).rejects.toMatchObject({ code: '23514' })
    await set({ digest: createHash('sha256').update(content).digest() })
    await expect(verified()).rejects.toThrow('asked for something else')
  })

  test('and nobody changes it from within the product', async () => {
    await expect(server.db.updateTable('decision').set({ remarks: 'Else.' }).execute()).rejects.toMatchObject({ code: '42501' })
    await expect(server.db.deleteFrom('decision').execute()).rejects.toMatchObject({ code: '42501' })
  })
})
