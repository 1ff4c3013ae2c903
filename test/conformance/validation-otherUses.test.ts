/**
 * Forgeries by whoever made the document before it was signed: what may change later, a structure tree say, is something else besides, which pages
 * show. The signer sees nothing of it. Each passed once.
 */
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })

const text = (words: string, height = 700) => `BT /F1 18 Tf 72 ${height} Td (${words}) Tj ET`
const [owed, forged] = [text('I owe you 100'), text('I owe you 900')]
const form = (content: string, more = '') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>${more}`)
const catalogueWith = (entries: string) => contract()[1]!.replace('/Metadata', `${entries}/Metadata`)
const page = (resources: string, more = '', contents = '7 0 R') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>${resources}>>${more}/Contents ${contents}>>`
const liesAboutOne = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>'

const tagged = { 1: catalogueWith('/StructTreeRoot 21 0 R'), 21: '<</Type/StructTreeRoot/K 25 0 R>>' }
/** A catalogue that is the second page, too. */
const pageOfAll = (entries: string, resources = '', contents = '7 0 R') => ({
  1: `<</Type/Catalog/Pages 2 0 R/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>${resources}>>/Contents ${contents}${entries}>>`,
  2: '<</Type/Pages/Kids[3 0 R 1 0 R]/Count 2>>',
})
const fields = '/AcroForm<</Fields[10 0 R 11 0 R]>>'
const layers = (hidden: string) => `<</OCGs[21 0 R]/D<</BaseVersion/1.7/ExtensionLevel 1${hidden}>>>>`
const metadata = (content: string) => stream(content, '/Type/Metadata/Subtype/Form/BBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>')
const attached = '/Names<</EmbeddedFiles<</Names[(a.xml)<</Type/Filespec/F(a.xml)/UF(a.xml)/EF<</F 13 0 R>>>>]>>>>'
const fieldOfPages = (type: string) =>
  `<</Type/${type}/FT/Sig/T(second)/Parent 2 0 R/Kids[15 0 R]/MediaBox[0 0 595 842]/Resources<</Font<</F1 6 0 R>>>>/Contents 7 0 R/Count 1>>`
const pageAndField = (value: string) =>
  page('', `/Subtype/Widget/FT/Tx/T(amount)/V(${value})/Rect[0 0 595 842]/AP<</N 26 0 R>>/DA(/F1 12 Tf)`, '26 0 R')

const fontsOfForm = { 1: contract()[1]!.replace('/DR<</Font<</F1 6 0 R>>>>', '/DR<</Font 30 0 R>>'), 30: '<</F1 6 0 R>>' }
const mask = stream('0 g 0 0 595 842 re f', '/Type/XObject/Subtype/Form/BBox[0 0 595 842]/Group<</S/Transparency/CS/DeviceGray>>')

