import { randomFillSync } from 'node:crypto'

const block = new Uint8Array(16_384)
let drawn = block.length

/**
 * Randomness of the system, drawn in blocks: for many short numbers (serial numbers, references), where a call of the system each would
 * cost a tenth of the request. Keys take theirs from node:crypto.
 * @param count of octets, up to 64
 */
export function randomOctets(count: number): Uint8Array<ArrayBuffer> {
  if (drawn + count > block.length) {
    randomFillSync(block)
    drawn = 0
  }
  const octets = block.slice(drawn, drawn + count)
  block.fill(0, drawn, (drawn += count)) // handed out once, and kept nowhere else
  return octets
}
