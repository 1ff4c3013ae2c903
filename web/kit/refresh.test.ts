import { createHash, createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromiumOptions } from '#test/chromium.ts'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { base } from '../build/plugins.ts'

declare const tawqi: {
  signIn(): Promise<string>
  list(times: number): Promise<string[]>
  revoke(): Promise<string>
  token(): string
  giveUpAtOnce(): Promise<string>
}

/** What the server does in a scenario; the counters are what the tests assert. */
const begun = () => ({
  valid: 'token-1',
  refreshes: 0,
  calls: 0,
  revoked: 0,
  down: 0,
  deny: false,
  expired: false,
  together: 1,
  proofs: [] as string[],
})
const world = begun()

/** Answers, until as many are together as are sent together. */
const waiting: (() => void)[] = []

let server: Server
let browser: Browser
let context: BrowserContext
let origin: string

const session = () => ({
  token: world.valid,
  tokenExpiresAt: '2026-11-21T10:00:00.000Z',
  refreshToken: `refresh-${world.refreshes}`,
  slno: 1,
  userName: 'Noura',
  userNameAr: 'نورة',
  isSubscriber: true,
  operatorRoles: [],
  organizationList: [],
  selectedOrganization: null,
  sipSlNo: null,
  organizationUserSlno: null,
  kycDue: false,
  preferences: {
    language: null,
    messageLanguage: null,
    theme: null,
    digits: 'latn',
    calendar: 'gregory',
    pageSize: 10,
    lettersLeftOut: [],
  },
})
const problem = (status: number, detail: string) => ({
  status,
  body: { type: 'about:blank', title: detail, status, detail, reference: 'r' },
})

function answer(request: IncomingMessage): { status: number; body: unknown } {
  if (request.url === '/api/v1/auth/refresh') {
    if (world.down-- > 0) return problem(503, 'BUSY')
    world.refreshes++
    if (world.expired) return problem(401, 'TOKEN_EXPIRED')
    world.valid = `token-${world.refreshes + 1}`
    return { status: 200, body: session() }
  }
  world.calls++
  world.proofs.push(String(request.headers.dpop))
  if (world.deny) return problem(403, 'NOT_ALLOWED')
  if (request.headers.authorization !== `Bearer ${world.valid}`) return problem(401, 'NOT_SIGNED_IN')
  if (request.url === '/api/v1/devices/revoke') {
    world.revoked++
    return { status: 200, body: { status: '1' } }
  }
  return { status: 200, body: { dataList: [], totalCount: 0, moreThanTotal: false, nextCursor: null, previousCursor: null } }
}

beforeAll(async () => {
  const built = await build({
    ...base,
    publicDir: false,
    plugins: [],
    build: {
      ...base.build,
      write: false,
      rolldownOptions: { input: fileURLToPath(new URL('refresh.fixture.ts', import.meta.url)), output: { format: 'iife' } },
    },
  })
  const script = 'output' in built ? built.output[0].code : ''
  server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) {
      const { status, body } = answer(request)
      waiting.push(() => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)))
      if (waiting.length < world.together) return
      world.together = 1
      const due = waiting.splice(0)
      return setTimeout(() => due.forEach((send) => send()), 30)
    }
    if (request.url === '/fixture.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><script src="/fixture.js"></script>')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await chromium.launch(chromiumOptions)
}, 60_000)

afterAll(async () => {
  await browser?.close()
  server?.close()
})

beforeEach(async () => {
  Object.assign(world, begun())
  context = await browser.newContext()
})
afterEach(() => context.close())

async function openTab(): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(origin)
  await tab.evaluate(() => localStorage.getItem('refreshToken') ?? localStorage.setItem('refreshToken', 'refresh-0'))
  return tab
}

async function signedInTabs(count: number): Promise<Page[]> {
  const tabs: Page[] = []
  while (tabs.length < count) tabs.push(await openTab())
  expect(await tabs[0]!.evaluate(() => tawqi.signIn())).toBe('done')
  for (const tab of tabs) await expect.poll(() => tab.evaluate(() => tawqi.token())).toBe('token-2')
  return tabs
}

test('what is given up while its proof is made is never sent', async () => {
  const tab = await openTab()
  expect(await tab.evaluate(() => tawqi.giveUpAtOnce())).toBe('AbortError')
  expect(world.calls).toBe(0)
})

