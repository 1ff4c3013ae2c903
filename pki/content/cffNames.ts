/** A compact font whose glyphs have names (Adobe technical note 5176). */

import { latin1 } from '#pki/pdf/latin1.ts'
import { operators, Reader } from './cff.ts'
import type { Cff } from './cff.ts'
import { standardStrings } from './cffStrings.ts'
import type { NamedFont } from './namedFont.ts'
import { everyCode, standardNames } from './standardNames.ts'

/** Octets at most of a glyph that nothing is seen of: its width, and its end. */
const mostOfBlank = 4

/** @returns undefined where its glyphs have CIDs instead, or its tables lead past its end */
export function cffNames(
  { bytes, top, strings, outlines, charset, hasCids }: Cff,
  isWhole: (glyph: number) => boolean,
): NamedFont | undefined {
  if (hasCids) return undefined
  const nameOf = (sid: number) => {
    const own = strings[sid - standardStrings.length]
    return standardStrings[sid] ?? (own ? latin1(own) : `.sid${sid}`)
  }
  const names = charset.map(nameOf)
  const glyphs = new Map(names.map((name, glyph) => [name, glyph] as const))
  // one glyph to some readers, and another to others
  for (const [glyph, name] of names.entries()) if (glyphs.get(name) !== glyph) glyphs.delete(name)
  try {
    const codes = encoding(bytes, top.get(operators.encoding)?.[0] ?? 0, names, nameOf)
    const glyphOf = (name: string) => glyphs.get(name) ?? -1
    return {
      outline: (name) => outlines[glyphOf(name)],
      nameOf: (code) => codes.get(code),
      isWhole: (name) => isWhole(glyphOf(name)),
      mostOfBlank,
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** The names that codes have (§12). */
function encoding(
  bytes: Uint8Array,
  at: number,
  names: readonly string[],
  nameOf: (sid: number) => string,
): ReadonlyMap<number, string | undefined> {
  // that of experts has other names than those of letters
  if (at <= 1) return new Map(everyCode.map((code) => [code, at === 0 ? standardNames(code) : '.expert']))
  const reader = new Reader(bytes, at)
  const codes = new Map<number, string | undefined>()
  const format = reader.number(1)
  const count = reader.number(1)
  for (let i = 0, glyph = 1; i < count; i++) {
    const first = reader.number(1)
    const more = (format & 127) === 0 ? 0 : reader.number(1)
    for (let j = 0; j <= more; j++) codes.set(first + j, names[glyph++])
  }
  if (format & 128) for (let i = reader.number(1); i > 0; i--) codes.set(reader.number(1), nameOf(reader.number(2)))
  return codes
}
