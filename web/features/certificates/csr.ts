/** Reads a certification request (PKCS #10, RFC 2986 §4) in the browser: what its key is, and that nothing but a request is ever sent. */

export type Csr = { pem: string; keyKind: string; /** SHA-256 of the SubjectPublicKeyInfo, hexadecimal. */ fingerprint: string }
export type CsrFault = 'empty' | 'notRequest' | 'isKey' | 'isCertificate'

/** @param given a file's octets, or what was typed */
export async function readCsr(given: Uint8Array<ArrayBuffer> | string): Promise<Csr | CsrFault> {
  const text = typeof given === 'string' ? given : new TextDecoder().decode(given)
  if (text.trim() === '') return 'empty'
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(text)) return 'isKey'
  if (/-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/.test(text)) return 'isCertificate'
  try {
    const der = octetsOf(text) ?? (typeof given === 'string' ? fromBase64(text) : given)
    const parts = childrenOf(der)
    const fault = faultOf(parts)
    if (fault) return fault
    const publicKey = childrenOf(parts[0]!)[2]!
    const digest = await crypto.subtle.digest('SHA-256', publicKey)
    return { pem: pemOf(der), keyKind: kindOf(publicKey), fingerprint: hex(new Uint8Array(digest)) }
  } catch (error) {
    if (error instanceof RangeError) return 'notRequest'
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

const rsa = '06092a864886f70d010101'
const ellipticCurve = '06072a8648ce3d0201'
/** By the whole OID element, hexadecimal. */
const kinds: Record<string, string> = {
  '06082a8648ce3d030107': 'EC P-256',
  '06052b81040022': 'EC P-384',
  '06052b81040023': 'EC P-521',
  '06032b6570': 'Ed25519',
  '06032b6571': 'Ed448',
}

/** The key's kind and size, as `RSA 3072` or `EC P-256`; a kind that is not known by its OID alone. */
function kindOf(publicKey: Uint8Array<ArrayBuffer>): string {
  const [algorithm, bits] = childrenOf(publicKey)
  const [type, parameters] = childrenOf(algorithm!)
  const name = hex(type!)
  if (name === rsa) return `RSA ${modulusBits(bits!)}`
  const known = name === ellipticCurve ? parameters && hex(parameters) : name
  return kinds[known ?? ''] ?? `OID ${name.slice(4)}`
}

function modulusBits(bits: Uint8Array<ArrayBuffer>): number {
  const { start } = bounds(bits, 0)
  const [modulus] = childrenOf(bits.subarray(start + 1)) // after the count of unused bits
  const octets = modulus!.subarray(bounds(modulus!, 0).start)
  const sign = octets[0] === 0 ? 1 : 0
  return (octets.length - sign) * 8 - Math.clz32(octets[sign] ?? 0) + 24
}

const hex = (octets: Uint8Array) => Array.from(octets, (octet) => octet.toString(16).padStart(2, '0')).join('')
