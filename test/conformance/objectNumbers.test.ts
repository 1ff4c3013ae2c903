/** The numbers that the objects of a signature get: nothing that the file leads to, and none that readers do not take. */
import { expect, test } from 'vitest'
import { openPdf } from '#pki/pdf/document.ts'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { simplePdf, writePdf } from '../fixtures/pdf/make/write.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'

const signedTwice = async (file: Buffer) => signFile(await signFile(file), { fieldName: 'Second' })
const indications = (bytes: Buffer) =>
  validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures.map(({ indication }) => indication)
const passed = ['TOTAL-PASSED', 'TOTAL-PASSED']

test.each([
  ['the first number that is free', 6],
  ['numbers behind it', 8],
  ['one far beyond', 4_000_000_000],
])('an object that is not there, %s, stays absent', async (_, number) => {
  const page = `/PieceInfo ${number} 0 R /Thumb ${number + 2} 0 R`
  const twice = await signedTwice(simplePdf({ page, trailer: `/Info ${number + 1} 0 R` }))
  expect(indications(twice)).toEqual(passed)
  const pdf = openPdf(twice)
  for (const absent of [number, number + 1, number + 2]) expect(pdf.object({ kind: 'ref', number: absent, generation: 0 })).toBeNull()
})

test('a /Size higher than any reader’s numbers is passed over', async () => {
  const file = Buffer.from(simplePdf().toString('latin1').replace('/Size 6', '/Size 3000000000'), 'latin1')
  const twice = await signedTwice(file)
  expect(indications(twice)).toEqual(passed)
  expect(Math.max(...openPdf(twice).entries(2).keys())).toBeLessThan(100)
})

test('a file whose objects have such numbers is refused', () => {
  const far = 5_000_000
  const file = writePdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: `<</Type/Pages/Kids[${far} 0 R]/Count 1>>` }).toString('latin1')
  const page = `${far} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj\n`
  const at = file.indexOf('xref\n')
  const moved = file.slice(0, at) + page + file.slice(at).replace('trailer', `${far} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer`)
  const bytes = Buffer.from(moved.replace(/startxref\n\d+/, `startxref\n${at + page.length}`), 'latin1')
  expect(readSigningFacts(bytes)).toMatchObject({ signable: false, code: 'TOO_MANY_OBJECTS' })
})
