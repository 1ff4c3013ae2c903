import { afterEach, beforeEach, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { solvedHumanCheck } from '#test/humanCheck.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'
import { becomes } from '#test/sessions.ts'

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

const start = (browser: Browser, nationalID: string, headers: Record<string, string> = {}) =>
  browser.post('/api/v1/auth/nafath/login/initiate', { nationalID }, headers)
const outcome = ({ status, body }: Awaited<ReturnType<typeof start>>) => (status === 200 ? body.status : body.detail)
const solved = () => solvedHumanCheck(server)

/** Starts, and lets the provider's and our challenge end so that the next start is free. */
async function startAndReject(browser: Browser, nationalID: string, headers?: Record<string, string>) {
  const started = await start(browser, nationalID, headers)
  if (started.body.status !== '1') return outcome(started)
  const { transId, random } = started.body
  await fetch(`${server.simulators.url}/nafath/app/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ nationalId: nationalID, random, approve: false }),
  })
  await browser.post('/api/v1/auth/nafath/cancel', { nationalID, transId, random })
  return '1'
}

test('three starts in ten minutes, the third with a human check, whoever asks', async () => {
  const id = nationalIdWith(1, 90)
  const next = (headers?: Record<string, string>) => startAndReject(server.browser(), id, headers)
  expect(await next()).toBe('1')
  expect(await next()).toBe('1')
  expect(await next()).toBe('HUMAN_CHECK')
  expect(await next(), 'asking for the check uses nothing up').toBe('HUMAN_CHECK')
  expect(await next(solved())).toBe('1')
  const refused = await start(server.browser(), id, solved())
  expect(refused.body).toMatchObject({ status: 429, detail: 'TOO_MANY' })
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(590)
  server.clock.advance(wait - 3)
  expect(await next(solved())).toBe('TOO_MANY')
  server.clock.advance(4)
  expect(await next(solved())).toBe('1')
})

test('the window slides: no ten minutes hold more than three', async () => {
  const id = nationalIdWith(1, 91)
  const at: number[] = []
  let passed = 0
  for (let i = 0; i < 12; i++) {
    if ((await startAndReject(server.browser(), id, solved())) === '1') at.push(passed)
    passed += 170
    server.clock.advance(170)
  }
  expect(at.length).toBeGreaterThan(6)
  expect(at.filter((begin) => at.filter((other) => other >= begin && other < begin + 598).length > 3)).toEqual([])
})

test('ten a day', async () => {
  const id = nationalIdWith(1, 92)
  const outcomes: string[] = []
  for (let i = 0; i < 12; i++) {
    outcomes.push(await startAndReject(server.browser(), id, solved()))
    server.clock.advance(400)
  }
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => '1'), 'TOO_MANY', 'TOO_MANY'])
  server.clock.advance(86_400)
  expect(await startAndReject(server.browser(), id)).toBe('1')
})

test('strangers cannot lock a person out of their own device', async () => {
  const owner = await server.signIn(cast.faisal)
  await becomes(server, owner, nationalIdWith(1, 93))
  for (let i = 0; i < 6; i++) await startAndReject(server.browser(), nationalIdWith(1, 93), solved())
  expect(await startAndReject(server.browser(), nationalIdWith(1, 93), solved())).toBe('TOO_MANY')
  const own = server.browser({ deviceId: owner.deviceId })
  expect(await startAndReject(own, nationalIdWith(1, 93))).toBe('1')
})

test('who signs in normally meets no limit: each approval starts the count anew', async () => {
  for (let i = 0; i < 8; i++) expect((await server.signIn(cast.faisal)).session.status).toBe('1')
})

test('three hundred starts at once from as many devices: never more than three reach the person', async () => {
  const id = nationalIdWith(4, 94)
  const answers = await Promise.all(Array.from({ length: 300 }, () => start(server.browser(), id)))
  expect(answers.filter((answer) => outcome(answer) === '1')).toHaveLength(1)
  expect(new Set(answers.map(outcome)).difference(new Set(['0', '1', 'HUMAN_CHECK', 'TOO_MANY']))).toEqual(new Set())
  const asked = await server.db
    .selectFrom('audit_event')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('action', '=', 'identity.challenged')
    .where('outcome', '=', 'done')
    .executeTakeFirstOrThrow()
  expect(asked.count).toBeLessThanOrEqual(3)
})

test('the human check is single use here too, and an address that starts many is asked for one', async () => {
  const busy = await testServer({ env: { HUMAN_CHECK_AFTER_STARTS: '3' } })
  try {
    const outcomes = []
    for (let i = 0; i < 4; i++) outcomes.push(outcome(await start(busy.browser(), nationalIdWith(1, 100 + i))))
    expect(outcomes).toEqual(['1', '1', 'HUMAN_CHECK', 'HUMAN_CHECK'])
    const once = solvedHumanCheck(busy)
    expect(outcome(await start(busy.browser(), nationalIdWith(1, 110), once))).toBe('1')
    expect(outcome(await start(busy.browser(), nationalIdWith(1, 111), once))).toBe('HUMAN_CHECK')
  } finally {
    await busy.close()
  }
})
