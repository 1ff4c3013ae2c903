/**
 * The database that comes with the product: the real PostgreSQL server out of the platform's npm package, run as a process of its own on a
 * Unix socket. It is for one machine; several replicas share a served PostgreSQL instead (DATABASE_URL).
 *
 * Layout of the data folder: `cluster/` (PostgreSQL's own), `socket/`, `postgres.log`.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { startWhenThereIsSpace } from './diskSpace.ts'
import { type Binaries, binariesFor } from './embeddedBinaries.ts'
import { type Account, explained, serverAccount } from './embeddedAccount.ts'
import { disarmLockFile, livingPostmaster } from './postmaster.ts'
import { appRole, ownerRole, roleStatements } from './roles.ts'

export type Connection = { host: string; port?: number; database: string; user: string; password?: string }

export type Embedded = {
  /** For the application: no DDL, no more than the migrations grant. */
  connection: Connection
  /** For migrations. */
  owner: Connection
  /** For the test harness and for tools that create databases; never for request code. */
  superuser: Connection
  /** Resolves with the reason when the server was lost and could not be brought back: there is nothing left to serve from. */
  lost: Promise<Error>
  /** Ends the server after its open transactions were rolled back and its memory written out. */
  stop(): Promise<void>
}

export const databaseName = 'tawqi'
/** sun_path holds 108 bytes with its closing zero; PostgreSQL appends its own file name to the folder. */
const socketPathBytes = 107
const socketName = '.s.PGSQL.5432'
const startSeconds = 30

/**
 * Starts the server of a data folder, or adopts the one that outlived the process before, and holds the folder until `stop`.
 * A postmaster that dies is started again, also one that found no space, as soon as there is some; the pool's next connection finds it under the
 * same path.
 * @param dataDir made when missing; one live process of the product per folder, a second is refused
 * @param durable false only for tests: nothing is flushed to the disk
 * @throws Error with a sentence for the person who starts the product
 */
export async function startEmbedded({ dataDir, durable = true }: { dataDir: string; durable?: boolean }): Promise<Embedded> {
  if (process.platform === 'win32') throw new Error('The embedded database does not run on Windows: set DATABASE_URL, or use WSL.')
  const server = describeServer(resolve(dataDir), durable)
  let holder = await launchFirst(server)
  let relaunch: Promise<unknown> | undefined
  const lost = new Promise<Error>((report) => {
    const watch = () =>
      holder.once('end', () => {
        if (server.isStopping) return
        relaunch = startWhenThereIsSpace(
          server.folder,
          () => launchAndHold(server),
          () => server.isStopping,
        ).then(
          (client) => {
            holder = client
            watch()
          },
          (error: Error) => server.isStopping || report(error),
        )
      })
    watch()
  })
  const as = (user: string, database = databaseName): Connection => ({ host: server.socketDir, database, user })
  const end = async () => {
    server.isStopping = true
    await relaunch // or it would come back behind us
    await shutDown(server) // the folder stays held until the server is gone
  }
  let ended: Promise<void> | undefined
  return {
    connection: as(appRole),
    owner: as(ownerRole),
    superuser: as('postgres', 'postgres'),
    lost,
    stop: () => (ended ??= end()), // once: afterwards the folder may be another owner's
  }
}

type Server = {
  folder: string
  cluster: string
  socketDir: string
  account: Account | undefined
  binaries: Binaries
  durable: boolean
  isStopping: boolean
}

function describeServer(folder: string, durable: boolean): Server {
  mkdirSync(folder, { recursive: true })
  const cluster = join(folder, 'cluster')
  const account = serverAccount(cluster)
  return { folder, cluster, socketDir: socketFolder(folder), account, binaries: binariesFor(account), durable, isStopping: false }
}

