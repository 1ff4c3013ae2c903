/** Schemathesis holds the server to the API's document, all checks on: as nobody, and as three people with different rights. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cast } from '#server/demo/cast.ts'
import { exceptionFor, findingsIn, type Operation } from './schemathesis/findings.ts'
import { testServer, type TestServer } from './server.ts'
import { isRelease } from './volume.ts'

/** Seconds of each run: a session's token lives ten minutes. */
const seconds = 240
const minutes = 60_000
const tools = join(import.meta.dirname, '../.cache/schemathesis')
const program = join(tools, 'bin/schemathesis')
const folder = mkdtempSync(join(tmpdir(), 'tawqi-schemathesis-'))
let server: TestServer

beforeAll(async () => {
  if (isRelease) server = await testServer()
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true })
})

const run = (file: string, args: string[]) =>
  promisify(execFile)(file, args, {
    cwd: folder,
    timeout: 20 * minutes,
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, PYTHONPATH: folder, SCHEMATHESIS_HOOKS: 'hooks' },
  })

/** @returns false where this machine has no Python */
async function install(): Promise<boolean> {
  if (existsSync(program)) return true
  const found = await run('python3', ['--version']).catch(() => null)
  if (!found) return false
  mkdirSync(tools, { recursive: true })
  await run('python3', ['-m', 'venv', tools])
  await run(join(tools, 'bin/pip'), ['install', '--quiet', 'schemathesis==4.32.5'])
  return true
}

/** What it sends for a file: it has no idea of one by itself. */
const hooks = `import schemathesis
from hypothesis import strategies as st

for media in ('application/pdf', 'application/ocsp-request', 'application/timestamp-query'):
    schemathesis.openapi.media_type(media, st.binary(max_size=2000))
`

/** Its own lists know neither that what was begun is over (410) nor the refusals of what is too much (413, 414, 431). */
const settings = `[checks.positive_data_acceptance]
expected-statuses = ["2xx", "3xx", 401, 403, 404, 409, 410, 429, "5xx"]
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 410, 413, 414, 415, 422, 428, 429, 431, "5xx"]
`

/** They end the session that the rest of the run needs. */
const endings = ['logout', 'refreshSession', 'revokeSession', 'revokeDevice', 'changePassword', 'requestErasure']

/** @returns what it printed, in full */
async function fuzz(headers: Record<string, string>): Promise<string> {
  const isSignedIn = Object.keys(headers).length > 0
  const always =
    'run openapi.json --checks all --phases coverage,fuzzing --max-examples 10 --workers 1 --continue-on-failure --no-shrink ' +
    '--suppress-health-check all --generation-database none --generation-allow-x00 false --no-color --output-truncate false'
  const args = [
    ...always.split(' '),
    '--url',
    server.url,
    '--max-time',
    String(seconds),
    ...(isSignedIn ? endings.flatMap((name) => ['--exclude-operation-id', name]) : []),
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ]
  const { stdout } = await run(program, args).catch((failed: { code: unknown; stdout: string }) => {
    // 1: there are findings.
    if (failed.code !== 1) throw failed
    return failed
  })
  return stdout
}

const roles = [
  { role: 'nobody', nationalId: null },
  { role: 'a subscriber', nationalId: cast.noura },
  { role: 'an enrolment admin', nationalId: cast.sarah },
  { role: 'an operator', nationalId: cast.bandar },
]

test.runIf(isRelease).for(roles)(
  'as $role: nothing that the document does not say',
  { timeout: 60 * minutes },
  async ({ role, nationalId }, { skip }) => {
    if (!(await install())) skip('python3 missing')
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, Operation>> }
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
    writeFileSync(join(folder, 'hooks.py'), hooks)
    writeFileSync(join(folder, 'schemathesis.toml'), settings)
    const browser = nationalId === null ? null : await server.signIn(nationalId)
    const printed = await fuzz(browser ? { Authorization: `Bearer ${browser.session.token}`, 'X-DEVICE-ID': browser.deviceId } : {})
    const sent = Number(/(\d+) generated/.exec(printed)?.[1])
    const findings = findingsIn(printed)
    const others = findings.filter((finding) => exceptionFor(finding, document.paths) === undefined)
    console.log(`${role}: ${sent} requests, ${findings.length} findings, ${others.length} of them without a reason`)
    expect(sent).toBeGreaterThan(1_000)
    expect(Number(/(\d+) found \d+ unique/.exec(printed)?.[1] ?? 0), 'findings that were not read').toBe(findings.length)
    expect(/^Errors:\n(.*\n)+?\n/m.exec(printed)?.[0], 'its own errors').toBeUndefined()
    expect(others).toEqual([])
    if (browser) expect((await browser.get('/api/v1/profile/my')).status, 'the session outlived the run').not.toBe(401)
  },
)
