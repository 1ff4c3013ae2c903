/** Type 1 programs: readers run none of them, and look for the words that they know. What they find and draw in the same way is signed, other programs are refused. */
import { expect, test } from 'vitest'
import { showing } from '../fixtures/pdf/make/fonts.ts'
import { drawnBy, type1, usualSubroutines } from '../fixtures/pdf/make/type1.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const said = (program: Buffer) => signability(showing(program, { kind: '/Type1', key: '/FontFile' }))
const square = '100 100 rmoveto 500 hlineto 500 vlineto closepath'
const outline = (words: string) => drawnBy(`0 700 hsbw ${words} endchar`)
const flex = (moves: number) =>
  `100 100 rmoveto 1 callsubr 100 0 rmoveto 2 callsubr ${'10 0 rmoveto 2 callsubr '.repeat(moves - 1)}50 260 100 0 callsubr closepath`

test.each<[string, Buffer]>([
  ['as usual', type1()],
  ['with an encoding of its own', type1({ codes: { 65: 'A', 66: 'acute' } })],
  ['with charstrings behind one octet', type1({ lead: 1, hidden: '/lenIV 1 def' })],
  ['with comments, and code that fonts bring', type1({ hidden: '% Copyright (c\n/OtherSubrs [{}{}{} {pop 3}] noaccess def' })],
  ['in segments', type1({ segments: [[1], [2], [1]] })],
  ['that asks for its type', type1({ clear: 'FontDirectory/Own known{/Own findfont dup/FontType get 1 eq}{pop false}ifelse' })],
  [
    'with hints that follow',
    drawnBy(`0 700 hsbw 0 20 hstem 5 1 3 callothersubr pop callsubr 4 callsubr ${square} endchar`, {
      subroutines: [...usualSubroutines, '5 9 vstem return'],
    }),
  ],
  ['with hints of three stems', outline(`0 1 2 1 4 1 hstem3 0 1 2 1 4 1 vstem3 dotsection ${square}`)],
  ['with curves', outline('100 100 rmoveto 0 50 50 0 0 50 rrcurveto 50 50 50 50 vhcurveto 50 50 50 50 hvcurveto 9 9 rlineto closepath')],
  ['with a flex', outline(flex(7))],
  ['with a number that is divided', drawnBy(`0 70000 100 div hsbw ${square} endchar`)],
  ['that begins above the line', drawnBy(`0 50 700 0 sbw ${square} endchar`)],
  ['that ends in a subroutine', drawnBy('0 700 hsbw 5 callsubr', { subroutines: [...usualSubroutines, `${square} endchar return`] })],
  ['of two letters', drawnBy('0 700 hsbw 0 100 200 66 194 seac')],
  ['with nothing to see', outline('0 100 hstem')],
])('%s: signed', (_, program) => expect(said(program)).toBe('signable'))

test.each<[string, Buffer]>([
  ['that is not said to be one', Buffer.from(type1().toString('latin1').replace('%!PS-AdobeFont', '%!PS-AdobeFond'), 'latin1')],
  ['without a matrix', type1({ matrix: '' })],
  ['with a matrix that is computed', type1({ matrix: '/FontMatrix [1 1000 div 0 0 0.001 0 0] def' })],
  ['with two matrices', type1({ clear: '/FontMatrix [0.002 0 0 0.001 0 0] def' })],
  ['with another matrix where it is hidden', type1({ hidden: '/FontMatrix [0.002 0 0 0.001 0 0] def' })],
  ['with a box of three numbers', type1({ box: '/FontBBox {0 0 10} def' })],
  ['that is painted as an outline', Buffer.from(type1().toString('latin1').replace('/PaintType 0', '/PaintType 2'), 'latin1')],
  ['with two encodings', type1({ clear: '/Encoding 256 array\ndup 65 /acute put\nreadonly def' })],
  [
    'with an encoding in other numbers',
    Buffer.from(
      type1({ codes: { 65: 'A' } })
        .toString('latin1')
        .replace('dup 65 ', 'dup 8#101 '),
      'latin1',
    ),
  ],
  [
    'with a code that has two names',
    Buffer.from(
      type1({ codes: { 65: 'A', 66: 'B' } })
        .toString('latin1')
        .replace('dup 66 ', 'dup 65 '),
      'latin1',
    ),
  ],
  ['with what belongs into the encrypted part', type1({ clear: '/Private 2 dict def' })],
  ['of which several are mixed', type1({ clear: '/WeightVector [0.5 0.5] def' })],
  ['with nothing behind the word that it is encrypted', type1({ behindEexec: '' })],
  ['in segments of other kinds', type1({ segments: [[2], [1], [1]] })],
  ['of which two segments are encrypted', type1({ segments: [[1], [2, 2], [1]] })],
  ['in one segment', type1({ segments: [[1], [], []] })],
  ['with a text that does not end', type1({ hidden: '(open' })],
  ['with a word in a text', type1({ hidden: '(/CharStrings) pop' })],
  ['with the octets’ lead said twice', type1({ hidden: '/lenIV 4 def /lenIV 0 def' })],
  ['with fewer glyphs said than it has', type1({ glyphCount: 1 })],
  ['with fewer subroutines said than it has', type1({ subroutineCount: 3 })],
  ['with the word that ends the glyphs behind one', type1({ behindGlyph: 'noaccess def' })],
  ['with octets behind two spaces', type1({ beforeOctets: 'RD  ' })],
  ['that does not say where it ends', type1({ end: 'end\nend\n' })],
  [
    'with a glyph that stands twice',
    type1({ glyphs: ['0 700 hsbw endchar', `0 700 hsbw ${square} endchar`].map((words) => ['A', words] as const) }),
  ],
])('%s: refused', (_, program) => expect(said(program)).toMatch(/^BROKEN CONTENT/))

