/** Marks that readers of a signed document usually make, and what could be drawn, hidden or written with them. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })

/** The amount stands at 225 to 255. */
const strips = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((i) => `60 ${660 + 2.5 * i} 380 2.5 re`).join(' ')
const sentence = 'BT /F1 18 Tf 72 700 Td (I owe you in riyals: 100) Tj ET '
const written = {
  sentence,
  twoLines: `${sentence}BT /F1 18 Tf 72 678 Td (until the end of the year) Tj ET`,
  green: `${sentence}0 1 0 rg BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  grey: `${sentence}.7 g BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  red: `${sentence}1 0 0 rg BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  onGround: `${sentence}1 0 1 rg 60 660 380 30 re f 1 0 0 rg BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  onStrips: `${sentence}1 0 1 rg ${strips} f 1 0 0 rg BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  inTable: `${sentence}.9 g 60 660 380 30 re f 0 G 60 660 380 30 re S 0 g BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  blended: `${sentence}/B gs BT /F1 18 Tf 72 670 Td (only if it rains on Sunday) Tj ET`,
  onItsSide: sentence,
  turned: `${sentence}BT /F1 18 Tf 0 1 -1 0 500 400 Tm (in the margin of the page) Tj ET`,
  ofUnknownWidth: '/F9 18 Tf BT 72 700 Td (I owe you in riyals: 100) Tj ET',
  gap: 'BT /F1 18 Tf 72 700 Td [(I owe you in riyals: 100) -9000 (before the end)] TJ ET',
}
type Page = keyof typeof written
const signedPages = new Map<Page, Promise<Buffer>>()
const pageEntries = (page: Page) =>
  contract()[3]!
    .replace('/Font', '/ExtGState<</B<</BM/Difference>>>>/Font')
    .replace('/Parent', page === 'onItsSide' ? '/Rotate 90/Parent' : '/Parent')
const signedWith = (page: Page) =>
  signedPages.getOrInsertComputed(page, () => signFile(file({ ...contract(), 3: pageEntries(page), 5: stream(written[page]) })))

