/** Files that two readers would show differently are refused; what is odd, and seen alike by all, is signed and passes. */
import { describe, expect, test } from 'vitest'
import { openPdf } from '#pki/pdf/document.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef } from '#pki/pdf/values.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { simplePdf, writePdf } from '../fixtures/pdf/make/write.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const box = '/MediaBox [0 0 595 842]'
const page = (rest = '') => `<</Type /Page /Parent 2 0 R ${rest}>>`

/** Three pages below one node. */
const three = {
  1: '<</Type /Catalog /Pages 2 0 R>>',
  2: `<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 ${box}>>`,
  3: page(),
  4: page(),
  5: page(),
}
const tree = (objects: Record<number, string>) => writePdf({ ...three, ...objects })

/** The second and third page one node further down. */
const deep = {
  2: `<</Type /Pages /Kids [3 0 R 6 0 R] /Count 3 ${box}>>`,
  4: '<</Type /Page /Parent 6 0 R>>',
  5: '<</Type /Page /Parent 6 0 R>>',
  6: `<</Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 /Rotate 90>>`,
}

function annotationsOn(pdf: PdfDocument, number: number) {
  const dict = pdf.object({ kind: 'ref', number, generation: 0 })?.value ?? null
  const list = isDict(dict) ? pdf.get(dict, 'Annots') : null
  return isArray(list) ? list.length : list
}
/** What two signatures add to the first page besides. */
const ofTimeStamps = 2

test('the trees that the others are made of can be signed', () => {
  for (const objects of [three, { ...three, ...deep }]) {
    const facts = readSigningFacts(writePdf(objects))
    expect(facts).toMatchObject({ signable: true })
    expect(facts.signable && facts.pages.map(({ pointer }) => pointer[0])).toEqual([3, 4, 5])
  }
})