test('calls of three tabs, all refused at once, refresh once and are repeated once each', async () => {
  const tabs = await signedInTabs(3)
  Object.assign(world, { valid: 'another', calls: 0, together: 3 })
  const outcomes = await Promise.all(tabs.map((tab) => tab.evaluate(() => tawqi.revoke())))
  expect(outcomes).toEqual(Array(3).fill('done'))
  expect([world.refreshes, world.calls, world.revoked]).toEqual([2, 6, 3])
})

test('twenty calls in each of three tabs refresh once and are repeated at most once each', async () => {
  const tabs = await signedInTabs(3)
  Object.assign(world, { valid: 'another', calls: 0 })
  const outcomes = await Promise.all(tabs.map((tab) => tab.evaluate(() => tawqi.list(20))))
  expect(outcomes.flat()).toEqual(Array(60).fill('done'))
  expect(world.refreshes).toBe(2)
  expect(world.calls).toBeLessThanOrEqual(120)
}, 30_000)

test('a tab that has not heard yet of another’s refresh waits for its session', async () => {
  await context.addInitScript(() => {
    globalThis.BroadcastChannel = class extends BroadcastChannel {
      override set onmessage(listener: (event: MessageEvent) => void) {
        super.onmessage = (event) => setTimeout(() => listener(event), 500)
      }
    }
  })
  const [first, late] = await signedInTabs(2)
  world.valid = 'another'
  expect(await first!.evaluate(() => tawqi.list(1))).toEqual(['done'])
  expect(await late!.evaluate(() => tawqi.list(1))).toEqual(['done'])
  expect(world.refreshes).toBe(2)
})

test('a permanent refusal ends after one repetition', async () => {
  const tab = await openTab()
  await tab.evaluate(() => tawqi.signIn())
  Object.assign(world, { deny: true, refreshes: 0, calls: 0 })
  expect(await tab.evaluate(() => tawqi.revoke())).toBe('NOT_ALLOWED')
  expect([world.refreshes, world.calls, world.revoked]).toEqual([1, 2, 0])
})

test('a change that met an expired token happens once', async () => {
  const tab = await openTab()
  await tab.evaluate(() => tawqi.signIn())
  world.valid = 'another'
  expect(await tab.evaluate(() => tawqi.revoke())).toBe('done')
  expect(world.revoked).toBe(1)
})

test('an outage while refreshing is waited out and logs nobody out', async () => {
  const tab = await openTab()
  world.down = 3
  expect(await tab.evaluate(() => tawqi.signIn())).toBe('done')
  expect(await tab.evaluate(() => localStorage.getItem('refreshToken'))).toBe('refresh-1')
}, 30_000)

test('an expired refresh token is removed, and the person is signed out', async () => {
  const tab = await openTab()
  world.expired = true
  void tab.evaluate(() => tawqi.signIn()).catch(() => undefined) // the page leaves
  await tab.waitForURL('**/logout')
  expect(await tab.evaluate(() => localStorage.getItem('refreshToken'))).toBeNull()
})

test('every call proves possession of a key that stays the same, over the token that it carries', async () => {
  const tab = await openTab()
  await tab.evaluate(() => tawqi.signIn())
  await tab.evaluate(() => tawqi.list(2))
  const claims = world.proofs.map((proof) => {
    const [head, body, signature] = proof.split('.') as [string, string, string]
    const { typ, alg, jwk } = JSON.parse(Buffer.from(head, 'base64url').toString())
    expect([typ, alg]).toEqual(['dpop+jwt', 'ES256'])
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    expect(verify('sha256', Buffer.from(`${head}.${body}`), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))).toBe(
      true,
    )
    return { ...JSON.parse(Buffer.from(body, 'base64url').toString()), x: jwk.x }
  })
  expect(claims).toHaveLength(2)
  expect(claims[0].jti).not.toBe(claims[1].jti)
  expect(claims[0].x).toBe(claims[1].x)
  expect(claims[0]).toMatchObject({
    htm: 'GET',
    htu: `${origin}/api/v1/devices/registeredDevices/1/10`,
    ath: createHash('sha256').update(world.valid).digest('base64url'),
  })
})
