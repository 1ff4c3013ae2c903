/** Fields that whoever made the form prepared so that they, or the page beneath them, say something else once it is signed. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode } from '#pki/validation/report.ts'
import { bodyOf } from './validation-attacks.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, contract, stream } from './validation-files.ts'
import type { Objects } from './validation-files.ts'
import { handmade } from './validation-handmade.ts'

function seen(bytes: Uint8Array): { indication: string; changes: ChangeCode[] } {
  const { signatures } = validateDocument(bytes, { anchors, at: signedAt, given: freshAnswers(signedAt) })
  return { indication: signatures[0]!.indication, changes: signatures[0]!.changesAfter.map(({ code }) => code) }
}
const passed = (...changes: ChangeCode[]) => ({ indication: 'TOTAL-PASSED', changes })
const unjudged = { indication: 'INDETERMINATE', changes: ['fieldUnjudged'] }

type Case = {
  name: string
  /** What the author prepares, over the contract. */
  prepared: Objects
  later: (signed: Buffer) => Objects
}
const after = ({ prepared, later }: Case) => {
  const signed = handmade({ objects: prepared })
  return seen(append(signed, later(signed)))
}

const font = '/Resources<</Font<</F1 6 0 R>>>>'
const form = (content: string, more = `/BBox[0 0 328 30]${font}`) => stream(content, `/Type/XObject/Subtype/Form${more}`)
const sentence = stream('BT /F1 18 Tf 72 700 Td (I owe you 100 riyals) Tj ET')
const over = '72 690 400 720'
const beside = '72 400 400 430'
const widget = (entries: string, rect = beside) => `<</Type/Annot/Subtype/Widget/T(amount)/Rect[${rect}]/P 3 0 R/F 4${entries}>>`

describe('check boxes', () => {
  const box = (state: string, states: string, rect = beside) => widget(`/FT/Btn/V/${state}/AS/${state}/AP<</N ${states}>>`, rect)
  const both = '<</Yes 20 0 R/Off 21 0 R>>'
  const nothing = form('')
  const tick = form('q 2 w 4 4 m 10 2 l 20 24 l S Q')
  const ticked = (states: string, rect?: string) => () => ({ 10: box('Yes', states, rect) })

  const honest: Case[] = [
    { name: 'ticked', prepared: { 10: box('Off', both), 20: tick, 21: nothing }, later: ticked(both) },
    {
      name: 'whose states are an object of their own, ticked',
      prepared: { 10: box('Off', '22 0 R'), 20: tick, 21: nothing, 22: both },
      later: ticked('22 0 R'),
    },
    {
      name: 'no longer ticked by a letter',
      prepared: { 10: box('Yes', both), 20: form('BT /F1 18 Tf 4 4 Td (X) Tj ET'), 21: nothing },
      later: () => ({ 10: box('Off', both) }),
    },
    {
      name: 'without an extent, over a sentence',
      prepared: { 5: sentence, 10: box('Off', both, '72 700 72 700'), 20: form('0 0 9 9 re f', '/BBox[0 0 9 9]'), 21: nothing },
      later: ticked(both, '72 700 72 700'),
    },
  ]
  test.each(honest)('$name', (one) => expect(after(one)).toEqual(passed('fieldFilled')))

  const evil = form('BT /F1 18 Tf 0 10 Td (and another 900000 riyals) Tj ET')
  const covering = '1 g 0 0 328 30 re f 0 g BT /F1 18 Tf 0 10 Td (I owe nothing) Tj ET'
  const forgeries: Case[] = [
    {
      name: 'whose states are an object that gained others',
      prepared: { 10: box('Off', '22 0 R'), 20: tick, 21: nothing, 22: both },
      later: () => ({ 10: box('Yes', '22 0 R'), 22: '<</Yes 30 0 R/Off 21 0 R>>', 30: evil }),
    },
    {
      name: 'whose states while pressed are an object that gained others',
      prepared: { 10: box('Off', `${both}/D 22 0 R`), 20: tick, 21: nothing, 22: both },
      later: () => ({ 10: box('Yes', `${both}/D 22 0 R`), 22: '<</Yes 30 0 R/Off 21 0 R>>', 30: evil }),
    },
    {
      name: 'that said something before they were ticked',
      prepared: { 10: box('Off', both), 20: nothing, 21: form('BT /F1 18 Tf 0 10 Td (Unless the house burns,) Tj ET') },
      later: ticked(both),
    },
    {
      name: 'without an extent, of which Chrome draws the letters',
      prepared: { 5: sentence, 10: box('Off', both, '72 700 72 700'), 20: form('BT /F1 9 Tf 0 2 Td (not) Tj ET'), 21: nothing },
      later: ticked(both, '72 700 72 700'),
    },
    ...[
      ['a frame of five numbers', '/BBox[0 0 328 30 0]'],
      ['a frame with a null', '/BBox[0 0 328 30 null]'],
      ['no frame', ''],
      ['a matrix of seven numbers', '/BBox[0 -328 328 0]/Matrix[-1 0 0 -1 0 0 0]'],
    ].map(([name, more]): Case => ({
      name: `with ${name}, over a sentence`,
      prepared: { 5: sentence, 10: box('Off', both, over), 20: form(covering, `${more}${font}`), 21: nothing },
      later: ticked(both, over),
    })),
  ]
  test.each(forgeries)('$name', (one) => expect(after(one)).toEqual(unjudged))
})

