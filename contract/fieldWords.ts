/** What is wrong with a field, in one sentence: the form says before sending exactly what the server would answer. */
import type { z } from 'zod'
import type { Sentence } from './verificationWords.ts'

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
const plural = { ar: new Intl.PluralRules('ar'), en: new Intl.PluralRules('en') }
const said = (forms: Forms, count: number, language: keyof Sentence) =>
  (forms[plural[language].select(count)] ?? forms.other).replace('#', String(count))

/** Rules with a sentence of their own; where a declaration names one as its error, the name is the rule's. */
const plain = {
  required: { ar: 'هذا الحقل مطلوب.', en: 'This field is required.' },
  unknown: { ar: 'هذا الحقل غير معروف.', en: 'This field is not known.' },
  wrongType: { ar: 'نوع القيمة غير صحيح.', en: 'The value is of the wrong type.' },
  notOffered: { ar: 'اختر إحدى القيم المتاحة.', en: 'Choose one of the values on offer.' },
  accept: { ar: 'يلزم أن توافق للمتابعة.', en: 'You need to agree to go on.' },
  date: { ar: 'أدخل تاريخًا موجودًا مثل 2026-11-21.', en: 'Enter a date that exists, such as 2026-11-21.' },
  invalid: { ar: 'القيمة غير صحيحة.', en: 'The value is not valid.' },
  nationalId: {
    ar: 'أدخل رقم هوية أو إقامة صحيحًا من 10 أرقام يبدأ بـ 1 أو 2.',
    en: 'Enter a valid national ID or iqama: 10 digits, beginning with 1 or 2.',
  },
  nationalIdDigits: {
    ar: 'في الرقم خطأ: راجع أرقامه، فرقم التحقق فيه لا يطابقها.',
    en: 'There is a mistake in the number: check the digits, as its check digit does not fit them.',
  },
  mobile: { ar: 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.', en: 'Enter a valid Saudi mobile number such as 05XXXXXXXX.' },
  email: { ar: 'أدخل بريدًا إلكترونيًا صحيحًا.', en: 'Enter a valid e-mail address.' },
  unifiedNumber: {
    ar: 'أدخل الرقم الوطني الموحد: 10 أرقام تبدأ بـ 7.',
    en: 'Enter the unified national number: 10 digits, beginning with 7.',
  },
  crNumber: { ar: 'أدخل رقم السجل التجاري: 10 أرقام.', en: 'Enter the commercial register number: 10 digits.' },
  vatNumber: {
    ar: 'أدخل الرقم الضريبي: 15 رقمًا تبدأ بـ 3 وتنتهي بـ 3.',
    en: 'Enter the VAT number: 15 digits, beginning and ending with 3.',
  },
  telephone: {
    ar: 'أدخل رقم هاتف مثل 0112345678 أو 920012345 أو ‎+966112345678.',
    en: 'Enter a telephone number such as 0112345678, 920012345 or +966112345678.',
  },
  postalCode: { ar: 'أدخل الرمز البريدي: 5 أرقام.', en: 'Enter the postal code: 5 digits.' },
  place: { ar: 'اختر المكان من القائمة.', en: 'Choose the place from the list.' },
  code: { ar: 'أدخل الأرقام الستة كلها.', en: 'Enter all six digits.' },
  name: { ar: 'يحتوي النص على رموز غير مرئية. اكتبه من جديد.', en: 'The text holds characters that cannot be seen. Type it anew.' },
  'password-length': { ar: 'اختر كلمة مرور من 10 أحرف إلى 128 حرفًا.', en: 'Choose a password of 10 to 128 characters.' },
  'password-personal': {
    ar: 'لا تضع اسمك أو هويتك أو جوالك أو بريدك في كلمة المرور.',
    en: 'Leave your name, ID, mobile and e-mail out of the password.',
  },
  'password-common': {
    ar: 'كلمة المرور هذه شائعة يسهل تخمينها. اختر غيرها.',
    en: 'This password is common and easily guessed. Choose another.',
  },
  'password-same': { ar: 'هذه كلمة مرورك الحالية. اختر غيرها.', en: 'This is your present password. Choose another.' },
  'password-wrong': { ar: 'كلمة المرور الحالية غير صحيحة.', en: 'The present password is not right.' },
  'passphrase-letters': {
    ar: 'استخدم في عبارة المرور أحرفًا لاتينية وأرقامًا ورموزًا؛ البرامج لا تتفق على قراءة غيرها.',
    en: 'Use Latin letters, digits and signs in the passphrase; programs do not agree on how to read others.',
  },
  repeated: { ar: 'العبارتان مختلفتان.', en: 'The two differ.' },
  tooDeep: {
    ar: 'هذه الصفحة أبعد من أن تُفتح برقمها. ضيّق القائمة، أو انتقل إليها صفحة بعد صفحة.',
    en: 'This page lies too deep to be opened by its number. Narrow the list, or go there page by page.',
  },
  price: { ar: 'أدخل سعرًا من 1.00 إلى 1000000.00 ريال.', en: 'Enter a price from SAR 1.00 to SAR 1000000.00.' },
  perCent: { ar: 'أدخل نسبة مئوية مثل 15 أو 7.5.', en: 'Enter a percentage such as 15 or 7.5.' },
  period: { ar: 'تنتهي الفترة قبل أن تبدأ.', en: 'The period ends before it begins.' },
} satisfies Record<string, Sentence>

/** Rules with a number in their sentence. */
const counted = {
  tooShort: {
    ar: {
      one: 'أدخل حرفًا واحدًا على الأقل.',
      two: 'أدخل حرفين على الأقل.',
      few: 'أدخل # أحرف على الأقل.',
      many: 'أدخل # حرفًا على الأقل.',
      other: 'أدخل # حرف على الأقل.',
    },
    en: { one: 'Enter at least # character.', other: 'Enter at least # characters.' },
  },
  tooLong: {
    ar: {
      one: 'الحد الأقصى حرف واحد.',
      two: 'الحد الأقصى حرفان.',
      few: 'الحد الأقصى # أحرف.',
      many: 'الحد الأقصى # حرفًا.',
      other: 'الحد الأقصى # حرف.',
    },
    en: { one: 'At most # character.', other: 'At most # characters.' },
  },
  tooFew: {
    ar: {
      one: 'أضف عنصرًا واحدًا على الأقل.',
      two: 'أضف عنصرين على الأقل.',
      few: 'أضف # عناصر على الأقل.',
      many: 'أضف # عنصرًا على الأقل.',
      other: 'أضف # عنصر على الأقل.',
    },
    en: { one: 'Add at least # item.', other: 'Add at least # items.' },
  },
  tooMany: {
    ar: {
      one: 'الحد الأقصى عنصر واحد.',
      two: 'الحد الأقصى عنصران.',
      few: 'الحد الأقصى # عناصر.',
      many: 'الحد الأقصى # عنصرًا.',
      other: 'الحد الأقصى # عنصر.',
    },
    en: { one: 'At most # item.', other: 'At most # items.' },
  },
  tooLittle: { ar: { other: 'أصغر قيمة هي #.' }, en: { other: 'The smallest value is #.' } },
  tooMuch: { ar: { other: 'أكبر قيمة هي #.' }, en: { other: 'The largest value is #.' } },
} satisfies Record<string, Record<keyof Sentence, Forms>>

export type FieldRule = { rule: keyof typeof plain } | { rule: keyof typeof counted; count: number }

/** The sentence of a broken rule. */
export function fieldSentence(broken: FieldRule, language: keyof Sentence): string {
  return 'count' in broken ? said(counted[broken.rule][language], broken.count, language) : plain[broken.rule][language]
}

/** Which rule an issue of zod breaks. @param value what stood in the field; an empty one is missing, whatever else it fails */
export function brokenRule(issue: z.core.$ZodIssue, value: unknown): FieldRule {
  if (issue.code === 'unrecognized_keys') return { rule: 'unknown' }
  if (value === undefined || value === null || value === '') return { rule: 'required' }
  if (Object.hasOwn(plain, issue.message)) return { rule: issue.message as keyof typeof plain }
  if (issue.code === 'invalid_type') return { rule: 'wrongType' }
  if (issue.code === 'invalid_value') return { rule: typeof issue.values[0] === 'boolean' ? 'accept' : 'notOffered' }
  if (issue.code === 'invalid_format' && (issue.format === 'date' || issue.format === 'datetime')) return { rule: 'date' }
  if (issue.code === 'too_small') return { rule: bounds[issue.origin]?.[0] ?? 'tooLittle', count: Number(issue.minimum) }
  if (issue.code === 'too_big') return { rule: bounds[issue.origin]?.[1] ?? 'tooMuch', count: Number(issue.maximum) }
  return { rule: 'invalid' }
}

const bounds: { [origin: string]: ['tooShort' | 'tooFew', 'tooLong' | 'tooMany'] } = {
  string: ['tooShort', 'tooLong'],
  array: ['tooFew', 'tooMany'],
}
