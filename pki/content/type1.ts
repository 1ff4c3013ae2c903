/** A Type 1 font program (Adobe Type 1 Font Format), as far as it names glyphs and gives them codes. */

import { latin1 } from '#pki/pdf/latin1.ts'
import type { NamedFont } from './namedFont.ts'
import { standardNames } from './standardNames.ts'

/** Octets at most of a glyph that nothing is seen of: those that make each differ, its width, and its end (§6.4, §7.3). */
const mostOfBlank = 11

/** @returns undefined where it is no such program, or its parts are not found */
export function readType1(bytes: Uint8Array): NamedFont | undefined {
  const program = bytes[0] === segmentMark ? withoutSegments(bytes) : bytes
  const text = latin1(program)
  const end = text.indexOf('eexec')
  if (end === -1) return undefined
  const nameOf = encodingIn(text.slice(0, end))
  const glyphs = beginnings(program, end + 'eexec'.length).map((start) => glyphsIn(decrypted(program.subarray(start))))
  const [found] = glyphs.filter((some) => some !== undefined)
  if (!nameOf || !found) return undefined
  return { nameOf, outline: (name) => found.get(name), isWhole: () => true, mostOfBlank }
}

/** Of the form for files: a mark, a kind, and a length before each segment. */
const segmentMark = 0x80

function withoutSegments(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts: Uint8Array[] = []
  for (let at = 0; at + 6 <= bytes.length && bytes[at] === segmentMark && bytes[at + 1]! < 3;) {
    const length = view.getUint32(at + 2, true)
    parts.push(bytes.subarray(at + 6, at + 6 + length))
    at += 6 + length
  }
  return Buffer.concat(parts)
}

/** The names that the program gives to codes (§2.2); undefined where it says that in another way. */
function encodingIn(text: string): ((code: number) => string | undefined) | undefined {
  const start = text.indexOf('/Encoding')
  if (start === -1) return undefined
  if (/^\/Encoding\s+StandardEncoding\s+def/.test(text.slice(start, start + 60))) return standardNames
  const names = new Map<number, string>()
  const said = text.slice(start)
  const stop = said.search(/\b(?:readonly\s+)?def\b/)
  for (const [, code, name] of said.slice(0, stop === -1 ? undefined : stop).matchAll(/dup\s+(\d{1,3})\s*\/([^\s/{}[\]()<>%]+)\s+put/g))
    names.set(Number(code), name!)
  return (code) => names.get(code)
}

/** Behind one line end, or behind all white space: what is encrypted may begin with some, against the rule. */
function beginnings(program: Uint8Array, at: number): number[] {
  const one = program[at] === 13 && program[at + 1] === 10 ? at + 2 : at + 1
  let all = at
  while (all < program.length && isWhite(program[all]!)) all++
  return [...new Set([one, all])]
}

/** What keeps a program from being read by chance (§7.3): its octets, or the digits of them. */
function decrypted(packed: Uint8Array): Uint8Array {
  const isHexadecimal = /^[0-9a-fA-F\s]{4}/.test(latin1(packed.subarray(0, 4)))
  const octets = isHexadecimal ? Buffer.from(latin1(packed).replace(/\s+/g, ''), 'hex') : packed
  const plain = new Uint8Array(octets.length)
  let key = 55_665
  for (let i = 0; i < octets.length; i++) {
    const octet = octets[i]!
    plain[i] = octet ^ (key >> 8)
    key = ((octet + key) * 52_845 + 22_719) & 0xffff
  }
  return plain
}

const isWhite = (octet: number) => octet === 0x20 || (octet >= 9 && octet <= 13)

/** What draws each glyph, still encrypted: the same octets draw the same. */
function glyphsIn(data: Uint8Array): ReadonlyMap<string, Uint8Array> | undefined {
  const text = latin1(data)
  const start = text.indexOf('/CharStrings')
  if (start === -1) return undefined
  const glyphs = new Map<string, Uint8Array>()
  /** One glyph to some readers, and another to others. */
  const twice = new Set<string>()
  const entry = /\/([^\s/{}[\]()<>%]+)\s+(\d{1,5})\s+\S+ |\bend\b/g
  entry.lastIndex = text.indexOf('begin', start)
  for (let found = entry.exec(text); found?.[1] !== undefined; found = entry.exec(text)) {
    const end = entry.lastIndex + Number(found[2])
    if (end > data.length) return undefined
    if (glyphs.has(found[1])) twice.add(found[1])
    glyphs.set(found[1], data.subarray(entry.lastIndex, end))
    entry.lastIndex = end
  }
  for (const name of twice) glyphs.delete(name)
  return glyphs.size > 0 ? glyphs : undefined
}
