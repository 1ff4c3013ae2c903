/** Lets strangers' files be read by processes that can do no harm: little time and memory, no secrets, nothing but the one file. */

import { spawn } from 'node:child_process'
import { accessSync, mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { giveWay } from '#server/platform/priority.ts'
import { Problem } from '#server/platform/problems.ts'

export type Limits = {
  /** How many may run at the same time; the next ones wait. */
  atOnce: number
  mostWaiting: number
  /** Of a processor's own time: a machine that is busy makes nobody's file too complex. Where it cannot be bounded, of the clock's. */
  cpuSeconds: number
  heapMegabytes: number
  /** Of the heap's youngest part, in megabytes; V8's own choice where it is left out. */
  semiSpaceMegabytes?: number
  /** Anonymous memory of the whole process, in bytes: above the heap stand V8's own spaces, the runtime and what is held of the file. */
  dataBytes: number
  /** Longer than any honest file's answer, in bytes. */
  answerBytes: number
}

/** What the child wrote, as JSON; or why there is nothing that could be believed. */
export type Outcome<T> = { answer: T } | { failure: string }

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
})

/** They give way to what people wait for, and so may take longer by the clock than by the processor: so many times. */
const patience = prlimit ? 10 : 1

/** The children's own share of the compiled sources, which make most of their start: what one of them might do to it reaches no process with a secret. */
const cache = compiledSources()
const environment = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }

function compiledSources(): string | undefined {
  const ours = getCompileCacheDir()
  if (ours === undefined) return undefined
  const theirs = join(dirname(ours), 'limited')
  mkdirSync(theirs, { recursive: true }) // one that is not there cannot be allowed to a child
  return theirs
}

const root = join(import.meta.dirname, '../..')
const sources = ['contract', 'node_modules', 'package.json', 'pki', 'server'].map((name) => join(root, name))

/** Node's permission model: no network, no processes, no threads, no native code, and of the files only these. */
const permissions = (script: string) => [
  '--permission',
  ...[...sources, dirname(script)].map((path) => `--allow-fs-read=${path}`),
  ...(cache === undefined ? [] : [`--allow-fs-read=${cache}`, `--allow-fs-write=${cache}`]),
]

/**
 * A reader of files. `script` finds the file as descriptor 3 and the question, as JSON, on standard input: arguments can be read by everybody on the
 * machine, and a question may hold a password. It answers on standard output.
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no process can be started
 */
export function limitedChild<Question, Answer>(script: string, limits: Limits) {
  const turn = turns(limits)
  return async (path: string, question: Question): Promise<Outcome<Answer>> => {
    const release = await turn()
    try {
      const file = await open(path, 'r')
      try {
        return await run<Answer>(script, file.fd, JSON.stringify(question), limits)
      } finally {
        await file.close()
      }
    } finally {
      release()
    }
  }
}

function turns({ atOnce, mostWaiting }: Limits): () => Promise<() => void> {
  let running = 0
  const waiting: (() => void)[] = []
  const release = () => {
    // the place goes straight to the next in line
    const next = waiting.shift()
    if (next) next()
    else running--
  }
  return async () => {
    if (running < atOnce) running++
    else if (waiting.length >= mostWaiting) throw new Problem('BUSY', { cause: 'too many files wait to be read', retryAfterSeconds: 5 })
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return release
  }
}

function run<Answer>(script: string, descriptor: number, question: string, limits: Limits): Promise<Outcome<Answer>> {
  const { cpuSeconds, heapMegabytes, semiSpaceMegabytes, dataBytes, answerBytes } = limits
  const heap = [`--max-old-space-size=${heapMegabytes}`, ...(semiSpaceMegabytes ? [`--max-semi-space-size=${semiSpaceMegabytes}`] : [])]
  const node = [process.execPath, ...heap, ...permissions(script), '--disable-warning=ExperimentalWarning', script]
  const command = prlimit ? [prlimit, `--data=${dataBytes}`, '--core=0', '--nofile=64', `--cpu=${cpuSeconds}`, '--', ...node] : node
  return new Promise((resolve, reject) => {
    // nothing else of our environment: the child needs none, and has no secret to lose
    const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'ignore', descriptor], env: environment })
    if (prlimit && child.pid !== undefined) giveWay(child.pid)
    child.stdin!.on('error', () => undefined) // whoever ends without having asked is told by how they end
    child.stdin!.end(question)
    const answer: Buffer[] = []
    let length = 0
    let failure: string | undefined
    const stop = (why: string) => {
      failure ??= why
      child.kill('SIGKILL')
    }
    const seconds = cpuSeconds * patience
    const timer = setTimeout(() => stop(`no answer within ${seconds} s`), seconds * 1_000)
    child.stdout!.on('data', (part: Buffer) => {
      length += part.length
      if (length > answerBytes) stop('the answer is larger than allowed')
      else answer.push(part)
    })
    child.on('error', (cause) => {
      clearTimeout(timer)
      reject(new Error('the process that reads files cannot be started', { cause }))
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code !== 0) failure ??= `the reading process ended with ${signal ?? code}`
      resolve(failure === undefined ? parsed(Buffer.concat(answer)) : { failure })
    })
  })
}

/** A child that a file took over may write what it likes. */
function parsed<Answer>(bytes: Buffer): Outcome<Answer> {
  try {
    return { answer: JSON.parse(bytes.toString()) as Answer }
  } catch {
    return { failure: 'the answer is not JSON' }
  }
}
