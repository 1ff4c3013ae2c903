/**
 * A colour that is black in one reader and white in the next hides a word, or shows one. What four readers do not show alike is refused, as they were
 * found to differ; what they do is signed.
 */
import { describe, expect, test } from 'vitest'
import { cmyk, corners, gamma, gray, printed, profile, rgb, srgb, table, xyz } from '../fixtures/pdf/make/icc.ts'
import { refusalOf, streamWith } from '../fixtures/pdf/make/drawing.ts'
import type { Drawing } from '../fixtures/pdf/make/drawing.ts'

const square = '10 10 30 40 re f'
const word = 'BT /F1 30 Tf 14 18 Td (1) Tj ET'
const inSpace = (space: string, colour: string, ...objects: readonly string[]): Drawing => ({
  content: `/C cs ${colour} scn ${square}`,
  resources: `/ColorSpace<</C ${space}>>`,
  objects,
})
const inverse = '<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1>>'
const white = '/WhitePoint[0.9505 1 1.089]'
const ink = (transform: string, ...objects: readonly string[]) => inSpace(`[/Separation/Gold/DeviceGray ${transform}]`, '1', ...objects)
const program = (text: string, says = '/Domain[0 1]/Range[0 1]') => ink('6 0 R', streamWith(`/FunctionType 4${says}`, text))
const samples = (says: string, data = '\xff\0') => ink('6 0 R', streamWith(`/FunctionType 0/Domain[0 1]/Range[0 1]${says}`, data))
const parts = (says: string) => ink(`<</FunctionType 3/Domain[0 1]${says}>>`)
const two = `/Functions[${inverse}${inverse}]`
const profiled = (bytes: Buffer, count: number, says = '') =>
  inSpace('[/ICCBased 6 0 R]', '0 '.repeat(count), streamWith(`/N ${count}${says}`, bytes))
const meant = (bytes: Buffer, count: number): Drawing => ({
  content: `0 g ${word}`,
  objects: [streamWith(`/N ${count}`, bytes)],
  catalogue: '/OutputIntents[<</S/GTS_PDFA1/OutputConditionIdentifier(Paper)/DestOutputProfile 6 0 R>>]',
})
const inverted = table([1, 0])
/** Two points in hexadecimal. */
const within = (says: string, digits: string, resources = ''): Drawing => ({
  content: `q 30 0 0 40 10 10 cm BI /W 2 /H 1 /BPC 8 /F /AHx ${says} ID ${digits}> EI Q`,
  resources,
})

