/** Fields whose appearance shows something else than their value: letters that cannot be seen, and lines that write. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract, stream } from './validation-files.ts'
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
function filled(value: string, content: string, more: Objects = {}, entries?: string, prepared: Objects = {}) {
  const signed = handmade({ objects: { 5: stream(''), ...prepared } })
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
    ['is described as one of signs', '4', '/FontDescriptor<</FontName/ZapfDingbats>>'],
    ['differs between two codes', '200', '/Encoding<</Differences[50.5/nine]>>'],
    ['has the letters of experts', 'GHIJ', '/Encoding/MacExpertEncoding'],
    ['has them beneath its own', 'GHIJ', '/Encoding<</BaseEncoding/MacExpertEncoding>>'],
    ['has the letters of nobody', '200', '/Encoding/OtherEncoding'],
    ['has the letters of Windows, and others', 'M\\374ller', '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[252/odieresis]>>'],
  ])('in a font that %s', (_, value, more) => expect(filled(value, set(value), helvetica(more))).toEqual(unjudged))

  const lines = (...all: string[]) => `${all.map((line) => `${line} S`).join(' ')} `
  test.each([
    ['without a text, on a ground', '', '.9 g 0 0 128 20 re f'],
    ['beside the lines of a comb', '20', `${lines('42 0 m 42 20 l', '84 0 m 84 20 l')} ${said('2', 18)} ${said('0', 60)}`],
    ['beside those lines as one path', '20', `42 0 m 42 20 l 84 0 m 84 20 l S ${said('2', 18)} ${said('0', 60)}`],
    ['on a line', '200', `${lines('0 2 m 128 2 l')} ${said('200')}`],
    ['within a dashed border', '200', `[3] 0 d .5 .5 127 19 re S ${said('200')}`],
    ['within a border that is painted last', '200', `.9 1 1 rg 0 0 128 20 re f 0 g ${said('200')} .5 .5 127 19 re s`],
    ['in white on dark blue', '200', `0 0 .5 rg 0 0 128 20 re f 1 g ${said('200')}`],
    [
      'within a beveled border',
      '200',
      `.5 g 1 1 m 1 19 l 127 19 l 126 18 l 2 18 l 2 2 l f .75 g 127 19 m 127 1 l 1 1 l 2 2 l 126 2 l 126 18 l f 0 g ${said('200', 4)}`,
    ],
    [
      'within a border of four strips',
      '200',
      `.5 g 0 0 m 4 4 l 124 4 l 128 0 l f 0 16 128 4 re f 0 0 4 20 re f 124 0 4 20 re f 0 g ${said('200', 5)}`,
    ],
    [
      'within a rounded border',
      '200',
      `4 0 m 124 0 l 128 0 128 4 128 4 c 128 16 l 128 20 124 20 124 20 c 4 20 l 0 20 0 16 0 16 c 0 4 l 0 0 4 0 4 0 c s ${said('200', 5)}`,
    ],
    ['as outlines', '200', `1 Tr .5 w ${said('200')}`],
    ['in light grey', '200', `.75 g ${said('200')}`],
    ['within what it saves', '200', `q q Q ${said('200')} Q`],
    ['in a font that nobody defines', '200', 'BT /Nope 12 Tf 2 5 Td (200) Tj ET'],
    ['in slanted letters', '200', 'BT /F1 12 Tf 1 0 .3 1 2 5 Tm (200) Tj ET'],
    ['in two sizes', '200', 'BT /F1 12 Tf 2 5 Td (2) Tj /F1 9 Tf (00) Tj ET'],
  ])('%s', (_, value, content) => expect(filled(value, content)).toEqual(passed))

  const dash = { 52: '<</D[[.001 9999] 5000]>>' }
  const otherGrey = {
    53: form(
      said('000', 22),
      '/BBox[0 0 128 20]/Resources<</Font<</F1 6 0 R>>/ColorSpace<</DefaultGray[/CalGray<</WhitePoint[1 1 1]>>]>>>>',
    ),
  }
  const forgeries: [name: string, value: string, content: string, more?: Objects, entries?: string][] = [
    ['in a mode that is no number of one', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj 3.5 Tr (000) Tj ET'],
    ['in a mode below all', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj -1 Tr (000) Tj ET'],
    ['as outlines of dashes', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj 1 Tr .5 w [0.001 9999] 5000 d (000) Tj ET'],
    ['as outlines of dashes by a graphics state', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj 1 Tr .5 w /G gs (000) Tj ET', dash],
    ['as outlines too thin to be seen', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj 1 Tr .005 w (000) Tj ET'],
    ['in almost white', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj .85 g (000) Tj ET'],
    ['in a grey that is another', '200000', `${said('200')} /X Do`, otherGrey],
    ['without a text, by lines', '', lines('20 3 m 26 3 l', '26 3 m 26 17 l', '20 17 m 26 17 l')],
    ['beside large lines', '200', `${lines('40 2 m 60 18 l', '40 18 m 60 2 l')} ${said('200')}`],
    ['struck through', '200', `2 9 m 24 9 l S ${said('200')}`],
    ['struck through from edge to edge', '200', `0 9 m 128 9 l S ${said('200')}`],
    ['struck through by a thin bar', '200', `.5 g 0 9 128 1 re f 0 g ${said('200')}`],
    ['struck out from corner to corner', '200', `0 0 m 128 20 l S ${said('200')}`],
    ['with a dot', '20000', `1.4 w 22.2 5.6 m 23.6 5.6 l S BT /F1 12 Tf 2 5 Td [(200) -150 (00)] TJ ET`],
    ['with a minus', '200', `2 9 m 6 9 l S ${said('200', 8)}`],
    ['with a stroke as tall as a letter', '200', `3 3 m 3 15 l S ${said('200', 7)}`],
    ['struck through by a frame that is cut off', '200', `0 9 128 14 re S ${said('200')}`],
    ['struck through by the inside of a bevel', '200', `0 0 m 0 20 l 128 20 l 128 4 l 0 4 l s BT /F1 8 Tf 2 1 Td (200) Tj ET`],
    ['with a stroke that is taller', '200', `1.2 w 4 2 m 4 18.9 l S ${said('200', 7)}`],
    ['with rows of small bars', '200', `40 2 3 2 re f 45 2 3 2 re f 40 5 3 2 re f ${said('200')}`],
    ['without a text, by a broad line of dashes', '', '14 w [1 3 2 2] 0 d 0 10 m 128 10 l S'],
    ['beside a frame with a stroke in it', '200', `0 0 m 128 0 l 128 20 l 60 20 l 60 4 l 60 20 l 0 20 l s ${said('200')}`],
    ['cut at its right', 'Class II', `q 0 0 38.75 20 re W n ${said('Class II')} Q`],
    ['cut at its bottom', 'E', `q 0 6.7 128 14 re W n ${said('E')} Q`],
    ['cut at its top', 'Q', `q 0 0 128 12 re W n ${said('Q')} Q`],
    [
      'cut in a font without widths',
      'AMOUNT 100000',
      set('AMOUNT 100000'),
      { 51: '<</Type/Font/Subtype/TrueType/BaseFont/Arial>>' },
      '/BBox[0 0 63 20]/Resources<</Font<</F2 51 0 R>>>>',
    ],
    ['partly in a font that nobody defines', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj /Nope 12 Tf (000) Tj ET'],
    ['after more is restored than was saved', '200000', `${said('200')} Q ${said('000', 22)}`],
    ['in small letters behind large ones', '2000', 'BT /F1 12 Tf 2 5 Td (20) Tj /F1 7 Tf (00) Tj ET'],
    ['in narrow letters', '200000', 'BT /F1 12 Tf 2 5 Td (200) Tj 17 Tz (000) Tj ET'],
    ['in flat letters', '200', said('200'), {}, `/BBox[0 0 128 118]${resources}`],
    ['in letters that their frame slants', '200', said('200'), {}, `/BBox[0 0 128 20]/Matrix[1 0 30 1 0 0]${resources}`],
  ]
  test.each(forgeries)('%s', (_, value, content, more, entries) => expect(filled(value, content, more, entries)).toEqual(unjudged))

  test('upside down, as it was prepared', () => {
    const prepared = { 10: contract()[10]!.replace('/F 4', '/F 4/MK<</R 180>>') }
    expect(filled('600', said('600'), {}, `/BBox[0 0 128 20]/Matrix[-1 0 0 -1 0 0]${resources}`, prepared)).toEqual(unjudged)
  })
})

describe('a check box ticked', () => {
  const ticked = (content: string, frame = '0 0 328 30') => {
    const box = (state: string) =>
      `<</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/V/${state}/AS/${state}/Rect[72 500 400 530]/P 3 0 R/F 4/AP<</N<</Yes 50 0 R>>>>>>`
    const states = { 10: box('Off'), 50: form(content, `/BBox[${frame}]`) }
    return judged(handmade({ objects: { 5: stream(''), ...states } }), { 10: box('Yes') })
  }
  const strokes = (count: number, x = 7) => Array.from({ length: count }, (_, i) => `${10 + x * i} 5 m ${14 + x * i} 20 l`).join(' S ')
  test.each([
    ['by a tick', '2 w 4 4 m 10 2 l 20 24 l S'],
    ['by a cross in a frame on a ground', '.9 g 0 0 328 30 re f .5 .5 327 29 re S 2 2 m 28 28 l S 2 28 m 28 2 l S'],
    ['by a frame', '.5 .5 327 29 re S'],
  ])('%s', (_, content) => expect(ticked(content)).toEqual(passed))

  test.each([
    ['by a sentence of lines', `${strokes(40)} S`],
    ['by as many lines close together', `${strokes(9, 1)} S`],
    ['by as many lines of one path', `${strokes(9, 1).replaceAll('S', '')} S`],
    ['by a few lines far apart', `${strokes(4, 40)} S`],
    ['by those lines in a frame that makes them larger', '.1 w 1 .5 m 1.3 2 l S 4 .5 m 4 2 l S 7 .5 m 7 2 l S', '0 0 32.8 3'],
  ])('%s', (_, content, frame?: string) => expect(ticked(content, frame)).toEqual(unjudged))
})

describe('an annotation added', () => {
  const added = (entries: string, more: Objects = {}) => {
    const signed = handmade({ objects: { 5: stream('BT /F1 18 Tf 72 700 Td (I owe you 100) Tj ET') } })
    const page = bodyOf(signed, 3).replace('/Annots[', `/Annots[60 0 R ${61 in more ? '61 0 R ' : ''}`)
    return judged(signed, { 3: page, 60: `<</Type/Annot/F 4${entries}>>`, ...more })
  }
  const note = (entries: string, x = 300, size = 24) => `/Subtype/Text/Rect[${x} 600 ${x + size} ${600 + size}]${entries}`
  const icon = (content: string) => ({ 62: form(content, '/BBox[0 0 24 24]') })
  const ink = 'm 8 2 l S '
  const highlight = '/Subtype/Highlight/Rect[72 696 185 716]/C[1 1 0]/QuadPoints[72 716 185 716 72 696 185 696]'
  const marker = '/BBox[72 696 185 716]/Resources<</ExtGState<</G<</BM/Multiply>>>>>>'
  const multiplied = (count = 1) => ({ 62: form(`/G gs 1 1 0 rg ${'72 697 113 17 re f '.repeat(count)}`, marker) })
  test.each([
    ['a note', note('/Name/Comment')],
    ['a note without a name', note('')],
    ['a note with an icon', note('/AP<</N 62 0 R>>'), icon(`0 0 24 24 re S ${`1 2 ${ink}`.repeat(3)}`)],
    ['a highlight', `${highlight}/AP<</N 62 0 R>>`, multiplied()],
  ])('%s', (_, entries, more?: Objects) => expect(added(entries, more)).toEqual(['TOTAL-PASSED', 'annotationPermitted']))

  test.each([
    ['a cross', note('/Name/Cross')],
    ['a circle', note('/Name/Circle')],
    ['a note of a name that readers may know', note('/Name/Checkmark')],
    ['a note with a large icon', note('/AP<</N 62 0 R>>', 300, 40), icon(`1 2 ${ink}`)],
    ['a note with an icon of many lines', note('/AP<</N 62 0 R>>'), icon(`1 2 ${ink}`.repeat(13))],
    ['a highlight of more areas than an argument list holds', `${highlight}/AP<</N 62 0 R>>`, multiplied(130_000)],
    ['a highlight that shows something else under a pointer', `${highlight}/AP<</N 62 0 R/R 63 0 R>>`, { ...multiplied(), 63: form('') }],
  ])('%s', (_, entries, more?: Objects) => expect(added(entries, more)).toEqual(['INDETERMINATE', 'annotationUnjudged']))

  test('two notes side by side', () => {
    expect(added(note(''), { 61: `<</Type/Annot/F 4${note('', 325)}>>` })[0]).toBe('INDETERMINATE')
    expect(added(note(''), { 61: `<</Type/Annot/F 4${note('', 400)}>>` })[0]).toBe('TOTAL-PASSED')
  })
})
