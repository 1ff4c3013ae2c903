/** Patterns (ISO 32000-2 §8.7) that all readers paint alike. What they do alike was found with patterns made by script. */

import { Fault } from '#pki/content/fault.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isDict, isStream } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'
import { numbersIn } from './numbers.ts'
import { checkShading, isInvertible } from './shadings.ts'
import { stateOf } from './states.ts'

export type Pattern = {
  /** Whether it is painted in a colour that goes before its name. */
  readonly takesColour: boolean
}

/** In points: a million away pdf.js paints black, and no page is so large. */
const mostAway = 100_000
const tilings = new Set<Value>([1, 2, 3])

/** @throws Fault, PdfError */
export function patternOf(document: PdfDocument, value: Value): Pattern {
  const dict = isStream(value) ? value.dict : value
  if (!isDict(dict)) throw new Fault('a pattern is not there')
  const matrix = document.get(dict, 'Matrix')
  const numbers = matrix === null ? undefined : (numbersIn(document, matrix) ?? [])
  if (numbers && (!isInvertible(numbers) || numbers.slice(4).some((one) => Math.abs(one) > mostAway)))
    throw new Fault('a pattern lies in no plane')
  const type = document.get(dict, 'PatternType')
  if (type === 1 && isStream(value)) return tilingOf(document, dict)
  if (type !== 2) throw new Fault('a pattern is of no kind that there is')
  checkShading(document, dict.entries.get('Shading') ?? null, 'pattern')
  const state = document.get(dict, 'ExtGState')
  if (isDict(state)) stateOf(document, state)
  return { takesColour: false }
}

/** §8.7.3 */
function tilingOf(document: PdfDocument, dict: Dict): Pattern {
  const get = (key: string) => document.get(dict, key)
  const [left, bottom, right, top] = numbersIn(document, get('BBox')) ?? []
  if (top === undefined || left! >= right! || bottom! >= top) throw new Fault('the tile of a pattern has no size')
  const steps = ['XStep', 'YStep'].map(get)
  if (!steps.every((step) => typeof step === 'number' && step !== 0)) throw new Fault('the tiles of a pattern do not follow one another')
  const paint = get('PaintType')
  if ((paint !== 1 && paint !== 2) || !tilings.has(get('TilingType'))) throw new Fault('a pattern does not say how it is painted')
  return { takesColour: paint === 2 }
}