describe('text fields', () => {
  const text = (value: string, appearance: number | null, more = '') =>
    widget(`/FT/Tx/V(${value})/DA(/F1 12 Tf)${appearance === null ? '' : `/AP<</N ${appearance} 0 R>>`}${more}`)
  const filled = (value: string, content: string, more?: string): Case => ({
    name: value,
    prepared: { 10: text('', 12), 12: form('') },
    later: () => ({ 10: text(value, 30), 30: form(content, more) }),
  })
  const inFont = (content: string) => `BT /F1 12 Tf 2 5 Td ${content} ET`
  const states = '/BBox[0 0 328 30]/Resources<</Font<</F1 6 0 R>>/ExtGState<</G<</ca 0>>>>>>'
  const widths = (n: number) => `/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 48/Widths[${n} 556]>>>>>>`

  test.each([
    ['in a frame of its own', '100', `/Tx BMC q 1 1 326 28 re W n ${inFont('(100) Tj')} Q EMC`],
    ['in a frame drawn as lines', '100', `q 1 1 m 327 1 l 327 29 l 1 29 l h W n ${inFont('(100) Tj')} Q`],
    ['on a ground within a border', '100', `.9 g 0 0 328 30 re f 0 G 1 w .5 .5 327 29 re S 0 g ${inFont('(100) Tj')}`],
    ['on a ground within a darker one', '100', `0 g 0 0 328 30 re f 1 g 1 1 326 28 re f 0 g ${inFont('(100) Tj')}`],
    ['in bold', '100', inFont('.3 w 2 Tr (100) Tj')],
    ['in marked content', '100', inFont('/Span <</Lang(en)>> BDC (100) Tj EMC')],
    ['with kerning', '1 of 2', inFont('[(1) -250 (o) 40 (f 2)] TJ')],
    ['a cell for each digit', '100', inFont('(1) Tj 30 0 Td (0) Tj 30 0 Td (0) Tj')],
    ['line by line', 'one hundred', 'BT /F1 12 Tf 2 18 Td 13 TL (one) Tj T* (hundred) Tj ET'],
    ['beneath one another at the right', 'one hundred', 'BT /F1 12 Tf 200 18 Td (one) Tj -40 -13 Td (hundred) Tj ET'],
  ])('filled in %s', (_, value, content) => expect(after(filled(value, content))).toEqual(passed('fieldFilled')))

  test.each([
    ['that are read from right to left', '19', 'BT /F1 12 Tf 20 5 Td (1) Tj -10 0 Td (9) Tj ET'],
    ['the last line of which stands above', '19', 'BT /F1 12 Tf 2 2 Td (1) Tj 0 13 Td (9) Tj ET'],
    ['that go back within one string', '19', inFont('[(1) 1200 (9)] TJ')],
    ['two of which stand in one place', '1000', inFont('(1) Tj 7 0 Td (0) Tj 0 0 Td (0) Tj 7 0 Td (0) Tj')],
    ['that stand in one place by their spacing', '1000', `BT /F1 12 Tf -6.6 Tc 20 5 Td (1000) Tj ET`],
    ['that stand in one place by the widths of their font', '1000', inFont('(1000) Tj'), `/BBox[0 0 328 30]${widths(0)}`],
    ['painted over', '100', `${inFont('(100) Tj')} 1 g 0 0 128 20 re f`],
    ['painted over at their end', '100000', `${inFont('(100000) Tj')} 1 g 22 0 60 20 re f`],
    ['painted over by a line', '100000', `${inFont('(100000) Tj')} 1 G 20 w 22 8 m 60 8 l S`],
    ['on a ground of their colour', '100000', `0 g 22 0 60 20 re f ${inFont('(100000) Tj')}`],
    ['on a ground of their colour beneath a small one', '100000', `0 g 22 0 60 20 re f 1 g 3 6 2 2 re f 0 g ${inFont('(100000) Tj')}`],
    ['with an outline of the paper’s colour', '100', inFont('1 G .5 w 2 Tr (100) Tj')],
    ['with an outline that hides them', '100', inFont('20 w 2 Tr (100) Tj')],
    ['on a layer', '100000', inFont('(100) Tj /OC /L BDC (000) Tj EMC')],
    ['on a layer, all of them', '100', inFont('(100) Tj'), `/BBox[0 0 328 30]/OC 9 0 R${font}`],
    ['cut off', '100000', `q 0 0 20 30 re W n ${inFont('(100000) Tj')} Q`],
    ['cut off by a triangle', '100000', `q 0 0 m 20 0 l 20 20 l h W n ${inFont('(100000) Tj')} Q`],
    ['cut off by another text', '100000', `q BT 7 Tr /F1 99 Tf 900 0 Td (1) Tj ET 0 Tr ${inFont('(100000) Tj')} Q`],
    ['cut off by their frame', '100000', inFont('(100000) Tj'), `/BBox[0 0 22 30]${font}`],
    ['as small as dust', '100000', inFont('(100) Tj /F1 .1 Tf (000) Tj')],
    ['made small by their frame', '100', inFont('(100) Tj'), `/BBox[0 0 32800 3000]${font}`],
    ['that are transparent', '100000', inFont('(100) Tj /G gs (000) Tj'), states],
    ['turned about', '66', '-1 0 0 -1 60 20 cm BT /F1 12 Tf 2 5 Td (66) Tj ET'],
    ['of which some readers leave out the last', '100', inFont('(10) Tj Tj (0) Tj')],
    ['at a place of three numbers', '100', 'BT /F1 12 Tf 2 2 5 Td (100) Tj ET'],
    ['in a font that no name stands for', '100', 'BT 300 12 Tf 2 5 Td (100) Tj ET'],
    ['turned about by their frame', '66', inFont('(66) Tj'), `/BBox[0 0 328 30]/Matrix[-1 0 0 -1 0 0]${font}`],
  ])('filled in with letters %s', (_, value, content, more?: string) => expect(after(filled(value, content, more))).toEqual(unjudged))

  test('that show something else while a pointer is over them', () => {
    const over = (value: string, n: number, r: number) => widget(`/FT/Tx/V(${value})/DA(/F1 12 Tf)/AP<</N ${n} 0 R/R ${r} 0 R>>`)
    const changed = (now: string, more: Objects = {}) =>
      after({
        name: '',
        prepared: { 10: over('', 12, 33), 12: form(''), 33: form('') },
        later: () => ({ 10: now, 30: form(inFont('(100) Tj')), ...more }),
      })
    expect(changed(over('100', 30, 33))).toEqual(passed('fieldFilled'))
    expect(changed(over('100', 30, 31), { 31: form(inFont('(900) Tj')) })).toEqual(unjudged)
    expect(changed(over('100', 30, 33), { 33: form(inFont('(900) Tj')) })).toEqual(unjudged)
  })

  test('that stand in a form', () => {
    const one = filled('000', '/X Do', '/BBox[0 0 328 30]/Resources<</Font<</F1 6 0 R>>/XObject<</X 31 0 R>>>>')
    const within = (more: string, content = '') =>
      after({ ...one, later: (signed) => ({ ...one.later(signed), 31: form(`${content} ${inFont('(000) Tj')}`, `${more}${font}`) }) })
    expect(within('/BBox[0 0 328 30]')).toEqual(passed('fieldFilled'))
    expect(within('/BBox[0 0 1 1]')).toEqual(unjudged)
    expect(within('/BBox[0 0 328 30]/OC 9 0 R', 'EMC')).toEqual(unjudged)
    expect(within('/BBox[0 0 328 30]/Matrix[1 0 0 1 0 0 0]')).toEqual(unjudged)
    expect(within('/BBox[0 0 328 30]', '1 Tc Tj')).toEqual(unjudged)
  })

  test('that nobody may fill in', () => {
    const calculated = '/AA<</C<</S/JavaScript/JS(event.value = 100)>>>>'
    for (const more of ['/Ff 1', `/Ff 1${calculated}`]) {
      const readOnly = { 10: text('100', 30, more), 30: form(inFont('(100) Tj')) }
      expect(after({ name: '', prepared: { 10: text('', 12, more), 12: form('') }, later: () => readOnly })).toEqual(unjudged)
    }
    const given = { 10: text('100', 30, '/Ff 1'), 30: form(inFont('(100) Tj')) }
    expect(after({ name: '', prepared: { 10: text('100', null, '/Ff 1') }, later: () => given })).toEqual(passed('appearanceAdded'))
  })

  test('with a style of their own', () => {
    const rich = (value: string, words: string, appearance: number | null, style = '') =>
      text(value, appearance, `/Ff 33554432/RV(<?xml version="1.0"?><body><p ${style}>${words}</p></body>)`)
    const changed = (before: string, now: string, shown = '') =>
      after({ name: '', prepared: { 10: before, 12: form('') }, later: () => ({ 10: now, 30: form(shown) }) })
    const five = inFont('(5 < 6) Tj')
    expect(changed(rich('', '', 12), rich('5 < 6', '<b>5</b> &lt;&#32;6', 30), five)).toEqual(passed('fieldFilled'))
    expect(changed(rich('5', '5', 12), rich('5 < 6', '5', 30), five)).toEqual(passed('fieldFilled'))
    expect(changed(rich('', '', 12), rich('5 < 6', '5 &gt; 6', 30), five)).toEqual(unjudged)
    expect(changed(rich('100', '100', null), rich('100 ', '900000', null))).toEqual(unjudged)
    expect(changed(rich('100', '100', null), rich('200', '100', null))).toEqual(unjudged)
    expect(changed(rich('', '', null), rich('100', '100', null, 'style="color:white"'))).toEqual(unjudged)
  })

  test.each([
    ['another order', '19', 'BT /F1 12 Tf 20 5 Td (1) Tj -10 0 Td (9) Tj ET'],
    ['a ground over its end', '100000', `${inFont('(100000) Tj')} 1 g 22 0 60 20 re f`],
  ])('with a value and no appearance, given one that shows %s', (_, value, content) => {
    const given: Case = { name: '', prepared: { 10: text(value, null) }, later: () => ({ 10: text(value, 30), 30: form(content) }) }
    expect(after(given)).toEqual({ indication: 'TOTAL-FAILED', changes: ['appearanceChanged'] })
  })
})

