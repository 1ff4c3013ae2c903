import * as calls from '#contract/referenceData.ts'
import { route } from '#server/platform/http/route.ts'

const dayMs = 86_400_000

/** The months of a calendar by number, with the names that Unicode's locale data gives them. */
function monthsOf(calendar: 'gregory' | 'islamic-umalqura') {
  const format = (language: 'ar-SA' | 'en', month: 'long' | 'numeric') =>
    new Intl.DateTimeFormat(`${language}-u-ca-${calendar}-nu-latn`, { month, timeZone: 'UTC' })
  const [number, name, nameAr] = [format('en', 'numeric'), format('en', 'long'), format('ar-SA', 'long')]
  const months = new Map<number, { number: number; name: string; nameAr: string }>()
  // Every month of either calendar has a day within any 400 days.
  for (let day = 0; day < 400; day++) {
    const at = new Date(day * dayMs)
    months.set(Number(number.format(at)), { number: Number(number.format(at)), name: name.format(at), nameAr: nameAr.format(at) })
  }
  return [...months.values()].toSorted((a, b) => a.number - b.number)
}

const calendars = { gregorian: monthsOf('gregory'), hijri: monthsOf('islamic-umalqura') }

export const listMonths = route(calls.listMonths, async () => calendars)
