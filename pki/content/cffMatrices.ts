/** How large the glyphs of a compact font are (Adobe technical note 5176 §9, §18, §19). */

import { dictIn, indexAt, lookAtPrivate, operators, Reader } from './cff.ts'
import type { Cff } from './cff.ts'

type Matrix = readonly number[]

/** As many as an octet can choose from. */
const mostFonts = 256
const usual: Matrix = [0.001, 0, 0, 0.001, 0, 0]

/** @returns a matrix for each of the fonts that it is made of; undefined where readers may take others, or its tables lead past its end */
export function matricesOf(font: Cff): readonly Matrix[] | undefined {
  const own = font.top.get(operators.matrix)
  if (!font.hasCids) return isPlain(own) ? [own ?? usual] : undefined
  try {
    const [[fonts], [select]] = [font.top.get(operators.fonts) ?? [], font.top.get(operators.select) ?? []]
    if (fonts === undefined || select === undefined) return undefined
    const { parts } = indexAt(font.bytes, fonts)
    if (parts.length > mostFonts) return undefined
    const dicts = parts.map(dictIn)
    lookAtPrivate(font.bytes, dicts)
    const others = dicts.map((dict) => dict.get(operators.matrix))
    // where both do more than nothing, some readers heed both, and others one
    const areCertain = isPlain(own) && others.every((one) => isPlain(one) && (isUnit(own) || isUnit(one)))
    if (!areCertain || !haveFonts(new Reader(font.bytes, select), font.outlines.length, others.length)) return undefined
    return others.map((one) => (isUnit(own) ? (one ?? own ?? usual) : own!))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** What else a matrix may do, some readers leave out. */
function isPlain(matrix: Matrix | undefined): boolean {
  if (!matrix) return true
  const [a = 0, b = 0, c = 0, d = 0, e, f] = matrix
  return matrix.length === 6 && a * d !== b * c && e === 0 && f === 0
}

const isUnit = (matrix: Matrix | undefined) => !matrix || matrix.every((number, i) => number === (i === 0 || i === 3 ? 1 : 0))

/** Whether each glyph has one of the fonts. */
function haveFonts(select: Reader, glyphs: number, fonts: number): boolean {
  const format = select.number(1)
  if (format === 0) {
    for (let glyph = 0; glyph < glyphs; glyph++) if (select.number(1) >= fonts) return false
    return true
  }
  if (format !== 3) return false
  let [ranges, next] = [select.number(2), 0]
  if (select.number(2) !== 0) return false
  for (; ranges > 0; ranges--) {
    if (select.number(1) >= fonts) return false
    const end = select.number(2)
    if (end <= next) return false
    next = end
  }
  return next === glyphs
}
