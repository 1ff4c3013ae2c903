/** Puts a foreign tool at a pinned version into a folder of its own, with the tool's own package manager, and says how its program is started. */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { isInstalled } from '../tools.ts'

/** What brings a tool. Debian's packages are named and never installed here: that needs root and the reader's consent. */
export type Source =
  | { npm: readonly string[] }
  | { pip: readonly string[] }
  | { maven: readonly string[] }
  | { go: readonly string[] }
  | { debian: string; commands: readonly string[] }

export type Tool = {
  name: string
  version: string
  source: Source
  /** A file of `makers/`, `signers/` or `judges/`; relatives share one. */
  program: string
  /** Told to the program in the environment, where relatives differ. */
  env?: Record<string, string>
}

export type Started = { command: string; args: readonly string[]; version: string }

const cache = join(import.meta.dirname, '../../.cache/corpora')
const installMs = 900_000

/** Runs a program with a bound on time. @throws with its last words where it fails or takes longer */
export function run(command: string, args: readonly string[], cwd: string, ms: number, env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let [said, complained] = ['', '']
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (complained = (complained + text).slice(-4000)))
    // The whole group: what a package manager or a shell started ends with it.
    const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), ms)
    child.on('error', (error) => (clearTimeout(timer), reject(error)))
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) return resolve(said)
      const how = signal ? `was stopped by ${signal} (${ms / 1000} s at most)` : `ended with ${code}`
      reject(Object.assign(new Error(`${basename(command)} ${how}: ${(complained || said).trim().slice(-1500)}`), { said }))
    })
  })
}

/** @throws where the tool cannot be had, with the reason */
export async function install(tool: Tool, programs: string): Promise<Started> {
  const folder = join(cache, basename(programs), `${tool.name}-${tool.version}`.replaceAll(/[^\w.-]/g, '_'))
  const program = join(programs, tool.program)
  mkdirSync(folder, { recursive: true })
  const { source, version } = tool
  if ('npm' in source) return { version, ...(await byNpm(folder, source.npm, program)) }
  if ('pip' in source) return { version, ...(await byPip(folder, source.pip, program)) }
  if ('maven' in source) return { version, ...(await byMaven(folder, source.maven, program)) }
  if ('go' in source) return { version, ...(await byGo(folder, source.go, program)) }
  return byDebian(folder, source, program)
}

/** Does `make` once for what `wanted` says: another list of packages is installed anew. */
async function once(folder: string, wanted: string, make: () => Promise<unknown>): Promise<void> {
  const stamp = join(folder, 'installed.txt')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await make()
  writeFileSync(stamp, wanted)
}

const needs = (...commands: string[]) => {
  const missing = commands.filter((command) => !isInstalled(command))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is not on this machine`)
}

async function byNpm(folder: string, packages: readonly string[], program: string) {
  const copy = join(folder, basename(program))
  await once(folder, packages.join(), () => {
    writeFileSync(join(folder, 'package.json'), '{"private":true}')
    return run('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', ...packages], folder, installMs)
  })
  // A module looks for its packages from where it lies.
  for (const name of readdirSync(dirname(program)))
    if (name === 'jobs.mjs' || name === basename(program)) copyFileSync(join(dirname(program), name), join(folder, name))
  return { command: process.execPath, args: [copy] }
}

async function byPip(folder: string, packages: readonly string[], program: string) {
  needs('python3')
  await once(folder, packages.join(), async () => {
    await run('python3', ['-m', 'venv', 'venv'], folder, installMs)
    await run('venv/bin/pip', ['install', '-q', ...packages], folder, installMs)
  })
  // Isolated: a program with the name of its package would otherwise import itself. Nothing compiled is left beside it.
  return { command: join(folder, 'venv/bin/python'), args: ['-I', '-B', program] }
}

const dependency = (coordinate: string) => {
  const [group, artifact, version, classifier] = coordinate.split(':')
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>${classifier ? `<classifier>${classifier}</classifier>` : ''}</dependency>`
}

async function byMaven(folder: string, coordinates: readonly string[], program: string) {
  needs('java', 'javac', 'mvn')
  const jars = join(folder, 'jars')
  await once(folder, coordinates.join(), () => {
    writeFileSync(
      join(folder, 'pom.xml'),
      `<project><modelVersion>4.0.0</modelVersion><groupId>corpus</groupId><artifactId>tool</artifactId><version>1</version><dependencies>${coordinates.map(dependency).join('')}</dependencies></project>`,
    )
    return run(
      'mvn',
      ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${jars}`, '-DincludeScope=runtime'],
      folder,
      installMs,
    )
  })
  await run(
    'javac',
    ['-nowarn', '-Xlint:none', '-sourcepath', dirname(program), '-cp', `${jars}/*`, '-d', join(folder, 'classes'), program],
    folder,
    installMs,
  )
  const main = basename(program, '.java')
  return {
    command: 'java',
    args: ['-Xmx1g', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true', '-cp', `${join(folder, 'classes')}:${jars}/*`, main],
  }
}

async function byGo(folder: string, modules: readonly string[], program: string) {
  needs('go')
  const [itself] = modules[0]!.split('@')
  writeFileSync(join(folder, 'main.go'), readFileSync(program, 'utf8').replace('"corpus/package"', `"${itself}"`))
  await once(folder, modules.join(), async () => {
    if (!existsSync(join(folder, 'go.mod'))) await run('go', ['mod', 'init', 'corpus/tool'], folder, installMs)
    await run('go', ['get', ...modules], folder, installMs)
  })
  await run('go', ['build', '-o', 'tool', '.'], folder, installMs, { GOFLAGS: '-mod=mod' })
  return { command: join(folder, 'tool'), args: [] }
}

/** Debian's Python, because its packages are not those of another one in the path. */
const interpreters: Record<string, string> = {
  '.php': 'php',
  '.rb': 'ruby',
  '.pl': 'perl',
  '.sh': 'sh',
  '.py': '/usr/bin/python3',
  '.c': 'cc',
}

async function byDebian(
  folder: string,
  { debian, commands }: { debian: string; commands: readonly string[] },
  program: string,
): Promise<Started> {
  const kind = extname(program)
  const missing = [...commands, interpreters[kind]!].filter((command) => !isInstalled(basename(command)))
  if (missing.length > 0) throw new Error(`${missing.join(', ')} is not on this machine (Debian: ${debian})`)
  const version = (await run('dpkg-query', ['-W', '-f', '${Version}', debian.split(' ')[0]!], folder, 60_000)).trim()
  return { version, command: interpreters[kind]!, args: [program] }
}
