import { LatestOf } from '#pki/der/latestOf.ts'
import { children, DerError, expectTag, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { compareBytes } from '#pki/der/write.ts'

/** Far more than any name has: normalizing what is longer costs more than its octets, where marks stand in the wrong order. */
const mostOctets = 4096

/** One RelativeDistinguishedName, prepared for comparison: its attributes as sorted `type=value` keys. */
export type Rdn = string

const utf8 = new TextDecoder('utf-8', { fatal: true })
const utf16 = new TextDecoder('utf-16be', { fatal: true })
const latin1 = (contents: Uint8Array) => Buffer.from(contents).toString('latin1')
/** The string types that attributes of names are written in; what is no text compares as bytes. */
const decoders: Record<number, (contents: Uint8Array) => string> = {
  0x0c: (contents) => utf8.decode(contents),
  0x12: latin1,
  0x13: latin1,
  0x14: latin1,
  0x16: latin1,
  0x1a: latin1,
  0x1e: (contents) => utf16.decode(contents),
}

/**
 * The RDNs of a Name, prepared by RFC 5280 §7.1: letters without case, runs of space as one, the string's type left out,
 * so that a CA which moved from PrintableString to UTF8String keeps its name.
 * @throws DerError
 */
export function rdnsOf(name: Uint8Array): Rdn[] {
  return children(expectTag(parse(name), 0x30, 'a Name')).map((rdn) =>
    children(expectTag(rdn, 0x31, 'an RDN'))
      .map(attributeKey)
      .toSorted()
      .join('\u0000'),
  )
}

const keysOfArrays = new WeakMap<Uint8Array, string>()
const keysOfNames = new LatestOf(256, 512, (name) => rdnsOf(name).join('\u0001'))

/** One string per Name: equal for names that RFC 5280 §7.1 calls equal. Path building asks for the same names again and again. @throws DerError */
export function nameKey(name: Uint8Array): string {
  let key = keysOfArrays.get(name)
  if (key === undefined) keysOfArrays.set(name, (key = keysOfNames.of(name)))
  return key
}

/** Whether two Names, DER, are the same (RFC 5280 §7.1). One that cannot be read is nobody's. */
export function isSameName(a: Uint8Array, b: Uint8Array): boolean {
  if (compareBytes(a, b) === 0) return true
  try {
    return nameKey(a) === nameKey(b)
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}

function attributeKey(attribute: Element): string {
  const [type, value] = children(expectTag(attribute, 0x30, 'an attribute of a Name'))
  if (!value) throw new DerError('an attribute of a Name without a value')
  const decode = decoders[value.tag]
  return `${oidOf(type)}=${decode ? `"${preparedText(decoded(decode, value.contents))}` : `#${Buffer.from(value.whole).toString('hex')}`}`
}

function decoded(decode: (contents: Uint8Array) => string, contents: Uint8Array): string {
  if (contents.length > mostOctets) throw new DerError('text in a Name that is longer than any name')
  try {
    return decode(contents)
  } catch {
    throw new DerError('text in a Name that is not well formed')
  }
}

/** RFC 4518 §2.2: white space of every kind is a space. */
const spaces = /[\t\n\v\f\r \u0085\p{Z}]+/gu
/** RFC 4518 §2.2: what shows nothing is mapped to nothing; so no text holds the characters that keys are joined by. */
const mappedToNothing = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u1806\ufffc]|\u034f/gu
const plain = /^[\x20-\x7e]*$/

/** Text as caseIgnoreMatch compares it (RFC 4518 §2: map, fold, normalize, spaces that do not count). */
export function preparedText(text: string): string {
  if (plain.test(text)) return single(text.toLowerCase())
  return single(mapped(folded(mapped(text).normalize('NFKC')).normalize('NFKC')))
}

const mapped = (text: string) => text.replace(spaces, ' ').replace(mappedToNothing, '')
const single = (text: string) => text.replace(/ {2,}/g, ' ').trim()

/** Letter by letter, since a sigma's small form depends on what follows it; Turkish ı is no i (RFC 3454 appendix B.2). */
const folded = (text: string) =>
  Array.from(text, (letter) => (letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase())).join('')
