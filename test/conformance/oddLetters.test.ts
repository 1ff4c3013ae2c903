/** Composite fonts, fonts of content and fonts that a document does not bring: refused where readers show different letters, signed where all show the same. */
import { expect, test } from 'vitest'
import {
  compact,
  octets,
  openType,
  sfnt,
  showing,
  showingCids,
  showingComposite,
  stream,
  trueType,
  windows,
  withCids,
} from '../fixtures/pdf/make/fonts.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const letters = trueType([windows({ 65: 1 })])
const [keyed, named] = [withCids([1, 2, 3]), compact(['A', 'B'], {})]

/** A font with another octet at a place. */
const changedAt = (font: Buffer, at: number, octet: number) =>
  Buffer.concat([font.subarray(0, at), octets(1, octet), font.subarray(at + 1)])
const changed = (table: string, at: number, octet: number) =>
  changedAt(letters, letters.readUInt32BE(letters.indexOf(table) + 8) + at, octet)

/** A map from codes to CIDs, as programs write them. */
const codeMap = (blocks: string, { spaces = '<0000> <FFFF>', mode = '/WMode 0 def', entries = '' } = {}) => ({
  encoding: '10 0 R',
  others: {
    10: stream(
      `%!PS-Adobe-3.0 Resource-CMap\n/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n` +
        `/CIDSystemInfo 3 dict dup begin\n/Registry (Adobe) def\n/Ordering (Identity) def\n/Supplement 0 def\nend def\n` +
        `/CMapName /Own def\n/CMapType 1 def\n/XUID [1 10 25404 9999] def\n${mode}\n1 begincodespacerange\n${spaces}\nendcodespacerange\n` +
        `${blocks}\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n`,
      `/Type /CMap /CMapName /Own ${entries}`,
    ),
  },
})
const glyphMap = (...glyphs: number[]) => ({
  entries: '/CIDToGIDMap 10 0 R',
  others: { 10: stream(octets(2, ...glyphs).toString('latin1')) },
})

