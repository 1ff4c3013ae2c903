/** Where revisions end. */
import { expect, test } from 'vitest'
import { readSigningFacts } from '#pki/signature/readFacts.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, freshAnswers, signedAt, signFile } from '#test/conformance/validation-cast.ts'
import { append, contract, file } from '#test/conformance/validation-files.ts'

/** Two revisions; what stands in the place of the first one's marker. */
function markedBy(text: string): Buffer {
  const bytes = append(file(contract()), { 16: '<</Title(Invoice)/Producer(SAP NetWeaver 731)>>' })
  bytes.write(text, bytes.indexOf('%%EOF'), 'latin1')
  return bytes
}

test('an earlier revision may leave its marker out (SAP), and the file is signed', async () => {
  const signed = await signFile(markedBy('     '))
  const report = validateDocument(signed, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  expect(report).toMatchObject({ indication: 'TOTAL-PASSED', document: 'asSigned' })
})

test.each(['null ', '9 0 R', 'endob'])('nothing else may stand there: %j', (text) => {
  expect(readSigningFacts(markedBy(text))).toMatchObject({ signable: false, code: 'BROKEN', what: ['XREF'] })
})

test.each(['%%EOX', '%%%%\n'])('but a comment: %j', (text) => {
  expect(readSigningFacts(markedBy(text)).signable).toBe(true)
})

test('the last one may not', () => {
  const bytes = file(contract())
  expect(readSigningFacts(bytes.subarray(0, bytes.lastIndexOf('%%EOF')))).toMatchObject({ signable: false, code: 'BROKEN' })
})

test.each([
  ['5 0obj', 'TRAILING_BYTES'],
  ['5 0 object', 'TRAILING_BYTES'],
  ['trailer <</Root 9 0 R>>', 'TRAILING_BYTES'],
  ['<object>', undefined],
])('behind it nothing may stand that readers take for a part of the file: %s', (text, code) => {
  const facts = readSigningFacts(Buffer.concat([file(contract()), Buffer.from(text)]))
  expect(facts.signable ? undefined : facts.what[0]).toBe(code)
})
