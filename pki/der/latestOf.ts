/**
 * What octets mean, made once for as long as no others take its place: the latest of each hash. For meanings that depend on the octets alone,
 * and octets that come again and again, such as object identifiers.
 */
export class LatestOf<T> {
  readonly #make: (octets: Uint8Array) => T
  readonly #mostOctets: number
  readonly #kept: ({ readonly octets: Uint8Array; readonly meaning: T } | undefined)[]

  /**
   * @param places how many are kept, a power of two
   * @param mostOctets what is longer is made each time
   */
  constructor(places: number, mostOctets: number, make: (octets: Uint8Array) => T) {
    this.#make = make
    this.#mostOctets = mostOctets
    this.#kept = Array.from({ length: places })
  }

  /** Of the octets from `start` to `end`. @throws what `make` throws; nothing is kept then */
  of(bytes: Uint8Array, start = 0, end = bytes.length): T {
    if (end - start > this.#mostOctets) return this.#make(bytes.subarray(start, end))
    let hash = 0
    for (let i = start; i < end; i++) hash = (hash * 31 + bytes[i]!) | 0
    const place = hash & (this.#kept.length - 1)
    const kept = this.#kept[place]
    if (kept && stands(kept.octets, bytes, start, end)) return kept.meaning
    const octets = new Uint8Array(bytes.subarray(start, end)) // a copy: a Buffer's slice is a view
    const meaning = this.#make(octets)
    this.#kept[place] = { octets, meaning }
    return meaning
  }
}

function stands(octets: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  if (octets.length !== end - start) return false
  for (let i = start; i < end; i++) if (octets[i - start] !== bytes[i]) return false
  return true
}
