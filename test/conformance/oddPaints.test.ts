/**
 * What is painted with besides plain colours: patterns, shadings, what lets be seen what lies beneath, edges, and forms that go on with the colours of what
 * draws them. What four readers do not draw alike is refused, as they were found to differ; what they do is signed.
 */
import { describe, expect, test } from 'vitest'
import { refusalOf, streamWith } from '../fixtures/pdf/make/drawing.ts'
import type { Drawing } from '../fixtures/pdf/make/drawing.ts'
import { writePdf } from '../fixtures/pdf/make/write.ts'
import { signability } from '../fixtures/pdf/signability.ts'

const square = '10 10 30 40 re f'
const word = 'BT /F1 30 Tf 14 18 Td (1) Tj ET'
const fade = '/Function<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[0 0 0]/N 1>>'
const axial = '/ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 100 0]'
const tile = '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>'

const painted = (pattern: string, { say = '/Pattern cs /P scn', spaces = '' } = {}): Drawing => ({
  content: `${say} ${square}`,
  resources: `/Pattern<</P 6 0 R>>${spaces}`,
  objects: [pattern],
})
const tiled = (says: string, content = '0 g 0 0 5 10 re f', how = {}) => painted(streamWith(says, content), how)
const coloured = (says: string, say: string, content = '0 0 5 10 re f') =>
  tiled(says, content, { say, spaces: '/ColorSpace<</C[/Pattern/DeviceRGB]>>' })
const shaded = (says: string, data?: string): Drawing => ({
  content: '/S sh',
  resources: '/Shading<</S 6 0 R>>',
  objects: [data === undefined ? `<<${says}>>` : streamWith(says, data)],
})
const mesh = (data: string, says = '', type = 4) =>
  shaded(
    `/ShadingType ${type}/ColorSpace/DeviceGray/BitsPerCoordinate 8/BitsPerComponent 8/BitsPerFlag 8/Decode[0 100 0 60 0 1]${says}`,
    data,
  )
const corner = (flag: number) => String.fromCharCode(flag, 0, 255, 128)
const inState = (says: string, ...objects: readonly string[]): Drawing => ({
  content: `/G gs ${word}`,
  resources: `/ExtGState<</G<<${says}>>>>`,
  objects,
})
const form = (content: string, says = '') => streamWith(`/Type/XObject/Subtype/Form/BBox[0 0 100 60]${says}`, content)
const drawn = (content: string, ...forms: readonly string[]): Drawing => ({
  content,
  resources: `/XObject<<${forms.map((_, i) => `/X${i} ${6 + i} 0 R`).join('')}>>`,
  objects: forms,
})
const light = '/Group<</S/Transparency/CS/DeviceGray>>'
const masked = (says: string, group = light, content = `/G gs ${square}`): Drawing => ({
  ...inState(`/SMask<<${says}/G 6 0 R>>`, form('1 g 0 0 100 30 re f', group)),
  content,
})
const byLight = (content: string) => masked('/S/Luminosity', light, content)
const through = (says: string, ...objects: readonly string[]): Drawing => ({
  content: '/G gs /X0 Do',
  resources: `/ExtGState<</G<<${says}>>>>/XObject<</X0 6 0 R>>`,
  objects,
})
const knockout = (content: string) =>
  drawn('/X0 Do', form(content, '/Group<</S/Transparency/K true>>/Resources<</ExtGState<</G<</ca .01>>>>>>'))