describe('fields that readers draw', () => {
  const drawn = (value: string, more = '/DA(/F1 12 Tf)', rect?: string) => widget(`/FT/Tx/V(${value})${more}`, rect)
  const filled = (more: string, prepared: Objects = {}): Case => ({
    name: more,
    prepared: { 10: drawn('', more), ...prepared },
    later: () => ({ 10: drawn('19', more) }),
  })
  const lying = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>'
  const catalogue = contract()[1]!.replace('/F1 6 0 R', `/F1 6 0 R/Lie 20 0 R`)

  test('with the last font that is named', () => {
    expect(after(filled('/DA(/Lie 9 Tf 0 g /F1 12 Tf)', { 1: catalogue, 20: lying }))).toEqual(passed('fieldFilled'))
    expect(after(filled('/DA(/F1 9 Tf 0 g /Lie 12 Tf)', { 1: catalogue, 20: lying }))).toEqual(unjudged)
  })

  test.each([
    ['/DA(/F1 18 Tf 0 g)', '72 690 400 720'],
    ['/DA(/F1 0 Tf)', '72 690 400 720'],
    ['/DA(/F1 10 Tf)/Ff 4096', '72 690 400 760'],
  ])('with %s over a sentence', (more, rect) => {
    const at = (place: string, value: string): Case => ({
      name: more,
      prepared: { 5: sentence, 10: drawn('', more, place) },
      later: () => ({ 10: drawn(value, more, place) }),
    })
    expect(after(at(rect, '---------'))).toEqual(unjudged)
    expect(after(at(rect, ' '))).toEqual(passed('fieldFilled'))
    expect(after(at(beside, '---------'))).toEqual(passed('fieldFilled'))
    // beside the sentence and above it
    expect(after(at('480 698 560 718', '---------'))).toEqual(passed('fieldFilled'))
    expect(after(at('72 722 400 740', '---------'))).toEqual(passed('fieldFilled'))
  })

  test('with more words about their font than anybody reads', () => {
    const many = Array.from({ length: 3000 }, (_, i) => [100 + i, `<</FT/Tx/T(f${i})/Rect[0 0 9 9]>>`] as const)
    const numbers = many.map(([number]) => `${number} 0 R`).join(' ')
    const form = contract()[1]!
      .replace('(/F1 12 Tf)', `(${'/a '.repeat(100_000)})`)
      .replace('/Fields[', `/Fields[${numbers} `)
    const more = (signed: Buffer) => ({ 1: bodyOf(signed, 1).replace('/F1 6 0 R', '/F1 6 0 R/F2 6 0 R') })
    const start = performance.now()
    expect(after({ name: '', prepared: { ...Object.fromEntries(many), 1: form }, later: more }).indication).toBe('TOTAL-FAILED')
    expect(performance.now() - start).toBeLessThan(5000)
  })
})

