/**
 * Forgeries by whoever made the document before it was signed: an object that two things use, one of which may change later, or that two readers
 * read in two ways. The signer sees nothing of it; what was signed shows something else afterwards.
 */
import { describe, expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'
import { fileWithObjectStream, objectStream } from './validation-objectStreams.ts'

const id = '/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const nextOf = (bytes: Uint8Array) =>
  Math.max(
    ...[
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/\/Size (\d+)/g),
    ].map((match) => Number(match[1])),
  )

const formResources = '/DR<</Font<</F1 6 0 R>>>>'
const ninesForOnes = '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[49/nine]>>'
const otherFont = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>'
const form = (content: string, more = '/Resources<</Font<</F1 6 0 R>>>>') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 128 20]${more}`)
const catalogueWith = (entry: string) => contract()[1]!.replace('/Metadata', `${entry}/Metadata`)

type Forgery = {
  name: string
  /** What the author prepares, over the contract. */
  prepared?: Objects
  trailer?: string
  original?: () => Buffer
  forge: (signed: Buffer) => [objects: Objects, kind?: 'table' | 'stream']
}

const objectsPacked = { ...contract(), 1: catalogueWith('/DSS<</Certs 20 0 R>>') }
const image = (colours: string) => ({
  8: stream('\u0000', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace 20 0 R/BitsPerComponent 8'),
  20: `[/Indexed/DeviceRGB 1 ${colours}]`,
})

const twoRoles: Forgery[] = [
  {
    name: 'an object stream that stands in the security store, too',
    original: () => fileWithObjectStream(objectsPacked, [9], 20),
    forge: () => [{ 20: objectStream([[9, '<</Type/Encoding/Differences[49/nine]>>']]) }, 'stream'],
  },
  {
    name: 'a font that is the document information, too',
    trailer: `/Root 1 0 R/Info 6 0 R${id}`,
    forge: () => [{ 6: otherFont }],
  },
  {
    name: 'page content that is the XMP packet, too',
    prepared: { 1: contract()[1]!.replace('/Metadata 13 0 R', '/Metadata 5 0 R') },
    forge: () => [{ 5: contract()[14]! }],
  },
  {
    name: 'page content that calls itself metadata',
    prepared: { 5: stream('BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET', '/Type/Metadata/Subtype/XML') },
    forge: () => [{ 5: stream('BT /F1 18 Tf 72 700 Td (I owe you 900 riyals) Tj ET', '/Type/Metadata/Subtype/XML') }],
  },
  {
    name: 'a font that is the parent tree, too',
    prepared: { 1: catalogueWith('/StructTreeRoot 21 0 R'), 21: '<</Type/StructTreeRoot/ParentTree 6 0 R>>' },
    forge: () => [{ 6: otherFont }],
  },
  {
    name: 'resources that are the parent tree, too',
    prepared: {
      1: catalogueWith('/StructTreeRoot 21 0 R'),
      3: contract()[3]!.replace(/\/Resources<<.*?>>>>/, '/Resources 22 0 R'),
      21: '<</Type/StructTreeRoot/ParentTree 22 0 R>>',
      22: '<</Font<</F1 6 0 R>>/XObject<</Im1 8 0 R>>/Nums[]>>',
      23: otherFont,
    },
    forge: () => [{ 22: '<</Font<</F1 23 0 R>>/XObject<</Im1 8 0 R>>/Nums[]>>' }],
  },
  {
    name: 'an encoding that is the form’s resources, too',
    prepared: { 1: contract()[1]!.replace(formResources, '/DR 9 0 R') },
    forge: () => [{ 9: ninesForOnes }],
  },
  {
    name: 'an empty encoding that is the form’s list of fonts, too',
    prepared: { 1: contract()[1]!.replace(formResources, '/DR<</Font 9 0 R>>'), 9: '<<>>' },
    forge: () => [{ 9: ninesForOnes }],
  },
  {
    name: 'an empty font that is the form’s resources, too, and gains an encoding',
    prepared: { 1: contract()[1]!.replace(formResources, '/DR 9 0 R'), 3: contract()[3]!.replace('/F1 6 0 R', '/F1 9 0 R'), 9: '<<>>' },
    forge: () => [{ 9: `<</Encoding ${ninesForOnes}/Font<</Helv 6 0 R>>>>` }],
  },
  {
    name: 'resources of a page that are the form’s, too, and lack the image that the page names',
    prepared: {
      1: contract()[1]!.replace(formResources, '/DR 22 0 R'),
      3: contract()[3]!.replace(/\/Resources<<.*?>>>>/, '/Resources 22 0 R'),
      22: '<</Font<</F1 6 0 R>>>>',
    },
    forge: (signed) => [{ 22: `<</Font<</F1 6 0 R>>/XObject<</Im1 ${nextOf(signed)} 0 R>>>>`, [nextOf(signed)]: form('0 g 0 0 1 1 re f') }],
  },
  {
    name: 'a palette whose colours are the same text',
    prepared: image('<FEFFD800D800>'),
    forge: () => [{ 20: '[/Indexed/DeviceRGB 1 <FEFFDBFFDBFF>]' }],
  },
  {
    name: 'a palette whose colours are the same text in another encoding',
    prepared: image('<FEFF00FF00FF00FF>'),
    forge: () => [{ 20: '[/Indexed/DeviceRGB 1 <FFFFFF>]' }],
  },
  {
    name: 'a palette in an object of its own',
    prepared: { ...image('21 0 R'), 21: '<FEFF00FF00FF00FF>' },
    forge: () => [{ 21: '<FFFFFF>' }],
  },
]

const twoReadings: Forgery[] = [
  {
    name: 'a page with two lists of annotations',
    forge: (signed) => {
      const number = nextOf(signed)
      const list = /\/Annots ?\[[^\]]*\]/.exec(bodyOf(signed, 3))![0]
      return [
        {
          3: bodyOf(signed, 3).replace('/Annots', `${list.replace('[', `[${number} 0 R `)}/Annots`),
          [number]: `<</Type/Annot/Subtype/Stamp/Rect[72 690 400 720]/AP<</N ${number + 1} 0 R>>>>`,
          [number + 1]: form('1 g 0 0 328 30 re f'),
        },
      ]
    },
  },
  {
    name: 'a field with two values',
    forge: (signed) => {
      const number = nextOf(signed)
      return [
        {
          10: bodyOf(signed, 10).replace('/V(100)', '/V(999)/V(250)').replace('12 0 R', `${number} 0 R`),
          [number]: form('BT /F1 12 Tf (250) Tj ET'),
        },
      ]
    },
  },
  {
    name: 'two appearances for one state',
    forge: (signed) => {
      const number = nextOf(signed)
      return [
        {
          10: bodyOf(signed, 10)
            .replace('/V(100)', '/V(250)')
            .replace('/N 12 0 R', `/N ${number + 1} 0 R/N ${number} 0 R`),
          [number]: form('BT /F1 12 Tf (250) Tj ET'),
          [number + 1]: form('BT /F1 12 Tf (999) Tj ET'),
        },
      ]
    },
  },
  {
    name: 'an appearance with two sets of fonts',
    forge: (signed) => {
      const number = nextOf(signed)
      const fonts = `/Resources<</Font ${number + 1} 0 R>>`
      return [
        {
          10: bodyOf(signed, 10).replace('/V(100)', '/V(250)').replace('12 0 R', `${number} 0 R`),
          [number]: form('BT /F1 12 Tf (250) Tj ET', fonts),
          [number + 1]: `<</F1 ${number + 2} 0 R/F1 6 0 R>>`,
          [number + 2]: otherFont,
        },
      ]
    },
  },
]

async function verdictOf({ prepared, trailer, original, forge }: Forgery) {
  const signed = await signFile(original?.() ?? file({ ...contract(), ...prepared }, trailer))
  const honest = validate(signed)
  expect(honest).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  const [objects, kind] = forge(signed)
  return validate(append(signed, objects, kind ? { kind } : {}))
}
const changed = { indication: 'TOTAL-FAILED', subIndication: 'FORMAT_FAILURE', document: 'changed' }

describe('an object that two things use', () => {
  test.each(twoRoles)('$name', async (forgery) => {
    const report = await verdictOf(forgery)
    expect(report).toMatchObject({ ...changed, forgeries: ['shadowReplace'] })
  })

  test.each([
    ['the page’s list of annotations', { 4: contract()[4]!.replace('/Contents', '/Annots 7 0 R/Contents') }],
    ['the certificates of the security store', { 1: catalogueWith('/DSS<</Certs 7 0 R>>') }],
    [
      'the numbers of the parent tree, which is its page',
      {
        1: catalogueWith('/StructTreeRoot 21 0 R'),
        4: contract()[4]!.replace('/Contents', '/Nums 7 0 R/Contents'),
        21: '<</Type/StructTreeRoot/ParentTree 4 0 R>>',
      },
    ],
  ])('page content that is called %s, too', (_, prepared) => {
    const signed = handmade({ objects: prepared })
    expect(validate(signed)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    const report = validate(append(signed, { 7: contract()[14]! }))
    expect(report).toMatchObject({ ...changed, forgeries: ['shadowReplace'] })
  })

  test('layers that are called developers’ extensions, too', () => {
    const layers = (hidden: string) => `<</OCGs[21 0 R]/D<<${hidden}>>>>`
    const prepared = {
      1: catalogueWith('/OCProperties 20 0 R/Extensions 20 0 R'),
      3: contract()[3]!.replace('/Font<<', '/Properties<</MC0 21 0 R>>/Font<<'),
      5: stream('/OC /MC0 BDC BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET EMC'),
      20: layers(''),
      21: '<</Type/OCG/Name(Layer)>>',
    }
    expect(validate(append(handmade({ objects: prepared }), { 20: layers('/OFF[21 0 R]') }))).toMatchObject(changed)
  })

  test('a text field that says how layers are shown, too', () => {
    const field = (more: string) => contract()[10]!.replace('/FT/Tx', `/FT/Tx/Name(x)/ON[21 0 R]${more}`)
    const prepared = {
      1: catalogueWith('/OCProperties<</OCGs[21 0 R]/D 10 0 R>>'),
      3: contract()[3]!.replace('/Resources<<', '/Resources<</Properties<</L 21 0 R>>'),
      5: stream('/OC /L BDC BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET EMC'),
      10: field(''),
      21: '<</Type/OCG/Name(L)/Usage<</View<</ViewState/OFF>>>>>>',
    }
    const later = field('/AS[<</Event/View/Category[/View]/OCGs[21 0 R]>>]').replace('/V(100)', '/V(250)').replace('12 0 R', '30 0 R')
    expect(validate(append(handmade({ objects: prepared }), { 10: later, 30: form('BT /F1 12 Tf (250) Tj ET') }))).toMatchObject(changed)
  })

  test.each([
    [
      'XObject',
      '/M Do',
      form('BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET'),
      form('BT /F1 18 Tf 72 700 Td (I owe you 900 riyals) Tj ET'),
    ],
    ['Font', 'BT /M 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET', contract()[6]!, otherFont],
    ['ExtGState', '/M gs BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET', '<</ca 1>>', '<</ca 0>>'],
  ])('a text field that is what a page has for its %s, too', (kind, content, first, second) => {
    const field = (made: string) => contract()[10]!.replace('/FT/Tx', `/FT/Tx/M ${made}`)
    const prepared = {
      3: contract()[3]!.replace(
        /\/Resources<<.*>>>>\/Contents/,
        `/Resources<</Font<</F1 6 0 R>>/${kind} 10 0 R>>/Contents`.replace(/\/Font<<.*>>\/Font/, '/Font'),
      ),
      5: stream(content),
      10: field('21 0 R'),
      21: first,
    }
    const later = field('22 0 R').replace('/V(100)', '/V(250)').replace('12 0 R', '30 0 R')
    const forged = { 10: later, 22: second, 30: form('BT /F1 12 Tf (250) Tj ET') }
    expect(validate(append(handmade({ objects: prepared }), forged))).toMatchObject(changed)
  })

  test.each([
    ['its page', 4, 'LastModified', '/Parent'],
    ['its page, which says in what order', 4, 'Tabs', '/Parent'],
    ['the page tree', 2, 'PieceInfo', '/Kids'],
    ['the catalogue', 1, 'LastModified', '/Pages'],
  ])('forms of a page that are %s, too', (_, number, key, beside) => {
    const drawn = (text: string) => form(`BT /F1 18 Tf 72 700 Td (${text}) Tj ET`)
    const made = (to: number) => prepared[number]!.replace(beside, `/${key} ${to} 0 R${beside}`)
    const resources = (page: string) => page.replace('/Font<<', `/XObject ${number} 0 R/Font<<`)
    const prepared: Objects = {
      ...contract(),
      4: resources(contract()[4]!),
      7: stream(`/${key} Do`),
      21: drawn('I owe you 100'),
      22: drawn('I owe you 900'),
    }
    const signed = handmade({ objects: { ...prepared, 11: contract()[11]!.replace('/FT/Sig', '/FT/Sig/V 17 0 R'), [number]: made(21) } })
    expect(validate(signed)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    expect(validate(append(signed, { [number]: made(22) }))).toMatchObject(changed)
  })

  test.each(['/Type/Annot/P/AllOff', '/Type/OCMD/P 3 0 R'])('a field to sign that is a membership of layers, too: %s', async (now) => {
    const signed = await signFile(file(contract()))
    const field = bodyOf(signed, 11).replace('/Type/Annot', '').replace('/P 3 0 R', '')
    const changes = (entries: string) => {
      const [signature] = validate(append(signed, { 11: field.replace('/FT', `${entries}/FT`) })).signatures
      return signature!.changesAfter.map(({ code }) => code)
    }
    expect(changes('/Type/Annot/P 3 0 R')).toEqual([])
    expect(changes(now)).toEqual(['fieldChanged'])
  })

  test('a list of annotations that is the content of its page, too, or the colours of its image', () => {
    const note = { 50: '<</Type/Annot/Subtype/Text/Rect[400 400 420 420]>>' }
    const content = handmade({ objects: { 4: contract()[4]!.replace('/Contents 7 0 R', '/Annots 20 0 R/Contents 20 0 R'), 20: '[7 0 R]' } })
    expect(validate(append(content, { ...note, 20: '[7 0 R 50 0 R]' }))).toMatchObject(changed)
    const spaces = '/ColorSpace<</CS0 20 0 R>>/Font<<'
    const page = contract()[4]!.replace('/Font<<', spaces).replace('/Contents', '/Annots 20 0 R/Contents')
    const colours = handmade({ objects: { 4: page, 20: '[/Pattern/DeviceRGB]' } })
    expect(validate(append(colours, { ...note, 20: '[50 0 R/Pattern/DeviceRGB]' }))).toMatchObject(changed)
  })

  test('a list of content that is called the numbers of the parent tree, too', () => {
    const prepared = {
      1: catalogueWith('/StructTreeRoot 21 0 R'),
      4: contract()[4]!.replace('/Contents 7 0 R', '/Nums 20 0 R/Contents 20 0 R'),
      20: '[7 0 R]',
      21: '<</Type/StructTreeRoot/ParentTree 4 0 R>>',
    }
    expect(validate(append(handmade({ objects: prepared }), { 20: '[14 0 R]' }))).toMatchObject(changed)
  })

  test.each([
    ['a list of certificates', catalogueWith('/DSS<</Certs 2 0 R>>')],
    ['the XMP packet', contract()[1]!.replace('/Metadata 13 0 R', '/Metadata 2 0 R')],
  ])('a page tree that is called %s, too, over pages that name no parent', (_, catalogue) => {
    const pages = { 3: contract()[3]!.replace('/Parent 2 0 R', ''), 4: contract()[4]!.replace('/Parent 2 0 R', '') }
    const signed = handmade({ objects: { ...pages, 1: catalogue } })
    expect(validate(append(signed, { 2: '<</Type/Pages/Kids[15 0 R]/Count 1>>' }))).toMatchObject(changed)
  })

  test('the information, the XMP packet and the object streams of honest files change all the same', async () => {
    const signed = await signFile(fileWithObjectStream(contract(), [4, 9, 16], 20))
    const saved = append(
      signed,
      {
        13: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/" xmp:ModifyDate="2026"/>', '/Type/Metadata/Subtype/XML'),
        16: '<</Title(Test)/Producer(Test)/ModDate(D:20261121)>>',
      },
      { kind: 'stream' },
    )
    expect(validate(saved)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended', forgeries: [] })
  })

  test('an XMP packet that another program wrote anew says what it said', async () => {
    const packet = (about: string) => `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${about}</rdf:RDF></x:xmpmeta>`
    const xmp = (about: string) => stream(packet(about), '/Type/Metadata/Subtype/XML')
    const elements =
      '<rdf:Description rdf:about=""><xmpMM:DocumentID>uuid:1</xmpMM:DocumentID><dc:title>A contract</dc:title></rdf:Description>'
    const attributes = '<rdf:Description ns0:DocumentID="uuid:1" ns0:InstanceID="uuid:2" dc:title="A contract"/>'
    const signed = await signFile(file({ ...contract(), 13: xmp(elements) }), { certify: 1 })
    expect(validate(append(signed, { 13: xmp(attributes) }))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    const other = validate(append(signed, { 13: xmp(attributes.replace('A contract', 'Another')) }))
    expect(other).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
  })

  test('numbers that were written with five digits are the same', async () => {
    const characteristics = (grey: string) => `/MK<</BC[${grey} ${grey} ${grey}]>>/F 4`
    const signed = await signFile(file({ ...contract(), 10: contract()[10]!.replace('/F 4', characteristics('0.501961')) }))
    const rounded = bodyOf(signed, 10).replaceAll('0.501961', '0.50196')
    expect(validate(append(signed, { 10: rounded }))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    const other = validate(append(signed, { 10: bodyOf(signed, 10).replaceAll('0.501961', '0.5019') }))
    expect(other).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
  })

  test('what programs keep for themselves is no change of what is shown', async () => {
    const kept = '/LastModified(D:20261121)/PieceInfo<</Tool<</LastModified(D:20261121)/Private 1>>>>'
    const signed = await signFile(file(contract()))
    const saved = append(signed, { 1: bodyOf(signed, 1).replace('<<', `<<${kept}`), 3: bodyOf(signed, 3).replace('<<', `<<${kept}`) })
    expect(validate(saved)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended', forgeries: [] })
  })
})

describe('an object that readers read in two ways', () => {
  test.each(twoReadings)('$name', async (forgery) => {
    expect(await verdictOf(forgery)).toMatchObject(changed)
  })

  test('a key that the signed catalogue had twice is no reproach to who adds a security store', () => {
    const entry = '/AcroForm<</Fields[10 0 R 11 0 R]>>'
    const once = `<</Type/Catalog/Pages 2 0 R${entry}>>`
    const signed = handmade({ objects: { 1: once.replace(entry, entry + entry) } })
    const [signature] = validate(append(signed, { 1: once.replace(entry, `${entry}/DSS<<>>`) })).signatures
    expect(signature!.changesAfter.map(({ code }) => code)).toEqual(['validationDataAdded'])
  })
})

describe('a hybrid file whose table and stream name different places for the page’s content', () => {
  /** Of object 5, whose place the stream says again. */
  const hybrid = (place: RegExp) => (objects: Objects) => {
    const text = file(objects).toString('latin1')
    const [startxref, size] = [/startxref\s+(\d+)/, /\/Size (\d+)/].map((pattern) => Number(pattern.exec(text)![1])) as [number, number]
    const row = Buffer.alloc(7)
    row[0] = 1
    row.writeUIntBE(text.search(place), 1, 4)
    const entries = `/Type/XRef/Size ${size + 1}/W[1 4 2]/Index[5 1]/Root 1 0 R`
    const hidden = `${size} 0 obj\n${stream(row.toString('latin1'), entries)}\nendobj\n`
    const table = text.slice(startxref).replace('trailer\n<<', `trailer\n<</XRefStm ${startxref}`)
    return Buffer.from(
      text.slice(0, startxref) + hidden + table.replace(/startxref\n\d+/, `startxref\n${startxref + hidden.length}`),
      'latin1',
    )
  }
  const [agreeing, disagreeing] = [hybrid(/5 0 obj/), hybrid(/14 0 obj/)]

  test('is not signed', () => {
    expect(readSigningFacts(agreeing(contract()))).toMatchObject({ signable: true })
    expect(readSigningFacts(disagreeing(contract()))).toMatchObject({ signable: false, code: 'BROKEN' })
  })

  test('and was not as it is shown where somebody else signed it', () => {
    expect(validate(handmade({ write: agreeing }))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    expect(validate(handmade({ write: disagreeing }))).toMatchObject({ ...changed, forgeries: ['hybridCrossReference'] })
  })
})
