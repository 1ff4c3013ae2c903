/**
 * One signing tool's files. Its program gets a table of jobs (operation, file in, file out, separated by tabs) and the authority's folder; it does what it
 * can, and writes `no`, the file and the reason for what it cannot.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { password, type Authority } from './authority.ts'
import { run, type Started, type Tool } from './install.ts'
import { readManifest, record, type Entry } from './manifest.ts'
import { afterwards, attacks, inputsOf, isDisputed, isForbidden, operationsOf } from './operations.ts'

export type Here = { tool: Tool; started: Started }
export type Job = { operation: string; from: string; to: string; base?: string }

const signMs = 400_000
const fixtures = join(import.meta.dirname, '../fixtures/pdf')

/** Every operation of the tool on every input that suits it, and then once more on what it signed itself. */
export async function signFiles(folder: string, tool: Tool, started: Started, authority: Authority): Promise<string> {
  const own = join(folder, tool.name)
  rmSync(own, { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const first = operationsOf(tool.name).flatMap((operation) =>
    inputsOf(operation).map((input): Job => ({
      operation,
      from: join(fixtures, `${input}.pdf`),
      to: join(own, `${operation}.${input}.pdf`),
    })),
  )
  const refused = await carryOut(first, { tool, started }, authority)
  const again = first.filter(({ to, operation }) => existsSync(to) && /^(approval|certify2|field)$/.test(operation))
  const second = again.map(({ to }): Job => ({ operation: 'again', from: to, to: to.replace(/\.pdf$/, '.again.pdf'), base: to }))
  refused.push(...(await carryOut(second, { tool, started }, authority)))
  const made = entries(folder, [...first, ...second], { tool, started })
  record(folder, ({ file }) => file.startsWith(`${tool.name}/`), made)
  for (const line of refused) console.error(`${tool.name}: ${line}`)
  if (first.length > 0 && made.length === 0) throw new Error(`it signed nothing: ${refused[0] ?? 'its program said nothing'}`)
  return `${made.length} signed files`
}

/** Every tool on what every other one signed: countersigned, filled, annotated, extended, attacked. */
export async function countersign(folder: string, here: readonly Here[], authority: Authority): Promise<void> {
  const signed = readManifest(folder).filter(({ from, profile }) => !from && /^(approval|certify[123]|bb|bt)$/.test(profile))
  for (const one of here) {
    const { name } = one.tool
    const own = join(folder, `${name}-after`)
    rmSync(own, { recursive: true, force: true })
    const jobs = signed.flatMap((entry) =>
      afterwards(name, entry).map((operation): Job => {
        const to = join(own, `${entry.tool}.${basename(entry.file, '.pdf')}.${operation}.pdf`)
        return { operation, from: join(folder, entry.file), to, base: join(folder, entry.file) }
      }),
    )
    mkdirSync(own, { recursive: true })
    const refused = await carryOut(jobs, one, authority)
    const made = entries(folder, jobs, one)
    record(folder, ({ file }) => file.startsWith(`${name}-after/`), made)
    console.log(`${name}: ${made.length} files from what others signed, ${refused.length} not`)
    for (const line of new Set(refused.map((text) => text.replace(/^.*?: /, '')))) console.error(`  ${name}: ${line}`)
  }
}

/** @returns what the program did not do, and why */
export async function carryOut(jobs: readonly Job[], { tool, started }: Here, authority: Authority): Promise<string[]> {
  if (jobs.length === 0) return []
  const table = join(dirname(jobs[0]!.to), 'jobs.tsv')
  writeFileSync(table, jobs.map(({ operation, from, to }) => `${operation}\t${from}\t${to}\n`).join(''))
  const env = { ...tool.env, CORPUS_TSA: `${authority.url}/tsa`, CORPUS_URL: authority.url, CORPUS_PASSWORD: password }
  const said = await run(started.command, [...started.args, table, authority.folder], dirname(table), signMs, env).catch(
    (error: Error & { said?: string }) => {
      console.error(`${tool.name}: ${error.message}`)
      return error.said ?? ''
    },
  )
  rmSync(table)
  return said.split('\n').flatMap((line) => {
    const [word, file, ...reason] = line.split('\t')
    return word === 'no' ? [`${basename(file ?? '')}: ${reason.join(' ').slice(0, 300)}`] : []
  })
}

function entries(folder: string, jobs: readonly Job[], { tool, started }: Here): Entry[] {
  const made = jobs.filter(({ to, from }) => existsSync(to) && statSync(to).size > 0 && !readFileSync(to).equals(readFileSync(from)))
  return made.map(({ operation, to, base }): Entry => {
    const from = base?.slice(folder.length + 1)
    const expected = expectedOf(operation, from)
    const common = { file: to.slice(folder.length + 1), tool: tool.name, version: started.version, profile: operation, expected } as const
    return from ? { ...common, from } : common
  })
}

function expectedOf(operation: string, from: string | undefined): Entry['expected'] {
  if (attacks.has(operation)) return 'attacked'
  if (from && isForbidden(operation, from)) return 'forbidden'
  return from && isDisputed(operation, from) ? 'disputed' : 'honest'
}
