/** Objects that a later revision defines again, saying the same to one reader and another thing to most. Each passed once. */
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })

const text = (words: string) => `BT /F1 18 Tf 72 700 Td (${words}) Tj ET`
const owed = text('I owe you 100').padEnd(120)
const forged = text('I owe you 900')
const deflated = (data: string) => deflateSync(Buffer.from(data, 'latin1')).toString('latin1')
const hex = (data: string) => Buffer.from(data, 'latin1').toString('hex')
/** Rows of a PNG predictor, the last of them cut short. */
const rows = (plain: string, columns: number, rest: string) =>
  stream(deflated([...(plain.match(new RegExp(`[^]{${columns}}`, 'g')) ?? []), rest].map((row) => `\0${row}`).join('')), predicted(columns))
const predicted = (columns: number) => `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${columns}>>`
/** Without a filter the one text, undone as hexadecimal the other. */
const both = `%0${hex(forged)}>\n${owed}`

const scaled = (factor: string, words: string) =>
  stream(
    `BT /F1 18000000 Tf (${words}) Tj ET`,
    `/Type/XObject/Subtype/Form/BBox[-1e10 -1e10 1e10 1e10]/Matrix[${factor} 0 0 ${factor} 72 700]/Resources<</Font<</F1 6 0 R>>>>`.replaceAll(
      '1e10',
      '10000000000',
    ),
  )
const page = contract()[4]!.replace('/Font<<', '/XObject<</A 26 0 R/B 27 0 R>>/Font<<')
const square = (flags: string) => `<</Type/Annot/Subtype/Square/Rect[60 690 400 730]/F ${flags}/IC[0 0 0]/C[0 0 0]>>`
const image = (colours: string) => ({
  8: stream('\u0001', '/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace 20 0 R/BitsPerComponent 8'),
  20: `[21 0 R/DeviceRGB 1 ${colours}]`,
  21: '/Indexed',
})
const utf16 = (words: string) => `<FEFF${Buffer.from(words, 'utf16le').swap16().toString('hex')}>`
const freeText = (style: string) => `<</Type/Annot/Subtype/FreeText/Rect[72 720 300 750]/F 4/Contents(I owe you nothing)/DA ${style}>>`

const forgeries: readonly [name: string, prepared: Objects, later: Objects][] = [
  ['content with a row of a predictor that is cut short', { 7: stream(owed) }, { 7: rows(owed, 120, forged) }],
  [
    'an empty stream beside the content with such a row',
    { 7: stream(owed) },
    { 4: contract()[4]!.replace('7 0 R', '[7 0 R 30 0 R]'), 30: rows('', 80, forged) },
  ],
  [
    'content whose filter stands in an object of its own',
    { 7: stream(both) },
    { 7: stream(both, '/Filter 30 0 R'), 30: '/ASCIIHexDecode' },
  ],
  [
    'content whose filter’s parameters do',
    { 7: stream(owed) },
    { 7: stream(deflated(owed), '/Filter/FlateDecode/DecodeParms 30 0 R'), 30: '<</Predictor 12/Columns 40>>' },
  ],
  [
    'content whose filter has a short name',
    { 7: stream(deflated(both), '/Filter/FlateDecode/F/ASCIIHexDecode') },
    { 7: stream(both, '/F/ASCIIHexDecode') },
  ],
  [
    'content whose one filter stands in a list, and its parameters do not',
    { 7: stream(owed) },
    { 7: stream(deflated(`\0${owed}`), predicted(120).replace('/FlateDecode', '[/FlateDecode]')) },
  ],
  [
    'numbers so small that their difference is nothing, and a font so large that it is something',
    { 4: page, 7: stream('/A Do /B Do'), 26: scaled('.000001', 'I owe you 100'), 27: scaled('.000000000001', 'I owe you 900') },
    { 26: scaled('.000000000001', 'I owe you 100'), 27: scaled('.000001', 'I owe you 900') },
  ],
  [
    'flags that are nearly the same number',
    { 3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '), 20: square('2') },
    { 20: square('2.000001') },
  ],
  [
    'flags with a point, which are none to some readers',
    { 3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '), 20: square('2') },
    { 20: square('2.0') },
  ],
  [
    'a turn with a point',
    { 4: contract()[4]!.replace('/Contents', '/Rotate 90/Contents') },
    { 4: contract()[4]!.replace('/Contents', '/Rotate 90.0/Contents') },
  ],
  ['a palette by a name that stands elsewhere', image('<FEFFD800D800>'), { 20: '[21 0 R/DeviceRGB 1 <FEFFDBFFDBFF>]' }],
  [
    'a style in another encoding, which readers do not take for a style',
    { 3: contract()[3]!.replace('/Annots[', '/Annots[20 0 R '), 20: freeText('(/F1 14 Tf 1 g)') },
    { 20: freeText(utf16('/F1 14 Tf 1 g')) },
  ],
]

test.each(forgeries)('%s', (_, prepared, later) => {
  const signed = handmade({ objects: prepared })
  expect(validate(signed)).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
  expect(validate(append(signed, later))).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed' })
})

test('content that is packed otherwise is the same', () => {
  const signed = handmade({ objects: { 7: stream(owed) } })
  for (const filter of ['/FlateDecode', '[/FlateDecode]', '/FlateDecode/DecodeParms null'])
    expect(validate(append(signed, { 7: stream(deflated(owed), `/Filter${filter}`) }))).toMatchObject({
      indication: 'TOTAL-PASSED',
      document: 'extended',
    })
})

test('a page’s content by a number with a point, which is none', () => {
  const signed = handmade({ objects: { 7: stream(owed) } })
  expect(validate(append(signed, { 4: contract()[4]!.replace('7 0 R', '7.0 0 R') }))).not.toMatchObject({ indication: 'TOTAL-PASSED' })
})

test('content whose comment some readers end with its stream', () => {
  const page = (streams: string) => contract()[4]!.replace('7 0 R', `[${streams}]`)
  const prepared = { 4: page('7 0 R 31 0 R'), 7: stream('1 g %'), 31: stream(`(\nQ %)\n${forged}`) }
  expect(validate(append(handmade({ objects: prepared }), { 4: page('40 0 R 7 0 R 31 0 R'), 40: stream('q\n') }))).toMatchObject({
    indication: 'TOTAL-FAILED',
  })
})
