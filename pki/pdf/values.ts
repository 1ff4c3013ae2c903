/** PDF objects (ISO 32000-2 §7.3) as plain values: null, booleans, numbers and arrays are JavaScript's own, the rest carry a `kind`. */

import { PdfError } from './error.ts'
import { latin1 } from './latin1.ts'
import type { Spans } from './spans.ts'

export type Ref = { readonly kind: 'ref'; readonly number: number; readonly generation: number }
/** A name, `#xx` decoded; one character per byte. */
export type Name = { readonly kind: 'name'; readonly name: string }
export type PdfString = { readonly kind: 'string'; readonly bytes: Uint8Array; readonly hex: boolean }

/** Decrypts what stands in one object of an encrypted file. @throws PdfError ENCRYPTION */
export type ObjectCipher = {
  readonly string: (sealed: Uint8Array) => Uint8Array
  /** A stream's data, by what its dictionary says of it. */
  readonly stream: (dict: Dict, sealed: Uint8Array) => Uint8Array
}

/** A piece of the file, or the whole of a decoded object stream, in which objects stand. */
export type Text = {
  readonly bytes: Uint8Array
  /** Offset in the file of the first byte; undefined inside an object stream. */
  readonly base: number | undefined
  /** True when nothing follows the bytes. */
  readonly last: boolean
  /** In an encrypted file: what decrypts the strings in `bytes`, which stand there as they are in the file. */
  readonly cipher?: ObjectCipher
}

export type Dict = {
  readonly kind: 'dict'
  readonly entries: ReadonlyMap<string, Value>
  /** Where each value stands in `text`. */
  readonly spans: Spans
  readonly text: Text
  /** A key that says several things, with what stands there first: readers differ about which one counts. Who says the same twice, as digitorus/pdfsign does, says one. */
  readonly repeated: ReadonlyMap<string, Value> | undefined
}

export type Stream = {
  readonly kind: 'stream'
  readonly dict: Dict
  /** Offset in the file of the first byte of data, and how many there are. */
  readonly start: number
  readonly length: number
}

export type Value = null | boolean | number | Name | PdfString | Ref | Dict | Stream | readonly Value[]

const kindOf = (value: Value | undefined) => (typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined)

export const isRef = (value: Value | undefined): value is Ref => kindOf(value) === 'ref'
export const isName = (value: Value | undefined): value is Name => kindOf(value) === 'name'
export const isString = (value: Value | undefined): value is PdfString => kindOf(value) === 'string'
export const isDict = (value: Value | undefined): value is Dict => kindOf(value) === 'dict'
export const isStream = (value: Value | undefined): value is Stream => kindOf(value) === 'stream'
export type IndirectObject = {
  readonly number: number
  readonly generation: number
  readonly value: Value
  /** [start, end) in the file, `obj` and `endobj` included; undefined inside an object stream. */
  readonly place: readonly [number, number] | undefined
  /** The number of the object stream it is packed in. */
  readonly packedIn: number | undefined
}

export const isArray = (value: Value | undefined): value is readonly Value[] => Array.isArray(value)
export const isInteger = (value: Value | undefined): value is number => Number.isSafeInteger(value)

/** The name's text, or undefined when the value is not a name. */
export const nameOf = (value: Value | undefined) => (isName(value) ? value.name : undefined)

/** The bytes of the value under `key` exactly as they stand in the source; undefined when the key is absent. */
export function rawOf(dict: Dict, key: string): Uint8Array | undefined {
  const span = dict.spans.get(key)
  return span && dict.text.bytes.subarray(span[0], span[1])
}

/** Where the value under `key` stands in the file: [start, end). Undefined when absent or inside an object stream. */
export function placeOf(dict: Dict, key: string): readonly [number, number] | undefined {
  const span = dict.spans.get(key)
  return span && dict.text.base !== undefined ? [dict.text.base + span[0], dict.text.base + span[1]] : undefined
}

/** A text string as Unicode (ISO 32000-2 §7.9.2.2): UTF-16BE or UTF-8 by its mark, otherwise PDFDocEncoding. */
export function textOf(value: PdfString): string {
  const { bytes } = value
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2))
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder().decode(bytes.subarray(3))
  if (!bytes.some((byte) => pdfDocEncoding.has(byte))) return latin1(bytes)
  return Array.from(bytes, (byte) => pdfDocEncoding.get(byte) ?? String.fromCharCode(byte)).join('')
}

/** The bytes of PDFDocEncoding that are not Latin-1 (ISO 32000-2 Annex D.2). */
const pdfDocEncoding: ReadonlyMap<number, string> = new Map([
  ...[...'˘ˇˆ˙˝˛˚˜'].map((character, i) => [0x18 + i, character] as const),
  ...[...'•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž'].map((character, i) => [0x80 + i, character] as const),
  [0xa0, '€'],
])

/** @throws PdfError TYPE unless the value is a dictionary. */
export function expectDict(value: Value | undefined, what: string): Dict {
  if (!isDict(value)) throw new PdfError('TYPE', `${what} is not a dictionary`)
  return value
}
