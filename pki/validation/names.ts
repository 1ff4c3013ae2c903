import { children, expectTag, parse } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'
import { rdnsOf } from '#pki/x509/compareNames.ts'
import type { Rdn } from '#pki/x509/compareNames.ts'

/** The forms of GeneralName (RFC 5280 §4.2.1.6) that name constraints speak of. `other` is one nobody here can judge. */
export type GeneralName =
  | { form: 'email' | 'dns' | 'uri'; value: string }
  | { form: 'directory'; value: Rdn[] }
  | { form: 'ip'; value: Uint8Array }
  | { form: 'other'; tag: number }

/** @throws DerError */
export function generalNameOf(element: Element): GeneralName {
  const ia5 = () => Buffer.from(element.contents).toString('latin1')
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
