import type { z } from 'zod'
import type { Language } from '../problems.ts'

type Sentence = { ar: string; en: string }

/** Rules that have a name of their own: the declaration gives it as the issue's message. */
const named: Record<string, Sentence> = {
  nationalId: {
    ar: 'أدخل رقم هوية أو إقامة صحيحًا من 10 أرقام يبدأ بـ 1 أو 2.',
    en: 'Enter a valid national ID or iqama: 10 digits, beginning with 1 or 2.',
  },
  mobile: { ar: 'أدخل رقم جوال سعوديًا صحيحًا مثل 05XXXXXXXX.', en: 'Enter a valid Saudi mobile number such as 05XXXXXXXX.' },
  name: { ar: 'يحتوي النص على رموز غير مرئية. اكتبه من جديد.', en: 'The text holds characters that cannot be seen. Type it anew.' },
  email: { ar: 'أدخل بريدًا إلكترونيًا صحيحًا.', en: 'Enter a valid e-mail address.' },
}

/** What is wrong with each field, one sentence each, in the caller's language. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], language: Language): { field: string; message: string }[] {
  const seen = new Set<string>()
  return issues.flatMap((issue) => {
    const field = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]!].join('.') : issue.path.join('.')
    if (seen.has(field)) return []
    seen.add(field)
    return [{ field: field.slice(0, 200), message: (named[issue.message] ?? sentenceFor(issue))[language] }]
  })
}

function sentenceFor(issue: z.core.$ZodIssue): Sentence {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { ar: 'هذا الحقل غير معروف.', en: 'This field is not known.' }
    case 'invalid_type':
      return issue.input === undefined
        ? { ar: 'هذا الحقل مطلوب.', en: 'This field is required.' }
        : { ar: 'نوع القيمة غير صحيح.', en: 'The value is of the wrong type.' }
    case 'too_big':
      return issue.origin === 'string'
        ? { ar: `الحد الأقصى ${issue.maximum} حرفًا.`, en: `At most ${issue.maximum} characters.` }
        : { ar: `الحد الأقصى ${issue.maximum}.`, en: `At most ${issue.maximum}.` }
    case 'too_small':
      return issue.origin === 'string'
        ? { ar: `الحد الأدنى ${issue.minimum} أحرف.`, en: `At least ${issue.minimum} characters.` }
        : { ar: `الحد الأدنى ${issue.minimum}.`, en: `At least ${issue.minimum}.` }
    case 'invalid_value':
      return { ar: 'اختر إحدى القيم المتاحة.', en: 'Choose one of the values on offer.' }
    default:
      return { ar: 'القيمة غير صحيحة.', en: 'The value is not valid.' }
  }
}
