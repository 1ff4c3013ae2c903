/** Where somebody is reached: mobile numbers and e-mail addresses as people type them. */
import { z } from 'zod'
import { directionMarks, westernDigits } from './typedDigits.ts'

/** A mobile number as people type it, `05XXXXXXXX` or with the country's code, as `9665XXXXXXXX`. */
export const plainMobile = (typed: string) =>
  westernDigits(typed)
    .replace(new RegExp(`[\\s${directionMarks}()-]`, 'g'), '')
    .replace(/^(?:\+|00)?966(?=5)|^0(?=5)/, '966')

/** What people put between the digits of a number. */
const gap = String.raw`[\s${directionMarks}()-]*`
const typedDigits = (digits: string) =>
  Array.from(digits, (digit) => `[${digit}${String.fromCharCode(0x660 + Number(digit), 0x6f0 + Number(digit))}]${gap}`).join('')
const mobilePattern = `${gap}(?:(?:\\+${gap}|${typedDigits('00')})?${typedDigits('966')}|${typedDigits('0')})${typedDigits('5')}(?:[0-9٠-٩۰-۹]${gap}){8}`

/** Saudi mobile number as people type it: spaces, dashes and Arabic-Indic digits are accepted. */
export const typedMobile = z
  .string()
  .max(40)
  .regex(new RegExp(`^${mobilePattern}$`), { error: 'mobile' })
export const typedMobileOrNone = z
  .string()
  .max(40)
  .regex(new RegExp(`^(?:${mobilePattern}|${gap})$`), { error: 'mobile' })

export const mobileNumber = z.codec(typedMobile, z.string().regex(/^9665\d{8}$/, { error: 'mobile' }), {
  decode: plainMobile,
  encode: (plain) => plain,
})

/** `966500000014` as people write it here: `0500000014`. */
export const localMobile = (number: string) => number.replace(/^966/, '0')

const typedEmail = z
  .string()
  .max(254)
  .regex(new RegExp(String.raw`^\s*${z.regexes.email.source.slice(1, -1)}\s*$`), { error: 'email' })

/** Compared and kept in lower case. */
export const emailAddress = z.codec(typedEmail, z.email({ error: 'email' }), {
  decode: (typed) => typed.trim().toLowerCase(),
  encode: (plain) => plain,
})
