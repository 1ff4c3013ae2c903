import type { IndirectObject } from './values.ts'

/** Of the text that was parsed, in each half; as values it takes some thirty times as much memory. */
const mostBytes = 512 * 1024

type Kept = { readonly object: IndirectObject; readonly length: number }

/**
 * Objects as they were parsed, by where they begin: who compares revisions, follows references and looks for attachments asks for the same ones again
 * and again. What is kept has a bound: when the newer half is full, it becomes the older one, and what was not asked for in the older one is forgotten.
 */
export class KeptObjects {
  #newer = new Map<number, Kept>()
  #older = new Map<number, Kept>()
  #bytes = 0

  find(number: number, generation: number, offset: number): IndirectObject | undefined {
    const newer = this.#newer.get(offset)
    const kept = newer ?? this.#older.get(offset)
    if (kept?.object.number !== number || kept.object.generation !== generation) return undefined
    if (!newer) this.#add(offset, kept)
    return kept.object
  }

  /** @param length how much text was parsed */
  keep(object: IndirectObject, offset: number, length: number): void {
    if (length <= mostBytes && !this.#newer.has(offset)) this.#add(offset, { object, length })
  }

  clear(): void {
    this.#newer.clear()
    this.#older.clear()
    this.#bytes = 0
  }

  #add(offset: number, kept: Kept): void {
    if (this.#bytes + kept.length > mostBytes) {
      this.#older = this.#newer
      this.#newer = new Map()
      this.#bytes = 0
    }
    this.#newer.set(offset, kept)
    this.#bytes += kept.length
  }
}
