/** Signature dictionaries that stand in their field and are no objects of their own, as the format lets them. */
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { bodyOf } from './validation-attacks.ts'
import { append, contract } from './validation-files.ts'
import { countersigned, handmade } from './validation-handmade.ts'

const seen = (bytes: Uint8Array) => {
  const { signatures, forgeries } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indications: signatures.map(({ indication }) => indication), forgeries }
}
const direct = handmade({ isDirect: true })
test('one signature, alone and beneath another of ours', async () => {
  expect(seen(direct)).toEqual({ indications: ['TOTAL-PASSED'], forgeries: [] })
  expect(seen(await signFile(direct))).toEqual({ indications: ['TOTAL-PASSED', 'TOTAL-PASSED'], forgeries: [] })
})

test('one that came after another', () => {
  const base = handmade()
  const later = {
    1: bodyOf(base, 1).replace('/Fields[', '/Fields[60 0 R '),
    3: bodyOf(base, 3).replace('/Annots[', '/Annots[60 0 R '),
    60: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/P 3 0 R/F 4/Rect[0 0 0 0]/V ?>>',
  }
  const twice = countersigned(base, later, 60)
  expect(seen(twice)).toEqual({ indications: ['TOTAL-PASSED', 'TOTAL-PASSED'], forgeries: [] })
  twice[twice.lastIndexOf('/Contents <') + 400]! ^= 1
  expect(seen(twice).indications).not.toContain('TOTAL-PASSED')
})

test('another page later, and none at all', () => {
  expect(seen(append(direct, { 5: contract()[14]! })).indications).toEqual(['TOTAL-FAILED'])
  const gone = bodyOf(direct, 11).replace(/\/V <<.*?>>/s, '')
  expect(validateDocument(append(direct, { 11: gone }), { anchors, at: signedAt }).indication).toBe('TOTAL-FAILED')
})
