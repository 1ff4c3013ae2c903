/**
 * What a page shows beneath a later signature. Letters in white are passed over where nobody sees them, on white; on anything else they are what was
 * signed. Lines are where they are drawn, and letters where any reader shows them.
 */
import { expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { anchors, fahad, freshAnswers, signedAt, signFile } from './validation-cast.ts'
import { contract, file, stream, whitePicture as appearance } from './validation-files.ts'

/** With graphics states that are sheer (G), burn colours (B) and subtract them (D), a group of white letters (X), and a grey of its own under another name. */
const page = (content: string) => {
  const objects = contract()
  const resources = '/ExtGState<</G<</ca 0>>/B<</BM/ColorBurn>>/D<</BM/Difference>>>>/XObject<</X 40 0 R/Y 41 0 R'
  const font = /\/Font<<[^>]*>>/.exec(objects[3]!)![0]
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 595 842]'
  return file({
    ...objects,
    3: objects[3]!.replace('/XObject<<', resources),
    5: stream(content),
    40: stream(text, `${form}/Group<</S/Transparency>>/Resources<<${font}>>`),
    41: stream(text, `${form}/Resources<<${font}/ColorSpace<</DefaultGray[/Separation/Spot/DeviceGray 42 0 R]>>>>`),
    42: '<</FunctionType 2/Domain[0 1]/N 1/C0[1]/C1[0]>>',
  })
}
type Where = { fieldName: string; page?: number; rectangle?: [number, number, number, number] }
/** What is said of who signed a page on which somebody else signs then. */
async function afterAnother(content: string, where: Where): Promise<string> {
  const both = await signFile(await signFile(page(content)), { by: fahad, ...where, appearance })
  return validateDocument(both, { anchors, at: signedAt, given: freshAnswers(signedAt) }).signatures[0]!.indication
}
const inField: Where = { fieldName: 'approval' }
const beside: Where = { fieldName: 'Second', page: 0, rectangle: [300, 40, 400, 80] }
const text = 'BT 1 g /F1 12 Tf 80 120 Td (all waived) Tj ET'

test.each([
  ['on nothing', text],
  ['on a white page', `1 g 0 0 595 842 re f ${text}`],
  ['on a white page upon a black one', `0 g 0 0 595 842 re f 1 g 0 0 595 842 re f ${text}`],
])('white letters %s may be covered', async (_, content) => {
  expect(await afterAnother(content, inField)).toBe('TOTAL-PASSED')
})

const black = '0 g 50 80 200 100 re f '
test.each([
  ['black', `${black}${text}`],
  ['black, in the hole of a white frame', `${black}1 g 50 80 200 100 re 70 100 130 40 re f* ${text}`],
  ['black, beside a white triangle', `${black}1 g 50 80 m 250 180 l 50 180 l f ${text}`],
  ['black, where white paper is cut off', `${black}q 50 80 1 1 re W n 1 g 50 80 200 100 re f Q ${text}`],
  ['black, under white that is not seen', `${black}q /G gs 1 g 50 80 200 100 re f Q ${text}`],
  ['a broad line', `q 0 G 40 w 50 120 m 250 120 l S Q ${text}`],
  ['the stroke of a large letter', 'BT 0 g /F1 900 Tf 0 -200 Td (I) Tj ET BT 1 g /F1 6 Tf 116 120 Td (waived) Tj ET'],
  ['white, with black outlines', text.replace('BT', 'BT 0 G 2 Tr')],
  ['white, as a group that is subtracted', '/D gs /X Do'],
  ['white, where white is another colour', '/Y Do'],
  ['white, and burnt in later', '0.995 g BT /F1 12 Tf 80 120 Td (all waived) Tj ET /B gs 0.01 g 0 0 595 842 re f'],
])('white letters on %s are seen', async (_, content) => {
  expect(await afterAnother(content, inField)).toBe('INDETERMINATE')
})

/** Letters that are one path, as programs make of a font that they may not embed. */
const outlined =
  'q 1 0 0 1 0 0 cm 2 w 20 20 m 20 60 l 40 60 l 40 20 l 30 10 l 24 12 l h 450 20 m 450 60 l 470 60 l 480 30 l 470 20 l 460 10 l h'
test.each([
  ['between the letters of a word that is one path', `${outlined} S Q`, 'TOTAL-PASSED'],
  ['between its letters, which are filled', `${outlined} f Q`, 'TOTAL-PASSED'],
  ['on one of its letters', `${outlined.replaceAll('450', '310').replaceAll('470', '330')} S Q`, 'INDETERMINATE'],
  [
    'on the tip of a sharp angle',
    '2 w 0 G 200 59 m 290 60 l 200 61 l 190 61 l 180 61 l 180 59 l 170 59 l 160 59 l 150 59 l 140 59 l 130 59 l 100 M S',
    'INDETERMINATE',
  ],
  [
    'on the tip where a shape is closed',
    '2 w 0 G 100 M 290 60 m 200 61 l 190 61 l 180 61 l 180 59 l 170 59 l 160 59 l 150 59 l 140 59 l 200 59 l 290 60 l h S',
    'INDETERMINATE',
  ],
  [
    'beyond a tip that is cut off',
    '2 w 0 G 200 59 m 290 60 l 200 61 l 190 61 l 180 61 l 180 59 l 170 59 l 160 59 l 150 59 l 140 59 l 130 59 l S',
    'TOTAL-PASSED',
  ],
  ['on letters that stand on their heads', 'BT /F1 -40 Tf 310 90 Td (waived) Tj ET', 'INDETERMINATE'],
  ['above them', 'BT /F1 -40 Tf 310 20 Td (waived) Tj ET', 'TOTAL-PASSED'],
  ['on letters that some show upright', 'BT /F1 20 Tf 1 0 0 .01 310 38 Tm (waived) Tj ET', 'INDETERMINATE'],
])('a signature %s', async (_, content, expected) => {
  expect(await afterAnother(content, beside)).toBe(expected)
})
