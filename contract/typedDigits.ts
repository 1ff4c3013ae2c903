/** Numbers as people type them: national IDs and codes, in any digits and with spaces. */
import { z } from 'zod'
import { nationalIdLength, oneTimeCodeLength } from './limits.ts'

const arabicDigits = /[٠-٩۰-۹]/g
/** Arabic-Indic digits as Western ones; everything else as it is. */
export const westernDigits = (text: string) => text.replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))

/** National ID or iqama with its check digit: double the digits at even positions from 0, subtract 9 above 9, the sum ends in 0. */
export function isNationalId(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  let sum = 0
  for (let i = 0; i < 10; i++) {
    const digit = Number(text[i])
    const doubled = i % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** A digit as people type it, Western or one of the two Arabic rows. */
const anyDigit = '[0-9٠-٩۰-۹]'

/** Marks of direction, for a set in a pattern: copying a number out of a message or an address book brings them along, unseen. */
export const directionMarks = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const around = String.raw`[\s${directionMarks}]*`

/** National ID as people type it: Arabic-Indic digits, and spaces and marks of direction around it, are accepted. */
const typedNationalId = z
  .string()
  .max(40)
  .regex(new RegExp(`^${around}[12١٢۱۲]${anyDigit}{${nationalIdLength - 1}}${around}$`), { error: 'nationalId' })
export const nationalId = z.codec(typedNationalId, z.string().refine(isNationalId, { error: 'nationalIdDigits' }), {
  decode: (typed) => westernDigits(typed).replace(/\D/g, ''),
  encode: (plain) => plain,
})

/** A code as people type it. */
const typedCode = z
  .string()
  .max(40)
  .regex(new RegExp(`^\\s*(?:${anyDigit}\\s*){${oneTimeCodeLength}}$`), { error: 'code' })
export const oneTimeCode = z.codec(typedCode, z.string().regex(new RegExp(`^\\d{${oneTimeCodeLength}}$`), { error: 'code' }), {
  decode: (typed) => westernDigits(typed).replace(/\s/g, ''),
  encode: (plain) => plain,
})
