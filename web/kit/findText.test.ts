import { describe, expect, test } from 'vitest'
import { findText, type Piece } from './findText.ts'

const lines = (...all: string[]): Piece[] => all.map((text, i) => ({ text, x: 0, y: -20 * i, endsLine: true }))
/** One line, its pieces as they stand from the left. */
const pieces = (...all: string[]): Piece[] => all.map((text, i) => ({ text, x: 10 * i, y: 0, endsLine: i === all.length - 1 }))
const told = (pieces: readonly Piece[], words: string) =>
  findText(pieces, words).map((parts) => parts.map(({ piece, from, to }) => [piece, from, to]))

describe('words in the text of a page', () => {
  test.each([
    ['every place, none over another', lines('aaaa a'), 'aa', [[[0, 0, 2]], [[0, 2, 4]]]],
    ['capitals', lines('The CONTRACT'), 'contract', [[[0, 4, 12]]]],
    ['marks upon letters', lines('Straße, façade'), 'facade', [[[0, 8, 14]]]],
    ['vowel marks and kinds of alef', lines('عَقْدُ الإيجار'), 'عقد الايجار', [[[0, 0, 14]]]],
    ['ta marbuta and ya', lines('مؤسسة على'), 'موسسه علي', [[[0, 0, 9]]]],
    ['a stretched letter', lines('محمـــد'), 'محمد', [[[0, 0, 7]]]],
    ['shapes of letters', lines('\ufecb\ufed8\ufeaa'), 'عقد', [[[0, 0, 3]]]],
    ['a ligature of two letters', lines('\ufefbزم'), 'لازم', [[[0, 0, 3]]]],
    ['digits of either script', lines('رقم ٧٠٠١'), '7001', [[[0, 4, 8]]]],
    [
      'words over two lines',
      lines('first party', 'of the contract'),
      'party of',
      [
        [
          [0, 6, 11],
          [1, 0, 2],
        ],
      ],
    ],
    [
      'words in pieces of one line',
      pieces('con', 'tract'),
      'contract',
      [
        [
          [0, 0, 3],
          [1, 0, 5],
        ],
      ],
    ],
    [
      'Arabic letter by letter from the left',
      pieces('د', 'ق', 'ع', ' ', '٦', 'ل', 'ا'),
      'ال6 عقد',
      [
        [
          [6, 0, 1],
          [5, 0, 1],
          [4, 0, 1],
          [3, 0, 1],
          [2, 0, 1],
          [1, 0, 1],
          [0, 0, 1],
        ],
      ],
    ],
    [
      'Arabic in the order of reading',
      pieces('عقد', 'إيجار').map((one, i) => ({ ...one, x: -20 * i })),
      'عقدإيجار',
      [
        [
          [0, 0, 3],
          [1, 0, 5],
        ],
      ],
    ],
    [
      'a number before Arabic, and a name after it',
      pieces('30', ' ', 'ب', 'ا', ' ', 'Ali', 'B'),
      'aliB',
      [
        [
          [5, 0, 3],
          [6, 0, 1],
        ],
      ],
    ],
    ['any run of white space', lines('a  \u00a0 b'), 'a b', [[[0, 0, 6]]]],
    ['letters beyond the first plane', lines('x 𝒂b'), 'ab', [[[0, 2, 5]]]],
    ['what is not there', lines('contract'), 'contracts', []],
    ['white space alone', lines('a b'), '  ', []],
  ] as const)('%s', (_, pieces, words, places) => {
    expect(told(pieces, words)).toEqual(places)
  })

  test('time grows with the text, not with its square', () => {
    const took = (count: number) => {
      const long = lines('a'.repeat(count))
      const began = process.threadCpuUsage()
      findText(long, `${'a'.repeat(50)}b`)
      return process.threadCpuUsage(began).user / 1000
    }
    took(20_000)
    expect(took(800_000)).toBeLessThan(40 * Math.max(20, took(40_000)))
  })
})
