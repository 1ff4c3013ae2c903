/** Status requests and time stamps, on the straight way and on the common one. */
import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { certIdFor, issuerHashesOf, writeOcspRequest } from '#pki/revocation/ocspRequest.ts'
import { readOcspResponse } from '#pki/revocation/readOcspResponse.ts'
import { readTimeStampToken, tokenOfResponse } from '#pki/timestamp/readToken.ts'
import { writeTimeStampRequest } from '#pki/timestamp/request.ts'
import { readCertificate } from '#pki/x509/certificate.ts'
import { testServer, type TestServer } from '#test/server.ts'

const ocsp = '/pki/ocsp/people'
const ocspType = { 'content-type': 'application/ocsp-request' }
const tsaType = { 'content-type': 'application/timestamp-query' }
const folder = mkdtempSync(join(tmpdir(), 'tawqi-octets-'))
let server: TestServer
let closed = false
const close = async () => {
  if (!closed) await server.close()
  closed = true
}
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

async function send(path: string, body: Uint8Array | ReadableStream, headers: Record<string, string>, method = 'POST') {
  const answer = await fetch(server.url + path, { method, body: body as BodyInit, headers, duplex: 'half' } as RequestInit)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const inPieces = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]).stream()
const problemOf = (bytes: Buffer) => JSON.parse(bytes.toString()) as { detail: string; reference: string }
const people = () => readCertificate(server.app.authority.certificateOf('people'))
const asking = (serial: Uint8Array) => writeOcspRequest(certIdFor(issuerHashesOf(people()), serial), randomBytes(16))
const stamping = () => writeTimeStampRequest(randomBytes(32), randomBytes(8))
/** A serial number that is on record as issued: the responder's own. */
const issued = async () => {
  const { bytes } = await send(ocsp, asking(new Uint8Array([0x5a, ...randomBytes(16)])), ocspType)
  return readOcspResponse(bytes).certificates[0]!.serial
}
const requestLines = (path: string) => server.lines.filter((line) => line.includes(`"path":"${path}"`) && line.includes('"msg":"request"'))

test('both ways answer alike, but for the log line of each', async () => {
  for (const [path, address, type, body] of [
    [ocsp, '/pki/ocsp/:unit', ocspType, asking(await issued())],
    ['/pki/tsa', '/pki/tsa', tsaType, stamping()],
  ] as const) {
    const before = requestLines(address).length
    const straight = await send(path, body, type)
    expect(requestLines(address).length).toBe(before)
    const common = await send(path, inPieces(body), type)
    expect(requestLines(address).length).toBe(before + 1)
    expect([straight.status, common.status]).toEqual([200, 200])
    const stable = ({ headers }: typeof common) =>
      Object.fromEntries([...headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name)))
    expect(stable(straight)).toEqual(stable(common))
    expect(straight.headers.get('x-request-id')).toMatch(/^[\w-]{12}$/)
    expect(straight.headers.get('x-request-id')).not.toBe(common.headers.get('x-request-id'))
  }
})

test('each answer is about what was asked, and signed anew', async () => {
  const good = await issued()
  const unknown = new Uint8Array([0x5a, ...randomBytes(16)])
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async (_, i) => readOcspResponse((await send(ocsp, asking(i % 2 ? good : unknown), ocspType)).bytes)),
  )
  expect(statuses.map(({ responses }) => responses[0]!.status.status)).toEqual(statuses.map((_, i) => (i % 2 ? 'good' : 'unknown')))
  expect(new Set(statuses.map(({ signature }) => Buffer.from(signature).toString('hex'))).size).toBe(40)
  const bodies = Array.from({ length: 20 }, stamping)
  const tokens = await Promise.all(
    bodies.map(async (body) => readTimeStampToken(tokenOfResponse((await send('/pki/tsa', body, tsaType)).bytes))),
  )
  expect(new Set(tokens.map(({ serial }) => Buffer.from(serial).toString('hex'))).size).toBe(20)
  for (const [i, token] of tokens.entries()) expect(Buffer.from(bodies[i]!).includes(token.hashedMessage)).toBe(true)
})

test('OpenSSL asks, is answered, and is content', async () => {
  const { authority } = server.app
  for (const id of ['root', 'people', 'seals'] as const) {
    writeFileSync(join(folder, `${id}.cer`), authority.certificateOf(id))
    execFileSync('openssl', ['x509', '-inform', 'DER', '-in', join(folder, `${id}.cer`), '-out', join(folder, `${id}.pem`)])
  }
  const run = promisify(execFile) // the server that it asks runs in this process
  const serial = Buffer.from(await issued()).toString('hex')
  const about = ['-issuer', 'people.pem', '-serial', `0x${serial}`, '-CAfile', 'root.pem', '-verify_other', 'people.pem']
  const asked = await run('openssl', ['ocsp', '-url', server.url + ocsp, ...about], { cwd: folder })
  expect([asked.stderr, asked.stdout]).toEqual([expect.stringContaining('Response verify OK'), expect.stringMatching(/: good\n/)])
  await run('openssl', ['ts', '-query', '-data', 'root.cer', '-sha256', '-cert', '-out', 'query'], { cwd: folder })
  writeFileSync(join(folder, 'reply'), (await send('/pki/tsa', readFileSync(join(folder, 'query')), tsaType)).bytes)
  const verified = await run('openssl', ['ts', '-verify', '-queryfile', 'query', '-in', 'reply', '-CAfile', 'root.pem'], { cwd: folder })
  expect(verified.stdout + verified.stderr).toMatch(/Verification: OK/)
})

