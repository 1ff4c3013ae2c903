/** Looks at what somebody takes for a certification request (PKCS #10, RFC 2986 §4) before it is sent, so that no private key ever is. */

export type CsrFault = 'empty' | 'notRequest' | 'isKey' | 'isCertificate'

/**
 * The request as PEM, or what the octets are instead. What its key is worth is the server's to judge.
 * @param given a file's octets, or what was typed
 */
export function requestIn(given: Uint8Array<ArrayBuffer> | string): { pem: string } | { fault: CsrFault } {
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  if (text.trim() === '') return { fault: 'empty' }
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return { fault: 'isKey' }
  if (/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/.test(text)) return { fault: 'isCertificate' }
  try {
    const der = octetsOf(text) ?? (typeof given === 'string' ? fromBase64(text) : given)
    const fault = faultOf(childrenOf(der))
    return fault ? { fault } : { pem: pemOf(der) }
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'notRequest' }
    throw error
  }
}

const octetsOf = (text: string) => {
  const inside = /-----BEGIN (?:NEW )?CERTIFICATE REQUEST-----([^-]*)-----END (?:NEW )?CERTIFICATE REQUEST-----/.exec(text)?.[1]
  return inside === undefined ? undefined : fromBase64(inside)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const dense = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(dense) || dense.length % 4 !== 0) throw new RangeError('not base64')
  return Uint8Array.from(atob(dense), (letter) => letter.charCodeAt(0))
}

const pemOf = (der: Uint8Array) => {
  const lines = btoa(Array.from(der, (octet) => String.fromCharCode(octet)).join('')).match(/.{1,64}/g)!
  return ['-----BEGIN CERTIFICATE REQUEST-----', ...lines, '-----END CERTIFICATE REQUEST-----', ''].join('\n')
}

const tags = { integer: 0x02, octets: 0x04, sequence: 0x30, version: 0xa0 }

/** Keys and certificates are told from requests by what stands first: RFC 5958, 8017, 5915 and 7292 begin with a version. */
function faultOf(parts: Uint8Array<ArrayBuffer>[]): CsrFault | undefined {
  const [first, second] = parts
  if (first?.[0] === tags.integer || second?.[0] === tags.octets) return 'isKey'
  if (parts.length !== 3 || first?.[0] !== tags.sequence) return 'notRequest'
  const inside = childrenOf(first)
  if (inside[0]?.[0] === tags.version) return 'isCertificate'
  return inside.length === 4 && inside[2]![0] === tags.sequence ? undefined : 'notRequest'
}

/** What the elements of one DER element are, each with its header. */
function childrenOf(der: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const { start, end } = bounds(der, 0)
  if (end !== der.length) throw new RangeError('more follows')
  const found: Uint8Array<ArrayBuffer>[] = []
  for (let at = start; at < end;) {
    const next = bounds(der, at).end
    found.push(der.subarray(at, next))
    at = next
  }
  return found
}

function bounds(der: Uint8Array, at: number): { start: number; end: number } {
  const first = der[at + 1] ?? 0x80
  const more = first < 0x80 ? 0 : first & 0x7f
  if (first === 0x80 || more > 3) throw new RangeError('no length')
  let length = more === 0 ? first : 0
  for (let i = 0; i < more; i++) length = length * 256 + (der[at + 2 + i] ?? 0)
  const start = at + 2 + more
  if (start + length > der.length) throw new RangeError('cut short')
  return { start, end: start + length }
}
