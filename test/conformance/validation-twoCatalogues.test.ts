/** A later revision whose trailer names another catalogue: digitorus/pdfsign writes a new one each time it signs, of the entries that there were. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

const rest = '/Info 16 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]'
const catalogue = contract()[1]!
const hiddenTree = '<</Type/Pages/Kids[15 0 R]/Count 1>>'
/** Objects that the signed revision has and shows nowhere. */
const shadow: Objects = { 50: catalogue.replace('/Pages 2 0 R', '/Pages 51 0 R'), 51: hiddenTree }
const filled = contract()[10]!.replace('(100)', '(250)').replace('12 0 R', '63 0 R')
const shown = stream('BT /F1 12 Tf (250) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>')

function after(root: number, objects: Objects, before = handmade({ objects: shadow })) {
  return seen(append(before, objects, { trailer: `/Root ${root} 0 R${rest}` }))
}

function seen(bytes: Uint8Array) {
  const { document, indication, signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { document, indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}

describe('a catalogue that is new', () => {
  test('and says what the first one says, changes nothing', () => {
    expect(after(60, { 60: catalogue })).toMatchObject({ document: 'extended', indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
  })

  test('and a field is filled in', () => {
    expect(after(60, { 60: catalogue, 10: filled, 63: shown })).toMatchObject({
      indication: 'TOTAL-PASSED',
      changes: ['fieldFilled'],
      forgeries: [],
    })
  })

  test.each<[string, Objects, code: string, forgery?: string]>([
    [
      'shows other pages',
      { 60: catalogue.replace('/Pages 2 0 R', '/Pages 61 0 R'), 61: hiddenTree },
      'pageTreeChanged',
      'shadowHideAndReplace',
    ],
    ['shows pages that lay hidden', { 60: catalogue.replace('/Pages 2 0 R', '/Pages 51 0 R') }, 'pageTreeChanged', 'shadowHideAndReplace'],
    ['has no form', { 60: catalogue.replace(/\/AcroForm<<.*>>>>>>/, '') }, 'formChanged', 'shadowHide'],
    ['has a form of fewer fields', { 60: catalogue.replace('10 0 R 11 0 R', '11 0 R') }, 'signatureRemoved', 'shadowHide'],
    ['acts on opening', { 60: catalogue.replace('/Pages', '/OpenAction<</S/JavaScript/JS(1)>>/Pages') }, 'actionChanged'],
    ['hides a layer', { 60: catalogue.replace('/Pages', '/OCProperties<</OCGs[]/D<<>>>>/Pages') }, 'optionalContentChanged', 'shadowHide'],
    [
      'comes with another page',
      { 60: catalogue, 3: contract()[3]!.replace('/Contents 5 0 R', '/Contents 14 0 R') },
      'pageChanged',
      'shadowHideAndReplace',
    ],
    ['says two things', { 60: catalogue.replace('/Pages 2 0 R', '/Pages 51 0 R/Pages 2 0 R') }, 'objectChanged'],
  ])('and %s', (_, objects, code, forgery) => {
    const { indication, changes, forgeries } = after(60, objects)
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain(code)
    if (forgery) expect(forgeries).toContain(forgery)
  })
})

test('a catalogue that lay hidden in what was signed is a forgery, whatever it says', () => {
  for (const hidden of [shadow, { 50: catalogue }]) {
    const { indication, changes, forgeries } = after(50, { 13: contract()[13]! }, handmade({ objects: hidden }))
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain('trailerChanged')
    expect(forgeries).toContain('shadowHideAndReplace')
  }
})

test('one that something in the signed revision named before it was there is a forgery', () => {
  const naming = (number: number) => handmade({ objects: { [number]: contract()[number]!.replace('/Contents', '/Later 60 0 R/Contents') } })
  expect(after(60, { 60: catalogue }, naming(4))).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowHideAndReplace'] })
  expect(after(60, { 60: catalogue }, naming(15)), 'a page that nothing leads to').toMatchObject({ indication: 'TOTAL-PASSED' })
})

test('the first catalogue may not change when it is none any more: it may be something else as well', () => {
  const changed = append(handmade({ objects: shadow }), { 60: catalogue }, { trailer: `/Root 60 0 R${rest}` })
  const { indication, changes } = seen(append(changed, { 1: shadow[50]! }, { trailer: `/Root 60 0 R${rest}` }))
  expect([indication, changes]).toEqual(['TOTAL-FAILED', ['objectChanged']])
})

test('a later catalogue in place of a second one, with other pages', () => {
  const second = append(handmade({ objects: shadow }), { 60: catalogue }, { trailer: `/Root 60 0 R${rest}` })
  const third = append(
    second,
    { 70: catalogue.replace('/Pages 2 0 R', '/Pages 71 0 R'), 71: hiddenTree },
    { trailer: `/Root 70 0 R${rest}` },
  )
  expect(seen(third)).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowHideAndReplace'] })
})

test('what is no catalogue shows no signature any more, and the one that there was is missed', () => {
  const bytes = append(handmade(), { 60: '<</Type/Font>>' }, { trailer: `/Root 60 0 R${rest}` })
  const report = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  const findings = [{ code: 'signatureRemovedLater', detail: 'approval' }, { code: 'noSignatures' }]
  expect(report).toMatchObject({ indication: 'TOTAL-FAILED', findings, forgeries: ['shadowHide'] })
})
