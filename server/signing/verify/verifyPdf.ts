/** Validates a stranger's file in a limited child process, at most two at a time, and lets only so many wait. */

import { spawn } from 'node:child_process'
import { accessSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ValidationReport } from '#pki/validation/report.ts'

const atOnce = 2
const mostWaiting = 16
const wallMilliseconds = 15_000
const heapMegabytes = 384
/** Anonymous memory of the whole process: the file itself, what is read out of it, and the runtime. */
const dataBytes = 1536 * 1024 * 1024
/** A longer report than any honest file's. */
const maxAnswerBytes = 8 * 1024 * 1024

/** What the child is told: trust anchors as base64 of DER, the time of validation as ISO 8601. */
export type Question = { anchors: string[]; at: string }

/** Others wait already; the caller should be told to come back. */
export class VerifierBusy extends Error {
  override name = 'VerifierBusy'
}

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
})

let running = 0
const waiting: (() => void)[] = []

async function turn(): Promise<() => void> {
  if (running < atOnce) running++
  else if (waiting.length >= mostWaiting) throw new VerifierBusy('too many files wait to be verified')
  else await new Promise<void>((resolve) => waiting.push(resolve))
  return () => {
    // the place goes straight to the next in line
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/**
 * The report on the file at `path`; null when the child ran out of time or memory over it.
 * @throws VerifierBusy when too many wait; Error when the file cannot be opened or no child can be started
 */
export async function verifyPdf(path: string, question: Question): Promise<ValidationReport | null> {
  const release = await turn()
  try {
    const file = await open(path, 'r')
    try {
      return await run(file.fd, question)
    } finally {
      await file.close()
    }
  } finally {
    release()
  }
}

function run(descriptor: number, question: Question): Promise<ValidationReport | null> {
  const node = [
    process.execPath,
    `--max-old-space-size=${heapMegabytes}`,
    '--disable-warning=ExperimentalWarning',
    join(import.meta.dirname, 'child.ts'),
    JSON.stringify(question),
  ]
  const limits = [`--data=${dataBytes}`, '--core=0', '--nofile=64', `--cpu=${wallMilliseconds / 1000 + 1}`]
  const command = prlimit ? [prlimit, ...limits, '--', ...node] : node
  return new Promise((resolve, reject) => {
    // no environment: the child needs none, and has no secret to lose
    const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'ignore', descriptor], env: {} })
    const answer: Buffer[] = []
    let length = 0
    let isStopped = false
    const stop = () => {
      isStopped = true
      child.kill('SIGKILL')
    }
    const timer = setTimeout(stop, wallMilliseconds)
    child.stdout!.on('data', (part: Buffer) => {
      length += part.length
      if (length > maxAnswerBytes) stop()
      else answer.push(part)
    })
    child.on('error', (cause) => {
      clearTimeout(timer)
      reject(new Error('the process that verifies files cannot be started', { cause }))
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(isStopped || code !== 0 ? null : (JSON.parse(Buffer.concat(answer).toString()) as ValidationReport))
    })
  })
}
