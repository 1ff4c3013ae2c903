import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { proofKey } from '#test/proof.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { act, isIn, refresh, refreshPath } from '#test/sessions.ts'

describe('a session that is bound to a key', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await testServer()
  })
  afterAll(() => server.close())

  async function signInWithKey() {
    const key = proofKey()
    const browser = server.browser()
    const started = await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: '1200000022' })
    const url = `${server.url}/api/v1/auth/nafath/login/verify`
    const body = { nationalID: '1200000022', transId: started.body.transId, random: started.body.random }
    for (let i = 0; i < 100; i++) {
      const answer = await browser.post(
        '/api/v1/auth/nafath/login/verify',
        body,
        key.proof({ method: 'POST', url, at: server.clock.now() }),
      )
      if (answer.body.status !== '3') browser.session = answer.body
      if (browser.session) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    expect(browser.session.status).toBe('1')
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
      ['two minutes old', key.proof({ ...right, at: seconds(-120) })],
      ['two minutes early', key.proof({ ...right, at: seconds(120) })],
      ['another type of token', key.proof({ ...right, typ: 'JWT' })],
      ['a signature changed', { dpop: key.proof(right).dpop.slice(0, -4) + 'AAAA' }],
      ['not a token', { dpop: 'x.y.z' }],
    ]
    for (const [name, headers] of refused) {
      const answer = await act(browser, headers)
      expect([name, answer.status, answer.body.detail]).toEqual([name, 401, 'PROOF_MISSING'])
      expect(answer.headers.get('www-authenticate')).toBe('DPoP realm="Tawqi", algs="ES256", error="invalid_dpop_proof"')
    }
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
    const { transId, random } = (await browser.post('/api/v1/auth/nafath/login/initiate', { nationalID: '1200000063' })).body
    const body = { nationalID: '1200000063', transId, random }
    await new Promise((resolve) => setTimeout(resolve, 300))
    const bad = await browser.post('/api/v1/auth/nafath/login/verify', body, { dpop: 'x.y.z' })
    expect([bad.status, bad.body.detail]).toEqual([401, 'PROOF_MISSING'])
    expect((await browser.post('/api/v1/auth/nafath/login/verify', body)).body.status).toBe('1')
  })
})