describe('signed', () => {
  test.each<[string, Drawing]>([
    ['black as a page begins', { content: word }],
    ['a space whose colour is said', { content: `1 0 0 rg /DeviceRGB cs 0 0 1 sc ${word}` }],
    ['a space that begins in black behind black', { content: `/DeviceRGB cs ${word}` }],
    ['gray and light out of range, which all take for the nearest', { content: `255 0 0 rg ${square} -1 g ${square}` }],
    ['an entry of a table with something besides, as veraPDF has it', inSpace('[/Indexed/DeviceGray 3<0055aaff>]', '2.265')],
    ['a table with more entries than an octet has', inSpace(`[/Indexed/DeviceGray 256<${'00'.repeat(257)}>]`, '255')],
    ['gray by a lamp', inSpace(`[/CalGray<<${white}/Gamma 2.2>>]`, '0')],
    [
      'colours by the phosphors of a screen',
      inSpace(`[/CalRGB<<${white}/Gamma[2.2 2.2 2.2]/Matrix[.4124 .2126 .0193 .3576 .7152 .1192 .1805 .0722 .9505]>>]`, '0 0 0'),
    ],
    ['lightness and hue', inSpace(`[/Lab<<${white}/Range[-128 127 -128 127]>>]`, '50 100 -100')],
    ['a spot colour', ink(inverse)],
    ['black ink', inSpace(`[/Separation/Black/DeviceGray ${inverse}]`, '1')],
    [
      'two inks',
      inSpace(
        '[/DeviceN[/Cyan/Black]/DeviceGray 6 0 R]',
        '0 1',
        streamWith('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]', '{exch pop 1 exch sub}'),
      ),
    ],
    ['a program with a choice', program('{dup .5 gt {pop 0} {1 exch sub} ifelse}')],
    ['a program that moves its numbers', program('{.2 .9 3 -1 roll 2 copy pop 1 index exch 5 1 roll pop pop pop pop}')],
    ['samples', samples('/Size[2]/BitsPerSample 8')],
    ['samples that are asked backwards', samples('/Size[2]/BitsPerSample 8/Encode[1 0]')],
    ['parts', parts(`${two}/Bounds[.5]/Encode[0 1 1 0]`)],
    ['the profile of a screen', profiled(rgb(srgb), 3)],
    ['the profile of a screen, and its device in its place', profiled(rgb(gamma(2.2)), 3, '/Alternate/DeviceRGB')],
    ['the profile of a gray one', profiled(gray(gamma(1.8)), 1)],
    ['the profile of a press', profiled(cmyk(), 4)],
    ['the profile of a photograph that was made gray, as ImageMagick leaves it', profiled(rgb(srgb), 1)],
    ['an image within the content, by a short name', within('/CS /RGB', '0000ffff0000')],
    ['one with a table', within('/CS [/I /G 1 <00ff>] /D [0 255]', '0001')],
    ['one of a space of the resources', within('/CS /C', '0001', '/ColorSpace<</C[/Indexed/DeviceGray 1<00ff>]>>')],
    ['a stencil that paints what is not set', { content: 'q BI /W 8 /H 1 /IM true /D [1 0] ID a EI Q' }],
    ['meant for a screen', meant(rgb(srgb), 3)],
    ['meant for a press', meant(cmyk(), 4)],
    ['meant for a screen, of which a wrong number is said', meant(rgb(srgb), 4)],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())
})

describe('refused', () => {
  test.each<[string, Drawing, string]>([
    ['a number too many, of which poppler shows nothing', { content: `/DeviceGray cs 1 1 sc ${word}` }, 'more numbers'],
    ['a number too few, where PDFium goes on in another colour', { content: `/DeviceCMYK cs 0 0 0 sc ${word}` }, 'more numbers'],
    ['no colour behind a space, where Firefox goes on with white', { content: `1 g /DeviceGray cs ${word}` }, 'no colour'],
    ['no colour for a line', { content: '1 G /DeviceRGB CS 0 30 m 90 30 l S' }, 'no colour'],
    ['ink beyond all, which Firefox shows white', { content: `2 2 2 2 k ${word}` }, 'none of its space'],
    ['an entry between two', inSpace('[/Indexed/DeviceGray 3<0055aaff>]', '1.6'), 'none of its space'],
    ['an entry that a table has not', inSpace('[/Indexed/DeviceGray 1<00ff>]', '2'), 'none of its space'],
    ['a table that is shorter than it says', inSpace('[/Indexed/DeviceGray 3<00ff>]', '1'), 'shorter'],
    ['a table of a table', inSpace('[/Indexed[/Indexed/DeviceGray 1<00ff>]1<0001>]', '1'), 'a table or a pattern'],
    ['a space that is not there', { content: `/C cs 1 sc ${word}` }, 'not there'],
    [
      'a space with a name that Firefox knows',
      { content: `/G cs 1 sc ${word}`, resources: '/ColorSpace<</G/DeviceCMYK>>' },
      'one of their own',
    ],
    [
      'a space that has the name of a device',
      { content: `/DeviceGray cs 0 sc ${word}`, resources: `/ColorSpace<</DeviceGray[/Separation/X/DeviceGray ${inverse}]>>` },
      'the name of another',
    ],
    [
      'ink in the place of gray',
      { content: `0 g ${word}`, resources: `/ColorSpace<</DefaultGray[/Separation/X/DeviceGray ${inverse}]>>` },
      'stand for those of the device',
    ],
    ['a white that is none', inSpace('[/CalGray<</WhitePoint[.1 1 .1]>>]', '1'), 'white'],
    ['a gamma that is none', inSpace(`[/CalGray<<${white}/Gamma 9>>]`, '.5'), 'gamma'],
    ['colours that make no white', inSpace(`[/CalRGB<<${white}/Matrix[.1 0 0 0 .1 0 0 0 .1]>>]`, '1 1 1'), 'do not make its white'],
    ['no ink, which some readers show', inSpace(`[/Separation/None/DeviceGray ${inverse}]`, '1'), 'an ink is none'],
    [
      'black ink that is white',
      inSpace('[/Separation/Black/DeviceGray<</FunctionType 2/Domain[0 1]/C0[0]/C1[1]/N 1>>]', '1'),
      'black is shown',
    ],
    ['ink in ink', inSpace(`[/Separation/X[/Separation/Y/DeviceGray ${inverse}]${inverse}]`, '1'), 'another ink'],
    [
      'inks that are none',
      inSpace('[/DeviceN[/None/None]/DeviceGray 6 0 R]', '0 1', streamWith('/FunctionType 4/Domain[0 1 0 1]/Range[0 1]', '{pop}')),
      'inks are none',
    ],
    ['a function of less than it must', ink('<</FunctionType 2/Domain[0 .5]/C0[1]/C1[0]/N 1>>'), 'other tints'],
    ['a function beyond all colours', ink('<</FunctionType 2/Domain[0 1]/C0[3]/C1[-3]/N 1>>'), 'other colours'],
    [
      'a function that is kept within what it leaves',
      ink('<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]/N 1/Range[0 .2]>>'),
      'says that it does not',
    ],
    ['a function without a power', ink('<</FunctionType 2/Domain[0 1]/C0[1]/C1[0]>>'), 'no ends'],
    ['a function of no kind', ink('<</FunctionType 5/Domain[0 1]/C0[1]/C1[0]/N 1>>'), 'may answer'],
    ['parts without what they are asked', parts(`${two}/Bounds[.5]`), 'other parts'],
    ['parts that do not follow one another', parts(`/Functions[${inverse.repeat(3)}]/Bounds[.6 .3]/Encode[0 1 0 1 0 1]`), 'do not follow'],
    ['samples that are too few', samples('/Size[4]/BitsPerSample 8'), 'less samples'],
    ['one sample', samples('/Size[1]/BitsPerSample 8'), 'not counted'],
    ['samples of a size that readers take differently', samples('/Size[2]/BitsPerSample 32', '\xff'.repeat(8)), 'not counted'],
    ['samples beyond the first and last', samples('/Size[2]/BitsPerSample 8/Encode[-1 2]'), 'asks for samples'],
    ['a program that takes more than there is', program('{pop pop 1}'), 'more than there is'],
    ['a program that leaves too much', program('{dup 0}'), 'leaves other numbers'],
    ['a program that divides by nothing', program('{1 exch div}'), 'divide by nothing'],
    ['a program with capitals, which MuPDF leaves out', program('{1 EXCH SUB}'), 'not written as one'],
    ['a program with a part that is not carried out', program('{{1} pop}'), 'not carried out'],
    ['a program with bits of numbers', program('{pop 0 not}'), 'bits of a number'],
    ['a program that leaves what is no number', program('{.5 gt}'), 'leaves other numbers'],
    ['a program that goes by a number', program('{dup {pop 0} if}'), 'goes by a number'],
    ['a program that leaves more one way', program('{dup .5 gt {1} if}'), 'more one way'],
    ['a program of powers of what may have none', program('{1 sub .5 exp}'), 'a power'],
    ['a profile that turns black into white', profiled(rgb(inverted), 3), 'than a device'],
    ['a profile that shows nothing but black', profiled(gray(table([0, 0])), 1), 'than a device'],
    [
      'a profile whose table says otherwise than its curves',
      profiled(rgb(srgb, { A2B0: corners(3, (red) => 1 - red) }), 3),
      'than a device',
    ],
    [
      'a profile of a press that prints white where it says black',
      profiled(
        cmyk((_c, _m, _y, black = 0) => black),
        4,
      ),
      'than a device',
    ],
    [
      'a profile with one table for one reader and one for another',
      profiled(profile('CMYK', { A2B0: corners(4, printed), A2B1: corners(4, (_c, _m, _y, black = 0) => black) }, 'Lab '), 4),
      'than a device',
    ],
    ['a profile of other colours than it says', profiled(gray(gamma(2.2)), 4), 'than a device'],
    ['a profile that is none', profiled(Buffer.from('none'), 3), 'than a device'],
    ['a profile of no light', profiled(rgb(srgb, { rXYZ: xyz(0, 0, 0) }), 3), 'than a device'],
    ['other colours in the place of a profile', profiled(rgb(srgb), 3, '/Alternate/DeviceCMYK'), 'stand for those of a profile'],
    ['an image within the content that is turned round, which pdf.js does not', within('/CS /G /D [1 0]', '00ff'), 'decodes'],
    ['one with an entry that its table has not', within('/CS [/I /G 1 <00ff>]', '00ff'), 'colours that its table has not'],
    ['one with a table that is too short', within('/CS [/I /G 3 <00ff>]', '0001'), 'too short'],
    [
      'one with a table of a space of the resources',
      within('/CS [/I /C 1 <00ff>]', '0001', `/ColorSpace<</C[/Separation/X/DeviceGray ${inverse}]>>`),
      'a table of nothing',
    ],
    ['one of a space that is not there', within('/CS /C', '0001'), 'not there'],
    ['one of a space with a name that every object has', { content: 'BI /W 1 /H 1 /BPC 8 /CS /constructor ID a EI' }, 'not there'],
    ['one that is packed by such a name', { content: 'BI /W 1 /H 1 /BPC 8 /CS /G /F /constructor ID EI' }, 'not described'],
    ['one in a table of such a space', within('/CS [/I /toString 1 <00ff>]', '0001'), 'not there'],
    ['one of gray, where the resources say what /G is', within('/CS /G', '00ff', '/ColorSpace<</G/DeviceCMYK>>'), 'short name'],
    ['meant for paper that turns black into white, by which MuPDF shows the whole document', meant(gray(inverted), 1), 'than a device'],
    ['the same with a wrong number', meant(rgb(inverted), 4), 'than a device'],
  ])('%s', (_name, drawing, detail) => expect(refusalOf(drawing)).toMatch(new RegExp(`^BROKEN CONTENT: .*${detail}`)))
})

test('what is asked again and again costs as much as once, and more than is allowed is said so', () => {
  const shared = Array.from({ length: 2000 }, (_, i) => `/C${i}[/Separation/Gold/DeviceGray 6 0 R]`).join('')
  const content = Array.from({ length: 2000 }, (_, i) => `/C${i} cs 1 scn ${square}`).join('\n')
  const million = streamWith('/FunctionType 0/Domain[0 1]/Range[0 1]/Size[200000]/BitsPerSample 8', Buffer.alloc(200_000))
  const own = shared.replace(/6 0 R/g, (_, at) => `${6 + (at % 500)} 0 R`)
  expect(refusalOf({ content, resources: `/ColorSpace<<${shared}>>`, objects: [million] })).toBeUndefined()
  const many = Array.from({ length: 500 }, () => million)
  expect(refusalOf({ content, resources: `/ColorSpace<<${own}>>`, objects: many })).toMatch(/^TOO_COMPLEX/)
  for (const space of ['[/Indexed 6 0 R 1<0011>]', '[/Pattern 6 0 R]'])
    expect(refusalOf({ content: '/C cs', resources: '/ColorSpace<</C 6 0 R>>', objects: [space] })).toContain('too deep')
})
