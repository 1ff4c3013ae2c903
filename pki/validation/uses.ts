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
/** No key: a name that the maker chose, or an object that is nothing but a reference, which stands for what it leads to. */
export const aName = ''

/**
 * What a revision uses some objects for, in one walk over it.
 * @param isWanted by the object's number
 * @param onBroken hears of each object that cannot be read
 */
export function usesOf(
  pdf: PdfDocument,
  at: number,
  isWanted: (number: number) => boolean,
  onBroken: (number: number, error: PdfError) => void,
): ReadonlyMap<number, readonly Use[]> {
  const found = new Map<number, (Use & { isOwnKey: boolean })[]>()
  /** Objects whose own keys are names, or may be states. */
  const [lists, states] = [new Set<number>(), new Set<number>()]
  for (const { number: holder, value } of pdf.objects(at, onBroken))
    eachUse(heldBy(value), (number, use) => {
      if (leadsToNames.has(use.key)) lists.add(number)
      if (leadsToStates.has(use.key)) states.add(number)
      if (isWanted(number)) found.getOrInsertComputed(number, () => []).push({ holder, ...use })
    })
  const encryption = pdf.revisions[at]!.trailer.entries.get('Encrypt')
  if (isRef(encryption) && isWanted(encryption.number))
    found
      .getOrInsertComputed(encryption.number, () => [])
      .push({ holder: trailersAlone, key: 'Encrypt', isOwnKey: true, mayBeState: false })
  const named = (use: Use & { isOwnKey: boolean }) => ({
    ...use,
    key: use.isOwnKey && lists.has(use.holder) ? aName : use.key,
    mayBeState: use.mayBeState || (use.isOwnKey && states.has(use.holder)),
  })
  for (const [number, uses] of found) found.set(number, uses.map(named))
  return found
}

/** Calls `met` with each reference inside a value, its key, and whether that is one of the value's own. */
function eachUse(value: Value, met: (number: number, use: { key: string; isOwnKey: boolean; mayBeState: boolean }) => void): void {
  const open: { key: string; value: Value; depth: number; mayBeState: boolean }[] = [{ key: aName, value, depth: 0, mayBeState: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { key, value: one, depth, mayBeState } = next
    if (isRef(one)) met(one.number, { key, isOwnKey: depth === 1, mayBeState })
    else if (isArray(one)) for (const item of one) open.push({ key: `${key}[]`, value: item, depth, mayBeState })
    else {
      const isList = leadsToNames.has(key)
      const entries = (isStream(one) ? one.dict : isDict(one) ? one : undefined)?.entries ?? []
      for (const [name, entry] of entries)
        open.push({ key: isList ? aName : name, value: entry, depth: depth + 1, mayBeState: leadsToStates.has(key) })
    }
  }
}

/** What an object holds: of a cross-reference stream, which is a trailer, without the document information and the encryption. */
function heldBy(value: Value): Value {
  if (!isStream(value) || nameOf(value.dict.entries.get('Type')) !== 'XRef') return value
  return [...value.dict.entries].filter(([key]) => key !== 'Info' && key !== 'Encrypt').map(([, entry]) => entry)
}
