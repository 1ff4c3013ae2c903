/** What a server owes to whatever comes over the wire (RFC 9110, RFC 9112), by raw sockets. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemStatus, type ProblemCode } from '#contract/problems.ts'
import { cast } from '#server/demo/cast.ts'
import { exchange, raw, type RawAnswer } from '#test/rawHttp.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const refresh = '/api/v1/auth/refresh'
const json = 'Content-Type: application/json'
const send = (lines: readonly string[], body = '') => exchange(server.url, Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1'))

/** A problem document with everything that every answer carries, and a line in the log. */
function expectProblem(answer: RawAnswer, detail: ProblemCode) {
  const { status, headers, body } = answer
  expect([status, body.detail, body.status]).toEqual([problemStatus[detail], detail, problemStatus[detail]])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': body.reference,
    connection: 'close',
  })
  expect(server.lines.filter((line) => line.includes(`"reference":"${body.reference}"`) && line.includes('"problem"'))).toHaveLength(1)
}

describe('what cannot be read in one way alone is refused, and nothing more is read behind it', () => {
  const post = (...headers: string[]) => [`POST ${refresh} HTTP/1.1`, 'Host: a', json, ...headers]
  const behind = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'
  test.each<[string, string[], string]>([
    ['two hosts', ['GET /livez HTTP/1.1', 'Host: a', 'Host: b'], behind],
    ['the same host twice', ['GET /livez HTTP/1.1', 'Host: a', 'host: a'], behind],
    ['no host', ['GET /livez HTTP/1.1', 'Accept: */*'], behind],
    ['a path as host', ['GET /livez HTTP/1.1', 'Host: a/b'], behind],
    ['two hosts in one', ['GET /livez HTTP/1.1', 'Host: a, b'], behind],
    ['a person before the host', ['GET /livez HTTP/1.1', 'Host: me@a'], behind],
    ['two lengths', post('Content-Length: 2', 'Content-Length: 3'), '{}'],
    ['the same length twice', post('Content-Length: 2', 'Content-Length: 2'), '{}'],
    ['lengths in a list', post('Content-Length: 2, 2'), '{}'],
    ['a length with a sign', post('Content-Length: +2'), '{}'],
    ['a negative length', post('Content-Length: -2'), '{}'],
    ['a length in hexadecimal', post('Content-Length: 0x2'), '{}'],
    ['a length and chunks', post('Content-Length: 2', 'Transfer-Encoding: chunked'), `0\r\n\r\n${behind}`],
    ['chunks and a length', post('Transfer-Encoding: chunked', 'Content-Length: 2'), `0\r\n\r\n${behind}`],
    ['another transfer encoding', post('Transfer-Encoding: identity'), '{}'],
    ['almost chunks', post('Transfer-Encoding: xchunked'), '{}'],
    ['packed chunks', post('Transfer-Encoding: gzip, chunked'), '2\r\n{}\r\n0\r\n\r\n'],
    ['chunks twice', post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), '2\r\n{}\r\n0\r\n\r\n'],
    ['chunks in HTTP/1.0', [`POST ${refresh} HTTP/1.0`, 'Host: a', json, 'Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'],
    ['a chunk without a size', post('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'],
    ['a chunk that is longer than it says', post('Transfer-Encoding: chunked'), '1\r\n{}\r\n0\r\n\r\n'],
    ['a folded header', ['GET /livez HTTP/1.1', 'Host: a', 'X-A: b', ' c'], behind],
    ['a space before the colon', ['GET /livez HTTP/1.1', 'Host: a', 'X-A : b'], behind],
    ['NUL in a header', ['GET /livez HTTP/1.1', 'Host: a', 'X-A: b\0c'], behind],
    ['a carriage return in a header', ['GET /livez HTTP/1.1', 'Host: a', 'X-A: b\rc'], behind],
    ['lines that end in LF alone', ['GET /livez HTTP/1.1\nHost: a'], behind],
    ['HTTP/2.0', ['GET /livez HTTP/2.0', 'Host: a'], behind],
    ['HTTP/1.2', ['GET /livez HTTP/1.2', 'Host: a'], behind],
    ['HTTP/0.9', ['GET /livez'], ''],
    ['a method in small letters', ['get /livez HTTP/1.1', 'Host: a'], behind],
    ['a method that nobody knows', ['BREW /livez HTTP/1.1', 'Host: a'], behind],
    ['the preface of HTTP/2', ['PRI * HTTP/2.0'], 'SM\r\n\r\n'],
    ['a fragment', ['GET /livez#top HTTP/1.1', 'Host: a'], behind],
    ['an octet that no address has', ['GET /livez\xff HTTP/1.1', 'Host: a'], behind],
    ['a space in the address', ['GET /livez /livez HTTP/1.1', 'Host: a'], behind],
    ['no HTTP at all', ['EHLO mail'], ''],
    ['a handshake of TLS', ['\x16\x03\x01\x02\x00\x01'], ''],
  ])('%s', async (_name, lines, more) => {
    const answers = await send(lines, more)
    expect(answers).toHaveLength(1)
    expectProblem(answers[0]!, 'MALFORMED')
  })
})

describe('what is too long, too slow or packed', () => {
  const head = (...headers: string[]) => ['GET /livez HTTP/1.1', 'Host: a', ...headers, 'Connection: close']
  const address = (length: number) => [`GET /api/${'a'.repeat(length - 5)} HTTP/1.1`, 'Host: a', 'Connection: close']
  test.each<[string, string[], ProblemCode]>([
    ['an address of 8,000 octets is taken', address(8_000), 'NOT_FOUND'],
    ['one of 8,001', address(8_001), 'ADDRESS_TOO_LONG'],
    ['one of 100,000', address(100_000), 'ADDRESS_TOO_LONG'],
    ['a header of 100,000', head(`X-Long: ${'a'.repeat(100_000)}`), 'HEAD_TOO_LARGE'],
    ['as many headers', head(...Array.from({ length: 4_000 }, (_, at) => `a${at}: b`)), 'HEAD_TOO_LARGE'],
    [
      'a body of more than 256 KiB, announced',
      [`POST ${refresh} HTTP/1.1`, 'Host: a', json, 'Content-Length: 262145', 'Connection: close'],
      'TOO_LARGE',
    ],
    ['a packed body', [`POST ${refresh} HTTP/1.1`, 'Host: a', json, 'Content-Encoding: gzip', 'Content-Length: 0'], 'WRONG_TYPE'],
    ['a body of no type', [`POST ${refresh} HTTP/1.1`, 'Host: a', 'Content-Length: 2', 'Connection: close'], 'WRONG_TYPE'],
  ])('%s', async (_name, lines, detail) => expectProblem((await send(lines, 'Content-Length: 2' === lines[2] ? '{}' : ''))[0]!, detail))

  test('a head that does not end in time', async () => {
    const accepted = new Promise<void>((done) =>
      server.http.once('connection', (socket) => {
        // Node looks for those every thirty seconds; here its finding comes at once.
        server.http.emit('clientError', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
        done()
      }),
    )
    const [answer] = await exchange(server.url, 'GET /livez HTTP/1.1\r\nHost: a\r\nX-')
    await accepted
    expectProblem(answer!, 'TOO_SLOW')
  })
})

describe('what is HTTP and rarely seen', () => {
  test.each<[string, string[], number, string]>([
    ['HTTP/1.0 without a host', ['GET /livez HTTP/1.0'], 200, '{"status":"ok"}'],
    ['an empty host', ['GET /livez HTTP/1.1', 'Host:', 'Connection: close'], 200, '{"status":"ok"}'],
    ['a host with a port', ['GET /livez HTTP/1.1', 'Host: [::1]:8080', 'Connection: close'], 200, '{"status":"ok"}'],
    ['an address as for a proxy', ['GET http://x.example/livez HTTP/1.1', 'Host: a', 'Connection: close'], 200, '{"status":"ok"}'],
    ['HEAD', ['HEAD /livez HTTP/1.1', 'Host: a', 'Connection: close'], 200, ''],
    ['HEAD of nothing', ['HEAD /api/nothing HTTP/1.1', 'Host: a', 'Connection: close'], 404, ''],
    ['HEAD that is malformed', ['HEAD /livez HTTP/1.1', 'Host: a', 'Host: b'], 400, ''],
    [
      'an upgrade that nobody offers',
      ['GET /livez HTTP/1.1', 'Host: a', 'Connection: Upgrade, close', 'Upgrade: websocket'],
      200,
      '{"status":"ok"}',
    ],
    ['headers in every case', ['GET /livez HTTP/1.1', 'hOsT: a', 'cOnNeCtIoN: ClOsE'], 200, '{"status":"ok"}'],
  ])('%s', async (_name, lines, status, text) => {
    const answers = await send(lines)
    expect(answers.map((answer) => [answer.status, answer.text])).toEqual([[status, text]])
  })

  test('two requests in one go are answered in their order', async () => {
    const answers = await send(['GET /livez HTTP/1.1', 'Host: a'], 'GET /api/nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(answers.map(({ status }) => status)).toEqual([200, 404])
  })

  test('a length that HEAD announces is the one of GET', async () => {
    const [whole] = await send(['GET /api/v1/common/contact HTTP/1.1', 'Host: a', 'Connection: close'])
    const [head] = await send(['HEAD /api/v1/common/contact HTTP/1.1', 'Host: a', 'Connection: close'])
    expect([head!.headers.get('content-length'), head!.text]).toEqual([whole!.headers.get('content-length'), ''])
  })
})

describe('a sender who waits to be asked for the body (Expect: 100-continue)', () => {
  const expecting = (path: string, ...more: string[]) => [
    `POST ${path} HTTP/1.1`,
    'Host: a',
    json,
    'Expect: 100-continue',
    'Content-Length: 2',
    ...more,
  ]

  test('is asked when it is wanted', async () => {
    const answers = await send(expecting(refresh, 'Connection: close'), '{}')
    expect(answers.map(({ status }) => status)).toEqual([100, 422])
  })
  test('is refused without it, and the connection ends: what came next could be taken for the body', async () => {
    const answers = await send(expecting('/api/v1/auth/logout'))
    expect(answers.map(({ status }) => status)).toEqual([401])
    expect(answers[0]!.headers.get('connection')).toBe('close')
  })
  test('is refused without it when it would be too large', async () => {
    const lines = [`POST ${refresh} HTTP/1.1`, 'Host: a', json, 'Expect: 100-continue', 'Content-Length: 262145']
    expect((await send(lines)).map(({ status }) => status)).toEqual([413])
  })
  test('is asked by the calls of octets, too', async () => {
    const lines = [
      'POST /pki/tsa HTTP/1.1',
      'Host: a',
      'Content-Type: application/timestamp-query',
      'Expect: 100-continue',
      'Content-Length: 2',
    ]
    const answers = await send([...lines, 'Connection: close'], '{}')
    expect(answers.map(({ status }) => status)).toEqual([100, 200])
  })
  test('for anything else is refused', async () => {
    const answers = await send([`POST ${refresh} HTTP/1.1`, 'Host: a', 'Expect: a-miracle', 'Connection: close', 'Content-Length: 0'])
    expect(answers.map(({ status }) => status)).toEqual([417])
  })
})

test('a method that an address does not take is refused with those that it takes', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']) {
    const answer = await raw(server.url, `${method} ${refresh} HTTP/1.1`)
    expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
})

test('what is posted to a page, where links are opened too, is no fault of ours in the log', async () => {
  const answer = await raw(server.url, 'POST /robots.txt HTTP/1.1', [json, 'Content-Length: 2'], '{}')
  expect([answer.status, answer.headers.get('allow'), answer.body.detail]).toEqual([405, 'GET, HEAD', 'METHOD'])
  const told = server.lines.filter((line) => line.includes(answer.body.reference)).map((line) => (JSON.parse(line) as { msg: string }).msg)
  expect(told).toEqual(['problem'])
})

test('a tunnel is not dug: the connection ends', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').resume()
  socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n')
  await new Promise((done) => socket.once('close', done))
  expect(socket.bytesRead).toBe(0)
})

describe('what a 401 asks for', () => {
  const bearer = 'Bearer realm="Tawqi"'
  const dpop = 'DPoP realm="Tawqi", algs="ES256"'
  const wrong = 'error="invalid_token"'
  test.each([
    ['no token', [], `${bearer}, ${dpop}`],
    ['a token that is none', ['Authorization: Bearer x'], `${bearer}, ${wrong}, ${dpop}, ${wrong}`],
    ['another scheme', ['Authorization: Basic eDp5'], `${bearer}, ${wrong}, ${dpop}, ${wrong}`],
  ])('%s', async (_name, headers, asked) => {
    const answer = await raw(server.url, 'GET /api/v1/profile/my HTTP/1.1', headers)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, asked])
  })

  test('the scheme is read in any case', async () => {
    const { session, deviceId } = await server.signIn(cast.faisal)
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'DPoP', 'dpop']) {
      const answer = await raw(server.url, 'GET /api/v1/profile/my HTTP/1.1', [
        `Authorization: ${scheme} ${session.token}`,
        `X-DEVICE-ID: ${deviceId}`,
      ])
      expect([scheme, answer.status]).toEqual([scheme, 200])
    }
  })
})
