import { delimiter, isWhite } from '#pki/pdf/characters.ts'
import { Parser } from '#pki/pdf/parse.ts'
import { isArray } from '#pki/pdf/values.ts'
import type { Value } from '#pki/pdf/values.ts'
import { identity } from './matrix.ts'
import type { Matrix } from './matrix.ts'

const limits = { depth: 20, values: 5_000_000 }
/** No operator takes more, but for the components of a colour. */
const mostOperands = 100

/** What the content of one file may cost to read, in operands and operators. */
export type Effort = { left: number }

/** Thrown where marks may stand anywhere. */
export class Unknown extends Error {}

/** The operators of content with their operands (ISO 32000-2 §7.8.2). @throws PdfError, Unknown */
export function* operatorsIn(data: Uint8Array, effort: Effort): Generator<{ operator: string; operands: Value[] }> {
  const parser = new Parser({ bytes: data, base: undefined, last: true }, 0, limits)
  let operands: Value[] = []
  for (;;) {
    parser.skipWhite()
    if (data[parser.at] === undefined) return
    if (--effort.left < 0) throw new Unknown()
    if (isOperand(data, parser.at)) {
      operands.push(parser.value())
      if (operands.length > mostOperands) throw new Unknown()
      continue
    }
    const start = parser.at
    while (data[parser.at] !== undefined && !isWhite(data[parser.at]) && !delimiter[data[parser.at]!]) parser.at++
    if (parser.at === start || parser.at > start + 3) throw new Unknown()
    yield { operator: String.fromCharCode(...data.subarray(start, parser.at)), operands }
    operands = []
  }
}

/** The last operands, so many numbers. @throws Unknown */
export const numbersIn = (operands: readonly Value[], count: number): number[] => {
  const found = operands.slice(-count)
  if (found.length < count || !found.every((one) => typeof one === 'number')) throw new Unknown()
  return found
}

/** A form's matrix, which may be left out. @throws Unknown */
export function matrixIn(value: Value): Matrix {
  if (value === null) return identity
  if (!isArray(value) || value.length !== 6) throw new Unknown()
  return numbersIn(value, 6) as unknown as Matrix
}

/** Whether an operand begins here and no operator. */
function isOperand(data: Uint8Array, at: number): boolean {
  const byte = data[at]!
  if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e) return true
  if (byte === 0x2f || byte === 0x28 || byte === 0x5b || byte === 0x3c) return true
  if (byte !== 0x74 && byte !== 0x66 && byte !== 0x6e) return false
  return /^(?:true|false|null)(?![A-Za-z0-9*'"])/.test(String.fromCharCode(...data.subarray(at, at + 6)))
}

const [percent, lineFeed, carriageReturn] = [0x25, 10, 13]

/** Whether what follows in another stream may be taken for the end of a comment: some readers end it with the stream, and others do not. */
export function mayEndInComment(data: Uint8Array): boolean {
  const lineStart = Math.max(data.lastIndexOf(lineFeed), data.lastIndexOf(carriageReturn)) + 1
  return data.subarray(lineStart).includes(percent)
}