describe('refused', () => {
  const nodeOf = (count: string) => `<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] ${count} ${box}>>`
  test.each<[string, Record<number, string>]>([
    ['a tree that counts fewer pages than it has: some readers, the browser’s among them, show no more', { 2: nodeOf('/Count 1') }],
    ['one that counts more', { 2: nodeOf('/Count 4') }],
    ['one that counts none', { 2: nodeOf('') }],
    ['one that counts halves', { 2: nodeOf('/Count 2.5') }],
    ['a node further down that counts fewer', { ...deep, 6: deep[6].replace('/Count 2', '/Count 1') }],
    ['a page that is called a font', { 4: page().replace('/Page ', '/Font ') }],
    ['a node without kids', { ...deep, 2: deep[2].replace('/Count 3', '/Count 2'), 6: '<</Type /Pages /Parent 2 0 R /Count 1>>' }],
    ['a node that is called a page', { ...deep, 6: deep[6].replace('/Pages', '/Page') }],
    ['a page that is a bookmark, which MuPDF takes out of the tree', { 1: '<</Pages 2 0 R /Outlines <</First 4 0 R /Last 4 0 R>>>>' }],
    ['the catalogue among the pages', { 2: `<</Type /Pages /Kids [3 0 R 1 0 R 5 0 R] /Count 3 ${box}>>`, 1: '<</Pages 2 0 R>>' }],
    ['a page whose parent turns it, and whose place does not', { ...deep, 3: '<</Type /Page /Parent 6 0 R>>' }],
    ['a page with another size above it', { 4: '<</Type /Page /Parent 6 0 R>>', 6: '<</Type /Pages /MediaBox [0 0 842 595]>>' }],
    ['a page with other resources above it', { 4: '<</Type /Page /Parent 6 0 R>>', 6: `<</Type /Pages ${box} /Resources <<>>>>` }],
    ['a page that names no parent, and takes its size from one', { 4: '<</Type /Page>>' }],
    ['a page whose parents lead to one another', { 4: `<</Type /Page /Parent 6 0 R ${box}>>`, 6: '<</Parent 6 0 R>>' }],
    ['a size that is null, of which PDFium makes a sheet of US Letter', { 4: page('/MediaBox null') }],
    ['a size that leads to nothing, of which MuPDF does', { 4: page('/MediaBox 99 0 R') }],
    ['a page that its node turns, and itself by null', { ...deep, 4: '<</Type /Page /Parent 6 0 R /Rotate null>>' }],
    ['a size of three numbers', { 4: page('/MediaBox [0 595 842]') }],
    ['a size of five', { 4: page('/MediaBox [0 0 595 842 0]') }],
    ['a size without a width, of which poppler shows a line', { 4: page('/MediaBox [9 0 9 842]') }],
    ['a crop box of something else than a number, of which most show a corner', { 4: page('/CropBox [99 0 R 0 100 100]') }],
    ['a crop box of five numbers, which MuPDF cuts to', { 4: page('/CropBox [0 0 100 100 5]') }],
    ['a crop box of three numbers, which MuPDF cuts to', { 4: page('/CropBox [10 20 30]') }],
    ['a crop box that is a name, US Letter to MuPDF', { 4: page('/CropBox /None') }],
    ['a tree that is nothing, a page to Chrome and none to others', { 2: '<<>>' }],
    ['a crop box beside the page, where Chrome shows a page without a size', { 4: page('/CropBox [700 900 800 1000]') }],
    ['a crop box higher than the page, of which poppler shows all', { 4: page('/CropBox [0 300 595 1200]') }],
    ['a crop box that is a reference to nothing, US Letter to MuPDF', { 4: page('/CropBox 99 0 R') }],
    [
      'a crop box without a media box, which MuPDF does not cut to',
      { 2: '<</Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3>>', 4: page('/CropBox [0 0 100 100]') },
    ],
    ['a page of units without a size', { 4: page('/UserUnit 0') }],
    ['a page with something in the place of kids, which Chrome does not open', { 4: page('/Kids ()') }],
    [
      'an empty crop box below another, where poppler keeps that one',
      { ...deep, 4: '<</Type /Page /Parent 6 0 R /CropBox [0 0 0 0]>>', 6: deep[6].replace('/Count', '/CropBox [0 0 99 99] /Count') },
    ],
    ['a page whose type leads to nothing', { 4: '<</Type 99 0 R /Parent 2 0 R>>' }],
    ['resources that are none, where poppler takes those above', { 4: page('/Resources true') }],
    ['a page that is turned by a name', { 4: page('/Rotate /R90') }],
    ['a page that is a destination by itself', { 1: '<</Type /Catalog /Pages 2 0 R /Dests <</a 4 0 R>>>>' }],
    ['a page that is the list of what proves signatures', { 1: '<</Type /Catalog /Pages 2 0 R /DSS <</VRI 4 0 R>>>>' }],
    ['a page that is a font', { 4: page('/Resources <</Font <</F1 5 0 R>>>>') }],
    ['the catalogue as what a layer is called', { 4: page('/Resources <</Properties <</P 1 0 R>>>>') }],
  ])('%s', (_, objects) => {
    const file = tree(objects)
    expect(signability(file)).toMatch(/^BROKEN (TYPE|LOOP)$/)
  })
})

test.each([
  ['the content of a page', { 4: page('/Contents 6 1 R'), 6: '<</Length 12>>\nstream\n0 0 9 9 re f\nendstream' }],
  [
    'something that a page names',
    { 4: page('/Resources <</XObject <</Fm1 6 2 R>>>>'), 6: '<</Subtype /Form /Length 0>>\nstream\n\nendstream' },
  ],
])('refused: %s by another generation than it has, where MuPDF and PDFium find it, and others nothing', (_, objects) => {
  expect(signability(tree(objects))).toMatch(/^BROKEN XREF/)
})

