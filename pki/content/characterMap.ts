/**
 * A character map that a document brings: which character identifier (CID) a code has (ISO 32000-2 §9.7.5.3; Adobe technical note 5014). It is a program in
 * PostScript, of which each reader understands as much as it likes. Certain is what is written as usual, and says one thing of each code.
 */

import { latin1 } from '#pki/pdf/latin1.ts'
import { rangeWith } from './ranges.ts'

export type CharacterMap = {
  /** Octets of a code. */
  readonly length: 1 | 2
  /** Undefined where the map has none: some readers show nothing there, and others what a font has for missing glyphs. */
  readonly cid: (code: number) => number | undefined
  readonly isVertical: boolean
}

/** Those of Adobe with all characters of Japan have a third of it. */
const mostOctets = 1024 * 1024
/** Those of the East Asian encodings have six. */
const mostSpaces = 16
const regular = String.raw`(?:(?![()<>[\]{}/%])[!-~])+`
const token = new RegExp(String.raw`[ \t\r\n\f]+|%[^\r\n]*|\[|\]|<<|>>|<[0-9A-Fa-f]+>|\([^()\\]*\)|/?${regular}`, 'gy')
/** What stands around the blocks of codes. */
const usual = new Set('findresource begin dict dup def end begincmap endcmap CMapName currentdict defineresource pop'.split(' '))
/** The operands of a line. What says which glyph a missing one has is not needed: a code without a CID is certain nowhere. */
const blocks = new Map(Object.entries({ codespacerange: 2, cidrange: 3, cidchar: 2, notdefrange: 3, notdefchar: 2 }))

/** @returns undefined where readers may understand it differently */
export function readCharacterMap(bytes: Uint8Array): CharacterMap | undefined {
  const tokens = bytes.length > mostOctets ? undefined : tokensIn(latin1(bytes))
  const lines = tokens && linesIn(tokens)
  if (!lines) return undefined
  const of = (block: string) => lines.filter(([name]) => name === block).map(([, ...operands]) => operands)
  const spaces = of('codespacerange')
  const digits = spaces[0]?.[0]?.length
  const isCode = (text = '') => text.length === digits && text.startsWith('<')
  if ((digits !== 4 && digits !== 6) || spaces.length > mostSpaces || !spaces.flat().every(isCode)) return undefined
  const mapped = [...of('cidrange'), ...of('cidchar').map(([code = '', cid = '']) => [code, code, cid])]
  if (!mapped.every(([first, last, cid = '']) => isCode(first) && isCode(last) && /^\d{1,5}$/.test(cid))) return undefined
  const ranges = mapped.map(([first = '', last = '', cid]) => ({ first: valueOf(first), last: valueOf(last), cid: Number(cid) }))
  ranges.sort((one, other) => one.first - other.first)
  if (ranges.some(({ first, last }, i) => last < first || (i > 0 && first <= ranges[i - 1]!.last))) return undefined
  const modes = new Set(tokens.flatMap((one, i) => (one === '/WMode' ? [tokens[i + 1]] : [])))
  if (modes.size > 1) return undefined
  const within = spaces.map(([first = '', last = '']) => [valueOf(first), valueOf(last)] as const)
  return {
    length: digits === 4 ? 1 : 2,
    cid: (code) => {
      const range = within.some(([first, last]) => isBetween(code, first, last)) ? rangeWith(ranges, code) : undefined
      return range && range.cid + code - range.first
    },
    isVertical: modes.has('1'),
  }
}

/** Without comments and what separates; undefined where something else stands there. */
function tokensIn(text: string): string[] | undefined {
  const all = [...text.matchAll(token)].map(([one]) => one)
  const length = all.reduce((sum, one) => sum + one.length, 0)
  return length === text.length ? all.filter((one) => !/^[%\s]/.test(one)) : undefined
}

/** Those of the blocks, each with the block's name before its operands; undefined where something else is said. */
function linesIn(tokens: readonly string[]): string[][] | undefined {
  const lines: string[][] = []
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at]!
    const block = one.startsWith('begin') ? one.slice(5) : ''
    const operands = blocks.get(block)
    if (one === 'endcmap') return tokens.slice(at).every(isUsual) ? lines : undefined
    if (operands !== undefined) {
      // of how many lines it has: poppler wants it said
      const end = at + 1 + operands * Number(tokens[at - 1])
      if (tokens[end] !== `end${block}`) return undefined
      for (at++; at < end; at += operands) lines.push([block, ...tokens.slice(at, at + operands)])
    } else if (!isUsual(one)) return undefined
  }
  return undefined
}

const isUsual = (one: string) => usual.has(one) || /^[/([\]<>]|^-?[\d.]+$/.test(one)

const valueOf = (code: string) => parseInt(code.slice(1), 16)

/** Octet by octet (§9.7.6.2). */
const isBetween = (code: number, first: number, last: number) =>
  [0, 8].every((shift) => {
    const octet = (of: number) => (of >> shift) & 0xff
    return octet(first) <= octet(code) && octet(code) <= octet(last)
  })
