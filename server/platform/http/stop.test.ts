/** The product as a process of its own: what is under way is finished, what comes after is refused, and the process ends. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulators } from '#simulators/main.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/ports.ts'
import { startProduct } from '#test/productProcess.ts'
import { nationalIdWith } from '#test/nationalIds.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-stop-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
let product: ChildProcess
let port: number

beforeAll(async () => {
  database = await testDatabase()
  simulators = await startSimulators({ port: 0 })
  port = await freePort()
  product = await startProduct({ folder, port, database, simulators })
}, 60_000)
afterAll(async () => {
  product.kill('SIGKILL')
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const requestText = (number: number) => {
  const body = JSON.stringify({ nationalID: nationalIdWith(1, number) })
  return `POST /api/v1/auth/nafath/login/initiate HTTP/1.1\r\nhost: x\r\nx-device-id: a-device-of-test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

test('SIGTERM: the answer under way arrives, nothing new is taken, and the process ends', async () => {
  await fetch(`${simulators.url}/nafath/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ latencyMs: 2_000 }),
  })
  const idle = connect(port, '127.0.0.1')
  await once(idle, 'connect')
  const busy = connect(port, '127.0.0.1')
  const second = connect(port, '127.0.0.1')
  busy.write(requestText(1))
  second.write(requestText(2))
  await wait(700)
  const exit = once(product, 'exit')
  product.kill('SIGTERM')
  await wait(300)
  const late = connect(port, '127.0.0.1')
  const [refused] = (await once(late, 'error')) as [NodeJS.ErrnoException]
  expect(refused.code).toBe('ECONNREFUSED')
  const answers = await Promise.all([busy, second].map(readText))
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
    expect(answer).toMatch(/"status":"1"/)
  }
  const began = performance.now()
  expect(await readText(idle)).toBe('')
  expect(await exit).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(10_000)
})

test(
  'SIGTERM where a balancer asks for readiness: it hears no, everybody is served until then, and kept connections end with an answer',
  { timeout: 120_000 },
  async () => {
    const port = await freePort()
    const replica = await startProduct({ folder, port, database, simulators })
    const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
    try {
      expect((await get('/readyz')).status).toBe(200)
      const exit = once(replica, 'exit')
      replica.kill('SIGTERM')
      for (let heard = 0, i = 0; heard < 3; i++) {
        const [ready, answer] = await Promise.all([get('/readyz'), get('/livez')])
        expect([answer.status, i > 20]).toEqual([200, false])
        if (ready.status === 503) {
          expect(answer.headers.get('connection')).toBe('close')
          heard++
        }
        await wait(2_000)
      }
      expect(await exit).toEqual([0, null])
    } finally {
      replica.kill('SIGKILL')
    }
  },
)
