import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { newKey, testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let person: Browser
let stranger: Browser
beforeAll(async () => {
  server = await testServer()
  person = await server.signIn(cast.sarah)
  stranger = await server.signIn(cast.abdulaziz)
})
afterAll(() => server.close())

const path = '/api/v1/auth/session/organization'
const choose = (browser: Browser, key: string, organizationSlno: number) =>
  browser.post(path, { organizationSlno }, { 'idempotency-key': key })
const choices = async () =>
  (
    await server.db
      .selectFrom('audit_event')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('action', '=', 'session.organisationSelected')
      .executeTakeFirstOrThrow()
  ).count
const own = (browser: Browser, which = 0): number => browser.session.organizationList[which].organizationSlno

test('a repeat gets the same bytes, and nothing happens again', async () => {
  const [key, before] = [newKey(), await choices()]
  const first = await choose(person, key, own(person))
  const second = await choose(person, key, own(person))
  expect([first.status, second.status, second.text]).toEqual([200, 200, first.text])
  expect([first.headers.get('idempotent-replay'), second.headers.get('idempotent-replay')]).toEqual([null, '1'])
  expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'))
  expect(await choices()).toBe(before + 1)
})

test('the same key with another body is refused', async () => {
  const key = newKey()
  await choose(person, key, own(person))
  expect((await choose(person, key, own(person, 1))).body).toMatchObject({ status: 409, detail: 'KEY_REUSED' })
})

test('and so is the same body for another organisation', async () => {
  const key = newKey()
  await choose(person, key, own(person))
  await choose(person, newKey(), own(person, 1))
  expect((await choose(person, key, own(person))).body.detail).toBe('KEY_REUSED')
  await choose(person, newKey(), own(person))
})

test('another person with the same key sees nothing of it', async () => {
  const key = newKey()
  const mine = await choose(person, key, own(person))
  const theirs = await choose(stranger, key, own(stranger))
  expect(theirs.body.selectedOrganization).toEqual(stranger.session.selectedOrganization)
  expect(theirs.text).not.toBe(mine.text)
  expect(theirs.headers.get('idempotent-replay')).toBeNull()
  for (const [browser, first] of [
    [stranger, theirs],
    [person, mine],
  ] as const) {
    const again = await choose(browser, key, own(browser))
    expect([again.headers.get('idempotent-replay'), again.text]).toEqual(['1', first.text])
  }
})

test('another call with the same key is another matter', async () => {
  const key = newKey()
  await choose(person, key, own(person))
  const answer = await person.post('/api/v1/auth/nafath/stepup/verify', { transId: 'x', random: '1' }, { 'idempotency-key': key })
  expect(answer.body.status).toBe('0')
})

test('forty at once: one effect, one answer, and the rest are told to wait', async () => {
  const [key, before] = [newKey(), await choices()]
  const answers = await Promise.all(Array.from({ length: 40 }, () => choose(person, key, own(person))))
  const done = answers.filter(({ status }) => status === 200)
  expect(new Set(done.map(({ text }) => text)).size).toBe(1)
  expect(done.length).toBeGreaterThan(0)
  expect(
    answers.filter(({ status }) => status !== 200).every(({ status, body }) => status === 409 && body.detail === 'STILL_RUNNING'),
  ).toBe(true)
  expect(await choices()).toBe(before + 1)
})

test('what failed may be tried again with its key', async () => {
  const key = newKey()
  expect((await choose(person, key, 987_654_321)).body.detail).toBe('NOT_FOUND')
  expect((await choose(person, key, own(person))).status).toBe(200)
})

test('a request whose process died before it took effect is taken over after a minute, by the same request alone', async () => {
  const key = newKey()
  await choose(person, key, own(person))
  await server.owner.updateTable('idempotency_key').set({ status: null, answer: null, effected_at: null }).where('key', '=', key).execute()
  const early = await choose(person, key, own(person))
  expect([early.body.detail, early.headers.get('retry-after')]).toEqual(['STILL_RUNNING', '2'])
  await server.owner
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .where('key', '=', key)
    .execute()
  expect((await choose(person, key, own(person, 1))).body.detail).toBe('KEY_REUSED')
  expect((await choose(person, key, own(person))).status).toBe(200)
})

/** As if the process had died between the effect and the keeping of its answer. */
async function withoutKeeping<T>(run: () => Promise<T>): Promise<T> {
  await sql`create function lose_answer() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`.execute(server.owner)
  await sql`create trigger lose_answer before update of status on idempotency_key for each row execute function lose_answer()`.execute(
    server.owner,
  )
  return run().finally(() => sql`drop function lose_answer cascade`.execute(server.owner))
}
const age = (key: string) =>
  server.owner
    .updateTable('idempotency_key')
    .set({ created_at: new Date(server.clock.now().getTime() - 61_000) })
    .where('key', '=', key)
    .execute()

test('what took effect is not done again when its answer was lost: the repeat gets the answer', async () => {
  const [key, before] = [newKey(), await choices()]
  const lost = await withoutKeeping(() => choose(person, key, own(person)))
  expect([lost.status, await choices()]).toEqual([500, before + 1])
  expect((await choose(person, key, own(person))).body.detail).toBe('STILL_RUNNING')
  await age(key)
  expect((await choose(person, key, own(person, 1))).body.detail).toBe('KEY_REUSED')
  const repeated = await choose(person, key, own(person))
  expect([repeated.status, repeated.body.selectedOrganization.organizationSlno]).toEqual([200, own(person)])
  const again = await choose(person, key, own(person))
  expect([again.headers.get('idempotent-replay'), again.text]).toEqual(['1', repeated.text])
  expect(await choices()).toBe(before + 1)
})

test('a request that was taken for dead commits nothing beside the one that took its key over', async () => {
  const [key, before] = [newKey(), await choices()]
  const answers = await server.owner.transaction().execute(async (tx) => {
    await sql`lock table audit_event in exclusive mode`.execute(tx)
    const slow = choose(person, key, own(person))
    await vi.waitUntil(() => server.db.selectFrom('idempotency_key').select('key').where('key', '=', key).executeTakeFirst(), {
      timeout: 5_000,
    })
    await age(key)
    const next = choose(person, key, own(person))
    await new Promise((resolve) => setTimeout(resolve, 500))
    return [slow, next]
  })
  const [slow, next] = await Promise.all(answers)
  expect([slow!.body.detail, next!.status]).toEqual(['STILL_RUNNING', 200])
  expect(await choices()).toBe(before + 1)
})

test('a thousand keys, each five times at once: one effect and one answer a key', async () => {
  const before = await choices()
  const keys = Array.from({ length: 1_000 }, newKey)
  for (let i = 0; i < keys.length; i += 20) {
    await Promise.all(
      keys.slice(i, i + 20).map(async (key) => {
        const answers = await Promise.all(Array.from({ length: 5 }, () => choose(person, key, own(person))))
        const kept = await choose(person, key, own(person))
        const done = [...answers.filter(({ status }) => status === 200), kept]
        expect(new Set(done.map(({ text }) => text)).size).toBe(1)
        expect(done.filter(({ headers }) => headers.get('idempotent-replay') === null)).toHaveLength(1)
        expect(answers.filter(({ status, body }) => status !== 200 && body.detail !== 'STILL_RUNNING')).toEqual([])
      }),
    )
  }
  expect(await choices()).toBe(before + keys.length)
}, 120_000)

describe('a key that is none', () => {
  test.each(['short', 'a'.repeat(129), 'with a space', 'tab\tinside'])('%j', async (key) => {
    const answer = await choose(person, key, own(person))
    expect(answer.body).toMatchObject({
      status: 422,
      detail: 'INVALID',
      errors: [{ field: 'Idempotency-Key', message: expect.stringContaining('128') }],
    })
  })
})
