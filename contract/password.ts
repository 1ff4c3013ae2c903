/** What a password must be; enrolment and account show it as a list while one types, and the server asks the same. */
import { z } from 'zod'
import { westernDigits } from './typedDigits.ts'

export const passwordRules = ['length', 'personal', 'common'] as const
export type PasswordRule = (typeof passwordRules)[number]

export const passwordLength = { least: 10, most: 128 }

/** A password that somebody chooses. Its other rules are asked by the handler, which knows the person. */
export const newPassword = z
  .string()
  .refine((password) => hasLength(password), { error: 'password-length' })
  .meta({ minLength: passwordLength.least, maxLength: passwordLength.most })

function hasLength(password: string): boolean {
  const { length } = Array.from(password)
  return length >= passwordLength.least && length <= passwordLength.most
}

/** What a PKCS#12 file is encrypted with. Twelve characters or more: whoever has the file may try as often as they like. */
export const pkcs12Passphrase = z
  .string()
  .min(12)
  .max(128)
  .regex(/^[\x20-\x7e]*$/, { error: 'passphrase-letters' })

/** What a password must not hold, as far as one knows it. */
export type AboutPerson = { nationalId?: string; mobile?: string | null; email?: string | null; names?: readonly string[] }

/** The rules that a password breaks. */
export function passwordFaults(password: string, about: AboutPerson = {}): PasswordRule[] {
  const plain = westernDigits(password.normalize('NFKC')).toLowerCase()
  const holdsPerson = personalParts(about).some((part) => plain.includes(part))
  return [
    ...(hasLength(plain) ? [] : (['length'] as const)),
    ...(holdsPerson ? (['personal'] as const) : []),
    ...(isCommon(plain) ? (['common'] as const) : []),
  ]
}

/**
 * Judges a whole form that chooses a password by what the person's browser knows, the other fields of the form among it; the server judges
 * again, by all that is known of the person.
 * @param about what is known, of the decoded form; a field with a fault of its own may be missing in it
 */
export const judgePassword = <Form extends Record<string, unknown>>(
  field: keyof Form & string,
  about: (form: Partial<Form>) => AboutPerson,
) =>
  z.superRefine<Form>(
    (form, judged) => {
      const password = form[field]
      const [fault] = typeof password === 'string' ? passwordFaults(password, about(form)) : []
      if (fault) judged.addIssue({ code: 'custom', path: [field], message: `password-${fault}` })
    },
    { when: () => true }, // whatever else is wrong
  )

/** Pieces shorter than four letters are left alone: they stand in many words by chance. */
function personalParts({ nationalId, mobile, email, names = [] }: AboutPerson): string[] {
  const local = email?.split('@')[0] ?? ''
  return [
    nationalId ?? '',
    mobile?.slice(-8) ?? '',
    email ?? '',
    local,
    ...local.split(/[._+-]/),
    ...names.flatMap((name) => name.split(/\s+/)),
  ]
    .map((part) => part.normalize('NFKC').toLowerCase())
    .filter((part) => part.length >= 4)
}

/** Words that lists of broken passwords begin with, in the spelling left when digits, marks and look-alikes are undone. */
const words = new Set(
  (
    'password pass passcode secret secure security letmein welcome admin administrator root master manager user login guest test demo default changeme change qwerty qwertyuiop qwertyui qwert asdf ' +
    'asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc zaqwsx qwert abcdef abcdefgh abc iloveyou loveyou love lovely princess sunshine dragon monkey shadow superman batman football baseball ' +
    'soccer hello helloworld freedom whatever trustno trustnoone starwars computer internet samsung google facebook whatsapp instagram summer winter spring autumn january december monday friday flower ' +
    'cookie chocolate pokemon naruto charlie michael daniel jessica jennifer jordan liverpool chelsea arsenal barcelona realmadrid ronaldo messi mohammed mohamed muhammad ahmed abdullah bismillah allah ' +
    'alhamdulillah mashallah inshallah habibi hayati saudi saudia saudiarabia ksa riyadh jeddah makkah madinah dammam alhilal hilal alnassr nassr alittihad ittihad alahli ahli vision nafath absher tawakkalna ' +
    'tawqi tawqee signature توقيع كلمةالمرور كلمة السعودية الرياض جدة مكة المدينة الحمدلله بسمالله محمد احمد عبدالله حبيبي الهلال النصر الاتحاد الاهلي مرحبا'
  ).split(' '),
)

const alike: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiopasdfghjklzxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  'ضصثقفغعهخحجدشسيبلاتنمكطئءؤرلاىةوزظ',
]
const runs = rows.flatMap((row) => [row, Array.from(row).reverse().join('')])

/** A piece of a row of keys or of an alphabet, or one short piece again and again. */
const isRun = (text: string) => runs.some((run) => run.includes(text)) || /^(.{1,4}?)\1+.{0,3}$/u.test(text)

function isCommon(plain: string): boolean {
  if (isRun(plain) || !/\p{L}/u.test(plain)) return true
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const cores = [core, lettersOf(core), spelt(core), lettersOf(spelt(plain))]
  if (cores.some((word) => words.has(word) || isDoubled(word))) return true
  // Hardly a letter, and the rest counts up: Aa123456789.
  return isRun(core) && (isRun(plain.replace(/\D/g, '')) || core.length > 3)
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '')
const spelt = (text: string) => Array.from(text, (character) => alike[character] ?? character).join('')
const isDoubled = (word: string) =>
  word.length % 2 === 0 && words.has(word.slice(0, word.length / 2)) && words.has(word.slice(word.length / 2))
