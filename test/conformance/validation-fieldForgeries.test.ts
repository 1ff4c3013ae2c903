/** Fields that whoever made the form prepared so that they, or the page beneath them, say something else once it is signed. */
import { describe, expect, test } from 'vitest'
import { validateDocument } from '#pki/validation/document.ts'
import type { ChangeCode } from '#pki/validation/report.ts'
import { anchors, freshAnswers, signedAt } from './validation-cast.ts'
import { append, stream } from './validation-files.ts'
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
      prepared: { 5: sentence, 10: box('Off', both, '72 700 72 700'), 20: form('0 0 9 9 re f', '/BBox[0 0 9 9 9]'), 21: nothing },
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
