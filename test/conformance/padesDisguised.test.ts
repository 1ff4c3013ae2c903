/** What a signer cannot see on the pages, written in ways that a reader understands and a hasty look misses. */

import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { simplePdf } from '../fixtures/pdf/make/write.ts'
import { testServer, type Browser, type TestServer } from '../server.ts'

let server: TestServer
let signer: Browser
beforeAll(async () => {
  server = await testServer()
  signer = await server.signIn('1200000022')
})
afterAll(() => server.close())

const annotated = (annotation: string, six: string) =>
  simplePdf({ page: `/Annots [<</Type /Annot /Rect [0 0 9 9] ${annotation}>>]`, objects: { 6: six } })
const action = (six: string) => annotated('/Subtype /Link /A <</S 6 0 R /F (a.exe)>>', six)
const layers = (objects: Record<number, string>, configuration = '') =>
  simplePdf({
    catalogue: `/OCProperties <</OCGs [6 0 R] /D <</Order [6 0 R] ${configuration}>>>>`,
    objects: { 6: '<</Type /OCG /Name (Layer) /Usage 7 0 R>>', 7: '<<>>', ...objects },
  })
const configured = (properties: string) =>
  simplePdf({ catalogue: `/OCProperties <</OCGs [6 0 R] ${properties}>>`, objects: { 6: '<</Type /OCG /Name (Layer)>>' } })
const usage = '<</CreatorInfo <</Creator (Acrobat)>> /View <</ViewState /ON>> /Print <</PrintState /ON>> /Export <</ExportState /ON>>>>'
const applied = (...categories: string[]) =>
  `/AS [${categories.map((category) => `<</Event ${category} /Category [${category}] /OCGs [6 0 R]>>`).join(' ')}]`
const appearance = '<</Type /XObject /Subtype /Form /BBox [0 0 9 9] /Length 0>>\nstream\n\nendstream'

const draws = (content: string, entries = '') => `<<${entries} /Length ${content.length}>>\nstream\n${content}\nendstream`
const framed =
  '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>'

/** An annotation, put elsewhere. */
const standing = (annotation: Buffer, place: string) =>
  Buffer.from(annotation.toString('latin1').replace('/Rect [0 0 9 9]', place.padEnd('/Rect [0 0 9 9]'.length)), 'latin1')
const stamp = (drawn: string) => annotated('/Subtype /Stamp /AP <</N 6 0 R>>', drawn)

const drawing = (entries: string) =>
  simplePdf({ page: '/PieceInfo 6 0 R', objects: { 6: `<<${entries} /Length 1>>\nstream\n0\nendstream` } })

/** Something that a page has. */
const shownIn = (dict: string) => simplePdf({ page: '/PieceInfo 6 0 R', objects: { 6: dict } })

/** An entry of the table that leads to another object. */
const misled = (page: string) => {
  const text = simplePdf({ page, objects: { 6: '<</Example 1>>' } }).toString('latin1')
  const at = text.indexOf('6 0 obj')
  return Buffer.from(
    text.replace(`${String(at).padStart(10, '0')} 00000 n`, `${String(text.indexOf('1 0 obj')).padStart(10, '0')} 00000 n`),
    'latin1',
  )
}

