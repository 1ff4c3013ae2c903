/** The end of a revision: `startxref`, an offset and `%%EOF` (ISO 32000-2 §7.5.5). */

import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import { isWhite } from './characters.ts'
import { NeedMore } from './parse.ts'
import type { Parser } from './parse.ts'
import { bytesAt, parseAt } from './source.ts'
import type { Limits, Source } from './source.ts'
import { expectDict } from './values.ts'
import type { Value } from './values.ts'

export type Tail = {
  readonly startxref: number
  /** Just past `%%EOF`. */
  readonly eof: number
  /** Past the white space that follows. */
  readonly end: number
}

/** Readers look for the marker in so many bytes before the file's end (ISO 32000-1 Annex H.3, note 18). */
const mostTrailingBytes = 1024
const stepBytes = 64 * 1024

/**
 * The offset after the last `startxref`. What follows its `%%EOF` is white space of any length, or little else: mail and web servers append
 * to files, and no reader looks at it.
 */
export function lastStartxref(source: Source): number {
  const end = endOfInk(source)
  // One that stands further from the end is looked for to say so.
  const last = lastEnding(source, end, 2 * mostTrailingBytes) ?? lastEnding(source, end, stepBytes)
  if (!last) throw new PdfError('XREF', 'no startxref at the end of the file')
  if (last.after.length > mostTrailingBytes || misread.test(last.after))
    throw new PdfError('TRAILING_BYTES', 'data follows the last end-of-file marker', end - last.after.length)
  return last.startxref
}

/** The last one in the `length` bytes before `end`, and what follows it there. */
function lastEnding(source: Source, end: number, length: number): { readonly startxref: number; readonly after: string } | undefined {
  const start = Math.max(0, end - length)
  const text = latin1(bytesAt(source, start, end - start))
  let last: RegExpExecArray | undefined
  for (const found of text.matchAll(ending)) last = found
  return last && { startxref: Number(last[1]), after: text.slice(last.index + last[0].length) }
}

/** What readers look for when they make up a file; poppler takes `5 0 object` for an object, and Ghostscript `5 0obj`. */
const misread = /startxref|trailer|%%EOF|\d[\0\s]*obj|\bobj\b/

const white = String.raw`[\0\t\n\f\r ]`
/** Comments may stand between the two lines. */
const ending = new RegExp(
  String.raw`startxref${white}+(\d{1,15})${white}+(?:%(?!%EOF)(?:(?!startxref|trailer|xref|obj|%EOF)[^\r\n])*[\r\n]${white}*)*%%EOF`,
  'g',
)

/** Past the last byte that is no white space; disks and tapes fill files up with zeros. */
function endOfInk(source: Source): number {
  for (let end = source.size; end > 0; end -= Math.min(end, stepBytes)) {
    const start = Math.max(0, end - stepBytes)
    const bytes = bytesAt(source, start, end - start)
    const at = bytes.findLastIndex((byte) => !isWhite(byte))
    if (at >= 0) return start + at + 1
  }
  return 0
}

/** `startxref`, an offset and `%%EOF`, after a section that ends at `at`. */
export function readTail(source: Source, at: number, limits: Limits, isStream: boolean): Tail {
  return parseAt(source, at, limits, (parser) => {
    parser.skipWhite()
    // some writers put a trailer behind a cross-reference stream, which is one: no reader looks at it
    if (isStream && parser.keyword('trailer')) checkRepeated(parser.value())
    parser.skipWhite()
    const startxref = parser.keyword('startxref') ? parser.unsigned() : undefined
    const eof = startxref === undefined ? undefined : endAfter(parser)
    if (startxref === undefined || eof === undefined)
      throw new PdfError('XREF', 'a cross-reference section is not followed by startxref and %%EOF', parser.text.base! + parser.at)
    const { bytes, base } = parser.text
    let end = eof
    while (isWhite(bytes[end])) end++
    return { startxref, eof: base! + eof, end: base! + end }
  })
}

/** Past `%%EOF`; or here, where a later revision's first object stands in its place: SAP leaves the marker out, and no reader misses it. */
function endAfter(parser: Parser): number | undefined {
  const here = parser.at
  const marker = skipToMarker(parser)
  if (marker !== undefined) return marker + 5
  const { bytes, last } = parser.text
  if (parser.at + longestHead > bytes.length && !last) throw new NeedMore()
  return head.test(latin1(bytes.subarray(parser.at, parser.at + longestHead))) ? here : undefined
}

const head = /^\d{1,10} \d{1,5} obj\b/
const longestHead = 21

/** @throws PdfError where it is no dictionary, or leads to other sections */
function checkRepeated(trailer: Value): void {
  if (expectDict(trailer, 'the trailer').entries.has('Prev')) throw new PdfError('XREF', 'two trailers lead to other sections')
}

/** Where `%%EOF` stands, comments before it left out. */
function skipToMarker(parser: Parser): number | undefined {
  const { bytes, last } = parser.text
  for (;;) {
    while (isWhite(bytes[parser.at])) parser.at++
    if (parser.at + 5 > bytes.length && !last) throw new NeedMore()
    if (bytes[parser.at] !== 0x25) return undefined
    if (latin1(bytes.subarray(parser.at, parser.at + 5)) === '%%EOF') return parser.at
    const from = parser.at
    while (parser.at < bytes.length && bytes[parser.at] !== 10 && bytes[parser.at] !== 13) parser.at++
    if (misreadInComment.test(latin1(bytes.subarray(from, parser.at)))) return undefined
  }
}

/** Readers look for the last of these from the end of the file, comment or not. */
const misreadInComment = /startxref|trailer|xref|obj|%EOF/
