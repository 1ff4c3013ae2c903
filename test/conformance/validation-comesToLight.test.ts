/** What lay hidden beneath a field when it was signed, what a signature goes on with, and what readers make of a field that they draw. */
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { append, contract, file, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { countersigned } from './validation-handmade.ts'

/** What the first signature says of what came after it. */
function first(bytes: Uint8Array): string {
  return validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures[0]!.indication
}
const after = async (prepared: Objects, later: (signed: Buffer) => Objects) => {
  const signed = await signFile(file({ ...contract(), ...prepared }))
  return first(append(signed, later(signed)))
}

const font = '/Resources<</Font<</F1 6 0 R>>>>'
const form = (content: string, box = '0 0 328 30', more = font) => stream(content, `/Type/XObject/Subtype/Form/BBox[${box}]${more}`)
const written = (words: string) => `BT /F1 18 Tf 2 10 Td (${words}) Tj ET`
const over = '/Rect[72 690 400 720]/P 3 0 R/F 4'
const cover = `1 g 0 0 328 30 re f 0 g ${written('I owe you 100')}`
const text = (entries: string, place = '/Rect[72 500 200 520]/P 3 0 R/F 4') =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(amount)${place}${entries}>>`
const drawn = (value: string, more: string) => text(`/V(${value})${more}`)

test.each([
  ['an empty appearance', '/V()/AP<</N 30 0 R>>/DA(/F1 12 Tf)'],
  ['no appearance', '/V(SAR)/DA(/F1 12 Tf)'],
])('a text field that hid a sentence, filled in with %s', async (_, entries) => {
  const later = () => ({ 10: text(entries, over), 30: form('') })
  expect(await after({ 10: text('/V(100)/AP<</N 12 0 R>>/DA(/F1 12 Tf)', over), 12: form(cover) }, later)).toBe('INDETERMINATE')
})

test('a check box that hid a sentence, no longer ticked, or drawn anew', async () => {
  const box = (state: string) =>
    `<</Type/Annot/Subtype/Widget/FT/Btn/T(amount)${over}/V/${state}/AS/${state}/AP<</N<</Yes 12 0 R/Off 20 0 R>>>>>>`
  const prepared = { 10: box('Yes'), 12: form('1 g 0 0 328 30 re f'), 20: form('') }
  expect(await after(prepared, () => ({ 10: box('Off') }))).toBe('INDETERMINATE')
  const anew = (signed: Buffer) => ({ 1: bodyOf(signed, 1).replace(/\/DA ?\(/, '/NeedAppearances true/DA(') })
  expect(await after(prepared, anew)).toBe('INDETERMINATE')
})

test.each(['signature', 'timestamp'] as const)('a field to sign that hid a sentence, with a %s that shows nothing', async (kind) => {
  const field = (value: string) => `<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)${over}${value}>>`
  const signed = await signFile(file({ ...contract(), 11: field('/AP<</N 20 0 R>>'), 20: form(cover) }))
  expect(first(countersigned(signed, { 11: field('/V 61 0 R') }, 61, kind))).toBe('INDETERMINATE')
})

test.each([
  ['text', form('BT /F1 18 Tf 0 4 Td (000) Tj ET', '0 0 60 20')],
  ['what nobody can read', form('BT /F1 18 Tf 0 4 Td (000) Tj ET /Nope sh', '0 0 60 20')],
  ['curves', form('0 4 m 10 4 10 16 0 16 c 20 4 m 30 4 30 16 20 16 c f', '0 0 60 20')],
])('a signature that goes on with figures of the page, by %s', async (_, appearance) => {
  const sentence = (words: string) => ({ 5: stream(`BT /F1 18 Tf 72 700 Td (${words}) Tj ET`) })
  const later = async (words: string, left: number) => {
    const signed = await signFile(file({ ...contract(), ...sentence(words) }))
    const objects = {
      1: bodyOf(signed, 1).replace(/\/Fields ?\[/, '/Fields[60 0 R '),
      3: bodyOf(signed, 3).replace(/\/Annots ?\[/, '/Annots[60 0 R '),
      60: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Second)/V 61 0 R/P 3 0 R/F 4/Rect[${left} 696 ${left + 60} 716]/AP<</N 62 0 R>>>>`,
      62: appearance,
    }
    return first(countersigned(signed, objects, 61))
  }
  expect(await later('I owe you in riyals: 100', 270)).toBe('INDETERMINATE')
  expect(await later('I owe you in riyals: 100', 400)).toBe('TOTAL-PASSED')
})