describe('objects that stand in a file where none is', () => {
  const hidden = (number: number) => `<</Note (\n${number} 0 obj\n${page('/Rotate 90')}\nendobj\n)>>`
  const toNothing = page('/Annots [99 0 R]')
  test.each<[string, string, Record<number, string>]>([
    ['are nothing to anybody where each reference leads somewhere', 'signable', { 6: hidden(4) }],
    ['are what poppler shows where one does not', 'BROKEN XREF', { 3: toNothing, 6: hidden(4) }],
    ['or where one leads to another generation', 'BROKEN XREF', { 3: page('/Annots [5 3 R]'), 6: hidden(4) }],
    ['are what poppler finds behind such a reference', 'BROKEN XREF', { 3: toNothing, 6: hidden(99) }],
    ['are not what it finds behind another', 'signable', { 3: toNothing, 6: hidden(98) }],
    [
      'count for nothing where the object itself comes after them',
      'signable',
      { 3: toNothing, 5: `${page().slice(0, -2)}/X${hidden(6)}>>`, 6: '<<>>' },
    ],
    ['are no other objects where they are the same', 'signable', { 3: toNothing, 6: `<</Note (\n4 0 obj\n${page()}\nendobj\n)>>` }],
    [
      'may have the end of a number in a long line, where poppler begins anew',
      'BROKEN XREF',
      { 3: toNothing, 6: `<</Note (${'x'.repeat(240)}4${hidden(4).trim().replaceAll('\n', ' ').slice(9, -3)})>>` },
    ],
  ])('%s', (_, said, objects) => {
    expect(signability(tree(objects))).toBe(said)
  })

  test('are what MuPDF and poppler find where the cross-reference has them under another number', () => {
    const file = (contents: string) => tree({ 4: page(contents), 6: '<</Length 12>>\nstream\n0 0 9 9 re f\nendstream', 7: 'null' })
    const misnamed = (contents: string) => {
      const text = file(contents).toString('latin1')
      const [sixth, seventh] = text.match(/\d{10} 00000 n\r\n/g)!.slice(5)
      return Buffer.from(text.replace(`${sixth}${seventh}`, `0000000000 65535 f\r\n${sixth}`), 'latin1')
    }
    expect(signability(file('/Contents 6 0 R'))).toBe('signable')
    expect(signability(misnamed('/Contents 6 0 R'))).toBe('BROKEN XREF')
    expect(signability(misnamed(''))).toBe('signable')
  })

  test('may be missed by poppler where it makes up the cross-reference: they do not begin a line, or are packed', () => {
    const behind = (file: Buffer) => Buffer.from(file.toString('latin1').replace('endobj\n4 0 obj', 'endobj 4 0 obj'), 'latin1')
    expect(signability(behind(tree({})))).toBe('signable')
    expect(signability(tree({ 3: toNothing }))).toBe('signable')
    expect(signability(behind(tree({ 3: toNothing })))).toBe('BROKEN XREF')
    const kind = 'hybrid'
    expect(signability(simplePdf({ kind, objects: { 6: '(packed)' } }))).toBe('signable')
    expect(signability(simplePdf({ kind, page: '/Annots [99 0 R]', objects: { 6: '(packed)' } }))).toBe('BROKEN XREF')
  })

  test('are what MuPDF shows where it stumbles over the cross-reference', () => {
    const odd = (file: Uint8Array) =>
      Buffer.from(
        Buffer.from(file)
          .toString('latin1')
          .replace(/ 00000 n( \n)?(?=\s*trailer)/, ' 00000 n  $1'),
        'latin1',
      )
    expect(signability(odd(tree({})))).toBe('signable')
    expect(signability(tree({ 6: hidden(4) }))).toBe('signable')
    expect(signability(odd(tree({ 6: hidden(4) })))).toBe('BROKEN XREF')
  })
})

test.each(['/Name', '/BrotliDecode', '[/FlateDecode null]', '<<>>'])(
  'a page packed by %s is refused: not all readers show it',
  (filter) => {
    const content = `<</Length 0 /Filter ${filter}>>\nstream\n\nendstream`
    expect(signability(tree({ 4: page('/Contents 6 0 R'), 6: content }))).toBe('BROKEN FILTER_UNKNOWN')
  },
)

