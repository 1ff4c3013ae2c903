import { isUtf8 } from 'node:buffer'
import { children, DerError, expectTag, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { allocateElement, concat, encode, oid, utf8Length, writeTextBefore } from '#pki/der/write.ts'
import type { Tree } from '#pki/der/write.ts'

/** The attributes our names are made of, with the object identifiers of X.520, and the most characters each may hold (RFC 5280 appendix A.1). */
export const nameAttributes = {
  C: { oid: '2.5.4.6', most: 2 },
  ST: { oid: '2.5.4.8', most: 128 },
  L: { oid: '2.5.4.7', most: 128 },
  O: { oid: '2.5.4.10', most: 64 },
  organizationIdentifier: { oid: '2.5.4.97', most: 64 },
  OU: { oid: '2.5.4.11', most: 64 },
  title: { oid: '2.5.4.12', most: 64 },
  GN: { oid: '2.5.4.42', most: 64 },
  SN: { oid: '2.5.4.4', most: 64 },
  pseudonym: { oid: '2.5.4.65', most: 128 },
  CN: { oid: '2.5.4.3', most: 64 },
  serialNumber: { oid: '2.5.4.5', most: 64 },
} as const

export type NameAttribute = keyof typeof nameAttributes

/** Attributes in the order they are encoded, each an RDN of its own. */
export type Name = readonly (readonly [NameAttribute, string])[]

/** X.520 fixes PrintableString for these two; RFC 5280 §4.1.2.4 asks UTF8String of the rest. */
const printableAttributes = new Set<NameAttribute>(['C', 'serialNumber'])

export class NameError extends Error {
  override name = 'NameError'
  readonly attribute: string
  readonly fault: TextFault
  constructor(attribute: string, fault: TextFault) {
    super(`${attribute}: ${fault}`)
    this.attribute = attribute
    this.fault = fault
  }
}

/** What may be wrong with one attribute's text. */
export type TextFault =
  | 'empty' // or framed by spaces
  | 'control-character'
  | 'bidi-control'
  | 'not-normalized'
  | 'too-long'
  | 'foreign-script'
  | 'mixed-scripts'
  | 'digits-after-arabic'
  | 'not-printable'

const controls = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/u
/** Marks that turn the reading order or show nothing: what a reader sees would not be what was signed. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
const arabic = /\p{Script=Arabic}/u
const latin = /\p{Script=Latin}/u
/** Letters, marks or digits of neither: many look like Latin ones and are none. Punctuation and the like belong to no script. */
const foreign = /[^\p{Script=Arabic}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
/** Normalized as names are compared (RFC 5280 §7.1, RFC 4518 §2.3: form KC), and not begun by a mark that has nothing to stand on (§2.4). */
const isNormalized = (text: string) => text.normalize('NFKC') === text && !/^\p{M}/u.test(text)
const [plainScript, arabicScript] = [1, 2]
/** The script of characters that have none of the faults: the printable ones of ASCII, and letters of Arabic without marks. */
const faultless = new Uint8Array(0x64b)
for (const plain of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'()+,-./:=?")
  faultless[plain.charCodeAt(0)] = plainScript
faultless.fill(arabicScript, 0x621, 0x63b).fill(arabicScript, 0x641)

/** The one script of words with single spaces between them, 0 where the text is anything else. By code units, as a name is judged twice. */
function faultlessScript(text: string): number {
  let script = 0
  let inWord = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 0x20) {
      if (!inWord) return 0
      inWord = false
      continue
    }
    const own = unit < faultless.length ? faultless[unit]! : 0
    if (own === 0 || (script !== 0 && script !== own)) return 0
    script = own
    inWord = true
  }
  return inWord ? script : 0
}

/**
 * The first fault of an attribute's text, undefined where it is fit for a name.
 * Its letters are Arabic or Latin, one of the two: strict readers refuse a value that mixes them or has digits after Arabic (Unicode bidi
 * rule of RFC 5893 §2), and letters of other scripts pass for Latin ones (UTR #36 §2.2).
 */
export function textFault(attribute: NameAttribute, text: string): TextFault | undefined {
  if (text.length <= nameAttributes[attribute].most) {
    const script = faultlessScript(text)
    if (script === plainScript || (script === arabicScript && !printableAttributes.has(attribute))) return undefined
  }
  if (controls.test(text)) return 'control-character'
  if (invisible.test(text)) return 'bidi-control'
  if (text.trim() === '' || text.trim() !== text) return 'empty'
  if ([...text].length > nameAttributes[attribute].most) return 'too-long'
  if (printableAttributes.has(attribute)) return 'not-printable'
  if (!isNormalized(text)) return 'not-normalized'
  if (foreign.test(text)) return 'foreign-script'
  if (!arabic.test(text)) return undefined
  return latin.test(text) ? 'mixed-scripts' : /\p{N}$/u.test(text) ? 'digits-after-arabic' : undefined
}

const isCapital = (unit: number) => unit >= 0x41 && unit <= 0x5a
/** The form of ISO 3166-1's codes. */
export const isCountryCode = (text: string) => text.length === 2 && isCapital(text.charCodeAt(0)) && isCapital(text.charCodeAt(1))

/** Type and string type of each attribute: of the four octets before the length of its text, the last is the string's. */
const encodedTypes = new Map(
  Object.entries(nameAttributes).map(([name, { oid: dotted }]) => [
    name,
    concat(oid(dotted), new Uint8Array([printableAttributes.has(name as NameAttribute) ? 0x13 : 0x0c])),
  ]),
)
/** With texts up to this, every length in an RDN is one octet. */
const mostPlainOctets = 0x7f - 9

/** DER of the Name (RFC 5280 §4.1.2.4). @throws NameError where a value is not fit. */
export function encodeName(name: Name): Uint8Array {
  let length = 0
  let isPlain = true
  for (const [attribute, text] of name) {
    const fault = textFault(attribute, text) ?? (attribute === 'C' && !isCountryCode(text) ? 'not-printable' : undefined)
    if (fault) throw new NameError(attribute, fault)
    const octets = utf8Length(text)
    length += 11 + octets
    isPlain &&= octets <= mostPlainOctets
  }
  return isPlain ? encodePlainName(name, length) : encode([0x30, ...name.map(rdnTree)])
}

function rdnTree([attribute, text]: Name[number]): Tree {
  const type = encodedTypes.get(attribute)!
  return [0x31, [0x30, type.subarray(0, 5), [type[5]!, text]]]
}

/** The form that `plainName` reads, written in one go: a tree of arrays would cost more than the text. */
function encodePlainName(name: Name, length: number): Uint8Array {
  const out = allocateElement(0x30, length)
  let at = out.length
  for (let i = name.length - 1; i >= 0; i--) {
    const [attribute, text] = name[i]!
    const type = encodedTypes.get(attribute)!
    const textStart = writeTextBefore(out, at, text)
    const octets = at - textStart
    out[textStart - 1] = octets
    for (let j = 0; j < 6; j++) out[textStart - 7 + j] = type[j]!
    out[textStart - 8] = octets + 7
    out[textStart - 9] = 0x30
    out[textStart - 10] = octets + 9
    out[textStart - 11] = 0x31
    at = textStart - 11
  }
  return out
}

/** One attribute as it stands in a certificate. `tag` is the string type's identifier octet; `name` our short name where we know one. */
export type ReadAttribute = { oid: string; name?: NameAttribute; tag: number; value: string }

const byOid = new Map<string, NameAttribute>(
  Object.entries(nameAttributes).map(([name, { oid: dotted }]) => [dotted, name as NameAttribute]),
)
/** The attribute types of X.520 by the last arc of their identifier: their names are made once. */
const x520 = Array.from({ length: 128 }, (_, last) => ({ oid: `2.5.4.${last}`, name: byOid.get(`2.5.4.${last}`) }))

/** The attributes of the Name at these offsets of checked bytes, in their order. @throws DerError */
export function readName(bytes: Uint8Array, start: number, contentsStart: number, end: number): ReadAttribute[] {
  return plainName(bytes, contentsStart, end) ?? children(parse(bytes.subarray(start, end))).flatMap(readRdn)
}

/**
 * A name in the form that nearly all have: each RDN one attribute of X.520, an ASCII or UTF-8 string, every length in one octet.
 * Undefined where any of that is not so. Read by offsets, because elements for each part would cost more than the rest of issuing a
 * certificate, and decoded in one go: in this form the octets between the values are ASCII, one character each.
 */
function plainName(bytes: Uint8Array, start: number, nameEnd: number): ReadAttribute[] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, nameEnd - start).toString('utf8')
  if (text.includes('\ufffd')) return undefined // perhaps not UTF-8
  const found: ReadAttribute[] = []
  let character = 0
  for (let at = start; at < nameEnd;) {
    const end = plainEnd(bytes, at, nameEnd)
    if (end === undefined) return undefined
    character += 11
    const first = character
    for (let octet = at + 11; octet < end; character++) octet += octetsOf(text.charCodeAt(character))
    const tag = bytes[at + 9]!
    if (tag === 0x13 && character - first !== end - at - 11) return undefined
    const { oid: dotted, name } = x520[bytes[at + 8]!]!
    found.push({ oid: dotted, name, tag, value: text.slice(first, character) })
    at = end
  }
  return found
}

