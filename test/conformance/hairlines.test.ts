/** What is filled and has no area: a line to some readers, and nothing to others. */
import { describe, expect, test } from 'vitest'
import { refusalOf, streamWith } from '../fixtures/pdf/make/drawing.ts'
import type { Drawing } from '../fixtures/pdf/make/drawing.ts'

const word = 'BT /F1 20 Tf 10 20 Td (100) Tj ET'
const on = (path: string): Drawing => ({ content: `${word} ${path}` })
/** A nought of four lines. */
const nought = '50 20 m 58 20 l 58 20 m 58 34 l 58 34 m 50 34 l 50 34 m 50 20 l f'

describe('signed', () => {
  test.each<[string, Drawing]>([
    ['one rectangle without a height, which all draw', on('10 27 40 0 re f')],
    ['a line below a word', on('10 10 m 50 10 l f')],
    ['a line beside one', on('60 10 m 60 50 l f')],
    ['the ticks of an axis', on(Array.from({ length: 9 }, (_, i) => `70 ${i * 5} m 72.5 ${i * 5} l f`).join(' '))],
    ['dust on a word', on('20 27 m 20.5 27 l f')],
    ['a line that is stroked as well', on('10 27 m 50 27 l B')],
    ['a triangle', on('10 27 m 50 27 l 30 40 l f')],
    ['an edge without an area', on('10 27 m 50 27 l W n')],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBeUndefined())
})

describe('refused', () => {
  test.each<[string, Drawing]>([
    ['a line through a word', on('10 27 m 50 27 l f')],
    ['one that goes back', on('10 27 m 50 27 l 10 27 l h f')],
    ['one of three points', on('10 27 m 30 27 l 50 27 l f*')],
    ['one that is a curve', on('10 27 m 20 27 30 27 50 27 c f')],
    ['a slanted one', on('10 22 m 50 32 l F')],
    ['two rectangles without a height', on('10 27 40 0 re 10 29 40 0 re f')],
    ['one beside a square', on('10 27 40 0 re 80 50 5 5 re f')],
    ['one that is turned', on('q .7 .7 -.7 .7 30 20 cm 0 0 m 15 0 l f Q')],
    ['a figure made of lines', on(nought)],
    ['one of hardly any height', on('10 27 40 .0001 re 10 29 40 .0001 re f')],
    [
      'a line through the word of a form',
      {
        content: '/X Do',
        resources: '/XObject<</X 6 0 R>>',
        objects: [streamWith('/Type/XObject/Subtype/Form/BBox[0 0 100 60]/Resources<</Font<</F1 5 0 R>>>>', `${word} 10 27 m 50 27 l f`)],
      },
    ],
    [
      'a line on a page whose words cannot be told',
      { content: `${word} q 10 0 0 10 0 0 cm BI/W 1/H 1/BPC 8/CS/G ID 0 EI Q 10 27 m 50 27 l f` },
    ],
  ])('%s', (_name, drawing) => expect(refusalOf(drawing)).toBe('BROKEN CONTENT: what has no area is filled where it changes a text'))
})
