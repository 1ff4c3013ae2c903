/** What fields show by other things than their own appearance: what they take from a field above or from the form, what stands beside them, and where else. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned, handmade } from './validation-handmade.ts'

/** What the first signature says of what came after it. */
function first(bytes: Uint8Array) {
  const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  const { indication, changesAfter } = report.signatures[0]!
  return { indication, changes: changesAfter.map(({ code }) => code) }
}

const after = async (prepared: Objects, later: (signed: Buffer) => Objects) => {
  const signed = await signFile(file({ ...contract(), ...prepared }))
  return first(append(signed, later(signed)))
}

const font = '/Resources<</Font<</F1 6 0 R>>>>'
const form = (content: string, resources = font) => stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 128 20]${resources}`)
const liesAboutOne = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>'
const place = '/Rect[72 500 200 520]/P 3 0 R/F 4'
const text = (entries: string) => `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)${place}${entries}>>`
const catalogue = (change: (one: string) => string) => change(contract()[1]!)

describe('a field above another', () => {
  const above = (entries: string) => `<</T(part)/FT/Tx${entries}/Kids[10 0 R]>>`
  const below = { 1: catalogue((one) => one.replace('/Fields[10 0 R', '/Fields[20 0 R')), 10: text('/Parent 20 0 R').replace('/FT/Tx', '') }

  test('hands down another colour', async () => {
    const prepared = { ...below, 10: below[10].replace('/T(amount)', '/T(amount)/V(100)'), 20: above('/DA(/F1 12 Tf)') }
    expect(await after(prepared, () => ({ 20: above('/DA(/F1 12 Tf 1 g)') }))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('hands down another value', async () => {
    const prepared = { ...below, 20: above('/V(100)/DA(/F1 12 Tf)') }
    const later = () => ({ 20: above('/V(900)/DA(/F1 12 Tf)') })
    expect(await after(prepared, later)).toEqual({ indication: 'INDETERMINATE', changes: ['fieldUnjudged'] })
    const lock = '/Lock<</Type/SigFieldLock/Action/Include/Fields[(part.amount)]>>'
    const locked = handmade({ objects: { ...prepared, 11: contract()[11]!.replace('/FT/Sig', `/FT/Sig/V 17 0 R${lock}`) } })
    expect(first(append(locked, later()))).toEqual({ indication: 'TOTAL-FAILED', changes: ['fieldFilledAgainstLock'] })
  })
})

test.each([
  ['begin to be drawn from their values', '', '/NeedAppearances true'],
  ['are not drawn from their values any more', '/NeedAppearances true', ''],
])('fields that %s, one of which shows another', async (_, before, now) => {
  const stated = (entry: string) => catalogue((one) => one.replace('/DA(', `${entry}/DA(`))
  const prepared = { 1: stated(before), 10: text('/V(100)/AP<</N 12 0 R>>/DA(/F1 12 Tf)'), 12: form('BT /F1 12 Tf 2 4 Td (900) Tj ET') }
  const changed = (signed: Buffer) =>
    bodyOf(signed, 1)
      .replace(/\/NeedAppearances true ?/, '')
      .replace(/\/DA ?\(/, `${now}/DA(`)
  const told = { indication: 'INDETERMINATE', changes: expect.arrayContaining(['fieldUnjudged']) as string[] }
  expect(await after(prepared, (signed) => ({ 1: changed(signed) }))).toMatchObject(told)
  const honest = { ...prepared, 12: form('BT /F1 12 Tf 2 4 Td (100) Tj ET') }
  expect(await after(honest, (signed) => ({ 1: changed(signed) }))).toMatchObject({ indication: 'TOTAL-PASSED' })
})

describe('resources of the form', () => {
  const page = contract()[4]!.replace(/\/Font<<.*?>>/, '/Font 22 0 R')
  const shared = catalogue((one) => one.replace('/DR<</Font<</F1 6 0 R>>>>', '/DR<</Font 22 0 R>>'))

  test.each(['F'.repeat(140), 'F\u00a01', 'F\u000b1'])('that gain the font %o, which a page names', async (name) => {
    const prepared = { 1: shared, 4: page, 7: stream(`BT /${name} 18 Tf 72 700 Td (I owe you 100) Tj ET`), 22: '<</F1 6 0 R>>' }
    expect(await after(prepared, () => ({ 22: `<</F1 6 0 R/${name} 30 0 R>>`, 30: liesAboutOne }))).toMatchObject({
      indication: 'TOTAL-FAILED',
    })
  })

  const two = (name: string, entries = '') =>
    catalogue((one) => one.replace(/\/DR<<.*?>>>>/, `/DR<</Font<</F1 6 0 R/F2 ${name}>>${entries}>>`))
  const another = (from: string, to: string) => (signed: Buffer) => ({
    1: bodyOf(signed, 1).replace(from, to),
    30: liesAboutOne,
    31: form('0 0 1 1 re f'),
  })

  test('that name another font by the name that a caption is drawn with', async () => {
    const caption = `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(amount)/MK<</CA(100)>>${place}/DA(/F2 12 Tf)>>`
    expect(await after({ 1: two('6 0 R'), 10: caption }, another('/F2 6 0 R', '/F2 30 0 R'))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('that name another form, as PDFBox does each time that it signs', async () => {
    const prepared = { 1: two('6 0 R', '/XObject<</FRM 20 0 R>>'), 20: form('') }
    expect(await after(prepared, another('/FRM 20 0 R', '/FRM 31 0 R'))).toEqual({ indication: 'TOTAL-PASSED', changes: [] })
    const drawn = { ...prepared, 12: form('/FRM Do', '') }
    expect(await after(drawn, another('/FRM 20 0 R', '/FRM 31 0 R'))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('that are gone, and held no fonts, as where a time stamp follows (EU DSS)', async () => {
    const only = catalogue((one) => one.replace(/\/DR<<.*?>>>>/, '/DR<</XObject<</FRM 20 0 R>>/ProcSet[/PDF]>>'))
    const gone = (signed: Buffer) => {
      const [form] = /\/DR ?<<\/XObject.*?\[\/PDF\]>>/.exec(bodyOf(signed, 1))!
      return { 1: bodyOf(signed, 1).replace(form, '') }
    }
    expect(await after({ 1: only, 20: form('') }, gone)).toEqual({ indication: 'TOTAL-PASSED', changes: [] })
    expect(await after({ 1: only, 20: form(''), 12: form('/FRM Do', '') }, gone)).toMatchObject({ indication: 'TOTAL-FAILED' })
  })

  test('that were empty, and gain fonts and an encoding, as where Acrobat adds proof', async () => {
    const prepared = { 1: catalogue((one) => one.replace('/DR<</Font<</F1 6 0 R>>>>', '/DR 22 0 R')), 22: '<<>>' }
    const gained = (more: string) => () => ({
      22: `<</Encoding<</PDFDocEncoding 30 0 R>>/Font<</Helv 6 0 R>>${more}>>`,
      30: '<</Type/Encoding>>',
    })
    expect(await after(prepared, gained(''))).toEqual({ indication: 'TOTAL-PASSED', changes: [] })
    expect(await after(prepared, gained('/Contents 5 0 R'))).toMatchObject({ indication: 'TOTAL-FAILED' })
  })
})

test('a free text that the form calls a field', async () => {
  const note = (entries: string) => `<</Type/Annot/Subtype/FreeText/T(author)/Contents(I owe you 100)${place}/DA(/F1 12 Tf)${entries}>>`
  const later = () => ({ 10: note('/V(900)/AP<</N 30 0 R>>'), 30: form('BT /F1 12 Tf 2 4 Td (900) Tj ET') })
  expect(await after({ 10: note('/AP<</N 12 0 R>>') }, later)).toMatchObject({ indication: 'TOTAL-FAILED', changes: ['annotationChanged'] })
})

test('a field that stands on two pages', async () => {
  const prepared = {
    4: contract()[4]!.replace('/Contents', '/Annots[10 0 R]/Contents'),
    10: text('/V()/AP<</N 12 0 R>>/DA(/F1 12 Tf)'),
    12: form(''),
  }
  const later = () => ({ 10: text('/V(250)/AP<</N 30 0 R>>/DA(/F1 12 Tf)'), 30: form('BT /F1 12 Tf 2 4 Td (250) Tj ET') })
  expect(await after(prepared, later)).toEqual({ indication: 'INDETERMINATE', changes: ['fieldUnjudged'] })
})

test.each([
  ['a bar before its digits', 'BT /F1 12 Tf 20 4 Td (250) Tj ET 15 4 1.2 9 re f', 'INDETERMINATE'],
  ['a frame, and lines between its letters', '0 0 128 20 re S 42 0 m 42 20 l S BT /F1 12 Tf 2 4 Td (250) Tj ET', 'TOTAL-PASSED'],
])('a field that is filled in with %s', async (_, content, indication) => {
  const prepared = { 10: text('/V()/AP<</N 12 0 R>>/DA(/F1 12 Tf)'), 12: form('') }
  const later = () => ({ 10: text('/V(250)/AP<</N 30 0 R>>/DA(/F1 12 Tf)'), 30: form(content) })
  expect(await after(prepared, later)).toMatchObject({ indication })
})

test.each([
  ['behind the last digit', 270, 'INDETERMINATE'],
  ['apart from it', 330, 'TOTAL-PASSED'],
])('a signature that writes zeros on the line of what was signed, %s', async (_, left, indication) => {
  const signed = await signFile(file({ ...contract(), 5: stream('BT /F1 18 Tf 72 700 Td (I owe you in riyals: 100) Tj ET') }))
  const later = {
    1: bodyOf(signed, 1).replace(/\/Fields ?\[/, '/Fields[60 0 R '),
    3: bodyOf(signed, 3).replace(/\/Annots ?\[/, '/Annots[60 0 R '),
    60: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V 61 0 R/P 3 0 R/F 4/Rect[${left} 696 ${left + 60} 716]/AP<</N 62 0 R>>>>`,
    62: stream('BT /F1 18 Tf 0 4 Td (000) Tj ET', `/Type/XObject/Subtype/Form/BBox[0 0 60 20]${font}`),
  }
  expect(first(countersigned(signed, later, 61))).toMatchObject({ indication })
})
