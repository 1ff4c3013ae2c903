/** Meshes of triangles and patches (ISO 32000-2 §8.7.4.5.5 to §8.7.4.5.8), whose points must be as many as they say. */

import { Fault } from '#pki/content/fault.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { isInteger } from '#pki/pdf/values.ts'
import type { Stream } from '#pki/pdf/values.ts'
import { intervalsIn } from './numbers.ts'
import type { Interval } from './numbers.ts'

const depths = { BitsPerCoordinate: [1, 2, 4, 8, 12, 16, 24, 32], BitsPerComponent: [1, 2, 4, 8, 12, 16], BitsPerFlag: [2, 4, 8] } as const
/** Points and colours of a patch: of one that stands by itself, and of one that goes on from another. */
const patches = { 6: [12, 8], 7: [16, 12] } as const
const cornersOf = [4, 2] as const
const mostBeside = 4

/** @param counts numbers of each colour @returns between which the first of them lies @throws Fault, PdfError */
export function checkMesh(document: PdfDocument, stream: Stream, type: 4 | 5 | 6 | 7, counts: number): Interval {
  const get = (key: string) => document.get(stream.dict, key)
  const bits = (key: keyof typeof depths): number => {
    const value = get(key)
    if (!(depths[key] as readonly unknown[]).includes(value)) throw new Fault('the numbers of a mesh are of no size that there is')
    return value as number
  }
  const [place, colour] = [2 * bits('BitsPerCoordinate'), counts * bits('BitsPerComponent')]
  const decode = intervalsIn(document, get('Decode'))
  if (decode?.length !== 2 + counts) throw new Fault('a mesh does not say between which numbers it lies')
  const data = document.data(stream)
  if (type === 5) checkRows(data, Math.ceil((place + colour) / 8), get('VerticesPerRow'))
  else checkFlags(data, type, { flag: bits('BitsPerFlag'), place, colour })
  return decode[2]!
}

/** §8.7.4.5.6 */
function checkRows(data: Uint8Array, octets: number, perRow: unknown): void {
  const points = Math.floor(data.length / octets)
  const isSound =
    isInteger(perRow as number) && (perRow as number) >= 2 && points % (perRow as number) === 0 && points >= 2 * (perRow as number)
  if (!isSound || data.length % octets > mostBeside) throw new Fault('the rows of a mesh are not whole')
}

type Sizes = { readonly flag: number; readonly place: number; readonly colour: number }

/** Each point of a triangle (§8.7.4.5.5) and each patch (§8.7.4.5.7) begins with an octet, and what does not go on from another stands by itself. */
function checkFlags(data: Uint8Array, type: 4 | 6 | 7, { flag, place, colour }: Sizes): void {
  const sizeOf = (isNew: boolean) => {
    if (type === 4) return Math.ceil((flag + place + colour) / 8) * (isNew ? 3 : 1)
    return Math.ceil((flag + patches[type][isNew ? 0 : 1] * place + cornersOf[isNew ? 0 : 1] * colour) / 8)
  }
  let [at, parts] = [0, 0]
  for (; at + mostBeside < data.length; parts++) {
    const edge = data[at]! >> (8 - flag)
    if ((parts === 0 && edge !== 0) || edge > (type === 4 ? 2 : 3)) throw new Fault('a mesh goes on from what is not there')
    at += sizeOf(edge === 0)
    if (at > data.length) break
  }
  if (parts === 0 || at > data.length) throw new Fault('a mesh ends within a point')
}
