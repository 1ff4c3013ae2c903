/** How commands run other programs. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The script behind a package's command: the shims in .bin differ by system. */
export function binOf(name: string, command = name): string {
  const file = join(root, 'node_modules', name, 'package.json')
  const { bin } = JSON.parse(readFileSync(file, 'utf8')) as { bin: string | Record<string, string> }
  return createRequire(file).resolve(`./${typeof bin === 'string' ? bin : bin[command]}`)
}

/** Runs a program to its end. Signals that ask us to end go on to it. */
export function run(program: string, args: string[], stdio: 'inherit' | 'pipe'): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', stdio, stdio] })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, forward)
  if (!process.stdin.isTTY) process.on('SIGINT', forward)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.off(name, forward)
      done({ code: signal ? 128 + constants.signals[signal] : code!, output })
    })
  })
}
