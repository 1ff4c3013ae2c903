/** What lets be seen what lies beneath it (ISO 32000-2 §11.3). */

import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'

/** What a graphics state says of it; what it says nothing of stays as it was. */
export type Clearness = Readonly<Partial<Record<'ca' | 'CA' | 'BM' | 'SMask', boolean>>>

export const isClear = (clearness: Clearness): boolean => Object.values(clearness).includes(true)

export function clearnessOf(document: PdfDocument, state: Dict): Clearness {
  const clearness: { -readonly [Key in keyof Clearness]: boolean } = {}
  const stated = (key: keyof Clearness) => (state.entries.has(key) ? document.get(state, key) : null)
  for (const key of ['ca', 'CA'] as const) if (stated(key) !== null) clearness[key] = stated(key) !== 1
  const blend = stated('BM')
  if (blend !== null) clearness.BM = !usual.has(nameOf(isArray(blend) ? document.resolve(blend[0]) : blend) ?? '')
  if (stated('SMask') !== null) clearness.SMask = nameOf(stated('SMask')) !== 'None'
  return clearness
}

const usual = new Set(['Normal', 'Compatible'])

/** What the graphics states say that a form draws by, and those of what it draws, and whether it may show text. */
export type Within = { readonly [Key in 'isClear' | 'saysMask' | 'saysBlend' | 'isBlended' | 'hasFonts']: boolean }

const nothing: Within = { isClear: false, saysMask: false, saysBlend: false, isBlended: false, hasFonts: false }
const anything: Within = { isClear: true, saysMask: true, saysBlend: true, isBlended: true, hasFonts: true }
const either = (one: Within, other: Within): Within => ({
  isClear: one.isClear || other.isClear,
  saysMask: one.saysMask || other.saysMask,
  saysBlend: one.saysBlend || other.saysBlend,
  isBlended: one.isBlended || other.isBlended,
  hasFonts: one.hasFonts || other.hasFonts,
})

const deepest = 5
/** States and forms of one file that are looked at; what draws with more may draw anything. */
const mostInAll = 20_000
const known = once<PdfDocument, { readonly found: Map<Value, Within>; left: number }>(() => ({ found: new Map(), left: mostInAll }))

/** Of an image or a form. */
export function within(document: PdfDocument, { dict }: Stream, depth = 0): Within {
  if (document.get(dict, 'SMask') !== null) return { ...nothing, isClear: true }
  const resources = document.get(dict, 'Resources')
  if (!isDict(resources)) return nothing
  const kept = known(document)
  const found = kept.found.get(resources)
  if (found) return found
  if (depth === deepest || kept.left < 0) return anything
  // what draws itself adds nothing
  kept.found.set(resources, nothing)
  const all = (category: string) => {
    const some = document.get(resources, category)
    if (!isDict(some) || (kept.left -= some.entries.size) < 0) return []
    return [...some.entries.values()].map((one) => document.resolve(one))
  }
  const states = all('ExtGState').filter(isDict)
  const drawn = all('XObject').filter(isStream)
  const parts = [...states.map((state) => saidBy(document, state)), ...drawn.map((one) => within(document, one, depth + 1))]
  const fonts = document.get(resources, 'Font')
  const own = { ...nothing, hasFonts: isDict(fonts) && fonts.entries.size > 0 }
  const said = kept.left < 0 ? anything : parts.reduce(either, own)
  kept.found.set(resources, said)
  return said
}

function saidBy(document: PdfDocument, state: Dict): Within {
  const clearness = clearnessOf(document, state)
  const { SMask, BM } = clearness
  return { ...nothing, isClear: isClear(clearness), saysMask: SMask !== undefined, saysBlend: BM !== undefined, isBlended: BM === true }
}

/** Whether a form may draw otherwise where it is drawn through a mask or blended itself: PDFium takes it for a group, which it may not be (§8.10.1, §11.6.6). */
export function isOtherwise(document: PdfDocument, form: Stream, { SMask, BM }: Clearness): boolean {
  if (!SMask && !BM) return false
  const { saysMask, saysBlend, isBlended } = within(document, form)
  const group = document.get(form.dict, 'Group')
  if (!isDict(group)) return (SMask === true && saysMask) || (BM === true && saysBlend)
  return document.get(group, 'I') !== true && BM === true && isBlended
}
