/** Reads what BER allows and DER does not (ITU-T X.690 §8): ISO 32000-2 §12.8.3.3.1 asks for DER, and not every signer keeps to it. */

import { DerError, expectTag, parseFirst } from './read.ts'
import type { Element } from './read.ts'
import { element } from './write.ts'

const maxDepth = 32

/**
 * The first element of `bytes`, rewritten with definite lengths where it has others, and where it ends in `bytes`. What is DER already keeps
 * its octets, as a certificate inside does. Linear in the octets, times the depth. @throws DerError
 */
export function parseFirstBer(bytes: Uint8Array): { element: Element; end: number } {
  try {
    const first = parseFirst(bytes)
    return { element: first, end: first.end }
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    const { der, end } = rewrite(bytes, 0, bytes.length, 0)
    return { element: parseFirst(der), end }
  }
}

/** `isKept`: `der` is a piece of what was read. */
type Rewritten = { der: Uint8Array; end: number; isKept: boolean }

function rewrite(bytes: Uint8Array, at: number, limit: number, depth: number): Rewritten {
  if (depth > maxDepth) throw new DerError('nested too deeply')
  const { tag, start, end, isMinimal } = header(bytes, at, limit)
  if (!(tag & 0x20)) {
    if (end === undefined) throw new DerError('an indefinite length of a primitive element')
    return { der: isMinimal ? bytes.subarray(at, end) : element(tag, bytes.subarray(start, end)), end, isKept: isMinimal }
  }
  const parts: Uint8Array[] = []
  let isKept = isMinimal && end !== undefined && tag !== octetStringInPieces
  let next = start
  const stop = end ?? limit
  while (end === undefined ? !isEndOfContents(bytes, next, limit) : next < end) {
    const part = rewrite(bytes, next, stop, depth + 1)
    isKept &&= part.isKept
    parts.push(part.der)
    next = part.end
  }
  const after = end ?? next + 2
  if (isKept) return { der: bytes.subarray(at, after), end: after, isKept }
  if (tag !== octetStringInPieces) return { der: element(tag, Buffer.concat(parts)), end: after, isKept }
  return { der: element(0x04, Buffer.concat(parts.map(pieceOf))), end: after, isKept }
}

const octetStringInPieces = 0x24

/** Its pieces are octet strings and nothing else (§8.7.3.2). */
const pieceOf = (der: Uint8Array) => expectTag(parseFirst(der), 0x04, 'a piece of an octet string').contents

function isEndOfContents(bytes: Uint8Array, at: number, limit: number): boolean {
  if (at + 2 > limit) throw new DerError('an indefinite length that does not end')
  return bytes[at] === 0 && bytes[at + 1] === 0
}

/** `end` is undefined where the length is indefinite. */
function header(bytes: Uint8Array, at: number, limit: number): { tag: number; start: number; end: number | undefined; isMinimal: boolean } {
  if (at + 2 > limit) throw new DerError('an element is cut short')
  const tag = bytes[at]!
  if ((tag & 0x1f) === 0x1f) throw new DerError('a tag number above 30 stands where none is known')
  const count = bytes[at + 1]! - 0x80
  if (count === 0) return { tag, start: at + 2, end: undefined, isMinimal: false }
  const start = at + 2 + Math.max(0, count)
  if (count > 8 || start > limit) throw new DerError('a length is cut short')
  let length = count < 0 ? bytes[at + 1]! : 0
  for (let i = at + 2; i < start; i++) length = length * 256 + bytes[i]!
  if (start + length > limit) throw new DerError('an element runs past its parent')
  return { tag, start, end: start + length, isMinimal: count < 0 || (bytes[at + 2] !== 0 && length > 127) }
}
