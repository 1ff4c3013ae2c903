/** Forms that are something else as well: PyPDF2 calls the document information the form, or a page, and who signs after it adds a field there. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned, handmade } from './validation-handmade.ts'

const form = '/NeedAppearances false/Fields[10 0 R 11 0 R]'
const { 1: catalogue, 3: page, 4: secondPage } = contract() as Record<number, string>
const formAt = (number: number) => catalogue!.replace(/\/AcroForm<<.*>>>>>>/, `/AcroForm ${number} 0 R`)
const asForm = (body: string) => body.replace(/>>$/, `${form}>>`)

/** Where the form stands, and the object that it is. */
const forms: Record<string, [number, Objects]> = {
  'the document information': [16, { 1: formAt(16), 16: asForm('<</Title(Test)/Producer(PyPDF2)>>') }],
  'a page': [4, { 1: formAt(4), 4: asForm(secondPage!) }],
  'the catalogue': [1, { 1: asForm(formAt(1)) }],
}

function seen(bytes: Uint8Array) {
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}

describe.each(Object.entries(forms))('a form that is %s', (_, [number, objects]) => {
  const signed = handmade({ objects })
  const now = (change = (body: string) => body, before = signed) => ({ [number]: change(bodyOf(before, number)) })
  const withField = (body: string) => body.replace('11 0 R]', '11 0 R 40 0 R]/SigFlags 3')
  const annotated = { 3: bodyOf(signed, 3).replace('11 0 R]', '11 0 R 40 0 R]') }
  const field = '<</Type/Annot/Subtype/Widget/FT/Sig/T(second)/Rect[72 200 200 250]/P 3 0 R/F 132/V 41 0 R>>'

  test('takes the field of who signs next where it stands', () => {
    const twice = countersigned(signed, { ...now(withField), ...annotated, 40: field }, 41)
    expect(seen(twice)).toEqual({ indication: 'TOTAL-PASSED', changes: ['signatureAdded'], forgeries: [] })
  })

  test('is given up where we sign next', async () => {
    const twice = await signFile(signed, { level: 'B-LTA', rectangle: [300, 200, 400, 250], page: 0 })
    expect(seen(twice)).toMatchObject({ indication: 'TOTAL-PASSED', forgeries: [] })
    const own = /\/AcroForm (<<.*?>>)/s.exec(bodyOf(twice, 1))![1]!
    expect(own).toContain('/Fields')
    expect(own).not.toMatch(/\/(?:Producer|Contents|Pages|Type)\b/)
  })

  test('loses no field', () => {
    expect(
      seen(
        append(
          signed,
          now((body) => body.replace('10 0 R 11 0 R]', '10 0 R]')),
        ),
      ),
    ).toMatchObject({
      indication: 'TOTAL-FAILED',
      changes: ['signatureRemoved'],
    })
  })

  test('is nothing that pages are drawn with', () => {
    const drawn = handmade({ objects: { ...objects, 3: page!.replace('/Font<<', `/ExtGState<</G0 ${number} 0 R>>/Font<<`) } })
    expect(seen(append(drawn, now(withField, drawn)))).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowReplace'] })
  })
})

test.each<[string, string, (body: string) => string, code: string]>([
  ['the title', 'the document information', (body) => body.replace('(Test)', '(Other)'), 'metadataChanged'],
  ['what a page says', 'a page', (body) => body.replace('/Contents 7 0 R', '/Contents 14 0 R'), 'pageChanged'],
  ['how it is turned', 'a page', (body) => body.replace('/Rotate 0', '').replace('/Type', '/Rotate 180/Type'), 'pageChanged'],
  ['which pages there are', 'the catalogue', (body) => body.replace('/Pages 2 0 R', '/Pages 15 0 R'), 'pageTreeChanged'],
  ['what happens on opening', 'the catalogue', (body) => body.replace('/Type', '/OpenAction<</S/JavaScript>>/Type'), 'actionChanged'],
])('%s is judged where %s is the form', (_, name, change, code) => {
  const [number, objects] = forms[name]!
  const signed = handmade({ objects })
  const changed = seen(append(signed, { [number]: change(bodyOf(signed, number)) }))
  expect(changed.changes).toContain(code)
  // a title shows on no page
  expect(changed.indication).toBe(code === 'metadataChanged' ? 'TOTAL-PASSED' : 'TOTAL-FAILED')
})
