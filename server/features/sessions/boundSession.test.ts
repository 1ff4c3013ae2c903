import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { forgetSpent } from '#server/platform/outbox.ts'
import { proofKey } from '#test/proof.ts'
import { Browser, testServer, type TestServer } from '#test/server.ts'
import { act, isIn, refresh, refreshPath } from '#test/sessions.ts'

describe('a session that is bound to a key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  }, 180_000)
  afterAll(() => server?.close())

  async function signInWithKey() {
    const key = proofKey()
    const bound = server.browser({ headersFor: (method, url) => key.proof({ method, url, at: server.clock.now() }) })
    await bound.signIn(cast.faisal)
    const browser = server.browser({ deviceId: bound.deviceId })
    browser.session = bound.session
    return { browser, key }
  }
  const actUrl = () => `${server.url}/api/v1/auth/session/organization`

  test('answers to that key, for that request, at that time', async () => {
    const { browser, key } = await signInWithKey()
    const { token } = browser.session
    const right = { method: 'POST', url: actUrl(), token, at: server.clock.now() }
    expect(isIn(await act(browser, key.proof(right)))).toBe('in')
    const seconds = (by: number) => new Date(server.clock.now().getTime() + by * 1000)
    const refused: [string, Record<string, string>][] = [
      ['no proof', {}],
      ['another key', proofKey().proof(right)],
      ['another address', key.proof({ ...right, url: `${server.url}/api/v1/auth/logout` })],
      ['another origin', key.proof({ ...right, url: 'https://evil.example/api/v1/auth/session/organization' })],
      ['another method', key.proof({ ...right, method: 'GET' })],
      ['no token named', key.proof({ ...right, token: undefined })],
      ['another token named', key.proof({ ...right, token: `${token}x` })],
      ['a minute old', key.proof({ ...right, at: seconds(-65) })],
      ['a minute early', key.proof({ ...right, at: seconds(65) })],
      ['no algorithm', key.proof({ ...right, head: { alg: 'none' } })],
      ['a shared secret for an algorithm', key.proof({ ...right, head: { alg: 'HS256' } })],
      ['a key of another kind', key.proof({ ...right, head: { jwk: { kty: 'oct', k: 'AAAA' } } })],
      [
        'a private key',
        key.proof({ ...right, head: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43), d: 'A'.repeat(43) } } }),
      ],
      ['a point off the curve', key.proof({ ...right, head: { jwk: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } } })],
      ['a key by address', key.proof({ ...right, head: { jku: 'https://evil.example/keys' } })],
      ['no id', key.proof({ ...right, claims: { jti: undefined } })],
      ['a time in words', key.proof({ ...right, claims: { iat: 'now' } })],
      ['two proofs', { dpop: `${key.proof(right).dpop}, ${key.proof(right).dpop}` }],
      ['another type of token', key.proof({ ...right, typ: 'JWT' })],
      ['a signature changed', { dpop: key.proof(right).dpop.slice(0, -4) + 'AAAA' }],
      ['not a token', { dpop: 'x.y.z' }],
    ]
    for (const [name, headers] of refused) {
      const answer = await act(browser, headers)
      expect([name, answer.status, answer.body.detail]).toEqual([name, 401, 'PROOF_MISSING'])
      expect(answer.headers.get('www-authenticate')).toBe('DPoP realm="Tawqi", algs="ES256", error="invalid_dpop_proof"')
    }
    expect(isIn(await act(browser, key.proof({ ...right, at: seconds(-55) })))).toBe('in')
    expect(isIn(await act(browser, key.proof({ ...right, at: seconds(55) })))).toBe('in')
  })

  test('is compared with the configured address, whatever the request says of its host (RFC 9449 §4.3)', async () => {
    const { browser, key } = await signInWithKey()
    const { port } = new URL(server.url)
    const path = '/api/v1/auth/session/organization'
    const ask = (url: string, headers: Record<string, string> = {}) =>
      act(browser, { ...key.proof({ method: 'POST', url, token: browser.session.token, at: server.clock.now() }), ...headers })
    const accepted = [
      `HTTP://127.0.0.1:${port}${path}`,
      `http://127.0.0.1:${port}${path}?with=a%20query#and-a-fragment`,
      `http://127.0.0.1:${port}/api/./v1/elsewhere/../auth/session/organization`,
      `http://127.0.0.1:${port}/api/v1/%61uth/session/organization`,
      `http://localhost:${port}${path}`,
    ]
    for (const url of accepted) expect([url, isIn(await ask(url))]).toEqual([url, 'in'])
    const refused = [
      `https://127.0.0.1:${port}${path}`,
      `http://127.0.0.1${path}`,
      `http://evil.example:${port}${path}`,
      `http://127.0.0.1:${port}@evil.example${path}`,
      `http://user@127.0.0.1:${port}${path}`,
      `http://127.0.0.1:${port}${path}/`,
      `http://127.0.0.1:${port}/api/v1/auth%2Fsession/organization`,
      `http://127.0.0.1:${port}\\api\\v1\\auth\\session\\organization`,
      `http://127.0.0.1:${port}${path.toUpperCase()}`,
      `http://127.0.0.1:${port}${path}\n`,
      path,
      '',
    ]
    for (const url of refused) {
      const answer = await ask(url, { 'x-forwarded-host': 'evil.example' })
      expect([url, answer.status, answer.body.detail]).toEqual([url, 401, 'PROOF_MISSING'])
    }
    const elsewhere = await hostedAt(
      `evil.example:${port}`,
      browser,
      key.proof({ method: 'POST', url: `http://evil.example:${port}${path}`, token: browser.session.token, at: server.clock.now() }),
    )
    expect(elsewhere).toMatchObject({ detail: 'PROOF_MISSING', title: `Open Tawqi at its own address: ${server.url}` })
  })

  /** The same call with another Host header, which `fetch` would not send. */
  async function hostedAt(host: string, browser: Browser, headers: Record<string, string>) {
    const asked = request(actUrl(), {
      method: 'POST',
      headers: {
        ...headers,
        host,
        'accept-language': 'en',
        'content-type': 'application/json',
        'x-device-id': browser.deviceId,
        authorization: `Bearer ${browser.session.token}`,
      },
    })
    asked.end('{"organizationSlno":987654321}')
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return json(answer)
  }

  test('takes each proof once, at every call and on every replica, for as long as it could serve', async () => {
    const { browser, key } = await signInWithKey()
    const { token } = browser.session
    const replica = new Browser(await server.replica(), { deviceId: browser.deviceId })
    replica.session = browser.session
    const proof = () => key.proof({ method: 'POST', url: actUrl(), token, at: server.clock.now() })
    const first = proof()
    expect(isIn(await act(browser, first))).toBe('in')
    expect([isIn(await act(browser, first)), isIn(await act(replica, first))]).toEqual(['PROOF_MISSING', 'PROOF_MISSING'])
    const shared = proof()
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => act(i % 2 ? browser : replica, shared)))
    expect(answers.map(isIn).toSorted()).toEqual([...Array.from({ length: 19 }, () => 'PROOF_MISSING'), 'in'])
    const early = key.proof({ method: 'POST', url: actUrl(), token, at: new Date(server.clock.now().getTime() + 55_000) })
    expect(isIn(await act(browser, early))).toBe('in')
    server.clock.advance(100)
    await forgetSpent(server.app)
    expect(isIn(await act(replica, early)), 'it could still serve').toBe('PROOF_MISSING')
  })

  test('refreshes with a fresh proof alone; a thief without the key neither gets nor ends it', async () => {
    const { browser, key } = await signInWithKey()
    const request = () => ({ method: 'POST', url: server.url + refreshPath, at: server.clock.now() })
    expect((await refresh(browser)).body.detail).toBe('PROOF_MISSING')
    expect((await refresh(browser, undefined, undefined, proofKey().proof(request()))).body.detail).toBe('PROOF_MISSING')
    const proof = key.proof(request())
    const answer = await refresh(browser, undefined, undefined, proof)
    expect(answer.status).toBe(200)
    browser.session = answer.body
    expect((await refresh(browser, undefined, undefined, proof)).body.detail, 'replayed').toBe('PROOF_MISSING')
    expect((await refresh(browser, undefined, undefined, key.proof(request()))).status).toBe(200)
  })

  test('a proof that proves nothing is refused at sign-in already, and may be mended', async () => {
    const browser = server.browser()
    const { transId, random } = (await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: cast.majed })).body
    const body = { nationalID: cast.majed, transId, random }
    await new Promise((resolve) => setTimeout(resolve, 300))
    const bad = await browser.post('/api/v1/auth/nafath/login/verify', body, { dpop: 'x.y.z' })
    expect([bad.status, bad.body.detail]).toEqual([401, 'PROOF_MISSING'])
    expect((await browser.post('/api/v1/auth/nafath/login/verify', body)).body.status).toBe('1')
  })
})
