/** Lines that readers draw in different ways: of no length, of hardly any dashes, and broader than they are long. */
import { describe, expect, test } from 'vitest'
import { refusalOf, streamWith } from '../fixtures/pdf/make/drawing.ts'
import type { Drawing } from '../fixtures/pdf/make/drawing.ts'

const on = (path: string): Drawing => ({ content: `BT /F1 20 Tf 10 20 Td (1000) Tj ET ${path}` })
const form = (content: string, before = ''): Drawing => ({
  content: `${before} /X Do`,
  resources: '/XObject<</X 6 0 R>>',
  objects: [streamWith('/Type/XObject/Subtype/Form/BBox[0 0 100 60]/Resources<<>>', content)],
})

describe('signed', () => {
  test.each<[string, Drawing]>([
    ['a dot with round ends', on('1 J 2 w 21 20 m 21 20 l S')],
    ['a row of round dots', on('1 J [0 4] 0 d 2 w 10 10 m 90 10 l S')],
    ['dust with square ends', on('2 J .5 w 21 20 m 21 20 l S')],
    ['a point where nothing goes on', on('2 J 2 w 21 20 m S')],
    ['a broad line', on('40 w 10 10 m 90 10 l S')],
    ['a ring of broad curves', on('40 w 10 10 m 20 60 80 60 90 10 c S')],
    ['a frame', on('4 w 5 5 90 50 re S')],
    ['dashes that go on', on('[5 0] 0 d 10 10 m 90 10 l S')],
    ['a frame of a form that is drawn larger', form('1 w 1 1 8 4 re S', '10 0 0 10 0 0 cm')],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())
})

const dot = 'a line without a length is drawn'
const broad = 'a line is broader than readers turn it'
describe('refused', () => {
  test.each<[string, Drawing, string]>([
    ['a point with square ends', on('2 J 2 w 21 20 m 21 20 l S'), dot],
    ['one that is closed', on('2 J 2 w 21 20 m 21 20 l s'), dot],
    ['one among lines', on('2 J 2 w 10 10 m 90 10 l 21 20 m 21 20 l S'), dot],
    ['one that is filled as well', on('2 J 2 w 21 20 m 21 20 l B'), dot],
    ['a rectangle of no size with round ends', on('1 J 4 w 21 20 0 0 re S'), dot],
    ['an upright hairline as long as a line is broad', on('8 w 21 20 m 21 20 l S'), dot],
    ['one in a form that has its ends from elsewhere', form('2 w 21 20 m 21 20 l S', '2 J'), dot],
    ['one in a form that is drawn larger', form('2 J .2 w 2 2 m 2 2 l S', '10 0 0 10 0 0 cm'), dot],
    ['one whose ends a graphics state gives it', { ...on('/G gs 21 20 m 21 20 l S'), resources: '/ExtGState<</G<</LC 2/LW 2>>>>' }, dot],
    ['square dots', on('2 J [0 8] 0 d 2 w 10 10 m 90 10 l S'), 'dashes without a length have square ends'],
    ['broad dashes of no length', on('[0 8] 0 d 8 w 10 10 m 90 10 l S'), 'dashes without a length have square ends'],
    [
      'outlines of letters in a pattern',
      {
        content: '/Pattern CS /P SCN BT 1 Tr /F1 20 Tf 10 20 Td (1000) Tj ET',
        resources: '/Pattern<</P 6 0 R>>',
        objects: [streamWith('/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 9 9]/XStep 9/YStep 9/Resources<<>>', '1 g 0 0 5 5 re f')],
      },
      'letters are outlined in a pattern',
    ],
    ['dashes of hardly any length', on('[.00001 8] 0 d 2 w 10 10 m 90 10 l S'), 'd has an array of something else'],
    ['a broad line round a corner', on('31 w 10 10 m 20 10 l 20 30 l S'), broad],
    ['a broad frame of something small', on('40 w 20 20 10 4 re S'), broad],
    ['one of a form that is drawn larger', form('4 w 2 2 1 1 re S', '10 0 0 10 0 0 cm'), broad],
  ])('%s', (_name, drawing, detail) => expect(refusalOf(drawing)).toBe(`BROKEN CONTENT: ${detail}`))
})