const forgeries: readonly [name: string, prepared: Objects, later: Objects][] = [
  [
    'a list of the form’s fonts that is one of graphics states',
    { ...fontsOfForm, 4: page('/ExtGState<</G0 30 0 R>>'), 7: stream(`/G0 gs ${owed}`) },
    { 30: '<</F1 6 0 R/SMask 40 0 R>>', 40: '<</Type/Font/S/Luminosity/G 41 0 R>>', 41: mask },
  ],
  [
    'one that a free text takes its font from',
    {
      ...fontsOfForm,
      3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '),
      20: '<</Type/Annot/Subtype/FreeText/Rect[72 600 300 630]/F 4/Contents(I owe you 100)/DA(/F9 18 Tf)>>',
    },
    { 30: '<</F1 6 0 R/F9 40 0 R>>', 40: liesAboutOne },
  ],
  [
    'an element of the structure tree in a list that is an object of its own',
    {
      ...tagged,
      4: page('/XObject<</X 26 0 R>>'),
      7: stream('/X Do'),
      25: '<</S 0/P 0/K -1/Columns 9/Rows 24>>',
      26: stream(
        '\xff'.repeat(40),
        '/Type/XObject/Subtype/Image/ImageMask true/Width 9/Height 24/Filter[/CCITTFaxDecode]/DecodeParms 40 0 R',
      ),
      40: '[25 0 R]',
    },
    { 25: '<</S 0/P 0/K[-1<</Type/OBJR/Obj 10 0 R>>]/Columns 9/Rows 24>>' },
  ],
  [
    'one that is the group of a form, in lists that lead to one another in a circle',
    {
      ...tagged,
      25: '<</S/Transparency/P 0/K true>>',
      26: form(forged, '/Group 25 0 R'),
      4: page('/XObject<</X 26 0 R>>'),
      7: stream('/X Do'),
      40: '[41 0 R]',
      41: '[40 0 R 25 0 R]',
    },
    { 25: '<</S/Transparency/P 0/K[true<</Type/OBJR/Obj 10 0 R>>]>>' },
  ],
  [
    'one that is the group of a form which calls itself a cross-reference',
    {
      ...tagged,
      25: '<</S/Transparency/P 0/K true>>',
      26: form(forged, '/Group 25 0 R').replace('/Type/XObject', '/Type/XRef'),
      4: page('/XObject<</X 26 0 R>>'),
      7: stream('/X Do'),
    },
    { 25: '<</S/Transparency/P 0/K[true<</Type/OBJR/Obj 10 0 R>>]>>' },
  ],
  [
    'a form by the name of Metadata, in a list that a reference leads to',
    {
      4: page('').replace('/Resources<<', '/Resources<</XObject 40 0 R'),
      7: stream('/Metadata Do'),
      26: metadata(owed),
      40: '41 0 R',
      41: '<</Metadata 26 0 R>>',
    },
    { 26: metadata(forged) },
  ],
  [
    'an element of the structure tree that is a list of graphics states',
    { ...tagged, 25: '<</S<<>>/P<<>>>>', 4: page('/ExtGState 25 0 R'), 7: stream(`/K gs ${owed}`) },
    { 25: '<</S<<>>/P<<>>/K<</ca 0/K[]>>>>' },
  ],
  [
    'one that is a list of fonts',
    { ...tagged, 25: '<</F1 6 0 R/S 6 0 R/P 6 0 R>>', 4: page('').replace(/<<\/F1.*?>>/, ' 25 0 R'), 7: stream(owed.replace('/F1', '/K')) },
    { 25: '<</F1 6 0 R/S 6 0 R/P 6 0 R/K 30 0 R>>', 30: liesAboutOne.replace('<<', '<</K[]') },
  ],
  [
    'one that is a list of forms, of which one is not there any more',
    {
      ...tagged,
      25: '<</S 8 0 R/P 8 0 R/K 26 0 R>>',
      26: form(text('only until 2027', 600)),
      4: page('/XObject 25 0 R'),
      7: stream(`${owed} /K Do`),
    },
    { 25: '<</S 8 0 R/P 8 0 R/K[26 0 R<</Type/OBJR/Obj 10 0 R>>]>>' },
  ],
  [
    'one that is the group of a form',
    {
      ...tagged,
      25: '<</S/Transparency/P 0/K true>>',
      26: form(forged, '/Group 25 0 R'),
      4: page('/XObject<</X 26 0 R>>'),
      7: stream('/X Do'),
    },
    { 25: '<</S/Transparency/P 0/K[true<</Type/OBJR/Obj 10 0 R>>]>>' },
  ],
  [
    'the root of the structure tree that is a list of forms',
    {
      ...tagged,
      21: '<</Type/StructTreeRoot/ParentTreeNextKey 26 0 R>>',
      26: form(owed),
      4: page('/XObject 21 0 R'),
      7: stream('/ParentTreeNextKey Do'),
    },
    { 21: '<</Type/StructTreeRoot/ParentTreeNextKey 30 0 R>>', 30: form(forged) },
  ],
  [
    'a parent tree whose limits are a form of the page that is the structure tree',
    {
      1: catalogueWith('/StructTreeRoot 4 0 R'),
      22: '<</Nums[]/Limits 26 0 R>>',
      26: form(owed),
      4: page('/XObject 22 0 R', '/ParentTree 22 0 R'),
      7: stream('/Limits Do'),
    },
    { 22: '<</Nums[]/Limits 30 0 R>>', 30: form(forged) },
  ],
  [
    'a form by the name of Metadata',
    { 4: page('/XObject<</Metadata 26 0 R>>'), 7: stream('/Metadata Do'), 26: metadata(owed) },
    { 26: metadata(forged) },
  ],
  [
    'an appearance for the state by the name of Metadata',
    {
      3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '),
      20: '<</Type/Annot/Subtype/Stamp/Rect[0 0 595 842]/AS/Metadata/AP<</N<</Metadata 26 0 R>>>>>>',
      26: metadata(owed),
    },
    { 26: metadata(forged) },
  ],
  [
    'developer extensions that are layers',
    {
      1: catalogueWith('/OCProperties 20 0 R/Extensions 20 0 R'),
      4: page('/Properties<</MC0 21 0 R>>'),
      7: stream(`/OC /MC0 BDC ${owed} EMC`),
      20: layers(''),
      21: '<</Type/OCG/Name(Layer)>>',
    },
    { 20: layers('/OFF[21 0 R]') },
  ],
  ['XMP that is an attachment', { 1: catalogueWith(attached), 13: stream('<a>100</a>') }, { 13: stream('<a>900</a>') }],
  ['XMP that is a script', { 1: catalogueWith('/OpenAction<</S/JavaScript/JS 13 0 R>>'), 13: stream('1') }, { 13: stream('app.alert(1)') }],
  [
    'XMP that is content of the page that is the catalogue',
    { ...pageOfAll(`${fields}/Metadata 26 0 R`, '', '26 0 R'), 26: stream(owed) },
    { 26: stream(forged) },
  ],
  [
    'a form of fields that is a list of forms of the page that is the catalogue',
    {
      ...pageOfAll('/AcroForm 20 0 R', '/XObject 20 0 R'),
      7: stream('/SigFlags Do'),
      20: '<</Fields[10 0 R 11 0 R]/SigFlags 26 0 R>>',
      26: form(owed),
    },
    { 20: '<</Fields[10 0 R 11 0 R]/SigFlags 30 0 R>>', 30: form(forged) },
  ],
  [
    'a security store that is a list of forms of the page that is the catalogue',
    { ...pageOfAll(`${fields}/DSS 22 0 R`, '/XObject 22 0 R'), 7: stream('/Certs Do'), 22: '<</Certs 26 0 R>>', 26: form(owed) },
    { 22: '<</Certs 30 0 R>>', 30: form(forged) },
  ],
  [
    'a list of certificates that is the content of the page that is the catalogue',
    { ...pageOfAll(`${fields}/DSS<</Certs 22 0 R>>`, '', '22 0 R'), 22: '[7 0 R]' },
    { 22: '[7 0 R 30 0 R]', 30: stream(text('I owe you 900', 600)) },
  ],
  [
    'a signature field that is a node of the page tree',
    {
      1: contract()[1]!.replace('11 0 R]', '11 0 R 20 0 R]'),
      2: '<</Type/Pages/Kids[3 0 R 20 0 R]/Count 2>>',
      15: contract()[15]!.replace('/Parent 2 0 R', '/Parent 20 0 R'),
      20: fieldOfPages('Page'),
    },
    { 20: fieldOfPages('Annot') },
  ],
  [
    'a text field that is a page of a tree which stands in the catalogue',
    {
      1: contract()[1]!.replace('/Pages 2 0 R', '/Pages<</Type/Pages/Kids[3 0 R 10 0 R]/Count 2>>'),
      3: contract()[3]!.replace('10 0 R ', ''),
      10: pageAndField('I owe you 100'),
      26: form(owed),
    },
    { 10: pageAndField('I owe you 900'), 26: form(forged) },
  ],
  [
    'a list of content that is the edge of the page',
    { 4: page('', '/CropBox 20 0 R', '20 0 R'), 20: '[7 0 R]' },
    { 4: page('', '/CropBox 20 0 R'), 20: '[0 0 595 400]' },
  ],
  [
    'a page that is its own list of forms, by an object that is nothing but a reference',
    {
      4: page('', '/Tabs 26 0 R').replace('/Resources<<', '/Resources<</XObject 40 0 R'),
      7: stream('/Tabs Do'),
      26: form(owed),
      40: '4 0 R',
    },
    { 4: page('', '/Tabs 30 0 R').replace('/Resources<<', '/Resources<</XObject 40 0 R'), 30: form(forged) },
  ],
  [
    'a list of fonts that gains one by the name of a kind of resources',
    {
      4: page('').replace(/<<\/F1.*?>>/, ' 25 0 R'),
      7: stream(`${owed} BT /Font 18 Tf 72 600 Td (but 900 less) Tj ET`),
      25: '<</F1 6 0 R>>',
    },
    { 25: '<</F1 6 0 R/Font<<>>>>' },
  ],
]

