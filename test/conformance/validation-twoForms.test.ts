/**
 * Catalogues that state two forms: node-signpdf adds its own where a catalogue has one in itself. Readers take one or the other; nobody forged
 * anything.
 */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

function seen(bytes: Uint8Array): { indication: string; changes: ChangeCode[]; forgeries: readonly string[] } {
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code), forgeries }
}
const ownForm = '<</Type/AcroForm/SigFlags 3/Fields[]>>'

describe('a second form that a later revision states', () => {
  /** A field that brings no appearance is drawn with what the form names. */
  const drawn = { ...contract(), 10: contract()[10]!.replace('/AP<</N 12 0 R>>', '') }
  async function afterwards(form: string, more: Objects = {}, change = (catalogue: string) => catalogue) {
    const signed = await signFile(file(drawn))
    const catalogue = change(bodyOf(signed, 1)).replace(/>>\s*$/, '/AcroForm 60 0 R>>')
    return seen(append(signed, { 1: catalogue, 60: form, ...more }))
  }

  test('beside the first one has to be looked at, and names nobody a forger', async () => {
    expect(await afterwards(ownForm)).toEqual({ indication: 'INDETERMINATE', changes: ['formUnjudged'], forgeries: [] })
  })

  test('is not allowed where the author certified that nothing may change', async () => {
    const certified = await signFile(file(drawn), { certify: 1 })
    const again = append(certified, { 1: bodyOf(certified, 1).replace(/>>\s*$/, '/AcroForm 60 0 R>>'), 60: ownForm })
    expect(seen(again).indication).toBe('TOTAL-FAILED')
  })

  test('also where time stamps were added before it', async () => {
    const signed = await signFile(file(drawn), { level: 'B-LTA' })
    const again = append(signed, { 1: bodyOf(signed, 1).replace(/>>\s*$/, '/AcroForm 60 0 R>>'), 60: ownForm })
    expect(seen(again)).toMatchObject({ indication: 'INDETERMINATE', forgeries: [] })
    expect(seen(append(again, { 1: bodyOf(signed, 1).replace('10 0 R', '') }))).toMatchObject({
      indication: 'TOTAL-FAILED',
      forgeries: expect.arrayContaining(['shadowHide']) as string[],
    })
  })

  test.each<[string, Parameters<typeof afterwards>, ChangeCode, string]>([
    [
      'with another font for what readers draw',
      [ownForm.replace('/Fields', '/DR<</Font<</F1 61 0 R>>>>/Fields'), { 61: '<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>' }],
      'formChanged',
      'shadowReplace',
    ],
    ['with a field that was something else', [ownForm.replace('[]', '[8 0 R]')], 'fieldAdded', 'shadowHideAndReplace'],
    [
      'in place of the first one',
      [ownForm, {}, (catalogue) => catalogue.replace(/\/AcroForm ?<<[^]*?>>>>[^>]*>>/, '')],
      'signatureRemoved',
      'shadowHide',
    ],
  ])('%s is what it is', async (_, args, code, forgery) => {
    const { indication, changes, forgeries } = await afterwards(...args)
    expect(indication).toBe('TOTAL-FAILED')
    expect(changes).toContain(code)
    expect(forgeries).toContain(forgery)
  })

  test.each([
    ['beside a first one that lacks a field', (catalogue: string) => catalogue.replace('10 0 R', '')],
    ['and something else twice', (catalogue: string) => catalogue.replace('/Pages', '/Pages 62 0 R/Pages')],
    ['and a page tree of its own', (catalogue: string) => catalogue.replace('/Pages 2 0 R', '/Pages 62 0 R')],
  ])('%s is not allowed', async (_, change) => {
    const tree = { 62: '<</Type/Pages/Kids[15 0 R]/Count 1>>' }
    expect((await afterwards(ownForm, tree, change)).indication).toBe('TOTAL-FAILED')
  })
})

describe('two forms in what was signed', () => {
  const two = contract()[1]!.replace(/>>$/, '/AcroForm<</Fields[11 0 R]/SigFlags 3>>>>')
  const signed = handmade({ objects: { 1: two } })
  const filled = (value: string, shown = value) => ({
    10: contract()[10]!.replace('(100)', `(${value})`).replace('12 0 R', '63 0 R'),
    63: stream(`BT /F1 12 Tf (${shown}) Tj ET`, '/Type/XObject/Subtype/Form/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>>>'),
  })

  test('hold as they are, and with a field of either filled in', () => {
    expect(seen(signed)).toEqual({ indication: 'TOTAL-PASSED', changes: [], forgeries: [] })
    expect(seen(append(signed, filled('250')))).toEqual({ indication: 'TOTAL-PASSED', changes: ['fieldFilled'], forgeries: [] })
  })

  test.each([
    ['the first', contract()[1]!],
    ['the second', contract()[1]!.replace(/\/AcroForm.*\/Metadata/, '/AcroForm<</Fields[11 0 R]/SigFlags 3>>/Metadata')],
  ])('of which a writer keeps %s alone', (_, catalogue) => {
    expect(seen(append(signed, { 1: catalogue }))).toMatchObject({ indication: 'TOTAL-PASSED', forgeries: [] })
  })

  test('allow nothing that one would not', () => {
    expect(seen(append(signed, filled('250', '100000'))).indication).toBe('INDETERMINATE')
    const neither = contract()[1]!.replace('/Fields[10 0 R 11 0 R]', '/Fields[10 0 R]')
    expect(seen(append(signed, { 1: neither }))).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowHide'] })
  })
})
