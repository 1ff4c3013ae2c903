import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { httpClient } from './http.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function party(answer: RequestListener) {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const policy = { provider: 'party', timeoutMs: 10_000, maxBytes: 1000 }

const faults: [string, RequestListener, string, string | undefined][] = [
  ['an error of theirs', (_, res) => res.writeHead(503).end('{}'), 'status', '503'],
  ['too many requests', (_, res) => res.writeHead(429).end('{}'), 'status', '429'],
  ['a redirect', (_, res) => res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'status', '302'],
  ['no answer', () => {}, 'timeout', undefined],
  ['half an answer', (_, res) => void res.writeHead(200).write('{"a"'), 'timeout', undefined],
  ['a cut line', (_, res) => void res.socket?.destroy(), 'network', undefined],
  [
    'a cut body',
    (_, res) => void res.writeHead(200, { 'content-length': 50 }).write('{"a"', () => res.socket?.destroy()),
    'network',
    undefined,
  ],
  ['an endless answer', (_, res) => res.end(' '.repeat(1001)), 'answer', 'too long'],
  ['something else than JSON', (_, res) => res.end('<html>'), 'answer', 'not JSON'],
  ['NUL in a text', (_, res) => res.end('{"ok":true,"message":"\\u0000"}'), 'answer', 'not JSON'],
  ['half a surrogate pair', (_, res) => res.end('{"ok":true,"message":"\\ud800"}'), 'answer', 'not JSON'],
  ['another shape', (_, res) => res.end('{"ok":"yes"}'), 'answer', 'unexpected shape'],
]

test.each(faults)('%s is reported as unavailable', async (_, answer, reason, code) => {
  const call = httpClient({ ...policy, timeoutMs: reason === 'timeout' ? 300 : policy.timeoutMs })
  const url = await party(answer)
  await expect(call({ url }).then((got) => got.read(z.object({ ok: z.boolean() })))).rejects.toMatchObject({
    name: 'ProviderUnavailable',
    provider: 'party',
    reason,
    code,
  })
})

test('an unknown host and a closed port are network failures', async () => {
  const call = httpClient(policy)
  await expect(call({ url: 'http://nobody.invalid/' })).rejects.toMatchObject({ reason: 'network' })
  await expect(call({ url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ reason: 'network' })
})

test('a refusal is the adapter’s to judge, and bodies arrive as sent', async () => {
  const url = await party((req, res) => {
    let body = ''
    req.on('data', (part) => (body += part))
    req.on('end', () => res.writeHead(422).end(JSON.stringify({ type: req.headers['content-type'], body })))
  })
  const call = httpClient(policy)
  const shape = z.object({ type: z.string(), body: z.string() })
  const json = await call({ method: 'POST', url, json: { name: 'نورة' } })
  expect(json.status).toBe(422)
  expect(json.read(shape)).toEqual({ type: 'application/json', body: '{"name":"نورة"}' })
  const form = await call({ method: 'POST', url, form: { a: 'ب&' } })
  expect(form.read(shape)).toEqual({ type: 'application/x-www-form-urlencoded', body: 'a=%D8%A8%26' })
})

test('a party that hangs takes no more than its share of callers', async () => {
  const url = await party(() => {})
  const call = httpClient({ ...policy, timeoutMs: 300, maxInFlight: 2 })
  const waiting = [call({ url }), call({ url })].map((one) => one.catch((error) => error.reason))
  await expect(call({ url })).rejects.toMatchObject({ reason: 'crowded' })
  expect(await Promise.all(waiting)).toEqual(['timeout', 'timeout'])
  await expect(call({ url })).rejects.toMatchObject({ reason: 'timeout' })
})
