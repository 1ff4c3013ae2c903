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

/** What the graphics states say that a form draws by, and those of what it draws. */
export type Within = { readonly isClear: boolean; readonly saysMask: boolean; readonly saysBlend: boolean; readonly isBlended: boolean }

const nothing: Within = { isClear: false, saysMask: false, saysBlend: false, isBlended: false }
const anything: Within = { isClear: true, saysMask: true, saysBlend: true, isBlended: true }
const either = (one: Within, other: Within): Within => ({
  isClear: one.isClear || other.isClear,
  saysMask: one.saysMask || other.saysMask,
  saysBlend: one.saysBlend || other.saysBlend,
  isBlended: one.isBlended || other.isBlended,
})

const deepest = 5
/** Resources of one file that are looked through; what draws with more may draw anything. */
const mostInAll = 10_000
const known = once<PdfDocument, { readonly found: Map<Value, Within>; left: number }>(() => ({ found: new Map(), left: mostInAll }))

/** Of an image or a form. */
export function within(document: PdfDocument, { dict }: Stream, depth = 0): Within {
  if (document.get(dict, 'SMask') !== null) return { ...nothing, isClear: true }
  const resources = document.get(dict, 'Resources')
  if (!isDict(resources)) return nothing
  const kept = known(document)
  if (depth === deepest || --kept.left < 0) return anything
  return kept.found.getOrInsertComputed(resources, () => {
    const all = (category: string) => {
      const some = document.get(resources, category)
      return isDict(some) ? [...some.entries.values()].map((one) => document.resolve(one)) : []
    }
    const states = all('ExtGState')
      .filter(isDict)
      .map((state): Within => {
        const clearness = clearnessOf(document, state)
        const { SMask, BM } = clearness
        return { isClear: isClear(clearness), saysMask: SMask !== undefined, saysBlend: BM !== undefined, isBlended: BM === true }
      })
    const drawn = all('XObject')
      .filter(isStream)
      .map((one) => within(document, one, depth + 1))
    return [...states, ...drawn].reduce(either, nothing)
  })
}

/** Whether a form may draw otherwise where it is drawn through a mask or blended itself: PDFium takes it for a group, which it may not be (§8.10.1, §11.6.6). */
export function isOtherwise(document: PdfDocument, form: Stream, through: Clearness): boolean {
  const { saysMask, saysBlend, isBlended } = within(document, form)
  const group = document.get(form.dict, 'Group')
  if (!isDict(group)) return (through.SMask === true && saysMask) || (through.BM === true && saysBlend)
  return document.get(group, 'I') !== true && through.BM === true && isBlended
}
