/** What the lock files of a PostgreSQL server say, and whether it is true. */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readlinkSync, realpathSync, writeSync } from 'node:fs'

export type Postmaster = { pid: number; ready: boolean }

/**
 * The running server of a cluster folder. PostgreSQL's own look at postmaster.pid is `kill(pid, 0)`, which takes a zombie, or whatever
 * process has inherited the number since, for a live server; this one asks what the process is.
 */
export function livingPostmaster(cluster: string): Postmaster | undefined {
  const lines = readLines(`${cluster}/postmaster.pid`)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !isServerOf(pid, cluster)) return undefined
  return { pid, ready: lines[7]?.trim() === 'ready' }
}

/**
 * Makes a stale lock file harmless when no server stands behind it. It is rewritten with a number no process can have instead of deleted:
 * the lines below name the shared memory, by which PostgreSQL sees sessions that outlived a killed postmaster and refuses to start beside them.
 */
export function disarmLockFile(path: string) {
  const [, ...rest] = readLines(path)
  if (rest.length === 0) return
  // Over what stands there: emptied first, it would stay empty on a full disk, and PostgreSQL refuses to start beside an empty one.
  const file = openSync(path, 'r+')
  try {
    writeSync(file, [impossiblePid, ...rest].join('\n'))
  } finally {
    closeSync(file)
  }
}

/** Above Linux's largest pid (2^22) and macOS's (99,998), longer than either, and within an int. */
const impossiblePid = 999_999_999

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** A postmaster's working folder is its cluster. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform !== 'linux') return runsOnMac(pid, cluster)
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '')[0]
    return state !== 'Z' && state !== 'X' && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch {
    return false // no such process, or one of somebody else's
  }
}

function runsOnMac(pid: number, cluster: string): boolean {
  const [state = '', ...command] = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return !state.startsWith('Z') && command.join(' ').includes(`-D ${cluster} `)
}
