/** Days as letters tell them. */
import type { Language } from './problems.ts'
import { riyadhFormat } from './riyadh.ts'

export const daysInArabic = (days: number) => (days === 1 ? 'يوم واحد' : days === 2 ? 'يومين' : `${days} ${days <= 10 ? 'أيام' : 'يومًا'}`)

const long = { dateStyle: 'long' } as const
const calendars: Record<Language, [gregorian: Intl.DateTimeFormat, hijri: Intl.DateTimeFormat]> = {
  ar: [riyadhFormat('ar', long), riyadhFormat('ar', long, 'islamic-umalqura')],
  en: [riyadhFormat('en', long), riyadhFormat('en', long, 'islamic-umalqura')],
}

/** A day in both calendars. */
export function dayIn(language: Language, at: Date): string {
  const [gregorian, hijri] = calendars[language]
  return language === 'ar' ? `${gregorian.format(at)} (الموافق ${hijri.format(at)})` : `${gregorian.format(at)} (${hijri.format(at)})`
}
