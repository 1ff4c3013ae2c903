import { afterEach, describe, expect, test, vi } from 'vitest'
import { numberText, showAs } from './shown.ts'

afterEach(() => vi.unstubAllGlobals())

describe.each([
  { digits: 'latn', locale: 'en-US' },
  { digits: 'arab', locale: 'ar-SA-u-nu-arab' },
] as const)('numbers in digits $digits', ({ digits, locale }) => {
  const read = (...given: Parameters<typeof numberText>) => {
    vi.stubGlobal('document', { documentElement: { lang: 'ar' } })
    showAs({ digits, calendar: 'gregory', pageSize: 10 })
    return numberText(...given)
  }
  const wholes = [0, 7, 10, 99, 100, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789_012]

  test.each([...wholes, ...wholes.map((number) => -number - 1)])('%d as Intl writes it', (number) => {
    expect(read(number)).toBe(new Intl.NumberFormat(locale).format(number))
  })

  test('amounts of halalas with two decimals', () => {
    const riyals = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    for (let halalas = -1_000_003; halalas < 200_000_000; halalas += 99_877)
      expect(read(halalas / 100, { decimals: 2 })).toBe(riyals.format(halalas / 100))
  })

  test('shares in percent', () => {
    const percents = new Intl.NumberFormat(locale, { style: 'percent' })
    for (let hundredths = -5; hundredths <= 1_200; hundredths++)
      expect(read(hundredths / 100, { percent: true })).toBe(percents.format(hundredths / 100))
  })
})
