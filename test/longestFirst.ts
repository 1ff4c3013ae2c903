import { existsSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isRelease } from './volume.ts'

/** Small files that take minutes; begun late, one of them runs alone in the end while a core idles. */
const longest = [
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
    const places = new Map(longest.map((path, place) => [`${this.ctx.config.root}/${path}`, place]))
    const placeOf = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? longest.length
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
