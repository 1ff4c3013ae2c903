import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simulatorCredentials } from '#simulators/credentials.ts'
import { startSimulators } from '#simulators/main.ts'
import type { Vendor } from '../human-check.ts'
import { siteverify } from './siteverify.ts'
import { addressesOf } from './vendors.ts'

let server: Server
let url = ''
let verdict: object = {}
let asked: Record<string, string> = {}

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      asked = Object.fromEntries(new URLSearchParams(text))
      response.end(JSON.stringify(verdict))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const now = new Date('2026-11-21T09:00:00Z')
const vendors: Vendor[] = ['recaptcha', 'hcaptcha', 'turnstile']
const check = (kind: Vendor) =>
  siteverify({ kind, siteKey: 'site', secret: 's3cret', hostnames: ['tawqi.example'], now: () => now, baseUrl: url, timeoutMs: 10_000 })
const good = { success: true, hostname: 'tawqi.example' }

test.each(vendors)('%s is asked with our secret and the person’s address', async (kind) => {
  verdict = good
  expect(check(kind).createChallenge()).toEqual({ kind, siteKey: 'site', script: expect.stringMatching(`^${url}/.*api\\.js$`) })
  const verified = await check(kind).verify('answer-1', '203.0.113.9')
  expect(asked).toEqual({
    secret: 's3cret',
    response: 'answer-1',
    remoteip: '203.0.113.9',
    ...(kind === 'hcaptcha' && { sitekey: 'site' }),
  })
  expect(verified).toEqual({ id: expect.stringMatching(/^[0-9a-f]{64}$/), expiresAt: new Date('2026-11-21T09:05:00Z') })
  expect((await check(kind).verify('answer-2', '203.0.113.9'))!.id).not.toBe(verified!.id)
})

