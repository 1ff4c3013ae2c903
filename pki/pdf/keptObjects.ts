import type { IndirectObject } from './values.ts'

/** Of the text that was parsed, in each half; as values it takes some thirty times as much memory. */
const mostBytes = 512 * 1024
/** The same of larger objects together, but for one that is larger by itself. */
const mostLargeBytes = 2 * 1024 * 1024

type Kept = { readonly object: IndirectObject; readonly length: number }

/**
 * Objects as they were parsed, by where they begin: who compares revisions, follows references and looks for attachments asks for the same ones again
 * and again. What is kept has a bound: when the newer half is full, it becomes the older one, and what was not asked for in the older one is forgotten.
 * Of objects that are larger than a half the last ones are kept, since any number of others may lead to them.
 */
export class KeptObjects {
  #newer = new Map<number, Kept>()
  #older = new Map<number, Kept>()
  readonly #large = new Map<number, Kept>()
  #bytes = 0
  #largeBytes = 0

  find(number: number, generation: number, offset: number): IndirectObject | undefined {
    const kept = this.#newer.get(offset) ?? this.#older.get(offset) ?? this.#large.get(offset)
    if (kept?.object.number !== number || kept.object.generation !== generation) return undefined
    this.keep(kept.object, offset, kept.length)
    return kept.object
  }

  /** @param length how much text was parsed */
  keep(object: IndirectObject, offset: number, length: number): void {
    if (length > mostBytes) this.#addLarge(offset, { object, length })
    else if (!this.#newer.has(offset)) this.#add(offset, { object, length })
  }

  clear(): void {
    for (const kept of [this.#newer, this.#older, this.#large]) kept.clear()
    this.#bytes = 0
    this.#largeBytes = 0
  }

  #addLarge(offset: number, kept: Kept): void {
    if (this.#large.has(offset)) return
    for (const [old, { length }] of this.#large) {
      if (this.#largeBytes + kept.length <= mostLargeBytes) break
      this.#large.delete(old)
      this.#largeBytes -= length
    }
    this.#large.set(offset, kept)
    this.#largeBytes += kept.length
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
