/** Files that some readers do not read as they are written: they make up a file of what they find in it, or follow another cross-reference. */
import { describe, expect, test } from 'vitest'
import { signatureSentence } from '#contract/verificationSentences.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { bodyOf } from './validation-attacks.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'
import { objectStream } from './validation-objectStreams.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const signed = await signFile(file(contract()))
const saved = { 16: '<</Title(Test)/Producer(Test)/ModDate(D:20261121)>>' }

test('a file that was filled up so far that readers do not find its end', () => {
  const filled = (length: number, byte: number) => validate(Buffer.concat([signed, Buffer.alloc(length, byte)]))
  expect(filled(500, 0)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  for (const byte of [0, 0x20])
    expect(filled(1_100, byte)).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven', forgeries: [] })
})

test.each([
  ['a comment in it', (text: string) => text.replace('xref\n', 'xref\n%a\n')],
  ['an entry of another length', (text: string) => text.replace(/(\d{10}) 00000 n/, '$1 0 n')],
  ['no number of objects', (text: string) => text.replace(/\/Size \d+/, (found) => ' '.repeat(found.length))],
  ['a smaller number than those of its objects', (text: string) => text.replace(/\/Size \d+/, '/Size 9')],
  ['a number of objects with a point', (text: string) => text.replace(/\/Size (\d+)/, '/Size $1.')],
  [
    'something at the beginning of the file',
    (text: string) => text.replace('trailer', '50 1\n0000000000 00000 n \ntrailer').replace(/\/Size \d+/, '/Size 60'),
  ],
])('an appended cross-reference with %s', (_, change) => {
  const bytes = append(signed, saved)
  const at = bytes.lastIndexOf('\nxref\n') + 1
  const odd = Buffer.concat([bytes.subarray(0, at), Buffer.from(change(bytes.subarray(at).toString('latin1')), 'latin1')])
  expect(validate(bytes)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
  expect(validate(odd)).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven' })
})

/** Object 7 once more, in a stream that was signed: it says something else to whoever makes up the file. */
const hiding = { 30: stream(`\nendstream\nendobj\n7 0 obj\n${stream('BT /F1 18 Tf 72 700 Td (I owe you 900) Tj ET')}\nendobj\n`) }

test('a comment behind startxref that says it as well, which readers take for the last', async () => {
  const original = await signFile(file({ ...contract(), ...hiding }))
  const saidTwice = append(original, saved)
    .toString('latin1')
    .replace(/%%EOF\s*$/, `%startxref ${original.indexOf('7 0 obj')}\n%%EOF\n`)
  expect(validate(Buffer.from(saidTwice, 'latin1'))).not.toMatchObject({ indication: 'TOTAL-PASSED' })
  const named = append(original, saved)
    .toString('latin1')
    .replace(/startxref(\s+\d+\s+%%EOF\s*)$/, '%a program\nstartxref$1')
  expect(validate(Buffer.from(named, 'latin1'))).toMatchObject({ indication: 'TOTAL-PASSED' })
})

/** Readers that meet a reference to nothing make up the file of each object that stands in it, wherever that is. */
describe('where something else stands as well, for who makes up the file', () => {
  const unproven = { indication: 'INDETERMINATE', document: 'unproven', forgeries: [] }
  const debt = `\n7 0 obj\n${stream('BT /F1 18 Tf 72 700 Td (I owe you 900) Tj ET')}\nendobj\n`
  const toNothing = { trailer: '/Root 1 0 R/Info 99 0 R' }

  test.each([
    ['a string', `<</Producer(${debt})>>`],
    ['a stream', stream(debt)],
    ['a comment', `<</Producer(x)%${debt.replaceAll('\n', ' ')}\n>>`],
    ['a string, with a trailer', '<</Producer(\ntrailer <</Root 15 0 R>>\n)>>'],
  ])('in %s of what was appended', (_, object) => {
    expect(validate(append(signed, { 90: object }))).toMatchObject(unproven)
  })
  test('the first sentence does not say that nothing changed', () => {
    const [signature] = validate(append(signed, { 90: stream(debt) })).signatures
    expect(signatureSentence(signature!).en).toMatch(/could not be checked\.$/)
  })
  test('in the appended trailer', () => {
    expect(validate(append(signed, saved, { trailer: `/Root 1 0 R/Info 16 0 R/Note(${debt})` }))).toMatchObject(unproven)
  })
  test('in what was signed, and what was appended leads to nothing', async () => {
    const prepared = await signFile(file({ ...contract(), 30: stream(debt) }))
    expect(validate(append(prepared, saved))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(validate(append(prepared, saved, toNothing))).toMatchObject(unproven)
    expect(validate(append(prepared, { 90: '<</Title 6 3 R>>' }, { trailer: '/Root 1 0 R/Info 90 0 R' }))).toMatchObject(unproven)
  })
  test('in what was signed, under a number that nothing else has', async () => {
    const prepared = await signFile(file({ ...contract(), 30: stream(debt.replace('7 0 obj', '99 0 obj')) }))
    expect(validate(append(prepared, saved, toNothing))).toMatchObject(unproven)
    expect(validate(append(prepared, saved, { trailer: '/Root 1 0 R/Info 98 0 R' }))).toMatchObject({ indication: 'TOTAL-PASSED' })
  })
  test('nowhere: a reference to nothing harms nobody', () => {
    expect(validate(append(signed, saved, toNothing))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
  })
})

describe('an appended cross-reference stream', () => {
  const bytes = append(signed, saved, { kind: 'stream', free: [61] })
  const from = bytes.lastIndexOf('stream\n', bytes.lastIndexOf('endstream') - 1) + 'stream\n'.length
  const rows = bytes.subarray(from, bytes.lastIndexOf('\nendstream'))
  const withRows = (changed: Buffer, rewrite: (dictionary: string) => string = (text) => text) => {
    const dictionary = rewrite(bytes.subarray(signed.length, from).toString('latin1'))
    return Buffer.concat([signed, Buffer.from(dictionary, 'latin1'), changed, bytes.subarray(from + rows.length)])
  }

  test('as it is', () => expect(validate(withRows(rows))).toMatchObject({ indication: 'TOTAL-PASSED' }))

  test('with an entry of an unknown type for what is not there', () => {
    const unknown = Buffer.from(rows)
    unknown[7] = 3
    expect(validate(withRows(unknown))).not.toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test('with offsets of more octets than readers take', () => {
    const wide = Buffer.concat(
      Array.from({ length: rows.length / 7 }, (_, i) =>
        Buffer.concat([rows.subarray(7 * i, 7 * i + 1), Buffer.alloc(5), rows.subarray(7 * i + 1, 7 * i + 7)]),
      ),
    )
    const rewritten = withRows(wide, (text) =>
      text.replace('/W[1 4 2]', '/W[1 9 2]').replace(`/Length ${rows.length}`, `/Length ${wide.length}`),
    )
    expect(validate(rewritten)).not.toMatchObject({ indication: 'TOTAL-PASSED' })
  })
})

test('an object stream that has an object twice', () => {
  const page = bodyOf(signed, 4)
  const packed = (second: string) =>
    objectStream([
      [4, page],
      [second === '' ? 5_000 : 4, second || '<<>>'],
    ])
  const inStream = (second: string) => {
    const bytes = append(signed, { 4: page, 62: packed(second) }, { kind: 'stream' })
    const row = bytes.indexOf('stream\n', bytes.lastIndexOf('/Type/XRef')) + 'stream\n'.length
    bytes.writeUInt8(2, row)
    bytes.writeUInt32BE(62, row + 1)
    bytes.writeUInt16BE(0, row + 5)
    bytes.fill(' ', bytes.indexOf('4 0 obj', signed.length), bytes.indexOf('62 0 obj', signed.length))
    return validate(bytes)
  }
  expect(inStream('')).toMatchObject({ indication: 'TOTAL-PASSED' })
  expect(inStream(page.replace('7 0 R', '14 0 R'))).not.toMatchObject({ indication: 'TOTAL-PASSED' })
})

test('what cannot be read in one place hides nothing in another', () => {
  const forged = { 7: stream('BT /F1 18 Tf 72 700 Td (I owe you 900) Tj ET'), 60: '<</A' }
  expect(validate(append(signed, forged))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
})

test('a cross-reference stream that says twice how it is to be read, where no cross-reference leads', () => {
  const [, previous] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(signed.toString('latin1'))!
  const appended = (said: string) => {
    const entries = `/Type/XRef/Size 81/W[1 4 2]/Index[0 0]${said}/Root 1 0 R/Prev ${previous}`
    const text = `80 0 obj\n${stream('', entries)}\nendobj\nstartxref\n${signed.length}\n%%EOF\n`
    return validate(Buffer.concat([signed, Buffer.from(text, 'latin1')])).indication
  }
  expect(appended('')).toBe('TOTAL-PASSED')
  expect(appended('/DecodeParms<</Predictor 1/Predictor 2>>')).toBe('TOTAL-FAILED')
  expect(appended('/XRefStm 15'), 'or names another, which MuPDF follows').toBe('TOTAL-FAILED')
})

describe('a hybrid file', () => {
  const root = '/Root 1 0 R/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
  /** The stream says again where the document information is. */
  const hybrid =
    (more = '') =>
    (objects: Objects) => {
      const text = file(objects).toString('latin1')
      const [startxref, size] = [/startxref\s+(\d+)/, /\/Size (\d+)/].map((pattern) => Number(pattern.exec(text)![1])) as [number, number]
      const row = Buffer.alloc(7)
      row[0] = 1
      row.writeUIntBE(text.indexOf('16 0 obj'), 1, 4)
      const hidden = `${size} 0 obj\n${stream(row.toString('latin1'), `/Type/XRef/Size ${size + 1}/W[1 4 2]/Index[16 1]/Root 1 0 R${more}`)}\nendobj\n`
      const table = text.slice(startxref).replace('trailer\n<<', `trailer\n<</XRefStm ${startxref}`)
      const moved = table.replace(/startxref\n\d+/, `startxref\n${startxref + hidden.length}`)
      return Buffer.from(text.slice(0, startxref) + hidden + moved, 'latin1')
    }
  const trailer = (bytes: Buffer) => root + /\/XRefStm \d+/.exec(bytes.toString('latin1'))![0]

  test('whose trailer is repeated, as EU DSS does that signs what Word saved', () => {
    const original = handmade({ write: hybrid() })
    expect(validate(append(original, saved, { trailer: trailer(original) }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      document: 'extended',
    })
  })

  /** A table, and right behind it one of no entries that names a stream, which says where the page's content is. */
  const behindTable = (objects: Objects, contentAt: (text: string) => number, behind = 'xref\n0 0\n', trailer = root) => {
    const row = Buffer.alloc(7)
    const hidden = (at: number) => {
      row[0] = 1
      row.writeUIntBE(at, 1, 4)
      return { 70: stream(row.toString('latin1'), '/Type/XRef/Size 71/W[1 4 2]/Index[7 1]') }
    }
    const at = contentAt(append(signed, { ...objects, ...hidden(0) }, { trailer }).toString('latin1'))
    const text = append(signed, { ...objects, ...hidden(at) }, { trailer }).toString('latin1')
    const [, table] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)!
    const end = text.lastIndexOf('startxref')
    const second = `${behind}trailer\n<</Size 71${root}/Prev ${table}/XRefStm ${text.lastIndexOf('70 0 obj')}>>\nstartxref\n${end}\n%%EOF\n`
    return Buffer.from(text.slice(0, end) + second, 'latin1')
  }
  const content = stream('BT /F1 18 Tf 72 700 Td (I owe you 900) Tj ET')
  const asItWas = (text: string) => text.indexOf('7 0 obj')

  test('whose table stands right before that of the stream, as Acrobat saves', () => {
    expect(validate(behindTable(saved, asItWas))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(validate(behindTable({ ...saved, 7: content }, (text) => text.lastIndexOf('7 0 obj')))).toMatchObject({
      indication: 'TOTAL-FAILED',
      document: 'changed',
    })
  })

  test('the same, and the two do not agree about where the page’s content is', () => {
    expect(validate(behindTable({ ...saved, 7: content }, asItWas)).forgeries).toContain('hybridCrossReference')
  })

  test('the same, and the two do not agree about the catalogue', () => {
    const catalogue = { 71: contract()[1]! }
    const other = behindTable({ ...saved, ...catalogue }, asItWas, undefined, root.replace('1 0 R', '71 0 R'))
    expect(validate(other).forgeries).toContain('hybridCrossReference')
  })

  /** LiveCycle puts the stream between the two, and says there where it stands. */
  const between = (objects: Objects, more = '', said = '') => {
    const text = append(signed, objects, { trailer: root }).toString('latin1')
    const end = text.lastIndexOf('startxref')
    const row = Buffer.alloc(7)
    row[0] = 1
    row.writeUIntBE(end, 1, 4)
    const hidden = `70 0 obj\n${stream(row.toString('latin1'), `/Type/XRef/Size 71/W[1 4 2]/Index[70 1]${said}`)}\nendobj\n${more}`
    const [, table] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)!
    const second = `xref\n0 0\ntrailer\n<</Size 71${root}/Prev ${table}/XRefStm ${end}>>\n`
    return Buffer.from(`${text.slice(0, end)}${hidden}${second}startxref\n${end + hidden.length}\n%%EOF\n`, 'latin1')
  }

  test('whose stream stands between the two tables, as LiveCycle saves, and nothing else does', () => {
    expect(validate(between(saved))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(validate(between({ ...saved, 7: content }))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
    const beside = between(saved, `7 0 obj\n${content}\nendobj\n`)
    expect(validate(beside)).toMatchObject({ indication: 'TOTAL-FAILED', findings: [{ code: 'fileNotReadable' }] })
  })

  test('the same, and the stream says twice how it is to be read', () => {
    for (const said of ['/Root 1 0 R/Root 2 0 R', '/DecodeParms<</Predictor 1/Predictor 2>>'])
      expect(validate(between(saved, '', said)).forgeries).toContain('hybridCrossReference')
  })

  test('the same, and readers stumble over the second table', () => {
    expect(validate(behindTable(saved, asItWas, 'xref\n%\n0 0\n'))).toMatchObject({ indication: 'INDETERMINATE' })
  })

  /** The stream says again what the table does, which stands before the one that names it, and leads where that leads (Acrobat). */
  const aside = (
    base: Buffer,
    objects: Objects,
    { said = Object.keys(objects).map(Number), leads = '', number = 70, isEnded = false } = {},
  ) => {
    const text = append(base, objects, { trailer: root }).toString('latin1')
    const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1])
    const [, previous] = /\/Prev (\d+)/.exec(text.slice(table))!
    const rows = Buffer.alloc(7 * said.length)
    for (const [i, one] of said.entries()) {
      rows[7 * i] = 1
      rows.writeUIntBE(text.lastIndexOf(`\n${one} 0 obj`) + 1, 7 * i + 1, 4)
    }
    const entries = `/Type/XRef/Size 71/W[1 4 2]/Index[${said.map((one) => `${one} 1`).join(' ')}]/Prev ${leads || previous}`
    const hidden = `${number} 0 obj\n${stream(rows.toString('latin1'), entries)}\nendobj\n`
    const first = text.slice(table, text.lastIndexOf('startxref'))
    const second = `xref\n0 0\ntrailer\n<</Size 71${root}/Prev ${table + hidden.length}/XRefStm ${table}>>\n`
    const ended = isEnded ? `${first}startxref\n${table + hidden.length}\n%%EOF\n` : first
    const startxref = table + hidden.length + ended.length
    return Buffer.from(`${text.slice(0, table)}${hidden}${ended}${second}startxref\n${startxref}\n%%EOF\n`, 'latin1')
  }

  test('whose stream leads past the table before it, of which it says all', () => {
    const two = { ...saved, 69: 'null' }
    expect(validate(aside(signed, saved))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(validate(aside(signed, two))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    for (const odd of [{ said: [16] }, { leads: '15' }])
      expect(validate(aside(signed, two, odd)).forgeries).toContain('hybridCrossReference')
    // who makes up the file of what stands in it would take the stream for the page’s content
    expect(validate(aside(signed, saved, { number: 7 })).forgeries).toContain('incrementalSavingAttack')
  })

  test('the same, and the table ends a revision of its own, as Aspose.PDF saves what Word made', () => {
    const two = { ...saved, 69: 'null' }
    expect(validate(aside(signed, two, { isEnded: true }))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended' })
    expect(validate(handmade({ write: (objects) => aside(file(contract()), objects, { isEnded: true }) }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      document: 'asSigned',
    })
    for (const odd of [{ said: [16] }, { leads: '15' }])
      expect(validate(aside(signed, two, { ...odd, isEnded: true })).forgeries).toContain('hybridCrossReference')
    const page = { ...saved, 7: content }
    expect(validate(aside(signed, page, { isEnded: true }))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
  })

  test('the same, and what is saved later leads past the hybrid to the table', () => {
    const original = handmade({ write: (objects) => aside(file(contract()), objects, { isEnded: true }) })
    const [hybrid, table] = [...original.toString('latin1').matchAll(/startxref\s+(\d+)/g)].map(([, at]) => at!).reverse() as [
      string,
      string,
    ]
    const later = (objects: Objects) =>
      Buffer.from(
        append(original, objects, { trailer: root })
          .toString('latin1')
          .replace(`/Prev ${hybrid}`, `/Prev ${table}`.padEnd(6 + hybrid.length)),
        'latin1',
      )
    expect(validate(later(saved))).toMatchObject({ indication: 'TOTAL-PASSED', document: 'extended', forgeries: [] })
    expect(validate(later({ ...saved, 7: content }))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
  })

  test('whose stream leads to sections that the table does not lead to', () => {
    expect(validate(handmade({ write: hybrid('/Prev 15') }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      forgeries: ['hybridCrossReference'],
    })
  })
})