test.each(['\x80', '\xff'])('a name that PDFium ends at %j, where it finds another key, is refused', (octet) => {
  expect(signability(tree({ 4: page(`/Tabs${octet} /S`) }))).toBe('BROKEN SYNTAX')
  expect(signability(tree({ 4: page(`/Tabs /S${octet}`) }))).toBe('BROKEN SYNTAX')
  expect(signability(tree({ 4: page('/Tabs#80 /S#ff') }))).toBe('signable')
})

test('a trailer longer than anybody repeats is refused', () => {
  expect(signability(simplePdf({ trailer: `/Notes (${'n'.repeat(300_000)})` }))).toBe('TOO_COMPLEX TOO_LARGE')
})

test('2,000 pages that share a list cost no more than reading it', () => {
  const from = process.cpuUsage()
  const pages = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [1_000 + i, page(`${box} /Annots 6 0 R /Contents 7 0 R`)]))
  const kids = Object.keys(pages).map((number) => `${number} 0 R`)
  const objects = {
    2: `<</Type /Pages /Kids [${kids.join(' ')}] /Count 2000>>`,
    ...pages,
    7: `[${'8 0 R '.repeat(32_000)}]`,
    8: '<</Length 0>>\nstream\n\nendstream',
  }
  const link = '<</Type /Annot /Subtype /Link /Rect [10 10 20 20]>>'
  expect(signability(tree({ ...objects, 6: '[9 0 R]', 9: link }))).toBe('signable')
  expect(signability(tree({ ...objects, 6: `[${'9 0 R '.repeat(32_000)}]`, 9: link }))).toBe('TOO_COMPLEX TOO_LARGE')
  expect(process.cpuUsage(from).user / 1000).toBeLessThan(5_000)
})

test('60,000 lists that lead to one another, and each to the form, cost a few times what reading them does', () => {
  const costOf = (list: (i: number) => string) => {
    const lists = Array.from({ length: 60_000 }, (_, i) => [1_000 + i, list(i)] as const)
    const catalogue = '<</Type /Catalog /Pages 2 0 R /AcroForm 6 0 R>>'
    const file = tree({ 1: catalogue, 6: '<</Fields [] /First 1000 0 R>>', ...Object.fromEntries(lists) })
    const from = process.cpuUsage()
    expect(signability(file)).toBe('signable')
    return process.cpuUsage(from).user
  }
  const apart = costOf(() => '[1 2]')
  expect(costOf((i) => `[${1_001 + i} 0 R 6 0 R]`) / apart).toBeLessThan(15)
})

