/** A font that leads readers to different letters is refused where a document is to be signed; what programs in use write is not. */
import { expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'

/** Codes and their glyphs, in order unless they are pairs. */
type Codes = Record<number, number> | [number, number][]
type Table = { platform: number; encoding: number; codes: Codes }

const octets = (size: 1 | 2 | 4, ...numbers: number[]) => {
  const out = Buffer.alloc(size * numbers.length)
  for (const [i, number] of numbers.entries()) out.writeUIntBE(number, i * size, size)
  return out
}

/** Segments of one code each (format 4), and the one that ends them. */
function segments(codes: Codes): Buffer {
  const pairs = Array.isArray(codes) ? codes : Object.entries(codes).map(([code, glyph]) => [Number(code), glyph] as const)
  const all = [...pairs, [0xffff, 0] as const]
  const ends = octets(2, ...all.map(([code]) => code))
  const deltas = octets(2, ...all.map(([code, glyph]) => (glyph - code) & 0xffff))
  const parts = [octets(2, 2 * all.length, 0, 0, 0), ends, octets(2, 0), ends, deltas, octets(2, ...all.map(() => 0))]
  return Buffer.concat([octets(2, 4, 6 + Buffer.concat(parts).length, 0), ...parts])
}
const bytes = (codes: Record<number, number>) =>
  Buffer.concat([octets(2, 0, 262, 0), octets(1, ...Array.from({ length: 256 }, (_, code) => codes[code] ?? 0))])

/** Glyphs 1, 2 and 3 are drawn, 4 is drawn as 1 is, and 5 is blank; `names` from glyph 1 on. */
function trueType(tables: readonly Table[], names: readonly string[] = []): Buffer {
  const maps = tables.map(({ platform, codes }) => (platform === 1 && !Array.isArray(codes) ? bytes(codes) : segments(codes)))
  let at = 4 + 8 * tables.length
  const places = tables.map(({ platform, encoding }, i) => {
    const place = Buffer.concat([octets(2, platform, encoding), octets(4, at)])
    at += maps[i]!.length
    return place
  })
  const outlines = ['nothing here', 'first letter', 'other letter', 'third letter', 'first letter', '']
  const loca = outlines.map((_, i) => outlines.slice(0, i).join('').length)
  const head = Buffer.alloc(54)
  head.writeInt16BE(1, 50)
  const named = names.map((name) => Buffer.from(String.fromCharCode(name.length) + name, 'latin1'))
  const indices = octets(2, names.length + 1, 0, ...names.map((_, i) => 258 + i))
  const version = octets(4, names.length === 0 ? 0x0003_0000 : 0x0002_0000)
  const post = [version, Buffer.alloc(28), indices, ...named]
  return sfnt({
    cmap: Buffer.concat([octets(2, 0, tables.length), ...places, ...maps]),
    glyf: Buffer.from(outlines.join('')),
    head,
    loca: octets(4, ...loca, outlines.join('').length),
    maxp: octets(2, 1, 0, outlines.length),
    post: Buffer.concat(post),
  })
}

/** A font of these tables. */
function sfnt(files: Record<string, Buffer>): Buffer {
  let start = 12 + 16 * Object.keys(files).length
  const directory = Object.entries(files).map(([name, { length }]) => {
    const entry = Buffer.concat([Buffer.from(name), octets(4, 0, start, length)])
    start += length
    return entry
  })
  return Buffer.concat([octets(4, 0x0001_0000), octets(2, directory.length, 0, 0, 0), ...directory, ...Object.values(files)])
}

const index = (...parts: Buffer[]) => {
  const offsets = parts.map((_, i) => 1 + Buffer.concat(parts.slice(0, i + 1)).length)
  return Buffer.concat([octets(2, parts.length), ...(parts.length === 0 ? [] : [octets(1, 2), octets(2, 1, ...offsets), ...parts])])
}

/** Compact: each glyph is drawn as its name says; the first of them have codes. */
function compact(glyphs: readonly string[], codes: Record<number, string>): Buffer {
  const drawn = (name: string) => Buffer.from(name === 'space' ? '\x0e' : `\x8b\x8b\x15${name.padEnd(5, '.')}\x0e`, 'latin1')
  const charset = Buffer.concat([octets(1, 0), octets(2, ...glyphs.map((_, i) => 391 + i))])
  const named = glyphs.map((name) => Object.keys(codes).find((code) => codes[Number(code)] === name)).filter((code) => code !== undefined)
  const encoding = octets(1, 0, named.length, ...named.map(Number))
  const strings = index(Buffer.from('.notdef'), ...glyphs.map(drawn))
  const [header, name, own, none] = [
    octets(1, 1, 0, 4, 2),
    index(Buffer.from('Own')),
    index(...glyphs.map((one) => Buffer.from(one))),
    index(),
  ]
  const place = (at: number, operator: number) => Buffer.concat([octets(1, 29), octets(4, at), octets(1, operator)])
  const top = (at: number) =>
    index(Buffer.concat([place(at, 15), place(at + charset.length, 16), place(at + charset.length + encoding.length, 17)]))
  const start = Buffer.concat([header, name, top(0), own, none]).length
  return Buffer.concat([header, name, top(start), own, none, charset, encoding, strings])
}

/** A Type 1 program of the same, encrypted as they are (§7.3). */
function type1(glyphs: readonly string[], codes: Record<number, string>): Buffer {
  const puts = Object.entries(codes).map(([code, name]) => `dup ${code} /${name} put`)
  const drawn = glyphs.map((name) => `/${name} ${20 + name.length} RD ${'.'.repeat(20)}${name} ND`)
  const hidden = Buffer.from(`0000dup /Private 8 dict dup begin /CharStrings ${glyphs.length} dict dup begin\n${drawn.join('\n')}\nend end`)
  let key = 55_665
  for (const [i, octet] of hidden.entries()) {
    hidden[i] = octet ^ (key >> 8)
    key = ((hidden[i] + key) * 52_845 + 22_719) & 0xffff
  }
  const shown = `%!PS-AdobeFont-1.0: Own\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n${puts.join('\n')}\nreadonly def\ncurrentfile eexec\n`
  return Buffer.concat([Buffer.from(shown), hidden])
}

const stream = (data: string, entries = '') => `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`
/** A page that shows a letter; `others` from object 9 on. */
const showing = (
  program: Buffer,
  { flags = 32, encoding = '/WinAnsiEncoding', show = '/F1 12 Tf (A) Tj', kind = '/TrueType', key = '/FontFile2', others = {} } = {},
) =>
  writePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources 8 0 R /Contents 4 0 R>>',
    4: stream(`q BT ${show} ET Q`),
    5: `<</Type /Font /Subtype ${kind} /BaseFont /AAAAAA+Own /FirstChar 65 /LastChar 65 /Widths [700] /FontDescriptor 6 0 R ${encoding && `/Encoding ${encoding}`}>>`,
    6: `<</Type /FontDescriptor /FontName /AAAAAA+Own /Flags ${flags} ${key} 7 0 R>>`,
    7: stream(program.toString('latin1')),
    8: '<</Font <</F1 5 0 R /F2 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /XObject <</Fm1 9 0 R>>>>',
    ...others,
  })
