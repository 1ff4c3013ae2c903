/** Content that readers draw in different ways is refused where a document is to be signed; what programs in use write is not. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { refusalSentence } from '#server/signing/refusals.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const stream = (data: string, entries = '') => `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`
const form = (data: string, entries = '') => stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${entries}`)

/** A page with what is drawn by it; `others` from object 6 on. */
const drawing = (content: string | readonly string[], others: Record<number, string> = {}) => {
  const parts = typeof content === 'string' ? [content] : content
  const places = parts.map((_, i) => 20 + i)
  return writePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1 /Resources 4 0 R>>',
    3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [${places.map((number) => `${number} 0 R`).join(' ')}]>>`,
    4: '<</Font <</F1 5 0 R>> /XObject <</Fm1 6 0 R>> /Pattern <</P1 7 0 R>> /ColorSpace <</Cs1 [/CalRGB <</WhitePoint [0.95 1 1.09]>>]>>>>',
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    6: form('0 0 5 5 re f'),
    7: stream('0 0 5 5 re f', '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <<>>'),
    ...Object.fromEntries(parts.map((part, i) => [places[i]!, stream(part)])),
    ...others,
  })
}
const text = (show: string) => `BT /F1 12 Tf 72 700 Td ${show} ET`
const image = (said: string, data: string) => `q BI ${said} ID ${data} EI Q`
test.each([
  ['an operand too few', '1 0 0 1 72 cm'],
  ['an operand too many, of which MuPDF takes the first and poppler the last', '1 0 0 0 rg 0 0 9 9 re f'],
  ['an operand of another kind', '(1) w'],
  ['an operator that is not known', '0 0 9 9 rect f'],
  ['two operators in one word, which Firefox takes for two', text('(Paid) Tj').replace('ET', 'ETBT ET')],
  ['what belongs to a file', text('(Paid) Tj 5 0 R')],
  ['a name that PDFium ends sooner', '/Span\x80 <<>> BDC EMC'],
  ['a number with an exponent', '1e2 0 0 1 0 0 cm'],
  ['a number with two points', '1.2.3 w'],
  ['a number with two signs', '--5 w'],
  ['a number without a digit', '- w'],
  ['a number longer than readers take', '99999999999 w'],
  ['a string that does not end', text('(Paid Tj')],
  ['digits that are none', text('<4G> Tj')],
  ['an end of an array alone', text('(Paid) ] TJ')],
  ['names among letters', text('[(Pa) /id] TJ')],
  ['lines of dashes without a length', '[0] 0 d 0 0 m 9 9 l S'],
  ['a dictionary that holds no pairs', '/Span <</MCID>> BDC EMC'],
  ['operands at its end', '0 0 9 9 re f 3'],
  ['a font that is not there', text('/F2 9 Tf (Paid) Tj')],
  ['text outside of a text object', '/F1 12 Tf (Paid) Tj'],
  ['text that was placed by three numbers', text('1 2 3 Td (Paid) Tj')],
  ['marked content without a tag, of which poppler shows nothing', 'BMC 0 0 9 9 re f EMC'],
  ['a pattern without a space of patterns', '/P1 scn 0 0 9 9 re f'],
  ['text that goes on behind a path, in poppler where that ends', text('(Pa) Tj 300 300 9 9 re f (id) Tj')],
  ['text behind a state that was saved within it, to which PDFium goes back', text('(Pa) Tj q 0 -99 Td (id) Tj Q 0 -20 Td (no) Tj')],
  ['text behind the text of a form, in MuPDF where that ends', text('(Pa) Tj /Fm1 Do (id) Tj')],
  ['more restored than was saved, and then something drawn', '1 0 0 rg Q 0 0 9 9 re f'],
  ['the same where nothing was changed: poppler forgets where the page is', 'q Q Q 0 0 9 9 re f'],
  ['a path that is left for text, and painted with the next one', `0 0 9 9 re ${text('(Paid) Tj')} 9 9 9 9 re f`],
  ['an image shorter than it says', image('/W 4 /H 4 /BPC 8 /CS /G', 'abcd')],
  ['an image longer than it says', image('/W 1 /H 1 /BPC 8 /CS /G', 'a 0 0 9 9 re f')],
  ['an image whose packing ends sooner', image('/W 1 /H 1 /BPC 8 /CS /G /F /AHx', '41> EI(')],
  ['an image without colours', image('/W 1 /H 1 /BPC 8', 'a')],
  ['an image with two widths', image('/W 1 /Width 9 /H 1 /BPC 8 /CS /G', 'a')],
  ['an image that does not end', 'q BI /W 1 /H 1 /BPC 8 /CS /G ID a Q'],
])('refused: %s', (_, content) => {
  expect(signability(drawing(content))).toBe('BROKEN CONTENT,1')
  expect(signability(drawing('/Fm1 Do', { 6: form(content, '/Resources 4 0 R') }))).toBe('BROKEN CONTENT')
})

test.each([
  ['what every page has', `q 1 0 0 rg 0 0 9 9 re f Q ${text("(One) Tj 14 TL (Two) ' [(Th) -20 (ree)] TJ <34> Tj")}`],
  ['numbers without a digit on one side', '.5 0 0 5. +0 -.5 cm'],
  ['states that are not restored', 'q q 0 0 9 9 re f'],
  ['one at the end', '1 0 0 rg 0 0 9 9 re f Q'],
  ['a path painted behind what was saved, as pdf-lib does', 'q 0 0 9 9 re Q B'],
  ['a frame that is neither painted nor ended, as pypdf does', `q 0 0 9 9 re W ${text('(1) Tj')} Q`],
  ['an empty text placed by three numbers, as LibreOffice does', '1 0 0 rg BT 11.05 0 0 Td ET'],
  ['marked content that does not end', '/Span <</ActualText (x) /MCID 0>> BDC'],
  ['colours of a space of its own', '/Cs1 cs .1 .2 .3 scn /Pattern cs /P1 scn'],
  ['text placed behind a path, or in lines', text('0 0 9 9 re f 0 -20 Td (1) Tj 9 9 m 20 20 l S 14 TL T* (2) Tj')],
  ['a path within text, and a state that was saved for it', text('(1) Tj q 1 0 0 rg 0 0 9 9 re f Q 0 -20 Td (2) Tj')],
  ['a matrix set within text', text('1 0 0 1 0 0 cm (1) Tj')],
  ['an image', image('/W 2 /H 2 /BPC 8 /CS /G', 'abcd')],
  ['a mask right before its end', 'q BI /W 8 /H 1 /IM true ID aEI Q'],
  ['an image in hexadecimal digits', image('/W 1 /H 1 /BPC 8 /CS /G /F [/AHx]', '41>')],
  ['an image in a space of the resources', image('/BitsPerComponent 8 /ColorSpace /Cs1 /Height 1 /Mask [63 63] /Width 1', 'a')],
  ['nothing but a comment', '% DSBlank'],
])('signed: %s', (_, content) => {
  expect(signability(drawing(content))).toBe('signable')
})

test('a page without resources has no font for its text, of which poppler shows nothing then', () => {
  const bare = { 2: '<</Type /Pages /Kids [3 0 R] /Count 1>>' }
  expect(signability(drawing(text('(Paid) Tj'), bare))).toBe('BROKEN CONTENT,1')
  expect(signability(drawing('1 0 0 rg 0 0 9 9 re f', bare))).toBe('signable')
})

test('an image that is packed is as long as its packing', () => {
  const packed = deflateSync(Buffer.from('abcd')).toString('latin1')
  const said = '/W 2 /H 2 /BPC 8 /CS /G /F /Fl'
  expect(signability(drawing(image(said, packed)))).toBe('signable')
  expect(signability(drawing(image(said, packed.slice(0, -6))))).toBe('BROKEN CONTENT,1')
  expect(signability(drawing(image(said, `${packed}0 0 9 9 re f`)))).toBe('BROKEN CONTENT,1')
})

describe('content of several streams', () => {
  test.each([
    ['may end between any two tokens', ['BT /F1 12', 'Tf [(1)', '(2)] TJ ET'], 'signable'],
    ['even where nothing stands between them', ['BT', 'ET'], 'signable'],
    ['is not cut within a string', ['BT /F1 12 Tf (I owe 1', '00) Tj ET'], 'BROKEN CONTENT,1'],
    ['nor within digits', ['BT /F1 12 Tf <31', '30> Tj ET'], 'BROKEN CONTENT,1'],
    ['nor within a comment', ['BT % one', 'ET'], 'BROKEN CONTENT,1'],
    ['nor within an image', ['BI /W 1 /H 1 /BPC 8 /CS /G ID', 'a EI'], 'BROKEN CONTENT,1'],
  ])('%s', (_, parts, said) => {
    expect(signability(drawing(parts))).toBe(said)
  })
})

test.each([
  [
    'patterns',
    { 7: stream('0 0 5 5 rect f', '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources <<>>') },
  ],
  ['glyphs', { 5: '<</Type /Font /Subtype /Type3 /CharProcs <</a 8 0 R>>>>', 8: stream('9 0 d0 1 2 re f') }],
])('the same of %s', (_, objects) => {
  expect(signability(drawing('', objects))).toBe('BROKEN CONTENT')
})

test('content that cannot be unpacked, and nothing that was packed without its end', () => {
  const packed = (data: Buffer) => stream(data.toString('latin1'), '/Filter /FlateDecode')
  const content = deflateSync(Buffer.from('0 0 9 9 re f '.repeat(20)))
  expect(signability(drawing('', { 20: packed(content) }))).toBe('signable')
  expect(signability(drawing('', { 20: packed(content.subarray(0, 12)) }))).toBe('BROKEN CONTENT,1')
  expect(signability(drawing('', { 20: packed(deflateSync(Buffer.alloc(0)).subarray(0, 6)) }))).toBe('signable')
})

test('how a button looks while it is pressed nobody minds, jsPDF not either', () => {
  const button = (appearances: string) => `<</Subtype /Widget /FT /Btn /T (b) /Rect [9 9 20 20] /F 4 /AP <<${appearances}>>>>`
  const file = (appearances: string) =>
    drawing('', {
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [8 0 R]>>>>',
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [8 0 R]>>',
      8: button(appearances),
      9: form('BMC 0 0 9 9 re f EMC'),
    })
  expect(signability(file('/N <</On 6 0 R>> /D <</On 9 0 R>>'))).toBe('signable')
  expect(signability(file('/N <</On 9 0 R>> /D <</On 9 0 R>>'))).toBe('BROKEN CONTENT')
  const named = { 4: '<</XObject <</N 6 0 R /D 9 0 R>>>>', 9: form('BMC 0 0 9 9 re f EMC') }
  expect(signability(drawing('/D Do', named))).toBe('BROKEN CONTENT')
  const shared = { 4: '<</XObject 10 0 R>>', 8: '<</Subtype /Stamp /AP 10 0 R>>', 9: named[9], 10: '<</N 6 0 R /D 9 0 R>>' }
  expect(signability(drawing('/D Do', shared))).toBe('BROKEN CONTENT')
})

test('the sentence names the page and what to do', () => {
  expect(refusalSentence('BROKEN', ['CONTENT', '3'])).toMatchObject({
    en: expect.stringMatching(/^Page 3 is written .*Print the document/),
    ar: expect.stringMatching(/^الصفحة 3 مكتوبة .*اطبع/),
  })
  expect(refusalSentence('BROKEN', ['CONTENT']).en).toMatch(/^Something in the document/)
})

test('what was signed before, and gets time stamps, is not looked through again', () => {
  expect(readSigningFacts(drawing('1e2 w'), { renewal: true }).signable).toBe(true)
})