test.each([
  ['a refusal', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['another site', { ...good, hostname: 'evil.example' }],
  ['no site', { success: true }],
  ['a low score', { ...good, score: 0.1 }],
])('%s is no human', async (_, answer) => {
  verdict = answer
  expect(await check('recaptcha').verify('answer', '203.0.113.9')).toBeNull()
})

test('a score counts for reCAPTCHA alone', async () => {
  verdict = { ...good, score: 0.9 }
  expect(await check('recaptcha').verify('answer', '203.0.113.9')).not.toBeNull()
  verdict = { ...good, score: 0.1 }
  expect(await check('hcaptcha').verify('answer', '203.0.113.9')).not.toBeNull()
})

test('an empty answer is not worth asking', async () => {
  asked = {}
  expect(await check('turnstile').verify('', '203.0.113.9')).toBeNull()
  expect(asked).toEqual({})
})

test('a wrong secret of ours and a strange answer are outages', async () => {
  verdict = { success: false, 'error-codes': ['invalid-input-secret'] }
  await expect(check('turnstile').verify('answer', '203.0.113.9')).rejects.toMatchObject({ name: 'ProviderUnavailable', reason: 'keys' })
  verdict = { success: 'yes' }
  await expect(check('turnstile').verify('answer', '203.0.113.9')).rejects.toMatchObject({ reason: 'answer' })
})

test.each(vendors)('%s itself is asked at its documented addresses, over TLS, and nothing else is allowed into pages', (kind) => {
  const { script, siteverify: verdicts, page } = addressesOf(kind)
  const sources = [...page.scriptSrc, ...page.frameSrc, ...page.styleSrc, ...page.connectSrc]
  for (const address of [script, verdicts, ...sources]) expect(address).toMatch(/^https:\/\//)
  const host = new URL(script).hostname
  expect(page.scriptSrc.some((source) => script.startsWith(source) || host.endsWith(new URL(source).hostname.replace('*', '')))).toBe(true)
  expect(page.frameSrc.length).toBeGreaterThan(0)
})

describe.each(vendors)('against a simulated %s', (kind) => {
  const { siteKey, secret } = simulatorCredentials.humanCheck
  let simulators: Awaited<ReturnType<typeof startSimulators>>
  beforeAll(async () => void (simulators = await startSimulators({ port: 0, humanCheck: { lifeMs: 300 } })))
  afterAll(() => simulators.close())

  const vendor = (settings: { secret?: string; hostname?: string; siteKey?: string } = {}) =>
    siteverify({
      kind,
      siteKey: settings.siteKey ?? siteKey,
      secret: settings.secret ?? secret,
      hostnames: [settings.hostname ?? 'tawqi.example'],
      now: () => now,
      baseUrl: `${simulators.url}/human-check/${kind}`,
      timeoutMs: 1000,
    })
  const at = (path: string) => `${simulators.url}/human-check/${kind}/${path}`
  const post = (path: string, body: object) =>
    fetch(at(path), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  async function solve(sitekey = siteKey): Promise<string> {
    const { token } = (await (await post('answers', { sitekey, host: 'tawqi.example' })).json()) as { token: string }
    return token
  }
  const verify = async (token: string, settings?: Parameters<typeof vendor>[0]) => vendor(settings).verify(token, '203.0.113.9')

  test('an answer is good once, soon, and for our site alone', async () => {
    const token = await solve()
    expect(await verify(token)).not.toBeNull()
    expect(await verify(token), 'used').toBeNull()
    expect(await verify(await solve(), { hostname: 'other.example' }), 'another site').toBeNull()
    expect(await verify('invented')).toBeNull()
    const late = await solve()
    await new Promise((done) => setTimeout(done, 350))
    expect(await verify(late), 'expired').toBeNull()
  })

  test('a wrong secret of ours is an outage, not the person’s mistake', async () => {
    await expect(verify(await solve(), { secret: 'another' })).rejects.toMatchObject({ reason: 'keys' })
  })

  test('its outages are told as such, and end', async () => {
    for (const [faults, reason] of [
      [{ failNext: 1, status: 502 }, 'status'],
      [{ failNext: 1, how: 'garbage' }, 'answer'],
      [{ failNext: 1, how: 'cut' }, 'network'],
      [{ failNext: 1, how: 'hang' }, 'timeout'],
    ] as const) {
      await post('control', faults)
      await expect(verify(await solve())).rejects.toMatchObject({ name: 'ProviderUnavailable', reason })
    }
    expect(await verify(await solve())).not.toBeNull()
  })

  test('the script is where the browser is sent, below what pages allow', async () => {
    const { page, ...made } = vendor()
    const challenge = made.createChallenge()
    if (challenge.kind === 'altcha') throw new Error('not ours')
    expect(page.scriptSrc).toEqual([at('')])
    expect(challenge.script.startsWith(at(''))).toBe(true)
    const answer = await fetch(challenge.script)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
  })
})

test('hCaptcha refuses an answer for another of the account’s site keys, as a fault of our settings', async () => {
  const simulators = await startSimulators({ port: 0 })
  const { siteKey, secret } = simulatorCredentials.humanCheck
  const baseUrl = `${simulators.url}/human-check/hcaptcha`
  const answer = await fetch(`${baseUrl}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sitekey: `${siteKey}-other`, host: 'tawqi.example' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const ours = siteverify({ kind: 'hcaptcha', siteKey, secret, hostnames: ['tawqi.example'], now: () => now, baseUrl })
  await expect(ours.verify(token, '203.0.113.9')).rejects.toMatchObject({ reason: 'keys' })
  await simulators.close()
})

test.each([
  ['-v3', true],
  ['-v3-low', false],
])('reCAPTCHA with a key that ends in %s is judged by its score', async (ending, isHuman) => {
  const simulators = await startSimulators({ port: 0 })
  const { siteKey, secret } = simulatorCredentials.humanCheck
  const baseUrl = `${simulators.url}/human-check/recaptcha`
  const answer = await fetch(`${baseUrl}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sitekey: siteKey + ending, host: 'tawqi.example' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const ours = siteverify({ kind: 'recaptcha', siteKey, secret, hostnames: ['tawqi.example'], now: () => now, baseUrl })
  expect((await ours.verify(token, '203.0.113.9')) !== null).toBe(isHuman)
  await simulators.close()
})
