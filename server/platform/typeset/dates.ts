import { isolate } from '../isolate.ts'
import { riyadhFormat } from '../riyadh.ts'

type Language = 'ar' | 'en'

const parts = riyadhFormat('en', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})
const wholeDay = { day: 'numeric', month: 'long', year: 'numeric' } as const
const hijri = {
  ar: riyadhFormat('ar', wholeDay, 'islamic-umalqura'),
  en: riyadhFormat('en', wholeDay, 'islamic-umalqura'),
}

const fieldsOf = (date: Date) => Object.fromEntries(parts.formatToParts(date).map(({ type, value }) => [type, value]))

/** Isolated text of a moment, so that it stays in this order inside Arabic. No brackets: some readers move them when they extract a right-to-left line. */
const inOrder = (date: Date, zone: string) => {
  const { year, month, day, hour, minute, second } = fieldsOf(date)
  return isolate(`${year}-${month}-${day} ${hour}:${minute}:${second}${zone}`, 'ltr')
}

/** '2026-11-21 13:06:15 UTC+03:00': Saudi Arabia keeps +03:00 all year. Isolated. */
export const riyadhTime = (date: Date): string => inOrder(date, ' UTC+03:00')

/** The same without its zone, where room is short. */
export const riyadhClock = (date: Date): string => inOrder(date, '')

/** The day in Riyadh by the Umm al-Qura calendar: '11 جمادى الآخرة 1448 هـ', '11 Jumada II 1448 AH'. Isolated. */
export const hijriDate = (date: Date, language: Language): string =>
  isolate(hijri[language].format(date), language === 'ar' ? 'rtl' : 'ltr')
