import { expect, test } from 'vitest'
import { languageOf } from './language.ts'

test.each<[string | undefined, 'ar' | 'en']>([
  [undefined, 'ar'],
  ['', 'ar'],
  ['en', 'en'],
  ['EN-us', 'en'],
  ['ar-SA', 'ar'],
  ['ar, en', 'ar'],
  ['en, ar', 'en'],
  ['en;q=0.1, ar', 'ar'],
  ['ar;q=0.1, en', 'en'],
  ['ar;q=0.5,en;q=0.8', 'en'],
  ['fr, en;q=0.7, ar;q=0.3', 'en'],
  ['fr, ar;q=0.7, en;q=0.7', 'ar'],
  ['fr, en;q=0.7, ar;q=0.7', 'en'],
  ['en-GB;q=0.2, en;q=0.9, ar;q=0.5', 'en'],
  ['en;q=0', 'ar'],
  ['ar;q=0, *', 'en'],
  ['*', 'ar'],
  ['*, en', 'en'],
  ['en;q=0.5, *;q=0.9', 'ar'],
  ['fr', 'ar'],
  ['english', 'ar'],
  ['fr-en', 'ar'],
  ['en ; q=0.4 , ar;q=0.3', 'en'],
  ['en;q=2, ar;q=0.1', 'ar'],
  ['en;q=high', 'ar'],
  ['q=1;en', 'ar'],
  [`${'x,'.repeat(8_000)}en`, 'en'],
])('%s asks for %s', (header, language) => {
  expect(languageOf({ headers: header === undefined ? {} : { 'accept-language': header } })).toBe(language)
})
