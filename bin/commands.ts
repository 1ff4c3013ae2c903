/** The commands, on the pinned Node. */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { binOf, root, run } from './programs.ts'

const commands: Record<string, { does: string; run: (args: string[]) => Promise<void> }> = {
  start: { does: 'build what changed and serve the product', run: start },
  dev: { does: 'serve it, and again after each change', run: dev },
  test: { does: 'run the tests; arguments go to vitest', run: async (args) => (await import('./test.ts')).test(args) },
  'test:release': { does: 'the same tests with the volumes of a release: hours rather than minutes', run: testRelease },
  check: { does: 'types, lint, format, unused code', run: check },
  bench: { does: 'measure speed and memory; --quick does it briefly, names of benches alone', run: bench },
  lighthouse: { does: 'how fast and how accessible pages are to a telephone; names of pages alone, --runs=5', run: lighthouse },
  time: {
    does: 'say what the clock shows; “confirm” and the right time (ISO 8601) lets time stamps go on where no time server answers',
    run: async (args) => (await import('./time.ts')).time(args),
  },
  operate: {
    does: 'catalogue, operators and certificates, by the operator at the machine',
    run: async (args) => (await import('./operate.ts')).runOperation(args),
  },
  schema: {
    does: 'write the types of the database tables and the reference of the settings',
    run: async () => void (await import('./schema.ts')),
  },
}

export async function main([name = '', ...args]: string[]) {
  process.chdir(root)
  const cache = join(root, '.cache/node')
  enableCompileCache(cache)
  process.env.NODE_COMPILE_CACHE = cache // for the processes we start
  const command = commands[name]
  if (!command) {
    console.error(
      `Usage: npm run <command>\n${Object.entries(commands)
        .map(([word, { does }]) => `  ${word.padEnd(14)}${does}`)
        .join('\n')}`,
    )
    process.exitCode = 1
    return
  }
  await command.run(args)
}

async function start() {
  const { buildWhatChanged } = await import('./build.ts')
  await buildWhatChanged()
  const { keepServing } = await import('./keepServing.ts')
  process.exitCode = await keepServing()
}

async function dev() {
  const { buildWhatChanged } = await import('./build.ts')
  await buildWhatChanged()
  const server = run(process.execPath, ['--watch-preserve-output', '--watch', 'server/main.ts'], 'inherit')
  const web = run(process.execPath, ['bin/devWeb.ts'], 'inherit')
  process.exitCode = (await Promise.race([server, web])).code
}

async function testRelease(args: string[]) {
  process.env.TEST_VOLUME = 'release' // test/volume.ts reads it
  await (await import('./test.ts')).test(args)
}

async function bench(args: string[]) {
  process.exitCode = (await run(process.execPath, ['bench/main.ts', ...args], 'inherit')).code
}

async function lighthouse(args: string[]) {
  const { buildWhatChanged } = await import('./build.ts')
  await buildWhatChanged()
  process.exitCode = (await run(process.execPath, ['bench/lighthouse/main.ts', ...args], 'inherit')).code
}

async function check() {
  const node = process.execPath
  const checks: [title: string, command: string[]][] = [
    // Each checker works out the contract's types for itself: four, the default, take twice the processor time of one.
    ['types', [node, binOf('typescript', 'tsc'), '-p', '.', '--checkers', '1']],
    ['lint', [node, binOf('oxlint'), '--type-aware', '--deny-warnings']],
    ['format', [node, binOf('oxfmt'), '--check']],
    ['unused', [node, binOf('knip')]],
  ]
  const results = await Promise.all(
    checks.map(async ([title, [program, ...args]]) => {
      const begun = performance.now()
      const { code, output } = await run(program!, args, 'pipe')
      return { title, code, output, seconds: ((performance.now() - begun) / 1000).toFixed(1) }
    }),
  )
  for (const { title, code, output } of results) if (code !== 0) console.log(`— ${title}\n${output.trim()}\n`)
  for (const { title, code, seconds } of results) console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${title.padEnd(7)} ${seconds} s`)
  process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0
}
