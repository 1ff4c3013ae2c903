import type { Revision } from './revisions.ts'
import type { Ref } from './values.ts'
import type { Entry } from './xref.ts'

/** Steps through older revisions that cost less than a view of all objects. */
const mostSteps = 1_000

/** What leads to an object that a cross-reference knows. */
export const refTo = (number: number, entry: Entry): Ref => ({
  kind: 'ref',
  number,
  generation: entry.type === 'offset' ? entry.generation : 0,
})

/** What each revision sees: its own entries over those of the ones before it. */
export class Views {
  readonly #revisions: readonly Revision[]
  readonly #kept = new Map<number, ReadonlyMap<number, Entry>>()
  /** Steps that were made for one revision, which is not kept. */
  #steps = { at: -1, count: 0 }

  constructor(revisions: readonly Revision[]) {
    this.#revisions = revisions
  }

  /** All that revision `at` sees. @throws RangeError */
  of(at: number): ReadonlyMap<number, Entry> {
    const known = this.#kept.get(at)
    if (known) return known
    if (at < 0 || at >= this.#revisions.length) throw new RangeError('no such revision')
    let view = this.#revisions[at]!.entries
    if (at > 0) {
      const merged = new Map<number, Entry>()
      for (const { entries } of this.#revisions.slice(0, at + 1)) for (const [number, entry] of entries) merged.set(number, entry)
      view = merged
    }
    // an older view is rare and large: keep the newest and one other
    if (this.#kept.size > 1) this.#kept.delete([...this.#kept.keys()].find((key) => key !== this.#revisions.length - 1)!)
    this.#kept.set(at, view)
    return view
  }

  /** One entry of it. A view is made where many are asked for. */
  entry(number: number, at: number): Entry | undefined {
    if (this.#kept.has(at)) return this.of(at).get(number)
    if (this.#steps.at !== at) this.#steps = { at, count: 0 }
    for (let i = at; i >= 0 && i < this.#revisions.length; i--) {
      if (++this.#steps.count > mostSteps) break
      const entry = this.#revisions[i]!.entries.get(number)
      if (entry) return entry
    }
    return this.#steps.count > mostSteps ? this.of(at).get(number) : undefined
  }
}
