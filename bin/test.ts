/** `npm test`: the foreign tools, then every test, then one line with the count. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bringBrowser } from '#test/browser/ownBrowser.ts'
import { clearAfterFaketime, ensureTools } from '#test/tools.ts'
import { buildWhatChanged } from './build.ts'
import { binOf, root, run } from './programs.ts'

const report = join(root, '.cache/test-report.json')

const reporters = ['default', join(root, 'test/failuresAtOnce.ts'), 'json'].map((one) => `--reporter=${one}`)

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export async function test(args: string[]) {
  // The build once, before tests that run side by side look at it.
  await Promise.all([bringBrowser(), buildWhatChanged()])
  ensureTools()
  clearAfterFaketime()
  rmSync(report, { force: true })
  const { code } = await run(process.execPath, [binOf('vitest'), 'run', ...reporters, `--outputFile.json=${report}`, ...args], 'inherit')
  const { passed, failed, skipped } = count(code)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = code === 0 && failed > 0 ? 1 : code
}

/** A file that does not load, or an error outside every test, counts as one failure. */
function count(code: number): { passed: number; failed: number; skipped: number } {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readReport()
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const failed = numFailedTests + broken
  return { passed: numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: numPendingTests + numTodoTests }
}

function readReport(): Report {
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Report
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { numPassedTests: 0, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] } // vitest itself did not come up
  }
}
