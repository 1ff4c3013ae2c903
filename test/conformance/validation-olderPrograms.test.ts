/** What programs wrote that nobody would write now, in files that are whole. Each was called failed once. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade, countersigned } from './validation-handmade.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const passed = { indication: 'TOTAL-PASSED', forgeries: [] }

test('offsets that count the end of line before the object (EU DSS)', async () => {
  const signed = await signFile(file(contract()))
  const info = `16 0 obj\n<</Title(Test)/Producer(Test)/ModDate(D:20261121)>>\nendobj\n`
  const startxref = signed.length + 1 + info.length
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(signed.toString('latin1'))![1]
  const trailer = `<</Size 60/Root 1 0 R/Info 16 0 R/Prev ${previous}>>`
  const table = `xref\n16 1\n${String(signed.length).padStart(10, '0')} 00000 n \ntrailer\n${trailer}\nstartxref\n${startxref}\n%%EOF\n`
  expect(validate(Buffer.concat([signed, Buffer.from(`\n${info}${table}`)]))).toMatchObject(passed)
})

test('a trailer behind a cross-reference stream', () => {
  const signed = handmade({
    write: (objects) =>
      Buffer.from(file(objects, undefined, 'stream').toString('latin1').replace('startxref', 'trailer\n<</Size 18>>\nstartxref'), 'latin1'),
  })
  expect(validate(signed)).toMatchObject({ ...passed, document: 'asSigned' })
})

test('a security store that leaves out what the one before it held, under names of another digest', async () => {
  const signed = await signFile(file(contract()), { level: 'B-LTA' })
  const store = (name: string) => `<</Certs[60 0 R]/VRI<</${name}<</Cert[60 0 R]>>>>>>`
  const rebuilt = (name: string) => {
    const catalogue = bodyOf(signed, 1).replace(/\/DSS (\d+ 0 R|<<.*?>>)/, '/DSS 61 0 R')
    return validate(append(signed, { 1: catalogue, 60: stream(Buffer.from(fahad.certificate.der).toString('latin1')), 61: store(name) }))
  }
  for (const length of [40, 64]) {
    const { signatures, document } = rebuilt('A'.repeat(length))
    expect(document).not.toBe('changed')
    expect(signatures.at(-1)!.changesAfter.map(({ code }) => code)).toContain('validationDataRemoved')
  }
  expect(rebuilt('A'.repeat(41))).toMatchObject({ document: 'changed' })
})

test('proof of the answers and lists of a signature among its own (iText 5), once and no deeper', async () => {
  const signed = await signFile(file(contract()))
  const name = 'A'.repeat(40)
  const within = (entry: string) => {
    const catalogue = bodyOf(signed, 1).replace(/>>$/, '/DSS 61 0 R>>')
    const store = `<</Certs[60 0 R]/VRI<</${name}<</Cert[60 0 R]/${'B'.repeat(40)} 62 0 R>>>>>>`
    return validate(
      append(signed, { 1: catalogue, 60: stream(Buffer.from(fahad.certificate.der).toString('latin1')), 61: store, 62: entry }),
    )
  }
  expect(within('<</TU(D:20131122131601Z)/Cert[60 0 R]>>')).toMatchObject(passed)
  for (const entry of ['<</Kids[5 0 R]>>', `<</${name}<</TU(D:20131122131601Z)>>>>`, '[5 0 R]'])
    expect(within(entry)).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
})

test('data behind the signature in the space that was kept for it: nothing is proven of them, and nothing is forged', () => {
  const signed = handmade()
  const end = signed.indexOf('>', signed.indexOf('/Contents <3'))
  signed.write('4a4b', end - 4, 'latin1')
  const report = validate(signed)
  expect(report).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven', forgeries: [] })
  expect(report.signatures[0]!.findings.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['contentsPadding', 'uncoveredBytesUnexplained']),
  )
})

describe('the appearance of a field to sign, drawn anew where it stood by who signs (pyHanko)', () => {
  const form = (content: string) => stream(content, '/Type/XObject/Subtype/Form/BBox[0 0 128 50]')
  const widget = (value: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)/Rect[72 100 200 150]/P 3 0 R/F 4/AP<</N 20 0 R>>${value}>>`
  const drawnAnew = async (appearances: string, other: string) => {
    const made: Objects = {
      10: contract()[10]!.replace('<</N 12 0 R>>', other),
      20: form('.9 g 0 0 128 50 re f'),
    }
    if (appearances === ' 21 0 R') made[21] = '<</N 20 0 R>>'
    const own = (value: string) => widget(value).replace('<</N 20 0 R>>', appearances)
    const before = await signFile(file({ ...contract(), ...made, 11: own('') }))
    return validate(countersigned(before, { 11: own('/V 61 0 R'), 20: form('.5 g 0 0 128 50 re f') }, 61)).signatures[0]
  }

  test.each(['<</N 20 0 R>>', ' 21 0 R'])('%s', async (appearances) => {
    const passes = { indication: 'TOTAL-PASSED', changesAfter: [{ code: 'signatureAdded' }] }
    expect(await drawnAnew(appearances, '<</N 12 0 R>>')).toMatchObject(passes)
  })

  test.each([
    ['<</N 20 0 R>>', '<</N 20 0 R>>'],
    [' 21 0 R', ' 21 0 R'],
  ])('not where another field shows it, too: %s', async (appearances, other) => {
    expect(await drawnAnew(appearances, other)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
})

test('objects that end otherwise than in endobj, and streams that begin behind a CR or a space (Sage FRP 1000, Dynamics AX)', () => {
  const odd = handmade({
    objects: {
      18: '<</A 1>>>>',
      19: '',
      20: stream('unseen').replace('stream\n', 'stream\r'),
      21: stream('unseen').replace('stream\n', 'stream \n'),
    },
    write: (objects) => withoutEnd(file(objects)),
  })
  expect(validate(odd)).toMatchObject({ ...passed, document: 'asSigned' })
  expect(validate(append(odd, { 5: stream('BT /F1 18 Tf 72 700 Td (I owe you 999 riyals) Tj ET') }))).toMatchObject({ document: 'changed' })
})

test('two lists of references, of which the strictest counts (Syncfusion)', () => {
  const list = (permission: number) => `/Reference[<</TransformMethod/DocMDP/TransformParams<</P ${permission}/V/1.2>>>>]`
  for (const entries of [list(3) + list(1), list(1) + list(3)]) {
    const certified = handmade({ entries })
    const report = validate(certified)
    expect(report).toMatchObject({ ...passed, document: 'asSigned' })
    expect(report.signatures[0]!.certifies).toBe(1)
    expect(validate(append(certified, { 16: '<</Title(Other)/Producer(Test)>>' }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      document: 'changed',
    })
  }
  expect(validate(handmade({ entries: '/Filter/Other' }))).toMatchObject({
    indication: 'TOTAL-FAILED',
    forgeries: ['universalSignatureForgery'],
  })
})

test('what a font says of its characters, in an object of its own each time that a file is saved (Aspose.PDF)', () => {
  const font = (info: number) => `<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo ${info} 0 R>>`
  const collection = (ordering: string) => `<</Registry(Adobe)/Ordering(${ordering})/Supplement 0>>`
  const page = { 4: contract()[4]!.replace('/F1 6 0 R', '/F1 6 0 R/F2 20 0 R') }
  const original = handmade({ objects: { ...page, 20: font(21), 21: collection('Identity') } })
  expect(validate(append(original, { 20: font(30), 30: collection('Identity') }))).toMatchObject(passed)
  expect(validate(append(original, { 20: font(30), 30: collection('Japan1') }))).toMatchObject({
    indication: 'TOTAL-FAILED',
    document: 'changed',
  })
})

describe('an object that has two entries in one section (Aspose.PDF)', () => {
  /** The second entry leads to what stands at the end of the file, or nowhere. */
  const signedTwice = (number: number, other?: string) =>
    validate(
      handmade({
        objects: { 20: `<</Unused true>>${other === undefined ? '' : `\nendobj\n${number} 0 obj\n${other}`}` },
        write: (objects) => {
          const text = file(objects).toString('latin1')
          const at = String(text.lastIndexOf(`\n${number} 0 obj`) + 1).padStart(10, '0')
          const entry = other === undefined ? '0000000000 65535 f' : `${at} 00000 n`
          return Buffer.from(text.replace('trailer', `${number} 1\n${entry} \ntrailer`), 'latin1')
        },
      }),
    )

  test('to which nothing leads, or which says the same in both places', () => {
    expect(signedTwice(20)).toMatchObject({ ...passed, document: 'asSigned' })
    expect(signedTwice(20, 'no object')).toMatchObject({ ...passed, document: 'asSigned' })
    expect(signedTwice(16, contract()[16])).toMatchObject({ ...passed, document: 'asSigned' })
  })

  test.each([
    ['content that is shown', 5, stream('BT /F1 18 Tf 72 700 Td (I owe you 999 riyals) Tj ET')],
    ['content that is shown, and none', 5, undefined],
    ['the document information', 16, '<</Producer(Other)>>'],
    [
      'the same twice in the same place, and something else',
      9,
      '<</Type/Encoding/BaseEncoding/WinAnsiEncoding/BaseEncoding/MacRomanEncoding>>',
    ],
    ['what cannot be read', 16, 'no object'],
  ])('of which one says otherwise: %s', (_, number, other) => {
    expect(signedTwice(number, other)).toMatchObject({
      indication: 'TOTAL-FAILED',
      findings: [{ code: 'fileNotReadable', detail: 'XREF' }],
    })
  })

  test('that says otherwise in the file as it was signed, and one thing in what came later', () => {
    const other = '<</Producer(Other)>>'
    const objects = { 20: `<</Unused true>>\nendobj\n16 0 obj\n${other}` }
    const write = (all: Objects) => {
      const text = file(all).toString('latin1')
      return Buffer.from(
        text.replace('trailer', `16 1\n${String(text.lastIndexOf('\n16 0 obj') + 1).padStart(10, '0')} 00000 n \ntrailer`),
        'latin1',
      )
    }
    const later = append(handmade({ objects, write }), { 16: '<</Title(Test)/Producer(Test)>>' })
    expect(validate(later)).toMatchObject({ indication: 'TOTAL-FAILED', findings: [{ code: 'fileNotReadable', detail: 'XREF' }] })
  })

  /** A field is filled in, its appearance written in two places. */
  const appended = (one: string, other = one) => {
    const field = contract()[10]!.replace('(100)', '(250)').replace('12 0 R', '30 0 R')
    const text = append(handmade(), { 10: field, 30: `${one}\nendobj\n30 0 obj\n${other}` }).toString('latin1')
    const [at, second] = [text.lastIndexOf('trailer'), text.lastIndexOf('30 0 obj')]
    return validate(Buffer.from(`${text.slice(0, at)}30 1\n${String(second).padStart(10, '0')} 00000 n \n${text.slice(at)}`, 'latin1'))
  }
  const drawn = (amount: string) =>
    stream(`BT /F1 12 Tf (${amount}) Tj ET`, '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>')

  test('in what is appended, as PDFgear has it, the same in both places', () => {
    expect(appended(drawn('250'))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
  })

  test('in what is appended, which says otherwise', () => {
    const unread = { indication: 'TOTAL-FAILED', findings: [{ code: 'fileNotReadable', detail: 'XREF' }] }
    expect(appended(drawn('250'), drawn('999'))).toMatchObject(unread)
    expect(appended(drawn('250'), drawn('250').replace('/BBox[0 0 128', '/BBox[0 0 129'))).toMatchObject(unread)
    const text = append(handmade(), { 16: '<</Producer(Test)>>' }).toString('latin1')
    const at = text.lastIndexOf('trailer')
    expect(validate(Buffer.from(`${text.slice(0, at)}16 1\n0000000000 65535 f \n${text.slice(at)}`, 'latin1'))).toMatchObject(unread)
  })
})

