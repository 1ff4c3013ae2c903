/** Where the values of a dictionary stand in the text that it was read from. Most are never asked for: what finds one by its key is made when it is. */
export class Spans {
  readonly #keys: ReadonlyMap<string, unknown>
  /** Start and end of each value, in the order of the keys. */
  readonly #ends: number[] = []
  #places: Map<string, number> | undefined

  /** @param entries of the dictionary, each key in it before its place is added */
  constructor(entries: ReadonlyMap<string, unknown>) {
    this.#keys = entries
  }

  /** Of a key that was not there before. */
  add(key: string, start: number, end: number): void {
    this.#places?.set(key, this.#ends.length)
    this.#ends.push(start, end)
  }

  /** Of a key that stands there once more. */
  replace(key: string, start: number, end: number): void {
    const place = this.#found().get(key)!
    this.#ends[place] = start
    this.#ends[place + 1] = end
  }

  /** [start, end), from the value's first byte to its last. */
  get(key: string): readonly [number, number] | undefined {
    const place = this.#found().get(key)
    return place === undefined ? undefined : [this.#ends[place]!, this.#ends[place + 1]!]
  }

  #found(): Map<string, number> {
    if (this.#places) return this.#places
    let place = 0
    this.#places = new Map()
    for (const key of this.#keys.keys()) {
      this.#places.set(key, place)
      place += 2
    }
    return this.#places
  }
}
