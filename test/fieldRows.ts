/** What a refused field is told in both languages, and the rows of numbers that registers give. */

export type Said = { ar: string; en: string }
export const required: Said = { ar: 'هذا الحقل مطلوب.', en: 'This field is required.' }
export const wrongType: Said = { ar: 'نوع القيمة غير صحيح.', en: 'The value is of the wrong type.' }
export const invalid: Said = { ar: 'القيمة غير صحيحة.', en: 'The value is not valid.' }
export const notOffered: Said = { ar: 'اختر إحدى القيم المتاحة.', en: 'Choose one of the values on offer.' }
export const accept: Said = { ar: 'يلزم أن توافق للمتابعة.', en: 'You need to agree to go on.' }
export const noDate: Said = { ar: 'أدخل تاريخًا موجودًا مثل 2026-11-21.', en: 'Enter a date that exists, such as 2026-11-21.' }
export const noMobile: Said = {
  ar: 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.',
  en: 'Enter a valid Saudi mobile number such as 05XXXXXXXX.',
}
export const noEmail: Said = { ar: 'أدخل بريدًا إلكترونيًا صحيحًا.', en: 'Enter a valid e-mail address.' }
export const noCode: Said = { ar: 'أدخل الأرقام الستة كلها.', en: 'Enter all six digits.' }
export const noId: Said = {
  ar: 'أدخل رقم هوية أو إقامة صحيحًا من 10 أرقام يبدأ بـ 1 أو 2.',
  en: 'Enter a valid national ID or iqama: 10 digits, beginning with 1 or 2.',
}
export const wrongDigits: Said = {
  ar: 'في الرقم خطأ: راجع أرقامه، فرقم التحقق فيه لا يطابقها.',
  en: 'There is a mistake in the number: check the digits, as its check digit does not fit them.',
}
export const unseen: Said = {
  ar: 'يحتوي النص على رموز غير مرئية. اكتبه من جديد.',
  en: 'The text holds characters that cannot be seen. Type it anew.',
}
export const notLatin: Said = {
  ar: 'استخدم في عبارة المرور أحرفًا لاتينية وأرقامًا ورموزًا؛ البرامج لا تتفق على قراءة غيرها.',
  en: 'Use Latin letters, digits and signs in the passphrase; programs do not agree on how to read others.',
}
export const passwordLength: Said = {
  ar: 'اختر كلمة مرور من 10 أحرف إلى 128 حرفًا.',
  en: 'Choose a password of 10 to 128 characters.',
}
export const atLeast = (count: number): Said => ({
  ar: `أدخل ${counted(count, 'حرفًا', 'أحرف', 'حرف')} على الأقل.`,
  en: `Enter at least ${count} characters.`,
})
export const atMost = (count: number): Said => ({
  ar: `الحد الأقصى ${counted(count, 'حرفًا', 'أحرف', 'حرف')}.`,
  en: `At most ${count} characters.`,
})
const counted = (count: number, many: string, few: string, other: string) =>
  `${count} ${count % 100 >= 11 ? many : count % 100 >= 3 ? few : other}`
export const smallest = (count: number): Said => ({ ar: `أصغر قيمة هي ${count}.`, en: `The smallest value is ${count}.` })
export const largest = (count: number): Said => ({ ar: `أكبر قيمة هي ${count}.`, en: `The largest value is ${count}.` })

export type Rows = { accepted: unknown[]; refused: [value: unknown, said: Said][] }

const wrongNumber = (ar: string, en: string, wrong: string[], mayBeEmpty = false): Rows['refused'] => [
  ...wrong.map((value) => [value, { ar, en }] as [string, Said]),
  ['1'.repeat(41), atMost(40)],
  ...(mayBeEmpty ? [] : [['', required] as [string, Said]]),
  [7, wrongType],
]
const postalCode: Rows = {
  accepted: ['13321', '١٣٣٢١'],
  refused: wrongNumber('أدخل الرمز البريدي: 5 أرقام.', 'Enter the postal code: 5 digits.', ['1332', '133211', '1332a']),
}
export const registers: Record<string, Rows> = {
  unifiedOrgNo: {
    accepted: ['7001234567', ' ٧٠٠١٢٣٤٥٦٧ ', '700 123 4567'],
    refused: wrongNumber(
      'أدخل الرقم الوطني الموحد: 10 أرقام تبدأ بـ 7.',
      'Enter the unified national number: 10 digits, beginning with 7.',
      ['1001234567', '700123456', '70012345678', '700123456x'],
    ),
  },
  crNumber: {
    accepted: ['1010123456', '', '١٠١٠١٢٣٤٥٦'],
    refused: wrongNumber('أدخل رقم السجل التجاري: 10 أرقام.', 'Enter the commercial register number: 10 digits.', ['10101'], true),
  },
  vatNumber: {
    accepted: ['310123456700003', ''],
    refused: wrongNumber(
      'أدخل الرقم الضريبي: 15 رقمًا تبدأ بـ 3 وتنتهي بـ 3.',
      'Enter the VAT number: 15 digits, beginning and ending with 3.',
      ['310123456700004', '210123456700003', '31012345670003'],
      true,
    ),
  },
  telephoneNumber: {
    accepted: ['0112345678', '920012345', '8001234567', '+97317123456', '٠١١ ٢٣٤ ٥٦٧٨'],
    refused: wrongNumber(
      'أدخل رقم هاتف مثل 0112345678 أو 920012345 أو \u200e+966112345678.',
      'Enter a telephone number such as 0112345678, 920012345 or +966112345678.',
      ['12', '112345678', '+9661', '01123456789'],
    ),
  },
  postalCodeZIPCode: postalCode,
  postalCode,
}
