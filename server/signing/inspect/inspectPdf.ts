/** Reads the signing facts of an uploaded file in a limited child process, at most two at a time. */

import { spawn } from 'node:child_process'
import { accessSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from '#pki/signature/facts.ts'
import type { Refusal, SigningFacts } from '#pki/signature/facts.ts'
import type { FactsOptions } from '#pki/signature/readFacts.ts'

const atOnce = 2
const wallMilliseconds = 5_000
const heapMegabytes = 160
/** Anonymous memory of the whole process; above the heap stand V8's own spaces, the runtime and one window of the file. */
const dataBytes = 1024 * 1024 * 1024
/** A longer answer than any honest file's. */
const maxAnswerBytes = 48 * 1024 * 1024

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
})

/**
 * Facts, or why the file is refused; TOO_COMPLEX also when the child ran out of time or memory.
 * @throws Error when the file cannot be opened.
 */
export async function inspectPdf(path: string, options: FactsOptions = {}): Promise<SigningFacts | Refusal> {
  const release = await turn()
  try {
    const file = await open(path, 'r')
    try {
      return await run(file.fd, options)
    } finally {
      await file.close()
    }
  } finally {
    release()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function turn(): Promise<() => void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running++
  return () => {
    // the place goes straight to the next in line
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function run(descriptor: number, options: FactsOptions): Promise<SigningFacts | Refusal> {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--max-semi-space-size=4',
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'child.ts'),
    JSON.stringify(options),
  ]
  const command = prlimit
    ? [prlimit, `--data=${dataBytes}`, '--core=0', '--nofile=64', `--cpu=${wallMilliseconds / 1000 + 1}`, '--', ...node]
    : node
  return new Promise((resolve, reject) => {
    // no environment: the child needs none, and has no secret to lose
    const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'ignore', descriptor], env: {} })
    const answer: Buffer[] = []
    let length = 0
    let stopped: string | undefined
    const stop = (why: string) => {
      stopped ??= why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => stop(`no answer within ${wallMilliseconds} ms`), wallMilliseconds)
    child.stdout!.on('data', (part: Buffer) => {
      length += part.length
      if (length > maxAnswerBytes) stop('the facts are larger than allowed')
      else answer.push(part)
    })
    child.on('error', (cause) => {
      clearTimeout(timer)
      reject(new Error('the process that reads uploads cannot be started', { cause }))
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (stopped !== undefined || code !== 0)
        resolve(refusal('TOO_COMPLEX', stopped ?? `the reading process ended with ${signal ?? code}`, ['PROCESS']))
      else resolve(JSON.parse(Buffer.concat(answer).toString()) as SigningFacts | Refusal)
    })
  })
}
