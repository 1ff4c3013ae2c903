/**
 * Loaded into the product before anything else (`--import`): for how long its serving thread was away from everybody. `TURNS_FILE` gets a line for
 * each look: when it was, in milliseconds since 1970, and the longest turn since the look before.
 */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const lookMs = 20
const looksAtOnce = 50
/** Between two beats. A turn is at least as long as what lies between them beyond that. */
const beatMs = 1

/** @param file of `TURNS_FILE` */
function watch(file: string): void {
  const beats = monitorEventLoopDelay({ resolution: beatMs })
  const seen: string[] = []
  beats.enable()
  setInterval(() => {
    seen.push(`${Date.now()} ${Math.max(0, beats.max / 1e6 - beatMs).toFixed(2)}\n`)
    beats.reset()
    if (seen.length === looksAtOnce) appendFileSync(file, seen.splice(0).join(''))
  }, lookMs).unref()
}

if (isMainThread) watch(process.env['TURNS_FILE']!)
