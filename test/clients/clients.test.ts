/** Clients that strangers' generators make from the API's document, and each signs a PDF from its sign-in to the signed file. */
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfsig } from '#test/fixtures/pdf/judges.ts'
import { addPerson } from '#test/people.ts'
import { testServer, type TestServer } from '#test/server.ts'
import { isRelease } from '#test/volume.ts'

const minutes = 60_000
const here = import.meta.dirname
const source = join(here, '../fixtures/pdf/handmade-crlf.pdf')
/** Installed once, by the registries' own clients. */
const installed = join(here, '../../.cache/clients')
const folder = mkdtempSync(join(tmpdir(), 'tawqi-clients-'))
let server: TestServer

beforeAll(async () => {
  if (!isRelease) return
  mkdirSync(installed, { recursive: true })
  server = await testServer()
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

/** @returns what it printed. @throws Error with that, where it fails */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, timeout: 20 * minutes, maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

/** The API's document as this server gives it, in a folder of the client's own with our program in it. */
async function workshop(name: string, version: 'openapi' | 'openapi-3.0'): Promise<string> {
  const work = join(folder, name)
  cpSync(join(here, name), work, { recursive: true })
  writeFileSync(join(work, 'openapi.json'), Buffer.from(await (await fetch(`${server.url}/api/${version}.json`)).arrayBuffer()))
  return work
}

/** Address, person, file and target, as each program takes them. The person's app approves by itself. */
async function task(n: number, work: string): Promise<[args: string[], signed: string]> {
  const { nationalId } = await addPerson(server, 2, n)
  const signed = join(work, 'signed.pdf')
  return [[server.url, nationalId, source, signed], signed]
}

const has = (...programs: string[]) =>
  programs.every((program) => (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, program))))
type Client = {
  name: string
  /** Programs that a machine may lack: without them the test is told as skipped. */
  needs: string[]
  /** Makes the client and signs with it. @returns what the maker held against the document, and the signed file */
  sign: () => Promise<{ complaints: string[]; signed: string }>
}

const complaintsIn = (printed: string) => printed.split('\n').filter((line) => /warn|error|skip|omit|not be generated/i.test(line))

async function signInPython() {
  const tools = join(installed, 'python')
  if (!existsSync(join(tools, 'bin/openapi-python-client'))) {
    await run('python3', ['-m', 'venv', tools], installed)
    await run(join(tools, 'bin/pip'), ['install', '--quiet', 'openapi-python-client==0.29.1'], installed)
  }
  const work = await workshop('python', 'openapi')
  const made = ['generate', '--path', 'openapi.json', '--output-path', 'generated', '--meta', 'none', '--config', 'config.yaml']
  const printed = await run(join(tools, 'bin/openapi-python-client'), made, work)
  const [args, signed] = await task(1, work)
  await run(join(tools, 'bin/python'), ['sign.py', ...args], work)
  return { complaints: complaintsIn(printed), signed }
}

async function signInTypeScript() {
  const tools = join(installed, 'typescript')
  const packages = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@26.6.6']
  if (!existsSync(join(tools, 'node_modules/openapi-fetch'))) {
    mkdirSync(tools, { recursive: true })
    await run('npm', ['install', '--prefix', tools, '--ignore-scripts', '--no-save', ...packages], tools)
  }
  const work = await workshop('typescript', 'openapi')
  cpSync(join(tools, 'node_modules'), join(work, 'node_modules'), { recursive: true })
  const bin = (name: string) => join(work, 'node_modules', name)
  const printed = await run(process.execPath, [bin('openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'generated.ts'], work)
  const judged = await run(process.execPath, [bin('typescript/bin/tsc'), '-p', '.'], work)
  const [args, signed] = await task(2, work)
  await run(process.execPath, ['sign.ts', ...args], work)
  return { complaints: [...complaintsIn(printed), ...complaintsIn(judged)], signed }
}

const clients: Client[] = [
  { name: 'Python', needs: ['python3'], sign: signInPython },
  { name: 'TypeScript', needs: ['npm'], sign: signInTypeScript },
]

test.runIf(isRelease).for(clients)(
  '$name: a client that was made from the document signs a PDF',
  { timeout: 60 * minutes },
  async ({ needs, sign }, { skip }) => {
    if (!has(...needs)) skip(`${needs.join(', ')} missing`)
    const { complaints, signed } = await sign()
    expect(complaints).toEqual([])
    // Of the signature: pdfsig does not judge the document time stamp after it.
    expect(pdfsig(signed)[0]).toBe('Signature is Valid.')
  },
)