describe('signed', () => {
  const passes = async (file: Uint8Array, pages = 3) => {
    const once = await signFile(file, { level: 'B-LTA', rectangle: [50, 50, 200, 100], page: pages - 1 })
    const twice = await signFile(once, { level: 'B-LTA', rectangle: [50, 150, 200, 200], page: 0 })
    const report = validateDocument(twice, { anchors, at: signedAt, given: freshAnswers(signedAt) })
    expect(
      report.signatures.map(({ indication }) => indication),
      JSON.stringify(report.signatures),
    ).toEqual(Array(4).fill('TOTAL-PASSED'))
    return openPdf(twice)
  }

  const catalogue = (form: string) => `<</Type /Catalog /Pages 2 0 R /AcroForm ${form}>>`
  const widget = '<</Subtype /Widget /Rect [0 0 9 9] /FT /Sig /T (a)>>'

  test.each<[string, Record<number, string>]>([
    ['pages without a type', { 4: '<</Parent 2 0 R>>' }],
    ['a page whose parent is another node that says the same', { 4: '<</Type /Page /Parent 6 0 R>>', 6: `<</Type /Pages ${box}>>` }],
    ['a page that names no parent, and needs none', { 4: `<</Type /Page ${box}>>` }],
    ['an empty crop box where nothing is above', { 4: page('/CropBox [0 0 0 0]') }],
    ['a size that is null where nothing is above', { 4: page('/CropBox null /Rotate null /Resources null') }],
    ['content that is elsewhere in null', { 4: page('/Contents 6 0 R'), 6: '<</F null /Filter null /Length 0>>\nstream\n\nendstream' }],
    ['a page that is the form, too (PyPDF2)', { 1: catalogue('4 0 R'), 4: page('/NeedAppearances true') }],
    ['a catalogue that is the form, too (pypdf)', { 1: catalogue('1 0 R').replace('>>', '/NeedAppearances true>>') }],
    ['a form that is content', { 1: catalogue('6 0 R'), 4: page('/Contents 6 0 R'), 6: '<</Length 0>>\nstream\n\nendstream' }],
    [
      'a form that was copied without its fields: their numbers are those of other things (pypdf)',
      { 1: catalogue('<</Fields [7 0 R 8 0 R 99 0 R 4 0 R 6 0 R]>>'), 6: widget, 7: '<</Length 0>>\nstream\n\nendstream', 8: '(text)' },
    ],
    ['a list of fields that is none', { 1: catalogue('<</Fields 7 0 R>>'), 7: '<</Length 0>>\nstream\n\nendstream' }],
    [
      'a list of annotations that is the list of fields as well (PyPDF2 makes one of what says the same)',
      { 1: catalogue('<</Fields 8 0 R>>'), 4: page('/Annots 8 0 R'), 7: widget, 8: '[7 0 R]' },
    ],
    ['layers of which there are none', { 1: '<</Type /Catalog /Pages 2 0 R /OCProperties <</OCGs []>>>>' }],
  ])('%s', async (_, objects) => {
    await passes(tree(objects))
  })

  test('pages that share a list of annotations, each with its own signature alone', async () => {
    const shared = page('/Annots 6 0 R')
    const link = '<</Type /Annot /Subtype /Link /Rect [10 10 20 20] /Border [0 0 0]>>'
    const pdf = await passes(tree({ 3: shared, 4: shared, 5: shared, 6: '[7 0 R]', 7: link }))
    expect([3, 4, 5].map((number) => annotationsOn(pdf, number))).toEqual([2 + ofTimeStamps, 1, 2])
  })

  test.each(['/Annots 6 0 R', '/Annots [7 0 R]', ''])(
    'a page that is named three times (PyMuPDF), each with its own: %j',
    async (annotations) => {
      const link = '<</Type /Annot /Subtype /Link /Rect [10 10 20 20] /Border [0 0 0]>>'
      const repeated = { 2: three[2].replace('4 0 R 5 0 R', '3 0 R 3 0 R'), 3: page(annotations), 6: '[7 0 R]', 7: link }
      const pdf = await passes(tree(repeated))
      const node = pdf.get(pdf.root, 'Pages')
      const kids = isDict(node) ? pdf.get(node, 'Kids') : null
      const numbers = (isArray(kids) ? kids : []).map((kid) => (isRef(kid) ? kid.number : 0))
      const has = annotations ? 1 : 0
      expect([numbers[0], new Set(numbers).size]).toEqual([3, 3])
      expect(numbers.map((number) => annotationsOn(pdf, number) ?? 0)).toEqual([has + 1 + ofTimeStamps, has, has + 1])
    },
  )

  test('large pages that are named again and again are too much', () => {
    const kids = Array.from({ length: 400 }, () => '3 0 R').join(' ')
    const file = (size: number) =>
      tree({ 2: `<</Type /Pages /Kids [${kids}] /Count 400 ${box}>>`, 3: page(`/PieceInfo <</A (${'a'.repeat(size)})>>`) })
    expect([1_000, 100_000].map((size) => signability(file(size)))).toEqual(['signable', 'TOO_COMPLEX TOO_LARGE'])
  })

  test('a form that is the document information is so no longer (PyPDF2 1.27 to 2.1 has it in every file)', async () => {
    const information = '<</Producer (PyPDF2) /NeedAppearances true>>'
    const pdf = await passes(writePdf({ ...three, 1: catalogue('6 0 R'), 6: information }, { trailer: '/Info 6 0 R' }))
    const [form, kept] = [pdf.get(pdf.root, 'AcroForm'), pdf.get(pdf.trailer, 'Info')]
    expect([form, kept].map((dict) => isDict(dict) && [...dict.entries.keys()])).toEqual([
      ['NeedAppearances', 'SigFlags', 'Fields'],
      ['Producer', 'NeedAppearances'],
    ])
  })

  test.each(['1 0 R', '2 0 R', '3 0 R', '4 0 R'])(
    'pages or a catalogue that are called the document information: /Info %s',
    async (information) => {
      await passes(writePdf(three, { trailer: `/Info ${information}` }))
    },
  )

  const optional = {
    catalogue:
      'DSS Extensions PageLabels Dests PageLayout PageMode Outlines Threads AA URI SpiderInfo OutputIntents PieceInfo Perms Legal Requirements AF DPartRoot',
    page: 'LastModified BoxColorInfo Group Thumb B Dur Trans AA Metadata PieceInfo ID PZ SeparationInfo PresSteps VP AF',
    form: 'CO DR DA Q',
    tree: 'IDTree RoleMap ClassMap Namespaces PronunciationLexicon AF',
    element: 'ID Ref A C R T Lang Alt E ActualText AF NS',
    field: 'TU TM Ff DV AA DA Q DS RV M Border C OC AF MK A BS H MaxLen Opt',
    annotation: 'P NM M Border StructParent OC AF CA Lang Popup RC CreationDate IRT Subj RT IT QuadPoints',
  }
  test.each<[string, Record<number, string>?]>([
    ['null'],
    ['5'],
    ['[]'],
    ['[null]'],
    ['(text)'],
    ['/Name'],
    ['true'],
    ['<<>>'],
    ['[[<<>>]]'],
    ['99 0 R'],
    ['20 0 R', { 20: '[1]' }],
    ['20 0 R', { 20: '<</Length 1>>\nstream\nx\nendstream' }],
  ])('whatever need not be there is %s', async (value, objects) => {
    const odd = (keys: string) => keys.replace(/\w+/g, (key) => `/${key} ${value}`)
    await passes(
      tree({
        1: `<</Type /Catalog /Pages 2 0 R /AcroForm 10 0 R /StructTreeRoot 11 0 R /MarkInfo <</Marked true>> ${odd(optional.catalogue)}>>`,
        3: page(`/Annots [14 0 R 15 0 R] ${odd(optional.page)}`),
        10: `<</Fields [14 0 R] ${odd(optional.form)}>>`,
        11: `<</Type /StructTreeRoot /K 12 0 R /ParentTree <</Nums []>> ${odd(optional.tree)}>>`,
        12: `<</Type /StructElem /S /Document /P 11 0 R /K 13 0 R ${odd(optional.element)}>>`,
        13: '[]',
        14: `<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [10 10 90 30] ${odd(optional.field)}>>`,
        15: `<</Type /Annot /Subtype /Highlight /F 4 /Rect [10 40 90 60] /C [1 1 0] ${odd(optional.annotation)}>>`,
        ...objects,
      }),
    )
  })

  test.each(['5', '(text)', '[]', '<<>>', '1 0 R'])('a signature field that holds %s, which is no signature', async (value) => {
    const widget = `<</Type /Annot /Subtype /Widget /FT /Sig /T (mine) /F 4 /Rect [0 0 0 0] /V ${value}>>`
    await passes(tree({ 1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [6 0 R]>>>>', 4: page('/Annots [6 0 R]'), 6: widget }))
  })

  test('a list of elements that is that of a page’s content, too', async () => {
    const pdf = await passes(
      tree({
        1: '<</Type /Catalog /Pages 2 0 R /StructTreeRoot 6 0 R /MarkInfo <</Marked true>>>>',
        3: page('/StructParents 0'),
        6: '<</Type /StructTreeRoot /K 7 0 R /ParentTree <</Nums [0 9 0 R]>>>>',
        7: '<</Type /StructElem /S /Document /P 6 0 R /K 9 0 R>>',
        8: '<</Type /StructElem /S /P /P 7 0 R /Pg 3 0 R /K 0>>',
        9: '[8 0 R]',
      }),
    )
    expect(pdf.object({ kind: 'ref', number: 9, generation: 0 })?.value, 'of the content').toHaveLength(1)
  })

  test.each(['table', 'stream', 'hybrid'] as const)('a trailer that says more, which is said again: %s', async (kind) => {
    const trailer = '/DocChecksum /0F /AdditionalStreams [/application#2Fvnd.oasis 6 0 R]'
    const pdf = await passes(simplePdf({ kind, trailer, objects: { 6: '(a text)' } }), 1)
    expect([...pdf.trailer.entries.keys()]).toEqual(expect.arrayContaining(['DocChecksum', 'AdditionalStreams', 'Root', 'ID']))
    expect(pdf.trailer.entries.has('XRefStm')).toBe(false)
  })

  test.each(['table', 'stream', 'hybrid'] as const)('a trailer in which what leads elsewhere is null: %s', async (kind) => {
    const leading = kind === 'hybrid' ? '' : '/Prev null '
    await passes(simplePdf({ kind, trailer: `${leading}/Encrypt null /Info null` }), 1)
  })

  /** What signing adds to, each used by something else as well. */
  const added = {
    'the form': 10,
    'the list of fields': 11,
    'the list of annotations': 12,
    'the security store': 13,
    'the list of the parent tree': 16,
  }
  const asOthers: Record<string, Record<number, string>> = {
    'a font': { 4: page('/Resources <</Font <</F1 # 0 R>>>>') },
    'what an annotation shows': { 15: '<</Type /Annot /Subtype /Link /Rect [9 9 20 20] /AP <</N # 0 R>>>>' },
    'an entry of the catalogue': { 1: '/Order # 0 R' },
    'annotations of another page': { 4: page('/Annots # 0 R') },
    'what nothing leads to': { 17: '<</A # 0 R>>' },
  }
  test.each(
    Object.entries(added).flatMap(([name, number]) =>
      Object.entries(asOthers)
        .filter(([use]) => use !== 'annotations of another page' || number === 12)
        .map(([use, objects]) => [name, use, number, objects] as const),
    ),
  )('%s, which is %s, too', async (_name, _use, number, { 1: entry = '', ...objects }) => {
    await passes(
      tree({
        3: page('/Annots 12 0 R /StructParents 0'),
        10: '<</Fields 11 0 R>>',
        11: '[14 0 R]',
        12: '[14 0 R]',
        13: '<</Type /DSS>>',
        14: '<</Type /Annot /Subtype /Widget /FT /Tx /T (name) /F 4 /Rect [10 10 90 30]>>',
        16: '[0 []]',
        18: '<</Type /StructTreeRoot /K [] /ParentTree <</Nums 16 0 R>>>>',
        ...Object.fromEntries(Object.entries(objects).map(([key, body]) => [key, body.replace('#', String(number))])),
        1: `<</Type /Catalog /Pages 2 0 R /AcroForm 10 0 R /DSS 13 0 R /StructTreeRoot 18 0 R /MarkInfo <</Marked true>> ${entry.replace('#', String(number))}>>`,
      }),
    )
  })

  test('a damaged object that nothing leads to, whatever it names', async () => {
    const damaged = '<</Length 99 /A 7 0 R /B 8 0 R /C 9 0 R>>\nstream\n\nendstream'
    await passes(simplePdf({ objects: { 6: damaged } }), 1)
  })
})
