import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import { nafath } from './nafath.ts'

type Callback = { token: string; transId: string; requestId: string }
let simulators: Awaited<ReturnType<typeof startSimulators>>
let portal: Server
let refuseNext = 0
const arrived: Callback[] = []

beforeAll(async () => {
  portal = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += chunk))
    request.on('end', () => {
      if (refuseNext > 0) return response.writeHead(500, { refused: refuseNext-- }).end()
      arrived.push(JSON.parse(body))
      response.end()
    })
  })
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done))
  simulators = await startSimulators({
    port: 0,
    callbacks: { nafath: `http://127.0.0.1:${(portal.address() as AddressInfo).port}/callback` },
    nafath: { decideAfterMs: 20, expireAfterMs: 40, callbackPausesMs: [10, 20] },
  })
})
afterAll(async () => {
  await simulators.close()
  portal.closeAllConnections()
  portal.close()
})
beforeEach(() => void (arrived.length = 0))

const provider = (changed: Partial<Parameters<typeof nafath>[0]> = {}) =>
  nafath({
    ...simulatorCredentials.nafath,
    baseUrl: `${simulators.url}/nafath`,
    serverAddress: '198.51.100.7',
    now: () => new Date(),
    timeoutMs: 10_000,
    ...changed,
  })

const ask = (nationalId: string, service = 'Login') =>
  ({ nationalId, service, language: 'ar', requestId: randomUUID(), userAddress: '203.0.113.9' }) as const

async function started(nationalId: string, service?: string) {
  const request = ask(nationalId, service)
  const answer = await provider().start(request)
  if (answer.outcome !== 'started') throw new Error(`not started: ${answer.outcome}`)
  return { ...answer, nationalId, requestId: request.requestId, userAddress: request.userAddress }
}

async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 10))
  }
  throw new Error('did not happen within 2 s')
}

const callbackOf = (transId: string) => until(() => arrived.find((one) => one.transId === transId))
const settled = (one: Awaited<ReturnType<typeof started>>) =>
  until(async () => {
    const status = await provider().status(one)
    return status === 'waiting' ? undefined : status
  })
const decide = (body: object) =>
  fetch(`${simulators.url}/nafath/app/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
const control = (faults: object) =>
  fetch(`${simulators.url}/nafath/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })

test('one who approves by themselves is named by a verified token', async () => {
  const transaction = await started('1200000014')
  expect(transaction.random).toMatch(/^\d\d$/)
  expect(await settled(transaction)).toBe('completed')
  const { token, requestId } = await callbackOf(transaction.transId)
  expect(requestId).toBe(transaction.requestId)
  const person = await provider().readAssertion(token, transaction)
  expect(person).toMatchObject({ nationalId: '1200000014', nameAr: { first: 'نورة', family: 'القحطاني' }, gender: 'female' })
  await expect(provider().readAssertion(token, { ...transaction, nationalId: '1200000022' })).rejects.toMatchObject({ code: 'person' })
})

test('a resident is named too', async () => {
  const transaction = await started('2200000004')
  const { token } = await callbackOf(transaction.transId)
  expect(await provider().readAssertion(token, transaction)).toMatchObject({ nationalId: '2200000004', nationalityCode: '207' })
})

test('the time to decide depends on the service', async () => {
  expect((await started('1100000023')).expiresInSeconds).toBe(60)
  expect((await started('1100000031', 'DigitalServiceEnrollment')).expiresInSeconds).toBe(180)
})

test('the person picks the number on their page', async () => {
  const transaction = await started('1100000015')
  expect(await provider().status(transaction)).toBe('waiting')
  const pending = await (await fetch(`${simulators.url}/nafath/app/pending?nationalId=1100000015`)).json()
  expect(pending).toMatchObject([{ nationalId: '1100000015', transId: transaction.transId, random: transaction.random, service: 'Login' }])
  expect((await decide({ nationalId: '1100000015', random: transaction.random, approve: true })).status).toBe(204)
  expect(await provider().status(transaction)).toBe('completed')
  await callbackOf(transaction.transId)
})

test('a wrong number rejects, and the token of a rejection names nobody', async () => {
  const transaction = await started('1100000015')
  const wrong = transaction.random === '10' ? '11' : '10'
  expect((await decide({ nationalId: '1100000015', random: wrong, approve: true })).status).toBe(409)
  expect(await provider().status(transaction)).toBe('rejected')
  const { token } = await callbackOf(transaction.transId)
  await expect(provider().readAssertion(token, transaction)).rejects.toMatchObject({ code: 'decision' })
  expect((await decide({ nationalId: '1100000015', random: transaction.random, approve: true })).status).toBe(404)
})

