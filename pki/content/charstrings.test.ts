import { expect, test } from 'vitest'
import { wholeOutlines } from './charstrings.ts'

const font = (outline: string, subroutines: readonly string[] = []) => ({
  bytes: new Uint8Array(),
  top: new Map(),
  strings: [],
  outlines: [Buffer.from(outline.replaceAll(' ', ''), 'hex')],
  subroutines: subroutines.map((code) => Buffer.from(code.replaceAll(' ', ''), 'hex')),
  charset: [0],
  hasCids: false,
})
/** A number of one octet is it and 139: 8b is 0, 20 is -107, the first of few subroutines. */
const isWhole = (outline: string, subroutines?: readonly string[]) => wholeOutlines(font(outline, subroutines))(0)

test.each([
  ['nothing', '0e'],
  ['a width', '8c 0e'],
  ['a line, behind a width', '8c 8b 8b 15 8c 8c 05 0e'],
  ['stems and a mask, whose octet is no operator', '8b 8c 12 8b 8c 13 ff 8b 16 8c 06 0e'],
  ['nine stems, and a mask of two octets', `${'8b 8c '.repeat(9)} 17 13 00 00 8b 16 8c 06 0e`],
  ['numbers of all lengths', '1c 00 01 f7 00 15 ff 00 01 00 00 fb 00 05 0e'],
  ['curves and a flex', `8b 16 ${'8c '.repeat(6)} 08 ${'8c '.repeat(13)} 0c 23 0e`],
  ['a dot section of older fonts', '8b 16 0c 00 8c 06 0e'],
  ['two letters in one', '8c 8c 8c 8c 0e'],
])('a glyph of %s is whole', (_, outline) => expect(isWhole(outline)).toBe(true))

test.each([
  ['without an end', '8b 16 8c 06'],
  ['that ends in the middle of a number', '8b 16 1c 00'],
  ['that ends in the middle of a mask', '8b 8c 12 8b 8c 13'],
  ['that draws before it moves', '8c 06 0e'],
  ['of an operator that is none', '8b 16 0f 0e'],
  ['of a line with one number', '8b 16 8c 05 0e'],
  ['of a curve with seven', `8b 16 ${'8c '.repeat(7)} 08 0e`],
  ['of a move with a width too late', '8b 16 8c 8c 16 0e'],
  ['of more numbers than may wait', `8b 16 ${'8c '.repeat(49)} 06 0e`],
  ['that calls what is not there', '20 1d'],
  ['that returns', '8b 16 8c 06 0b'],
  ['that adds', '8c 8c 0c 0a 16 0e'],
])('a glyph %s is not', (_, outline) => expect(isWhole(outline)).toBe(false))

test('subroutines draw, return and end', () => {
  expect(isWhole('8b 16 20 1d 21 1d', ['8c 06 0b', '8c 07 0e'])).toBe(true)
  expect(isWhole('8b 16 20 1d', ['20 1d'])).toBe(false)
})

test('subroutines that call one another very often cost no more than a font may', () => {
  const calling = Array.from({ length: 9 }, (_, i) => `${`${(0x21 + i).toString(16)} 1d `.repeat(200)} 0b`)
  const before = process.cpuUsage()
  expect(isWhole('8b 16 20 1d 0e', [...calling, '8c 06 0b'])).toBe(false)
  expect(process.cpuUsage(before).user).toBeLessThan(5_000_000)
})
