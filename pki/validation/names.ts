import { children, DerError, expectTag, oidOf, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'

/** One RelativeDistinguishedName, prepared for comparison: its attributes as sorted `type=value` keys. */
export type Rdn = string

const utf8 = new TextDecoder('utf-8', { fatal: true })
const text: Record<number, (contents: Uint8Array) => string> = {
  0x0c: (contents) => utf8.decode(contents),
  0x13: (contents) => String.fromCharCode(...contents),
  0x14: (contents) => String.fromCharCode(...contents),
  0x16: (contents) => String.fromCharCode(...contents),
  0x1e: (contents) => new TextDecoder('utf-16be', { fatal: true }).decode(contents),
}

/**
 * The RDNs of a Name, prepared by RFC 5280 §7.1: letters without case, runs of space as one, the string's type left out,
 * so that a CA which moved from PrintableString to UTF8String keeps its name. Values that are no text compare as bytes.
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

const keys = new WeakMap<Uint8Array, string>()

/** One string per Name: equal for names that RFC 5280 §7.1 calls equal. Path building asks for the same names again and again. @throws DerError */
export function nameKey(name: Uint8Array): string {
  let key = keys.get(name)
  if (key === undefined) keys.set(name, (key = rdnsOf(name).join('\u0001')))
  return key
}

function attributeKey(attribute: Element): string {
  const [type, value] = children(expectTag(attribute, 0x30, 'an attribute of a Name'))
  if (!value) throw new DerError('an attribute of a Name without a value')
  const decode = text[value.tag]
  return `${oidOf(type)}=${decode ? `"${prepared(decode, value.contents)}` : `#${Buffer.from(value.whole).toString('hex')}`}`
}

function prepared(decode: (contents: Uint8Array) => string, contents: Uint8Array): string {
  try {
    return decode(contents).normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
  } catch {
    throw new DerError('text in a Name that is not well formed')
  }
}

/** The forms of GeneralName (RFC 5280 §4.2.1.6) that name constraints speak of. `other` is one nobody here can judge. */
export type GeneralName =
  | { form: 'email' | 'dns' | 'uri'; value: string }
  | { form: 'directory'; value: Rdn[] }
  | { form: 'ip'; value: Uint8Array }
  | { form: 'other'; tag: number }

/** @throws DerError */
export function generalNameOf(element: Element): GeneralName {
  const ia5 = () => String.fromCharCode(...element.contents)
  if (element.tag === 0x81) return { form: 'email', value: ia5() }
  if (element.tag === 0x82) return { form: 'dns', value: ia5() }
  if (element.tag === 0x86) return { form: 'uri', value: ia5() }
  if (element.tag === 0x87) return { form: 'ip', value: element.contents }
  if (element.tag === 0xa4) return { form: 'directory', value: rdnsOf(element.contents) }
  return { form: 'other', tag: element.tag }
}

/** GeneralNames from the value of an extension. @throws DerError */
export const generalNamesOf = (value: Uint8Array): GeneralName[] =>
  children(expectTag(parse(value), 0x30, 'GeneralNames')).map(generalNameOf)

const emailAddress = '1.2.840.113549.1.9.1'

/** E-mail addresses in a subject, which constraints on rfc822Name bind too where there is no alternative name (RFC 5280 §4.2.1.10). */
export const subjectEmails = (rdns: Rdn[]): GeneralName[] =>
  rdns.flatMap((rdn) =>
    rdn
      .split('\u0000')
      .filter((attribute) => attribute.startsWith(`${emailAddress}="`))
      .map((attribute): GeneralName => ({ form: 'email', value: attribute.slice(emailAddress.length + 2) })),
  )