describe('signed', () => {
  test.each<[string, Drawing]>([
    ['tiles', tiled(tile)],
    ['tiles that take their colour from where they are used', coloured(tile.replace('PaintType 1', 'PaintType 2'), '/C cs 1 0 0 /P scn')],
    ['a shading from one side to the other', shaded(axial + fade)],
    ['a shading for each colour', shaded(`${axial}/Function[${'<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'.repeat(3)}]`)],
    ['a shading as a pattern, with something behind it', painted(`<</PatternType 2/Shading<<${axial}/Background[1 1 1]${fade}>>>>`)],
    ['a mesh', mesh(corner(0).repeat(3) + corner(1) + corner(2))],
    ['a mesh in rows', mesh('\0\xff\x80'.repeat(6), '/VerticesPerRow 3', 5)],
    ['a blend mode and opacities', inState('/ca .5/CA 1/BM/Multiply/SMask/None')],
    ['a blend mode that is not known, which all take for none', inState('/BM/Fancy')],
    ['a soft mask of light', masked('/S/Luminosity/BC[0]')],
    ['a soft mask of opacity', masked('/S/Alpha', '/Group<</S/Transparency>>')],
    [
      'a form that is blended',
      through('/BM/Multiply', form(`/N gs ${square}`, '/Group<</S/Transparency>>/Resources<</ExtGState<</N<</BM/Normal>>>>>>')),
    ],
    ['a word through a soft mask, where an edge keeps it within', byLight(`0 0 90 60 re W n /G gs ${word}`)],
    ['a soft mask that is set small, with what is as small', byLight(`.5 0 0 .5 0 0 cm /G gs ${square}`)],
    ['a group whose parts take the place of one another, none of which is clear', knockout(`${square} ${square}`)],
    ['a form that says a colour in gray, as one is drawn in, as macOS has it', drawn('/X0 Do', form(`0 sc ${square}`))],
    ['a form that begins in black, as it is drawn in', drawn('/X0 Do', form(`/DeviceRGB cs ${square}`))],
    ['what is not there on a page, of which nobody shows anything', { content: `/X9 Do /G9 gs ${square}` }],
    ['a frame of nothing that hides nothing, as LibreOffice has it', { content: `q W* n Q ${square}` }],
    ['a frame that is said before its path, as Ghostscript did', { content: `q W 0 0 m 90 0 l 90 50 l h n ${square} Q` }],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())
})

describe('refused', () => {
  test.each<[string, Drawing, string]>([
    ['tiles of no size', tiled(tile.replace('10 10]', '0 10]')), 'no size'],
    ['tiles that do not go on', tiled(tile.replace('XStep 10', 'XStep 0')), 'do not follow'],
    ['tiles of which Firefox shows nothing', tiled(tile.replace('/TilingType 1', '')), 'how it is painted'],
    ['tiles that lie in no plane', tiled(`${tile}/Matrix[0 0 0 0 0 0]`), 'no plane'],
    ['tiles with a colour where they take none', coloured(tile, '/C cs 1 0 0 /P scn'), 'does not take'],
    ['tiles without the colour that they take', tiled(tile.replace('PaintType 1', 'PaintType 2')), 'does not take, or none'],
    [
      'tiles with colours of their own that say they have none',
      coloured(tile.replace('PaintType 1', 'PaintType 2'), '/C cs 1 0 0 /P scn', '1 g 0 0 9 9 re f'),
      'a colour of its own',
    ],
    ['a pattern that is not there', { content: `/Pattern cs /P scn ${square}` }, 'not there'],
    ['a pattern by an operator that poppler has not for it', tiled(tile, '0 g 0 0 9 9 re f', { say: '/Pattern cs /P sc' }), 'has no name'],
    ['a shading without a function', shaded(axial), 'no function'],
    ['a shading that answers too little', shaded(`${axial}/Function<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>`), 'other colours'],
    ['a shading of numbers of a table', shaded(axial.replace('/DeviceRGB', '[/Indexed/DeviceGray 1<ff00>]') + fade), 'of a table'],
    ['a shading that goes nowhere', shaded(axial.replace('100', '0') + fade), 'goes nowhere'],
    [
      'a shading between circles of which one touches the other',
      shaded(`/ShadingType 3/ColorSpace/DeviceRGB/Coords[30 30 20 50 30 0]${fade}`),
      'goes nowhere',
    ],
    ['a shading with something behind it that MuPDF alone paints', shaded(`${axial}/Background[1 0 0]${fade}`), 'behind a shading'],
    ['a pattern of a shading that Firefox does not end', painted(`<</PatternType 2/Shading<<${axial}/BBox[0 0 50 30]${fade}>>>>`), 'go on'],
    ['a shading that does not say where it ends', shaded(`${axial}/Extend[true]${fade}`), 'where it ends'],
    ['a mesh that goes on from nothing', mesh(corner(1).repeat(3)), 'goes on from'],
    ['a mesh that is cut short', mesh(corner(0).repeat(3).slice(0, -1)), 'within a point'],
    ['a mesh with half a row', mesh('\0\xff\x80'.repeat(5), '/VerticesPerRow 3', 5), 'not whole'],
    [
      'a mesh in numbers of no size',
      shaded(
        `/ShadingType 4/ColorSpace/DeviceGray/BitsPerCoordinate 17/BitsPerComponent 8/BitsPerFlag 8/Decode[0 1 0 1 0 1]`,
        corner(0).repeat(3),
      ),
      'no size',
    ],
    ['an opacity beyond all', inState('/ca -1'), 'an opacity'],
    ['two blend modes, of which some readers take the first', inState('/BM[/Fancy/Difference]'), 'in one way or another'],
    ['a blend mode that makes white black in half of the readers', inState('/BM/ColorDodge'), 'reckon differently'],
    ['white that is turned into black by MuPDF alone', inState('/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'), 'turned into others'],
    ['a font that PDFium does not take', { ...inState('/Font[5 0 R 30]'), content: `BT /F1 9 Tf /G gs (1) Tj ET` }, 'another one'],
    ['a soft mask of light that says no space', masked('/S/Luminosity', '/Group<</S/Transparency>>'), 'in no space'],
    ['a soft mask that is no group', masked('/S/Alpha', ''), 'no group'],
    ['a soft mask of no kind', masked('/S/Fancy'), 'no kind'],
    ['a soft mask with a colour behind it that is none', masked('/S/Luminosity/BC[1 1 1]'), 'no colour of it'],
    [
      'a soft mask that is turned round, by all but MuPDF',
      masked('/S/Alpha/TR<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'),
      'turned into another',
    ],
    ['a word beside a soft mask, which Firefox alone shows', byLight(`/G gs ${word}`), 'beside the mask'],
    [
      'a square beside a soft mask that was set small',
      byLight(`q .5 0 0 .5 0 0 cm /G gs 2 0 0 2 0 0 cm 40 10 30 40 re f Q`),
      'beside the mask',
    ],
    ['a line that is as broad', byLight('/G gs 150 w 10 30 m 90 30 l S'), 'beside the mask'],
    ['a group that is none', drawn('/X0 Do', form(square, '/Group<<>>')), 'a group is none'],
    ['a clear part that takes the place of a word, by half of the readers', knockout(`${square} /G gs 1 g ${square}`), 'takes the place'],
    [
      'a form that says a colour in another space than it is drawn in',
      drawn('1 0 0 rg /X0 Do', form(`0 sc ${square}`)),
      'in another space',
    ],
    [
      'the same in a form between them',
      drawn('1 0 0 rg /X0 Do', form('/X1 Do', '/Resources<</XObject<</X1 7 0 R>>>>'), form(`0 sc ${square}`)),
      'in another space',
    ],
    ['a form that begins in no colour, drawn in white', drawn('1 g /X0 Do', form(`/DeviceRGB cs ${square}`)), 'go on with'],
    ['a form that leaves a path to what draws it', drawn(`/X0 Do ${square}`, form('0 0 50 50 re')), 'outside of its content'],
    ['a form that restores what it did not save', drawn(`/X0 Do ${square}`, form(`${square} Q`)), 'more is restored'],
    [
      'a form that draws by what a page has, and it has not',
      {
        content: '/X0 Do',
        resources: '/XObject<</X0 6 0 R>>/ExtGState<</G<</ca 0>>>>',
        objects: [form(`/G gs ${square}`, '/Resources<<>>')],
      },
      "another's",
    ],
    [
      'forms that stand too deep within one another',
      drawn(
        '/X0 Do',
        ...Array.from({ length: 40 }, (_, i) => form(i < 39 ? '/X Do' : square, `/Resources<</XObject<</X ${7 + i} 0 R>>>>`)),
      ),
      'too deep',
    ],
    ['a word where nothing is a frame, of which MuPDF shows nothing', { content: `W n ${word}` }, 'nothing is an edge'],
    ['a frame that Firefox makes of a later path', { content: `0 0 9 9 re W q Q n ${square}` }, 'behind something else'],
    ['letters that are a frame, beside others that are none', { content: 'BT /F1 9 Tf 7 Tr (1) Tj 0 Tr (2) Tj ET' }, 'letters are an edge'],
  ])('%s', (_name, drawing, detail) => expect(refusalOf(drawing)).toMatch(new RegExp(`^BROKEN CONTENT: .*${detail}`)))
})

test('a page that shares its content with another, and not its group', () => {
  const page = (group: string) => `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 5 0 R${group}>>`
  const file = writePdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2/MediaBox[0 0 100 60]>>',
    3: page(''),
    4: streamWith('', square),
    5: '<<>>',
    6: page('/Group<</S/Transparency/CS/Pattern>>'),
  })
  expect(signability(file)).toBe('BROKEN CONTENT,2')
})
