import { children, DerError, expectTag, oidOf } from '#pki/der/read.ts'
import type { Element } from '#pki/der/read.ts'

export type Extension = {
  readonly critical: boolean
  /** Whether `critical FALSE` stands there, which is the default and which DER leaves out (X.690 §11.5). */
  readonly isDefaultWritten: boolean
  /** DER inside the OCTET STRING. */
  readonly value: Uint8Array
}

/** Extensions as certificates, CRLs and OCSP carry them. @throws DerError where one stands twice (RFC 5280 §4.2) */
export function readExtensions(list: Element | undefined): Map<string, Extension> {
  const found = new Map<string, Extension>()
  for (const item of children(expectTag(list, 0x30, 'extensions'))) {
    const fields = children(expectTag(item, 0x30, 'an extension'))
    const id = oidOf(fields[0])
    const stated = fields.length === 3 ? expectTag(fields[1], 0x01, 'critical').contents[0] : undefined
    if (found.has(id)) throw new DerError(`the extension ${id} twice`)
    const value = expectTag(fields[fields.length - 1], 0x04, 'the extension value').contents
    found.set(id, { critical: stated === 0xff, isDefaultWritten: stated === 0, value })
  }
  return found
}
