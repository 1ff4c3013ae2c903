import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { siteverify } from './siteverify.ts'

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
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const now = new Date('2026-11-21T09:00:00Z')
const check = (kind: 'recaptcha' | 'hcaptcha' | 'turnstile') =>
  siteverify({ kind, siteKey: 'site', secret: 's3cret', hostnames: ['tawqi.example'], now: () => now, url, timeoutMs: 400 })
const good = { success: true, hostname: 'tawqi.example' }

test.each(['recaptcha', 'hcaptcha', 'turnstile'] as const)('%s is asked with our secret and the person’s address', async (kind) => {
  verdict = good
  expect(check(kind).createChallenge()).toEqual({ kind, siteKey: 'site' })
  const verified = await check(kind).verify('answer-1', '203.0.113.9')
  expect(asked).toEqual({ secret: 's3cret', response: 'answer-1', remoteip: '203.0.113.9' })
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
