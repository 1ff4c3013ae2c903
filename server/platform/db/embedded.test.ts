import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { type Connection, type Embedded, startEmbedded } from './embedded.ts'
import { livingPostmaster } from './postmaster.ts'

const opened: { stop(): Promise<void> }[] = []
const folders: string[] = []
const processes: ChildProcess[] = []

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL')
  for (const server of opened.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tawqi-embedded-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

async function start(dataDir: string): Promise<Embedded> {
  const server = await startEmbedded({ dataDir, durable: false })
  opened.push(server)
  return server
}

async function ask<Row extends pg.QueryResultRow>(connection: Connection, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The product as another process, which prints `ready` or the refusal. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; said: string }> {
  const module = new URL('./embedded.ts', import.meta.url).href
  const code = `import { startEmbedded } from ${JSON.stringify(module)}
    try { await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false }); console.log('ready') } catch (e) { console.log(e.message); process.exit(1) }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  processes.push(child)
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, said: said.toString().trim() }
}

const postmasterFile = (folder: string) => join(folder, 'cluster/postmaster.pid')
const postmasterPid = (folder: string) => Number(readFileSync(postmasterFile(folder), 'utf8').split('\n')[0])

async function until(what: () => Promise<boolean> | boolean) {
  for (const end = Date.now() + 30_000; Date.now() < end; await wait(20)) if (await what()) return // a disk that others use may stand still
  throw new Error('waited for thirty seconds in vain')
}

test('a new folder gets a database with its two roles, checksums, Arabic order, and no open port', async () => {
  const folder = newFolder()
  const { connection, owner, superuser } = await start(folder)
  expect(await ask(connection, 'select current_user as name')).toEqual([{ name: 'tawqi_app' }])
  expect(await ask(owner, 'select current_user as name')).toEqual([{ name: 'tawqi_owner' }])
  await expect(ask(connection, 'create table x ()')).rejects.toThrow(/permission denied/)
  const settings = await ask<{ name: string; setting: string }>(
    superuser,
    `select name, setting from pg_settings where name in ('data_checksums', 'listen_addresses') order by name`,
  )
  expect(settings).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
  ])
  expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  const names = await ask<{ name: string }>(connection, `select name from unnest(array['ت','پ','ب']) name order by name collate "ar-x-icu"`)
  expect(names.map((row) => row.name).join('')).toBe('بپت')
})

test('what was written is there after a stop and a start', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await ask(first.owner, 'create table note (text text); insert into note values ($$kept$$)')
  await first.stop()
  const second = await start(folder)
  expect(await ask(second.owner, 'select text from note')).toEqual([{ text: 'kept' }])
})

test('stopped twice, it leaves alone whoever holds the folder since', async () => {
  const folder = newFolder()
  const first = await start(folder)
  await first.stop()
  const second = await start(folder)
  await first.stop()
  expect(await ask(second.connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a second living process is refused and the first goes on', async () => {
  const folder = newFolder()
  const { connection } = await start(folder)
  const { said } = await startElsewhere(folder)
  expect(said).toMatch(/in use by another running copy/)
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each([
  ['before its last grant', ['revoke connect on database tawqi from tawqi_app', 'grant connect on database tawqi to public']],
  ['before it made the database', ['drop database tawqi']],
  ['before it made the second role', ['drop database tawqi', 'drop role tawqi_app']],
])('a first start that was cut short %s goes on from there', async (_, undone) => {
  const folder = newFolder()
  const first = await start(folder)
  for (const statement of undone) await ask({ ...first.superuser, database: 'postgres' }, statement)
  await first.stop()
  const { connection, superuser } = await start(folder)
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await ask(superuser, `select 1 from pg_database, aclexplode(datacl) where datname = 'tawqi' and grantee = 0`)).toEqual([])
})

test('of two first starts at once one wins', async () => {
  const folder = newFolder()
  const both = await Promise.all([startElsewhere(folder), startElsewhere(folder)])
  expect(both.map(({ said }) => said.replace(/.*in use by.*/, 'refused')).sort()).toEqual(['ready', 'refused'])
  expect(readdirSync(folder).filter((name) => name.startsWith('cluster.'))).toEqual([])
  for (const { child } of both) child.kill('SIGKILL')
  await start(folder) // so that the server is stopped at the end
})

test('a server that outlived its process is adopted', async () => {
  const folder = newFolder()
  const { child, said } = await startElsewhere(folder)
  expect(said).toBe('ready')
  const pid = postmasterPid(folder)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { connection } = await start(folder)
  expect(postmasterPid(folder)).toBe(pid)
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a killed postmaster is started again under the same address', { timeout: 60_000 }, async () => {
  const folder = newFolder()
  const { connection } = await start(folder)
  const pid = postmasterPid(folder)
  process.kill(pid, 'SIGKILL')
  await until(() =>
    ask(connection, 'select 1').then(
      () => postmasterPid(folder) !== pid,
      () => false,
    ),
  )
})

test.each([0, 10, 30, 60, 100, 200])('stopped %i ms after its postmaster was killed, it stays stopped', async (ms) => {
  const folder = newFolder()
  const server = await start(folder)
  process.kill(postmasterPid(folder), 'SIGKILL')
  await wait(ms)
  await server.stop()
  await wait(300)
  expect(livingPostmaster(join(folder, 'cluster'))).toBeUndefined()
})

describe('a stale postmaster.pid', () => {
  /** Leaves the files of a killed server behind. */
  async function killed(folder: string) {
    const { child } = await startElsewhere(folder)
    child.kill('SIGKILL')
    await once(child, 'exit')
    process.kill(postmasterPid(folder), 'SIGKILL')
    await wait(200)
  }
  const inherit = (folder: string, pid: number) => {
    const [, ...rest] = readFileSync(postmasterFile(folder), 'utf8').split('\n')
    writeFileSync(postmasterFile(folder), [pid, ...rest].join('\n'))
    writeFileSync(join(folder, 'socket/.s.PGSQL.5432.lock'), [pid, ...rest].join('\n'))
  }

  test('of a process that is gone', async () => {
    const folder = newFolder()
    await killed(folder)
    const { connection } = await start(folder)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('whose number another program has now', async () => {
    const folder = newFolder()
    await killed(folder)
    inherit(folder, process.ppid)
    const { connection } = await start(folder)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(process.platform === 'linux')('of a zombie', async () => {
    const folder = newFolder()
    await killed(folder)
    // The shell's child ends after the shell has become `sleep`, which waits for nobody.
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 30'], { stdio: ['ignore', 'pipe', 'ignore'] })
    processes.push(parent)
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const zombie = Number(line.toString())
    await until(() => / Z /.test(readFileSync(`/proc/${zombie}/stat`, 'utf8')))
    inherit(folder, zombie)
    const { connection } = await start(folder)
    expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('a path too long for a socket gets its socket elsewhere', async () => {
  const folder = join(newFolder(), 'a'.repeat(60), 'b'.repeat(60))
  const { connection } = await start(folder)
  folders.push(connection.host)
  expect(await ask(connection, 'select 1 as one')).toEqual([{ one: 1 }])
})

describe.runIf(process.getuid?.() === 0)('as root, in a folder that only root may enter', () => {
  function closedFolder(): string {
    const folder = newFolder()
    chmodSync(folder, 0o700)
    return join(folder, 'data')
  }

  test('it serves, finds its data again, and begins anew when the folder was deleted', async () => {
    const folder = closedFolder()
    const first = await start(folder)
    expect(statSync(join(folder, 'cluster')).uid).not.toBe(0)
    await ask(first.owner, 'create table note (text text); insert into note values ($$kept$$)')
    await first.stop()
    const second = await start(folder)
    expect(await ask(second.owner, 'select text from note')).toEqual([{ text: 'kept' }])
    await second.stop()
    rmSync(folder, { recursive: true })
    const third = await start(folder)
    await expect(ask(third.owner, 'select text from note')).rejects.toThrow(/does not exist/)
  })

  test('two have nothing to do with each other, and a third is refused the first', async () => {
    const [one, other] = [closedFolder(), closedFolder()]
    const [first, second] = await Promise.all([start(one), start(other)])
    await ask(first.owner, 'create table note (text text)')
    await expect(ask(second.owner, 'select from note')).rejects.toThrow(/does not exist/)
    expect((await startElsewhere(one)).said).toMatch(/in use by another running copy/)
  })

  test('what outlived its process is adopted, and a killed one comes back', async () => {
    const folder = closedFolder()
    const { child } = await startElsewhere(folder)
    const pid = postmasterPid(folder)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { connection } = await start(folder)
    expect(postmasterPid(folder)).toBe(pid)
    process.kill(pid, 'SIGKILL')
    await until(() =>
      ask(connection, 'select 1').then(
        () => postmasterPid(folder) !== pid,
        () => false,
      ),
    )
  })

  test('a folder from before stays with the user it was made for', async () => {
    const folder = newFolder()
    await (await start(folder)).stop()
    const daemon = 1
    for (const name of ['cluster', 'socket']) execFileSync('chown', ['-R', `${daemon}:${daemon}`, join(folder, name)])
    await start(folder)
    expect(statSync(`/proc/${postmasterPid(folder)}`).uid).toBe(daemon)
  })
})
