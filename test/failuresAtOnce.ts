import type { TestError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

/** Tells why a test failed when it fails: a release's run goes on for an hour and more, and its summary comes last. */
export default class FailuresAtOnce implements Reporter {
  onTestCaseResult(test: TestCase) {
    tell(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors)
  }

  /** What fails in a hook. */
  onTestSuiteResult(suite: TestSuite) {
    tell(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite.errors())
  }

  /** What fails in a hook of a whole file, or when it is loaded. */
  onTestModuleEnd(module: TestModule) {
    tell(module.relativeModuleId, module.errors())
  }
}

function tell(name: string, errors: readonly TestError[] = []) {
  for (const { message, stack = message, diff = '' } of errors) console.error(`FAILED ${name}\n${stack}\n${diff}`)
}
