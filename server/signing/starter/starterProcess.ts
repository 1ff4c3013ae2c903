/**
 * Starts processes for the one that serves, and nothing else (`starter.ts`). What is to be started comes as a message, what it speaks through as a
 * connection; one of each belong together, because only one is asked for at a time. Ends with whoever asks.
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { dirname } from 'node:path'
import { giveWay } from '#server/platform/priority.ts'
import type { Command, Said } from './starter.ts'

const address = process.argv[2]!
const asked: Command[] = []
const connected: Socket[] = []
/** Whoever asks may have gone; then there is nobody to tell that either. */
const say = (said: Said) => void process.send?.(said, () => undefined)

process.on('message', (command: Command) => {
  asked.push(command)
  startNext()
})
process.on('disconnect', end)
// A terminal and a supervisor tell everybody; who serves still needs us while they come to their end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

createServer({ pauseOnConnect: true }, (socket) => {
  connected.push(socket)
  startNext()
}).listen(address, () => say({ isReady: true }))
if (!process.connected) end() // while this was read

function end(): void {
  rmSync(dirname(address), { recursive: true, force: true })
  process.exit()
}

function startNext(): void {
  if (asked.length === 0 || connected.length === 0) return
  const [{ program, args, env, file, givesWay }, socket] = [asked.shift()!, connected.shift()!]
  let descriptor: number | undefined
  try {
    descriptor = file === undefined ? undefined : openSync(file, 'r')
    const child = spawn(program, args, { env, stdio: [socket, socket, 'ignore', ...(descriptor === undefined ? [] : [descriptor])] })
    const { pid } = child
    if (pid === undefined) child.once('error', ({ message }) => say({ fault: message }))
    else {
      if (givesWay) giveWay(pid)
      say({ pid })
      child.once('exit', (code, signal) => say({ pid, code, signal }))
    }
  } catch (error) {
    say({ fault: (error as Error).message })
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
    socket.destroy() // the child has its own
  }
}
