/** A crowd that wants to keep one person out, or their telephone ringing, while the person signs in. */
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { solvedHumanCheck } from './humanCheck.ts'
import { nationalIdWith } from './nationalIds.ts'
import { Browser, testServer, type TestServer } from './server.ts'
import { becomes } from './sessions.ts'
import { volume } from './volume.ts'

const id = nationalIdWith(1, 400)
const [starts, places] = [volume({ push: 200, release: 10_000 }), volume({ push: 50, release: 500 })]
const atOnce = 50

let server: TestServer
let urls: string[]
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1', HUMAN_CHECK_AFTER_STARTS: '10' } })
  urls = [server.url, await server.replica()]
}, 240_000)
afterAll(() => server?.close())

const path = '/api/v1/auth/nafath'
/** What their starts opened. A place that starts again while its own is open gets the same one. */
const opened = new Set<string>()
type Begun = { status: string; transId: string; random: string }

/** One of the crowd: whatever they started, they drop, so that the next can start. */
async function attack(i: number): Promise<string> {
  const place = i % places
  const browser = new Browser(urls[i % 2]!, { deviceId: `stranger-${place}` })
  const from = {
    'x-forwarded-for': place % 2 ? `203.0.${place >> 8}.${place & 255}` : `2001:db8:0:${place.toString(16)}::${i.toString(16)}`,
  }
  const way = i % 3 === 0 ? 'enrollment' : 'login'
  const human = i % 20 < 2 ? solvedHumanCheck(server) : {}
  const { status, body } = await browser.post(`${path}/${way}/initiate`, { nationalID: id }, { ...from, ...human })
  if (body.status !== '1') return status === 200 ? body.status : body.detail
  opened.add(body.transId)
  await browser.post(`${path}/cancel`, { nationalID: id, transId: body.transId, random: body.random })
  return '1'
}

/** What the person's telephone shows: they approve the number that stands on their own screen, and reject every other. */
async function answerPhone(own: string | null): Promise<string | null> {
  const phone = `${server.simulators.url}/nafath/app`
  const [pending] = (await (await fetch(`${phone}/pending?nationalId=${id}`)).json()) as { random: string }[]
  if (!pending) return null
  const body = JSON.stringify({ nationalId: id, random: pending.random, approve: pending.random === own })
  await fetch(`${phone}/decide`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return pending.random
}

test(
  `${starts} starts from ${places} addresses and devices over two replicas: the limits are exact, and the owner signs in`,
  async () => {
    const signedIn = await server.signIn(cast.faisal)
    await becomes(server, signedIn, id)
    const outcomes: string[] = []
    let next = 0
    const crowd = Array.from({ length: atOnce }, async () => {
      while (next < starts) outcomes.push(await attack(next++))
    })
    const owner = new Browser(urls[1]!, { deviceId: signedIn.deviceId })
    let begun: Begun | undefined
    for (let i = 0; i < 60 && begun?.status !== '1'; i++) {
      const answer = await owner.post(`${path}/login/initiate`, { nationalID: id })
      expect([answer.status, answer.body.status === '1' || answer.body.heldUntil !== null], 'the owner is never refused').toEqual([
        200,
        true,
      ])
      begun = answer.body as Begun
      if (begun.status === '1') break
      await answerPhone(null)
      server.clock.advance(2.5)
    }
    expect(begun?.status).toBe('1')
    await expect.poll(() => answerPhone(begun!.random)).toBe(begun!.random)
    const { transId, random } = begun!
    expect((await owner.pollUntilEnded(`${path}/login/verify`, { nationalID: id, transId, random })).body.status).toBe('1')
    // From here on the telephone rejects whatever comes, so that nothing but the limits holds the crowd back.
    const done = Promise.all(crowd).then(() => true)
    while (!(await Promise.race([done, wait(100, false)]))) await answerPhone(null)
    await expect
      .poll(async () => {
        await answerPhone(null)
        outcomes.push(await attack(20 * places))
        return outcomes.at(-1)
      })
      .toBe('TOO_MANY')

    const kept = await server.db
      .selectFrom('challenge')
      .select('id')
      .where('national_id_hash', '=', server.app.secrets.lookUp(id))
      .where('network', 'is not', null)
      .execute()
    // The provider may take two starts one after the other of which the product keeps the first: both rang.
    const rang = await server.owner
      .selectFrom('audit_event')
      .select('at')
      .where('action', '=', 'identity.challenged')
      .where('outcome', '=', 'done')
      .where('device_public_id', 'like', 'stranger-%')
      .execute()
    const counts = Object.fromEntries(Object.entries(Object.groupBy(outcomes, String)).map(([outcome, all]) => [outcome, all!.length]))
    console.info({ starts, places, atOnce, outcomes: counts, rangByStrangers: rang.length, owner: 'signed in' })
    // A run on a busy machine outlasts the ten minutes, and the next ones have three of their own.
    const at = rang.map((one) => one.at.getTime())
    const within = at.map((begin) => at.filter((other) => other >= begin && other < begin + 600_000).length)
    expect(Math.max(...within)).toBe(3)
    expect(opened.size).toBe(kept.length)
    expect(new Set(outcomes).difference(new Set(['0', '1', 'HUMAN_CHECK', 'TOO_MANY', 'BUSY']))).toEqual(new Set())
  },
  volume({ push: 180_000, release: 3_600_000 }),
)
