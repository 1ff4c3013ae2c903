/** Cross-references and object streams by which some readers find other objects than others do: a file of that kind is not signed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { linearized } from '../fixtures/pdf/make/linearized.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'
import { signability } from '../fixtures/pdf/signability.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, file, stream } from './validation-files.ts'
import { fileWithObjectStream } from './validation-objectStreams.ts'

const changed = (bytes: Buffer, from: string | RegExp, to: string | ((...found: string[]) => string)) => {
  const text = bytes.toString('latin1')
  const after = text.replace(from, to as string)
  if (after === text) throw new Error('nothing was changed')
  return Buffer.from(after, 'latin1')
}

describe('a linearized file, as long as it is as long as it says', () => {
  test.each<[string, Buffer]>([
    ['is signed', linearized()],
    ['is signed as qpdf writes it', fixture('qpdf-linearized.pdf')],
    ['is signed as qpdf writes it, with streams', fixture('qpdf-linearized-streams.pdf')],
    ['is signed as mutool writes it', linearized({ T: (main) => main + 5, beforeTrailer: '\n' })],
    ['may have hints that lead to no page', linearized({ hinted: [1, 8, 2] })],
    ['may lead to no page', linearized({ O: 7 })],
    ['may say what it likes where somebody appended to it', append(linearized({ N: 1, O: 3 }), { 20: '<<>>' })],
    ['may say what it likes where its length is another', linearized({ L: 500, N: 1, O: 3 })],
  ])('%s', (_, bytes) => expect(signability(bytes)).toBe('signable'))

  test.each<[string, Buffer]>([
    ['fewer pages: Firefox and poppler show no more', linearized({ N: 1 })],
    ['more pages', linearized({ N: 4 })],
    ['another first page', linearized({ O: 3 })],
    ['a first page that is in no tree', linearized({ O: 6 })],
    ['another place for its first page', linearized({ P: 2 })],
    ['other pages in its hints, which poppler shows', linearized({ hinted: [1, 0, 2] })],
    ['a table of entries at another place', linearized({ T: () => 300 })],
    ['a main section that is encrypted', linearized({ main: '/Encrypt 2 0 R' })],
    ['an end that leads to its main section alone', linearized({ startxref: (main) => main })],
    ['its length with what was appended', withLengthOf(append(linearized(), { 20: '<<>>' }))],
  ])('says %s', (_, bytes) => expect(signability(bytes)).toMatch(/^BROKEN /))

  test('and what was signed does not pass where its length is the signed one', async () => {
    const { length } = await signFile(linearized())
    const verdict = (bytes: Buffer) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
    const [honest, forged] = await Promise.all([signFile(linearized({ L: 500, N: 1 })), signFile(linearized({ L: length, N: 1 }))])
    expect(forged).toHaveLength(length)
    expect(verdict(honest)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
    const findings = expect.arrayContaining([{ code: 'readersFindOtherPages' }])
    expect(verdict(forged)).toMatchObject({ indication: 'INDETERMINATE', document: 'unproven', signatures: [{ findings }] })
  })
})

describe('an object', () => {
  const contents = stream('0 0 50 50 re f')
  const packed = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 300]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 6 0 R/Resources<<>>>>',
    6: contents,
    16: '<<>>',
  }
  const once = writePdf(packed)
  const row = `${String(once.indexOf('6 0 obj')).padStart(10, '0')} 00000 n`
  /** Object 6 is of generation 1, and of none in a revision behind it. */
  const ofBefore = changed(changed(once, row, row.replace('00000 n', '00001 n')), '6 0 obj', '6 1 obj')
  const ofStreams = fileWithObjectStream(packed, [1, 2, 3], 17)
  const hybrid = writePdf({ ...packed, 7: '<</Note(a)>>' }, { kind: 'hybrid' })

  test.each<[string, Buffer]>([
    ['stands in a file of tables', once],
    ['is free, and nothing leads to it', append(append(once, { 7: '<<>>' }), {}, { free: [7] })],
    ['stands in an object stream', ofStreams],
    ['stands in an object stream beside one that was written anew', append(ofStreams, { 3: packed[3] }, { kind: 'stream' })],
    ['stands in a hybrid', hybrid],
    [
      'is a reference, to which only the catalogue leads for what it says of the document, as macOS has it',
      file({ ...packed, 1: '<</Type/Catalog/Pages 2 0 R/Info 8 0 R>>', 8: '16 0 R' }),
    ],
  ])('%s', (_, bytes) => expect(signability(bytes)).toBe('signable'))

  test.each<[string, Buffer, string]>([
    ['of a lower generation than before, where PDFium stays with the older', append(ofBefore, { 6: contents }), 'BROKEN XREF'],
    ['that a table frees and the page leads to, where PDFium and poppler stay with it', append(once, {}, { free: [6] }), 'BROKEN XREF'],
    ['with the number 0', changed(once, /0000000000 65535 f/, '0000000009 65535 n'), 'BROKEN XREF'],
    ['that is nothing but a reference', file({ ...packed, 6: '8 0 R', 8: contents }), 'BROKEN OBJECT'],
    ['that is one in an object stream', fileWithObjectStream({ ...packed, 3: '8 0 R', 8: packed[3] }, [1, 2, 3], 17), 'BROKEN OBJECT'],
    [
      'that begins inside another',
      changed(ofStreams, /(1 0 2 \d+ 3) (\d+)/, `$1 ${packed[1].length + packed[2].length + 4}`),
      'BROKEN OBJECT',
    ],
    [
      'that ends inside another',
      changed(
        fileWithObjectStream(
          { ...packed, 1: '<</Type/Catalog/Pages 2 0 R/X 8 0 R/Y 9 0 R>>', 8: '<</Note[(a) (b)]>>', 9: '(c)' },
          [1, 2, 3, 8, 9],
          17,
        ),
        /(8 (\d+) 9 )(\d+)/,
        (_, head, at) => head + (Number(at) + 12),
      ),
      'BROKEN OBJECT',
    ],
    ['beyond the numbers that its cross-reference stream counts', changed(ofStreams, '/Size 19', '/Size 17'), 'BROKEN OBJECT'],
    [
      'beside what cannot be read and does not count any more, where MuPDF reads nothing of the stream',
      append(fileWithObjectStream({ ...packed, 3: '<</Type/Page' }, [1, 2, 3], 17), { 3: packed[3] }, { kind: 'stream' }),
      'BROKEN OBJECT',
    ],
    ['in an object stream that is nowhere', changed(ofStreams, /\/W\[1 4 2\]/, '/W[1 4 2]/Index[0 17 19 2]'), 'BROKEN OBJECT'],
    ['of a hybrid, of which its stream has the number', changed(hybrid, '18 0 obj', ' 6 0 obj'), 'BROKEN XREF'],
    [
      'that poppler misses, where something leads to nothing',
      append(ofStreams, { 16: '<<>>' }, { trailer: '/Root 1 0 R/Info 99 0 R' }),
      'BROKEN XREF',
    ],
  ])('%s', (_, bytes, said) => expect(signability(bytes)).toBe(said))

  const verdict = (bytes: Buffer) => {
    const { indication, signatures } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
    return [indication, signatures.map(({ findings }) => findings.filter(({ code }) => code === 'laterPartsUnreadable').length)]
  }
  /** The newest cross-reference stream says of its last entry but so many that it is free for good. */
  const freed = (bytes: Buffer, behind: number) => {
    const row = bytes.lastIndexOf('\nendstream') - 7 * (behind + 1)
    return Buffer.concat([bytes.subarray(0, row), Buffer.from([0, 0, 0, 0, 0, 255, 255]), bytes.subarray(row + 7)])
  }

  test('that is free for good, and there again, where PDFium finds none', async () => {
    const itself = 19
    const asIText = freed(append(ofStreams, { 16: '<<>>' }, { kind: 'stream' }), 0)
    const signed = await signFile(asIText)
    const [catalogue, store] = [bodyOf(signed, 1).replace('/Type', `/DSS ${itself} 0 R/Type`), '<</Type/DSS/Certs[]>>']
    const extended = append(signed, { 1: catalogue, [itself]: store }, { kind: 'stream' })
    expect(verdict(extended)).toEqual(['TOTAL-PASSED', [0]])
    expect(signability(extended)).toBe('signable')
    const again = (bytes: Buffer) => append(bytes, { 6: contents }, { kind: 'stream' })
    expect(verdict(again(signed))).toEqual(['TOTAL-PASSED', [0]])
    const hidden = again(freed(append(signed, {}, { kind: 'stream', free: [6] }), 1))
    expect(verdict(hidden)).toEqual(['INDETERMINATE', [1]])
    expect(signability(hidden)).toBe('BROKEN XREF')
    // beside one that is not where it should be: the rest was not looked at, and that is said
    const twoFree = freed(freed(append(signed, {}, { kind: 'stream', free: [6, 40] }), 1), 2)
    const besideBroken = append(twoFree, { 6: contents }, { kind: 'stream', offsets: { 40: 12 } })
    expect(verdict(besideBroken)).toEqual(['TOTAL-FAILED', [1]])
  })

  test('that poppler misses since a table was appended to what was signed', async () => {
    const signed = await signFile(fileWithObjectStream({ ...packed, 6: stream('0 0 50 50 re f', '/PieceInfo 99 0 R') }, [1, 2, 3], 17))
    expect(verdict(append(signed, { 16: '<<>>' }, { kind: 'stream' }))).toEqual(['TOTAL-PASSED', [0]])
    expect(verdict(append(signed, { 16: '<<>>' }, { kind: 'table' }))).toEqual(['INDETERMINATE', [1]])
  })

  test('a startxref that leads into the number of a cross-reference stream', () => {
    const at = Number(/startxref\s+(\d+)/.exec(ofStreams.toString('latin1'))![1])
    expect(signability(changed(ofStreams, `startxref\n${at}`, `startxref\n${at + 1}`))).toBe('BROKEN XREF')
  })
})

function fixture(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures/pdf', name))
}

function withLengthOf(bytes: Buffer): Buffer {
  return changed(bytes, /\/L \d{10}/, `/L ${String(bytes.length).padStart(10, '0')}`)
}
