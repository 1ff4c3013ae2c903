/** A challenge serves the browser that began it, for its purpose, once; and identity comes in by the provider's signed word alone. */
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { addPerson, decide } from '#test/people.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { HUMAN_CHECK_AFTER_STARTS: '10000' } })
})
afterAll(() => server.close())

const paths = {
  login: '/api/v1/auth/nafath/login/verify',
  stepUp: '/api/v1/auth/nafath/stepup/verify',
  kycRenewal: '/api/v1/auth/kyc/renewal/verify',
}
type Purpose = keyof typeof paths
type Held = { nationalID: string; transId: string; random: string }
const heldOf = ({ nationalID, transId, random }: Held): Held => ({ nationalID, transId, random })

const startLogin = async (browser: Browser, nationalID: string) =>
  heldOf((await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID })).body)

/** What `verify` of a purpose takes: the step-up knows the ID from the session. */
const ask = (browser: Browser, purpose: Purpose, { nationalID, ...secret }: Held) =>
  browser.post(paths[purpose], purpose === 'stepUp' ? secret : { nationalID, ...secret })

const sessions = async () =>
  (
    await server.db
      .selectFrom('session')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

/** Brings a challenge to the point where only the right browser is missing. */
async function approved({ nationalID }: Held): Promise<void> {
  const hash = server.app.secrets.lookUp(nationalID)
  const state = () =>
    server.db.selectFrom('challenge').select('state').where('national_id_hash', '=', hash).orderBy('id', 'desc').executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await state()).toEqual({ state: 'completed' }), 5_000)
}

describe('an approved challenge, in other hands', () => {
  const subscriber = cast.faisal
  let owner: Browser
  let held: Held
  let other: Browser
  let otherHeld: Held
  let signedIn: Browser
  beforeAll(async () => {
    signedIn = await server.signIn(cast.noura)
    owner = server.browser()
    held = await startLogin(owner, subscriber)
    other = server.browser()
    otherHeld = await startLogin(other, cast.sarah)
    await approved(held)
    await approved(otherHeld)
  })

  test('80 swaps open no session and use nothing up', async () => {
    const before = await sessions()
    const number = (random: string, by: number) => String(10 + ((Number(random) - 10 + by) % 90))
    const flipped = (text: string, at: number) => text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1)
    const swaps: [string, Browser, Purpose, Held][] = [
      ...Array.from({ length: 20 }, (_, i): [string, Browser, Purpose, Held] => [
        'one letter of the secret',
        owner,
        'login',
        { ...held, transId: flipped(held.transId, i) },
      ]),
      ...Array.from({ length: 20 }, (_, i): [string, Browser, Purpose, Held] => [
        'another number',
        owner,
        'login',
        { ...held, random: number(held.random, i + 1) },
      ]),
      ...Array.from({ length: 12 }, (): [string, Browser, Purpose, Held] => ['another device', server.browser(), 'login', held]),
      ['the neighbour’s secret', owner, 'login', { ...held, transId: otherHeld.transId }],
      ['the neighbour’s secret and number', owner, 'login', { ...otherHeld, nationalID: subscriber }],
      ['the neighbour’s challenge whole', owner, 'login', otherHeld],
      ['our challenge in the neighbour’s browser', other, 'login', held],
      ['our secret under the neighbour’s ID', owner, 'login', { ...held, nationalID: cast.sarah }],
      ['a device id in capitals', server.browser({ deviceId: owner.deviceId.toUpperCase() }), 'login', held],
      ['a cut secret', owner, 'login', { ...held, transId: held.transId.slice(0, 21) }],
      ['a longer secret', owner, 'login', { ...held, transId: `${held.transId}A` }],
      ['no secret', owner, 'login', { ...held, transId: '' }],
      ['no number', owner, 'login', { ...held, random: '' }],
      ['a number with a space', owner, 'login', { ...held, random: `${held.random} ` }],
      ...(['stepUp', 'kycRenewal'] as const).flatMap((purpose): [string, Browser, Purpose, Held][] => [
        [`login for ${purpose}`, signedIn, purpose, held],
        [`login for ${purpose}, its own ID`, signedIn, purpose, { ...held, nationalID: cast.noura }],
      ]),
      ...Array.from({ length: 13 }, (_, i): [string, Browser, Purpose, Held] => [
        'a made-up secret',
        owner,
        'login',
        { ...held, transId: Buffer.alloc(16, i).toString('base64url') },
      ]),
    ]
    expect(swaps.length).toBeGreaterThanOrEqual(80)
    const wrong: string[] = []
    for (const [name, browser, purpose, what] of swaps) {
      const { status, body } = await ask(browser, purpose, what)
      if (
        status !== 200 ||
        body.status !== '0' ||
        'token' in body ||
        body.errorMessage !== 'The request could not be completed. Start again.'
      )
        wrong.push(`${name}: ${status} ${body.status}`)
    }
    expect(wrong).toEqual([])
    expect(await sessions()).toBe(before)
  })

  test('fifty polls at once open exactly one session, and a repeat none', async () => {
    const before = await sessions()
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(owner, 'login', held)))
    expect(answers.filter(({ body }) => body.status === '1')).toHaveLength(1)
    expect(answers.filter(({ body }) => body.status === '0')).toHaveLength(49)
    expect((await ask(owner, 'login', held)).body.status).toBe('0')
    expect(await sessions()).toBe(before + 1)
  })

  test('an approval that nobody fetched is worth nothing after five minutes', async () => {
    await server.owner
      .updateTable('challenge')
      .set({ expires_at: new Date(Date.now() - 301_000) })
      .where('state', '=', 'completed')
      .execute()
    expect((await ask(other, 'login', otherHeld)).body.status).toBe('0')
  })

  test('an approval that comes after the time to decide is none, though nobody looked before it came', async () => {
    const late = await testServer()
    try {
      const { nationalId } = await addPerson(late, 1, 1)
      const browser = late.browser()
      const held = await startLogin(browser, nationalId)
      late.clock.advance(61)
      await decide(late, nationalId, true)
      const delivered = async () =>
        late.lines.some((line) => line.includes('/api/v1/auth/nafath/callback') && line.includes('"status":200'))
      await vi.waitUntil(delivered, 5_000)
      expect((await ask(browser, 'login', held)).body.status).toBe('4')
    } finally {
      await late.close()
    }
  })
})

