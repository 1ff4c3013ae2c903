/**
 * Dictionaries carried over as they stand: a changed dictionary keeps every other entry byte for byte.
 * One character is one byte (Latin-1), so that facts travel as JSON and a tail is built as one string.
 */

import { once } from '#pki/once.ts'
import { generalizedTime } from '#pki/der/write.ts'
import { isSignature } from '#pki/pdf/cipher.ts'
import type { PdfDocument } from '#pki/pdf/document.ts'
import { findInside } from '#pki/pdf/inside.ts'
import { PdfError } from '#pki/pdf/error.ts'
import { latin1 } from '#pki/pdf/latin1.ts'
import { replaceStrings, writeOctets } from '#pki/pdf/strings.ts'
import { isArray, isDict, isName, isRef, isString, rawOf } from '#pki/pdf/values.ts'
import type { Dict, Ref, Value } from '#pki/pdf/values.ts'

/** Key and source text of each value, in order. */
export type RawEntries = readonly (readonly [string, string])[]

/** An object's number and generation. */
export type Pointer = readonly [number, number]

export const pointerOf = (ref: Ref): Pointer => [ref.number, ref.generation]
export const reference = ([number, generation]: Pointer) => `${number} ${generation} R`

/** A dictionary's entries, `without` left out; in an encrypted file, with its strings decrypted. @throws PdfError */
export function rawEntries(dict: Dict, without: readonly string[] = []): RawEntries {
  const { cipher } = dict.text
  const entries: [string, string][] = []
  if (cipher && findInside(dict, isSignature)) throw new PdfError('TYPE', 'a signature dictionary is not an indirect object')
  for (const key of dict.entries.keys()) {
    if (without.includes(key)) continue
    const text = latin1(rawOf(dict, key)!)
    entries.push([key, cipher ? replaceStrings(text, cipher.string) : text])
  }
  return entries
}

/** The largest dictionary that signing repeats. */
const maxDictBytes = 256 * 1024

/** The same of a dictionary that is written again. @throws PdfError where readers may differ about it, or it is too large */
export function entriesOf(dict: Dict, what: string, without: readonly string[] = []) {
  if (dict.repeated) throw new PdfError('SYNTAX', `/${[...dict.repeated.keys()].join(', /')} stands twice in ${what}`)
  const entries = rawEntries(dict, without)
  if (entries.reduce((sum, [, text]) => sum + text.length, 0) > maxDictBytes)
    throw new PdfError('TOO_LARGE', `${what} is larger than signing repeats`)
  return entries
}

/** The object that a key leads to. */
export const holderOf = (dict: Dict, key: string): Pointer | undefined => {
  const value = dict.entries.get(key)
  return isRef(value) ? pointerOf(value) : undefined
}

/** An array's items as they are written again, wherever the array stands. */
export function itemsOf(document: PdfDocument, dict: Dict, key: string): { holder?: Pointer; items: string } {
  const value = document.get(dict, key)
  if (value === null) return { items: '' }
  if (!isArray(value)) throw new PdfError('TYPE', `/${key} is not an array`)
  const holder = holderOf(dict, key)
  const write = () => value.map(writeValue).join(' ')
  return { holder, items: holder ? itemsByList(document).getOrInsertComputed(holder[0], write) : write() }
}

/** Many pages may name one list. */
const itemsByList = once<PdfDocument, Map<number, string>>(() => new Map())

export const entryOf = (entries: RawEntries, key: string) => entries.find(([name]) => name === key)?.[1]

/** The same entries with `key` set to `value`, in its old place or at the end. */
export function withEntry(entries: RawEntries, key: string, value: string): RawEntries {
  const at = entries.findIndex(([name]) => name === key)
  return at < 0 ? [...entries, [key, value]] : entries.with(at, [key, value])
}

/** A name as it is written (ISO 32000-2 §7.3.5). */
export const writeName = (name: string) =>
  needsEscape.test(name)
    ? `/${name.replace(escaped, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)}`
    : `/${name}`

const needsEscape = /[^!-~]|[#()<>[\]{}/%]/
const escaped = new RegExp(needsEscape, 'g')

export function writeDict(entries: RawEntries): string {
  let text = '<<'
  for (const [key, value] of entries) text += `${writeName(key)} ${value}\n`
  return `${text}>>`
}

/** A value as it may stand inside another object. @throws TypeError for a stream, which may not */
export function writeValue(value: Value): string {
  if (isRef(value)) return reference(pointerOf(value))
  if (isName(value)) return writeName(value.name)
  if (isString(value)) return `<${Buffer.from(value.bytes).toString('hex')}>`
  if (isArray(value)) return `[${value.map(writeValue).join(' ')}]`
  if (isDict(value)) return writeDict([...value.entries].map(([key, item]) => [key, writeValue(item)]))
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed() : value.toFixed(6)
  if (value === null || typeof value === 'boolean') return String(value)
  throw new TypeError('a stream stands in an object of its own')
}

/** A text string: literal where it is plain ASCII, otherwise UTF-16BE in hexadecimal (ISO 32000-2 §7.9.2.2). */
export function writeText(text: string): string {
  return writeOctets(/^[ -~]*$/.test(text) ? Buffer.from(text) : Buffer.from(`\ufeff${text}`, 'utf16le').swap16())
}

/** A date in UTC (ISO 32000-2 §7.9.4). */
export const writeDate = (at: Date) => `(D:${latin1(generalizedTime(at).subarray(2))})`

let digits = Buffer.alloc(0)

/** Zeros as digits, from a block that grows to the most that was asked for. */
export function zeroDigits(count: number): Uint8Array {
  if (digits.length < count) digits = Buffer.alloc(count, '0')
  return digits.subarray(0, count)
}
