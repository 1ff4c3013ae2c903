/** What `npm start` is while the product serves: nothing that ends the product's process needs a person to start it again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { heapFlags } from '#server/heap.ts'
import { root } from './programs.ts'

const firstPauseMs = 1_000
const longestPauseMs = 30_000
/** A process that served for so long did not end by what ended the one before. */
const steadyMs = 300_000
const mostInARow = 10

/**
 * Serves the product as a process of its own, and again whenever that ends unasked, each time after a longer pause.
 * @returns the exit code: 0 when it was asked to end; that of the product where it did not come to serve at all, which has said why; 1 after it
 *   ended too many times in a row
 */
export async function keepServing(): Promise<number> {
  let inARow = 0
  let hasServed = false
  for (;;) {
    const { code, isAsked, servedMs } = await serve()
    hasServed ||= servedMs > 0
    if (isAsked || code === 0 || !hasServed) return code
    inARow = servedMs >= steadyMs ? 1 : inARow + 1
    if (inARow > mostInARow) {
      console.error(`The product ended ${inARow} times in a row and is not started again. What ended it stands above.`)
      return 1
    }
    const pauseMs = Math.min(firstPauseMs * 2 ** (inARow - 1), longestPauseMs)
    console.error(`The product ended unasked (${code}). It starts again in ${pauseMs / 1000} s.`)
    await wait(pauseMs)
  }
}

/** One life of the product. The channel between us tells when it serves; its end tells the product that we are gone. */
async function serve(): Promise<{ code: number; isAsked: boolean; servedMs: number }> {
  const child = spawn(process.execPath, [...heapFlags, 'server/main.ts'], { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  let servingSince = Infinity
  child.once('message', () => (servingSince = performance.now()))
  let isAsked = false
  const end = (signal: NodeJS.Signals) => {
    isAsked = true
    // At a terminal Ctrl-C reaches the child by itself, and a second one would cut its draining short.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, end)
  const watch = whenNpmEnds(() => end('SIGTERM'))
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearInterval(watch)
  for (const name of signals) process.off(name, end)
  return { code: signal ? 128 + constants.signals[signal] : code!, isAsked, servedMs: Math.max(0, performance.now() - servingSince) }
}

/** npm's shell passes no signal on: what asked npm to end would leave us serving, on a port that the next start wants. */
function whenNpmEnds(end: () => void): NodeJS.Timeout | undefined {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    end()
  }, 500)
  return watch
}
