/** Days and times as they are where the service is: Riyadh is three hours ahead of UTC and knows no summer time. */
export const riyadhOffsetMs = 3 * 3_600_000

/** The first moment of a day in Riyadh, `2026-11-21`. */
export const dayStarts = (day: string) => new Date(`${day}T00:00:00+03:00`)
/** The first moment after it. */
export const dayEnds = (day: string) => new Date(dayStarts(day).getTime() + 86_400_000)
/** The day that it is in Riyadh, `2026-11-21`. */
export const riyadhDay = (at: Date): string => new Date(at.getTime() + riyadhOffsetMs).toISOString().slice(0, 10)

type Calendar = 'gregory' | 'islamic-umalqura'
const locales = { ar: 'ar-SA', en: 'en-GB' } as const

/** Writes moments as a language does, by a calendar, in Western digits and Riyadh's time. */
export const riyadhFormat = (language: 'ar' | 'en', options: Intl.DateTimeFormatOptions, calendar: Calendar = 'gregory') =>
  new Intl.DateTimeFormat(`${locales[language]}-u-ca-${calendar}-nu-latn`, { ...options, timeZone: 'Asia/Riyadh' })
