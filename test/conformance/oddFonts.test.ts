/** A font that leads readers to different letters is refused where a document is to be signed; what programs in use write is not. */
import { expect, test } from 'vitest'
import {
  apple,
  compact,
  family,
  octets,
  sfnt,
  showing,
  showingCompact,
  stream,
  symbols,
  trueType,
  unicode,
  windows,
} from '../fixtures/pdf/make/fonts.ts'
import { drawnBy } from '../fixtures/pdf/make/type1.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const [one, other] = [{ 65: 1 }, { 65: 2 }]
const blank = '0 700 hsbw endchar'
/** A compact font of one letter under another name. */
const called = (name: string, glyph: string, encoding = '') =>
  showingCompact(compact([glyph], { 65: glyph }), {
    others: {
      5: `<</Type /Font /Subtype /Type1 /BaseFont /${name} /FirstChar 65 /LastChar 65 /Widths [700] /FontDescriptor 6 0 R ${encoding}>>`,
      6: `<</Type /FontDescriptor /FontName /${name} /Flags 4 /FontFile3 7 0 R>>`,
    },
  })

test.each([
  ['tables of Windows and Macintosh, and no encoding', showing(trueType([apple(one), windows(other)]), { flags: 4, encoding: '' })],
  [
    'the same, with an encoding of its own',
    showing(trueType([apple(one), windows(other)]), { flags: 4, encoding: '<</Differences [65 /A]>>' }),
  ],
  ['tables of Unicode and Macintosh', showing(trueType([unicode(one), apple(other)]))],
  ['tables of symbols and Windows', showing(trueType([symbols({ 0xf041: 1 }), windows(other)]), { flags: 4 })],
  ['a name that is another glyph’s', showing(trueType([apple(one)], ['B', 'A']))],
  [
    'a difference that only some readers heed',
    showing(trueType([apple({ 65: 1, 66: 2 })], ['A', 'B']), { flags: 4, encoding: '<</Differences [65 /B]>>' }),
  ],
  ['the encoding of experts', showing(trueType([windows(one)]), { encoding: '/MacExpertEncoding' })],
  ['symbols that are said to be letters, which Firefox does not show', showing(trueType([symbols({ 0xf041: 1 })]))],
  ['a letter that some find by its code alone', showing(trueType([apple(one)]), { encoding: '<</Differences [65 /g41]>>' })],
  [
    'a font whose instructions FreeType carries out for its name',
    showing(trueType([windows(one)], [], { name: family('Own DFKaiSho-SB') })),
  ],
  ['a font with more names than any has', showing(trueType([windows(one)], [], { name: octets(2, 0, 1_001, 6, ...Array(6).fill(0)) }))],
  [
    'a font whose instructions FreeType carries out for its tables',
    showing(trueType([windows(one)], [], { fpgm: Buffer.alloc(0x87c4), prep: Buffer.alloc(0x1e1) })),
  ],
  ['a font of letters that is called Symbol', called('AAAAAA+Symbol', 'A')],
  ['the same, with an encoding, which PDFium does not heed', called('SymbolMT', 'A', '/Encoding /WinAnsiEncoding')],
  ['a font of letters that is called after ornaments', called('ZapfDingbats', 'A')],
  ['no table at all', showing(trueType([]))],
  ['a font’s own encoding that is not the standard one, for letters', showingCompact(compact(['B', 'A'], { 65: 'B' }), { encoding: '' })],
  ['the same, and the standard one', showingCompact(compact(['B', 'A'], { 65: 'B' }), { flags: 4, encoding: '/StandardEncoding' })],
  ['the same of a Type 1 font', showing(drawnBy(blank, { codes: { 65: 'B' } }), { kind: '/Type1', key: '/FontFile', encoding: '' })],
  ['a name that the font does not have', showingCompact(compact(['B', 'A'], { 65: 'B' }), { encoding: '<</Differences [65 /g41]>>' })],
  [
    'another name of a character',
    showingCompact(compact(['uni0042'], {}), { encoding: '<</Differences [1 /B]>>', show: '/F1 12 Tf <01> Tj' }),
  ],
  ['a compact program in a font of the other kind', showingCompact(compact(['A'], { 65: 'A' }), { kind: '/TrueType' })],
  ['a program of the other kind', showing(trueType([windows(one)]), { kind: '/Type1' })],
  ['two programs', showing(trueType([windows(one)]), { key: '/FontFile 7 0 R /FontFile2' })],
  ['a program that is none', showing(Buffer.from('no font'))],
  [
    'a table that ends before its codes do',
    showing(
      sfnt({
        maxp: octets(2, 1, 0, 9),
        cmap: Buffer.concat([octets(2, 0, 1, 1, 0), octets(4, 12), octets(2, 0, 262, 0), Buffer.alloc(40)]),
      }),
    ),
  ],
  [
    'segments in disorder',
    showing(
      trueType([
        windows([
          [66, 1],
          [65, 1],
        ]),
      ]),
    ),
  ],
  [
    'a font of the page in a form without resources',
    showing(trueType([apple(one), windows(other)]), {
      flags: 4,
      encoding: '',
      show: '/F2 12 Tf (A) Tj ET Q /Fm1 Do q BT',
      others: { 9: stream('BT /F1 12 Tf (A) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]') },
    }),
  ],
  [
    'the font of whoever draws a form',
    showing(trueType([apple(one), windows(other)]), {
      flags: 4,
      encoding: '',
      show: '/F1 12 Tf ET /Fm1 Do BT',
      others: { 9: stream('BT (A) Tj ET', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<>>') },
    }),
  ],
])('%s: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

test('a graphics state with a font, which poppler does not take: refused', () => {
  const others = {
    10: '<</Type /ExtGState /Font [5 0 R 12]>>',
    9: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</ExtGState <</G 10 0 R>>>>'),
  }
  expect(signability(showing(trueType([windows(one)]), { others }))).toBe('BROKEN TYPE')
})

test.each([
  [
    'a font with a name and instructions',
    showing(trueType([windows(one)], [], { name: family('AADLCA+Own DFKai'), fpgm: Buffer.alloc(200), prep: Buffer.alloc(0x1e1) })),
  ],
  ['a part of Symbol', called('AAAAAA+Symbol', 'Alpha')],
  ['a font of letters that is called Symbol, and says which', called('Symbol', 'A', '/Encoding <</Differences [65 /A]>>')],
  ['tables that agree', showing(trueType([unicode(one), apple(one), windows(one)], ['A']))],
  ['glyphs that are drawn alike', showing(trueType([apple(one), windows({ 65: 4 })]), { flags: 4 })],
  ['the table of Windows, which all ask first for letters', showing(trueType([apple(other), windows(one)]))],
  [
    'the table of symbols, which all ask first for symbols',
    showing(trueType([symbols({ 0xf041: 1 }), apple(other)]), { flags: 4, encoding: '' }),
  ],
  [
    'codes of Ghostscript’s own, with names',
    showing(trueType([apple({ 1: 1 }), symbols({ 0xf001: 1 })]), {
      flags: 4,
      encoding: '<</BaseEncoding /WinAnsiEncoding /Differences [1 /A]>>',
      show: '/F1 12 Tf <01> Tj',
    }),
  ],
  [
    'a doubt about a letter that is not shown',
    showing(trueType([apple({ 65: 1, 66: 1 }), windows({ 65: 1, 66: 2 })]), { flags: 4, encoding: '' }),
  ],
  [
    'a space that only some find',
    showing(trueType([windows({ 65: 1, 160: 5 })]), { encoding: '<</Differences [160 /no_break_space]>>', show: '/F1 12 Tf <41A0> Tj' }),
  ],
  [
    'another font, restored',
    showing(trueType([apple(one), windows(other)]), { flags: 4, encoding: '', show: '/F2 12 Tf ET q BT /F1 9 Tf ET Q BT (A) Tj' }),
  ],
])('%s: signed', (_, file) => expect(signability(file)).toBe('signable'))
