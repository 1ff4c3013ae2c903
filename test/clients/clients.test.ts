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
}, 5 * minutes)
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

/** @returns what it printed. @throws Error with that, where it fails */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  const options = { cwd, timeout: 20 * minutes, maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await promisify(execFile)(program, args, options).catch((failed: Error & { stdout: string }) => {
    throw new Error(`${failed.message}\n${failed.stdout}`, { cause: failed })
  })
  return stdout + stderr
}

type Version = 'openapi' | 'openapi-3.0'

/** The API's document as this server gives it, in a folder of the client's own with our program in it. */
async function workshop(name: string, version: Version): Promise<string> {
  const work = join(folder, `${name}-${version}`)
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

const has = (program: string) => (process.env.PATH ?? '').split(delimiter).some((place) => existsSync(join(place, program)))
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

const dependencies = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1'

/** OpenAPI Generator takes 3.1 as an experiment and says so in a warning: it gets the earlier version. */
async function signInJava() {
  const version = '7.25.0'
  const jar = join(installed, `openapi-generator-cli-${version}.jar`)
  if (!existsSync(jar)) {
    const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`
    await run('mvn', ['-q', '-B', `${dependencies}:copy`, artifact, `-DoutputDirectory=${installed}`], installed)
  }
  const work = await workshop('java', 'openapi-3.0')
  const only = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'
  const packages = 'invokerPackage=tawqi,apiPackage=tawqi.api,modelPackage=tawqi.model'
  const made = [
    'generate',
    '-i',
    'openapi.json',
    '-o',
    'generated',
    '-g',
    'java',
    '--global-property',
    only,
    '--additional-properties',
    packages,
  ]
  const printed = await run('java', ['-jar', jar, ...made], work)
  // Among its notes, which name files such as FieldError.java.
  expect(printed).toMatch(/^\[main\] INFO /m)
  const complaints = printed.split('\n').filter((line) => /^\[main\] (WARN|ERROR) /.test(line))
  const project = join(work, 'generated')
  await run('mvn', ['-q', '-B', 'compile', `${dependencies}:copy-dependencies`, '-DoutputDirectory=libraries'], project)
  const [args, signed] = await task(3, work)
  await run('java', ['-cp', ['target/classes', 'libraries/*'].join(delimiter), '../Sign.java', ...args], project)
  return { complaints, signed }
}

async function signInGo() {
  const tools = join(installed, 'go')
  const program = join(tools, 'oapi-codegen')
  const maker = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'
  if (!existsSync(program)) await run('env', [`GOBIN=${tools}`, 'go', 'install', maker], installed)
  const work = await workshop('go', 'openapi-3.0')
  const printed = await run(program, ['-generate', 'types,client', '-package', 'main', '-o', 'generated.go', 'openapi.json'], work)
  const judged = await run('go', ['vet', '.'], work)
  await run('go', ['build', '-o', 'sign', '.'], work)
  const [args, signed] = await task(4, work)
  await run(join(work, 'sign'), args, work)
  return { complaints: [...complaintsIn(printed), ...complaintsIn(judged)], signed }
}

/** With Mono. */
async function signInCSharp() {
  const tools = join(installed, 'csharp')
  const nswag = join(tools, 'node_modules/nswag/bin/binaries/Win')
  if (!existsSync(nswag)) {
    mkdirSync(tools, { recursive: true })
    await run('npm', ['install', '--prefix', tools, '--ignore-scripts', '--no-save', 'nswag@14.7.1'], tools)
  }
  const work = await workshop('csharp', 'openapi-3.0')
  const options = [
    '/input:openapi.json',
    '/output:Generated.cs',
    '/namespace:Tawqi',
    '/classname:TawqiClient',
    '/GenerateOptionalParameters:true',
  ]
  const printed = await run('mono', [join(nswag, 'NSwag.exe'), 'openapi2csclient', ...options], work)
  cpSync(join(nswag, 'Newtonsoft.Json.dll'), join(work, 'Newtonsoft.Json.dll'))
  const libraries = ['Newtonsoft.Json.dll', 'System.Net.Http', 'System.ComponentModel.DataAnnotations', 'System.Runtime.Serialization']
  const references = libraries.map((name) => `-r:${name}`)
  // CS0162: NSwag writes a `break` after each `throw`.
  await run('mcs', ['-langversion:latest', '-warnaserror', '-nowarn:0162', '-out:Sign.exe', ...references, 'Generated.cs', 'Sign.cs'], work)
  const [args, signed] = await task(5, work)
  await run('mono', ['Sign.exe', ...args], work)
  return { complaints: complaintsIn(printed), signed }
}

const clients: Client[] = [
  { name: 'Python', needs: ['python3'], sign: signInPython },
  { name: 'TypeScript', needs: ['npm'], sign: signInTypeScript },
  { name: 'Java', needs: ['java', 'mvn'], sign: signInJava },
  { name: 'Go', needs: ['go'], sign: signInGo },
  { name: 'C#', needs: ['npm', 'mcs', 'mono'], sign: signInCSharp },
]

test.runIf(isRelease).for(clients)(
  '$name: a client that was made from the document signs a PDF',
  { timeout: 60 * minutes },
  async ({ name, needs, sign }, { skip }) => {
    const missing = needs.filter((program) => !has(program))
    if (missing.length > 0) skip(`${missing.join(', ')} missing`)
    const { complaints, signed } = await sign()
    // Of the signature: pdfsig does not judge the document time stamp after it.
    const [verdict] = pdfsig(signed)
    console.log(`${name}: ${complaints.length} warnings; ${verdict}`)
    expect(complaints).toEqual([])
    expect(verdict).toBe('Signature is Valid.')
  },
)
