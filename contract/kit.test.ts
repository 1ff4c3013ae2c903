import { describe, expect, test } from 'vitest'
import { riyals } from './kit.ts'
import { isNationalId, nationalId } from './typedDigits.ts'
import { nameText, remarksText, searchText, writtenText } from './texts.ts'

describe('a name', () => {
  const name = nameText(40)
  test.each([
    ['  الرياض ', 'الرياض'],
    ['Al-Ḥasā', 'Al-Ḥasā'],
    ['e\u0301t\u00e9', '\u00e9t\u00e9'],
    ['عقد 2026.pdf', 'عقد 2026.pdf'],
    ['توقيع ✍️', 'توقيع ✍️'],
  ])('%j is taken as %j', (typed, kept) => expect(name.decode(typed)).toBe(kept))

  test.each([
    ['turned to the left', 'invoice\u202efdp.exe'],
    ['embedded', 'a\u202ab'],
    ['isolated', 'a\u2066b\u2069'],
    ['a mark of direction', 'a\u200fb'],
    ['a space of no width', 'pay\u200bpal'],
    ['a soft hyphen', 'pay\u00adpal'],
    ['a byte order mark inside', 'a\ufeffb'],
    ['a line feed', 'a\nb'],
    ['NUL', 'a\0b'],
    ['a separator of lines', 'a\u2028b'],
    ['private use', 'a\ue000b'],
    ['half a pair', 'a\ud800b'],
    ['nothing', ''],
    ['spaces alone', '   '],
    ['too long', 'a'.repeat(41)],
  ])('%s is refused', (_why, typed) => expect(name.safeDecode(typed).success).toBe(false))
})

test('a search is folded to one Unicode form', () => {
  expect(searchText.decode(' e\u0301 ')).toBe('\u00e9')
})

test.each([
  ['1200000022', true],
  ['2000000002', false],
  ['1200000023', false],
  ['3200000012', false],
  ['120000002', false],
])('%s is a national ID: %s', (text, is) => expect(isNationalId(text)).toBe(is))

test('a national ID may be typed in Arabic digits', () => expect(nationalId.decode(' ١٢٠٠٠٠٠٠٢٢')).toBe('1200000022'))

test.each([
  [11_500, '115.00'],
  [1, '0.01'],
  [-5, '-0.05'],
  [-11_505, '-115.05'],
  [0, '0.00'],
])('%i halalas travel as %s', (halalas, wire) => {
  expect(riyals.encode(halalas)).toBe(wire)
  expect(riyals.decode(wire)).toBe(halalas)
})

test.each([
  ['turned', 'as agreed \u202egnp.exe', 'as agreed gnp.exe'],
  ['isolated', '\u2066as\u2069 agreed', 'as agreed'],
  ['for a terminal', 'as\u001b[31m agreed', 'as[31m agreed'],
  ['NUL', 'as\0 agreed', 'as agreed'],
  ['half a pair', 'as \ud800agreed', 'as agreed'],
  ['lines of another system', 'as\r\nagreed\r', 'as\nagreed'],
  ['marks of Arabic, which are part of it', 'مئة\u200f \u200cعام', 'مئة\u200f \u200cعام'],
])('what somebody writes to somebody steers nothing: %s', (_why, typed, kept) => {
  expect(remarksText(100).decode(typed)).toBe(kept)
  expect(writtenText(100).decode(typed)).toBe(kept)
})

test('a reason of nothing that is seen is none', () => {
  expect(remarksText(100).safeDecode('\u202e\u2066').success).toBe(false)
})
