/**
 * A Type 1 font program (Adobe Type 1 Font Format), as far as it names glyphs and gives them codes. It is a program of PostScript, which readers do not
 * run: each looks for the words that it knows. So it has to be written as programs of its kind are, with each of those words once and in its place.
 */

import { latin1 } from '#pki/pdf/latin1.ts'
import type { NamedFont } from './namedFont.ts'
import { standardNames } from './standardNames.ts'
import { decrypted, wholeOutlines } from './type1Outlines.ts'
import type { Outlines } from './type1Outlines.ts'

/** Octets at most of a glyph that nothing is seen of: those that make each differ, its width, and its end (§6.4, §7.3). */
const mostOfBlank = 11

/** @returns undefined where it is no such program, or not written as usual */
export function readType1(bytes: Uint8Array): NamedFont | undefined {
  const program = bytes[0] === segmentMark ? withoutSegments(bytes) : bytes
  if (!program) return undefined
  const text = latin1(program)
  const end = text.indexOf('eexec')
  if (end === -1 || !isUsual(text.slice(0, end))) return undefined
  const nameOf = encodingIn(text.slice(0, end))
  const start = beginning(program, end + 'eexec'.length)
  const found = start === undefined ? undefined : readPrivate(unsealed(program.subarray(start)))
  if (!nameOf || !found) return undefined
  return { nameOf, outline: (name) => found.glyphs.get(name), isWhole: wholeOutlines(found, program.length), mostOfBlank }
}

/** Of the form for files: a mark, a kind, and a length before each segment. */
const segmentMark = 0x80
/** In clear, encrypted, in clear: of other segments some readers join more, and some take their heads for what is encrypted. */
const usualKinds = [1, 2, 1]

function withoutSegments(bytes: Uint8Array): Uint8Array | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const parts: Uint8Array[] = []
  let at = 0
  for (const kind of usualKinds) {
    if (at + segmentHead > bytes.length || bytes[at] !== segmentMark || bytes[at + 1] !== kind) return undefined
    const start = at + segmentHead
    at = start + view.getUint32(at + 2, true)
    parts.push(bytes.subarray(start, at))
  }
  return Buffer.concat(parts)
}
const segmentHead = 6

