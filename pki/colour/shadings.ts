/** Shadings (ISO 32000-2 §8.7.4.5) that all readers paint alike. What they do alike was found with shadings made by script. */

import { Fault } from '#pki/content/fault.ts'
import { once } from '#pki/once.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isArray, isDict, isRef, isStream } from '#pki/pdf/values.ts'
import type { Dict, Stream, Value } from '#pki/pdf/values.ts'
import { mappingOf } from './functions.ts'
import { checkMesh } from './meshes.ts'
import { areWithin, haveAll, intervalsIn, numbersIn } from './numbers.ts'
import type { Interval } from './numbers.ts'
import { spaceOf } from './spaces.ts'

/** Painted by itself (`sh`), or as a pattern. */
export type Use = 'itself' | 'pattern'

const known = once<PdfDocument, Set<string | Value>>(() => new Set())

/** @param value a shading, or a reference to one @throws Fault, PdfError */
export function checkShading(document: PdfDocument, value: Value, use: Use): true {
  const checked = known(document)
  const read = document.resolve(value)
  const key = isRef(value) ? `${use} ${value.number}` : value
  if (checked.has(key)) return true
  const dict = isStream(read) ? read.dict : read
  if (!isDict(dict)) throw new Fault('a shading is not there')
  look(document, { dict, stream: isStream(read) ? read : undefined, use })
  if (isRef(value)) checked.add(key)
  return true
}

type Shading = { readonly dict: Dict; readonly stream: Stream | undefined; readonly use: Use }

function look(document: PdfDocument, { dict, stream, use }: Shading): void {
  const get = (key: string) => document.get(dict, key)
  const { kind, components } = spaceOf(document, dict.entries.get('ColorSpace') ?? null)
  if (kind === 'table' || kind === 'pattern') throw new Fault('a shading goes from one number of a table to another')
  const type = get('ShadingType')
  const isMesh = type === 4 || type === 5 || type === 6 || type === 7
  if (!isMesh && type !== 1 && type !== 2 && type !== 3) throw new Fault('a shading is of no kind that there is')
  // MuPDF paints it even where nothing is behind a pattern, and pdf.js no edge of one
  if (get('Background') !== null && (use === 'itself' || !haveAll(components, numbersIn(document, get('Background')))))
    throw new Fault('what lies behind a shading is painted by some readers')
  if (get('BBox') !== null && use === 'pattern') throw new Fault('a shading ends where some readers go on')
  const stated = dict.entries.get('Function')
  if (isMesh) {
    if (!stream) throw new Fault('a mesh has no points')
    const counts = stated === undefined ? components.length : 1
    const decode = checkMesh(document, stream, type, counts)
    if (stated !== undefined) checkFunctions(document, stated, [decode], components)
  } else {
    if (stated === undefined) throw new Fault('a shading has no function')
    checkFunctions(document, stated, type === 1 ? planeOf(document, dict) : [lineOf(document, dict, type)], components)
  }
}

/** One function for all colours, or one for each. */
function checkFunctions(document: PdfDocument, stated: Value, asked: readonly Interval[], components: readonly Interval[]): void {
  const read = document.resolve(stated)
  if (isArray(read) && read.length !== components.length) throw new Fault('a shading has other functions than colours')
  const mappings = isArray(read) ? read.map((one) => mappingOf(document, one)) : [mappingOf(document, stated)]
  const outputs = mappings.flatMap((one) => one.outputs)
  if (isArray(read) && mappings.some((one) => one.outputs.length !== 1))
    throw new Fault('a function of a shading answers more than one colour')
  if (!areWithin(outputs, components)) throw new Fault('the function of a shading answers other colours than there are')
  if (!mappings.every(({ inputs }) => areWithin(asked, inputs))) throw new Fault('the function of a shading is asked what it may not be')
}

/** §8.7.4.5.2 */
function planeOf(document: PdfDocument, dict: Dict): Interval[] {
  const stated = document.get(dict, 'Domain')
  const plane = stated === null ? [[0, 1] as const, [0, 1] as const] : intervalsIn(document, stated)
  if (plane?.length !== 2) throw new Fault('a shading has no plane')
  const matrix = document.get(dict, 'Matrix')
  if (matrix !== null && !isInvertible(numbersIn(document, matrix))) throw new Fault('a shading lies in no plane')
  return plane
}

export const isInvertible = (matrix: readonly number[] | undefined): boolean =>
  matrix?.length === 6 && Math.abs(matrix[0]! * matrix[3]! - matrix[1]! * matrix[2]!) > 1e-12

/** §8.7.4.5.3, §8.7.4.5.4 */
function lineOf(document: PdfDocument, dict: Dict, type: 2 | 3): Interval {
  const stated = document.get(dict, 'Domain')
  const domain = stated === null ? [[0, 1] as const] : intervalsIn(document, stated)
  const extend = document.get(dict, 'Extend') ?? [false, false]
  const isExtent = isArray(extend) && extend.length === 2 && extend.every((one) => typeof document.resolve(one) === 'boolean')
  if (domain?.length !== 1 || !isExtent) throw new Fault('a shading does not say where it ends')
  const coordinates = numbersIn(document, document.get(dict, 'Coords'))
  if (coordinates?.length !== 2 * type) throw new Fault('a shading has no ends')
  if (type === 2 ? isPoint(coordinates) : !isCone(coordinates)) throw new Fault('a shading goes nowhere')
  return domain[0]!
}

const isPoint = ([x, y, toX, toY]: readonly number[]) => x === toX && y === toY

/** Circles that differ, and of which one does not touch the other from within. */
function isCone(coordinates: readonly number[]): boolean {
  const [x, y, radius, toX, toY, toRadius] = coordinates as [number, number, number, number, number, number]
  if (radius < 0 || toRadius < 0) return false
  const [apart, difference] = [Math.hypot(toX - x, toY - y), Math.abs(toRadius - radius)]
  return apart === 0 ? difference > 0 : Math.abs(apart - difference) > 1e-3 * apart
}