describe('a form whose fields readers are told to draw anew', () => {
  const anew = (prepared: Objects, more: Objects = {}) =>
    after({
      name: '',
      prepared,
      later: (signed) => ({ 1: bodyOf(signed, 1).replace('/AcroForm<<', '/AcroForm<</NeedAppearances true'), ...more }),
    })
  const button = (more: string, rect?: string) => widget(`/FT/Btn/Ff 65536/AP<</N 12 0 R>>/DA(/F1 18 Tf 0 g)${more}`, rect)
  const text = (value: string, appearance: number, more: string) =>
    widget(`/FT/Tx/V(${value})/AP<</N ${appearance} 0 R>>/DA(/F1 4 Tf)${more}`, over)
  const signature = (more: string, rect = over) => ({ 5: sentence, 10: widget(`/FT/Sig/AP<</N 12 0 R>>${more}`, rect), 12: form('') })
  const print = form('.8 g 0 0 328 30 re f 0 g BT /F1 18 Tf 2 8 Td (Print) Tj ET')
  const white = '/MK<</BG[1 1 1]>>'

  test('and that look as they did', () => {
    expect(anew({ 10: button('/MK<</CA(Print)/BG[.8]>>'), 12: print })).toEqual(passed())
    expect(anew({ 10: button(''), 12: form('') })).toEqual(passed())
    const tick = widget('/FT/Btn/V/Off/AS/Off/AP<</N<</Yes 12 0 R>>>>/MK<</CA(4)>>')
    expect(anew({ 10: tick, 12: form('4 4 m 10 2 l 20 24 l S') })).toEqual(passed())
    expect(anew(signature(white, '0 0 0 0'))).toEqual(passed())
    expect(anew({ ...signature(white), 10: signature(white)[10].replace('/F 4', '/F 2') })).toEqual(passed())
    expect(anew(signature(white, beside))).toEqual(passed())
  })

  test.each([
    ['a button', { 10: button('/MK<</CA(Delete)>>'), 12: print }],
    ['a button that said nothing', { 10: button('/MK<</CA(Delete)>>'), 12: form('') }],
    ['a button that said something', { 10: button(''), 12: print }],
    ['a button with an icon', { 10: button('/MK<</CA(Print)/I 12 0 R>>'), 12: print }],
    ['a check box with a caption', { 10: widget('/FT/Btn/AP<</N<</Yes 12 0 R>>>>/MK<</CA(Delete)>>'), 12: form('') }],
    ['a signature field on a ground', signature(white)],
    ['a signature field with a broad border', signature('/MK<</BC[1 1 1]>>/BS<</W 15>>')],
  ])('and of which %s looks otherwise then', (_, prepared: Objects) => expect(anew(prepared)).toEqual(unjudged))

  test('and of which one that was filled in looks otherwise then', () => {
    const prepared = { 5: sentence, 10: text('', 12, white), 12: form('') }
    const filled = { 10: text(' ', 30, white), 30: form('') }
    expect(anew(prepared, filled)).toEqual({ indication: 'INDETERMINATE', changes: ['fieldUnjudged', 'fieldFilled'] })
  })
})

