import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyFacts } from '#test/companyFacts.ts'
import { ConfigurationError } from './configuration.ts'
import { readProvider } from './provider.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tawqi-provider-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const written = (text: string) => {
  const file = join(folder, 'provider.json')
  writeFileSync(file, text)
  return { PROVIDER_FILE: file }
}

function faultsOf(configuration: Parameters<typeof readProvider>[0]): readonly string[] {
  try {
    readProvider(configuration)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults.map((fault) => fault.replace(`${folder}/`, ''))
    throw error
  }
}

test('without a file the company is plainly made up, and has no licence', () => {
  const { isFictional, licence, vatNumber } = readProvider({ PROVIDER_FILE: undefined })
  expect({ isFictional, licence, vatNumber }).toEqual({ isFictional: true, licence: { state: 'none' }, vatNumber: '300000000000003' })
})

test.each([
  { state: 'none' },
  { state: 'applied', since: '2026-04-01', authority: { ar: 'الهيئة', en: 'The authority' } },
  { state: 'licensed', number: '12-3', since: '2026-04-01', until: '2029-03-31', authority: { ar: 'الهيئة', en: 'The authority' } },
])('facts are read as they are written, $state', (licence) => {
  const facts = { ...companyFacts, licence }
  expect(readProvider(written(JSON.stringify(facts)))).toEqual({ ...facts, isFictional: false })
})

test.each<[text: string, faults: string[]]>([
  ['{', ["PROVIDER_FILE: provider.json is no JSON (Expected property name or '}' in JSON at position 1 (line 1 column 2))."]],
  ['[]', ['PROVIDER_FILE: provider.json: it must be one JSON object.']],
  [
    JSON.stringify({ ...companyFacts, vatNumber: '12', since: '1.3.2026', phone: '+966', address: undefined }),
    [
      'PROVIDER_FILE: provider.json: vatNumber must be 15 digits that begin and end with 3.',
      'PROVIDER_FILE: provider.json: address is missing, or no object.',
      'PROVIDER_FILE: provider.json: since must be a day such as 2026-01-31.',
      'PROVIDER_FILE: provider.json: phone is no field of it.',
    ],
  ],
  [
    JSON.stringify({
      ...companyFacts,
      name: { ar: 'شركة' },
      licence: { state: 'licensed', number: '' },
      complaints: { email: 'a@b, c@d' },
    }),
    [
      'PROVIDER_FILE: provider.json: name.en must be text.',
      'PROVIDER_FILE: provider.json: complaints.email must be one plain e-mail address.',
      'PROVIDER_FILE: provider.json: licence.number must not be empty.',
      'PROVIDER_FILE: provider.json: licence.since must be a day such as 2026-01-31.',
      'PROVIDER_FILE: provider.json: licence.until must be a day such as 2026-01-31.',
      'PROVIDER_FILE: provider.json: licence.authority is missing, or no object.',
    ],
  ],
  [
    JSON.stringify({ ...companyFacts, licence: { state: 'qualified' } }),
    ['PROVIDER_FILE: provider.json: licence.state must be none, applied or licensed.'],
  ],
])('what is wrong is said, all of it, case %#', (text, faults) => {
  expect(faultsOf(written(text)).toSorted()).toEqual(faults.toSorted())
})

test('a file that is not there is named', () => {
  expect(faultsOf({ PROVIDER_FILE: join(folder, 'none.json') })).toEqual(['PROVIDER_FILE: none.json cannot be read (ENOENT).'])
})
