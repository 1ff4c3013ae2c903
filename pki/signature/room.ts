/** Gives memory for so many octets, whatever is in it. */
export type Allocate = (length: number) => Buffer

const size = 131_072
const mostKept = 8
const kept: Buffer[] = []

/**
 * Memory in which one signature writes its revisions before they are joined, handed on to the next when it is done: were it made anew each
 * time, the collector would go over the whole heap every few hundred signatures, for nothing. What does not fit is allocated as usual.
 */
export class Room {
  readonly #block = kept.pop() ?? Buffer.allocUnsafeSlow(size)
  #taken = 0

  readonly allocate: Allocate = (length) => {
    const start = this.#taken
    if (start + length > size) return Buffer.allocUnsafe(length)
    this.#taken += length
    return this.#block.subarray(start, this.#taken)
  }

  /** Nothing that was allocated may be used afterwards. */
  release(): void {
    this.#taken = size
    if (kept.length < mostKept) kept.push(this.#block)
  }
}