test.each(forgeries)('%s', (_, prepared, later) => {
  const signed = handmade({ objects: prepared })
  expect(validate(signed)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  expect(validate(append(signed, later))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
})

test('an object that does not end, which readers repair, and what it leads to', () => {
  const stamp = { 50: '<</Type/Annot/Subtype/Stamp/Rect[60 690 400 730]/F 4/AP<</N 60 0 R>>>>' }
  const cut = (objects: Objects) =>
    Buffer.from(
      file({ ...objects, ...stamp })
        .toString('latin1')
        .replace(/(50 0 obj[^]*?)endobj/, '$1endobx'),
      'latin1',
    )
  const signed = handmade({ objects: { 3: contract()[3]!.replace('/Annots[', '/Annots[50 0 R ') }, write: cut })
  expect(validate(append(signed, { 60: form('0 g 0 0 595 842 re f') }))).not.toMatchObject({ indication: 'TOTAL-PASSED' })
})

test('an article leads from page to page by a key that may be the name of a state', async () => {
  const bead = (next: number) => `<</Type/Bead/N ${next} 0 R/V ${next} 0 R/P 4 0 R/R[0 0 100 100]>>`
  const signed = await signFile(file({ ...contract(), 20: bead(21), 21: bead(20) }))
  const saved = append(signed, { 4: bodyOf(signed, 4).replace('/Contents', '/LastModified(D:20261121)/Contents') })
  expect(validate(saved)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
})

test.each([
  ['by a list of names', '/Dests 40 0 R', '<</chap1[4 0 R/XYZ 0 700 0]>>'],
  ['by a tree of names', '/Names<</Dests 40 0 R>>', '<</Names[(chap1)[4 0 R/XYZ 0 700 0]]>>'],
])('a page that destinations lead to, %s, is a page', async (_, entry, list) => {
  const signed = await signFile(file({ ...contract(), 1: catalogueWith(entry), 40: list }))
  const saved = append(signed, { 4: bodyOf(signed, 4).replace('/Contents', '/LastModified(D:20261121)/Contents') })
  expect(validate(saved)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
})

test('a parent tree of more levels than anybody needs', async () => {
  const nodes = Object.fromEntries(Array.from({ length: 12_000 }, (__, i) => [100 + i, `<</Kids[${101 + i} 0 R]>>`]))
  const tree = { 1: catalogueWith('/StructTreeRoot 21 0 R'), 21: '<</Type/StructTreeRoot/ParentTree 100 0 R>>', 12_100: '<</Nums[]>>' }
  const signed = await signFile(file({ ...contract(), ...nodes, ...tree }))
  expect(validate(append(signed, { 16: '<</Title(Test)/Producer(Test)/ModDate(D:20261121)>>' }))).toMatchObject({
    indication: 'TOTAL-PASSED',
  })
})
