/** A database that neither answers nor goes away: a stopped server, a network that drops everything. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { cuttableWay } from './databaseCut.ts'
import { newKey, testServer, type Answer, type Browser, type TestServer } from './server.ts'

let way: Awaited<ReturnType<typeof cuttableWay>>
let server: TestServer
let person: Browser

beforeAll(async () => {
  way = await cuttableWay()
  server = await testServer({ databaseThrough: (address) => way.through(address) })
  person = await server.signIn(cast.faisal)
})
afterAll(async () => {
  way.flow()
  await server.close()
  await way.close()
})

async function timed(call: () => Promise<Answer>) {
  const began = performance.now()
  const { status, body } = await call()
  return { status, detail: body.detail as string, seconds: (performance.now() - began) / 1000 }
}

const calls: [string, () => Promise<Answer>][] = [
  ['a list', () => person.get('/api/v1/dashboard/my/notifications')],
  ['a call of nobody', () => server.browser().post('/api/v1/auth/nafath/login/initiate', { nationalID: cast.noura })],
  [
    'a keyed call',
    () => person.post('/api/v1/esign/my/sign/cancel', { transactionID: 'AAAAAAAAAAAAAAAAAAAAAA' }, { 'idempotency-key': newKey() }),
  ],
  ['a status of a certificate', () => server.browser().get('/pki/crl/people.crl')],
]

test(
  'while it hangs, readiness says no and every call is answered; when it goes on, so does the product',
  { timeout: 180_000 },
  async () => {
    expect((await person.get('/readyz')).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    way.stall()
    const ready = await timed(() => server.browser().get('/readyz'))
    expect([ready.status, ready.detail]).toEqual([503, 'BUSY'])
    expect((await server.browser().get('/livez')).status).toBe(200)
    // More than there are connections: those that come later wait for one.
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => timed(calls[i % calls.length]![1])))
    expect(new Set(answers.map(({ status, detail }) => `${status} ${detail}`))).toEqual(new Set(['503 BUSY']))
    const slowest = Math.max(...answers.map(({ seconds }) => seconds))
    way.flow()
    const began = performance.now()
    while ((await server.browser().get('/readyz')).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100))
    const healed = (performance.now() - began) / 1000
    console.log(
      `not ready after ${ready.seconds.toFixed(1)} s, slowest call ${slowest.toFixed(1)} s, ready again after ${healed.toFixed(1)} s`,
    )
    expect([ready.seconds < 3, slowest < 40]).toEqual([true, true])
    expect((await person.get('/api/v1/dashboard/my/notifications')).status).toBe(200)
  },
)
