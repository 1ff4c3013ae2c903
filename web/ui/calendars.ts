import { digitsIn } from '../kit/shown.ts'

/** The two calendars that a period can be read and chosen in; what is kept and sent is Gregorian in either case. */
export type CalendarName = 'gregory' | 'islamic-umalqura'

/** For texts: browsers disagree on what plain `ar-SA` means, so calendar and digits are always named. */
const shownLocale = (language: string, calendar: CalendarName) =>
  `${language === 'ar' ? 'ar-SA' : 'en-GB'}-u-ca-${calendar}-nu-${digitsIn(language)}`

/** For fields: with the digits pinned, those of an Arabic keyboard would be refused. */
export const typedLocale = (language: string, calendar: CalendarName) => `${language === 'ar' ? 'ar' : 'en-GB'}-u-ca-${calendar}`

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than using it a hundred times, so each is made once. */
export function dateFormat(language: string, calendar: CalendarName, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = shownLocale(language, calendar)
  const key = locale + JSON.stringify(options)
  // English tells the hours of a whole day: without its zero 03:09 would be read as one of half a day, whose half was forgotten
  const whole = options.hour && language !== 'ar' ? { ...options, hour: '2-digit' as const } : options
  const found = formats.get(key) ?? new Intl.DateTimeFormat(locale, whole)
  formats.set(key, found)
  return found
}

const wholeDay = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const // a day has no zone: it is read and written in the same one

/** A day as `2026-11-21`, or two of them, in words. */
export function daysText(language: string, calendar: CalendarName, from: string, to = from): string {
  const format = dateFormat(language, calendar, wholeDay)
  const [first, last] = [new Date(from), new Date(to)]
  return first <= last ? format.formatRange(first, last) : `${format.format(first)} – ${format.format(last)}`
}
