/** What programs that append to a signed file write besides what they were asked for. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode, SignatureReport } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

function seen(bytes: Uint8Array): { indication: string; changes: ChangeCode[]; forgeries: readonly string[] } {
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}
const signed = await signFile(file(contract()))
const filled = { indication: 'TOTAL-PASSED', changes: ['fieldFilled'], forgeries: [] }

/** A field filled in, its appearance with it. */
const appearance = stream('BT /F1 12 Tf (250) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>')
function filledIn(before: string, change = (field: string) => field): Buffer {
  const field = change(bodyOf(signed, 10).replace('(100)', '(250)').replace('12 0 R', '30 0 R'))
  return append(signed, { 10: field, 30: appearance }, { before })
}

describe('a comment beside what is appended', () => {
  test.each(['\n% Written by MuPDF 1.28.5\n\n', '%\xe2\xe3\xcf\xd3\r\n', '% one\n% two\r\n\n', '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'])(
    'that says who wrote it: %j',
    (text) => {
      expect(seen(filledIn(text))).toEqual(filled)
    },
  )

  test.each([
    '% 5 0 obj\n',
    '%%EOF\n',
    '%PDF-1.7 5 0 obj\n',
    '%PDF-1.7%PDF-1.7\n',
    '% trailer <</Root 1 0 R>>\n',
    `%${' '.repeat(300)}\n`,
    'no comment\n',
    '% one\n5 0 obj\nnull\nendobj\n',
  ])('in which a reader may find something: %j', (text) => {
    expect(seen(filledIn(text))).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['incrementalSavingAttack'] })
  })
})

describe('an object that is written over in the same revision (Pdftools)', () => {
  const field = bodyOf(signed, 10).replace('(100)', '(250)').replace('12 0 R', '30 0 R')
  const over = (first: string, number = 30) =>
    seen(append(signed, { 10: field, 29: `null\nendobj\n${number} 0 obj\n${first}`, 30: appearance }))

  test('whatever it said', () => expect(over('<</Old true>>')).toEqual(filled))

  test.each([
    ['with data', stream('BT (900) Tj ET'), 30],
    ['with another in it', '<</A 1>>\nendobj\n5 0 obj\n<<>>', 30],
    ['with a comment', '<</A 1>> % 5 0\n', 30],
    ['that nothing leads to', '<</A 1>>', 5],
    ['that stands before it', '<</A 1>>', 10],
  ])('%s', (_, first, number) => {
    expect(over(first, number)).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['incrementalSavingAttack'] })
  })
})

describe('an object that is written once more, and to which nothing leads (iText 5)', () => {
  const again = (number: number, change = (body: string) => body) => `${number} 0 obj\n${change(bodyOf(signed, number))}\nendobj\n`
  test('as it is', () => {
    expect(seen(filledIn(`\n${again(5)}`))).toEqual(filled)
  })

  test.each([
    ['in other words', again(5, (body) => body.replace('100', '999'))],
    ['beside another', again(5) + again(7)],
    ['under another number', again(5).replace('5 0', '7 0')],
    ['of another generation', again(5).replace('5 0', '5 1')],
    ['under a number that is not in use', again(5).replace('5 0', '50 0')],
    ['with something behind it', `${again(5)}9 0 obj\nnull\nendobj\n`],
  ])('%s', (_, text) => {
    expect(seen(filledIn(text))).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['incrementalSavingAttack'] })
  })
})

test('what is packed in a later revision and cannot be expanded fails the file, and accuses nobody', () => {
  const catalogue = bodyOf(signed, 1).replace('/Pages', '/DSS 40 0 R/Pages')
  const bytes = append(signed, { 1: catalogue, 40: '<</Certs[41 0 R]>>', 41: stream('no such packing', '/Filter/FlateDecode') })
  const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  expect(report).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: [], findings: [{ code: 'fileNotReadable', detail: 'FILTER' }] })
})

