/** Re-checks a signed file in a thread of its own: hashing hundreds of megabytes would keep every other caller waiting. */
import { Worker } from 'node:worker_threads'
import type { RecheckFailure, RecheckInput } from './recheck.ts'

type Input = Omit<RecheckInput, 'bytes'> & {
  /** The document as it lies in the store; called when it is this file's turn. */
  original: () => Promise<AsyncIterable<Uint8Array>>
  tail: Uint8Array
}
/** `sha256`: of the whole file. */
export type RecheckVerdict = { ok: true; sha256: Uint8Array } | { ok: false; reason: RecheckFailure }

const wallMilliseconds = 60_000
/** What the second reader builds of a file; the file's own bytes are not counted in it. */
const heapMegabytes = 384

let worker: Worker | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * One file at a time, so that at most one lies in memory. The verdict of `recheckSigned`, or `unreadable` when the second reader ran out of
 * time or memory over the file.
 */
export function recheckFile(input: Input): Promise<RecheckVerdict> {
  const turn = last.then(() => run(input))
  last = turn.catch(() => undefined)
  return turn
}

async function run({ original, tail, ...facts }: Input): Promise<RecheckVerdict> {
  const bytes = new Uint8Array(facts.originalSize + tail.length)
  let length = 0
  for await (const chunk of await original()) {
    if (length + chunk.length > facts.originalSize) return { ok: false, reason: 'original-changed' }
    bytes.set(chunk, length)
    length += chunk.length
  }
  if (length !== facts.originalSize) return { ok: false, reason: 'original-changed' }
  bytes.set(tail, length)
  return ask({ ...facts, bytes })
}

function ask(input: RecheckInput & { bytes: Uint8Array<ArrayBuffer> }): Promise<RecheckVerdict> {
  const asked = (worker ??= start())
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      asked.off('message', onVerdict).off('error', onError)
      act()
    }
    const giveUp = () => {
      // Whatever it is doing cannot be trusted to end; the next file gets a new thread.
      worker = null
      void asked.terminate()
      resolve({ ok: false, reason: 'unreadable' })
    }
    const onVerdict = (verdict: RecheckVerdict) => settle(() => resolve(verdict))
    const onError = (error: Error & { code?: string }) =>
      settle(() => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ ok: false, reason: 'unreadable' })
        else reject(error)
      })
    const timer = setTimeout(() => settle(giveUp), wallMilliseconds)
    asked.on('message', onVerdict).on('error', onError)
    // Transferred, not copied.
    asked.postMessage(input, [input.bytes.buffer])
  })
}

function start(): Worker {
  const started = new Worker(new URL('worker.ts', import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  started.on('error', () => {
    if (worker === started) worker = null
  })
  // A waiting thread keeps no process alive; one that works is awaited by its caller's own deadline.
  started.unref()
  return started
}
