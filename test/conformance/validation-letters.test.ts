/** Fields whose appearance shows something else than their value: letters that cannot be seen, and lines that write. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

function judged(before: Uint8Array, objects: Objects): [indication: string, ...changes: string[]] {
  const { signatures } = validateDocument(append(before, objects), { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return [signatures[0]!.indication, ...signatures[0]!.changesAfter.map(({ code }) => code)]
}
const passed = ['TOTAL-PASSED', 'fieldFilled']
const unjudged = ['INDETERMINATE', 'fieldUnjudged']

const resources = '/Resources<</Font<</F1 6 0 R/F2 51 0 R>>/ExtGState<</G 52 0 R>>/XObject<</X 53 0 R>>>>'
const form = (content: string, more = `/BBox[0 0 128 20]${resources}`) => stream(content, `/Type/XObject/Subtype/Form${more}`)
/** With the font that is object 51. */
const set = (text: string) => `BT /F2 12 Tf 2 5 Td (${text}) Tj ET`
const helvetica = (more: string) => ({ 51: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${more}>>` })
const said = (text: string, x = 2, y = 5) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET`
/** The field's value and its appearance, and what else the revision adds. */
function filled(value: string, content: string, more: Objects = {}, entries?: string) {
  const signed = handmade({ objects: { 5: stream('') } })
  const field = bodyOf(signed, 10).replace('/V(100)', `/V(${value})`).replace('12 0 R', '50 0 R')
  return judged(signed, { 10: field, 50: form(content, entries), ...more })
}

describe('a field filled in', () => {
  test('with its value', () => expect(filled('200', said('200'))).toEqual(passed))

  test('with more items in a line than an argument list holds', () => {
    expect(filled('200', `BT /F1 12 Tf 2 5 Td [(200)${' 1'.repeat(200_000)}] TJ ET`)).toEqual(passed)
  })

  const ones = `/LastChar 57/Widths[${'556 '.repeat(10)}]`
  test.each([
    ['has widths', '200', `/FirstChar 48${ones}`],
    ['has one width for what has none', '200', `/FirstChar 65${ones}/FontDescriptor<</MissingWidth 556>>`],
    ['names its letters', '200', '/Encoding<</Differences[48/zero/one/two]>>'],
    ['has the letters of Windows', 'M\\374ller', '/Encoding/WinAnsiEncoding'],
  ])('in a font that %s', (_, value, more) => expect(filled(value, set(value), helvetica(more))).toEqual(passed))

  test.each([
    ['leaves out a width', '200', `/FirstChar 49${ones}`],
    ['leaves out a width, and has none for what has none', '200', `/FirstChar 49${ones}/FontDescriptor<</Flags 32>>`],
    ['begins between two codes', '200', `/FirstChar 48.5${ones}`],
    ['begins nowhere', '200', ones],
    ['differs between two codes', '200', '/Encoding<</Differences[50.5/nine]>>'],
    ['has the letters of experts', 'GHIJ', '/Encoding/MacExpertEncoding'],
    ['has them beneath its own', 'GHIJ', '/Encoding<</BaseEncoding/MacExpertEncoding>>'],
    ['has the letters of nobody', '200', '/Encoding/OtherEncoding'],
    ['has the letters of Windows, and others', 'M\\374ller', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[252/odieresis]>>'],
  ])('in a font that %s', (_, value, more) => expect(filled(value, set(value), helvetica(more))).toEqual(unjudged))
})
