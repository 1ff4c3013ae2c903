/**
 * Moments and the digits of the Gregorian calendar in UTC, by arithmetic on whole numbers: a certificate writes and reads four of them, and
 * asking a Date for each part costs more than the digits.
 */

const dayMs = 86_400_000
/** Days of a common year before each month. */
const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

export const isLeapYear = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

const leapYearsBefore = (year: number) => Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400)
const commonDays = 365
const yearStart = (year: number) => (year - 1970) * commonDays + leapYearsBefore(year) - leapYearsBefore(1970)
const monthStart = (month: number, leap: boolean) => before[month - 1]! + (leap && month > 2 ? 1 : 0)

export const daysOfMonth = (year: number, month: number) => before[month]! - before[month - 1]! + (month === 2 && isLeapYear(year) ? 1 : 0)

/** Milliseconds since 1970 of a day's first moment. Months and days count from 1 and are in range. */
export const startOfDay = (year: number, month: number, day: number): number =>
  (yearStart(year) + monthStart(month, isLeapYear(year)) + day - 1) * dayMs

/** The year of a moment, NaN where there is none. */
export function yearOf(at: Date): number {
  const days = Math.floor(at.getTime() / dayMs)
  let year = 1970 + Math.floor(days / 365.2425) // off by one at most, around New Year
  if (yearStart(year + 1) <= days) year++
  else if (yearStart(year) > days) year--
  return year
}

/** Writes month, day, hour, minute and second of a moment in this year as ten digits. */
export function writeFromMonth(out: Uint8Array, start: number, year: number, at: Date): void {
  const ms = at.getTime()
  const days = Math.floor(ms / dayMs)
  const dayOfYear = days - yearStart(year)
  const leap = isLeapYear(year)
  let month = 12
  while (monthStart(month, leap) > dayOfYear) month--
  const second = Math.floor((ms - days * dayMs) / 1000)
  writeTwo(out, start, month)
  writeTwo(out, start + 2, dayOfYear - monthStart(month, leap) + 1)
  writeTwo(out, start + 4, Math.floor(second / 3600))
  writeTwo(out, start + 6, Math.floor(second / 60) % 60)
  writeTwo(out, start + 8, second % 60)
}

/** Two digits. */
export function writeTwo(out: Uint8Array, at: number, value: number): void {
  const tens = Math.floor(value / 10)
  out[at] = 0x30 + tens
  out[at + 1] = 0x30 + value - 10 * tens
}
