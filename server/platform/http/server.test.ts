import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#contract/areas.ts'
import { problemStatus } from '#contract/problems.ts'
import { cast } from '#server/demo/cast.ts'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { nationalIdWith } from '#test/nationalIds.ts'
import { raw, type RawAnswer } from '#test/rawHttp.ts'
import { testServer, type Browser, type TestServer } from '#test/server.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await testServer()
  browser = server.browser()
})
afterAll(() => server.close())

const initiate = '/api/v1/auth/nafath/login/initiate'
const postText = (body: string | Uint8Array, type = 'application/json') =>
  browser.send('POST', initiate, { body, headers: { 'content-type': type } })

/** A problem document whose reference a log line repeats. */
function expectProblem({ status, body, headers }: Pick<RawAnswer, 'status' | 'body' | 'headers'>, detail: keyof typeof problemStatus) {
  expect([status, body.detail, body.status]).toEqual([problemStatus[detail], detail, problemStatus[detail]])
  expect(body.type).toBe(`${server.url}/developers#${detail}`)
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(headers.get('x-request-id')).toBe(body.reference)
  expect(server.lines.some((line) => line.includes(`"reference":"${body.reference}"`))).toBe(true)
}

describe('a body that two readers could take differently', () => {
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  test.each<[string, string | Uint8Array]>([
    ['cut off', '{"nationalID":"12'],
    ['not JSON', 'nationalID=1'],
    ['two values', '{} {}'],
    ['a name twice', '{"nationalID":"1","nationalID":"2"}'],
    ['a name twice, one spelt with an escape', '{"a":1,"\\u0061":2}'],
    ['a name twice, one with a needless escape', '{"a/b":1,"a\\/b":2}'],
    ['a name twice in an inner object', '{"a":[{"b":1,"b":2}]}'],
    ['__proto__', '{"__proto__":{"polluted":1}}'],
    ['__proto__ spelt with an escape', '{"\\u005f_proto__":{"polluted":1}}'],
    ['constructor', '{"constructor":{"prototype":{"polluted":1}}}'],
    ['33 deep', deep(33)],
    ['100,000 deep', deep(100_000).slice(0, 262_000)],
    ['as many brackets as fit', '['.repeat(262_000)],
    ['a number without end', '{"nationalID":1e400}'],
    ['minus a number without end', '{"nationalID":-1e400}'],
    ['half a pair', '{"nationalID":"\\ud800"}'],
    ['half a pair as a name', '{"\\udc00":1}'],
    ['NUL', '{"nationalID":"1\\u0000"}'],
    ['a byte that is not UTF-8', Buffer.concat([Buffer.from('{"nationalID":"'), Buffer.from([0xff]), Buffer.from('"}')])],
    ['UTF-16', Buffer.from('{"nationalID":"1"}', 'utf16le')],
    ['a byte order mark', '\ufeff{}'],
    ['escapes without end', `"${'\\"'.repeat(130_000)}`],
  ])('%s is refused at once', async (_name, body) => {
    const began = performance.now()
    expectProblem(await postText(body), 'MALFORMED')
    expect(performance.now() - began).toBeLessThan(1_500)
    expect('polluted' in {}).toBe(false)
  })

  test('the most nesting that is taken is judged by the declaration', async () => {
    expectProblem(await postText(deep(32)), 'INVALID')
  })

  test.each([['null'], ['[]'], ['"text"'], ['1'], ['true']])('%s is no object', async (body) =>
    expectProblem(await postText(body), 'INVALID'),
  )
})

