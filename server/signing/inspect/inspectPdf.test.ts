import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { inspectPdf } from './inspectPdf.ts'

const folder = join(import.meta.dirname, '../../../test/fixtures/pdf')

test('a process that read other files says of each what one that read none does', { timeout: 120_000 }, async () => {
  const paths = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  const alone = (path: string) => JSON.parse(JSON.stringify(readSigningFacts(readFileSync(path)))) as object
  expect(paths.length).toBeGreaterThan(40)
  for (const path of paths.map((name) => join(folder, name))) expect(await inspectPdf(path, {}, 'somebody'), path).toEqual(alone(path))
})
