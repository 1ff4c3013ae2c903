/** Dictionaries of graphics state parameters (ISO 32000-2 §8.4.5) that all readers take alike. What they do alike was found with states made by script. */

import { Fault } from '#pki/content/fault.ts'
import type { Box } from '#pki/content/matrix.ts'
import type { Pen } from '#pki/content/strokes.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { frameOf } from './frames.ts'
import { checkGroup, groupOf } from './groups.ts'
import { haveAll, numbersIn } from './numbers.ts'
import { spaceOf } from './spaces.ts'
import { clearnessOf } from './transparency.ts'
import type { Clearness } from './transparency.ts'

export type State = {
  /** Whether it brings a font, which PDFium leaves where it is. */
  readonly hasFont: boolean
  readonly clearness: Clearness
  /** What it says of lines. */
  readonly pen: Partial<Pen>
  /** The box of its soft mask, where it has one. */
  readonly mask?: Box
}

/** @throws Fault where readers may draw something else with it; PdfError */
export function stateOf(document: PdfDocument, dict: Value): State {
  if (!isDict(dict)) throw new Fault('a graphics state is not there')
  const get = (key: string) => document.get(dict, key)
  for (const key of ['ca', 'CA']) {
    const alpha = get(key)
    const isShare = typeof alpha === 'number' && alpha >= 0 && alpha <= 1
    if (dict.entries.has(key) && !isShare) throw new Fault('an opacity is none')
  }
  checkBlend(document, get('BM'))
  for (const key of ['TR', 'TR2'])
    if (get(key) !== null && nameOf(get(key)) === undefined) throw new Fault('colours are turned into others, by some readers')
  const mask = dict.entries.has('SMask') ? maskOf(document, get('SMask')) : undefined
  return { hasFont: get('Font') !== null, clearness: clearnessOf(document, dict), pen: penOf(document, get), ...(mask && { mask }) }
}

function penOf(document: PdfDocument, get: (key: string) => Value): Partial<Pen> {
  const [width, cap, dash] = ['LW', 'LC', 'D'].map(get)
  const dashes = isArray(dash) ? numbersIn(document, document.resolve(dash[0])) : undefined
  return {
    ...(typeof width === 'number' && { width }),
    ...(typeof cap === 'number' && { cap }),
    ...(dashes && { hasNoughts: dashes.includes(0) }),
  }
}

/** Of one that is white over black some readers make white, and others black. */
const unevenBlend = 'ColorDodge'

/** §11.3.5. What readers do not know they take for Normal, in a list of one. */
function checkBlend(document: PdfDocument, value: Value): void {
  const names = (isArray(value) ? value : [value]).map((one) => nameOf(document.resolve(one)))
  if (value !== null && (names.length !== 1 || names[0] === undefined)) throw new Fault('colours are blended in one way or another')
  if (names[0] === unevenBlend) throw new Fault('colours are blended in a way that readers reckon differently')
}

/** §11.6.5.2. @returns its box */
function maskOf(document: PdfDocument, value: Value): Box | undefined {
  if (nameOf(value) === 'None') return undefined
  if (!isDict(value)) throw new Fault('a soft mask is none')
  const [kind, form, backdrop, transfer] = ['S', 'G', 'BC', 'TR'].map((key) => document.get(value, key)) as [Value, Value, Value, Value]
  const isOfLight = nameOf(kind) === 'Luminosity'
  if (!isOfLight && nameOf(kind) !== 'Alpha') throw new Fault('a soft mask is of no kind that there is')
  if (!isStream(form) || nameOf(document.get(form.dict, 'Subtype')) !== 'Form') throw new Fault('a soft mask has no group')
  const group = groupOf(document, form.dict)
  if (!group) throw new Fault('a soft mask has no group')
  checkGroup(document, form.dict)
  const stated = document.get(group, 'CS')
  if (isOfLight) {
    if (stated === null) throw new Fault('the light of a soft mask is in no space')
    const { components } = spaceOf(document, group.entries.get('CS')!)
    if (backdrop !== null && !haveAll(components, numbersIn(document, backdrop)))
      throw new Fault('what lies behind a soft mask is no colour of it')
  }
  // MuPDF goes by no function
  if (transfer !== null && nameOf(transfer) !== 'Identity') throw new Fault('a soft mask is turned into another, by some readers')
  return frameOf(document, form.dict)
}
