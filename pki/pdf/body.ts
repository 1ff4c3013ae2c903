/** What stands behind `obj`: a value, with data behind it where it is a stream's dictionary, and `endobj` (ISO 32000-2 §7.3.8, §7.3.10). */

import { isWhite } from './characters.ts'
import { PdfError } from './error.ts'
import { NeedMore } from './parse.ts'
import type { Parser } from './parse.ts'
import { parseAt } from './source.ts'
import type { Limits, Source } from './source.ts'
import { isDict, isInteger } from './values.ts'
import type { Value } from './values.ts'

/**
 * The value and the offset past it. `lengthOf` resolves /Length, which may be a reference. An object of nothing is null, as qpdf and MuPDF have it.
 * @throws PdfError SYNTAX, STREAM_LENGTH
 */
export function readBody(
  source: Source,
  parser: Parser,
  limits: Limits,
  lengthOf: (length: Value | undefined) => Value | undefined,
): { value: Value; end: number } {
  parser.skipWhite()
  if (parser.keyword('endobj')) return { value: null, end: parser.text.base! + parser.at }
  const value = parser.value()
  const after = parser.at
  parser.skipWhite()
  if (!isDict(value) || !parser.keyword('stream')) return { value, end: endOf(parser, after, 'an object does not end in endobj') }
  const start = startOfData(parser)
  const length = lengthOf(value.entries.get('Length'))
  if (!isInteger(length) || length < 0 || start + length > source.size)
    throw new PdfError('STREAM_LENGTH', 'a stream has no usable length', start)
  const end = parseAt(source, start + length, limits, (inner) => {
    while (isWhite(inner.text.bytes[inner.at])) inner.at++
    if (!inner.keyword('endstream')) throw new PdfError('STREAM_LENGTH', 'a stream does not end where its length says', start)
    const behind = inner.at
    inner.skipWhite()
    return endOf(inner, behind, 'a stream object does not end in endobj')
  })
  return { value: { kind: 'stream', dict: value, start, length }, end }
}

/** Past the line end behind `stream`. It is CR LF or LF (§7.3.8.1); every reader passes over spaces before it, and takes a CR alone for one. */
function startOfData(parser: Parser): number {
  const { bytes, base, last } = parser.text
  let { at } = parser
  while (bytes[at] === 0x20) at++
  if (at + 2 > bytes.length && !last) throw new NeedMore()
  const isReturn = bytes[at] === 0x0d
  if (isReturn) at++
  if (bytes[at] === 0x0a) at++
  else if (!isReturn) parser.fail('SYNTAX', 'the keyword stream is not followed by an end of line')
  return base! + at
}

/**
 * Past `endobj`. No reader needs it to know where a value ends: Microsoft Dynamics AX leaves it out before the next object, and Sage FRP 1000 closes a
 * dictionary once more before it.
 * @param after where the value ends, and the object where nothing says so
 */
function endOf(parser: Parser, after: number, otherwise: string): number {
  const { at } = parser
  while (parser.keyword('>>')) parser.skipWhite()
  if (!parser.keyword('endobj')) {
    parser.at = at
    if (!isBeforeNext(parser)) parser.fail('SYNTAX', otherwise, at)
    parser.at = after
  }
  return parser.text.base! + parser.at
}

/** Whether the next object begins here, or a cross-reference table. */
function isBeforeNext(parser: Parser): boolean {
  if (parser.keyword('xref')) return true
  if (parser.unsigned() === undefined || parser.unsigned() === undefined) return false
  parser.skipWhite()
  return parser.keyword('obj')
}
