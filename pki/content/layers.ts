import { nameOf } from '#pki/pdf/values.ts'
import type { Dict, Value } from '#pki/pdf/values.ts'

/** What is open of a content that a layer may hide (ISO 32000-2 §8.11.3). */
export class Layers {
  readonly #isWithin: boolean
  readonly #open: boolean[] = []
  #count = 0

  constructor(isWithin = false) {
    this.#isWithin = isWithin
  }

  get mayHide(): boolean {
    return this.#isWithin || this.#count > 0
  }

  begin(operands: readonly Value[]): void {
    const isLayer = nameOf(operands[0]) === 'OC'
    this.#open.push(isLayer)
    if (isLayer) this.#count++
  }

  end(): void {
    if (this.#open.pop()) this.#count--
  }

  /** Those of a form's content, which ends nothing that began outside. */
  ofForm({ entries }: Dict): Layers {
    return new Layers(this.mayHide || entries.has('OC'))
  }
}
