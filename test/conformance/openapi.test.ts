/** Two linters that others wrote, each by the rules that it recommends, find nothing in the API's document: no errors, no warnings, no hints. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { Version } from '#server/openapi/schemas.ts'
import { isRelease } from '#test/volume.ts'

const minutes = 60_000
const tools = join(import.meta.dirname, '../../.cache/openapi')
const folder = mkdtempSync(join(tmpdir(), 'tawqi-openapi-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Where they find no settings, both take their own. */
const run = (program: string, args: string[]) =>
  promisify(execFile)(program, args, {
    cwd: folder,
    timeout: 10 * minutes,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  })

/** @returns why this machine cannot have them; undefined where they are there */
async function missing(): Promise<string | undefined> {
  const packages = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3']
  if (existsSync(join(tools, 'node_modules/@stoplight/spectral-cli'))) return undefined
  mkdirSync(tools, { recursive: true })
  return run('npm', ['install', '--prefix', tools, '--ignore-scripts', '--no-save', ...packages]).then(
    () => undefined,
    () => `${packages.join(' and ')} could not be fetched`,
  )
}

/** @returns what it printed. Findings are an exit code of 1, too. */
async function lint(program: string, args: string[]): Promise<unknown> {
  const { stdout } = await run(process.execPath, [join(tools, 'node_modules', program), ...args]).catch(
    (failed: { code: unknown; stdout: string }) => {
      if (failed.code !== 1) throw failed
      return failed
    },
  )
  // Spectral follows its list with a sentence.
  return JSON.parse(stdout.slice(0, stdout.search(/[\]}][^\]}]*$/) + 1))
}

/** As it is served. Loaded here: an ordinary run needs none of it. */
async function documentOf(version: Version) {
  const [{ allCalls }, { openApiDocument }, { handlers }] = await Promise.all([
    import('#contract/areas.ts'),
    import('#server/openapi/document.ts'),
    import('#server/routes.ts'),
  ])
  return openApiDocument(allCalls, new Set<unknown>(handlers.map(({ call }) => call)), version)
}

test.runIf(isRelease).for(['3.1.0', '3.0.3'] as const)('OpenAPI %s', { timeout: 30 * minutes }, async (version, { skip }) => {
  const reason = await missing()
  if (reason !== undefined) skip(reason)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(await documentOf(version)))
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ extends: ['spectral:oas'] }))
  const redocly = (await lint('@redocly/cli/bin/cli.js', ['lint', 'openapi.json', '--format=json'])) as {
    totals: object
    problems: object[]
  }
  const spectral = await lint('@stoplight/spectral-cli/dist/index.js', ['lint', 'openapi.json', '--ruleset=rules.json', '--format=json'])
  console.log(`${version}: redocly ${JSON.stringify(redocly.totals)}, spectral ${(spectral as object[]).length} findings`)
  expect(redocly.problems).toEqual([])
  expect(redocly.totals).toEqual({ errors: 0, warnings: 0, ignored: 0 })
  expect(spectral).toEqual([])
})
