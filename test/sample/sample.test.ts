/** The signed pages of the home page are what their picture and their verdict say. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import sample from '../../web/features/site/sample.json' with { type: 'json' }
import { testServer, type TestServer } from '../server.ts'
import { factsOf, sampleFolder } from './facts.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

test.each(['ar', 'en'] as const)('our verification says of the signed page what the home page says (%s)', async (language) => {
  const bytes = readFileSync(join(sampleFolder, `${language}.pdf`))
  // The authority of another deployment made it: this one is told to trust it.
  writeFileSync(join(server.app.configuration.DATA_DIR, 'trust', 'sample.cer'), readFileSync(join(sampleFolder, 'root.cer')))
  const { title: _, ...said } = sample[language]
  expect(await factsOf(server.browser(), bytes, language)).toEqual({ indication: 'TOTAL-PASSED', said })
  const changed = Buffer.from(bytes)
  changed[Math.floor(changed.length / 3)]! ^= 1
  expect((await factsOf(server.browser(), changed, language).catch(() => ({ indication: 'unreadable' }))).indication).not.toBe(
    'TOTAL-PASSED',
  )
})
