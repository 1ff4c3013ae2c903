/** Functions (ISO 32000-2 §7.10) of which all readers make the same numbers. What they do alike was found with functions made by script. */

import { Fault } from '#pki/content/fault.ts'
import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { isArray, isDict, isInteger, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { checkProgram } from './calculator.ts'
import { areWithin, intervalsIn, isWithin, numbersIn } from './numbers.ts'
import type { Interval } from './numbers.ts'

/** What a function may be asked, and the numbers that it may answer. */
export type Mapping = { readonly inputs: readonly Interval[]; readonly outputs: readonly Interval[] }

const deepest = 6
const mostInputs = 32
/** Octets of programs and samples, and a number for each function besides. */
const mostInAll = 64 * 1024 * 1024
const costOfOne = 256
const mostOfProgram = 64 * 1024
/** Bits of a sample that all readers take. */
const depths = new Set([1, 2, 4, 8, 12, 16, 24])
const orders = new Set<Value>([null, 1, 3])

/** By the numbers of their objects; others by themselves. */
const known = once<PdfDocument, { readonly mappings: Map<Value, Mapping>; left: number }>(() => ({ mappings: new Map(), left: mostInAll }))

/** @param value a function, or a reference to one @throws Fault where readers may make different numbers of it; PdfError where it cannot be unpacked */
export function mappingOf(document: PdfDocument, value: Value, depth = 0): Mapping {
  const { mappings } = known(document)
  const key = isRef(value) ? value.number : value
  const found = mappings.get(key)
  if (found) return found
  if (depth > deepest) throw new Fault('functions stand within one another too deep')
  const mapping = mappingIn(document, document.resolve(value), depth)
  mappings.set(key, mapping)
  return mapping
}

function mappingIn(document: PdfDocument, read: Value, depth: number): Mapping {
  spend(document, costOfOne)
  const dict = isStream(read) ? read.dict : read
  const inputs = isDict(dict) ? intervalsIn(document, document.get(dict, 'Domain')) : undefined
  if (!isDict(dict) || !inputs || inputs.length > mostInputs) throw new Fault('a function does not say what it may be asked')
  const type = document.get(dict, 'FunctionType')
  if (type === 2) return { inputs, outputs: powers(document, dict, inputs) }
  if (type === 3) return { inputs, outputs: stitched(document, dict, inputs, depth) }
  const outputs = intervalsIn(document, document.get(dict, 'Range'), true)
  if (!isStream(read) || !outputs) throw new Fault('a function does not say what it may answer')
  if (type === 0) checkSamples(document, read, { inputs, outputs })
  else if (type === 4) checkProgram(programOf(document, read), inputs, outputs.length)
  else throw new Fault('a function is of no kind that there is')
  return { inputs, outputs }
}

function spend(document: PdfDocument, octets: number): void {
  const kept = known(document)
  if ((kept.left -= octets) < 0) throw new PdfError('TOO_LARGE', 'the functions are more than the reader allows')
}

/** Some readers ask nothing about a range here, and one looks at it first. */
function withoutRange(document: PdfDocument, dict: Dict, outputs: readonly Interval[]): readonly Interval[] {
  const range = document.get(dict, 'Range')
  if (range !== null && !areWithin(outputs, intervalsIn(document, range, true) ?? []))
    throw new Fault('a function answers what it says that it does not')
  return outputs
}

/** §7.10.3 */
function powers(document: PdfDocument, dict: Dict, inputs: readonly Interval[]): readonly Interval[] {
  const [from, to] = (['C0', 'C1'] as const).map((key, i) => numbersIn(document, document.get(dict, key) ?? [i])) as [number[]?, number[]?]
  const power = document.get(dict, 'N')
  const isSound = from && to && from.length === to.length && from.length > 0 && typeof power === 'number' && power >= 0
  if (!isSound || inputs.length !== 1 || (power !== 1 && inputs[0]![0] < 0)) throw new Fault('a function has no ends between which it goes')
  const ends = from.map((one, i): Interval => [Math.min(one, to[i]!), Math.max(one, to[i]!)])
  return withoutRange(document, dict, ends)
}

/** §7.10.4 */
function stitched(document: PdfDocument, dict: Dict, inputs: readonly Interval[], depth: number): readonly Interval[] {
  const parts = document.get(dict, 'Functions')
  const [bounds, encode] = ['Bounds', 'Encode'].map((key) => numbersIn(document, document.get(dict, key)))
  const [domain, ...others] = inputs
  const isSound = isArray(parts) && parts.length > 0 && others.length === 0 && bounds?.length === parts.length - 1
  if (!isSound || encode?.length !== 2 * parts.length) throw new Fault('a function has other parts than it says')
  spend(document, parts.length * costOfOne)
  const edges = [domain![0], ...bounds, domain![1]]
  if (edges.some((edge, i) => i > 0 && edge < edges[i - 1]!)) throw new Fault('the parts of a function do not follow one another')
  const outputs: [number, number][] = []
  for (const [i, part] of parts.entries()) {
    const mapping = mappingOf(document, part, depth + 1)
    const asked: Interval = [Math.min(encode[2 * i]!, encode[2 * i + 1]!), Math.max(encode[2 * i]!, encode[2 * i + 1]!)]
    if (mapping.inputs.length !== 1 || !isWithin(asked, mapping.inputs[0]!))
      throw new Fault('a part of a function is asked what it may not be')
    if (i > 0 && mapping.outputs.length !== outputs.length) throw new Fault('the parts of a function answer more or less than one another')
    for (const [j, [least, most]] of mapping.outputs.entries())
      outputs[j] = [Math.min(least, outputs[j]?.[0] ?? least), Math.max(most, outputs[j]?.[1] ?? most)]
  }
  return withoutRange(document, dict, outputs)
}

/** §7.10.2 */
function checkSamples(document: PdfDocument, stream: Stream, { inputs, outputs }: Mapping): void {
  const get = (key: string) => document.get(stream.dict, key)
  const [size, encode, decode] = ['Size', 'Encode', 'Decode'].map((key) => numbersIn(document, get(key)))
  const bits = get('BitsPerSample')
  const isSound = size?.length === inputs.length && size.every((one) => isInteger(one) && one > 1) && isInteger(bits) && depths.has(bits)
  if (!isSound || !orders.has(get('Order'))) throw new Fault('the samples of a function are not counted')
  if (get('Encode') !== null && (encode?.length !== 2 * size.length || encode.some((one, i) => one < 0 || one > size[i >> 1]! - 1)))
    throw new Fault('a function asks for samples that it has not')
  if (get('Decode') !== null && decode?.length !== 2 * outputs.length) throw new Fault('a function decodes other numbers than it answers')
  const data = document.data(stream)
  spend(document, data.length)
  if (data.length * 8 < size.reduce((product, one) => product * one, bits * outputs.length))
    throw new Fault('a function has less samples than it says')
}

function programOf(document: PdfDocument, stream: Stream): string {
  const data = document.data(stream)
  spend(document, data.length)
  if (data.length > mostOfProgram) throw new Fault('a program is longer than readers take')
  return latin1(data)
}
