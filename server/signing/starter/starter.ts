/**
 * Starts processes through a small one. Linux gives a new process a copy of the page tables of the one that starts it, and the thread that asks
 * stands still meanwhile: some 5 ms for each 100 MB that it holds (decision 0034). The small one holds little, and nobody waits for it.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @property env all of it; @property file opened to be read, its descriptor 3; @property givesWay to what somebody waits for */
export type Command = {
  program: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  file: string | undefined
  givesWay: boolean
}
export type Ended = { code: number | null; signal: NodeJS.Signals | null }
export type Said = { isReady: true } | { pid: number } | { fault: string } | (Ended & { pid: number })

/** @property stream its standard input and output, each of which ends by itself */
export type StartedProcess = { pid: number; stream: Socket; ended: Promise<Ended>; kill: () => void }

/** It says at once what became of what it was asked for; one that does not is stuck. */
const mostSilentMs = 10_000

let starter: ReturnType<typeof openStarter> | undefined

/** @throws Error with what the system says where it cannot be started */
export async function startProcess(command: Command): Promise<StartedProcess> {
  const asked = (starter ??= openStarter())
  try {
    return await asked.start(command)
  } catch (error) {
    if (starter === asked) throw error
    return (starter ??= openStarter()).start(command) // the one that was asked has gone
  }
}

function openStarter() {
  const folder = mkdtempSync(join(tmpdir(), `tawqi-starter-${process.pid}-`)) // ours alone: nobody else connects
  const address = join(folder, 'socket')
  const server = fork(join(import.meta.dirname, 'starterProcess.ts'), [address], {
    execArgv: ['--max-old-space-size=32', '--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const living = new Map<number, (ended: Ended) => void>()
  const ready = waitFor<void>()
  let answer = waitFor<{ pid: number; ended: Promise<Ended> }>()
  server.on('message', (said: Said) => {
    if ('isReady' in said) ready.resolve()
    else if ('fault' in said) answer.reject(new Error(said.fault))
    else if ('code' in said) {
      living.get(said.pid)?.(said)
      living.delete(said.pid)
    } else {
      const end = waitFor<Ended>()
      living.set(said.pid, end.resolve)
      answer.resolve({ pid: said.pid, ended: end.promise })
    }
  })
  server.once('error', fail).once('exit', () => fail(new Error('the process that starts others has ended')))
  server.unref() // it keeps this process from its end only while something is asked of it

  /** Nobody would tell how those end that it started: they end with it, and what is asked for next begins anew. */
  function fail(cause: Error): void {
    if (starter?.server === server) starter = undefined
    ready.reject(cause)
    answer.reject(cause)
    for (const [pid, end] of living) {
      killProcess(pid)
      end({ code: null, signal: 'SIGKILL' })
    }
    living.clear()
    rmSync(folder, { recursive: true, force: true })
  }

  function giveUp(cause = new Error('the process that starts others says nothing')): void {
    server.kill('SIGKILL')
    fail(cause)
  }

  async function startNow(command: Command): Promise<StartedProcess> {
    const own = (answer = waitFor())
    const stream = connect({ path: address, allowHalfOpen: true })
    stream.on('error', (cause) => {
      if (!own.isSettled) giveUp(cause) // somebody tidied its folder away
    })
    const timer = setTimeout(giveUp, mostSilentMs)
    server.send(command)
    try {
      const { pid, ended } = await own.promise
      return { pid, stream, ended, kill: () => void (living.has(pid) && killProcess(pid)) }
    } catch (error) {
      stream.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  let before: Promise<unknown> = ready.promise
  let waiting = 0
  /** One after the other: what is asked for and what connects belong together. */
  async function start(command: Command): Promise<StartedProcess> {
    if (waiting++ === 0) server.channel?.ref()
    const started = before.then(() => startNow(command))
    before = started.catch(() => undefined)
    try {
      return await started
    } finally {
      if (--waiting === 0) server.channel?.unref()
    }
  }
  return { server, start }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has just ended
  }
}

/** A promise that others settle; that it fails concerns only whoever waits for it. */
function waitFor<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  promise.catch(() => undefined)
  const waiting = {
    promise,
    isSettled: false,
    resolve: (value: T) => {
      waiting.isSettled = true
      resolve(value)
    },
    reject: (cause: Error) => {
      waiting.isSettled = true
      reject(cause)
    },
  }
  return waiting
}