test.each<[string, Buffer]>([
  ['that does not begin', drawnBy(`${square} endchar`)],
  ['that begins twice', outline(`0 700 hsbw ${square}`)],
  ['that does not end', drawnBy(`0 700 hsbw ${square}`)],
  ['that ends, and goes on', outline(`endchar ${square}`)],
  ['with an operand too many', outline('100 100 rmoveto 5 500 hlineto closepath')],
  ['with an operand too few', outline('100 rmoveto 500 hlineto closepath')],
  ['with a line before it moved', outline('500 hlineto closepath')],
  ['with a line behind what was closed', outline(`${square} 100 hlineto closepath`)],
  ['with an operator that is none', outline(`unknown ${square}`)],
  ['with a subroutine that is not there', outline(`99 callsubr ${square}`)],
  [
    'with subroutines without an end',
    drawnBy('0 700 hsbw 5 callsubr endchar', { subroutines: [...usualSubroutines, '5 callsubr return'] }),
  ],
  ['with what only a printer knows', outline(`1 1 99 callothersubr pop ${square}`)],
  ['with a point that is set', outline(`100 100 setcurrentpoint ${square}`)],
  ['with a flex of six points', outline(flex(6))],
  ['with a line within a flex', outline(`100 100 rmoveto 1 callsubr 100 hlineto closepath`)],
  ['with a number that nobody divides', outline('70000 100 rmoveto 500 hlineto closepath')],
  ['that reaches far out', outline(`15000 0 rmoveto ${square.replace('500', '15000')}`)],
  ['divided by nothing', outline('100 0 div 100 rmoveto 500 hlineto closepath')],
  ['of letters of which one is made of two', drawnBy('0 700 hsbw 0 100 200 65 194 seac')],
  ['of letters of which one is far away', drawnBy('0 700 hsbw 0 100 40000 66 194 seac')],
  ['of a letter that is drawn before', outline(`${square} 0 100 200 66 194 seac`)],
])('a glyph %s: refused', (_, program) => expect(said(program)).toMatch(/^BROKEN CONTENT/))

test('subroutines that are called many times, or are long, cost no more than their octets', () => {
  const calls = Array.from({ length: 9 }, (_, i) => `${`${i + 6} callsubr `.repeat(200)}return`)
  const long = `return ${'0 '.repeat(60_000)}return`
  const programs = [
    drawnBy(`0 700 hsbw 5 callsubr ${square} endchar`, { subroutines: [...usualSubroutines, ...calls, 'return'] }),
    drawnBy(`0 700 hsbw ${'5 callsubr '.repeat(20_000)}${square} endchar`, { subroutines: [...usualSubroutines, long] }),
  ]
  const began = process.cpuUsage()
  expect(programs.map(said)).toEqual(['BROKEN CONTENT,1', 'signable'])
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000)
})

test.each<[string, Buffer]>([
  ['digits', type1({ matrix: `/FontMatrix [${'1'.repeat(300_000)}x] def` })],
  ['space behind the glyphs', type1({ end: `end${' '.repeat(300_000)}` })],
  ['space between words', type1({ hidden: `/lenIV${' '.repeat(300_000)}x /lenIV` })],
  ['names', type1({ codes: Object.fromEntries(Array.from({ length: 999 }, (_, i) => [i, 'n'.repeat(300)])), clear: '/Encoding' })],
])('many %s are looked at once', (_, program) => {
  const began = process.cpuUsage()
  expect(said(program)).toMatch(/^BROKEN CONTENT/)
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})