async function launchFirst(server: Server): Promise<pg.Client> {
  try {
    privateFolder(server.socketDir, server.account)
    if (!existsSync(server.cluster)) await createCluster(server)
    return await launchAndHold(server).catch(async (error) => {
      if (!(error instanceof FolderInUse)) await shutDown(server) // a start that fails leaves nothing behind
      throw error
    })
  } catch (error) {
    throw explained(error as Error, server.account)
  }
}

/** Where the server of a data folder listens, whoever started it. */
export function socketFolder(folder: string): string {
  const beside = join(folder, 'socket')
  if (Buffer.byteLength(join(beside, socketName)) <= socketPathBytes) return beside
  return join(tmpdir(), `tawqi-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

/**
 * How the server names its folders. The user it runs as under root may not be allowed to pass the folders above (/root): its process is
 * given both open, the cluster as the folder it begins in, and the kernel then asks for nothing above them. Linux alone has such names.
 */
const names = ({ cluster, socketDir, account }: Server) =>
  account && process.platform === 'linux' ? { cluster: '/proc/self/cwd', socket: '/proc/self/fd/3' } : { cluster, socket: socketDir }

/** Only the server's user (and root) may pass: there are no passwords behind this door. Somebody else's folder in /tmp is not taken over. */
function privateFolder(folder: string, account: Account | undefined) {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (made && account) chownSync(folder, account.uid, account.gid)
  const owner = statSync(folder).uid
  if (owner !== (account?.uid ?? process.getuid!())) throw new Error(`The database's socket folder ${folder} belongs to another user.`)
  chmodSync(folder, 0o700)
}

/** Built beside its place and renamed: a start that is cut short, or two at once, never leave half a cluster under the real name. */
async function createCluster(server: Server) {
  const { folder, cluster, account, binaries, durable } = server
  const draft = join(folder, `cluster.${process.pid}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (account) chownSync(draft, account.uid, account.gid)
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums']
  // Code-point order by default: the same on every machine, so indexes survive a move. Arabic order is asked for by `collate "ar-x-icu"`.
  options.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (!durable) options.push('--no-sync')
  const place = names({ ...server, cluster: draft }).cluster
  const output = await run(join(binaries.bin, 'initdb'), ['-D', place, ...options], { account, cwd: draft })
  if (output.code !== 0) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${folder}: ${output.text.trim()}`)
  }
  try {
    renameSync(draft, cluster)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(cluster)) throw error
  }
}

/** @returns the connection whose session lock marks this process as the folder's one owner; the server frees it when the process dies */
async function launchAndHold(server: Server): Promise<pg.Client> {
  const until = Date.now() + startSeconds * 1000
  for (;;) {
    await launch(server, until)
    const client = new pg.Client({ host: server.socketDir, user: 'postgres', database: 'postgres', connectionTimeoutMillis: 10_000 })
    client.on('error', () => undefined) // `end` follows, and is what we watch
    try {
      await client.connect()
      await holdFolder(client, server.folder)
      await createDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined) // already gone with its server
      // The one we found may have been on its way out: a copy of the product that is stopping, or a postmaster killed a moment ago.
      if (error instanceof FolderInUse || server.isStopping || Date.now() > until) throw error
      await wait(20)
    }
  }
}

class FolderInUse extends Error {}

async function holdFolder(client: pg.Client, folder: string) {
  // A process killed a moment ago still holds the lock until its server session notices.
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock(7461777169) as held')
    if (rows[0]!.held) return
    await wait(50)
  }
  throw new FolderInUse(
    `The data folder ${folder} is in use by another running copy of the product: stop that one, or set another DATA_DIR.`,
  )
}

/** `create database` cannot be rolled back with the rest, so a start that was cut short anywhere goes on from where it was. */
async function createDatabase(client: pg.Client) {
  const isGranted =
    'select from pg_database, aclexplode(datacl) join pg_roles on pg_roles.oid = grantee where datname = $1 and rolname = $2'
  if ((await client.query(isGranted, [databaseName, appRole])).rowCount) return // by the last statement
  const { rows } = await client.query<{ start: string }>(
    "select 'create role ' || rolname || ' ' as start from pg_roles union select 'create database ' || datname || ' ' from pg_database",
  )
  const missing = roleStatements(databaseName).filter((statement) => !rows.some(({ start }) => statement.startsWith(start)))
  for (const statement of missing) await client.query(statement)
}