describe('a field that nobody can fill in any more (Acrobat and iText close fields as somebody signs)', () => {
  const closed = (before: Buffer, objects: Record<number, (body: string) => string>) =>
    seen(append(before, Object.fromEntries(Object.entries(objects).map(([number, to]) => [number, to(bodyOf(before, Number(number)))]))))
  const flags = (now: number) => (body: string) => body.replace(/\/Ff \d+/, '').replace(/>>$/, `/Ff ${now}>>`)
  const passes = { indication: 'TOTAL-PASSED', changes: ['fieldClosed'], forgeries: [] }

  test('closed alone, and filled in with it', () => {
    expect(closed(signed, { 10: flags(1) })).toEqual(passes)
    const both = filledIn('', flags(1))
    expect(seen(both)).toEqual({ ...passes, changes: ['fieldClosed', 'fieldFilled'] })
    const [{ changesAfter }] = validateDocument(both, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures as [
      SignatureReport,
    ]
    expect(changesAfter.map(({ places }) => places?.length)).toEqual([undefined, 1])
  })

  test('a field to sign, and one that is signed', () => {
    const own = /(\d+) 0 obj\s*<<[^>]*\/T\s*\(Signature1\)/.exec(signed.toString('latin1'))![1]!
    expect(closed(signed, { 11: flags(1) })).toEqual(passes)
    expect(closed(signed, { [own]: flags(1) })).toEqual(passes)
  })

  test('only that: not another flag with it, and none that goes', async () => {
    const multiline = await signFile(file({ ...contract(), 10: contract()[10]!.replace('/FT/Tx', '/FT/Tx/Ff 4096') }))
    expect(closed(multiline, { 10: flags(4097) })).toEqual(passes)
    for (const other of [1, 3, 4099, 8193])
      expect(closed(multiline, { 10: flags(other) })).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['fieldChanged'] })
    const readOnly = await signFile(file({ ...contract(), 10: contract()[10]!.replace('/FT/Tx', '/FT/Tx/Ff 1') }))
    expect(closed(readOnly, { 10: flags(0) })).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('not where its author allows no changes', async () => {
    const certified = await signFile(file(contract()), { certify: 1 })
    expect(closed(certified, { 10: flags(1) })).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['fieldClosed'], forgeries: [] })
  })
})

describe('a field that is filled in', () => {
  const withMore = (entries: string) => seen(filledIn('', (field) => field.replace('/V', `${entries}/V`)))
  test.each(['/Ff 0', '/Q 0', '/MK<<>>', '/BS<</S/S/W 1>>', '/BS<</W 1>>/Ff 0'])('with what was so before it was said: %s', (entries) => {
    expect(withMore(entries)).toEqual(filled)
  })

  test('with flags of none, where it had no flags (PyMuPDF)', async () => {
    const bare = contract()[10]!.replace('/F 4', '')
    const original = await signFile(file({ ...contract(), 10: bare }), { certify: 2 })
    const withFlags = (flags: string) => {
      const field = bare.replace('(100)', `(250)${flags}`).replace('12 0 R', '30 0 R')
      return seen(append(original, { 10: field, 30: appearance }))
    }
    expect(withFlags('/F 0')).toEqual(filled)
    for (const flags of ['/F 2', '/F 4']) expect(withFlags(flags).indication).toBe('TOTAL-FAILED')
  })

  test.each(['/Ff 2', '/Q 2', '/MK<</BG[1 1 1]>>', '/BS<</S/S/W 9>>', '/BS<</S/U/W 1>>', '/BS<</W 1/D[3]>>', '/Ff 0/Parent 11 0 R'])(
    'with something else: %s',
    (entries) => {
      expect(withMore(entries).indication).toBe('TOTAL-FAILED')
    },
  )
})

test('a program’s own key in the page tree, where Aspose and iText 2 write their names, shows nothing', () => {
  const withKey = (entry: string) => seen(append(signed, { 2: bodyOf(signed, 2).replace(/>>$/, `${entry}>>`) }))
  for (const entry of ['/DefaultValue(Example)', '/ITXT(2.1.7)'])
    expect(withKey(entry)).toEqual({ indication: 'TOTAL-PASSED', changes: ['metadataUpdated'], forgeries: [] })
  for (const entry of ['/Rotate 90', '/UserUnit 2', '/Encoding 9 0 R', '/DefaultValue(Example)/CropBox[0 0 9 9]'])
    expect(withKey(entry)).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['pageTreeChanged'] })
})

