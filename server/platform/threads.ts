/** Work on large files, in threads of its own: hashing and sealing a hundred megabytes would keep every other caller waiting for a second. */
import { availableParallelism } from 'node:os'
import { setImmediate as others } from 'node:timers/promises'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { giveWay } from './priority.ts'

type Asked<Job> = { id: number; job: Job }
type Answered<Result> = { id: number; result?: Result; error?: { message: string; code?: string } }
type Waiting<Result> = { resolve: (result: Result) => void; reject: (error: Error) => void }

/** One processor is left to the callers. */
const threads = Math.max(1, availableParallelism() - 1)

type Settings = {
  givesWay: boolean
  /** The most threads, where that is not one for each processor that is left. */
  most?: number
}

/**
 * Threads that run `script`, which passes its work to `serveJobs`; started when they are first needed, and again after one of them ended. They give
 * way to what people wait for, unless it is this that they wait for.
 * @returns gives a job to the thread with the fewest, and its result back. @throws what the work threw, with the system's `code` where there is one
 */
export function threadsOf<Job, Result>(script: URL, settings: Settings = { givesWay: true }): (job: Job) => Promise<Result> {
  const { most = threads } = settings
  const pool: { worker: Worker; waiting: Map<number, Waiting<Result>> }[] = []
  let jobs = 0

  function start() {
    const worker = new Worker(script, { execArgv: ['--disable-warning=ExperimentalWarning'], env: {}, workerData: settings })
    const waiting = new Map<number, Waiting<Result>>()
    const started = { worker, waiting }
    const end = (error: Error) => {
      if (pool.includes(started)) pool.splice(pool.indexOf(started), 1)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', () => end(new Error('a thread ended before its work')))
    worker.on('message', ({ id, result, error }: Answered<Result>) => {
      const { resolve, reject } = waiting.get(id)!
      waiting.delete(id)
      if (waiting.size === 0) worker.unref() // a waiting thread keeps no process alive
      if (error) reject(Object.assign(new Error(error.message), error.code && { code: error.code }))
      else resolve(result!)
    })
    pool.push(started)
    return started
  }

  return (job) => {
    const idle = pool.find(({ waiting }) => waiting.size === 0)
    const chosen = idle ?? (pool.length < most ? start() : pool.toSorted((a, b) => a.waiting.size - b.waiting.size)[0]!)
    const id = jobs++
    return new Promise((resolve, reject) => {
      chosen.waiting.set(id, { resolve, reject })
      chosen.worker.ref()
      chosen.worker.postMessage({ id, job } satisfies Asked<Job>)
    })
  }
}

/**
 * The other side, in the thread. Jobs take turns at each `await yielding()` of the work, so that a small file
 * passes a large one.
 */
export function serveJobs<Job, Result>(work: (job: Job) => Promise<Result>): void {
  if (process.platform === 'linux' && (workerData as Settings).givesWay) giveWay() // elsewhere a priority is the whole process's
  parentPort!.on('message', ({ id, job }: Asked<Job>) => {
    work(job).then(
      (result) => parentPort!.postMessage({ id, result } satisfies Answered<Result>),
      ({ message, code }: Error & { code?: string }) => parentPort!.postMessage({ id, error: { message, code } }),
    )
  })
}

export const yielding = () => others()
