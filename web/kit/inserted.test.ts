import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import bidiFactory from 'bidi-js'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { inserted, insertion } from './inserted.ts'

/** Its default import is the factory, which its types do not say. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)()

/** Texts by any key: these are found, not named. */
type Say = (key: string, given: object) => string

type Texts = { [key: string]: string | Texts }
const leaves = (texts: Texts, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, text]) => (typeof text === 'string' ? [[above + key, text]] : leaves(text, `${above}${key}.`)))

/** As its reader sees it, from left to right. */
function shown(sentence: string, direction: 'rtl' | 'ltr'): string {
  const levels = bidi.getEmbeddingLevels(sentence, direction)
  return bidi
    .getReorderedIndices(sentence, levels)
    .map((at) => sentence[at])
    .join('')
}
const foreign = { ar: { value: 'Q3 report (2).pdf', direction: 'rtl' }, en: { value: 'عقد (2) نهائي', direction: 'ltr' } } as const

test.each(['ar', 'en'] as const)('text of the other direction stays together in each sentence that takes one, in %s', async (language) => {
  const folder = fileURLToPath(new URL(`../locales/${language}/`, import.meta.url))
  const resources: Record<string, Texts> = {}
  for (const file of readdirSync(folder)) resources[file.replace('.json', '')] = JSON.parse(readFileSync(folder + file, 'utf8')) as Texts
  const i18n = i18next.createInstance()
  await i18n.use(inserted).init({ lng: language, resources: { [language]: resources }, ...insertion })
  const { value, direction } = foreign[language]
  const alone = shown(`\u2068${value}\u2069`, direction)
  const sentences = Object.entries(resources).flatMap(([area, texts]) =>
    leaves(texts).flatMap(([key, text]) => {
      const names = [...text.matchAll(/\{\{([a-z]\w*)\}\}/gi)].map(([, name]) => name!)
      const ofText = names.filter((name) => name !== 'count')
      return ofText.map((name) => ({
        key: `${area}:${key}`,
        name,
        given: Object.fromEntries(names.map((one) => [one, one === name ? value : 7])),
      }))
    }),
  )
  expect(sentences.length).toBeGreaterThan(100)
  const torn = sentences.filter(({ key, given }) => !shown((i18n.t as unknown as Say)(key, given), direction).includes(alone))
  expect(torn.map(({ key, name }) => `${key} {{${name}}}`)).toEqual([])
})

test('numbers stand as they are, and those of the sentence itself are said', async () => {
  const i18n = i18next.createInstance()
  const translation = { left: 'بقي {{count}} من {{30}}' }
  await i18n.use(inserted).init({ lng: 'ar', resources: { ar: { translation } }, ...insertion })
  expect((i18n.t as unknown as Say)('left', { count: 7 })).toBe('بقي 7 من 30')
})