describe('a page that is drawn on after it was signed', () => {
  const drawn = (before: Buffer, contents: string, resources = '', fonts = '/Font<</F1 6 0 R>>') =>
    seen(
      append(before, {
        3: bodyOf(before, 3).replace('/Contents 5 0 R', `/Contents ${contents}`).replace('/Font<</F1 6 0 R>>', `${fonts}${resources}`),
        40: stream('BT /F2 30 Tf 72 400 Td (Evaluation copy) Tj ET'),
        41: '[40 0 R 5 0 R]',
        42: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>',
        43: stream('q\n'),
        44: stream('Q\n'),
        45: stream('q 0 0 1 rg\n'),
        46: '[43 0 R 5 0 R 44 0 R]',
        47: '<</F1 6 0 R>>',
      }),
    )
  const same = { indication: 'TOTAL-PASSED', changes: [], forgeries: [] }
  const changed = { indication: 'TOTAL-FAILED', changes: ['pageChanged'], forgeries: [] }

  test.each(['[43 0 R 5 0 R 44 0 R]', '46 0 R', '[5 0 R]', '[43 0 R 43 0 R 5 0 R 44 0 R 44 0 R]'])(
    'shows what it showed in a frame that draws nothing: %s',
    (contents) => {
      expect(drawn(signed, contents)).toEqual(same)
      expect(drawn(signed, contents, '/Pattern<<>>/Shading<<>>')).toEqual(same)
      expect(drawn(signed, contents, '', '/Font 47 0 R')).toEqual(same)
    },
  )

  test('but not where a frame is a colour, or content leaves it', async () => {
    expect(drawn(signed, '[45 0 R 5 0 R 44 0 R]')).toEqual(changed)
    expect(drawn(signed, '[43 0 R 5 0 R 44 0 R]', '/Pattern 42 0 R')).toEqual(changed)
    const leaving = await signFile(file({ ...contract(), 5: contract()[5]!.replace('q 50 0 0 50', 'Q 50 0 0 50') }))
    expect(drawn(leaving, '[5 0 R 44 0 R]')).toEqual(same)
    expect(drawn(leaving, '[43 0 R 5 0 R 44 0 R]')).toEqual(changed)
  })

  test('is changed, and nobody is accused where all that was there stayed', () => {
    expect(drawn(signed, '[5 0 R 40 0 R]', '', '/Font<</F1 6 0 R/F2 42 0 R>>')).toEqual(changed)
    expect(drawn(signed, '41 0 R')).toEqual(changed)
  })

  test.each([
    ['40 0 R', undefined],
    ['[40 0 R 40 0 R]', undefined],
    ['[5 0 R 14 0 R]', undefined],
    ['[5 0 R 40 0 R]', '/Font<</F1 42 0 R>>'],
  ])('with what was there replaced, or what lay hidden shown: %s %s', (contents, fonts) => {
    expect(drawn(signed, contents, '', fonts)).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: [expect.stringMatching(/shadow/)] })
  })
})

test('a list of annotations that pdf-lib adds to where it stood, and writes into the page as well', async () => {
  const { 3: page, ...rest } = contract()
  const before = await signFile(file({ ...rest, 3: page!.replace('[10 0 R 11 0 R]', ' 30 0 R'), 30: '[10 0 R 11 0 R]' }))
  const list = bodyOf(before, 30).replace(/^\[|\]$/g, '')
  const note = '<</Type/Annot/Subtype/Text/Rect[400 400 420 420]>>'
  const page3 = bodyOf(before, 3).replace('/Annots 30 0 R', `/Annots[${list} 50 0 R]`)
  const added = { 3: page3, 30: `[${list} 50 0 R]`, 50: note }
  expect(seen(append(before, added))).toEqual({ indication: 'TOTAL-PASSED', changes: ['annotationPermitted'], forgeries: [] })
})

const note = '<</Type/Annot/Subtype/Text/Rect[400 400 420 420]>>'
const { 3: page, ...rest } = contract()