type Box = readonly [number, number, number, number]
type Marks = { page?: Page; marks: readonly string[]; more?: Objects }
/** The page with annotations, 100 and the following, and other objects. */
async function marked({ page = 'sentence', marks, more }: Marks): Promise<Buffer> {
  const signed = await signedWith(page)
  const objects: Objects = { ...more }
  for (const [i, entries] of marks.entries()) objects[100 + i] = `<</Type/Annot${entries.includes('/F ') ? '' : '/F 4'}${entries}>>`
  const list = marks.map((_, i) => `${100 + i} 0 R `).join('')
  return append(signed, { ...objects, 3: bodyOf(signed, 3).replace(/\/Annots ?\[/, (found) => `${found}${list}`) })
}

async function seen(marks: Marks) {
  const { signatures, forgeries } = validate(await marked(marks))
  return { indication: signatures[0]!.indication, changes: [...new Set(signatures[0]!.changesAfter.map(({ code }) => code))], forgeries }
}
const permitted = { indication: 'TOTAL-PASSED', changes: ['annotationPermitted'], forgeries: [] }
const unjudged = { indication: 'INDETERMINATE', changes: ['annotationUnjudged'], forgeries: [] }

const quad = ([left, bottom, right, top]: Box) => `${left} ${top} ${right} ${top} ${left} ${bottom} ${right} ${bottom} `
const markup = (kind: string, box: Box, entries: string, boxes: readonly Box[] = [box]) =>
  `/Subtype/${kind}/Rect[${box.join(' ')}]/QuadPoints[${boxes.map(quad).join('')}]${entries}`
const highlight = (box: Box, entries: string, boxes?: readonly Box[]) => markup('Highlight', box, entries, boxes)

const line: Box = [72, 696, 255, 716]
const second: Box = [72, 665, 300, 687]
const yellow = '/C[1 1 0]'
const multiplied = '/Resources<</ExtGState<</G<</BM/Multiply>>>>>>'
const form = (content: string, frame: string, more = '') => stream(content, `/Type/XObject/Subtype/Form/BBox[${frame}]${more}`)
/** A highlight of 30 by 20 points over the amount that draws this. */
const drawn = (content: string, more = multiplied): Marks => ({
  marks: [`${highlight([225, 696, 255, 716], yellow)}/AP<</N 120 0 R>>`],
  more: {
    120: form(content, '0 0 30 20', more),
    121: form('0 0 30 20 re f', '14 0 16 20'),
    122: form('0 0 30 20 re f', '0 0 30 20'),
    123: '<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[0]>>',
  },
})

const usualColours = {
  'Acrobat, yellow': '1 .819611 0',
  'Acrobat, green': '.415686 .85098 .14902',
  'Acrobat, blue': '.0392157 .772549 .952941',
  'Acrobat, pink': '1 .388235 .631373',
  'Preview, yellow': '.98 .804 .353',
  'Preview, green': '.486 .784 .408',
  'Preview, blue': '.412 .69 .945',
  'Preview, pink': '.984 .357 .537',
  'Firefox, yellow': '1 1 .596',
  'Firefox, green': '.325 1 .737',
  'Firefox, blue': '.502 .922 1',
  'Firefox, pink': '1 .796 .902',
  'Edge, yellow': '1 .902 0',
  'Foxit, yellow': '1 1 0',
  'Okular, yellow': '1 1 0',
}

describe('a highlight that leaves all to be read', () => {
  test.each(Object.entries(usualColours))('in the colour of %s', async (_, colour) => {
    expect(await seen({ marks: [highlight(line, `/C[${colour}]`)] })).toEqual(permitted)
  })

  test.each<[string, Marks]>([
    [
      'over two lines, which overlap',
      { page: 'twoLines', marks: [highlight([72, 674, 255, 716], '/C[.415686 .85098 .14902]', [line, [72, 674, 255, 697]])] },
    ],
    ['beside another one', { marks: [highlight([72, 696, 222, 716], yellow), highlight([228, 696, 255, 716], '/C[.5 1 .5]')] }],
    ['over letters in red', { page: 'red', marks: [highlight(second, yellow)] }],
    ['in a table', { page: 'inTable', marks: [highlight(second, yellow)] }],
    ['along a line that runs up', { page: 'turned', marks: [highlight([484, 400, 505, 560], yellow)] }],
    ['drawn with round ends, as Acrobat does', drawn('1 1 0 rg /G gs 2 1 m -1 5 -1 15 2 19 c 28 19 l 31 15 31 5 28 1 c f')],
    [
      'drawn in a form of its own, as PDFBox does',
      drawn('1 1 0 rg /G gs /X Do', '/Resources<</ExtGState<</G<</BM/Multiply>>>>/XObject<</X 122 0 R>>>>'),
    ],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(permitted)
  })
})

/** The strokes of a nought as on a display. */
const nought = (x: number): Box[] => [
  [x, 700, x + 2, 713],
  [x + 6, 700, x + 8, 713],
  [x, 700, x + 8, 702],
  [x, 711, x + 8, 713],
]
const noughts = [0, 1, 2].flatMap((i) => nought(258 + 10 * i))
const ten = <T>(one: T): T[] => Array.from({ length: 10 }, () => one)

describe('a highlight that hides or draws', () => {
  test.each<[string, Marks]>([
    ['ten, one over the other', { marks: ten(highlight(line, '/C[.8]')) }],
    ['two in saturated colours', { marks: [highlight(line, '/C[0 1 0]'), highlight(line, '/C[1 .6 1]')] }],
    ['over letters of its own colour', { page: 'green', marks: [highlight(second, '/C[0 1 0]')] }],
    ['over letters that are hardly darker', { page: 'grey', marks: [highlight(second, '/C[.8 1 .8]')] }],
    ['over letters on a ground that differs in what it takes away', { page: 'onGround', marks: [highlight(second, yellow)] }],
    ['over letters on such a ground made of strips', { page: 'onStrips', marks: [highlight(second, yellow)] }],
    ['figures of many small ones, behind the amount', { marks: noughts.map((box) => highlight(box, '/C[.5]')) }],
    ['bars behind the amount', { marks: [highlight([260, 696, 263, 716], '/C[.5]')] }],
    ['a block behind the amount', { marks: [highlight([260, 696, 280, 716], '/C[.5]')] }],
    ['a block in a gap', { page: 'gap', marks: [highlight([290, 696, 310, 716], '/C[.5]')] }],
    ['a bar on a letter', { marks: [highlight([228, 696, 230, 716], '/C[.5]')] }],
    ['a stroke through the text', { marks: [highlight([72, 704, 255, 707], '/C[.5]')] }],
    ['strokes where two of them meet', { marks: [highlight([72, 705, 255, 725], '/C[.6]'), highlight([72, 688, 255, 708], '/C[.6]')] }],
    ['over a text whose letters may stand elsewhere', { page: 'ofUnknownWidth', marks: [highlight(line, yellow)] }],
    ['over letters that are blended', { page: 'blended', marks: [highlight(second, yellow)] }],
    [
      'blended in another way as a whole',
      { ...drawn('/G gs 1 1 0 rg 0 0 30 20 re f'), marks: drawn('').marks.map((entries) => `${entries}/BM/ColorBurn`) },
    ],
    ['in grey that is shown as another', drawn('/G gs .8 g 0 0 30 20 re f', '/Resources<</ExtGState<</G<</BM/Multiply/TR 123 0 R>>>>>>')],
    ['askew', { marks: [`/Subtype/Highlight/Rect[72 690 255 720]/QuadPoints[72 716 255 710 72 696 255 690]${yellow}`] }],
    ['over nothing that it names', { marks: [`/Subtype/Highlight/Rect[72 690 255 720]${yellow}`] }],
    ['as large at every magnification', { marks: [highlight(line, yellow).replace('/Subtype', '/F 12/Subtype')] }],
    ['drawn again and again', drawn('/G gs .8 g 0 0 30 20 re f 0 0 30 20 re f 0 0 30 20 re f 0 0 30 20 re f')],
    [
      'figures of rectangles',
      drawn(
        `/G gs .5 g ${nought(0)
          .map(([x, y, r, t]) => `${x} ${y - 698} ${r - x} ${t - y} re`)
          .join(' ')} f`,
      ),
    ],
    [
      'in grey that is another colour there',
      drawn(
        '/G gs .8 g 0 0 30 20 re f',
        '/Resources<</ExtGState<</G<</BM/Multiply>>>>/ColorSpace<</DefaultGray[/Separation/All/DeviceGray 9 0 R]>>>>',
      ),
    ],
    ['a slanting stroke, drawn twice over', drawn('/G gs .5 g 0 0 m 15 0 l 30 20 l 15 20 l 0 0 l 15 0 l 30 20 l 15 20 l f')],
    ['a letter', drawn('/G gs .5 g 0 0 m 30 0 l 30 4 l 4 4 l 4 20 l 0 20 l h f')],
    ['a line', drawn('/G gs .5 G 4 w 0 10 m 30 10 l S')],
    ['cut to a bar', drawn('/G gs .5 g q 14 0 2 20 re W n 0 0 30 20 re f Q')],
    ['cut to a bar by its form', drawn('/G gs .5 g /X Do', '/Resources<</ExtGState<</G<</BM/Multiply>>>>/XObject<</X 121 0 R>>>>')],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(unjudged)
  })
})

const note = (box: Box, entries = '') => `/Subtype/Text/Rect[${box.join(' ')}]${entries}`
const icon = { 120: form('1 1 0 rg 1 w .5 .5 15 15 re B 4 5 m 12 5 l 4 8 m 12 8 l 4 11 m 12 11 l S', '0 0 16 16') }
const writes = (text: string) => form(`BT /F1 10 Tf 1 2 Td (${text}) Tj ET`, '0 0 38 14', '/Resources<</Font<</F1 6 0 R>>>>')
const words = ['This co', 'ntract i', 's null a', 'nd void']

describe('a note that hides nothing', () => {
  test.each<[string, Marks]>([
    ['with the icon of its writer', { marks: [note([400, 664, 416, 680], '/AP<</N 120 0 R>>')], more: icon }],
    [
      'which stays as large, as Acrobat, PDFBox and MuPDF have it',
      { marks: [note([400, 664, 416, 680], '/F 28/AP<</N 120 0 R>>')], more: icon },
    ],
    [
      'on a page that lies on its side, turned with it',
      { page: 'onItsSide', marks: [note([150, 664, 166, 680], '/F 4/AP<</N 120 0 R>>')], more: icon },
    ],
    ['two of them, one below the other', { marks: [664, 620].map((y) => note([400, y, 416, y + 16], '/AP<</N 120 0 R>>')), more: icon }],
    [
      'with a window that is closed',
      {
        marks: [note([400, 664, 416, 680], '/Open false/Popup 120 0 R')],
        more: { 120: '<</Type/Annot/Subtype/Popup/Rect[72 690 400 720]/Open false>>' },
      },
    ],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(permitted)
  })
})

test('a note with a picture that PDFium alone finds, by a name that it ends sooner', async () => {
  const said = await seen({ marks: [note([400, 660, 438, 674], '/AP\x80 <</N 120 0 R>>')], more: { 120: writes('void') } })
  expect([said.indication, said.changes.includes('objectChanged')]).toEqual(['TOTAL-FAILED', true])
})

describe('a note that may hide or say something', () => {
  test.each<[string, Marks]>([
    ['with letters', { marks: [note([400, 660, 438, 674], '/AP<</N 120 0 R>>')], more: { 120: writes('void') } }],
    [
      'with a picture',
      {
        marks: [note([400, 660, 438, 674], '/AP<</N 120 0 R>>')],
        more: { 120: form('/I Do', '0 0 1 1', '/Resources<</XObject<</I 8 0 R>>>>') },
      },
    ],
    [
      'several that write a sentence',
      {
        marks: words.map((_, i) => note([72 + i * 40, 660, 110 + i * 40, 674], `/AP<</N ${120 + i} 0 R>>`)),
        more: Object.fromEntries(words.map((word, i) => [120 + i, writes(word)])),
      },
    ],
    ['several drawings in a row', { marks: [400, 440, 480].map((x) => note([x, 664, x + 16, 680], '/AP<</N 120 0 R>>')), more: icon }],
    ['which stays as large, and is large', { marks: [note([400, 660, 440, 680], '/F 12/AP<</N 120 0 R>>')], more: icon }],
    ['which stays as large, left of a text', { marks: [note([30, 702, 50, 722], '/F 28/AP<</N 120 0 R>>')], more: icon }],
    [
      'upright on a page that lies on its side, below a text',
      { page: 'onItsSide', marks: [note([150, 664, 166, 680], '/F 20/AP<</N 120 0 R>>')], more: icon },
    ],
    [
      'which Chrome draws elsewhere',
      { marks: [note([400, 664, 416, 680], '/AP<</N 120 0 R>>')], more: { 120: stream('0 0 600 900 re f', '/Type/XObject/Subtype/Form') } },
    ],
    ['which is open', { marks: [note([540, 690, 560, 710], '/Open true')] }],
    [
      'whose window, which no page lists, is open',
      {
        marks: [note([540, 690, 560, 710], '/Popup 120 0 R')],
        more: { 120: '<</Type/Annot/Subtype/Popup/Rect[72 690 400 720]/Open true>>' },
      },
    ],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(unjudged)
  })
})

/** A line under the sentence that brings its own picture. */
const underlined = (content: string, states = ''): Marks => ({
  marks: [`/Subtype/Underline/Rect[70 694 280 718]/QuadPoints[${quad(line)}]/AP<</N 120 0 R${states}>>`],
  more: { 120: form(content, '70 694 280 718', '/Resources<</Font<</F1 6 0 R>>>>'), 121: form('1 g 70 694 210 24 re f', '70 694 280 718') },
})

describe('a line under text', () => {
  test.each<[string, Marks]>([
    ['at the lower edge', { marks: [markup('Underline', line, '/C[1 0 0]')] }],
    ['between two lines', { page: 'twoLines', marks: [markup('Underline', line, '/C[1 0 0]')] }],
    ['a wavy one', { marks: [markup('Squiggly', line, '/C[1 0 0]/Border[0 0 1]')] }],
    ['drawn by MuPDF', underlined('0 1 0 RG .83 w 72 698.86 m 255 698.86 l S')],
    ['drawn by Acrobat', underlined('0 0 1 RG 1 w 72 697.4 m 255 697.4 l S')],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(permitted)
  })

  test.each<[string, Marks]>([
    ['whose lower edge is named first', { marks: ['/Subtype/Underline/Rect[72 694 255 708]/QuadPoints[72 694 255 694 72 707 255 707]'] }],
    ['whose edge is askew', { marks: ['/Subtype/Underline/Rect[72 694 255 712]/QuadPoints[72 712 255 712 72 694 255 704]'] }],
    ['much higher than the text', { marks: [markup('Underline', [72, 660, 255, 716], '')] }],
    ['which goes through the next line', { page: 'twoLines', marks: [markup('Underline', [72, 684, 255, 712], '')] }],
    ['behind the amount', { marks: [markup('Underline', [260, 696, 290, 716], '')] }],
    ['as broad as the text', { marks: [markup('Underline', line, '/BS<</W 18>>')] }],
    ['drawn through the text', underlined('1 w 72 705 m 255 705 l S')],
    ['drawn as broad as the text', underlined('18 w 72 698 m 255 698 l S')],
    ['drawn beyond the text', underlined('1 w 72 698 m 270 698 l S')],
    ['drawn as an area', underlined('72 697 183 1 re f')],
    ['drawn, and something with it', underlined('1 w 72 698 m 255 698 l S BT /F1 12 Tf 100 706 Td (not) Tj ET')],
    ['drawn, and more while a pointer is over it', underlined('1 w 72 698 m 255 698 l S', '/D 121 0 R')],
  ])('%s', async (_, marks) => {
    expect(await seen(marks)).toEqual(unjudged)
  })
})
