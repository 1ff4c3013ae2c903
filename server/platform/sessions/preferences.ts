import type { Selectable } from 'kysely'
import type { LetterTopic, Preferences } from '#contract/sessions.ts'
import type { DB } from '#server/platform/db/schema.ts'

/** The columns of `person` that say how things are shown and written to them. */
export const preferenceColumns = [
  'screen_language',
  'letter_language',
  'theme',
  'digits',
  'calendar',
  'page_size',
  'letters_left_out',
] as const

/** The same under the names of the wire. */
export const preferencesOf = (row: Pick<Selectable<DB['person']>, (typeof preferenceColumns)[number]>): Preferences => ({
  language: row.screen_language,
  messageLanguage: row.letter_language,
  theme: row.theme,
  digits: row.digits,
  calendar: row.calendar,
  pageSize: row.page_size,
  lettersLeftOut: row.letters_left_out as LetterTopic[], // nor here
})
