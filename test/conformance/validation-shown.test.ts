/** What is put over a signed page, or shown by a field, is never passed over in silence; a mark that hides nothing is no reproach. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode, ValidationReport } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, fahad, freshAnswers, sara, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream, whitePicture as appearance } from './validation-files.ts'
import type { Objects } from './validation-files.ts'

const validate = (bytes: Uint8Array): ValidationReport => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const signed = await signFile(file(contract()))
const next = Math.max(...[...signed.toString('latin1').matchAll(/\/Size (\d+)/g)].map((match) => Number(match[1])))

/** The first signature's indication, and the changes after it that are no formality. */
function seen(bytes: Uint8Array): { indication: string; changes: ChangeCode[]; forgeries: readonly string[] } {
  const { signatures, forgeries } = validate(bytes)
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}
const passed = (change: ChangeCode) => ({ indication: 'TOTAL-PASSED', changes: [change], forgeries: [] })
const unjudged = (change: ChangeCode) => ({ indication: 'INDETERMINATE', changes: [change], forgeries: [] })

describe('another signature', () => {
  const countersigned = (rectangle: readonly [number, number, number, number], page = 0) =>
    signFile(signed, { by: fahad, fieldName: 'Second', page, rectangle, appearance })

  test.each([
    ['over a sentence', [200, 690, 300, 730]],
    ['over the end of a sentence', [215, 700, 315, 740]],
    ['over a picture', [80, 610, 180, 650]],
    ['over a field that is filled in', [150, 490, 250, 530]],
  ] as const)('%s', async (_, rectangle) => {
    const both = await countersigned(rectangle)
    expect(seen(both)).toEqual(unjudged('signatureUnjudged'))
    expect(validate(both).signatures[1]).toMatchObject({ indication: 'TOTAL-PASSED' })
  })

  test.each([
    ['below all text', [300, 40, 400, 80], 0],
    ['beside the picture', [140, 605, 240, 645], 0],
    ['on a page with one line', [60, 600, 160, 640], 1],
  ] as const)('%s leaves the first as it was', async (_, rectangle, page) => {
    expect(seen(await countersigned(rectangle, page))).toEqual(passed('signatureAdded'))
  })

  test('in the field that waited for it, over text that stood there', async () => {
    const objects = contract()
    const crossed = await signFile(file({ ...objects, 5: stream('BT /F1 12 Tf 80 120 Td (all rights reserved) Tj ET') }))
    expect(seen(await signFile(crossed, { by: fahad, fieldName: 'approval', appearance }))).toEqual(unjudged('signatureUnjudged'))
  })

  test('in the field that waited for it, on the line that was drawn for it', async () => {
    const objects = contract()
    const lined = await signFile(file({ ...objects, 5: stream('BT /F1 18 Tf 72 700 Td (I owe you) Tj ET 72 110 m 200 110 l S') }))
    expect(seen(await signFile(lined, { by: fahad, fieldName: 'approval', appearance }))).toEqual(passed('signatureAdded'))
  })

  test('in the field that waited for it, upright on a turned page', async () => {
    const objects = contract()
    const turned = { 3: objects[3]!.replace('/Parent', '/Rotate 90/Parent'), 11: objects[11]!.replace('/F 4', '/F 20') }
    const prepared = await signFile(file({ ...objects, ...turned }))
    expect(seen(await signFile(prepared, { by: fahad, fieldName: 'approval', appearance }))).toEqual(unjudged('signatureUnjudged'))
  })

  test('over content that nobody can read', async () => {
    const objects = contract()
    const odd = await signFile(file({ ...objects, 5: stream('72 700 100 10 reh f') }), { by: sara })
    const both = await signFile(odd, { by: fahad, fieldName: 'Second', page: 0, rectangle: [300, 40, 400, 80], appearance })
    expect(seen(both)).toEqual(unjudged('signatureUnjudged'))
  })
})

