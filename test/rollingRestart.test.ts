/** Two replicas behind a balancer that asks for readiness, restarted in turn under load: nobody notices. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulators } from '#simulators/main.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'
import { isRelease } from './volume.ts'

const isThere = spawnSync('haproxy', ['-v']).status === 0
if (isRelease && !isThere) console.log('skipped: haproxy is not installed')
const [rolls, clients] = [5, 50]
const folder = mkdtempSync(join(tmpdir(), 'tawqi-rolls-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
let balancer: ChildProcess
let url: string
const replicas: { port: number; product: ChildProcess }[] = []

const start = (port: number) => startProduct({ folder, port, database, simulators })

beforeAll(async () => {
  if (!isRelease || !isThere) return
  database = await testDatabase()
  simulators = await startSimulators({ port: 0 })
  for (const port of [await freePort(), await freePort()]) replicas.push({ port, product: await start(port) })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  const servers = replicas.map((replica, i) => `  server replica${i} 127.0.0.1:${replica.port} check inter 2s fall 3 rise 1`)
  const settings = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  option redispatch
  retries 3
listen tawqi
  bind 127.0.0.1:${port}
  balance roundrobin
  option httpchk GET /readyz
${servers.join('\n')}
`
  writeFileSync(join(folder, 'haproxy.cfg'), settings)
  balancer = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' })
  await wait(3_000)
}, 300_000)
afterAll(async () => {
  for (const { product } of replicas) product.kill('SIGKILL')
  balancer?.kill('SIGKILL')
  await simulators?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

const agent = new Agent({ keepAlive: true, maxSockets: clients })
async function get(path: string): Promise<number> {
  const sent = request(url + path, { agent }).end()
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.statusCode!
}

test.skipIf(!isRelease || !isThere)(
  `${rolls} rolling restarts under ${clients} connections: no request fails`,
  { timeout: 900_000 },
  async () => {
    let isOver = false
    const outcomes = new Map<string, number>()
    const loads = Array.from({ length: clients }, async () => {
      while (!isOver) {
        const outcome = await get('/pki/crl/people.crl').then(String, (error: Error) => error.message)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      }
    })
    for (let roll = 0; roll < rolls; roll++) {
      const replica = replicas[roll % 2]!
      const exit = once(replica.product, 'exit')
      replica.product.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
      replica.product = await start(replica.port)
      await wait(5_000)
    }
    isOver = true
    await Promise.all(loads)
    console.log(Object.fromEntries(outcomes))
    expect([...outcomes.keys()]).toEqual(['200'])
  },
)