/** Octets of UTF-8 for a UTF-16 unit; each half of a pair counts two of the four. */
const octetsOf = (unit: number) => (unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3)

/** Where the RDN at `at` ends, undefined where it has not the plain form. */
function plainEnd(bytes: Uint8Array, at: number, nameEnd: number): number | undefined {
  const length = bytes[at + 1]!
  const tag = bytes[at + 9]!
  const isPlain =
    bytes[at] === 0x31 &&
    length < 0x80 &&
    length >= 9 &&
    at + 2 + length <= nameEnd &&
    bytes[at + 2] === 0x30 &&
    bytes[at + 3] === length - 2 &&
    bytes[at + 4] === 0x06 &&
    bytes[at + 5] === 0x03 &&
    bytes[at + 6] === 0x55 &&
    bytes[at + 7] === 0x04 &&
    bytes[at + 8]! < 0x80 &&
    (tag === 0x0c || tag === 0x13) &&
    bytes[at + 10] === length - 9
  return isPlain ? at + 2 + length : undefined
}

function readRdn(rdn: Element): ReadAttribute[] {
  const pairs = children(expectTag(rdn, 0x31, 'a RelativeDistinguishedName'))
  if (pairs.length === 0) throw new DerError('an empty RelativeDistinguishedName')
  return pairs.map((pair) => {
    const [type, value, ...rest] = children(expectTag(pair, 0x30, 'an AttributeTypeAndValue'))
    if (!value || rest.length > 0) throw new DerError('an attribute of a name is not type and value')
    const dotted = oidOf(type)
    return { oid: dotted, name: byOid.get(dotted), tag: value.tag, value: shownText(value) }
  })
}

