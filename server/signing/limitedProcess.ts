/** Starts the processes that read strangers' files: with few rights, little memory and time, and nothing of ours. */

import { accessSync, mkdirSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { type StartedProcess, startProcess } from './starter/starter.ts'

export type ProcessLimits = {
  /** Of a processor's own time: a machine that is busy makes nobody's file too complex. Where it cannot be bounded, of the clock's. */
  cpuSeconds: number
  heapMegabytes: number
  /** Of the heap's youngest part, in megabytes; V8's own choice where it is left out. */
  semiSpaceMegabytes?: number
  /** Anonymous memory of the whole process, in bytes: above the heap stand V8's own spaces, the runtime and what is held of the file. */
  dataBytes: number
}

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'].find((path) => {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
})

/** They give way to what people wait for, and so may take longer by the clock than by the processor: so many times. */
export const patience = prlimit ? 10 : 1

/**
 * Compiled sources make most of a start. Node takes them only from a folder that it may write to; so the system keeps those that read a file from writing
 * (`--fsize=0`, where there is `prlimit`), and a process that reads none writes them.
 */
const cache = compiledSources()
const environment: Record<string, string> = cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }

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
  '--disallow-code-generation-from-strings',
]

const directImports = `--import=${new URL('directImports.ts', import.meta.url).href}`

/** What `readFiles` in the script is told to do. */
type Purpose = 'once' | 'kept' | 'compile'

/**
 * @param file the one that it may read, as its descriptor 3
 * @throws Error where no process can be started
 */
export async function startLimited(script: string, limits: ProcessLimits, purpose: Purpose, file?: string): Promise<StartedProcess> {
  const { cpuSeconds, heapMegabytes, semiSpaceMegabytes, dataBytes } = limits
  const heap = [`--max-old-space-size=${heapMegabytes}`, ...(semiSpaceMegabytes ? [`--max-semi-space-size=${semiSpaceMegabytes}`] : [])]
  const node = [process.execPath, ...heap, ...permissions(script), '--disable-warning=ExperimentalWarning', directImports, script, purpose]
  const bounds = [`--data=${dataBytes}`, '--core=0', '--nofile=64', `--cpu=${cpuSeconds}`, ...(purpose === 'compile' ? [] : ['--fsize=0'])]
  const [program, ...args] = prlimit ? [prlimit, ...bounds, '--', ...node] : node
  // nothing else of our environment: the child needs none, and has no secret to lose
  return startProcess({ program: program!, args, env: environment, file, givesWay: prlimit !== undefined }).catch((cause: unknown) => {
    throw new Error('the process that reads files cannot be started', { cause })
  })
}

/** Has a script's sources compiled, where compiled sources are kept. What goes wrong costs the starts that follow some time. */
export async function compileSources(script: string, limits: ProcessLimits): Promise<void> {
  if (cache === undefined) return
  const child = await startLimited(script, limits, 'compile').catch(() => undefined)
  if (!child) return
  const timer = setTimeout(child.kill, limits.cpuSeconds * patience * 1_000)
  child.stream.resume()
  child.stream.end()
  await child.ended
  clearTimeout(timer)
}
