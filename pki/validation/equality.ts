import { PdfError } from '#pki/pdf/error.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { replaceStrings } from '#pki/pdf/strings.ts'
import { isArray, isDict, isName, isRef, isStream, isString, nameOf, textOf } from '#pki/pdf/values.ts'
import type { Dict, IndirectObject, PdfString, Stream, Value } from '#pki/pdf/values.ts'

/**
 * Places and colours of a page and its annotations: writers repeat them with five digits after the point, and nobody sees what is lost. Anything
 * else may be enlarged by what draws it.
 */
const measured = new Set('Rect MediaBox CropBox BleedBox TrimBox ArtBox QuadPoints Vertices InkList L CL RD C IC BG BC'.split(' '))

/** How large letters are, in thousandths of their size: PDFium keeps 24 binary digits of such numbers. */
const ofLetters = new Set(
  'Widths W DW FontBBox Ascent Descent Leading CapHeight XHeight StemV StemH ItalicAngle AvgWidth MaxWidth MissingWidth'.split(' '),
)
const largestLetter = 4_000

/** What people read: writers repeat it in another encoding than it stood in. Any other string is octets. */
const written = new Set(
  'T TU TM V DV Contents Subj Title Author Subject Keywords Creator Producer Name Reason Location ContactInfo Lang Alt ActualText E OutputCondition OutputConditionIdentifier RegistryName Info'.split(
    ' ',
  ),
)

/** Whether two values of a key say the same. */
function sameEntry(key: string, a: Value | undefined, b: Value | undefined, bytes: Uint8Array): boolean {
  if (sameValue(a, b, bytes)) return true
  if (written.has(key)) return isString(a) && isString(b) && isSameText(a, b)
  return (measured.has(key) && isSameMeasure(a, b)) || (ofLetters.has(key) && isSameSize(a, b))
}

function isSameSize(a: Value | undefined, b: Value | undefined): boolean {
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isSameSize(item, b[i]))
  if (typeof a !== 'number' || typeof b !== 'number') return false
  return a === b || (Math.fround(a) === Math.fround(b) && Math.abs(a) <= largestLetter)
}

function isSameText(a: PdfString, b: PdfString): boolean {
  if (a.bytes.length + b.bytes.length > longestText) return false
  const text = textOf(a)
  return text === textOf(b) && text.isWellFormed() && !text.includes('\ufffd')
}
const longestText = 65_536

function isSameMeasure(a: Value | undefined, b: Value | undefined): boolean {
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => isSameMeasure(item, b[i]))
  if (typeof a !== 'number' || typeof b !== 'number') return false
  return a === b || (!(Number.isInteger(a) && Number.isInteger(b)) && Math.abs(a - b) <= 5.001e-6 * Math.max(1, Math.abs(a)))
}

/** Whether two values say the same, references compared by number. Streams compare by their dictionaries and their bytes as stored. */
export function sameValue(a: Value | undefined, b: Value | undefined, bytes: Uint8Array): boolean {
  if (a === b || (b === null && isNothing(a))) return true
  if (isRef(a) && isRef(b)) return a.number === b.number && a.generation === b.generation
  if (isName(a) && isName(b)) return a.name === b.name
  if (isString(a) && isString(b)) return Buffer.compare(a.bytes, b.bytes) === 0
  if (isArray(a) && isArray(b)) return a.length === b.length && a.every((item, i) => sameValue(item, b[i], bytes))
  if (isStream(a) && isStream(b)) return sameValue(a.dict, b.dict, bytes) && hasSameOctets(a, b, bytes)
  return isDict(a) && isDict(b) && differingKeys(a, b, bytes).length === 0
}

/** Whether two streams are the same as they are stored. */
export function hasSameOctets(a: Stream, b: Stream, bytes: Uint8Array): boolean {
  const stored = ({ start, length }: Stream) => bytes.subarray(start, start + length)
  return Buffer.compare(stored(a), stored(b)) === 0
}

/** Object 0 is nothing (ISO 32000-2 §7.3.10, §7.5.4), for whoever writes `0 0 R`. */
const isNothing = (value: Value | undefined) => isRef(value) && value.number === 0

const mostPointed = 65_536
/** Numbers of any kind wherever they stand: no reader wants whole ones. */
const anyNumbers = new Set('PZ CA ca LW ML'.split(' '))
const pointed = /\/([A-Za-z]+)\s*([-+]?\d+)\.0*(?![\d.])/g

/** Whether two objects of the same values write the same of their whole numbers with a point: for some readers flags or a turn of 90.0 are none. */
export function hasSamePoints(before: IndirectObject | null, after: IndirectObject | null, bytes: Uint8Array): boolean {
  const pointsOf = (object: IndirectObject | null) => {
    if (!object?.place) return ''
    const [from, to] = [object.place[0], isStream(object.value) ? object.value.start : object.place[1]]
    const text = withoutStrings(latin1(bytes.subarray(from, Math.min(to, from + mostPointed))))
    return [...text.matchAll(pointed)]
      .flatMap(([, key, number]) => (measured.has(key!) || anyNumbers.has(key!) ? [] : [`${key} ${number}`]))
      .join()
  }
  return pointsOf(before) === pointsOf(after)
}

/** Of a piece that ends within a string, all as it stands. */
function withoutStrings(text: string): string {
  try {
    return replaceStrings(text, () => new Uint8Array())
  } catch (error) {
    if (error instanceof PdfError) return text
    throw error
  }
}

const sameExactly: typeof sameEntry = (_key, a, b, bytes) => sameValue(a, b, bytes)

/** Keys whose values differ, those that stand in one only among them. A key that stands twice differs from everything. */
export function differingKeys(a: Dict, b: Dict, bytes: Uint8Array): string[] {
  const keys = new Set([...a.entries.keys(), ...b.entries.keys()])
  // letters that are drawings may be enlarged as well
  const kind = a.entries.get('Subtype')
  const isSame = nameOf(kind) === 'Type3' || isRef(kind) ? sameExactly : sameEntry
  return [...keys].filter(
    (key) => a.repeated?.has(key) || b.repeated?.has(key) || !isSame(key, a.entries.get(key), b.entries.get(key), bytes),
  )
}
