/** What people write: bounded, and folded to one form. */
import { z } from 'zod'

/** Text of so many characters, counted as JSON Schema counts them: a sign outside the first plane is one. */
export const text = (most: number, least = 0) =>
  z
    .string()
    .superRefine((value, judged) => {
      const count = Array.from(value).length
      const about = { origin: 'string', inclusive: true, input: value } as const
      if (count < least) judged.addIssue({ code: 'too_small', minimum: least, ...about })
      if (count > most) judged.addIssue({ code: 'too_big', maximum: most, ...about })
    })
    .meta({ ...(least > 0 && { minLength: least }), maxLength: most })

/** What a person searches for: bounded, trimmed, folded to one Unicode form. */
export const searchText = z.codec(text(100), z.string(), {
  decode: (typed) => typed.normalize('NFC').trim(),
  encode: (plain) => plain,
})

/** What people paste carries marks that nobody sees; those that control a device or turn the direction of writing are left out. */
const steering = /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}/gu
const plain = (typed: string) => typed.normalize('NFC').replace(/\r\n?/g, '\n').replace(steering, '').trim()

/** What somebody writes to somebody, in as many lines as it takes: trimmed, folded to one Unicode form, nothing in it that steers. */
export const writtenText = (most: number, least = 0) =>
  z.codec(text(most, least), z.string().min(least), { decode: plain, encode: (written) => written })

/** At least one sign that is left. */
const seen = String.raw`[^\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]`

/** Why something is done: written text that is never blank. */
export const remarksText = (most: number) =>
  z.codec(text(most, 1).meta({ minLength: 1, maxLength: most, pattern: seen }), z.string().min(1), {
    decode: plain,
    encode: (written) => written,
  })

const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u
/** Those of the first plane, for readers of patterns that know no classes of Unicode. */
const unseen = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ue000-\uf8ff\ufeff\ufff9-\ufffb`

/**
 * Text that goes into a name, of a file, a place or a person: folded to one Unicode form and trimmed. Characters that nobody sees are refused;
 * among them are those that turn the direction of writing and let `exe.gpj` pass for `jpg.exe`.
 */
export const nameText = (longest: number, { least = 1 } = {}) =>
  z.codec(
    text(longest, least).meta({
      ...(least > 0 && { minLength: least }),
      maxLength: longest,
      pattern: `^\\s*${least > 0 ? `[^\\s${unseen}]` : ''}[^${unseen}]*\\s*$`,
    }),
    z
      .string()
      .min(least)
      .refine((name) => !invisible.test(name), { error: 'name' }),
    { decode: (typed) => typed.normalize('NFC').trim(), encode: (plain) => plain },
  )