test('a step-up of one session is of no use to another session of the same person', async () => {
  const first = await server.signIn(cast.majed)
  const second = await server.signIn(cast.majed, { deviceId: first.deviceId })
  const started = heldOf((await first.post('/api/v1/auth/nafath/stepup/initiate')).body)
  await approved(started)
  expect((await ask(second, 'stepUp', started)).body.status).toBe('0')
  expect((await ask(first, 'kycRenewal', started)).body.status).toBe('0')
  expect((await ask(server.browser({ deviceId: first.deviceId }), 'login', started)).body.status).toBe('0')
  expect((await ask(first, 'stepUp', started)).body.status).toBe('1')
})

describe('the callback', () => {
  const nationalID = nationalIdWith(1, 50)
  let browser: Browser
  let held: Held
  let place: { transId: string; requestId: string }
  beforeAll(async () => {
    browser = server.browser()
    held = await startLogin(browser, nationalID)
    const row = await server.db
      .selectFrom('challenge')
      .select(['provider_trans_id', 'request_id'])
      .where('national_id_hash', '=', server.app.secrets.lookUp(nationalID))
      .executeTakeFirstOrThrow()
    place = { transId: row.provider_trans_id, requestId: row.request_id }
  })

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = () => Math.floor(Date.now() / 1000)
  const claims = (other: object = {}) => ({
    iss: 'Nafath App',
    aud: 'Tawqi',
    iat: now(),
    nbf: now(),
    exp: now() + 600,
    transId: place.transId,
    status: 'COMPLETED',
    nin: nationalID,
    ...other,
  })
  const unsigned = (header: object, body: object) => `${part(header)}.${part(body)}`
  const forged = (header: object, body: object) => {
    const text = unsigned(header, body)
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), rsa.privateKey).toString('base64url')}`
  }
  const kid = async () =>
    (
      (await (
        await fetch(`${server.simulators.url}/nafath/api/v1/mfa/jwk`, {
          headers: { 'app-id': 'simulator', 'app-key': 'simulator-nafath-app-key' },
        })
      ).json()) as { keys: { kid: string }[] }
    ).keys[0]!.kid

  test('forged, foreign and old tokens are refused, recorded, and change nothing', async () => {
    const known = await kid()
    const tokens = [
      'nonsense',
      '',
      `${unsigned({ alg: 'none' }, claims())}.`,
      `${unsigned({ alg: 'RS256', kid: known }, claims())}.`,
      `${unsigned({ alg: 'HS256', kid: known }, claims())}.${createHmac('sha256', 'x').update('y').digest('base64url')}`,
      forged({ alg: 'RS256', typ: 'JWT', kid: known }, claims()),
      forged({ alg: 'RS256', typ: 'JWT', kid: 'another' }, claims()),
      forged({ alg: 'RS256', typ: 'JWT', kid: known, jwk: rsa.publicKey.export({ format: 'jwk' }) }, claims()),
      forged({ alg: 'RS256', typ: 'JWT', kid: '../../etc/passwd' }, claims()),
      forged({ alg: 'RS256', kid: known, crit: ['b64'], b64: false }, claims()),
    ]
    for (const token of tokens) {
      const answer = await server.browser().post('/api/v1/auth/nafath/callback', { token, ...place })
      expect([answer.status, answer.body.detail]).toEqual([403, 'NOT_ALLOWED'])
    }
    const refusals = await server.db.selectFrom('audit_event').select('outcome').where('action', '=', 'identity.assertionRefused').execute()
    expect(refusals).toEqual(tokens.map(() => ({ outcome: 'refused' })))
    expect((await ask(browser, 'login', held)).body.status).toBe('3')
  })

  test('a genuine token about somebody else, or about an earlier challenge, is refused', async () => {
    const calls: { token: string; transId: string; requestId: string }[] = []
    server.simulators.callbacks.nafath = undefined // nothing arrives by itself
    const receiver = await listen(calls)
    server.simulators.callbacks.nafath = receiver.url
    const stranger = nationalIdWith(2, 51)
    await startLogin(server.browser(), stranger)
    await expect.poll(() => calls.length, { timeout: 5_000 }).toBeGreaterThan(0)
    const genuine = calls[0]!
    const send = (body: object) => server.browser().post('/api/v1/auth/nafath/callback', body)
    expect((await send({ ...place, token: genuine.token })).body.detail).toBe('NOT_ALLOWED')
    expect((await send({ ...genuine, transId: place.transId })).body.detail).toBe('NOT_FOUND')
    expect((await send({ ...genuine, requestId: place.requestId })).body.detail).toBe('NOT_FOUND')
    expect((await send({ ...genuine, requestId: randomUUID() })).body.detail).toBe('NOT_FOUND')
    expect((await ask(browser, 'login', held)).body.status).toBe('3')
    await receiver.close()
  })

  test('the provider’s word that it is completed is no identity: without the token the browser waits on', async () => {
    server.simulators.callbacks.nafath = undefined
    const id = cast.latifah
    const waiting = server.browser()
    const mine = await startLogin(waiting, id)
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (let i = 0; i < 4; i++) {
      server.clock.advance(2)
      expect((await ask(waiting, 'login', mine)).body.status).toBe('3')
    }
    server.simulators.callbacks.nafath = `${server.url}/api/v1/auth/nafath/callback`
  })

  test('a token delivered again after it served opens nothing', async () => {
    const calls: object[] = []
    const receiver = await listen(calls)
    server.simulators.callbacks.nafath = receiver.url
    const mine = server.browser()
    const started = await startLogin(mine, cast.tariq)
    await expect.poll(() => calls.length, { timeout: 5_000 }).toBeGreaterThan(0)
    const deliver = () => server.browser().post('/api/v1/auth/nafath/callback', calls[0])
    expect((await deliver()).body).toEqual({ received: true })
    expect((await ask(mine, 'login', started)).body.status).toBe('1')
    expect((await deliver()).body).toEqual({ received: true })
    expect((await ask(mine, 'login', started)).body.status).toBe('0')
    server.clock.advance(700)
    const late = await startLogin(mine, cast.tariq)
    expect((await deliver()).status, 'expired').toBe(403)
    expect((await ask(mine, 'login', late)).body.status).toBe('3')
    await receiver.close()
  })
})

/** Stands where the product would take callbacks. */
async function listen<T>(calls: T[]) {
  const { createServer } = await import('node:http')
  const { json } = await import('node:stream/consumers')
  const http = createServer((request, response) => {
    void json(request).then((body) => (calls.push(body as T), response.end('{}')))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const { port } = http.address() as import('node:net').AddressInfo
  return { url: `http://127.0.0.1:${port}/`, close: () => new Promise((done) => (http.closeAllConnections(), http.close(done))) }
}

test('the provider is asked at once after the clock was set back', async () => {
  const ahead = await testServer({ simulators: { nafath: { decideAfterMs: 1_500 } } }) // after the first look, on a busy machine, too
  try {
    ahead.clock.advance(120)
    const browser = ahead.browser()
    const held = await startLogin(browser, nationalIdWith(3, 90))
    expect((await ask(browser, 'login', held)).body.status).toBe('3')
    ahead.clock.advance(-60)
    const answer = await browser.pollUntilEnded(paths.login, held)
    expect(answer.body.status).toBe('2')
  } finally {
    await ahead.close()
  }
})