test.each([
  ['a map of glyphs that ends before the code', showingComposite(letters, glyphMap(0))],
  ['a map of glyphs around compact outlines, which poppler does not heed', showingCids(named, glyphMap(0, 2))],
  ['the same with CIDs', showingCids(keyed, glyphMap(0, 2))],
  ['CIDs of its own in tables of OpenType', showingCids(openType(withCids([2, 1]), 3))],
  ['two glyphs with one CID', showingCids(withCids([1, 2, 1]))],
  ['more fonts in one than an octet can choose from', showingCids(withCids([1], { times: 300 }))],
  ['two matrices, of which some readers heed both', showingCids(withCids([1], { above: 0.001, below: 0.001 }))],
  ['a code that the map has not', showingComposite(letters, codeMap('1 begincidchar\n<0002> 1\nendcidchar'))],
  ['a code that the map has twice', showingComposite(letters, codeMap('2 begincidrange\n<0000> <00FF> 0\n<0001> <0001> 2\nendcidrange'))],
  ['a code outside of its range', showingComposite(letters, codeMap('1 begincidchar\n<0001> 1\nendcidchar', { spaces: '<0002> <FFFF>' }))],
  [
    'codes of one octet and of two',
    showingComposite(letters, codeMap('1 begincidchar\n<0001> 1\nendcidchar', { spaces: '<00> <7F> <8000> <FFFF>' })),
  ],
  ['a map that goes on from another', showingComposite(letters, codeMap('/Identity-H usecmap\n1 begincidchar\n<0001> 1\nendcidchar'))],
  [
    'the same by its dictionary',
    showingComposite(letters, codeMap('1 begincidchar\n<0001> 1\nendcidchar', { entries: '/UseCMap /Identity-H' })),
  ],
  ['a map with two directions', showingComposite(letters, codeMap('1 begincidchar\n<0001> 1\nendcidchar', { entries: '/WMode 1' }))],
  ['a map written otherwise', showingComposite(letters, codeMap('1 begincidchar\n<00 01> 1\nendcidchar'))],
  ['a block that does not say how many lines it has', showingComposite(letters, codeMap('begincidchar\n<0001> 1\nendcidchar'))],
  ['characters in the place of CIDs', showingComposite(letters, codeMap('1 beginbfchar\n<0001> <0041>\nendbfchar'))],
  ['what stands behind a map’s end', showingComposite(letters, codeMap('endcmap\n1 begincidchar\n<0001> 1\nendcidchar'))],
  ['half a code', showingComposite(letters, { show: '<000100>' })],
  ['no encoding that is known', showingComposite(letters, { encoding: '/Own' })],
  ['characters of a font that is there', showingComposite(letters, { encoding: '/UniGB-UTF16-H', system: 'GB1' })],
  ['no collection, without which poppler shows nothing', showingComposite(letters, { system: '' })],
  ['two descendants', showingComposite(letters, { font: '/DescendantFonts [9 0 R 9 0 R]' })],
  ['a descendant of no kind', showingComposite(letters, { kind: '/TrueType' })],
  ['two programs', showingComposite(letters, { key: '/FontFile 7 0 R /FontFile2' })],
  ['a program that is none', showingComposite(Buffer.from('no font at all'))],
  ['outlines of both kinds', showingComposite(sfnt({ glyf: Buffer.alloc(9), loca: Buffer.alloc(9), 'CFF ': keyed }))],
  ['a table of characters that stands nowhere, with which poppler shows nothing', showingComposite(changed('cmap', 8, 0xff))],
  ['a form of places that is none', showingComposite(changed('head', 50, 0x80))],
  ['no glyphs', showingComposite(changed('maxp', 5, 0))],
  ['an index that does not begin with its first', showingCids(changedAt(keyed, keyed.indexOf('Own') - 2, 2))],
  ['a version of neither', showingComposite(Buffer.concat([Buffer.alloc(4), letters.subarray(4)]))],
  ['numbers of glyphs of a font that is not there', showingComposite(undefined)],
  ['characters of another collection', showingComposite(undefined, { encoding: '/UniGB-UTF16-H', system: 'Japan1' })],
  [
    'characters that are others where they are copied',
    showingComposite(undefined, { encoding: '/UniGB-UTF16-H', system: 'GB1', font: '/ToUnicode 10 0 R', others: { 10: stream('') } }),
  ],
])('%s: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

const range = '1 begincidrange\n<00> <FF> 0\nendcidrange'
test.each([
  ['numbers of glyphs', showingComposite(letters)],
  ['the same, and a map that says so', showingComposite(letters, { entries: '/CIDToGIDMap /Identity' })],
  ['a map of glyphs', showingComposite(letters, glyphMap(0, 2))],
  ['a glyph that the font has not', showingComposite(letters, { show: '<0100>' })],
  ['nothing', showingComposite(letters, { show: '()' })],
  ['compact outlines with names', showingCids(named)],
  ['compact outlines with CIDs', showingCids(withCids([2, 1], { below: 0.001 }))],
  ['compact outlines in tables, in order', showingCids(openType(keyed, 4), glyphMap(0, 2))],
  ['a map of codes of one octet', showingComposite(letters, { ...codeMap(range, { spaces: '<00> <FF>' }), show: '(A)' })],
  [
    'a map of ranges and codes',
    showingComposite(letters, codeMap('1 begincidrange\n<0002> <01FF> 2\nendcidrange\n1 begincidchar\n<0001> 1\nendcidchar')),
  ],
  ['characters of a font that is not there', showingComposite(undefined, { encoding: '/UniGB-UTF16-H', system: 'GB1' })],
  ['the same by their CIDs', showingComposite(undefined, { system: 'Japan1' })],
])('%s: signed', (_, file) => expect(signability(file)).toBe('signable'))

/** A page that shows a letter of a font that is not there. */
const missing = (entries: string, { base = '/Helvetica', kind = '/Type1', show = '(A)' } = {}) =>
  showing(Buffer.alloc(0), { show: `/F1 12 Tf ${show} Tj`, others: { 5: `<</Type /Font /Subtype ${kind} /BaseFont ${base} ${entries}>>` } })

test.each([
  ['a letter by its number, for which MuPDF shows that of the code', missing('/Encoding <</Differences [65 /uni0048]>>')],
  ['a form of a letter', missing('/Encoding <</Differences [65 /H.alt]>>')],
  ['a letter of Arabic', missing('/Encoding <</Differences [65 /afii57409]>>')],
  ['no letter, where the code has one', missing('/Encoding <</Differences [65 /.notdef]>>')],
  ['a letter of Greek that is another one where it is copied', missing('/Encoding <</Differences [65 /Gamma]>> /ToUnicode 7 0 R')],
  ['a string among the names', missing('/Encoding <</Differences [(x) 65 /H]>>')],
  ['the encoding of experts', missing('/Encoding /MacExpertEncoding')],
  ['a code that the standard has not', missing('', { show: '<E4>' })],
  ['a sign of the Macintosh', missing('/Encoding /MacRomanEncoding', { show: '<B0>' })],
  ['signs in an encoding of letters', missing('/Encoding /WinAnsiEncoding', { base: '/ZapfDingbats' })],
  ['signs that are said to be TrueType', missing('', { base: '/Symbol', kind: '/TrueType' })],
  ['signs that not all readers have', missing('', { base: '/Wingdings', kind: '/TrueType' })],
  ['a sign of the other font', missing('/Encoding <</Differences [65 /a20]>>', { base: '/Symbol' })],
])('in a font that is not there %s: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

test.each([
  ['letters of Windows', missing('/Encoding /WinAnsiEncoding', { base: '/ArialMT', kind: '/TrueType', show: '(A\\351\\200)' })],
  ['letters of the standard', missing('', { show: '(A\\341)' })],
  ['letters by their names', missing('/Encoding <</Differences [1 /eacute /Euro /minus]>>', { show: '<010203>' })],
  ['letters of Cyrillic', missing('/Encoding <</Differences [192 /afii10017]>>', { show: '<C0>' })],
  ['a space without a name', missing('/Encoding <</Differences [32 /.notdef]>>', { show: '( )' })],
  ['signs', missing('', { base: '/Symbol', show: '(abc)' })],
  ['signs by their names', missing('/Encoding <</Differences [1 /bullet]>>', { base: '/Symbol', show: '<01>' })],
  ['ornaments by their names', missing('/Encoding <</Differences [1 /a71]>>', { base: '/ZapfDingbats', show: '<01>' })],
])('in a font that is not there %s: signed', (_, file) => expect(signability(file)).toBe('signable'))

/** A page that shows a letter of a font whose glyphs are content. */
const drawn = ({
  glyph = '700 0 d0 0 0 500 700 re f',
  encoding = '/Encoding <</Differences [65 /x]>>',
  name = 'x',
  matrix = '[0.001 0 0 0.001 0 0]',
  widths = '[700]',
} = {}) =>
  showing(Buffer.alloc(0), {
    others: {
      5: `<</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix ${matrix} /CharProcs <</${name} 9 0 R>> /FirstChar 65 /LastChar 65 /Widths ${widths} /Resources <<>> ${encoding}>>`,
      9: stream(glyph),
    },
  })

test.each([
  ['a glyph by a name that the font does not say', drawn({ name: 'A', encoding: '/Encoding <</BaseEncoding /StandardEncoding>>' })],
  ['no encoding', drawn({ name: 'A', encoding: '' })],
  ['a string among the names', drawn({ encoding: '/Encoding <</Differences [(x) 65 /x]>>' })],
  ['a matrix of four', drawn({ matrix: '[0.001 0 0 0.001]' })],
  ['a glyph that says so behind a comment', drawn({ glyph: '% d1 \n700 0 0 0 100 100 d1 0 0 500 700 re f' })],
  ['a glyph that says so twice', drawn({ glyph: '700 0 d0 700 0 0 0 100 100 d1 0 0 500 700 re f' })],
  ['a width that only the glyph says', drawn({ widths: '[0]' })],
  ['a glyph that is larger than it says, which Firefox cuts off', drawn({ glyph: '700 0 0 0 100 100 d1 0 0 500 700 re f' })],
  ['the same of an image', drawn({ glyph: '700 0 0 0 100 100 d1 q 500 0 0 700 0 0 cm BI /W 8 /H 1 /IM true /BPC 1 ID \x55 EI Q' })],
  ['a colour of its own where it says that it has none', drawn({ glyph: '700 0 0 0 700 700 d1 1 g 0 0 500 700 re f' })],
  ['a point with square ends, which one reader draws', drawn({ glyph: '600 0 0 0 600 700 d1 2 J 100 w 300 300 m 300 300 l S' })],
])('in a font of content %s: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

test.each([
  ['a glyph', drawn()],
  ['a glyph as large as it says', drawn({ glyph: '700 0 0 0 500 700 d1 0 0 500 700 re f' })],
  ['a point with round ends', drawn({ glyph: '600 0 0 0 600 700 d1 1 J 100 w 300 300 m 300 300 l S' })],
  ['lines at its edges', drawn({ glyph: '600 0 0 0 600 700 d1 100 w 5 5 m 300 695 l 595 5 l S' })],
  ['an image', drawn({ glyph: '700 0 0 0 500 700 d1 q 500 0 0 700 0 0 cm BI /W 8 /H 1 /IM true /BPC 1 ID \x55 EI Q' })],
  ['a glyph of very many lines', drawn({ glyph: `700 0 0 0 700 700 d1 ${'0 0 m 9 9 l S '.repeat(100_000)}` })],
  ['a name that it has no glyph for', drawn({ name: 'y' })],
  ['letters of Windows', drawn({ name: 'A', encoding: '/Encoding /WinAnsiEncoding' })],
])('in a font of content %s: signed', (_, file) => expect(signability(file)).toBe('signable'))

/** Glyph 1 begins behind the thirty octets of glyph 0. */
test.each([
  ['more points than it has', 41, 9],
  ['more instructions', 42, 1],
  ['contours of none', 31, 2],
  ['parts that are none', 30, 255],
])('a glyph with %s, which readers leave out or not: refused', (_, at, octet) => {
  const damaged = changed('glyf', at, octet)
  expect(signability(showing(damaged))).toMatch(/^BROKEN CONTENT/)
  expect(signability(showingComposite(damaged))).toMatch(/^BROKEN CONTENT/)
  expect(signability(showingComposite(damaged, { show: '<0002>' }))).toBe('signable')
})

const wide = (entries: string, show = '<00010002>') => showingComposite(letters, { entries, show })
/** Of a font that the document brings. */
const simple = (widths: string) =>
  showing(letters, {
    others: {
      5: `<</Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Own /Encoding /WinAnsiEncoding ${widths.includes('/FontDescriptor') ? '' : '/FontDescriptor 6 0 R'} ${widths}>>`,
    },
  })

test.each([
  ['two for one code', wide('/W [1 [300] 0 9 900]')],
  ['a list that is cut off', wide('/W [1 [300] 2]')],
  ['a word among them', wide('/W [1 [300 /x]]')],
  ['a usual one with a fraction, which poppler does not heed', wide('/DW 300.5')],
  ['two across', showingComposite(letters, { encoding: '/Identity-V', entries: '/W2 [1 [-500 350 880] 1 [-1000 0 0]]' })],
  ['none, which MuPDF takes from the font', simple('')],
  ['one behind the last', simple('/FirstChar 65 /LastChar 64 /Widths [300]')],
  ['no last', simple('/FirstChar 65 /Widths [700]')],
  ['more than sixteen bits', simple('/FirstChar 65 /LastChar 65 /Widths [40000]')],
  ['the same by its number', wide('/W [1 [70000]]')],
  ['the same of all others', wide('/DW 70000')],
  ['less than none', simple('/FirstChar 65 /LastChar 65 /Widths [-300]')],
  ['none of a letter of Courier', missing('/FirstChar 66 /LastChar 66 /Widths [300]', { base: '/Courier' })],
])('widths that readers take differently, %s: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

test.each([
  ['by ranges and by lists', wide('/DW 500 /W [1 [300] 2 9 700 40 []]')],
  ['the same one twice', wide('/W [1 [300] 1 1 300]')],
  ['across', showingComposite(letters, { encoding: '/Identity-V', entries: '/DW2 [880 -1000] /W2 [1 [-500 350 880]]' })],
  ['of other codes', simple('/FirstChar 66 /LastChar 66 /Widths [700]')],
  [
    'one for all of Courier',
    missing(
      '/FirstChar 32 /LastChar 32 /Widths [600] /FontDescriptor <</Type /FontDescriptor /FontName /Courier /Flags 33 /MissingWidth 600>>',
      { base: '/Courier' },
    ),
  ],
])('widths %s: signed', (_, file) => expect(signability(file)).toBe('signable'))

const described = (entries: string, { name = '/AAAAAA+Own', font = '' } = {}) =>
  simple(
    `/FirstChar 65 /LastChar 65 /Widths [700] ${font} /FontDescriptor <</Type /FontDescriptor /FontName ${name} /Flags 32 /FontFile2 7 0 R ${entries}>>`,
  )

test.each([
  ['a second program that is none', described('/FontFile /None')],
  ['one that is not there', described('/FontFile3 99 0 R')],
  ['a name that is a number', described('', { name: '1' })],
  ['a map to characters by a name that nobody knows', described('', { font: '/ToUnicode /Unknown' })],
  ['the same, in a composite one', wide('/ToUnicode /Unknown', '<0001>')],
])('a font with %s, over which a reader gives it up: refused', (_, file) => expect(signability(file)).toMatch(/^BROKEN CONTENT/))

test.each([
  ['a second program that is null', described('/FontFile null')],
  ['a name that is a text', described('', { name: '(Own)' })],
  ['a map to characters by a name', described('', { font: '/ToUnicode /Identity-H' })],
])('a font with %s: signed', (_, file) => expect(signability(file)).toBe('signable'))

test('text in a mode that is none: refused', () =>
  expect(signability(showing(letters, { show: '/F2 12 Tf 8 Tr (A) Tj' }))).toMatch(/^BROKEN CONTENT/))