describe('size and type', () => {
  test('a body over 256 KiB', async () => expectProblem(await postText(`{"nationalID":"${'1'.repeat(262_144)}"}`), 'TOO_LARGE'))
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
    'application/json+x',
  ])('%s', async (type) => expectProblem(await postText('{"nationalID":"1200000022"}', type), 'WRONG_TYPE'))
  test.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON'])('%s is JSON', async (type) =>
    expectProblem(await postText('{"nationalID":"1"}', type), 'INVALID'),
  )
  test('an upload is cut off as soon as it passes the limit', async () => {
    const send = (body: Uint8Array) =>
      browser.send('POST', '/pki/ocsp/people', { body, headers: { 'content-type': 'application/ocsp-request' } })
    expectProblem(await send(new Uint8Array(1_000_000)), 'TOO_LARGE')
    const streamed = await fetch(`${server.url}/pki/ocsp/people`, {
      method: 'POST',
      headers: { 'content-type': 'application/ocsp-request' },
      body: new Blob([new Uint8Array(1_000_000)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
})

describe('fields', () => {
  test('what is not declared is named, in the caller’s language', async () => {
    const body = { nationalID: cast.faisal, isAdmin: true }
    const english = await browser.post(initiate, body)
    expectProblem(english, 'INVALID')
    expect(english.body.errors).toEqual([{ field: 'isAdmin', message: 'This field is not known.' }])
    const arabic = await server.browser({ language: 'ar' }).post(initiate, body)
    expect(arabic.body.title).toMatch(/[؀-ۿ]/)
    expect(arabic.body.errors).toEqual([{ field: 'isAdmin', message: 'هذا الحقل غير معروف.' }])
  })
  test('each wrong field is named once', async () => {
    const { body } = await browser.post('/api/v1/auth/credentials/login/validate', { nationalID: 5, channel: 'pigeon' })
    expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual(['channel', 'nationalID', 'password'])
  })
  test('columns of our tables are not taken', async () => {
    for (const field of ['person_id', 'status', 'is_subscriber', 'state', 'purpose', 'role'])
      expectProblem(await browser.post(initiate, { nationalID: cast.faisal, [field]: 1 }), 'INVALID')
  })
  test('a query that nobody declared', async () =>
    expectProblem(await browser.post(`${initiate}?debug=1`, { nationalID: cast.faisal }), 'INVALID'))
  test('NUL in a query or an address', async () => {
    expectProblem(await browser.post(`${initiate}?a=%00`, {}), 'MALFORMED')
    expectProblem(await browser.get('/pki/crl/people%00.crl'), 'NOT_FOUND')
  })
})

describe('addresses and methods', () => {
  test.each([
    '/nothing',
    '/nothing.svg',
    '/api/v1/nothing',
    '/api/',
    '/api/v1/auth/../../nothing',
    '/api/v1/auth/nafath/login/initiate/',
    '/API/v1/auth/refresh',
    '/api/v1/%zz',
    '/pki/crl/%ff.crl',
    `/pki/crl/${'a'.repeat(2_000)}`,
  ])('%s does not exist', async (path) => expectProblem(await raw(server.url, `GET ${path} HTTP/1.1`), 'NOT_FOUND'))
  test.each([
    ['GET', initiate, 'POST'],
    ['HEAD', initiate, 'POST'],
    ['PUT', initiate, 'POST'],
    ['PATCH', initiate, 'POST'],
    ['DELETE', initiate, 'POST'],
    ['OPTIONS', initiate, 'POST'],
    ['POST', '/api/openapi.json', 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
  ])('%s %s says which methods there are', async (method, path, allow) => {
    const { status, headers } = await fetch(server.url + path, { method })
    expect([status, headers.get('allow')]).toEqual([405, allow])
    if (method !== 'HEAD') expectProblem(await browser.send(method, path), 'METHOD')
  })
  test('HEAD answers as GET without the body', async () => {
    const answer = await fetch(`${server.url}/api/openapi.json`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
  test('other origins are given nothing', async () => {
    const answer = await browser.send('OPTIONS', initiate, {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})

test('what the API answers is kept nowhere, a download and a refusal included; nothing of a file’s name gets out of its place', async () => {
  const person = await server.signIn(cast.faisal)
  const name = `a"b;c='d (١)*!~.pdf`
  const headers = { 'content-type': 'application/pdf' }
  const { body: upload } = await person.send('POST', `/api/v1/esign/my/uploads?name=${encodeURIComponent(name)}`, {
    body: simplePdf(),
    headers,
  })
  const download = await person.get(`/api/v1/esign/my/documents/${upload.uniqueFileID}/original`)
  expect(download.headers.get('content-disposition')).toBe(
    `attachment; filename="a_b_c__d_______.pdf"; filename*=UTF-8''a%22b%3Bc%3D%27d%20%28%D9%A1%29%2A!~.pdf`,
  )
  const answers = [
    download,
    await person.get('/api/v1/profile/my'),
    await browser.get('/api/v1/profile/my'),
    await person.post('/api/v1/auth/logout'),
  ]
  for (const { headers: sent } of answers) expect(sent.get('cache-control')).toBe('no-store')
})

describe('what is the same for everybody', () => {
  const ask = (path: string, ...headers: string[]) => raw(server.url, `GET ${path} HTTP/1.1`, headers)
  test.each([
    ['/api/openapi.json', 'public, max-age=300, must-revalidate, no-transform'],
    ['/api/v1/common/countries', 'no-cache'],
  ])('%s is packed as the caller can take it, and known again by its tag', async (path, cache) => {
    const plain = await ask(path)
    expect(Object.fromEntries(plain.headers)).toMatchObject({ 'cache-control': cache, vary: 'accept-encoding, accept-language' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const encoding of ['br', 'gzip']) {
      const { headers, text } = await browser.get(path, { 'accept-encoding': encoding })
      expect([headers.get('content-encoding'), JSON.parse(text)]).toEqual([encoding, plain.body])
      expect(Number(headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 2)
    }
    const tag = plain.headers.get('etag')!
    const again = await ask(path, `If-None-Match: "other", W/${tag}`)
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
    expect((await ask(path, 'If-None-Match: "other"')).status).toBe(200)
  })
  test('is asked by GET, without a session', () => {
    const shared = allCalls.filter(({ call }) => call.forEverybody)
    expect(shared.length).toBeGreaterThan(5)
    expect(shared.filter(({ call }) => call.method !== 'GET' || call.access !== 'anyone')).toEqual([])
  })
  test('and nothing else: the length of what is packed would tell of the secrets in it', async () => {
    const person = await server.signIn(cast.faisal)
    const answers = [await person.get('/api/v1/profile/my'), await person.get('/api/v1/esign/my/subscription/plans/purchased/1/100')]
    for (const { headers } of answers) expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, null])
  })
})

test('every answer carries the security headers', async () => {
  const answers = [
    await browser.get('/api/openapi.json'),
    await browser.get('/api/nothing'),
    await browser.get('/'),
    await browser.get('/assets/nothing.js'),
    await browser.send('PUT', initiate),
    await postText('{'),
    await browser.post('/api/v1/auth/logout'),
    await browser.post(initiate, { nationalID: nationalIdWith(5, 1) }),
    await raw(server.url, 'GET /%zz HTTP/1.1'),
    await browser.get('/pki/crl/people.crl'),
  ]
  for (const { headers } of answers) {
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'.*frame-ancestors 'none'.*require-trusted-types-for 'script'/)
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers.get('x-powered-by')).toBeNull()
  }
})

describe('who calls from where', () => {
  const addressSeen = async (one: TestServer, forwarded: string) => {
    const caller = one.browser()
    await caller.post(
      initiate,
      { nationalID: nationalIdWith(1, Math.floor(Math.random() * 1e6)) },
      { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
    )
    const { address } = await one.db
      .selectFrom('audit_event')
      .select('address')
      .where('device_public_id', '=', caller.deviceId)
      .executeTakeFirstOrThrow()
    return address
  }
  test('nobody is believed about it', async () => {
    expect(await addressSeen(server, '203.0.113.7')).toBe('127.0.0.1')
    expect(await addressSeen(server, '203.0.113.7, 127.0.0.1')).toBe('127.0.0.1')
  })
  test('but the balancers that were named: the last address that is none of theirs', async () => {
    const behind = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' } })
    try {
      expect(await addressSeen(behind, '203.0.113.7')).toBe('203.0.113.7')
      expect(await addressSeen(behind, '198.51.100.1, 203.0.113.7, 10.1.2.3')).toBe('203.0.113.7')
      expect(await addressSeen(behind, 'nonsense')).toMatch(/^[\w.:]*$/)
    } finally {
      await behind.close()
    }
  })
})

describe('the error catalogue, on the server’s side', () => {
  test('no session, a session that ended and a right that is missing: 401, 401, 403', async () => {
    expectProblem(await browser.post('/api/v1/auth/logout'), 'NOT_SIGNED_IN')
    expectProblem(await browser.post('/api/v1/auth/logout', {}, { authorization: 'Bearer x' }), 'NOT_SIGNED_IN')
    const member = await server.signIn(cast.reem)
    expectProblem(await member.get('/api/v1/org/counter/list'.replace('/list', '/none')), 'NOT_FOUND')
    expectProblem(await member.post('/api/v1/buy/org/counters'), 'NOT_ALLOWED')
  })
  test('a refresh token that is over says TOKEN_EXPIRED in its detail', async () => {
    expectProblem(await browser.post('/api/v1/auth/refresh', { refreshToken: 'x', deviceID: browser.deviceId }), 'TOKEN_EXPIRED')
  })
  test('a refresh that is wrong otherwise says something else', async () => {
    expectProblem(await browser.post('/api/v1/auth/refresh', { refreshToken: 'x' }), 'INVALID')
  })
  test('our own fault: 500 without a word about it, and the log has it', async () => {
    await server.owner.schema.alterTable('login_attempt').renameTo('login_attempt_away').execute()
    const answer = await browser.post('/api/v1/auth/credentials/login/verifyOTP', { loginID: 'x', otp: '100000' })
    await server.owner.schema.alterTable('login_attempt_away').renameTo('login_attempt').execute()
    expectProblem(answer, 'UNEXPECTED')
    expect(answer.text).not.toMatch(/login_attempt|relation|select|at .*\.ts/)
    expect(server.lines.find((line) => line.includes(answer.body.reference))).toMatch(/login_attempt/)
  })
})
