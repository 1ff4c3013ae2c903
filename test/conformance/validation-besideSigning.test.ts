/** What programs write besides what they are asked for, as they sign, fill in or annotate after somebody else. Each was called forged once. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, profileStream, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned } from './validation-handmade.ts'
import { colorants, gamma, rgb, srgb, table } from '../fixtures/pdf/make/icc.ts'

type Made = { original?: Objects; later: (signed: Buffer) => Objects; certify?: 1 | 2; signature?: number }

/** What the first signature says of what came after it. */
async function seen({ original = {}, later, certify, signature }: Made) {
  const signed = await signFile(file({ ...contract(), ...original }), certify && { certify })
  const bytes = signature ? countersigned(signed, later(signed), signature) : append(signed, later(signed))
  const { indication, changesAfter } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures[0]!
  return { indication, changes: changesAfter.map(({ code }) => code) }
}
const passed = (...changes: string[]) => ({ indication: 'TOTAL-PASSED', changes })
const catalogue = (signed: Buffer, entries: string) => ({ 1: bodyOf(signed, 1).replace(/>>$/, `${entries}>>`) })

describe('an annotation that says that it is one (PDFBox)', () => {
  const link = '<</Subtype/Link/Rect[72 680 300 710]/A<</S/URI/URI(https://example.com)>>>>'
  const original = { 3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '), 20: link }
  const named = (text: string, more: Objects = {}) => seen({ original: { ...original, ...more }, later: () => ({ 20: text }) })

  test('a link, or a field that is filled in', async () => {
    expect(await named(link.replace('<<', '<</Type/Annot'))).toEqual(passed())
    const bare = contract()[10]!.replace('/Type/Annot', '')
    const filled = { 10: contract()[10]!.replace('(100)', '(100)/DA(/F1 12 Tf)') }
    expect(await seen({ original: { 10: bare }, later: () => filled })).toEqual(passed())
  })

  test('and nothing else', async () => {
    expect((await named(link.replace('<<', '<</Type/Action'))).indication).toBe('TOTAL-FAILED')
    expect(await named(link.replace('<<', '<</Type/Annot').replace('72', '73'))).not.toEqual(passed())
    const page = contract()[4]!.replace('/Type/Page', '/Subtype/Link/Rect[0 0 9 9]')
    const called = () => ({ 4: page.replace('<<', '<</Type/Annot') })
    expect(await seen({ original: { 4: page }, later: called })).toEqual({ indication: 'TOTAL-FAILED', changes: ['pageChanged'] })
    const used = { 1: contract()[1]!.replace('/Pages', '/PieceInfo<</Example<</Private 20 0 R>>>>/Pages') }
    expect((await named(link.replace('<<', '<</Type/Annot'), used)).indication).toBe('TOTAL-FAILED')
  })
})

test('a string with a point in it, in hexadecimal (PDFBox over what poppler wrote)', async () => {
  const field = (appearance: string) => contract()[10]!.replace('/DA(/F1 12 Tf)', `/DA${appearance}`)
  const written = { original: { 10: field('(0.00 g /Helv 12.00 Tf)') } }
  const digits = Buffer.from('0.00 g /Helv 12.00 Tf').toString('hex')
  expect(await seen({ ...written, later: () => ({ 10: field(`<${digits}>`) }) })).toEqual(passed())
  const flags = { 10: field(`<${digits}>`).replace('/F 4', '/F 4.0') }
  expect((await seen({ ...written, later: () => flags })).indication).toBe('TOTAL-FAILED')
})

test('numbers of any kind with a point, or without (pyHanko)', async () => {
  const original = { 3: contract()[3]!.replace('/MediaBox', '/PZ 1.0/MediaBox') }
  expect(await seen({ original, later: (signed) => ({ 3: bodyOf(signed, 3).replace('/PZ 1.0', '/PZ 1') }) })).toEqual(passed())
})

test('nothing, by its name or as object 0 (PDFBox)', async () => {
  const field = (value: string) => contract()[11]!.replace('/F 4', `/F 4/AP<</N ${value}>>`)
  expect(await seen({ original: { 11: field('0 0 R') }, later: () => ({ 11: field('null') }) })).toEqual(passed())
  expect((await seen({ original: { 11: field('0 0 R') }, later: () => ({ 11: field('12 0 R') }) })).indication).toBe('TOTAL-FAILED')
})

test('a page without resources that gets a list of none (pdf-lib)', async () => {
  const original = { 4: contract()[4]!.replace(/\/Resources.*?>>>>/, ''), 7: '<</Length 3>>\nstream\nq Q\nendstream' }
  const page = (resources: string) => ({ 4: original[4].replace('/Parent', `/Resources<<${resources}>>/Parent`) })
  expect(await seen({ original, later: () => page('/Font<<>>/XObject<<>>/ExtGState<<>>') })).toEqual(passed())
  expect((await seen({ original, later: () => page('/Font<</F1 6 0 R>>') })).indication).toBe('TOTAL-FAILED')
})

test('the size that readers give a page of none (iText 5)', async () => {
  const original = { 4: contract()[4]!.replace('/MediaBox[0 0 595 842]', '') }
  const sized = (box: string) => seen({ original, later: () => ({ 4: contract()[4]!.replace('[0 0 595 842]', box) }) })
  expect(await sized('[0 0 612 792]')).toEqual(passed())
  expect((await sized('[0 0 595 842]')).indication).toBe('TOTAL-FAILED')
})

describe('fonts of an appearance in objects of their own (PDFBox, PDFium, over forms of Foxit)', () => {
  const drawn = (text: string) =>
    `<</Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources 31 0 R/Length ${text.length}>>\nstream\n${text}\nendstream`
  const original: Objects = { 12: drawn('BT /F1 12 Tf (100) Tj ET'), 31: '<</Font 32 0 R>>', 32: '<</F1 6 0 R>>' }
  const filled = (signed: Buffer) => ({ 10: bodyOf(signed, 10).replace('(100)', '(250)'), 12: drawn('BT /F2 12 Tf (250) Tj ET') })
  const more = (fonts: string, rest: Objects = {}) =>
    seen({ original: { ...original, ...rest }, later: (signed) => ({ ...filled(signed), 32: fonts }) })

  test('one more, for what is filled in', async () => {
    expect(await more('<</F1 6 0 R/F2 6 0 R>>')).toEqual(passed('fieldFilled'))
  })

  test('not another one, nor for what else is drawn with them, nor where nothing is filled in', async () => {
    expect((await more('<</F1 9 0 R/F2 6 0 R>>')).indication).toBe('TOTAL-FAILED')
    const shared = { 4: contract()[4]!.replace(/\/Resources.*?>>>>/, '/Resources 31 0 R') }
    expect((await more('<</F1 6 0 R/F2 6 0 R>>', shared)).indication).toBe('TOTAL-FAILED')
    expect((await seen({ original, later: () => ({ 32: '<</F1 6 0 R/F2 6 0 R>>' }) })).indication).toBe('TOTAL-FAILED')
  })
})

test('another number of the version, higher or lower (iText 5)', async () => {
  const versioned = { 1: contract()[1]!.replace('/Pages', '/Version/1.7/Pages') }
  const later = (version: string) => (signed: Buffer) => ({
    1: bodyOf(signed, 1).replace('/Version /1.7', '/Version/1.7').replace('/Version/1.7', version),
  })
  expect(await seen({ original: versioned, later: later('/Version/1.4') })).toEqual(passed())
  expect(await seen({ original: versioned, later: later('/Version/2.0') })).toEqual(passed())
  expect((await seen({ original: versioned, later: later('/Version 5 0 R') })).indication).toBe('TOTAL-FAILED')
})

describe('colours that a document is meant for (EU DSS draws a signature)', () => {
  const intent = '<</Type/OutputIntent/S/GTS_PDFA1/OutputCondition(sRGB)/OutputConditionIdentifier(sRGB)/DestOutputProfile 91 0 R>>'
  const declared = (profile: Buffer, more: Partial<Made> = {}, entry = intent, components = 3) =>
    seen({
      later: (signed) => ({ ...catalogue(signed, '/OutputIntents[90 0 R]'), 90: entry, 91: profileStream(profile, components) }),
      ...more,
    })

  test('those of screens', async () => {
    expect(await declared(rgb(srgb))).toEqual(passed('coloursDeclared'))
    expect(await declared(rgb(gamma(2.2)), { certify: 2 })).toEqual(passed('coloursDeclared'))
    expect(await declared(rgb(srgb), { certify: 1 })).toEqual({ indication: 'TOTAL-FAILED', changes: ['coloursDeclared'] })
  })

  test.each<[string, Parameters<typeof declared>]>([
    ['in which black is white', [rgb(table([1, 0.5, 0]))]],
    ['in which all is nearly white', [rgb(gamma(0.01))]],
    ['in which green is blue', [rgb(srgb, { gXYZ: colorants.bXYZ, bXYZ: colorants.gXYZ })]],
    ['of which nothing is known', [Buffer.from('colours')]],
    ['of another number', [rgb(srgb), {}, intent, 4]],
    ['by an address', [rgb(srgb), {}, intent.replace('/DestOutputProfile 91 0 R', '/DestOutputProfileRef<</URLs[]>>')]],
    ['that stood there', [rgb(srgb), { original: { 90: intent, 91: profileStream(rgb(srgb), 3) } }]],
    ['in place of others', [rgb(srgb), { original: { 1: contract()[1]!.replace('/Pages', '/OutputIntents[]/Pages') } }]],
  ])('not those %s', async (_, given) => {
    expect((await declared(...given)).indication).toBe('TOTAL-FAILED')
  })

  test('a text of one in another encoding (pyHanko)', async () => {
    const text = Buffer.from('sRGB', 'utf16le').swap16().toString('hex')
    const original = { 90: intent, 91: profileStream(rgb(srgb), 3), 1: contract()[1]!.replace('/Pages', '/OutputIntents[90 0 R]/Pages') }
    expect(await seen({ original, later: () => ({ 90: intent.replaceAll('(sRGB)', `<FEFF${text}>`) }) })).toEqual(passed())
    expect((await seen({ original, later: () => ({ 90: intent.replaceAll('(sRGB)', '(Other)') }) })).indication).toBe('TOTAL-FAILED')
  })
})

describe('a structure tree (iText)', () => {
  const root = '<</Type/StructTreeRoot/K[81 0 R]/ParentTree 82 0 R/ParentTreeNextKey 2>>'
  const original: Objects = {
    1: contract()[1]!.replace('/Pages', '/StructTreeRoot 80 0 R/Pages'),
    80: root,
    81: '<</Type/StructElem/S/Document/P 80 0 R/K 83 0 R>>',
    82: '<</Nums[0[83 0 R]]>>',
    83: '<</Type/StructElem/S/P/P 81 0 R/K 0/Pg 3 0 R>>',
  }
  const note = { 60: '<</Type/Annot/Subtype/Text/Rect[500 60 520 80]/P 3 0 R/F 4/Contents(A note)/StructParent 1>>' }
  const annotated = (signed: Buffer) => ({ ...note, 3: bodyOf(signed, 3).replace(/\/Annots ?\[/, '/Annots[60 0 R ') })
  const element = (text: string) => ({ 81: original[81]!.replace('/K 83 0 R', text) })
  const grown = passed('structureExtended', 'annotationPermitted')

  test('that is written anew, with a map of no roles', async () => {
    const anew = { 80: root.replace('82 0 R', '90 0 R').replace('>>', '/RoleMap<<>>>>'), 90: '<</Nums[0 91 0 R]>>', 91: '[83 0 R]' }
    expect(await seen({ original, later: () => anew })).toEqual(passed('structureExtended'))
    for (const map of ['/RoleMap<</P/Artifact>>', '/ClassMap<<>>'])
      expect((await seen({ original, later: () => ({ 80: root.replace('>>', `${map}>>`) }) })).indication, map).toBe('TOTAL-FAILED')
  })

  test('of nothing, which gets an empty element', async () => {
    const bare = { 1: original[1]!, 80: '<</Type/StructTreeRoot>>' }
    const begun = (says = '') => ({
      80: '<</Type/StructTreeRoot/K[90 0 R]/ParentTree 91 0 R/ParentTreeNextKey 0/RoleMap<<>>>>',
      90: `<</Type/StructElem/S/Document/P 80 0 R${says}>>`,
      91: '<</Nums[]>>',
    })
    expect(await seen({ original: bare, later: () => begun() })).toEqual(passed('structureExtended'))
    expect((await seen({ original: bare, later: () => begun('/Alt(I owe you nothing)') })).indication).toBe('TOTAL-FAILED')
    const numbered = { ...begun(), 91: '<</Nums[0[90 0 R]]>>' }
    expect((await seen({ original: bare, later: () => numbered })).indication).toBe('TOTAL-FAILED')
  })

  test('an element that leads to a note, and says on which page', async () => {
    const leads = '/K[83 0 R<</Type/OBJR/Obj 60 0 R>>]/Pg 3 0 R'
    expect(await seen({ original, later: (signed) => ({ ...annotated(signed), ...element(leads) }) })).toEqual(grown)
    const content = '<</Type/MCR/MCID 0/Pg 3 0 R>>'
    for (const text of ['/K[83 0 R 1]/Pg 3 0 R', '/K[83 0 R]/Pg 3 0 R/Lang(en)', `/K[83 0 R${content}]`, '/K[83 0 R<</MCID 0/S/P>>]'])
      expect((await seen({ original, later: () => element(text) })).indication, text).toBe('TOTAL-FAILED')
  })

  test('not a page for content that named none', async () => {
    const content = { ...original, 83: original[83]!.replace('/Pg 3 0 R', '') }
    const later = (signed: Buffer) => ({
      ...annotated(signed),
      83: '<</Type/StructElem/S/P/P 81 0 R/K[0<</Type/OBJR/Obj 60 0 R>>]/Pg 3 0 R>>',
    })
    expect((await seen({ original: content, later })).indication).toBe('TOTAL-FAILED')
  })

  test('a number of a page’s content, where no tree has numbers', async () => {
    const numbered = (signed: Buffer) => ({ 3: bodyOf(signed, 3).replace('/Parent', '/StructParents 0/Tabs/S/Parent') })
    expect(await seen({ later: numbered })).toEqual(passed())
    expect((await seen({ original, later: numbered })).indication).toBe('TOTAL-FAILED')
  })
})

describe('a field whose place goes as it is signed without a picture (libpdf)', () => {
  const signed = (place: string, original: Objects = {}) =>
    seen({
      original,
      signature: 61,
      later: (bytes) => ({
        11: bodyOf(bytes, 11)
          .replace(/\/Rect ?\[.*?\]/, place)
          .replace(/>>$/, '/V 61 0 R>>'),
      }),
    })

  test('where nothing was seen', async () => {
    expect(await signed('/Rect[0 0 0 0]')).toEqual(passed('signatureAdded'))
  })

  test('not where something was, or to another place', async () => {
    const grounded = { 11: contract()[11]!.replace('/F 4', '/F 4/MK<</BG[1 1 0]>>') }
    expect((await signed('/Rect[0 0 0 0]', grounded)).indication).toBe('TOTAL-FAILED')
    expect((await signed('/Rect[300 60 400 90]')).indication).toBe('TOTAL-FAILED')
  })
})

describe('a file that PDFium saves', () => {
  test('with a cross-reference that does not say what it is: readers differ, and nobody is accused', async () => {
    const saved = append(await signFile(file(contract())), { 16: '<</Title(Test)/Producer(Other)>>' }, { kind: 'stream' }).toString(
      'latin1',
    )
    const at = saved.lastIndexOf('/Type/XRef')
    const bytes = Buffer.from(saved.slice(0, at) + saved.slice(at + '/Type/XRef'.length), 'latin1')
    const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed', forgeries: [] })
  })

  const square = '<</Type/Annot/Subtype/Square/Rect[300 60 340 90]/C[1 0 0]>>'
  const listed = (item: string, certify?: 1 | 2) =>
    seen({ certify, later: (signed) => ({ 3: bodyOf(signed, 3).replace(/\/Annots ?\[/, `/Annots[${item}`) }) })

  test('an annotation that stands in the list', async () => {
    expect(await listed(square)).toEqual({ indication: 'INDETERMINATE', changes: ['annotationUnjudged'] })
    expect((await listed(square, 2)).indication).toBe('TOTAL-FAILED')
    for (const item of [
      square.replace('Square', 'Widget'),
      square.replace('/C', '/A<</S/URI/URI(https://example.com)>>/C'),
      '<<>>',
      '(text)',
    ])
      expect((await listed(item)).indication, item).toBe('TOTAL-FAILED')
  })

  test('the size of letters, of which it keeps eight digits', async () => {
    const font = (numbers: string, kind = 'TrueType') =>
      `<</Type/Font/Subtype/${kind}/BaseFont/Other/FirstChar 65/LastChar 66/Widths[${numbers}]/FontDescriptor 71 0 R>>`
    const saved = (before: string, after: string, kind?: string) =>
      seen({
        original: { 6: font(before, kind), 71: '<</Type/FontDescriptor/FontName/Other/Ascent 931.1523438>>' },
        later: () => ({ 6: font(after, kind), 71: '<</Type/FontDescriptor/FontName/Other/Ascent 931.15234>>' }),
      })
    expect(await saved('500.1234567 600', '500.12344 600')).toEqual(passed())
    expect((await saved('500.1234567 600', '500.124 600')).indication).toBe('TOTAL-FAILED')
    expect((await saved('500.1234567 600', '500.12344 601')).indication).toBe('TOTAL-FAILED')
    expect((await saved('900000.01 600', '900000 600')).indication).toBe('TOTAL-FAILED')
    expect((await saved('500.1234567 600', '500.12344 600', 'Type3')).indication).toBe('TOTAL-FAILED')
  })

  test('how long a stream is, where that stood elsewhere', async () => {
    const text = contract()[7]!
    const length = Number(/\/Length (\d+)/.exec(text)![1])
    const original = {
      7: text.replace(`/Length ${length}`, '/Length 72 0 R/Filter[/ASCIIHexDecode]').replace(/BT.*ET/, (all) => all.replace(/./g, '4')),
      72: String(length),
    }
    const direct = (change = (all: string) => all) =>
      seen({ original, later: () => ({ 7: change(original[7].replace('72 0 R', String(length))) }) })
    expect(await direct()).toEqual(passed())
    expect((await direct((all) => all.replace('44\n', '45\n'))).indication).toBe('TOTAL-FAILED')
    expect((await direct((all) => all.replace('/ASCIIHexDecode', '/ASCII85Decode'))).indication).toBe('TOTAL-FAILED')
  })
})

describe('a catalogue that an earlier one was left behind for (e-Szigno)', () => {
  const packet = (title: string) =>
    stream(`<x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>${title}</dc:title></x:xmpmeta>`, '/Type/Metadata/Subtype/XML')
  const saved = async (more: Objects = {}) => {
    const first = file({ ...contract(), 13: packet('Contract'), ...more })
    const trailer = '/Root 70 0 R/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
    const signed = await signFile(append(first, { 70: contract()[1]! }, { trailer }))
    const { indication, changesAfter } = validateDocument(append(signed, { 13: packet('Other') }, { trailer }), {
      anchors,
      at: signedAt,
      given: freshAnswers(signedAt),
    }).signatures[0]!
    return { indication, changes: changesAfter.map(({ code }) => code) }
  }

  test('says nothing any more', async () => {
    expect(await saved()).toEqual(passed('metadataChanged'))
  })

  test('unless something leads to it', async () => {
    const page = contract()[4]!.replace('/Parent', '/PieceInfo<</Example<</Private 1 0 R>>>>/Parent')
    expect((await saved({ 4: page })).indication).toBe('TOTAL-FAILED')
  })
})