describe('resources of the form, with which appearances are drawn that bring none', () => {
  const shown = { 12: stream('BT /F1 12 Tf 2 4 Td (100) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 128 20]') }
  const lying = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/Differences[49/nine]>>>>'
  const changed = (from: string, to: string) =>
    after({ name: '', prepared: shown, later: (signed) => ({ 1: bodyOf(signed, 1).replace(from, to), 30: lying }) })
  const forged = { indication: 'TOTAL-FAILED', changes: expect.arrayContaining(['formChanged']) as ChangeCode[] }

  test('name more', () => {
    expect(changed('/F1 6 0 R', '/F1 6 0 R/Helv 30 0 R')).toEqual(passed())
    expect(changed('/F1 6 0 R', '/F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding 9 0 R>>')).toEqual(passed())
    expect(changed('/DR<<', '/DR<</ProcSet[/PDF/Text]/XObject<<>>')).toEqual(passed())
  })

  test.each([
    ['another font by the same name', '/F1 6 0 R', '/F1 30 0 R'],
    ['one by a name that stands twice', '/F1 6 0 R', '/F1 6 0 R/F1 30 0 R'],
    ['no font', '/Font<</F1 6 0 R>>', ''],
    ['nothing', '/DR<</Font<</F1 6 0 R>>>>', ''],
  ])('name %s', (_, from, to) => expect(changed(from, to)).toMatchObject(forged))
})

