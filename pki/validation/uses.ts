import type { PdfDocument } from '#pki/pdf/document.ts'
import type { PdfError } from '#pki/pdf/error.ts'
import { isArray, isDict, isRef, isStream, nameOf } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { resourceKinds } from './resources.ts'

/** What leads to an object: the one that holds the reference, and the key that it stands under. */
export type Use = {
  readonly holder: number
  /** `Kids[]` in a list under /Kids, `[]` in a list that is the object itself; `aName` for what the file's maker gave a name. */
  readonly key: string
  /** The key may be the name of a state of an annotation, which leads to what is drawn. */
  readonly mayBeState: boolean
}

/** A holder that is no object. */
export const trailersAlone = -1

/** Where whoever makes a file gives names of their own, which may be those of any key. */
export const leadsToNames: ReadonlySet<string> = new Set([...resourceKinds, ...'CharProcs Colorants CF ClassMap RoleMap Dests'.split(' ')])
/** Where an annotation has its states, and others the next of their kind, a rectangle or a destination. */
export const leadsToStates: ReadonlySet<string> = new Set(['N', 'R', 'D'])
/** No key: a name that the maker chose. */
export const aName = ''

/**
 * What a revision uses some objects for. A list that is an object of its own, or one that is nothing but a reference, is looked through: what counts
 * is the key that leads to it.
 * @param isWanted by the object's number
 * @param onBroken hears of each object that cannot be read
 */
export function usesOf(
  pdf: PdfDocument,
  at: number,
  isWanted: (number: number) => boolean,
  onBroken: (number: number, error?: PdfError) => void,
): ReadonlyMap<number, readonly Use[]> {
  const found = walk(pdf, at, isWanted, onBroken)
  const contexts = new Map<number, readonly Met[]>()
  for (let round = 0; ; round++) {
    const pending = new Set([...found.values(), ...contexts.values()].flat().flatMap((use) => (use.isSeenThrough ? [use.holder] : [])))
    for (const number of contexts.keys()) pending.delete(number)
    if (pending.size === 0) break
    if (round === mostLists) onBroken(0) // lists of lists, which nobody writes
    if (round === mostLists) break
    const above = walk(pdf, at, (number) => pending.has(number), onBroken)
    for (const number of pending) contexts.set(number, above.get(number) ?? [])
  }
  return new Map([...found].map(([number, uses]) => [number, uses.flatMap((use) => seenThrough(use, contexts, 0))]))
}

const mostLists = 3

type Met = Use & { readonly isOwnKey: boolean; readonly isSeenThrough: boolean }

/** The same use by the keys that lead to its holder. */
function seenThrough(use: Met, contexts: ReadonlyMap<number, readonly Met[]>, depth: number): Use[] {
  if (!use.isSeenThrough || depth > mostLists) return [use]
  return (contexts.get(use.holder) ?? [])
    .flatMap((above) => seenThrough(above, contexts, depth + 1))
    .map(({ key, mayBeState }) => ({ holder: use.holder, key: key + use.key, mayBeState: use.mayBeState || mayBeState }))
}

function walk(
  pdf: PdfDocument,
  at: number,
  isWanted: (number: number) => boolean,
  onBroken: (number: number, error: PdfError) => void,
): Map<number, Met[]> {
  const found = new Map<number, Met[]>()
  /** Objects whose own keys are names, or may be states. */
  const [lists, states] = [new Set<number>(), new Set<number>()]
  const standIns: (readonly [number, number])[] = []
  for (const { number: holder, value } of pdf.objects(at, onBroken)) {
    if (isRef(value)) standIns.push([holder, value.number])
    const isSeenThrough = isArray(value) || isRef(value)
    eachUse(value, (number, use) => {
      if (leadsToNames.has(use.key)) lists.add(number)
      if (leadsToStates.has(use.key)) states.add(number)
      if (isWanted(number)) found.getOrInsertComputed(number, () => []).push({ holder, isSeenThrough, ...use })
    })
  }
  for (let round = 0; round <= mostLists; round++)
    for (const [holder, number] of standIns) for (const set of [lists, states]) if (set.has(holder)) set.add(number)
  const encryption = pdf.revisions[at]!.trailer.entries.get('Encrypt')
  if (isRef(encryption) && isWanted(encryption.number)) {
    const use = { holder: trailersAlone, key: 'Encrypt', isOwnKey: true, mayBeState: false, isSeenThrough: false }
    found.getOrInsertComputed(encryption.number, () => []).push(use)
  }
  const named = (use: Met): Met => ({
    ...use,
    key: use.isOwnKey && lists.has(use.holder) ? aName : use.key,
    mayBeState: use.mayBeState || (use.isOwnKey && states.has(use.holder)),
  })
  return new Map([...found].map(([number, uses]) => [number, uses.map(named)]))
}

type Found = { key: string; isOwnKey: boolean; mayBeState: boolean }

/** Calls `met` with each reference inside a value, its key, and whether that is one of the value's own, without a list between. */
function eachUse(value: Value, met: (number: number, use: Found) => void): void {
  const isTrailer = isStream(value) && nameOf(value.dict.entries.get('Type')) === 'XRef'
  const open: { key: string; value: Value; depth: number; mayBeState: boolean }[] = [{ key: aName, value, depth: 0, mayBeState: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { key, value: one, depth, mayBeState } = next
    if (isRef(one)) met(one.number, { key, isOwnKey: depth === 1 && !key.endsWith('[]'), mayBeState })
    else if (isArray(one)) for (const item of one) open.push({ key: `${key}[]`, value: item, depth, mayBeState })
    else {
      const isList = leadsToNames.has(key)
      const entries = (isStream(one) ? one.dict : isDict(one) ? one : undefined)?.entries ?? []
      for (const [name, entry] of entries)
        // a trailer may lead to the document information and the encryption
        if (!(isTrailer && depth === 0 && (name === 'Info' || name === 'Encrypt')))
          open.push({ key: isList ? aName : name, value: entry, depth: depth + 1, mayBeState: leadsToStates.has(key) })
    }
  }
}