test.each([
  ['one octet too many', ocsp, ocspType, new Uint8Array(4_097), 413, 'TOO_LARGE'],
  ['one octet too many, in pieces', ocsp, ocspType, 4_097, 413, 'TOO_LARGE'],
  ['another type', ocsp, tsaType, new Uint8Array(9), 415, 'WRONG_TYPE'],
  ['an authority that there is not', '/pki/ocsp/root', ocspType, new Uint8Array(9), 404, 'NOT_FOUND'],
])('%s is refused in the common words', async (_name, path, type, body, status, detail) => {
  const answer = await send(path, typeof body === 'number' ? inPieces(new Uint8Array(body)) : body, type)
  const problem = problemOf(answer.bytes)
  expect([answer.status, problem.detail]).toEqual([status, detail])
  expect(answer.headers.get('x-request-id')).toBe(problem.reference)
  expect(server.lines.some((line) => line.includes(`"reference":"${problem.reference}"`))).toBe(true)
})

test('another method says which there are', async () => {
  const answer = await send(ocsp, new Uint8Array(9), ocspType, 'PUT')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
})

test('a type with a parameter, and as many octets as are allowed, are answered', async () => {
  const answer = await send(ocsp, asking(await issued()), { 'content-type': 'Application/OCSP-request; x=1' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/ocsp-response'])
  const nonsense = await send(ocsp, new Uint8Array(4_096), ocspType)
  expect([nonsense.status, [...nonsense.bytes]]).toEqual([200, [0x30, 3, 0x0a, 1, 1]]) // malformedRequest (RFC 6960 §4.2.1)
  const empty = await send(ocsp, new Uint8Array(0), ocspType)
  expect([empty.status, [...empty.bytes]]).toEqual([200, [0x30, 3, 0x0a, 1, 1]])
})

test('our own fault: 500 without a word about it, and the log has it', async () => {
  const about = asking(new Uint8Array([0x5a, ...randomBytes(16)]))
  await server.owner.schema.alterTable('certificate').renameTo('certificate_away').execute()
  const answer = await send(ocsp, about, { ...ocspType, 'accept-language': 'en' })
  await server.owner.schema.alterTable('certificate_away').renameTo('certificate').execute()
  const problem = problemOf(answer.bytes)
  expect([answer.status, problem.detail, answer.headers.get('content-type')]).toEqual([
    500,
    'UNEXPECTED',
    'application/problem+json; charset=utf-8',
  ])
  expect(answer.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'/)
  expect(answer.bytes.toString()).not.toMatch(/certificate|relation|select/)
  expect(server.lines.find((line) => line.includes(problem.reference))).toMatch(/"level":50.*relation/)
  expect((await send(ocsp, about, ocspType)).status).toBe(200)
})

const head = (length: number) =>
  `POST ${ocsp} HTTP/1.1\r\nhost: x\r\ncontent-type: application/ocsp-request\r\ncontent-length: ${length}\r\n`
const dial = async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

test('a sender that goes away, before its body is whole or before its answer, harms nobody', async () => {
  const about = asking(new Uint8Array([0x5a, ...randomBytes(16)]))
  for (let i = 0; i < 20; i++) {
    const [half, whole] = [await dial(), await dial()]
    half.write(`${head(about.length)}\r\n`)
    half.write(about.subarray(0, 20))
    whole.write(`${head(about.length)}\r\n`)
    whole.write(about)
    await new Promise((done) => setTimeout(done, i % 3))
    half.destroy()
    whole.resetAndDestroy()
  }
  await expect.poll(() => server.lines.filter((line) => line.includes('"code":"MALFORMED"')).length).toBeGreaterThanOrEqual(20)
  expect(server.lines.filter((line) => line.includes('"level":50') && !line.includes('certificate'))).toEqual([])
  expect((await send(ocsp, about, ocspType)).status).toBe(200)
})

test('requests one behind the other on a connection are answered in their order', async () => {
  const good = await issued()
  const bodies = [asking(good), asking(new Uint8Array([0x5a, ...randomBytes(16)])), asking(good)]
  const socket = await dial()
  socket.write(
    Buffer.concat(bodies.flatMap((body, i) => [Buffer.from(`${head(body.length)}${i === 2 ? 'connection: close\r\n' : ''}\r\n`), body])),
  )
  const answers = []
  let rest = Buffer.concat(await Array.fromAsync(socket))
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n') + 4
    const length = Number(/content-length: (\d+)/i.exec(rest.toString('latin1', 0, end))![1])
    answers.push(readOcspResponse(rest.subarray(end, end + length)).responses[0]!.status.status)
    rest = rest.subarray(end + length)
  }
  expect(answers).toEqual(['good', 'unknown', 'good'])
})

test('Expect: 100-continue is met', async () => {
  const about = asking(new Uint8Array([0x5a, ...randomBytes(16)]))
  const socket = await dial()
  socket.write(`${head(about.length)}expect: 100-continue\r\nconnection: close\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  expect(first.toString()).toMatch(/^HTTP\/1\.1 100 /)
  socket.write(about)
  expect(await readText(socket)).toMatch(/^HTTP\/1\.1 200 /)
})

test('what was answered is counted in the log', async () => {
  await close()
  const lines = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'requests')
  const counted = (path: string) => lines.filter((line) => line.path === path).reduce((sum, { answered }) => sum + answered, 0)
  expect(counted('/pki/tsa')).toBe(22)
  expect(counted('/pki/ocsp/:unit')).toBeGreaterThan(40)
  for (const { method, status, slowestMs } of lines) expect([method, status, slowestMs]).toEqual(['POST', 200, expect.any(Number)])
})
