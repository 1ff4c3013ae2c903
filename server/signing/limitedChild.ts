/** Lets strangers' files be read by processes that can do no harm: little time and memory, no secrets, nothing but the one file. */

import { open } from 'node:fs/promises'
import { Problem } from '#server/platform/problems.ts'
import { keptChildren } from './keptChildren.ts'
import type { IsPlain, KeptLimits, Outcome } from './keptChildren.ts'
import { compileSources, patience, startLimited } from './limitedProcess.ts'

export type Limits = KeptLimits & {
  /** How many may run at the same time; the next ones wait. */
  atOnce: number
  mostWaiting: number
}

/**
 * A reader of files. `script` passes what it does to `readFiles`.
 * @param isPlain given, processes are kept for senders that are named, see `keptChildren`
 * @returns reads the file at a path, in a process that read nothing before or only files of the same sender
 * @throws Problem BUSY when too many wait; Error when the file cannot be opened or no process can be started
 */
export function limitedChild<Question, Answer>(script: string, limits: Limits, isPlain?: IsPlain<Answer>) {
  const turn = turns(limits)
  const askKept = isPlain && keptChildren<Question, Answer>(script, limits, isPlain)
  let compiled: Promise<void> | undefined
  return async (path: string, question: Question, sender?: string): Promise<Outcome<Answer>> => {
    const release = await turn()
    try {
      await (compiled ??= compileSources(script, limits))
      const file = await open(path, 'r')
      try {
        const told = sender === undefined ? undefined : await askKept?.(sender, file, question)
        return told ?? (await run<Answer>(script, path, JSON.stringify(question), limits))
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

async function run<Answer>(script: string, path: string, question: string, limits: Limits): Promise<Outcome<Answer>> {
  const { cpuSeconds, answerBytes } = limits
  const { stream, ended, kill } = await startLimited(script, limits, 'once', path)
  const answer: Buffer[] = []
  let length = 0
  let failure: string | undefined
  const stop = (why: string) => {
    failure ??= why
    kill()
  }
  const seconds = cpuSeconds * patience
  const timer = setTimeout(() => stop(`no answer within ${seconds} s`), seconds * 1_000)
  stream.on('data', (part: Buffer) => {
    length += part.length
    if (length > answerBytes) stop('the answer is larger than allowed')
    else answer.push(part)
  })
  const closed = new Promise((resolve) => stream.once('close', resolve))
  stream.end(question) // whoever ends without having asked is told by how they end
  const [{ code, signal }] = await Promise.all([ended, closed])
  clearTimeout(timer)
  if (code !== 0) failure ??= `the reading process ended with ${signal ?? code}`
  return failure === undefined ? parsed(Buffer.concat(answer)) : { failure }
}

/** A child that a file took over may write what it likes. */
function parsed<Answer>(bytes: Buffer): Outcome<Answer> {
  try {
    return { answer: JSON.parse(bytes.toString()) as Answer }
  } catch {
    return { failure: 'the answer is not JSON' }
  }
}