test('one request at a time for an ID', async () => {
  const first = await started('1100000049')
  expect(await provider().start(ask('1100000049'))).toEqual({ outcome: 'busy' })
  await decide({ nationalId: '1100000049', random: first.random, approve: false })
  expect(await settled(first)).toBe('rejected')
  expect(await provider().start(ask('1100000049'))).toMatchObject({ outcome: 'started' })
})

test('the second digit of the ID decides', async () => {
  expect(await settled(await started('1300000013'))).toBe('rejected')
  expect(await settled(await started('1400000012'))).toBe('expired')
  expect(await provider().start(ask('1500000011'))).toEqual({ outcome: 'busy' })
  await expect(provider().start(ask('1600000010'))).rejects.toMatchObject({ name: 'ProviderUnavailable', code: '503' })
  expect(await provider().start(ask('1200000015'))).toEqual({ outcome: 'refused' })
})

test('only the one who holds the whole transaction hears of it', async () => {
  const transaction = await started('1100000056')
  expect(await provider().status({ ...transaction, random: transaction.random === '10' ? '11' : '10' })).toBe('expired')
  expect(await provider().status({ ...transaction, nationalId: '1100000064' })).toBe('expired')
  expect(await provider().status(transaction)).toBe('waiting')
})

test('a callback that we could not take comes again', async () => {
  refuseNext = 2
  const transaction = await started('1200000022')
  await callbackOf(transaction.transId)
  expect(refuseNext).toBe(0)
})

test('wrong keys are an outage of ours, not a refusal of the person', async () => {
  await expect(provider({ appKey: 'other' }).start(ask('1200000030'))).rejects.toMatchObject({ reason: 'keys', code: '403' })
})

const faults: [object, string][] = [
  [{ failNext: 1, status: 500 }, 'status'],
  [{ failNext: 1, how: 'hang' }, 'timeout'],
  [{ failNext: 1, how: 'cut' }, 'network'],
  [{ failNext: 1, how: 'garbage' }, 'answer'],
  [{ latencyMs: 600 }, 'timeout'],
]
test.each(faults)('%o leaves the outcome unknown, and the next call works', async (fault, reason) => {
  await control(fault)
  await expect(provider({ timeoutMs: reason === 'timeout' ? 400 : 10_000 }).start(ask('1100000072'))).rejects.toMatchObject({
    name: 'ProviderUnavailable',
    reason,
  })
  await control({})
  const answer = await provider().start(ask('1100000072'))
  expect(['started', 'busy']).toContain(answer.outcome)
})

test('keys we hold outlive an outage; keys we never held need the provider', async () => {
  const transaction = await started('1200000048')
  const { token } = await callbackOf(transaction.transId)
  let time = Date.now()
  const warm = provider({ now: () => new Date(time) })
  await warm.readAssertion(token, transaction)
  await control({ failNext: 100 })
  try {
    time += 7 * 3_600_000
    // Stale keys are asked for again, in vain, and still verify: the fault found is the token's age.
    await expect(warm.readAssertion(token, transaction)).rejects.toMatchObject({ code: 'time' })
    await expect(provider().readAssertion(token, transaction)).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  } finally {
    await control({})
  }
})

test('a new key of the provider is fetched once, however many strangers invent key ids', async () => {
  let fetches = 0
  const keys = createServer((_, response) => {
    fetches += 1
    response.end('{"keys":[{"kty":"RSA","kid":"bad","n":"AA","e":"AQAB"},{"kty":"EC","kid":"curve"}]}')
  })
  await new Promise<void>((done) => keys.listen(0, '127.0.0.1', done))
  let time = Date.now()
  const one = provider({ baseUrl: `http://127.0.0.1:${(keys.address() as AddressInfo).port}`, now: () => new Date(time) })
  const invented = (kid: string) => `${Buffer.from(JSON.stringify({ alg: 'RS256', kid })).toString('base64url')}.e30.AA`
  const all = Array.from({ length: 200 }, (_, at) => one.readAssertion(invented(`k${at}`), { nationalId: '1200000014', transId: 't' }))
  const codes = await Promise.all(all.map((each) => each.catch((error) => error.code)))
  expect(new Set(codes)).toEqual(new Set(['unknown_key']))
  expect(fetches).toBe(1)
  time += 11_000
  await expect(one.readAssertion(invented('later'), { nationalId: '1200000014', transId: 't' })).rejects.toMatchObject({
    code: 'unknown_key',
  })
  expect(fetches).toBe(2)
  keys.close()
})
