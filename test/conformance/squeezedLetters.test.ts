/** Letters that are squeezed or slanted out of all shape: Chrome shows them upright and as large as it likes, and others a line or nothing. */
import { describe, expect, test } from 'vitest'
import { refusalOf, streamWith } from '../fixtures/pdf/make/drawing.ts'
import type { Drawing } from '../fixtures/pdf/make/drawing.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const word = '(100) Tj'
const text = (how: string) => ({ content: `BT /F1 20 Tf ${how} ${word} ET` })
const font = '/Resources<</Font<</F1 5 0 R>>>>'
const form = (content: string, says = '') => streamWith(`/Type/XObject/Subtype/Form/BBox[0 0 100 60]${font}${says}`, content)
const drawn = (content: string, ...forms: readonly string[]): Drawing => ({
  content,
  resources: `/XObject<<${forms.map((_, i) => `/X${i} ${6 + i} 0 R`).join('')}>>`,
  objects: forms,
})
const upright = `BT /F1 20 Tf ${word} ET`

describe('signed', () => {
  test.each<[string, Drawing]>([
    ['narrow letters', text('20 Tz')],
    ['slanted letters', text('1 0 1 1 10 10 Tm')],
    ['letters on their heads', text('-1 0 0 1 90 10 Tm')],
    ['letters that nobody sees', text('3 Tr 1 0 0 .01 10 10 Tm')],
    ['letters of no height at all', text('1 0 0 0 10 10 Tm')],
    ['letters of a form as it is', drawn('2 0 0 1 0 0 cm /X0 Do', form(upright))],
    ['letters of a form of one square point', drawn('100 0 0 10 0 0 cm /X0 Do', form(upright, '/Matrix[.01 0 0 .1 0 0]'))],
    ['a flat form without letters', drawn('1 0 0 .01 0 0 cm /X0 Do', form('0 0 100 60 re f'))],
    ['what was squeezed before', { content: `q 1 0 0 .01 0 0 cm 0 0 9 9 re f Q ${upright}` }],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())
})

describe('refused', () => {
  test.each<[string, Drawing]>([
    ['low letters', text('1 0 0 .03 10 10 Tm')],
    ['letters of hardly any height', text('1 0 0 .0001 10 10 Tm')],
    ['narrow letters', text('2 Tz')],
    ['letters slanted along the line', text('1 0 20 1 10 10 Tm')],
    ['letters along one line with it', text('.955 .296 .911 .287 10 10 Tm')],
    ['letters on a page squeezed so far', { content: `1 0 0 .02 0 0 cm ${upright}` }],
    ['letters that narrow letters and a low page make so', { content: `.1 0 0 1 0 0 cm BT /F1 20 Tf 20 Tz ${word} ET` }],
    ['letters of a form', drawn('/X0 Do', form('1 0 0 .02 0 0 cm BT /F1 20 Tf (100) Tj ET'))],
    ['letters of a form drawn so', drawn('1 0 0 .1 0 0 cm /X0 Do', form(upright))],
    ['letters of a form that turns itself so', drawn('/X0 Do', form(upright, '/Matrix[1 0 0 .1 0 0]'))],
    [
      'letters of a form within another',
      drawn(
        '1 0 0 .3 0 0 cm /X0 Do',
        form('1 0 0 .3 0 0 cm /X1 Do', '/Resources<</XObject<</X1 7 0 R>>>>').replace(font, ''),
        form(upright),
      ),
    ],
    [
      'letters of a pattern',
      {
        content: '/Pattern cs /P scn 0 0 100 60 re f',
        resources: '/Pattern<</P 6 0 R>>',
        objects: [
          streamWith(`/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 100 60]/XStep 100/YStep 60/Matrix[1 0 0 .02 0 0]${font}`, upright),
        ],
      },
    ],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toMatch(/^BROKEN CONTENT: .*squeezed or slanted/))
})

describe('letters larger than poppler draws', () => {
  test.each<[string, Drawing]>([
    ['on a page', { content: 'BT /F1 1450 Tf (1) Tj ET' }],
    ['made so by the page', { content: '10 0 0 10 0 0 cm BT /F1 150 Tf (1) Tj ET' }],
    ['of a form', drawn('10 0 0 10 0 0 cm /X0 Do', form('BT /F1 150 Tf (1) Tj ET'))],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toMatch(/^BROKEN CONTENT: .*larger than readers draw/))
  test('and as large as a poster has them', () => expect(refusalOf({ content: 'BT /F1 900 Tf (1) Tj ET' })).toBeUndefined())
})

describe('what of text a form goes on with to some readers', () => {
  const lines = 'BT /F1 20 Tf 10 30 Td (1) Tj T* (2) Tj ET'
  const nested = (outer: string, inner: string) =>
    drawn(`${outer} /X0 Do`, form(`${inner} /X1 Do`, '/Resources<</XObject<</X1 7 0 R>>>>').replace(font, ''), form(upright))
  test.each<[string, Drawing]>([
    ['is as it begins', drawn('50 Tz 100 Tz 5 Ts 0 Ts /X0 Do', form(upright))],
    ['was restored', drawn('q 50 Tz 5 Ts Q /X0 Do', form(upright))],
    ['it says itself', drawn('50 Tz 5 Ts /X0 Do', form(`80 Tz 3 Ts ${upright}`))],
    ['is how far lines are apart, of which it has one', drawn('20 TL /X0 Do', form(upright))],
    ['is said where another form is drawn', nested('50 Tz', '100 Tz 0 Ts')],
    ['does not matter without text', drawn('50 Tz /X0 Do', form('0 0 9 9 re f'))],
    ['is how wide spaces are, which all go on with', drawn('5 Tc 5 Tw /X0 Do', form(upright))],
  ])('%s: signed', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())

  test.each<[string, Drawing]>([
    ['the width of letters', drawn('50 Tz /X0 Do', form(upright))],
    ['how high they stand', drawn('5 Ts /X0 Do', form(upright))],
    ['how far lines are apart', drawn('20 TL /X0 Do', form(lines))],
    ['the same for one line', drawn('20 TL /X0 Do', form("BT /F1 20 Tf 10 30 Td (1) ' ET"))],
    ['by a move', drawn('BT 0 -20 TD ET /X0 Do', form(lines))],
    ['from further above', nested('50 Tz', '0 Ts')],
    ['in one of two places', drawn('/X0 Do 5 Ts /X0 Do', form(upright))],
  ])('%s: refused', (_name, drawing) =>
    expect(refusalOf(drawing)).toBe('BROKEN CONTENT: letters of a form stand as what draws it says, to some readers'),
  )
})

describe('an annotation', () => {
  const stamp = (frame: string, more = '', content = upright) =>
    writePdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 300]>>',
      3: '<</Type/Page/Parent 2 0 R/Resources<<>>/Annots[6 0 R]>>',
      5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
      6: '<</Type/Annot/Subtype/Stamp/F 4/Rect[100 100 200 120]/AP<</N 7 0 R>>>>',
      7: streamWith(`/Type/XObject/Subtype/Form/BBox${frame}${font}${more}`, content),
    })
  test.each([
    ['fitted as it is', '[0 0 100 20]', '', 'signable'],
    ['turned on its side', '[0 0 20 100]', '/Matrix[0 1 -1 0 0 0]', 'signable'],
    ['squeezed into a line', '[0 0 100 600]', '', 'BROKEN TYPE'],
    ['turned and squeezed', '[0 0 100 20]', '/Matrix[0 1 -1 0 0 0]', 'BROKEN TYPE'],
  ])('%s', (_name, frame, more, expected) => expect(signability(stamp(frame, more))).toBe(expected))
  test('squeezed without letters', () => expect(signability(stamp('[0 0 100 600]', '', '0 0 100 600 re f'))).toBe('signable'))
})
