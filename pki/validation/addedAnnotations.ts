import { once } from '#pki/once.ts'
import { isDict, nameOf } from '#pki/pdf/values.ts'
import type { Dict, Ref } from '#pki/pdf/values.ts'
import type { Comparison } from './changes.ts'

/** Looks once at what each page gained of one kind: thousands of annotations are compared with each other. */
export class AddedAnnotations<Seen> {
  readonly #subtype: string
  readonly #look: (comparison: Comparison, dict: Dict) => readonly Seen[]
  readonly #known = once((comparison: Comparison) => this.#lookAt(comparison))

  constructor(subtype: string, look: (comparison: Comparison, dict: Dict) => readonly Seen[]) {
    this.#subtype = subtype
    this.#look = look
  }

  /** What the annotations of a page show; twice, what its list names twice. */
  on(comparison: Comparison, page: Ref): readonly Seen[] {
    return this.#known(comparison).get(page.number) ?? []
  }

  #lookAt(comparison: Comparison): Map<number, readonly Seen[]> {
    const pages = new Map<number, Seen[]>()
    for (const { ref, page } of comparison.annotations) {
      const dict = comparison.after(ref)
      if (!isDict(dict) || nameOf(comparison.after(dict.entries.get('Subtype'))) !== this.#subtype) continue
      const seen = pages.getOrInsertComputed(page.number, () => [])
      for (const one of this.#look(comparison, dict)) seen.push(one) // one by one: there may be more than a call takes
    }
    return pages
  }
}