const asciiTypes = new Set([0x12, 0x13, 0x16, 0x1a])
const textTypes = new Set([0x0c, 0x14, 0x1e, ...asciiTypes])

/** What is no text, as a uniqueIdentifier or a postalAddress, in hexadecimal (RFC 4514 §2.4). Some authorities put Latin-1 into strings of ASCII. */
function shownText(value: Element): string {
  if (!textTypes.has(value.tag)) return `#${Buffer.from(value.whole).toString('hex')}`
  return asciiTypes.has(value.tag) ? Buffer.from(value.contents).toString('latin1') : textOf(value)
}

/** The text of an ASN.1 string of any type names use. @throws DerError where the octets are not of the type. */
export function textOf({ tag, contents }: Pick<Element, 'tag' | 'contents'>): string {
  const bytes = Buffer.from(contents.buffer, contents.byteOffset, contents.byteLength)
  if (tag === 0x0c) {
    if (!isUtf8(bytes)) throw new DerError('a UTF8String that is not UTF-8')
    return bytes.toString('utf8')
  }
  if (asciiTypes.has(tag)) {
    if (bytes.some((octet) => octet > 0x7f)) throw new DerError('an ASCII string with octets above 127')
    return bytes.toString('latin1')
  }
  if (tag === 0x14) return bytes.toString('latin1') // TeletexString, read as Latin-1 as everybody does
  if (tag === 0x1e) {
    if (bytes.length % 2) throw new DerError('a BMPString of odd length')
    return Buffer.from(bytes).swap16().toString('utf16le')
  }
  throw new DerError(`a string type that names do not use: ${tag}`)
}

/** A name for people, in RFC 4514's order and escapes. */
export const nameText = (attributes: readonly ReadAttribute[]): string =>
  attributes
    .toReversed()
    .map(({ name, oid: dotted, tag, value }) => `${name ?? dotted}=${textTypes.has(tag) ? escaped(value) : value}`)
    .join(', ')

const escaped = (text: string) => text.replace(/[,+"\\<>;]|^[ #]| $/g, '\\$&').replaceAll('\0', '\\00')
