/** The status of a request in words: of what waits, for whom. */
import { type RawBuilder, sql } from 'kysely'
import type { Words } from '#contract/columns.ts'
import type { Language } from '#server/platform/problems.ts'

const waitingWords: Record<string, Words> = {
  authorizedSignatory: { ar: 'بانتظار المفوّض بالتوقيع', en: 'Waiting for a signatory' },
  registrationOfficer: { ar: 'بانتظار موظف التسجيل لدى مقدّم الخدمة', en: 'Waiting for the provider’s registration officer' },
}

const cases = (words: Readonly<Record<string, Words>>, language: Language) =>
  sql.join(
    Object.entries(words).map(([value, said]) => sql`when ${sql.lit(value)} then ${said[language]}`),
    sql` `,
  )

export const labelOf = (
  status: RawBuilder<unknown>,
  words: Readonly<Record<string, Words>>,
  waitsFor: RawBuilder<unknown>,
  language: Language,
) => sql<string>`(case ${waitsFor} ${cases(waitingWords, language)} else (case ${status} ${cases(words, language)} end) end)`
