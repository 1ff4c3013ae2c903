import type { Source } from './source.ts'
import { isStream } from './values.ts'
import type { IndirectObject } from './values.ts'

/** Of the text that was parsed; as values it takes some thirty times as much memory. */
const mostBytes = 1024 * 1024

/**
 * Objects as they were parsed: who compares revisions, follows references and looks for attachments asks for the same ones again and again. What is kept
 * has a bound. A file that is read through windows has none kept: each would hold its window in memory.
 */
export class KeptObjects {
  readonly #byOffset = new Map<number, IndirectObject>()
  #left: number

  constructor(source: Source) {
    this.#left = source.window(0, 1).bytes.length === source.size ? mostBytes : 0
  }

  find(number: number, generation: number, offset: number): IndirectObject | undefined {
    const found = this.#byOffset.get(offset)
    return found?.number === number && found.generation === generation ? found : undefined
  }

  keep(object: IndirectObject): void {
    if (!object.place) return
    const [start, end] = object.place
    const length = (isStream(object.value) ? object.value.start : end) - start
    if (length > this.#left || this.#byOffset.has(start)) return
    this.#left -= length
    this.#byOffset.set(start, object)
  }
}