const hidden: Record<string, [Buffer, string]> = {
  'a program, its action named in an object of its own': [action('/Launch'), 'LAUNCH'],
  'a form sent away, likewise': [action('/SubmitForm'), 'SUBMIT_FORM'],
  'an annotation hidden by an action, likewise': [action('/Hide'), 'CHANGES_VIEW'],
  'a layer switched by an action, likewise': [action('/SetOCGState'), 'CHANGES_VIEW'],
  'rich media, its kind named in an object of its own': [annotated('/Subtype 6 0 R', '/RichMedia'), 'MULTIMEDIA'],
  'content that shows while its layer is off': [layers({ 8: '<</Type /OCMD /OCGs 6 0 R /P /AllOff>>' }), 'HIDDEN_LAYERS'],
  'content that shows while one of its layers is off': [
    layers({ 8: '<</Type /OCMD /OCGs [6 0 R] /P 9 0 R>>', 9: '/AnyOff' }),
    'HIDDEN_LAYERS',
  ],
  'content that shows by an expression': [layers({ 8: '<</Type /OCMD /VE [/Not 6 0 R]>>' }), 'HIDDEN_LAYERS'],
  'a layer that is off in print, said in objects of their own': [
    layers({ 7: '<</Print 8 0 R>>', 8: '<</PrintState 9 0 R>>', 9: '/OFF' }),
    'HIDDEN_LAYERS',
  ],
  'a watermark that is on, but not where it is exported': [
    layers({ 7: usage.replace('/ExportState /ON', '/ExportState /OFF') }, applied('/View', '/Print', '/Export')),
    'HIDDEN_LAYERS',
  ],
  'a layer that is off on the screen, which the catalogue does not know (PDFium hides it)': [
    simplePdf({ objects: { 6: '<</Type /OCG /Name (Layer) /Usage <</View <</ViewState /OFF>>>>>>' } }),
    'HIDDEN_LAYERS',
  ],
  'a layer that shows from a magnification on': [
    layers({ 7: '<</Zoom <</min 4>>>>', 8: '[/View 9 0 R]', 9: '/Zoom' }, '/AS [<</Event /View /Category 8 0 R /OCGs [6 0 R]>>]'),
    'HIDDEN_LAYERS',
  ],
  'a layer for some languages': [layers({ 7: '<</Language <</Lang (ar)>>>>' }, applied('/View', '/Language')), 'HIDDEN_LAYERS'],
  'layers switched by something that is no list': [layers({ 7: usage }, '/AS <<>>'), 'HIDDEN_LAYERS'],
  'a configuration for the view besides, which Chrome takes': [
    configured('/D <<>> /Configs [<</Intent [/View] /OFF [6 0 R]>>]'),
    'HIDDEN_LAYERS',
  ],
  'one that says so in a text, which PDFium takes for a name': [
    configured('/D <<>> /Configs [<</Intent (View) /BaseState (OFF)>>]'),
    'HIDDEN_LAYERS',
  ],
  'layers that are not for the view, of which MuPDF shows none': [configured('/D <</Intent /Design>>'), 'HIDDEN_LAYERS'],
  'content by a rule that PDFium does not know': [layers({ 8: '<</Type /OCMD /OCGs 6 0 R /P /SomeOn>>' }), 'HIDDEN_LAYERS'],
  'content of a layer that is not listed, which poppler does not show': [
    layers({ 8: '<</Type /OCMD /OCGs [6 0 R 9 0 R]>>', 9: '<</Type /OCG /Name (Other)>>' }),
    'HIDDEN_LAYERS',
  ],
  'content that shows while its layer is off, for PDFium alone': [
    layers({ 8: '<</Type /Group /OCGs [6 0 R] /P /AllOff>>' }),
    'HIDDEN_LAYERS',
  ],
  'content of a layer that is null, likewise': [
    annotated('/Subtype /Stamp /AP <</N 6 0 R>>', draws('0 0 9 9 re f', `${framed} /OC null`)),
    'HIDDEN_LAYERS',
  ],
  'content of no layer, which pdf.js does not show': [layers({ 8: '<</Type /OCMD /OCGs []>>' }), 'HIDDEN_LAYERS'],
  'a portfolio without a file': [simplePdf({ catalogue: '/Collection <</Type /Collection>>' }), 'PORTFOLIO'],
  'a portfolio whose list stands in an object of its own': [
    simplePdf({ catalogue: '/Collection 6 0 R', objects: { 6: '<</View 7 0 R>>', 7: '/T' } }),
    'PORTFOLIO',
  ],
  // a page whose content leads to itself or to no content: each reader shows something else, or nothing
  'content that is itself': [simplePdf({ objects: { 4: '4 0 R' } }), 'LOOP'],
  'content that leads round in a circle': [simplePdf({ objects: { 4: '6 0 R', 6: '7 0 R', 7: '4 0 R' } }), 'LOOP'],
  'a list of contents that holds itself': [simplePdf({ objects: { 4: '[4 0 R]' } }), 'TYPE'],
  'a list of contents, one of which leads to itself': [simplePdf({ objects: { 4: '[6 0 R 7 0 R]', 6: appearance, 7: '7 0 R' } }), 'LOOP'],
  'a list of contents, one of which is nothing: poppler shows none of the others': [
    simplePdf({ objects: { 4: '[6 0 R null]', 6: appearance } }),
    'TYPE',
  ],
  'content that is a text': [simplePdf({ objects: { 4: '(Agreement)' } }), 'TYPE'],
  'an entry that leads elsewhere, and a reference to it': [misled('/PieceInfo 6 0 R'), 'OBJECT'],
  // what is drawn by one reader and not by another
  'an image that says in a string that it is one': [drawing('/Type /XObject /Subtype (Image) /Width 1 /Height 1'), 'TYPE'],
  'an image whose width is a name': [drawing('/Subtype /Image /Width /One /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8'), 'TYPE'],
  'an image without colours': [drawing('/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8'), 'TYPE'],
  'a mask that is yes and no': [
    drawing('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 1 /ImageMask 0'),
    'TYPE',
  ],
  'a mask of a colour that is a name': [drawing('/Subtype /Image /Width 1 /Height 1 /ImageMask true /Decode [/One 0]'), 'TYPE'],
  'an image under a mask that is none, which MuPDF does not show': [
    drawing('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask <<>>'),
    'TYPE',
  ],
  'an image with a name that MuPDF goes by, which turns black into white': [
    drawing('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /D [1 0]'),
    'TYPE',
  ],
  'an image with a name that Firefox goes by before all others': [
    drawing('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /W 9'),
    'TYPE',
  ],
  'an image with a name that leads to nothing, of which MuPDF shows none': [
    drawing('/Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /H 99 0 R'),
    'TYPE',
  ],
  'letters of which MuPDF shows none': [shownIn('<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /LastChar /Last>>'), 'TYPE'],
  'letters of an unknown width, which poppler moves': [shownIn('<</BaseFont /A /Subtype /CIDFontType2 /DW (wide)>>'), 'TYPE'],
  'what PDFium alone takes for transparent': [shownIn('<</Type /ExtGState /ca /None>>'), 'TYPE'],
  'a field whose name is no text, which PDFium does not show': [
    annotated('/Subtype /Widget /FT /Tx /T [(a)] /AP <</N 6 0 R>>', appearance),
    'TYPE',
  ],
  'a highlight that every reader draws, in a place that is none': [shownIn('<</Type /Annot /Subtype /Highlight /Rect [0 0 9]>>'), 'TYPE'],
  'a form in a box of three numbers': [drawing('/Type /XObject /Subtype /Form /BBox [0 0 9]'), 'TYPE'],
  'a form that is moved by five': [drawing('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Matrix [1 0 0 1 0]'), 'TYPE'],
  'a pattern that has a colour and has none': [drawing('/PatternType 1 /PaintType 3 /BBox [0 0 9 9] /XStep 9 /YStep 9'), 'TYPE'],
  'a shading in a box of five': [
    simplePdf({ page: '/PieceInfo 6 0 R', objects: { 6: '<</ShadingType 2 /ColorSpace /DeviceGray /BBox [0 0 9 9 9]>>' } }),
    'TYPE',
  ],
  'an annotation that does not say what it is': [annotated('/AP <</N 6 0 R>>', appearance), 'TYPE'],
  'a stamp of two states that is in neither': [annotated('/Subtype /Stamp /AP <</N <</A 6 0 R /B 6 0 R>>>> /AS (A)', appearance), 'TYPE'],
  ...Object.fromEntries(
    ['/FT /Tx', '/FT /Tx /T ()', '/FT /Tx /T (.)', '/T (a)'].map((entries) => [
      `a field of ${entries}, of which Chrome shows nothing`,
      [annotated(`/Subtype /Widget ${entries} /AP <</N 6 0 R>>`, draws('0 0 9 9 re f', framed)), 'TYPE'],
    ]),
  ),
  'a text that Chrome shows as the check box of that name': [
    simplePdf({
      catalogue: '/AcroForm <</Fields [8 0 R 7 0 R]>>',
      page: '/Annots [7 0 R]',
      objects: {
        6: appearance,
        7: '<</Type /Annot /Subtype /Widget /Rect [0 0 9 9] /FT /Tx /T (a) /AP <</N 6 0 R>>>>',
        8: '<</FT /Btn /T (a)>>',
      },
    }),
    'TYPE',
  ],
  'a check box without states, which Chrome shows as an empty one': [
    annotated('/Subtype /Widget /FT /Btn /T (a) /AP <</N 6 0 R>>', draws('0 0 9 9 re f', framed)),
    'TYPE',
  ],
  'a check box in a state that it has not, which MuPDF shows as one that is checked': [
    annotated('/Subtype /Widget /FT /Btn /T (a) /AS /No /AP <</N <</Yes 6 0 R>>>>', appearance),
    'TYPE',
  ],
  'a check box in no state, which Firefox shows in that of its value': [
    annotated('/Subtype /Widget /FT /Btn /T (a) /V /Yes /AP <</N <</Yes 6 0 R>>>>', appearance),
    'TYPE',
  ],
  'a highlight of seven numbers, of whose picture Firefox shows nothing': [
    annotated('/Subtype /Highlight /QuadPoints [0 9 9 9 0 0 9] /AP <</N 6 0 R>>', appearance),
    'TYPE',
  ],
  'a text that says that it is a bar code, likewise': [
    annotated('/Subtype /Widget /FT /Tx /T (a) /PMD <<>> /AP <</N 6 0 R>>', draws('0 0 9 9 re f', framed)),
    'TYPE',
  ],
  'a field whose state is no name, for which MuPDF does not show the page': [
    annotated('/Subtype /Widget /FT /Tx /T (a) /AS [0] /AP <</N 6 0 R>>', appearance),
    'TYPE',
  ],
  'a field with a list of pictures, likewise': [annotated('/Subtype /Widget /FT /Tx /T (a) /AP [6 0 R]', appearance), 'TYPE'],
  'a stamp in a place of three numbers, which MuPDF shows': [standing(stamp(appearance), '/Rect [0 0 9]'), 'TYPE'],
  'a stamp without a frame, which Chrome alone shows': [annotated('/Subtype /Stamp /AP <</N 6 0 R>>', draws('0 0 9 9 re f')), 'TYPE'],
  'a field without a frame, shown by Chrome in one of its states': [
    annotated('/Subtype /Widget /FT /Btn /T (a) /AS /Yes /AP <</N <</Yes 6 0 R>>>>', draws('0 0 9 9 re f', '/Subtype /Form')),
    'TYPE',
  ],
  'a stamp without a height, of which Chrome shows the words': [
    standing(stamp(draws('BT /F1 9 Tf (not) Tj ET', framed)), '/Rect [0 9 9 9]'),
    'TYPE',
  ],
  'a stamp without a place, which MuPDF shows over all of the page': [standing(stamp(draws('0 0 9 9 re f', framed)), ''), 'TYPE'],
  'a note without an extent, which MuPDF shows as large as its frame': [
    standing(
      annotated('/Subtype /Text /AP <</N 6 0 R>>', draws('0 0 9 9 re f', framed.replace('0 0 9 9', '0 0 300 400'))),
      '/Rect [9 9 9 9]',
    ),
    'TYPE',
  ],
  'words in a window of a note, which poppler alone shows': [
    annotated('/Subtype /Popup /AP <</N 6 0 R>>', draws('0 0 9 9 re f', framed)),
    'TYPE',
  ],
  'a stamp called invisible, which MuPDF alone hides': [annotated('/Subtype /Stamp /F 5 /AP <</N 6 0 R>>', appearance), 'TYPE'],
  'a line through a text that names no text, which poppler does not show': [
    annotated('/Subtype /StrikeOut /AP <</N 6 0 R>>', appearance),
    'TYPE',
  ],
  'a stamp that is printed and not shown': [annotated('/Subtype /Stamp /F 36 /AP <</N 6 0 R>>', appearance), 'HIDDEN_ANNOTATION'],
}
const seen: Record<string, Buffer> = {
  'a field without a name that shows nothing': annotated('/Subtype /Widget /FT /Tx /AP <</N 6 0 R>>', appearance),
  'a watermark as Acrobat and pdfcpu add it': layers({ 7: usage }, applied('/View', '/Print', '/Export')),
  'layers without a configuration (Acrobat Distiller 7)': configured(''),
  'another configuration, for whoever asks for it': configured('/D <<>> /Configs [<</Name (Plan) /OFF [6 0 R]>>]'),
  'content of two layers, both listed': layers({ 8: '<</Type /OCMD /OCGs [6 0 R 6 0 R] /P /AllOn>>' }),
  'what is left of a layer that was not to be printed (pypdf)': simplePdf({
    objects: { 6: '<</Type /OCG /Name (Layer) /Usage <</Print <</PrintState /OFF>>>>>>' },
  }),
  'a font that is called in a string, and an image under no mask': simplePdf({
    page: '/PieceInfo <</A 6 0 R /B 7 0 R>>',
    objects: {
      6: '<</Type /Font /Subtype /TrueType /BaseFont (Helvetica)>>',
      7: '<</Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /SMask /None /Length 1>>\nstream\n0\nendstream',
    },
  }),
  'images whose own format says more': simplePdf({
    page: '/PieceInfo <</A 6 0 R /B 7 0 R /C 8 0 R>>',
    objects: {
      6: '<</Subtype /Image /Width 1 /Height 1 /Filter /JPXDecode /Length 0>>\nstream\n\nendstream',
      7: '<</Subtype /Image /Width 1 /Height 1 /ColorSpace 9 0 R /Filter [/ASCIIHexDecode /DCTDecode] /Length 33>>\nstream\nffd8ffc200080800010001030000ffd9>\nendstream',
      8: '<</Subtype /Image /Width 1 /Height 1 /ImageMask true /Decode [10 0 R 0] /Length 1>>\nstream\n \nendstream',
      9: '/DeviceRGB',
      10: '1',
    },
  }),
  'a note without an extent that has an icon (Syncfusion)': standing(
    annotated('/Subtype /Text /AP <</N 6 0 R>>', draws('0 0 9 9 re f', framed)),
    '/Rect [9 9 9 9]',
  ),
  'a window of a note in which nothing is drawn': annotated('/Subtype /Popup /AP <</N 6 0 R>>', appearance),
  'a stamp called invisible that is hidden': annotated('/Subtype /Stamp /F 3 /AP <</N 6 0 R>>', appearance),
  'a stamp without a frame that shows nothing': annotated('/Subtype /Stamp /AP <</N 6 0 R>>', draws('q Q')),
  'a stamp without a height, of which nobody shows the ground': standing(stamp(draws('0 0 9 9 re f', framed)), '/Rect [0 9 9 9]'),
  'a stamp without a place that draws nothing': standing(stamp(appearance), ''),
  'a stamp in one of its states': annotated('/Subtype /Stamp /AP <</N <</A 6 0 R /B 6 0 R>>>> /AS /B', appearance),
  'an empty check box without a state (LibreOffice)': annotated(
    '/Subtype /Widget /FT /Btn /T (a) /AP <</N <</Yes 6 0 R /Off 6 0 R>>>>',
    appearance,
  ),
  'what is left of an appearance': drawing('/Type /XObject /BBox [0 0 9 9]'),
  'a portfolio that is hidden at first': simplePdf({ catalogue: '/Collection <</View /H>>' }),
  'destinations named as keys of actions are': simplePdf({
    catalogue: '/Dests <</AA [3 0 R /Fit] /JS [3 0 R /Fit] /JavaScript [3 0 R /Fit]>>',
  }),
  'an empty tree of attachments': simplePdf({ catalogue: '/Names <</EmbeddedFiles <<>>>>' }),
  'an entry that leads elsewhere, and nothing that refers to it': misled(''),
  'a panel named twice': simplePdf({ catalogue: '/PageMode /UseNone /PageMode /UseOutlines' }),
  'a link to an address, its action named in an object of its own': action('/URI'),
  'content that shows while its layer is on': layers({ 8: '<</Type /OCMD /OCGs 6 0 R /P /AllOn>>' }),
  'a stamp that is shown and printed': annotated('/Subtype /Stamp /F 4 /AP <</N 6 0 R>>', appearance),
  'a stamp that is shown and not printed': annotated('/Subtype /Stamp /F 0 /AP <</N 6 0 R>>', appearance),
}