test('a field to sign beside the words that say what it is for', async () => {
  const field = (value: string) => `<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)/Rect[164 696 300 716]/P 3 0 R/F 4${value}>>`
  const label = (words: string) => ({ 5: stream(`BT /F1 18 Tf 72 700 Td (${words}) Tj ET`) })
  const signedBeside = async (words: string) => {
    const signed = await signFile(file({ ...contract(), ...label(words), 11: field('') }))
    const later = { 11: field('/V 61 0 R/AP<</N 62 0 R>>'), 62: form('BT /F1 12 Tf 0 4 Td (000 Fahad) Tj ET', '0 0 136 20') }
    return first(countersigned(signed, later, 61))
  }
  expect(await signedBeside('Signature:')).toBe('TOTAL-PASSED')
  expect(await signedBeside('I owe 100')).toBe('INDETERMINATE')
})

test.each([
  ['in white', '19', '/DA(/F1 12 Tf 1 g)'],
  ['so small that nobody reads it', '19', '/DA(/F1 .1 Tf)'],
  ['after another text', '19', '/DA(/F1 12 Tf (9) Tj)'],
  ['upside down', '600', '/DA(/F1 12 Tf)/MK<</R 180>>'],
  ['as far as it may be long', '100000', '/DA(/F1 12 Tf)/MaxLen 3'],
  ['as far as its line reaches', 'I owe you one hundred thousand riyals', '/DA(/F1 12 Tf)'],
])('a field whose value readers draw %s', async (_, value, more) => {
  expect(await after({ 10: drawn('', more) }, () => ({ 10: drawn(value, more) }))).toBe('INDETERMINATE')
})

test('a field whose value readers draw as it is', async () => {
  for (const [value, more] of [
    ['19', '/DA(/F1 12 Tf 0 g)'],
    ['600', '/DA(/F1 0 Tf)/MaxLen 3'],
  ] as const)
    expect(await after({ 10: drawn('', more) }, () => ({ 10: drawn(value, more) }))).toBe('TOTAL-PASSED')
})

const highlight = (content: string) => (signed: Buffer) => ({
  3: bodyOf(signed, 3).replace(/\/Annots ?\[/, '/Annots[60 0 R '),
  60: '<</Type/Annot/Subtype/Highlight/F 4/Rect[70 696 260 716]/QuadPoints[70 716 260 716 70 696 260 696]/AP<</N 61 0 R>>>>',
  61: form(`/G gs ${content} f`, '0 0 190 20', '/Resources<</ExtGState<</G<</BM/Multiply>>>>>>'),
})

test.each(['0 0 20 rg', '-300 1 1 .98 k'])('a highlight in a colour that is out of range: %s', async (colour) => {
  expect(await after({}, highlight(`${colour} 0 0 190 20 re`))).toBe('INDETERMINATE')
})

test('a highlight of 130,000 rectangles', async () => {
  expect(await after({}, highlight(`1 1 0 rg ${'0 0 190 20 re '.repeat(130_000)}`))).toBe('INDETERMINATE')
})

test('a signature over letters that are outlines', async () => {
  const digits = [80, 92, 104].map((x) => `${x} 700 m ${x} 712 l ${x + 4} 712 l ${x + 4} 700 l f`).join(' ')
  const field = (value: string) => `<</Type/Annot/Subtype/Widget/FT/Sig/T(approval)${over}${value}>>`
  const signed = await signFile(file({ ...contract(), 5: stream(digits), 11: field('') }))
  const later = { 11: field('/V 61 0 R/AP<</N 62 0 R>>'), 62: form('1 g 0 0 328 30 re f') }
  expect(first(countersigned(signed, later, 61))).toBe('INDETERMINATE')
})
