/** Forms in XFA, which Acrobat writes anew in part whenever somebody fills them in or signs them. */
import { describe, expect, test } from 'vitest'
import { signatureSentence, verdictSentence } from '#contract/verificationSentences.ts'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned, handmade } from './validation-handmade.ts'

const packets = '[(preamble)40 0 R(template)41 0 R(datasets)42 0 R(form)43 0 R(postamble)44 0 R]'
const [signature, field] = [60, 61]
const made: Objects = {
  1: contract()[1]!.replace('/DA(', `/XFA${packets}/DA(`),
  40: stream('<xdp>'),
  41: stream('<template/>'),
  42: stream('<datasets>100</datasets>'),
  43: stream('<form/>'),
  44: stream('</xdp>'),
}
const signed = handmade({ objects: made })
const validate = (bytes: Uint8Array) => validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
const changed = (to: string, more: Objects = {}) => validate(append(signed, { 1: bodyOf(signed, 1).replace(packets, to), ...more }))
const rewritten = '[(xdp:xdp)50 0 R(template)41 0 R(datasets)52 0 R(form)53 0 R(</xdp:xdp>)54 0 R]'
const written: Objects = { 50: stream('<xdp>'), 52: stream('<datasets>250</datasets>'), 53: stream('<form>1</form>'), 54: stream('</xdp>') }

test('data that changed has to be looked at where it is shown', () => {
  const report = changed(rewritten, written)
  expect(report).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'SIG_CONSTRAINTS_FAILURE', forgeries: [] })
  expect(report.signatures[0]!.changesAfter).toEqual([{ code: 'xfaUnjudged', allowed: true }])
  expect(signatureSentence(report.signatures[0]!).en).toContain('data of its XFA form was changed later')
  expect(verdictSentence(report).en).toContain('Open the file in a program that shows it')
})

test('and another signature that comes with it', () => {
  const later = {
    ...written,
    1: bodyOf(signed, 1).replace(packets, rewritten).replace('/Fields[', `/Fields[${field} 0 R `),
    [field]: `<</FT/Sig/T(Second)/V ${signature} 0 R>>`,
  }
  const report = validate(countersigned(signed, later, signature))
  expect(report.signatures.map(({ indication }) => indication)).toEqual(['INDETERMINATE', 'TOTAL-PASSED'])
  expect(report.signatures[0]!.changesAfter.map(({ code }) => code)).toEqual(['xfaUnjudged', 'signatureAdded'])
})

describe('anything else of it is no data', () => {
  test.each<[string, string, Objects?]>([
    ['another template', packets.replace('41', '50'), written],
    ['a packet more', packets.replace('(form)', '(config)50 0 R(form)'), written],
    ['a packet less', packets.replace('(form)43 0 R', '')],
    ['in another order', '[(preamble)40 0 R(datasets)42 0 R(template)41 0 R(form)43 0 R(postamble)44 0 R]'],
    ['under another name', packets.replace('datasets', 'config')],
    ['one stream', ' 50 0 R', written],
    ['none', ' null'],
    ['data that are an object that was there', packets.replace('42', '5')],
    ['data that are nowhere', packets.replace('42 0 R', 'null')],
    ['a name that is none', packets.replace('(datasets)', '/datasets ')],
  ])('%s', (_, to, more = {}) => {
    const { indication, signatures } = changed(to, more)
    expect(indication).toBe('TOTAL-FAILED')
    expect(signatures[0]!.changesAfter).toContainEqual({ code: 'formChanged', allowed: false })
  })

  test('the template under its own number', () => {
    expect(changed(rewritten, { ...written, 41: stream('<template>other</template>') }).indication).toBe('TOTAL-FAILED')
  })

  test('a form in XFA where there was none', () => {
    const before = handmade()
    const after = append(before, { ...made, 1: bodyOf(before, 1).replace('/DA(', `/XFA${packets}/DA(`) })
    expect(validate(after).indication).toBe('TOTAL-FAILED')
  })
})

test('pages that readers lay out themselves may be others each time: what a forger would write is no forgery there', () => {
  const rendered = (base: Buffer, more = '/NeedsRendering true') => {
    const root = bodyOf(base, 1).replace('/Pages 2 0 R', `/Pages 70 0 R${more}`)
    return validate(append(base, { 1: root, 70: '<</Type/Pages/Kids[15 0 R]/Count 1>>' }))
  }
  expect(rendered(signed)).toMatchObject({ indication: 'TOTAL-FAILED', document: 'changed', forgeries: [] })
  expect(rendered(signed, '')).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowHideAndReplace'] })
  expect(rendered(handmade())).toMatchObject({ indication: 'TOTAL-FAILED', forgeries: ['shadowHideAndReplace'] })
})
