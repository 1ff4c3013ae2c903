import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isRelease } from './volume.ts'

/** Small files that take minutes; begun late, one of them runs alone in the end while a core idles. */
const longest = [
  'test/starts.test.ts',
  'test/journeys/everyScreen.test.ts',
  'test/journeys/lists.test.ts',
  'test/journeys/sessions.test.ts',
  'test/journeys/signing.test.ts',
  'test/journeys/roleScreens.test.ts',
  'test/journeys/errors.test.ts',
  'test/journeys/certificates.test.ts',
  ...(isRelease
    ? [
        'server/features/sessions/credentials.test.ts',
        'server/platform/http/fuzz.test.ts',
        'test/schemathesis.test.ts',
        'test/conformance/padesHostile.test.ts',
        'test/databaseCut.test.ts',
        'test/killedReplicas.test.ts',
        'test/clients/clients.test.ts',
      ]
    : []),
]

/**
 * What mostly waits, for time to pass or for what it started, and how many others are begun while it runs: of three files side by side one waits
 * and two have the processors. Left to the end, where small files come, they wait together.
 */
const waiting: Record<string, number> = {
  'test/movedClock.test.ts': 7,
  'test/crash.test.ts': 7,
  'server/platform/http/slowSenders.test.ts': 5,
  'server/features/signing/concurrency.test.ts': 3,
  'server/features/verification/manyFiles.test.ts': 5,
  'server/features/payments/gatewayFaults.test.ts': 3,
  'server/signing/limitedChild.test.ts': 3,
  'server/adapters/time/ntp/ntp.test.ts': 2,
  'test/databaseHang.test.ts': 2,
  'server/platform/http/stop.test.ts': 2,
  'server/features/site/health.test.ts': 2,
  'server/features/operations/systemState.test.ts': 2,
  'bin/keepServing.test.ts': 2,
  'server/signing/starter/starter.test.ts': 2,
}

/** The order of a run that knows nothing of an earlier one, as on a fresh clone: the longest files, then the larger before the smaller. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const named = [...longest, ...Object.keys(waiting)]
    const gone = named.filter((path) => !existsSync(`${this.ctx.config.root}/${path}`))
    if (gone.length > 0) throw new Error(`test/longestFirst.ts names what is not there: ${gone.join(', ')}`)
    const at = (path: string) => sorted.filter(({ moduleId }) => moduleId === `${this.ctx.config.root}/${path}`)
    const others = sorted.filter(({ moduleId }) => !named.some((path) => moduleId === `${this.ctx.config.root}/${path}`))
    const mixed = Object.entries(waiting).flatMap(([path, beside]) => [...at(path), ...others.splice(0, at(path).length * beside)])
    return [...longest.flatMap(at), ...mixed, ...others]
  }
}
