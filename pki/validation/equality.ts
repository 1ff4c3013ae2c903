import { findInside } from '#pki/pdf/inside.ts'
import { isArray, isDict, isName, isRef, isStream, isString, textOf } from '#pki/pdf/values.ts'
import type { Dict, PdfString, Value } from '#pki/pdf/values.ts'

/** Writers repeat numbers with five digits after the point: nobody sees what is lost. */
const isSameNumber = (a: number, b: number) =>
  !(Number.isInteger(a) && Number.isInteger(b)) && Math.abs(a - b) <= 5.001e-6 * Math.max(1, Math.abs(a))

/** Writers repeat a text in another encoding than it stood in. */
const isSameText = (a: PdfString, b: PdfString) => a.bytes.length + b.bytes.length <= longestText && textOf(a) === textOf(b)
const longestText = 65_536

/** Whether two values say the same, references compared by number. Streams compare by their dictionaries and their bytes as stored. */
export function sameValue(a: Value | undefined, b: Value | undefined, bytes: Uint8Array): boolean {
  if (a === b) return true
  if (typeof a === 'number' && typeof b === 'number') return isSameNumber(a, b)
  if (isRef(a) && isRef(b)) return a.number === b.number && a.generation === b.generation
  if (isName(a) && isName(b)) return a.name === b.name
  if (isString(a) && isString(b)) return Buffer.compare(a.bytes, b.bytes) === 0 || isSameText(a, b)
  if (isArray(a) && isArray(b)) {
    const same = isPalette(a) ? sameObject : sameValue
    return a.length === b.length && a.every((item, i) => same(item, b[i], bytes))
  }
  if (isStream(a) && isStream(b)) {
    const data = ({ start, length }: { start: number; length: number }) => bytes.subarray(start, start + length)
    return sameValue(a.dict, b.dict, bytes) && Buffer.compare(data(a), data(b)) === 0
  }
  return isDict(a) && isDict(b) && differingKeys(a, b, bytes).length === 0
}

/** A palette's colours stand in a string of octets (ISO 32000-2 §8.6.6.3). */
const isPalette = ([kind]: readonly Value[]) => isName(kind) && (kind.name === 'Indexed' || kind.name === 'I')

/** The same of what may be octets instead of text: a string that is an object of its own, or a palette's. */
export function sameObject(a: Value | undefined, b: Value | undefined, bytes: Uint8Array): boolean {
  return isString(a) && isString(b) ? Buffer.compare(a.bytes, b.bytes) === 0 : sameValue(a, b, bytes)
}

/** Keys whose values differ, those that stand in one only among them. A key that stands twice differs from everything. */
export function differingKeys(a: Dict, b: Dict, bytes: Uint8Array): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
  return [...keys].filter(
    (key) => a.repeated?.has(key) || b.repeated?.has(key) || !sameValue(a.entries.get(key), b.entries.get(key), bytes),
  )
}

/** Readers differ about which of two entries of one key counts, so that one object shows two things. */
export const repeats = (value: Value): boolean => findInside(value, ({ repeated }) => repeated !== undefined) !== undefined