describe('objects that were left behind, to which nothing leads any more,', () => {
  const withNote = (file: Buffer) => append(file, { 3: bodyOf(file, 3).replace(/(?<=\/Annots\s*\[)/, '50 0 R '), 50: note })

  test('may name a number that is given to something new', async () => {
    const objects = (number: number) => ({ ...rest, 3: page!, [number]: contract()[number]!.replace('/Type', '/Old 50 0 R/Type') })
    expect(seen(withNote(await signFile(file(objects(15)))))).toEqual({
      indication: 'TOTAL-PASSED',
      changes: ['annotationPermitted'],
      forgeries: [],
    })
    expect(seen(withNote(await signFile(file(objects(4)))))).toMatchObject({ forgeries: ['shadowHideAndReplace'] })
  })

  test('may lead to a list that grows', () => {
    const annotations = { 3: page!.replace('[10 0 R 11 0 R]', ' 30 0 R'), 30: '[10 0 R 11 0 R]' }
    const grown = (objects: Objects) =>
      seen(append(handmade({ objects: { ...annotations, ...objects } }), { 30: '[10 0 R 11 0 R 50 0 R]', 50: note }))
    const old = '<</Annots 30 0 R>>'
    expect(grown({ 15: old })).toEqual({ indication: 'TOTAL-PASSED', changes: ['annotationPermitted'], forgeries: [] })
    expect(grown({ 6: '<</Type/Font/Subtype/Type1/Old 30 0 R>>' })).toMatchObject({ forgeries: ['shadowReplace'] })
  })
})

test('a copy of a page to which only an annotation leads shows no list that grows (PyPDF2)', () => {
  const copied = page!.replace('[10 0 R 11 0 R]', ' 30 0 R')
  const objects = { 3: copied, 10: contract()[10]!.replace('/P 3 0 R', '/P 15 0 R'), 15: copied, 30: '[10 0 R 11 0 R]' }
  const grown = append(handmade({ objects }), { 30: '[10 0 R 11 0 R 50 0 R]', 50: note })
  expect(seen(grown)).toEqual({ indication: 'TOTAL-PASSED', changes: ['annotationPermitted'], forgeries: [] })
})

test('pages that were not there are not said to have been hidden', () => {
  const tree = bodyOf(signed, 2)
  const blank = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'
  const added = append(signed, { 2: tree.replace(']', ' 40 0 R]').replace('/Count 2', '/Count 3'), 40: blank })
  expect(seen(added)).toMatchObject({ changes: ['pageTreeChanged'], forgeries: ['incrementalSavingAttack'] })
  const uncovered = append(signed, { 2: tree.replace(']', ' 15 0 R]').replace('/Count 2', '/Count 3') })
  expect(seen(uncovered)).toMatchObject({ changes: ['pageTreeChanged'], forgeries: ['shadowHideAndReplace'] })
})

describe('a stream that is packed anew', () => {
  const packed = (text: string, more = '', level = 9) => {
    const data = deflateSync(Buffer.from(text, 'latin1'), { level }).toString('latin1')
    return stream(data, `/Filter/FlateDecode${more}`)
  }
  const content = /stream\n([^]*)\nendstream/.exec(contract()[5]!)![1]!

  test('as Chrome packs what it saves again, says what it said', () => {
    expect(seen(append(signed, { 5: packed(content) }))).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })

  test('with more or less care than before says the same', async () => {
    const before = await signFile(file({ ...contract(), 5: packed(content) }))
    expect(packed(content, '', 1)).not.toEqual(packed(content))
    expect(seen(append(before, { 5: packed(content, '', 1) }))).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })

  test.each([
    ['says something else', { 5: packed(content.replace('100', '900')) }],
    ['says it with other resources', { 5: packed(content, '/Resources<</Font<</F1 8 0 R>>>>') }],
    ['cannot be unpacked', { 5: stream(content, '/Filter/FlateDecode') }],
    ['is packed as nobody unpacks it', { 5: stream(content, '/Filter/JPXDecode') }],
  ])('and %s is a change', (_, objects) => {
    expect(seen(append(signed, objects))).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['contentChanged'] })
  })

  test('and is larger than anybody unpacks is left open', async () => {
    const large = ' '.repeat(17 * 2 ** 20)
    const before = await signFile(file({ ...contract(), 5: packed(content + large) }))
    expect(seen(append(before, { 5: packed(content + large, '', 1) }))).toEqual({
      indication: 'INDETERMINATE',
      changes: [],
      forgeries: [],
    })
  })
})

test('an annotation that is no object of its own is for somebody to look at, and none was removed', () => {
  const page = bodyOf(signed, 3).replace(/\/Annots ?\[([^\]]*)\]/, '/Annots[$1<</Type/Annot/Subtype/Text/Rect[400 400 420 420]>>]')
  expect(seen(append(signed, { 3: page }))).toEqual({ indication: 'INDETERMINATE', changes: ['annotationUnjudged'], forgeries: [] })
})

describe('a mark on what the author certified, and allowed none', () => {
  const marked = async (subtype: string, box: string) => {
    const certified = await signFile(file(contract()), { certify: 2 })
    const page = bodyOf(certified, 3).replace(/\/Annots ?\[/, '/Annots[50 0 R ')
    const appearance = stream('1 g 0 0 200 40 re f', '/Type/XObject/Subtype/Form/BBox[0 0 200 40]')
    const mark = `<</Type/Annot/Subtype/${subtype}/Rect[${box}]/F 4/AP<</N 51 0 R>>>>`
    return seen(append(certified, { 3: page, 50: mark, 51: appearance }))
  }

  test('is a change, and an attack where it covers something', async () => {
    const beside = { indication: 'TOTAL-FAILED', changes: ['annotationAdded'], forgeries: [] }
    expect(await marked('FreeText', '300 300 500 340')).toEqual(beside)
    expect(await marked('Stamp', '300 300 500 340')).toEqual(beside)
    expect(await marked('FreeText', '72 690 272 730')).toEqual({ ...beside, forgeries: ['evilAnnotationAttack'] })
  })
})
