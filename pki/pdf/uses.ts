import type { PdfDocument } from './document.ts'
import type { PdfError } from './error.ts'
import { reachedOrUnknown } from './reached.ts'
import { isArray, isDict, isRef, isStream, nameOf } from './values.ts'
import type { IndirectObject, Ref, Value } from './values.ts'

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

/** ISO 32000-2 table 34. */
export const resourceKinds = new Set(['ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'XObject', 'Font', 'Properties'])

/** Where whoever makes a file gives names of their own, which may be those of any key. */
const leadsToNames: ReadonlySet<string> = new Set([...resourceKinds, ...'CharProcs Colorants CF ClassMap RoleMap Dests'.split(' ')])
/** Where pages and forms have what they are drawn with. */
export const leadsToResources: ReadonlySet<string> = new Set(['Resources', 'DR'])
/** Where an annotation has its states, and others the next of their kind, a rectangle or a destination. */
const leadsToStates: ReadonlySet<string> = new Set(['N', 'R', 'D'])
/** Where bookmarks have others. MuPDF puts right what those say of their parent, and a page inherits by what it says. */
const leadsToOutlines: ReadonlySet<string> = new Set(['Outlines', 'First', 'Last', 'Next', 'Prev'])
/** No key: a name that the maker chose. */
const aName = ''

/** Whether a page or a catalogue that is led to like this may be something else as well: a resource, a destination, a bookmark, what an annotation shows. */
export const isOtherThanPage = ({ key }: Use): boolean =>
  key === aName || key === 'Font[]' || [leadsToNames, leadsToStates, leadsToOutlines].some((keys) => keys.has(key))

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
  const keys = keysOf(contexts, onBroken)
  return new Map([...found].map(([number, uses]) => [number, uses.flatMap((use) => seenThrough(use, keys))]))
}

/**
 * Whether somebody who begins at the revision's trailer meets the use: programs leave objects behind to which nothing leads any more, e-Szigno a
 * catalogue each time. What leads to one later is a change itself. Where that cannot be told, each use counts.
 * @param broken what cannot be read
 */
export function metFromTrailer(pdf: PdfDocument, at: number, broken: ReadonlySet<number>): (use: Use) => boolean {
  let reached: ReadonlySet<number> | undefined | null = null
  return ({ holder }) => {
    if (reached === null) reached = reachedOrUnknown(pdf, broken, at)
    return !reached || holder === trailersAlone || reached.has(holder)
  }
}

/**
 * What whoever reads all objects of a revision sees of what leads where. Whether anything may lead to a page as to something else: it never misses
 * what `usesOf` and `isOtherThanPage` find, and may be wrong the other way.
 */
export class UsesMet {
  isOdd = false
  /** Whether something leads to an object by another generation than it has: MuPDF and PDFium find it there, and others nothing. */
  hasOtherGeneration = false
  /** How often something leads to an object, whether that is there or not. */
  readonly references = new Map<number, number>()
  readonly #isPage: (number: number) => boolean
  /** Objects that are nothing but a reference, and how often something leads to an object for what it says of the document. */
  readonly #standIns = new Set<number>()
  readonly #informing = new Map<number, number>()
  readonly #generationOf: (number: number) => number | undefined
  /** What leads to pages by keys of its own, and what is led to as a list of names. */
  readonly #holders = new Set<number>()
  readonly #lists = new Set<number>()

  /** Both by an object's number. @param generationOf undefined where nothing is */
  constructor(isPage: (number: number) => boolean, generationOf: (number: number) => number | undefined) {
    this.#isPage = isPage
    this.#generationOf = generationOf
  }

  look({ number: holder, value }: IndirectObject): void {
    if (isRef(value)) {
      this.isOdd = true
      this.#standIns.add(holder)
    }
    eachUse(value, ({ number, generation }, use) => {
      this.count(number, generation)
      if (use.key === 'Info') this.#informing.set(number, (this.#informing.get(number) ?? 0) + 1)
      if (leadsToNames.has(use.key)) this.#meet(number, this.#lists, this.#holders)
      if (!this.#isPage(number)) return
      if (isOtherThanPage({ holder, ...use })) this.isOdd = true
      if (use.isOwnKey || isArray(value)) this.#meet(holder, this.#holders, this.#lists)
    })
  }

  /** Whether something leads to an object that is nothing but a reference, which few readers follow; macOS leads to one for what it says of the document. */
  get leadsToStandIn(): boolean {
    return this.#standIns.values().some((number) => (this.references.get(number) ?? 0) > (this.#informing.get(number) ?? 0))
  }

  /** @param generation that something leads to it by, where that counts */
  count = (number: number, generation?: number): void => {
    this.references.set(number, (this.references.get(number) ?? 0) + 1)
    const own = this.#generationOf(number)
    this.hasOtherGeneration ||= own !== undefined && generation !== undefined && own !== generation
  }

  #meet(number: number, as: Set<number>, others: ReadonlySet<number>): void {
    as.add(number)
    if (others.has(number)) this.isOdd = true
  }
}

const mostLists = 3
/** Nobody names one list by more keys. */
const mostContexts = 100

type Met = Use & { readonly isOwnKey: boolean; readonly isSeenThrough: boolean }
type Context = Pick<Use, 'key' | 'mayBeState'>

/** The same use by the keys that lead to its holder. */
function seenThrough(use: Met, keys: ReadonlyMap<number, readonly Context[]>): Use[] {
  if (!use.isSeenThrough) return [use]
  return (keys.get(use.holder) ?? []).map(({ key, mayBeState }) => ({
    holder: use.holder,
    key: key + use.key,
    mayBeState: use.mayBeState || mayBeState,
  }))
}

/** The keys that lead to each list, each once however often the list is named: thousands of pages may share one of thousands of annotations. */
function keysOf(
  contexts: ReadonlyMap<number, readonly Met[]>,
  onBroken: (number: number) => void,
): ReadonlyMap<number, readonly Context[]> {
  const known = new Map<number, readonly Context[]>()
  const above = (holder: number, depth: number): readonly Context[] => {
    const keys = known.get(holder)
    if (keys) return keys
    const found = new Map<string, Context>()
    if (depth === mostLists) onBroken(holder) // lists inside one another, in a circle
    else
      for (const use of contexts.get(holder) ?? [])
        for (const one of use.isSeenThrough ? above(use.holder, depth + 1) : [{ key: aName, mayBeState: false }]) {
          const context = { key: shortened(one.key + use.key), mayBeState: one.mayBeState || use.mayBeState }
          found.set(JSON.stringify(context), context)
        }
    if (found.size > mostContexts) onBroken(holder)
    const all = [...found.values()].slice(0, mostContexts)
    known.set(holder, all)
    return all
  }
  for (const number of contexts.keys()) above(number, 0)
  return known
}

/** Lists inside one another, as deep as a sender likes, are no more than a few: no key of that kind is asked for. */
const shortened = (key: string) => key.replace(/(?:\[\]){4,}$/, '[][][]')

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
    eachUse(value, ({ number }, use) => {
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
function eachUse(value: Value, met: (to: Ref, use: Found) => void): void {
  const isTrailer = isStream(value) && nameOf(value.dict.entries.get('Type')) === 'XRef'
  const open: { key: string; value: Value; depth: number; mayBeState: boolean }[] = [{ key: aName, value, depth: 0, mayBeState: false }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { key, value: one, depth, mayBeState } = next
    if (isRef(one)) met(one, { key, isOwnKey: depth === 1 && !key.endsWith('[]'), mayBeState })
    else if (isArray(one)) {
      const ofItems = `${key}[]`
      for (const item of one) if (typeof item === 'object' && item !== null) open.push({ key: ofItems, value: item, depth, mayBeState })
    } else {
      const [isList, isStates] = [leadsToNames.has(key), leadsToStates.has(key)]
      const dict = isStream(one) ? one.dict : isDict(one) ? one : undefined
      for (const entries of [dict?.entries, dict?.repeated])
        for (const [name, entry] of entries ?? []) {
          if (typeof entry !== 'object' || entry === null) continue
          // a trailer may lead to the document information and the encryption
          if (isTrailer && depth === 0 && (name === 'Info' || name === 'Encrypt')) continue
          open.push({ key: isList ? aName : name, value: entry, depth: depth + 1, mayBeState: isStates })
        }
    }
  }
}
