/** Fields that lay over what was written when it was signed, and fields that bring no appearance: what readers make of them later. */
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

function seen(bytes: Uint8Array): { indication: string; changes: ChangeCode[]; forgeries: readonly string[] } {
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}
const filled = { indication: 'TOTAL-PASSED', changes: ['fieldFilled'], forgeries: [] }
const toBeLookedAt = { indication: 'INDETERMINATE', changes: ['fieldUnjudged'], forgeries: [] }

const form = (content: string, more = '/Resources<</Font<</F1 6 0 R>>>>') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 328 30]${more}`)

/** A field over the sentence or beside it, which shows nothing when it is signed, and what it becomes. */
async function filledLater(field: string, appearances: Record<string, string>, later: (field: string) => string, more: Objects = {}) {
  const at = (rect: string) => `<</Type/Annot/Subtype/Widget/T(amount)/Rect[${rect}]/P 3 0 R/DA(/F1 18 Tf)${field}>>`
  const made = async (rect: string, page = '') => {
    const [content, turned] = [stream('BT /F1 18 Tf 72 700 Td (I owe) Tj ET'), contract()[3]!.replace('/Parent', `${page}/Parent`)]
    const before = await signFile(file({ ...contract(), 3: turned, 5: content, 10: at(rect), ...appearances }))
    return seen(append(before, { 10: later(bodyOf(before, 10)), ...more }))
  }
  return { over: await made('72 690 400 720'), beside: await made('72 400 400 430'), turned: await made('72 400 400 430', '/Rotate 90') }
}

describe('a field that lay over what was written', () => {
  const empty = { 12: form('') }

  test('filled in with a letter as large as the sentence', async () => {
    const later = (field: string) => field.replace('/V()', '/V(-)').replace('12 0 R', '30 0 R')
    const giant = { 30: form('BT /F1 38 Tf 20 2 Td (-) Tj ET') }
    const { over, beside } = await filledLater('/FT/Tx/V()/F 4/AP<</N 12 0 R>>', empty, later, giant)
    expect(over).toEqual(toBeLookedAt)
    expect(beside).toEqual(filled)
  })

  test('drawn by readers on a ground that nobody saw', async () => {
    const later = (field: string) => field.replace('/V()', '/V(I owe nothing)').replace(/\/AP ?<<.*?>>/, '')
    const { over, beside } = await filledLater('/FT/Tx/V()/F 4/AP<</N 12 0 R>>/MK<</BG[1 1 1]>>', empty, later)
    expect(over).toEqual(toBeLookedAt)
    expect(beside).toEqual(filled)
  })

  test('a check box whose other state is another sentence', async () => {
    const states = { 12: form('1 g 0 0 328 30 re f 0 g BT /F1 18 Tf 0 10 Td (I owe nothing) Tj ET'), 22: form('') }
    const later = (field: string) => field.replace('/V/Off/AS/Off', '/V/Yes/AS/Yes')
    const { over, beside } = await filledLater('/FT/Btn/V/Off/AS/Off/F 4/AP<</N<</Yes 12 0 R/Off 22 0 R>>>>', states, later)
    expect(over).toEqual(toBeLookedAt)
    expect(beside).toEqual(toBeLookedAt)
    const ticked = { 12: form('0 0 m 8 0 l 20 20 l S'), 22: form('') }
    const tick = await filledLater('/FT/Btn/V/Off/AS/Off/F 4/AP<</N<</Yes 12 0 R/Off 22 0 R>>>>', ticked, later)
    expect(tick.beside).toEqual(filled)
  })

  test('drawn elsewhere than its rectangle says', async () => {
    const later = (field: string) => field.replace('/V()', '/V(250)').replace('12 0 R', '30 0 R')
    const value = { 30: form('BT /F1 18 Tf (250) Tj ET') }
    const upright = await filledLater('/FT/Tx/V()/F 20/AP<</N 12 0 R>>', empty, later, value)
    expect(upright.beside).toEqual(filled)
    expect(upright.turned).toEqual(toBeLookedAt)
    const large = await filledLater('/FT/Tx/V()/F 12/AP<</N 12 0 R>>', empty, later, value)
    expect(large.beside).toEqual(toBeLookedAt)
  })
})

describe('a signature field that showed something and was hidden', () => {
  const sentence = { 20: form('1 g 0 0 328 30 re f 0 g BT /F1 18 Tf 0 10 Td (I owe nothing) Tj ET') }
  const widget = '/Type/Annot/Subtype/Widget/Rect[72 690 400 720]/P 3 0 R/F 2/AP<</N 20 0 R>>'

  test('uncovered, and nobody signed', async () => {
    const before = await signFile(file({ ...contract(), ...sentence, 11: `<<${widget}/FT/Sig/T(approval)>>` }))
    expect(seen(append(before, { 11: bodyOf(before, 11).replace('/F 2', '/F 4') }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      changes: ['appearanceChanged'],
    })
  })

  test('uncovered by who signed', async () => {
    const kid = {
      3: contract()[3]!.replace('11 0 R', '21 0 R'),
      11: '<</FT/Sig/T(approval)/Kids[21 0 R]>>',
      21: `<<${widget}/Parent 11 0 R>>`,
    }
    const before = await signFile(file({ ...contract(), ...sentence, ...kid }))
    const both = await signFile(before, { by: fahad, fieldName: 'approval' })
    const own = append(both, { 21: bodyOf(before, 21).replace('/F 2', '/F 4') })
    expect(seen(own)).toMatchObject({ indication: 'INDETERMINATE', changes: ['signatureAdded', 'signatureUnjudged'] })
  })
})

describe('a field that readers draw', () => {
  const drawn = async (change: (catalogue: string) => string, more: Objects = {}) => {
    const objects = contract()
    const before = await signFile(file({ ...objects, 10: objects[10]!.replace(/\/AP<<.*?>>/, '').replace('/DA(/F1 12 Tf)', '') }))
    return seen(append(before, { 1: change(bodyOf(before, 1)), ...more }))
  }
  const changed = { indication: 'TOTAL-FAILED', changes: ['formChanged'], forgeries: ['shadowReplace'] }

  test('with a font that came later under the same name', async () => {
    const lying = { 30: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[49/nine]>>>>' }
    expect(await drawn((catalogue) => catalogue.replace('/F1 6 0 R', '/F1 30 0 R'), lying)).toEqual(changed)
  })

  test('in white', async () => {
    expect(await drawn((catalogue) => catalogue.replace(/\/DA ?\(\/F1 12 Tf\)/, '/DA(/F1 12 Tf 1 g)'))).toEqual(changed)
  })

  test('filled in, in letters of a font that lied from the start', async () => {
    const objects = contract()
    const lying = { 6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 9 0 R>>', 9: '<</Type/Encoding/Differences[50/nine]>>' }
    const before = await signFile(file({ ...objects, ...lying, 10: objects[10]!.replace(/\/AP<<.*?>>/, '') }))
    expect(seen(append(before, { 10: bodyOf(before, 10).replace('/V(100)', '/V(200)') }))).toEqual(toBeLookedAt)
  })

  test('as before, beside a font that somebody else needs', async () => {
    const more = (catalogue: string) => catalogue.replace('/F1 6 0 R', '/F1 6 0 R/Helv 6 0 R')
    expect(await drawn(more)).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })
})

describe('a form whose fields readers are told to draw anew', () => {
  const anew = async (field: string, certify?: 1) => {
    const before = await signFile(file({ ...contract(), 10: contract()[10]!.replace('/V(100)', field) }), certify && { certify })
    return seen(append(before, { 1: bodyOf(before, 1).replace(/\/AcroForm ?<</, (found) => `${found}/NeedAppearances true`) }))
  }

  test('and that show their values already', async () => {
    expect(await anew('/V(100)')).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })

  test('and one of which showed something else than it holds', async () => {
    expect(await anew('/V(900)')).toEqual(toBeLookedAt)
  })

  test('and that nobody may change', async () => {
    expect(await anew('/V(100)', 1)).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['formChanged'] })
  })
})

describe('fonts of the form that the page uses, too', () => {
  /** As LibreOffice writes them: one dictionary of fonts for the page and the form. */
  const shared = async (content: string, more: string, others: Objects = {}) => {
    const objects: Objects = {
      ...contract(),
      1: contract()[1]!.replace('/DR<</Font<</F1 6 0 R>>>>', '/DR<</Font 20 0 R>>'),
      3: contract()[3]!.replace('/Font<</F1 6 0 R>>', '/Font 20 0 R'),
      5: content,
      20: '<</F1 6 0 R>>',
      ...others,
    }
    const before = await signFile(file(objects))
    return seen(append(before, { 20: `<<${more}>>`, 30: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' }))
  }
  const sentence = stream('BT /F1 18 Tf 72 700 Td (I owe you) Tj ET')
  const named = 'BT /ZaDb 18 Tf 72 700 Td (4) Tj ET'
  const packed = () => {
    const row = Buffer.from(named).map((byte, i, all) => (i > 0 ? byte - all[i - 1]! : byte))
    return stream(deflateSync(row).toString('latin1'), `/Filter/FlateDecode/DecodeParms<</Predictor 2/Columns ${row.length}>>`)
  }
  const inHexadecimal = (times: number): string => (times === 0 ? named : `${Buffer.from(inHexadecimal(times - 1)).toString('hex')}>`)

  test('may gain one', async () => {
    const photograph = { 31: stream('\u00ff\u00d8\u00ff\u00d9', '/Subtype/Image/Filter[/FlateDecode/DCTDecode]') }
    expect(await shared(sentence, '/F1 6 0 R/ZaDb 30 0 R', photograph)).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })

  test.each([
    ['one that content named before it was there', stream('BT /ZaDb 18 Tf 72 700 Td (4) Tj ET'), '/F1 6 0 R/ZaDb 30 0 R'],
    ['one that content named in another spelling', stream('BT /Za#44b 18 Tf 72 700 Td (4) Tj ET'), '/F1 6 0 R/ZaDb 30 0 R'],
    ['one that content named, which says it is metadata', stream('BT /ZaDb 18 Tf (4) Tj ET', '/Type/Metadata'), '/F1 6 0 R/ZaDb 30 0 R'],
    ['one that content named, which is packed as pictures are', packed(), '/F1 6 0 R/ZaDb 30 0 R'],
    [
      'one that content named, which is packed five times',
      stream(inHexadecimal(5), `/Filter[${'/ASCIIHexDecode'.repeat(5)}]`),
      '/F1 6 0 R/ZaDb 30 0 R',
    ],
    ['another one under the same name', sentence, '/F1 30 0 R'],
  ])('may not gain %s', async (_, content, more) => {
    expect(await shared(content, more)).toEqual({ indication: 'TOTAL-FAILED', changes: ['objectChanged'], forgeries: ['shadowReplace'] })
  })
})

describe('an appearance of a field whose value stays', () => {
  const given = (field: string) => field.replace('/F 4', '/F 4/AS/N/Ff 0/Q 0/AP<</N 30 0 R>>')
  const says = (value: string) => ({ 30: form(`BT /F1 18 Tf 0 10 Td (${value}) Tj ET`) })
  const forged = { indication: 'TOTAL-FAILED', changes: ['appearanceChanged'], forgeries: ['shadowReplace'] }

  test('that had none, as HexaPDF draws it for every text field when it signs', async () => {
    const { over, beside } = await filledLater('/FT/Tx/V(250)/F 4', {}, given, says('250'))
    expect(beside).toEqual({ indication: 'TOTAL-PASSED', changes: ['appearanceAdded'], forgeries: [] })
    expect(over).toEqual(forged)
  })

  test('that had none, and shows something else now', async () => {
    expect((await filledLater('/FT/Tx/V(250)/F 4', {}, given, says('350'))).beside).toEqual(forged)
    expect((await filledLater('/FT/Tx/V()/F 4', {}, given, says('350'))).beside).toEqual(forged)
  })

  test('that showed something else when it was signed, and shows the value now', async () => {
    const hidden = { 12: form('BT /F1 18 Tf 0 10 Td (100) Tj ET') }
    const later = (field: string) => field.replace('12 0 R', '30 0 R')
    expect((await filledLater('/FT/Tx/V(250)/F 4/AP<</N 12 0 R>>', hidden, later, says('250'))).beside).toEqual(forged)
  })

  test('is not allowed where the author certified that nothing may change, and forges nothing', async () => {
    const field = '<</Type/Annot/Subtype/Widget/T(amount)/Rect[72 400 400 430]/P 3 0 R/DA(/F1 18 Tf)/FT/Tx/V(250)/F 4>>'
    const certified = await signFile(file({ ...contract(), 10: field }), { certify: 1 })
    const later = seen(append(certified, { 10: given(bodyOf(certified, 10)), ...says('250') }))
    expect(later).toEqual({ indication: 'TOTAL-FAILED', changes: ['appearanceChanged'], forgeries: [] })
  })
})

describe('a field that stands on its page and in no form, as digitorus/pdfsign leaves those of others', () => {
  const widget = '<</Type/Annot/Subtype/Widget/T(amount)/Rect[72 400 400 430]/P 3 0 R/DA(/F1 18 Tf)/FT/Tx/V(250)/F 4>>'
  const lost = { ...contract(), 1: contract()[1]!.replace('10 0 R 11 0 R', '11 0 R'), 10: widget }
  const filledIn = (field: string) => field.replace('(250)', '(350)').replace('/F 4', '/F 4/AP<</N 30 0 R>>')
  const shown = { 30: form('BT /F1 18 Tf 0 10 Td (350) Tj ET') }
  const afterwards = async (change: (field: string) => string, certify?: 1 | 2) => {
    const signed = await signFile(file(lost), { certify })
    return seen(append(signed, { 10: change(bodyOf(signed, 10)), ...shown }))
  }

  test('has to be looked at when it is filled in', async () => {
    expect(await afterwards(filledIn)).toEqual(toBeLookedAt)
    expect(await afterwards(filledIn, 2)).toEqual(toBeLookedAt)
  })

  test('is changed where it moves, does something, or the author allowed nothing', async () => {
    const moved = (field: string) => filledIn(field).replace('72 400', '72 690')
    const acts = (field: string) => filledIn(field).replace('/F 4', '/F 4/A<</S/JavaScript/JS(1)>>')
    for (const change of [moved, acts])
      expect(await afterwards(change)).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['annotationChanged'] })
    expect(await afterwards(filledIn, 1)).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['annotationChanged'] })
  })
})
