/** Senders that stop, drip, or are slow in earnest, over raw sockets: the first two are told so and keep nobody from anything, the last is waited for. */
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { simplePdf } from '#test/fixtures/pdf/make/write.ts'
import { testServer, type TestServer } from '#test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
}, 120_000)
afterAll(() => server.close())

const pdf = Buffer.from(simplePdf())

/** Announces a body for verification, and leaves it to the caller. */
async function announce(length: number, from: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/v1/verify HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\naccept-language: en\r\ncontent-type: application/pdf\r\ncontent-length: ${length}\r\n\r\n`,
  )
  return socket
}

const verifyFrom = (address: string) =>
  server.browser().send('POST', '/api/v1/verify', { body: pdf, headers: { 'content-type': 'application/pdf', 'x-forwarded-for': address } })

const arriving = async () => (await readdir(join(server.app.configuration.DATA_DIR, 'incoming'))).length

test('more stalled senders than an address may have files close verification for nobody behind it', { timeout: 180_000 }, async () => {
  const stalled: Socket[] = []
  for (let round = 0; round < 8; round++) {
    for (let i = 0; i < 4; i++) stalled.push(await announce(1_000_000, '203.0.113.7'))
    for (const socket of stalled) socket.write('%')
    await wait(2_500)
  }
  const answers = stalled.map((socket) => text(socket).catch(() => ''))
  // Thirty-two began, thirty are what one address may have read in ten minutes.
  expect((await verifyFrom('203.0.113.7')).status).toBe(200)
  for (const socket of stalled) socket.end()
  expect((await Promise.all(answers)).filter((answer) => answer.startsWith('HTTP/1.1 408 '))).not.toEqual([])
  await vi.waitFor(async () => expect(await arriving()).toBe(0), 10_000)
})

test('who is silent or drips is told so, and let go of; who is slow in earnest is waited for', { timeout: 240_000 }, async () => {
  const steadyBytes = 18 * 16_000
  const [silent, dripping, steady] = await Promise.all([
    announce(pdf.length, '203.0.113.1'),
    announce(1_000_000, '203.0.113.2'),
    announce(steadyBytes, '203.0.113.3'),
  ])
  silent.write(pdf.subarray(0, 10))
  const drops = setInterval(() => dripping.write('%'), 300)
  const told = [silent, dripping].map(async (socket) => {
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toContain('"detail":"TOO_SLOW"')
  })
  // 64 kbit/s, for longer than anybody may be silent.
  const answer = once(steady, 'data').then(([bytes]) => String(bytes))
  const begun = performance.now()
  for (let sent = 0; sent < steadyBytes; sent += 16_000) {
    steady.write(Buffer.alloc(16_000, '%'))
    await wait(2_000)
  }
  expect(performance.now() - begun).toBeGreaterThan(34_000)
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
  await Promise.all(told)
  clearInterval(drops)
  steady.destroy()
  await vi.waitFor(async () => expect(await arriving()).toBe(0), 10_000)
})

test('a sender that goes away is a line with a status of its own, and no error of ours', { timeout: 60_000 }, async () => {
  const before = server.lines.length
  const since = () => server.lines.slice(before).map((line) => JSON.parse(line) as { level: number; path?: string; status?: number })
  const socket = await announce(1_000_000, '203.0.113.9')
  await vi.waitFor(async () => expect(await arriving()).toBe(1), 20_000)
  socket.destroy()
  const seen = { path: '/api/v1/verify', status: 499 }
  await vi.waitFor(() => expect(since()).toContainEqual(expect.objectContaining(seen)), 20_000)
  expect(since().filter(({ level }) => level >= 50)).toEqual([])
  expect(await arriving()).toBe(0)
})

test('a whole document is answered, however long its reading takes', { timeout: 60_000 }, async () => {
  const usual = server.http.timeout
  server.http.setTimeout(100) // less than a process needs to start
  try {
    expect((await verifyFrom('203.0.113.10')).status).toBe(200)
  } finally {
    server.http.setTimeout(usual)
  }
})

test('a large body that nobody wanted is read to its end, and the connection goes on', { timeout: 120_000 }, async () => {
  const bytes = 20_000_000
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const answers = text(socket)
  socket.write(
    `POST /api/v1/esign/my/uploads?name=a.pdf HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: ${bytes}\r\n\r\n`,
  )
  for (let sent = 0; sent < bytes; sent += 1_000_000) {
    if (!socket.write(Buffer.alloc(1_000_000, '%'))) await once(socket, 'drain')
    await wait(20)
  }
  socket.end('GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  expect((await answers).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200'])
})
