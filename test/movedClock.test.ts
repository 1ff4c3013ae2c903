/** The running product's clock is moved from outside, as an administrator, a hypervisor or an attacker moves it: no time stamp is wrong by a second. */
import { execFile, type ChildProcess } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boolean, integer, sequence } from '#pki/der/write.ts'
import { readTimeStampToken, tokenOfResponse } from '#pki/timestamp/readToken.ts'
import { sha256Imprint, TimeStampError } from '#pki/timestamp/request.ts'
import { startSimulators } from '#simulators/main.ts'
import { startNtp } from '#simulators/ntp/ntp.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { freePort } from './ports.ts'
import { startProduct } from './productProcess.ts'

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
const folder = mkdtempSync(join(tmpdir(), 'tawqi-moved-'))
let database: TestDatabase
let simulators: Awaited<ReturnType<typeof startSimulators>>
const timeServers: Awaited<ReturnType<typeof startNtp>>[] = []
const running: ChildProcess[] = []

beforeAll(async () => {
  database = await testDatabase()
  simulators = await startSimulators({ port: 0, nafath: { decideAfterMs: 50 } })
  for (let i = 0; i < 3; i++) timeServers.push(await startNtp())
}, 60_000)
afterAll(async () => {
  for (const product of running) product.kill('SIGKILL')
  await Promise.all([simulators.close(), ...timeServers.map((server) => server.close())])
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A product whose clock this test moves: `+2`, `-5`, `+400d`; `+0` is right. */
async function withMovableClock(name: string, env: Record<string, string>, first = '+0') {
  const file = join(folder, `${name}.clock`)
  const move = (to: string) => writeFileSync(file, `${to}\n`)
  move(first)
  const port = await freePort()
  const faked = { LD_PRELOAD: library!, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', NODE_COMPILE_CACHE: '' }
  // One product may see another's keys through the database; so they share the folder.
  const product = await startProduct({ folder: join(folder, 'data'), port, database, simulators, env: { ...faked, ...env } })
  running.push(product)
  return { url: `http://127.0.0.1:${port}`, move, product }
}

type Stamp = { off: number; accuracyMs: number } | 'timeNotAvailable'

async function stamp(url: string): Promise<Stamp> {
  const imprint = sha256Imprint(hash('sha256', randomBytes(32), 'buffer'))
  const asked = Date.now()
  const body = Buffer.from(sequence(integer(1), imprint, boolean(true)))
  const send = () => fetch(`${url}/pki/tsa`, { method: 'POST', headers: { 'content-type': 'application/timestamp-query' }, body })
  const response = await send().catch(send) // a clock that leaps closes idle connections
  const answer = new Uint8Array(await response.arrayBuffer())
  try {
    const { at, accuracyMilliseconds } = readTimeStampToken(tokenOfResponse(answer))
    const off = Math.max(asked - at.getTime(), at.getTime() - Date.now(), 0)
    return { off, accuracyMs: accuracyMilliseconds! }
  } catch (error) {
    if (error instanceof TimeStampError && error.failure === 'timeNotAvailable') return 'timeNotAvailable'
    throw error
  }
}

/** Asks for stamps for a while. */
async function stampsFor(url: string, ms: number): Promise<Stamp[]> {
  const stamps: Stamp[] = []
  for (const until = Date.now() + ms; Date.now() < until; await wait(20)) stamps.push(await stamp(url))
  return stamps
}

const run = promisify(execFile)
/** An operator's command beside the running product, on a clock that nobody moved. */
const command = (...args: string[]) =>
  run(process.execPath, ['bin/tawqi.mjs', 'time', ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
  })

/** As a person does who presses the key at the moment; how long the command takes to begin is learnt from its refusals. */
async function confirmNow(): Promise<void> {
  for (let lead = 500, tries = 0; tries < 20; tries++) {
    const began = Date.now()
    const said = await command('confirm', new Date(began + lead).toISOString()).catch((error: { stderr: string }) => ({
      stdout: '',
      ...error,
    }))
    if (said.stdout.includes('Confirmed')) return
    lead = Date.parse(/showed (\S+),/.exec(said.stderr)![1]!) - began
  }
  throw new Error('the command never began in time')
}

const silence = new Set(['timeNotAvailable'])
const wrong = (stamps: Stamp[]) => stamps.filter((one) => one !== 'timeNotAvailable' && one.off > one.accuracyMs)

async function untilStamped(url: string): Promise<{ seconds: number; stamps: Stamp[] }> {
  const began = performance.now()
  const stamps: Stamp[] = []
  while (stamps.at(-1) === 'timeNotAvailable' || stamps.length === 0) {
    stamps.push(await stamp(url))
    await wait(100)
  }
  return { seconds: (performance.now() - began) / 1000, stamps }
}

test.skipIf(!library)(
  'with time servers: silent while the clock is wrong, one of three servers lies, and heard again within a minute',
  { timeout: 180_000 },
  async () => {
    timeServers[2]!.behave({ aheadMs: 3_600_000 })
    const NTP_SERVERS = timeServers.map(({ address }) => address).join(',')
    const { url, move } = await withMovableClock('served', { NTP_SERVERS, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    for (const one of await stampsFor(url, 500)) expect(one).toMatchObject({ accuracyMs: expect.any(Number) })
    for (const to of ['+2', '-5', '+400d']) {
      move(to)
      expect(wrong(await stampsFor(url, 3_000))).toEqual([])
      expect(new Set(await stampsFor(url, 500))).toEqual(silence)
    }
    move('+0')
    const { seconds, stamps } = await untilStamped(url)
    console.log(`stamped again after ${seconds.toFixed(1)} s`)
    expect(wrong(stamps)).toEqual([])
    expect(seconds).toBeLessThan(60)
  },
)

test.skipIf(!library)(
  'with time servers: no stamp before most of them agree with each other and with the clock',
  { timeout: 180_000 },
  async () => {
    timeServers[1]!.behave({ aheadMs: 2_000 })
    timeServers[2]!.behave({ aheadMs: -3_600_000 })
    const NTP_SERVERS = timeServers.map(({ address }) => address).join(',')
    const { url, move } = await withMovableClock('wrong', { NTP_SERVERS, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    expect(new Set(await stampsFor(url, 500))).toEqual(silence)
    move('+2')
    for (const server of timeServers) server.behave({})
    expect(new Set(await stampsFor(url, 20_000))).toEqual(silence)
    move('+0')
    const { seconds, stamps } = await untilStamped(url)
    expect([wrong(stamps), seconds < 60]).toEqual([[], true])
  },
)

test.skipIf(!library)(
  'without a time server: silent after a step, also when it is undone, until an operator confirms the clock',
  { timeout: 180_000 },
  async () => {
    const { url, move } = await withMovableClock('alone', { FAKETIME_DONT_FAKE_MONOTONIC: '1' })
    expect(await stamp(url)).toMatchObject({ off: 0, accuracyMs: 1_000 })
    move('+2')
    expect(wrong(await stampsFor(url, 3_000))).toEqual([])
    expect(await stamp(url)).toBe('timeNotAvailable')
    const minuteAgo = new Date(Date.now() - 60_000).toISOString()
    await expect(command('confirm', minuteAgo)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('set the clock first') })
    await confirmNow() // right, but of another clock than the product's
    expect(new Set(await stampsFor(url, 3_000))).toEqual(silence)
    move('+0')
    expect(new Set((await stampsFor(url, 4_000)).slice(-50))).toEqual(silence)
    await confirmNow()
    const { seconds, stamps } = await untilStamped(url)
    expect([wrong(stamps), seconds < 60]).toEqual([[], true])
    const { facts } = await database.db
      .selectFrom('audit_event')
      .select('facts')
      .where('action', '=', 'time.confirmed')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(facts).toMatchObject({ aheadOfDatabaseMs: expect.any(Number) })
  },
)

test.skipIf(!library)('a clock that is moved with the monotonic one is noticed by the database’s', { timeout: 180_000 }, async () => {
  const { url, move } = await withMovableClock('both', {})
  expect(await stamp(url)).toMatchObject({ off: 0 })
  move('+400d')
  // the database is asked every few seconds, and a busy machine answers late
  await expect.poll(async () => new Set(await stampsFor(url, 500)), { timeout: 30_000 }).toEqual(silence)
  expect(new Set(await stampsFor(url, 2_000))).toEqual(silence)
})
