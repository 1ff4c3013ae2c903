/** An annotation of which readers make different pictures is refused where a document is to be signed; what programs in use write is not. */
import { expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const stream = (data: string, entries = '') => `<<${entries} /Length ${data.length}>>\nstream\n${data}\nendstream`
const appearance = (data: string, entries = '') => stream(data, `/Type /XObject /Subtype /Form /BBox [0 0 100 30] ${entries}`)
const multiplying = '/Resources <</ExtGState <</G <</BM /Multiply>>>>>>'

/** A page that says what is owed, and an annotation there, of a kind or one that stands elsewhere; `others` from object 7 on. */
const annotated = (kind: string, entries: string, others: Record<number, string> = {}) =>
  writePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R /Annots [6 0 R]>>',
    4: stream('BT /F1 24 Tf 52 97 Td (PAY 10) Tj ET'),
    5: '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
    6: `<</Type /Annot /Subtype ${kind.includes(' ') ? kind : `/${kind}`} /Rect [50 90 150 120] /QuadPoints [50 120 150 120 50 90 150 90] /Vertices [50 90 150 90 150 120] /L [50 105 150 105] /InkList [[50 105 150 105]] ${entries}>>`,
    ...others,
  })
test.each([
  ['a stamp of which Chrome shows nothing', annotated('Stamp', '/Name /Approved')],
  ['a stamp whose kind stands in an object of its own', annotated('7 0 R', '', { 7: '/Stamp' })],
  ['words without a picture, for which not all readers have letters', annotated('FreeText', '/Contents (PAY 10) /DA (/Helv 12 Tf 0 g)')],
  ['words that some readers take from another entry', annotated('FreeText', '/Contents (PAY 10) /RC (<body><p>EARN 99</p></body>)')],
  ['a highlight without a colour, black in poppler', annotated('Highlight', '')],
  ['a highlight that poppler draws anew', annotated('Highlight', '/C [1 1 0] /AP <</N 7 0 R>>', { 7: appearance('1 g 0 0 100 30 re f') })],
  ['a filled polygon, likewise', annotated('Polygon', '/C [1 0 0] /IC [1 1 1]')],
  ['a line as thick as the words', annotated('Line', '/C [1 1 1] /BS <</W 30>>')],
  ['a line drawn by hand, likewise', annotated('Ink', '/C [1 1 1] /Border [0 0 30]')],
  ['a line that says something', annotated('Line', '/C [0 0 0] /Cap true /Contents (EARN 99)')],
  ['a frame without a colour that poppler paints black', annotated('Square', '/BS <</W 30>>')],
  ['a colour of two numbers', annotated('Square', '/C [0 0]')],
  ['a link that covers words, which MuPDF leaves out', annotated('Link', '/AP <</N 7 0 R>>', { 7: appearance('1 g 0 0 100 30 re f') })],
  ['a link with a border that poppler alone draws', annotated('Link', '/Border [0 0 30]')],
  ['a state that has no picture', annotated('Square', '/C [0 0 0] /AS /Off /AP <</N <</On 7 0 R>>>>', { 7: appearance('') })],
  ['an appearance without the one that is shown', annotated('Square', '/C [0 0 0] /AP <</D 7 0 R>>', { 7: appearance('') })],
  ['a field with a ground of five numbers', annotated('Widget', '/FT /Tx /T (a) /MK <</BG [0 0 0 0 0]>>')],
])('%s is refused', (_, file) => expect(signability(file)).toBe('ACTIVE_CONTENT LEFT_TO_READERS'))

test.each([
  ['a note', annotated('Text', '/Contents (Read this) /Name /Note')],
  ['a highlight of iText, with a colour', annotated('Highlight', '/C [1 1 0]')],
  [
    'a highlight that brings its picture',
    annotated('Highlight', '/C [1 1 0] /AP <</N 7 0 R>>', { 7: appearance('/G gs 1 1 0 rg 0 0 100 30 re f', multiplying) }),
  ],
  ['a stamp that brings its picture', annotated('Stamp', '/AP <</N 7 0 R>>', { 7: appearance('1 0 0 RG 1 1 98 28 re S') })],
  [
    'words that bring their picture',
    annotated('FreeText', '/Contents (Draft) /AP <</N 7 0 R>>', { 7: appearance('1 0 0 RG 1 1 98 28 re S') }),
  ],
  ['a text box that was left empty', annotated('FreeText', '/Contents () /AP <<>>')],
  ['a line', annotated('Line', '/C [1 0 0] /BS <</W 2>>')],
  ['a filled frame', annotated('Square', '/C [1 0 0] /IC [1 .8 0]')],
  ['a link', annotated('Link', '/Border [0 0 1] /C [0 0 1]')],
  ['a link with the frame that Quartz draws', annotated('Link', '/AP <</N 7 0 R>>', { 7: appearance('0.75 G 0.5 0.5 99 29 re S') })],
  ['a link with an empty picture', annotated('Link', '/AP <</N 7 0 R>>', { 7: appearance('', '/Filter /FlateDecode') })],
  ['a hidden stamp', annotated('Stamp', '/F 2')],
  ['a stamp that stands nowhere any more', annotated('Text', '', { 7: '<</Type /Annot /Subtype /Stamp /Rect [50 90 150 120]>>' })],
  [
    'a file behind an image, as pdfmake writes it',
    annotated(
      'FileAttachment',
      '/FS <</Type /Filespec /F (a.txt) /EF <</F 7 0 R>>>> /AP <</N <</Type /XObject /Subtype /Form /BBox [0 0 9 9]>>>>',
      {
        7: stream('hello', '/Type /EmbeddedFile'),
      },
    ),
  ],
])('%s is signed', (_, file) => expect(signability(file)).toBe('signable'))

test('what was signed already is kept for longer as it is', () => {
  expect(readSigningFacts(annotated('Stamp', '/Name /Approved'), { renewal: true })).toMatchObject({ signable: true })
})