async function launch(server: Server, until: number) {
  for (;;) {
    const living = livingPostmaster(server.cluster)
    if (living?.ready) return // ours, from before the last crash, or a competitor's: the lock will tell
    if (!living) await spawnPostmaster(server)
    else await wait(10)
    if (server.isStopping) throw new Error('The embedded database is being stopped.')
    if (Date.now() > until) throw new Error(`The embedded database did not get ready within ${startSeconds} s; see ${logFile(server)}.`)
  }
}

const logFile = (server: Server) => join(server.folder, 'postgres.log')

/** Resolves when the server is ready or has gone again because somebody else's was first or old sessions are still ending. */
async function spawnPostmaster(server: Server) {
  disarmLockFile(join(server.cluster, 'postmaster.pid'))
  disarmLockFile(join(server.socketDir, `${socketName}.lock`))
  const log = openLog(logFile(server))
  const socketDir = openSync(server.socketDir, 'r')
  const { cluster, socket } = names(server)
  const settings = { ...baseSettings, ...(server.durable ? {} : testSettings), unix_socket_directories: `"${socket}"` }
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  // Its own session, so that Ctrl-C reaches the product alone and open requests still find their database while they drain.
  const child = spawn(join(server.binaries.bin, 'postgres'), args, {
    ...server.account,
    cwd: server.cluster,
    env,
    detached: true,
    stdio: ['ignore', log.fd, log.fd, socketDir],
  })
  for (const given of [log.fd, socketDir]) closeSync(given)
  let over: string | undefined
  child.once('error', (error) => (over = error.message))
  child.once('exit', (code, signal) => (over = `it ended with ${signal ?? `code ${code}`}`))
  child.unref()
  while (!over && !livingPostmaster(server.cluster)?.ready) await wait(5)
  if (!over) return
  const said = existsSync(log.path) ? readFileSync(log.path).subarray(log.start).toString() : ''
  // Both pass: the first when another start won, the second when sessions of a killed postmaster have not ended yet.
  if (!/lock file .* already exists|pre-existing shared memory block/.test(said)) {
    throw new Error(`The embedded database did not start (${over}): ${said.trim().split('\n').slice(-3).join(' ')}`)
  }
  await wait(50)
}

/** None of ours: the product's own environment holds secrets, and PG… variables would steer the server. */
const env = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

const baseSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '128MB',
  jit: 'off', // our queries are short; compiling them costs more than running them
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}
/** Many products work with one server then, five replicas of one among them. */
const testSettings = { max_connections: 400, fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }

function openLog(path: string): { fd: number; path: string; start: number } {
  if (existsSync(path) && statSync(path).size > 5_000_000) renameSync(path, `${path}.old`)
  const start = existsSync(path) ? statSync(path).size : 0
  return { fd: openSync(path, 'a', 0o600), path, start }
}

async function shutDown({ cluster }: Server) {
  const living = livingPostmaster(cluster)
  if (!living) return
  process.kill(living.pid, 'SIGINT') // PostgreSQL's "fast" mode
  const until = Date.now() + startSeconds * 1000
  while (livingPostmaster(cluster)?.pid === living.pid) {
    if (Date.now() > until) throw new Error('The embedded database did not stop; it will be adopted at the next start.')
    await wait(5)
  }
}

type As = { account: Account | undefined; cwd: string }

function run(command: string, args: string[], { account, cwd }: As): Promise<{ code: number | null; text: string }> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...account, cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let text = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    child.once('error', fail).once('close', (code) => done({ code, text }))
  })
}