const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`
const numbers = (count: number) =>
  String.raw`\s*${Array(count)
    .fill(number)
    .join(String.raw`\s+`)}\s*`
const word = String.raw`[^\s/{}[\]()<>%]+`

/** How what is in clear says what all glyphs depend on (§2.3), each once at most. */
const stated: Record<string, RegExp> = {
  FontMatrix: new RegExp(String.raw`^\s*\[${numbers(6)}\]\s*(?:readonly\s+)?def\b`),
  FontBBox: new RegExp(String.raw`^\s*(?:\{${numbers(4)}\}|\[${numbers(4)}\])\s*(?:readonly\s+)?def\b`),
  PaintType: /^\s+0\s+(?:readonly\s+)?def\b/,
  Encoding: /^\s/,
}
/** What stands in the encrypted part, and what fonts have of which several are mixed. */
const misplaced = /\/(?:Private|CharStrings|Subrs|OtherSubrs|lenIV|WeightVector|Blend\w*|CDevProc|Metrics2?)\b/

function isUsual(text: string): boolean {
  if (!/^%!(?:PS-AdobeFont|FontType)/.test(text) || misplaced.test(text)) return false
  return Object.entries(stated).every(([key, form]) => {
    const [, said, again] = text.split(new RegExp(String.raw`/${key}\b`), 3)
    return again === undefined && (said === undefined ? key !== 'FontMatrix' : form.test(said))
  })
}

const name = String.raw`/(${word})`
const encodingArray = new RegExp(
  String.raw`^/Encoding\s+256\s+array\s+(?:0\s+1\s+255\s*\{\s*1\s+index\s+exch\s*/\.notdef\s+put\s*\}\s*(?:bind\s+)?for\s+)?` +
    String.raw`((?:dup\s+\d{1,3}\s*/${word}\s+put\s+)*)(?:readonly\s+)?def\b`,
)

/** The names that the program gives to codes (§2.2); undefined where it says that in another way. */
function encodingIn(text: string): ((code: number) => string | undefined) | undefined {
  const start = text.indexOf('/Encoding')
  if (start === -1) return undefined
  const said = text.slice(start)
  if (/^\/Encoding\s+StandardEncoding\s+(?:readonly\s+)?def\b/.test(said)) return standardNames
  const entries = encodingArray.exec(said)?.[1]
  if (entries === undefined) return undefined
  const names = new Map<number, string>()
  for (const [, code, glyph] of entries.matchAll(new RegExp(String.raw`dup\s+(\d+)\s*${name}`, 'g'))) {
    if ((names.get(Number(code)) ?? glyph) !== glyph) return undefined
    names.set(Number(code), glyph!)
  }
  return (code) => names.get(code)
}

/** Behind all white space: readers differ where what is encrypted begins with some, against the rule (§7.2). */
function beginning(program: Uint8Array, at: number): number | undefined {
  let start = at
  while (start < program.length && isWhite(program[start]!)) start++
  return start > at ? start : undefined
}

const isWhite = (octet: number) => octet === 0x20 || (octet >= 9 && octet <= 13)
const programKey = 55_665
/** Octets with which what is encrypted begins. */
const mostRandom = 4

/** The encrypted part (§7.2): its octets, or the digits of them. */
function unsealed(packed: Uint8Array): Uint8Array {
  const isHexadecimal = /^[0-9a-fA-F\s]{4}/.test(latin1(packed.subarray(0, 4)))
  return decrypted(isHexadecimal ? Buffer.from(latin1(packed).replace(/\s+/g, ''), 'hex') : packed, programKey)
}

const subroutinesHead = /\/Subrs\s+(\d{1,5})\s+array\s+/y
const subroutine = new RegExp(String.raw`dup\s+(\d{1,5})\s+(\d{1,5})\s+${word} `, 'y')
const behindSubroutine = new RegExp(String.raw`\s*(?:noaccess\s+put|${word})\s+`, 'y')
const glyphsHead = /\/CharStrings\s+(\d{1,5})\s+dict\s+dup\s+begin\s+/y
const glyph = new RegExp(String.raw`${name}\s+(\d{1,5})\s+${word} `, 'y')
const behindGlyph = new RegExp(String.raw`\s*(?!(?:def|end)\s)${word}\s+`, 'y')
/** Readers read on until the program says that it ends. */
const ending = /end\s[\s\w/]*?\bclosefile\b/y

/** What draws each glyph, still encrypted: the same octets draw the same. */
function readPrivate(data: Uint8Array): Outlines | undefined {
  const text = latin1(data)
  let at = text.search(/\/(?:Subrs|CharStrings)\b/)
  const next = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(text)
    if (found) at = form.lastIndex
    return found
  }
  /** Octets that follow, and the words behind them. */
  const octets = (length: number, behind: RegExp) => {
    const some = data.subarray(at, at + length)
    at += length
    return at <= data.length && next(behind) ? some : undefined
  }
  if (at === -1) return undefined
  const opening = text.slice(mostRandom, at)
  const subroutines = new Map<number, Uint8Array>()
  const most = next(subroutinesHead)?.[1]
  for (let head = next(subroutine); head; head = next(subroutine)) {
    const one = octets(Number(head[2]), behindSubroutine)
    if (!one || subroutines.has(Number(head[1])) || Number(head[1]) >= Number(most ?? 0)) return undefined
    subroutines.set(Number(head[1]), one)
  }
  const start = text.indexOf('/CharStrings', at)
  const between = text.slice(at, start)
  at = start
  const lead = leadIn(opening, between)
  const count = next(glyphsHead)?.[1]
  if (lead === undefined || count === undefined) return undefined
  const glyphs = new Map<string, Uint8Array>()
  const disputed = new Set<string>()
  let left = Number(count)
  for (let head = next(glyph); head; head = next(glyph)) {
    const one = octets(Number(head[2]), behindGlyph)
    if (!one || left-- === 0) return undefined
    if (glyphs.has(head[1]!)) disputed.add(head[1]!)
    glyphs.set(head[1]!, one)
  }
  if (!next(ending) || glyphs.size === 0) return undefined
  return { glyphs, disputed, subroutines, lead }
}

/** How many octets of a charstring mean nothing (§7.3), by what stands before the subroutines and behind them; undefined where that is not as usual. */
function leadIn(opening: string, between: string): number | undefined {
  const texts = [opening, between].map((text) => text.replace(/%[^\r\n]*/g, ''))
  const all = texts.join(' ')
  const isUsualText = texts.every((text) =>
    ['{}', '[]', '()'].every(([opens, closes]) => text.split(opens!).length === text.split(closes!).length),
  )
  const keys = all.match(/\/(?:Private|Subrs|lenIV|FontMatrix|FontBBox|PaintType|Encoding|WeightVector|Blend\w*)\b/g) ?? []
  const said = /\/lenIV\s+(\d{1,2})\s+(?:noaccess\s+)?def\b/.exec(texts[0]!)?.[1]
  const expected = ['/Private', ...(said === undefined ? [] : ['/lenIV'])]
  if (!isUsualText || keys.toSorted().join() !== expected.join()) return undefined
  return Number(said ?? 4)
}