describe('a field on a ground of its own, filled in over what the page shows there', () => {
  const field = (value: string, appearance: number) => widget(`/FT/Tx/V(${value})/AP<</N ${appearance} 0 R>>/DA(/F1 12 Tf)`, over)
  const onPage = (content: string, pattern = ''): Case => ({
    name: content,
    prepared: {
      3: contract()[3]!.replace('/Resources<<', '/Resources<</Pattern<</P1 40 0 R>>'),
      5: stream(content),
      10: field('', 12),
      12: form(''),
      40: stream(
        pattern,
        `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 400 30]/XStep 400/YStep 30/Matrix[1 0 0 1 60 690]${font}`,
      ),
    },
    later: () => ({ 10: field('nothing', 30), 30: form('.9 g 0 0 328 30 re f 0 g BT /F1 12 Tf 2 9 Td (nothing) Tj ET') }),
  })
  const white = '1 g BT /F1 18 Tf 72 700 Td (I owe you) Tj ET'
  const strokes = (count: number, one: (x: number) => string) => Array.from({ length: count }, (_, i) => one(80 + i * 14)).join(' ')

  test.each([
    ['white letters on paper', white],
    ['white letters on a white box in a black one', `0 g 60 680 400 50 re f 1 g 61 681 398 48 re f ${white}`],
    ['a line', '72 694 m 400 694 l S'],
    ['a frame', '0 G 73 691 326 28 re S'],
    ['a cell for each letter', `0 G ${strokes(20, (x) => `${x} 692 14 26 re S`)}`],
    ['a line with a stroke between two letters', `72 692 m 400 692 l S ${strokes(20, (x) => `${x} 692 m ${x} 700 l S`)}`],
    ['a line of dots', `0 g ${strokes(20, (x) => `${x} 694 2 1 re f`)}`],
    ['a table’s ground', '.8 g 60 690 400 30 re f'],
  ])('%s', (_, content) => expect(after(onPage(content))).toEqual(passed('fieldFilled')))

  test.each([
    ['white letters on a black box', `0 g 60 690 400 30 re f ${white}`],
    ['white letters on a picture', `q 400 0 0 30 60 690 cm /Im1 Do Q ${white}`],
    ['a pattern that writes', '/Pattern cs /P1 scn 60 690 400 30 re f'],
    ['a line of a pattern', '/Pattern CS /P1 SCN 30 w 60 705 m 460 705 l S'],
    ['letters of lines', strokes(12, (x) => `${x} 698 m ${x} 712 l ${x + 8} 712 l ${x + 8} 698 l s`)],
    [
      'letters of thin lines',
      strokes(6, (x) => `${x} 698 m ${x} 712 l S ${x} 698 m ${x + 8} 698 l S ${x} 705 m ${x + 6} 705 l S ${x} 712 m ${x + 8} 712 l S`),
    ],
  ])('%s', (_, content) => expect(after(onPage(content, 'BT /F1 18 Tf 12 10 Td (I owe you 100 riyals) Tj ET'))).toEqual(unjudged))
})
