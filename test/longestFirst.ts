import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isRelease } from './volume.ts'

/** Small files that take minutes; begun late, one of them runs alone in the end while a core idles. */
const longest = [
  'test/journeys/everyScreen.test.ts',
  'test/journeys/lists.test.ts',
  ...(isRelease
    ? [
        'server/features/sessions/credentials.test.ts',
        'server/platform/http/fuzz.test.ts',
        'test/schemathesis.test.ts',
        'test/conformance/padesHostile.test.ts',
        'test/starts.test.ts',
        'test/databaseCut.test.ts',
        'test/killedReplicas.test.ts',
        'test/clients/clients.test.ts',
      ]
    : []),
]

/** The order of a run that knows nothing of an earlier one, as on a fresh clone: the longest files, then the larger before the smaller. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = longest.filter((path) => !existsSync(`${this.ctx.config.root}/${path}`))
    if (gone.length > 0) throw new Error(`test/longestFirst.ts names what is not there: ${gone.join(', ')}`)
    const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId === `${this.ctx.config.root}/${path}`)
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}