describe('a group of buttons', () => {
  const form = (fields: string) => contract()[1]!.replace('[10 0 R 11 0 R]', `[${fields}]`)
  const button = (parent: number) => `<</Type/Annot/Subtype/Widget/Rect[72 400 90 420]/P 3 0 R/F 4/Parent ${parent} 0 R/AS/Off>>`
  const group = (name: string) => `<</FT/Btn/Ff 32768/T(${name})/V/Off/Kids[21 0 R 21 0 R]>>`
  const page = { 3: contract()[3]!.replace('11 0 R]', '11 0 R 21 0 R]') }
  const signedWith = (fields: string, more: Objects = {}) =>
    validate(handmade({ objects: { ...page, 1: form(fields), 20: group('choice'), 21: button(20), ...more } }))

  test('each named among the fields of the form, too (jsPDF), or more than once', () => {
    for (const fields of ['10 0 R 11 0 R 20 0 R 21 0 R', '21 0 R 20 0 R 10 0 R 11 0 R 11 0 R'])
      expect(signedWith(fields)).toMatchObject({ ...passed, document: 'asSigned' })
  })

  test('of two groups: nobody could say which', () => {
    const report = signedWith('10 0 R 11 0 R 20 0 R 22 0 R', { 22: group('other') })
    expect(report).toMatchObject({ indication: 'TOTAL-FAILED', findings: [{ code: 'fileNotReadable', detail: 'LOOP' }] })
  })
})

describe('behind the signed revision, where no file can be read', () => {
  const behind = (text: string) => validate(Buffer.concat([handmade(), Buffer.from(text)]))
  test('the end of a longer file that stood there before: changed, and nobody forged it', () => {
    const tail = ' 12]/Prev 116>>stream\n0\nendstream\nendobj\nstartxref\n99999\n%%EOF\n'
    expect(behind(tail)).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed', forgeries: [] })
  })
  test.each(['5 0 obj\n<<>>\nendobj\nstartxref\n99999\n%%EOF\n', 'trailer\n<</Root 14 0 R>>\nstartxref\n99999\n%%EOF\n'])(
    'what readers would make up a file of: %j',
    (text) => {
      expect(behind(text)).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed', forgeries: ['incrementalSavingAttack'] })
    },
  )
})

/** The first object goes over into the next. */
const withoutEnd = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('\nendobj\n', ' '.repeat('\nendobj\n'.length)), 'latin1')