const showingCompact = (program: Buffer, how: Parameters<typeof showing>[1] = {}) =>
  showing(program, { kind: '/Type1', key: '/FontFile3', ...how })
const answer = (file: Uint8Array) => {
  const facts = readSigningFacts(file)
  return facts.signable ? 'signable' : `${facts.code} ${facts.what.join()}`
}

const windows = (codes: Codes): Table => ({ platform: 3, encoding: 1, codes })
const symbols = (codes: Codes): Table => ({ platform: 3, encoding: 0, codes })
const apple = (codes: Codes): Table => ({ platform: 1, encoding: 0, codes })
const unicode = (codes: Codes): Table => ({ platform: 0, encoding: 3, codes })
const [one, other] = [{ 65: 1 }, { 65: 2 }]

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
  ['no table at all', showing(trueType([]))],
  ['a font’s own encoding that is not the standard one, for letters', showingCompact(compact(['B', 'A'], { 65: 'B' }), { encoding: '' })],
  ['the same, and the standard one', showingCompact(compact(['B', 'A'], { 65: 'B' }), { flags: 4, encoding: '/StandardEncoding' })],
  ['the same of a Type 1 font', showing(type1(['B', 'A'], { 65: 'B' }), { kind: '/Type1', key: '/FontFile', encoding: '' })],
  ['a glyph that stands twice', showing(type1(['A', 'A'], { 65: 'A' }), { kind: '/Type1', key: '/FontFile' })],
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
])('%s: refused', (_, file) => expect(answer(file)).toMatch(/^BROKEN CONTENT/))

test('a graphics state with a font, which poppler does not take: refused', () => {
  const others = {
    10: '<</Type /ExtGState /Font [5 0 R 12]>>',
    9: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</ExtGState <</G 10 0 R>>>>'),
  }
  expect(answer(showing(trueType([windows(one)]), { others }))).toBe('BROKEN TYPE')
})

test.each([
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
])('%s: signed', (_, file) => expect(answer(file)).toBe('signable'))