/** An annotation on the first page, with an appearance where one is given. */
const annotated = (entries: string, appearance?: [content: string, entries?: string]) => {
  const objects: Objects = {
    3: bodyOf(signed, 3).replace(/\/Annots ?\[/, (found) => `${found}${next} 0 R `),
    [next]: `<</Type/Annot${entries}${appearance ? `/AP<</N ${next + 1} 0 R>>` : ''}>>`,
  }
  if (appearance) objects[next + 1] = stream(appearance[0], `/Type/XObject/Subtype/Form/BBox[0 0 200 20]${appearance[1] ?? ''}`)
  return append(signed, objects)
}
const overAmount = '/Rect[150 695 250 720]'
const quads = '/QuadPoints[150 715 250 715 150 697 250 697]'
const multiply = '/Resources<</ExtGState<</G<</BM/Multiply>>/N<</BM/Normal>>>>>>'

describe('annotations that hide nothing', () => {
  test.each([
    ['a note whose icon readers draw', '/Subtype/Text/Rect[540 690 560 710]/Contents(Please check)'],
    ['its window', '/Subtype/Popup/Rect[300 600 400 700]'],
    ['its window, open in the margin', '/Subtype/Popup/Rect[500 300 590 400]/Open true'],
    ['a highlight that readers draw', `/Subtype/Highlight${overAmount}${quads}/C[1 1 0]`],
    ['a line under the text', `/Subtype/Underline${overAmount}${quads}/C[1 0 0]`],
  ])('%s', (_, entries) => {
    expect(seen(annotated(entries))).toEqual(passed('annotationPermitted'))
  })

  test.each([
    ['a highlight multiplied', `/Subtype/Highlight${overAmount}${quads}`, '/G gs 1 1 0 rg 0 0 100 20 re f', multiply],
    ['a note of its own in the margin', '/Subtype/Text/Rect[500 300 520 320]', '1 1 0 rg 0 0 20 20 re f', ''],
  ])('%s', (_, entries, content, more) => {
    expect(seen(annotated(entries, [content, more]))).toEqual(passed('annotationPermitted'))
  })
})

describe('annotations that may hide or add something', () => {
  test.each([
    ['a stamp', `/Subtype/Stamp${overAmount}`],
    ['a text in an empty place', '/Subtype/FreeText/Rect[250 695 300 720]/Contents(000)/DA(/Helv 12 Tf 0 g)'],
    ['a white square', `/Subtype/Square${overAmount}/IC[1 1 1]`],
    ['a line through the text', `/Subtype/StrikeOut${overAmount}${quads}`],
    ['a highlight of no colour, which some readers draw black', `/Subtype/Highlight${overAmount}${quads}`],
    ['a highlight of a colour without parts', `/Subtype/Highlight${overAmount}${quads}/C[]`],
    ['a highlight in black', `/Subtype/Highlight${overAmount}${quads}/C[0 0 0]`],
    ['a highlight that is painted over', `/Subtype/Highlight${overAmount}${quads}/C[1 1 1]/BM/Normal`],
    ['a note as large as a sentence', '/Subtype/Text/Rect[72 690 300 720]'],
    ['a note whose icon stands on an amount', '/Subtype/Text/Rect[155 695 175 715]/Contents(hello)'],
    ['a note whose rectangle is no larger than a point, over an amount', '/Subtype/Text/Rect[150 715 151 716]'],
    ['a window that stands open before a sentence', '/Subtype/Popup/Rect[72 690 400 720]/Open true'],
    ['a line under nothing, beside an amount', '/Subtype/Underline/Rect[130 700 150 712]/QuadPoints[60 712 70 712 60 706 70 706]'],
    ['a line at half the height of the text', `/Subtype/Underline${overAmount}/QuadPoints[150 720 170 720 150 706 170 706]`],
  ])('%s', (_, entries) => {
    expect(seen(annotated(entries))).toEqual(unjudged('annotationUnjudged'))
  })

  test.each([
    ['a highlight painted over', '1 1 1 rg 0 0 100 20 re f', multiply],
    ['a highlight multiplied at first', '/G gs 1 1 0 rg 0 0 100 20 re f /N gs 1 1 1 rg 0 0 100 20 re f', multiply],
    ['a highlight multiplied with itself alone', '/G gs 1 1 0 rg 0 0 100 20 re f', `${multiply}/Group<</S/Transparency/I true>>`],
    ['a highlight that writes', '/G gs 1 1 0 rg BT /F1 12 Tf (000) Tj ET', multiply],
    ['a highlight of black', '/G gs 0 g 0 0 100 20 re f', multiply],
  ])('%s', (_, content, more) => {
    expect(seen(annotated(`/Subtype/Highlight${overAmount}${quads}`, [content, more]))).toEqual(unjudged('annotationUnjudged'))
  })

  test.each([
    ['a note of its own over the text', '/Subtype/Text/Rect[150 695 170 715]', '1 g 0 0 20 20 re f'],
    ['a note that draws a figure behind the text', '/Subtype/Text/Rect[232 695 252 715]', 'BT /F1 12 Tf (0) Tj ET'],
  ])('%s', (_, entries, content) => {
    expect(seen(annotated(entries, [content]))).toEqual(unjudged('annotationUnjudged'))
  })
})

describe('a field that was filled in', () => {
  const filledWith = (value: string, appearance: string, entries = '/Resources<</Font<</F1 6 0 R>>>>') =>
    append(signed, {
      10: bodyOf(signed, 10).replace('/V(100)', `/V(${value})`).replace('12 0 R', `${next} 0 R`),
      [next]: stream(appearance, `/Type/XObject/Subtype/Form/BBox[0 0 128 20]${entries}`),
    })

  test.each([
    ['says its value', '250', 'BT /F1 12 Tf 0 g 2 4 Td (250) Tj ET'],
    ['in pieces, on a ground', 'two words', '1 1 0.8 rg 0 0 128 20 re f 0 g BT /F1 12 Tf [(two) -250 (wor)] TJ (ds) Tj ET'],
    ['emptied', '', '/Tx BMC EMC'],
  ])('%s', (_, value, appearance) => {
    expect(seen(filledWith(value, appearance))).toEqual(passed('fieldFilled'))
  })

  test.each([
    ['says another value', 'BT /F1 12 Tf (999) Tj ET'],
    ['says more', 'BT /F1 12 Tf (250) Tj (000) Tj ET'],
    ['says nothing', ''],
    ['says it in white', 'BT /F1 12 Tf 1 g (250) Tj ET'],
    ['says it unseen', 'BT /F1 12 Tf 3 Tr (250) Tj ET'],
    ['says it outside its frame', 'BT /F1 12 Tf 0 900 Td (250) Tj ET'],
    ['draws something else over it', 'BT /F1 12 Tf (250) Tj ET 0 0 m 10 10 20 20 30 0 c f'],
  ])('%s', (_, appearance) => {
    expect(seen(filledWith('250', appearance))).toEqual(unjudged('fieldUnjudged'))
  })

  test('in letters of a font that the signed file brought along', async () => {
    const objects = {
      ...contract(),
      20: '<</Type/Font/Subtype/TrueType/BaseFont/Own/FontDescriptor 21 0 R>>',
      21: '<</Type/FontDescriptor/FontName/Own/FontFile2 8 0 R>>',
    }
    const prepared = await signFile(file(objects))
    const own = stream('BT /F1 12 Tf (250) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 20 0 R>>>>')
    const filled = { 10: bodyOf(prepared, 10).replace('/V(100)', '/V(250)').replace('12 0 R', '30 0 R'), 30: own }
    expect(seen(append(prepared, filled))).toEqual(unjudged('fieldUnjudged'))
  })

  test('in letters of a font that shows pictures', () => {
    const wingdings = '/Resources<</Font<</F1<</Type/Font/Subtype/TrueType/BaseFont/Wingdings>>>>>>'
    expect(seen(filledWith('250', 'BT /F1 12 Tf (250) Tj ET', wingdings))).toEqual(unjudged('fieldUnjudged'))
  })

  test('in letters of a font that came with it', () => {
    const own =
      '/Resources<</Font<</F1<</Type/Font/Subtype/TrueType/BaseFont/Own/FontDescriptor<</Type/FontDescriptor/FontFile2 8 0 R>>>>>>>>'
    expect(seen(filledWith('250', 'BT /F1 12 Tf (250) Tj ET', own))).toEqual(unjudged('fieldUnjudged'))
  })

  test('and still shows the old value', () => {
    const stale = append(signed, { 10: bodyOf(signed, 10).replace('/V(100)', '/V(250)') })
    expect(seen(stale)).toEqual(unjudged('fieldUnjudged'))
  })
})

describe('where a change is seen', () => {
  const placesOf = (bytes: Uint8Array) => {
    const [first] = validate(bytes).signatures
    return Object.fromEntries(first!.changesAfter.flatMap(({ code, places }) => (places ? [[code, places]] : [])))
  }

  test('an annotation and a field, by page and rectangle', () => {
    expect(placesOf(annotated(`/Subtype/Stamp${overAmount}`))).toEqual({ annotationUnjudged: [{ page: 1, box: [150, 695, 250, 720] }] })
    const aside = '/Subtype/Highlight/Rect[10 10 20 20]/QuadPoints[72 716 250 716 72 696 250 696]/C[1 1 0]'
    expect(placesOf(annotated(aside))).toEqual({ annotationPermitted: [{ page: 1, box: [10, 10, 250, 716] }] })
    const stale = append(signed, { 10: bodyOf(signed, 10).replace('/V(100)', '/V(250)') })
    expect(placesOf(stale)).toEqual({ fieldUnjudged: [{ page: 1, box: [72, 500, 200, 520] }] })
  })

  test('content, a font of every page and pages that moved, by page', () => {
    expect(placesOf(append(signed, { 7: contract()[14]! }))).toEqual({ contentChanged: [{ page: 2 }] })
    expect(placesOf(append(signed, { 9: '<</Type/Encoding/BaseEncoding/MacRomanEncoding>>' }))).toEqual({
      fontChanged: [{ page: 1 }, { page: 2 }],
    })
    expect(placesOf(append(signed, { 2: '<</Type/Pages/Kids[4 0 R 3 0 R]/Count 2>>' }))).toEqual({
      pageTreeChanged: [{ page: 1 }, { page: 2 }],
    })
  })

  test('a signature that shows nothing, nowhere', async () => {
    expect(placesOf(await signFile(signed, { by: fahad, fieldName: 'Second' }))).toEqual({})
  })

  test('the revision that was signed is the beginning of the file', async () => {
    const stamped = annotated(`/Subtype/Stamp${overAmount}`)
    const [first] = validate(stamped).signatures
    expect(stamped.subarray(0, first!.signedBytes!)).toEqual(signed)
    expect(validate(await signFile(file(contract()))).signatures[0]!.changesAfter).toEqual([])
  })
})
