import type { FormatterModule } from 'i18next'
import { digitsText } from './shown.ts'

/**
 * What is put into a sentence: a number in the person's digits; text, which may be of the other direction (a file's name, a person's), between
 * isolates (UAX #9), so that it turns nothing around it and nothing turns it. Not digits alone: 1 and 05 around a colon belong together.
 */
const format = (value: unknown) =>
  typeof value === 'number' ? digitsText(`${value}`) : typeof value === 'string' && /\P{Nd}/u.test(value) ? `\u2068${value}\u2069` : value

/** For every sentence, wherever it is shown. i18next asks for nothing else where texts name no formats. */
export const inserted = { type: 'formatter', format } as unknown as FormatterModule

export const insertion = {
  interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
  // `{{30}}`: a number of the sentence itself, in the person's digits
  missingInterpolationHandler: (_text: string, [, name]: string[]) => (Number(name) ? digitsText(name!) : ''),
}
