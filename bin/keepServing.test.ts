/** `npm start` as a person has it: what ends the product's process hard is followed by the product, on the same address, by itself. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSimulators } from '#simulators/main.ts'
import { testDatabase, type TestDatabase } from '#test/database.ts'
import { freePort } from '#test/ports.ts'
import { productEnvironment } from '#test/productProcess.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-keep-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
const started: ChildProcess[] = []
let port: number

beforeAll(async () => {
  database = await testDatabase()
  simulators = await startSimulators({ port: 0 })
  port = await freePort()
}, 180_000)
afterAll(async () => {
  for (const launcher of started) launcher.kill('SIGKILL')
  await simulators.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

function npmStart(env: Record<string, string> = {}) {
  const launcher = spawn(process.execPath, ['bin/tawqi.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...productEnvironment({ folder, port, database, simulators }), ...env },
  })
  started.push(launcher)
  let said = ''
  for (const stream of [launcher.stdout, launcher.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { launcher, said: () => said }
}

/** The process below the launcher whose first argument is this script. */
function runs(script: string, parent: number): number | undefined {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0').includes(script)) continue
      const [, , , of] = readFileSync(`/proc/${entry}/stat`, 'utf8')
        .replace(/\(.*\)/, 'x')
        .split(' ')
      if (Number(of) === parent) return Number(entry)
    } catch {
      continue // it ended meanwhile
    }
  }
  return undefined
}

const serves = () =>
  vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200), { timeout: 240_000, interval: 100 })

test.runIf(process.platform === 'linux')(
  'a server that is killed hard is served again by another process, and both end when they are asked to',
  { timeout: 600_000 },
  async () => {
    const { launcher, said } = npmStart()
    await serves()
    const first = runs('server/main.ts', launcher.pid!)!
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => expect(said()).toContain('ended unasked (137)'), { timeout: 60_000, interval: 100 })
    await serves()
    const second = runs('server/main.ts', launcher.pid!)!
    expect(second).not.toBe(first)
    const exit = once(launcher, 'exit')
    launcher.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    expect(() => process.kill(second, 0)).toThrow('ESRCH')
  },
)

test.runIf(process.platform === 'linux')('a server whose launcher was killed ends by itself', { timeout: 400_000 }, async () => {
  const { launcher } = npmStart()
  await serves()
  const server = runs('server/main.ts', launcher.pid!)!
  launcher.kill('SIGKILL')
  await vi.waitFor(() => expect(() => process.kill(server, 0)).toThrow('ESRCH'), { timeout: 60_000, interval: 100 })
})

test.runIf(process.platform === 'linux')('what npm started ends when npm was asked to', { timeout: 400_000 }, async () => {
  const npm = spawn('sh', ['-c', `"${process.execPath}" bin/tawqi.mjs start; exit`], {
    stdio: 'ignore',
    env: { ...productEnvironment({ folder, port, database, simulators }), npm_lifecycle_event: 'start' },
  })
  started.push(npm)
  await serves()
  npm.kill('SIGTERM')
  await vi.waitFor(() => expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed'), {
    timeout: 60_000,
    interval: 100,
  })
})

test('what cannot start at all says why once, and is not tried again', { timeout: 240_000 }, async () => {
  const { launcher, said } = npmStart({ PORT: 'none' })
  expect(await once(launcher, 'exit')).toEqual([1, null])
  expect(said()).toContain('PORT must be')
  expect(said().match(/The product does not start/g)).toHaveLength(1)
  expect(said()).not.toContain('starts again')
})