const upload = (body: Buffer) =>
  signer.send('POST', '/api/v1/esign/my/uploads?name=contract.pdf', { body, headers: { 'content-type': 'application/pdf' } })
const lastReason = async () => {
  const { facts } = await server.owner
    .selectFrom('audit_event')
    .select('facts')
    .where('action', '=', 'document.refused')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return (facts as { what: string[] }).what
}

describe('is refused', () => {
  test.each(Object.entries(hidden))('%s', async (_, [bytes, kind]) => {
    const { status, body } = await upload(bytes)
    expect([status, body.detail]).toEqual([422, 'REFUSED_DOCUMENT'])
    expect(await lastReason()).toEqual([kind])
  })
})

test('who is refused reads what it is, and what to do', async () => {
  const words = async (bytes: Buffer) => (await upload(bytes)).body.title
  expect(await words(simplePdf({ catalogue: '/OpenAction <</S /JavaScript /JS (1)>>' }))).toMatch(/JavaScript/)
  for (const length of [1_025, 5_000, 60_000])
    expect(await words(Buffer.concat([simplePdf(), Buffer.alloc(length, '-')]))).toMatch(/follows the end/)
  expect(await words(Buffer.concat([simplePdf(), Buffer.alloc(100_000, '-')]))).toMatch(/damaged/)
  expect(await words(Buffer.from('no PDF'))).toMatch(/not a PDF/)
})

describe('is taken', () => {
  test.each(Object.entries(seen))('%s', async (_, bytes) => {
    const { status, text } = await upload(bytes)
    expect(status, text).toBe(200)
  })
})

test('files inside the file are told with it', async () => {
  const html = readFileSync(new URL('../fixtures/pdf/make/contract.html', import.meta.url))
  const { body } = await upload(readFileSync(new URL('../fixtures/pdf/qpdf-attachment.pdf', import.meta.url)))
  const at = { offset: expect.any(Number), length: expect.any(Number), isDeflated: true }
  expect(body.attachments).toEqual([{ name: 'contract.html', type: null, size: html.length, sha256: hash('sha256', html), at }])
})
